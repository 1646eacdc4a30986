// The reductions: reduce [KERNEL [BLOCK [GRID]]]. Each block adds up its segment.

#include "../../../../assets/twins/twins.cuh"
#include "../twin_program.cuh"

namespace {

using Kernel = void (*)(const twins::Exact<int>*, twins::Exact<int>*);

std::vector<int> sums(const std::vector<int>& in, std::size_t segment) {
  std::vector<int> result(in.size() / segment);
  for (std::size_t i = 0; i < in.size(); ++i) result[i / segment] += in[i];
  return result;
}

void reduce(Verdict& verdict, const char* name, Kernel kernel, int block, int grid, int per_thread,
            int shared_count) {
  const std::vector<int> in =
      random_numbers<int>(static_cast<std::size_t>(block) * grid * per_thread);
  const DeviceArray<int> d_in(in), d_out(grid);
  kernel<<<grid, block, shared_count * sizeof(int)>>>(d_in.data, d_out.data);
  verdict.launched(name);
  verdict.expect(name, d_out.copy(), sums(in, static_cast<std::size_t>(block) * per_thread));
}

/// Four elements a load, and the blocks walk over the input `rounds` times.
void vectorized(Verdict& verdict, int block, int grid) {
  const int rounds = 3;
  const std::size_t round = static_cast<std::size_t>(block) * grid * 4;
  const std::vector<int> in = random_numbers<int>(round * rounds);
  const DeviceArray<int> d_in(in), d_out(grid);
  twins::reduce_vectorized<<<grid, block, block / 32 * sizeof(int)>>>(
      reinterpret_cast<const int4*>(d_in.data), static_cast<int>(in.size() / 4), d_out.data);
  verdict.launched("reduce_vectorized");
  std::vector<int> expected(grid);
  for (std::size_t i = 0; i < in.size(); ++i) expected[i % round / (block * 4)] += in[i];
  verdict.expect("reduce_vectorized", d_out.copy(), expected);
}

}  // namespace

int main(int argc, char** argv) {
  const Wanted wanted(argc, argv, 256);
  const int block = wanted.block, grid = wanted.grid;
  Verdict verdict;
  const auto run = [&](const char* name, Kernel kernel, int per_thread, int shared_count) {
    if (wanted(name)) reduce(verdict, name, kernel, block, grid, per_thread, shared_count);
  };
  run("reduce_divergent", twins::reduce_divergent, 1, block);
  run("reduce_strided", twins::reduce_strided, 1, block);
  run("reduce_sequential", twins::reduce_sequential, 1, block);
  run("reduce_first_add", twins::reduce_first_add, 2, block);
  // Reads beyond what it needs while its last warp works on: a race, shown on purpose. Not in "all".
  if (wanted.kernel == "reduce_unrolled") {
    run("reduce_unrolled", twins::reduce_unrolled, 2, block);
  }
  run("reduce_unrolled_syncwarp", twins::reduce_unrolled_syncwarp, 2, block);
  run("reduce_shuffle", twins::reduce_shuffle, 2, block / 32);
  if (wanted("reduce_vectorized")) vectorized(verdict, block, grid);
  return verdict.finish();
}
