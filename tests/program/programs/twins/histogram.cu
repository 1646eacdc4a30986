// The histograms: histogram [KERNEL [BLOCK [GRID]]]. BLOCK is of those kernels that leave it open.

#include "../../../../assets/twins/histogram.cuh"
#include "../twin_program.cuh"

namespace {

using twins::Byte;

std::vector<unsigned> counted(const std::vector<Byte>& in, int bins) {
  std::vector<unsigned> result(bins);
  for (const Byte value : in) ++result[value];
  return result;
}

/// A count that is no multiple of the block: the last one is not full.
std::vector<Byte> values(int count, int bins) {
  return random_numbers<Byte>(count, static_cast<std::uint64_t>(bins) - 1);
}

void global_atomic(Verdict& verdict, int block, int grid) {
  const std::vector<Byte> in = values(block * grid - 5, twins::few_bins);
  const DeviceArray<Byte> d_in(in);
  DeviceArray<unsigned> d_bins(twins::few_bins);
  d_bins.clear();
  twins::histogram_global_atomic<<<grid, block>>>(d_in.data, d_bins.data,
                                                  static_cast<int>(in.size()));
  verdict.launched("histogram_global_atomic");
  verdict.expect("histogram_global_atomic", d_bins.copy(), counted(in, twins::few_bins));
}

void shared_atomic(Verdict& verdict, int block, int grid) {
  const std::vector<Byte> in = values(block * grid * twins::per_thread_atomic - 5, twins::few_bins);
  const DeviceArray<Byte> d_in(in);
  DeviceArray<unsigned> d_bins(twins::few_bins);
  d_bins.clear();
  twins::histogram_shared_atomic<<<grid, block>>>(d_in.data, d_bins.data,
                                                  static_cast<int>(in.size()));
  verdict.launched("histogram_shared_atomic");
  verdict.expect("histogram_shared_atomic", d_bins.copy(), counted(in, twins::few_bins));
}

template <class Layout>
void histogram64(Verdict& verdict, const char* name, int grid) {
  const int per_thread = 16;
  const std::vector<Byte> in = values(Layout::threads * grid * per_thread, twins::few_bins);
  const DeviceArray<Byte> d_in(in);
  DeviceArray<unsigned> d_bins(twins::few_bins);
  d_bins.clear();
  twins::histogram64<Layout><<<grid, Layout::threads>>>(d_in.data, d_bins.data, per_thread);
  verdict.launched(name);
  verdict.expect(name, d_bins.copy(), counted(in, twins::few_bins));
}

void tagged(Verdict& verdict, int grid) {
  const int per_thread = 4, threads = 32 * twins::tagged_warps;
  const std::vector<Byte> in = values(threads * grid * per_thread, twins::byte_bins);
  const DeviceArray<Byte> d_in(in);
  const DeviceArray<unsigned> d_partial(twins::byte_bins * grid), d_bins(twins::byte_bins);
  twins::histogram256_tagged<<<grid, threads>>>(d_in.data, d_partial.data, per_thread);
  verdict.launched("histogram256_tagged");
  twins::histogram_merge<<<1, twins::byte_bins>>>(d_partial.data, d_bins.data, grid);
  verdict.launched("histogram_merge");
  verdict.expect("histogram256_tagged", d_bins.copy(), counted(in, twins::byte_bins));
}

void privatized(Verdict& verdict, int grid) {
  const int block = 64, rounds = 2;
  const std::vector<Byte> in = values(block * grid * rounds * 16, twins::byte_bins);
  const DeviceArray<Byte> d_in(in);
  DeviceArray<unsigned> d_bins(twins::byte_bins);
  d_bins.clear();
  const std::size_t shared = twins::byte_bins * 32 * sizeof(unsigned);
  twins::histogram_privatized<<<grid, block, shared>>>(
      reinterpret_cast<const uint4*>(d_in.data), d_bins.data, static_cast<int>(in.size() / 16));
  verdict.launched("histogram_privatized");
  verdict.expect("histogram_privatized", d_bins.copy(), counted(in, twins::byte_bins));
}

}  // namespace

int main(int argc, char** argv) {
  const Wanted wanted(argc, argv, 256);
  const int block = wanted.block, grid = wanted.grid;
  Verdict verdict;
  if (wanted("histogram_global_atomic")) global_atomic(verdict, block, grid);
  if (wanted("histogram_shared_atomic")) shared_atomic(verdict, block, grid);
  if (wanted("histogram64_thread_major"))
    histogram64<twins::ThreadMajor>(verdict, "histogram64_thread_major", grid);
  if (wanted("histogram64_bin_major"))
    histogram64<twins::BinMajor>(verdict, "histogram64_bin_major", grid);
  if (wanted("histogram64_permuted16"))
    histogram64<twins::Permuted16>(verdict, "histogram64_permuted16", grid);
  if (wanted("histogram64_permuted32"))
    histogram64<twins::Permuted32>(verdict, "histogram64_permuted32", grid);
  // Lanes overwrite one another's counters, and who wins is not defined. Not in "all".
  if (wanted.kernel == "histogram256_tagged") tagged(verdict, grid);
  if (wanted("histogram_privatized")) privatized(verdict, grid);
  return verdict.finish();
}
