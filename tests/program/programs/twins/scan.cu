// The scans: scan [KERNEL [BLOCK [GRID]]].

#include "../../../../assets/twins/scan.cuh"
#include "../../../../assets/twins/twins.cuh"
#include "../twin_program.cuh"

namespace {

using Kernel = void (*)(const twins::Exact<int>*, twins::Exact<int>*);

std::vector<int> prefix_sums(const std::vector<int>& in, std::size_t segment, bool inclusive) {
  std::vector<int> result(in.size());
  int sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i % segment == 0) sum = 0;
    result[i] = inclusive ? sum + in[i] : sum;
    sum += in[i];
  }
  return result;
}

/// Where element i lies with a pad word every 2^first and every 2^second elements; 0: none.
int padded(int i, int first, int second) {
  return i + (first > 0 ? i >> first : 0) + (second > 0 ? i >> second : 0);
}

void scan(Verdict& verdict, const char* name, Kernel kernel, int block, int grid, int per_thread,
          int shared_count, bool inclusive) {
  const std::size_t segment = static_cast<std::size_t>(block) * per_thread;
  const std::vector<int> in = random_numbers<int>(segment * grid);
  const DeviceArray<int> d_in(in), d_out(in.size());
  kernel<<<grid, block, shared_count * sizeof(int)>>>(d_in.data, d_out.data);
  verdict.launched(name);
  verdict.expect(name, d_out.copy(), prefix_sums(in, segment, inclusive));
}

/// Segments, their sums by the same way, distribution.
void scan_large(Verdict& verdict, const int* d_in, int* d_out, int count, int block) {
  const int segment = 2 * block;
  const int segments = (count + segment - 1) / segment;
  const std::size_t shared = (padded(segment - 1, 5, 0) + 1) * sizeof(int);
  const DeviceArray<int> sums(segments);
  twins::scan_block_sums<<<segments, block, shared>>>(d_in, d_out, sums.data, count);
  verdict.launched("scan_block_sums");
  if (segments == 1) return;
  const DeviceArray<int> scanned(segments);
  scan_large(verdict, sums.data, scanned.data, segments, block);
  twins::scan_distribute<<<segments - 1, segment>>>(d_out, scanned.data, count);
  verdict.launched("scan_distribute");
}

void large(Verdict& verdict, int block, int grid) {
  // The last block's segment is not full.
  const std::vector<int> in = random_numbers<int>(static_cast<std::size_t>(2 * block) * grid - 37);
  const DeviceArray<int> d_in(in), d_out(in.size());
  scan_large(verdict, d_in.data, d_out.data, static_cast<int>(in.size()), block);
  verdict.expect("scan_block_sums", d_out.copy(), prefix_sums(in, in.size(), false));
}

/// In one pass, by `tiles` tiles; the last one lacks `missing` elements.
template <int Rows>
void look_back(Verdict& verdict, int block, int tiles, int missing) {
  const int tile = 4 * Rows * block;
  const std::vector<int> in = random_numbers<int>(static_cast<std::size_t>(tile) * tiles - missing);
  const DeviceArray<int> d_in(in), d_out(in.size());
  DeviceArray<int> tickets(1);
  DeviceArray<unsigned long long> status(static_cast<std::size_t>(tiles) * twins::status_apart);
  tickets.clear();
  status.clear();
  twins::scan_lookback<Rows><<<tiles, block, (block / 32 + 1) * sizeof(int)>>>(
      reinterpret_cast<const int4*>(d_in.data), reinterpret_cast<int4*>(d_out.data),
      static_cast<int>(in.size() / 4), tickets.data, status.data);
  verdict.launched("scan_lookback");
  verdict.expect("scan_lookback", d_out.copy(), prefix_sums(in, in.size(), false));
}

}  // namespace

int main(int argc, char** argv) {
  const Wanted wanted(argc, argv, 256);
  const int block = wanted.block, grid = wanted.grid, last = 2 * block - 1;
  Verdict verdict;
  const auto run = [&](const char* name, Kernel kernel, int per_thread, int shared_count,
                       bool inclusive) {
    if (wanted(name)) scan(verdict, name, kernel, block, grid, per_thread, shared_count, inclusive);
  };
  run("scan_hillis_steele", twins::scan_hillis_steele, 1, 2 * block, true);
  run("scan_blelloch", twins::scan_blelloch<0, 0>, 2, last + 1, false);
  run("scan_padded16", twins::scan_blelloch<4, 0>, 2, padded(last, 4, 0) + 1, false);
  run("scan_padded16_twice", twins::scan_blelloch<4, 8>, 2, padded(last, 4, 8) + 1, false);
  run("scan_padded32", twins::scan_blelloch<5, 0>, 2, padded(last, 5, 0) + 1, false);
  run("scan_warp_shuffle", twins::scan_warp_shuffle, 1, block / 32, true);
  if (wanted("scan_block_sums")) large(verdict, block, grid);
  // Its counters are not recorded (gpu_counters.py): not in "all".
  if (wanted.kernel == "scan_lookback") {
    look_back<8>(verdict, block, grid, 0);
    look_back<8>(verdict, 32, 70, 4);
    look_back<24>(verdict, 256, 5, 1000);
  }
  return verdict.finish();
}
