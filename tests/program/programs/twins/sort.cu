// Sorting pairs: sort [KERNEL [BLOCK [GRID]]]. GRID is a power of two.

#include "../../../../assets/twins/sort.cuh"
#include "../twin_program.cuh"

#include <algorithm>
#include <numeric>
#include <utility>

namespace {

struct Pairs {
  std::vector<int> keys, values;
};

/// Keys differ, so that one order is right. Values are the places that the keys come from.
Pairs shuffled(std::size_t count) {
  Pairs pairs{random_numbers<int>(count, 999), std::vector<int>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    pairs.keys[i] = pairs.keys[i] * static_cast<int>(count) + static_cast<int>(i);
    pairs.values[i] = static_cast<int>(i);
  }
  return pairs;
}

Pairs sorted(const Pairs& in, std::size_t segment) {
  Pairs result = in;
  for (std::size_t first = 0; first < in.keys.size(); first += segment) {
    std::sort(result.values.begin() + first, result.values.begin() + first + segment,
              [&](int left, int right) { return in.keys[left] < in.keys[right]; });
  }
  for (std::size_t i = 0; i < in.keys.size(); ++i) result.keys[i] = in.keys[result.values[i]];
  return result;
}

void expect(Verdict& verdict, const char* name, const DeviceArray<int>& keys,
            const DeviceArray<int>& values, const Pairs& expected) {
  verdict.expect(name, keys.copy(), expected.keys);
  verdict.expect(name, values.copy(), expected.values);
}

void one_block(Verdict& verdict, const char* name, int block, int grid) {
  const std::size_t tile = 2 * static_cast<std::size_t>(block);
  const Pairs in = shuffled(tile * grid);
  const DeviceArray<int> in_keys(in.keys), in_values(in.values);
  const DeviceArray<int> keys(in.keys.size()), values(in.keys.size());
  const std::size_t shared = 2 * tile * sizeof(int);
  if (std::string(name) == "odd_even_merge") {
    twins::odd_even_merge<<<grid, block, shared>>>(in_keys.data, in_values.data, keys.data,
                                                   values.data, true);
  } else {
    twins::bitonic_shared<<<grid, block, shared>>>(in_keys.data, in_values.data, keys.data,
                                                   values.data, true, 2, static_cast<int>(tile));
  }
  verdict.launched(name);
  expect(verdict, name, keys, values, sorted(in, tile));
}

void bitonic_global(Verdict& verdict, int block, int grid) {
  const int tile = 2 * block, n = tile * grid;
  const std::size_t shared = 2 * tile * sizeof(int);
  const Pairs in = shuffled(n);
  const DeviceArray<int> in_keys(in.keys), in_values(in.values);
  const DeviceArray<int> keys(n), values(n), other_keys(n), other_values(n);
  const DeviceArray<int>*from_keys = &keys, *from_values = &values;
  const DeviceArray<int>*to_keys = &other_keys, *to_values = &other_values;
  const auto turn = [&] {
    verdict.launched("bitonic_global");
    std::swap(from_keys, to_keys);
    std::swap(from_values, to_values);
  };
  twins::bitonic_shared<<<grid, block, shared>>>(in_keys.data, in_values.data, keys.data,
                                                 values.data, true, 2, n);
  verdict.launched("bitonic_shared");
  for (int size = 2 * tile; size <= n; size *= 2) {
    for (int stride = size / 2; stride >= tile; stride /= 2) {
      twins::bitonic_global<<<grid, block>>>(from_keys->data, from_values->data, to_keys->data,
                                             to_values->data, true, size, stride, n);
      turn();
    }
    twins::bitonic_shared<<<grid, block, shared>>>(from_keys->data, from_values->data,
                                                   to_keys->data, to_values->data, true, size, n);
    turn();
  }
  expect(verdict, "bitonic_global", *from_keys, *from_values, sorted(in, n));
}

/// By the low `bits` bits, stably.
void radix_split(Verdict& verdict, int block, int grid, int bits) {
  const int n = block * grid - 11;  // the last block is not full
  const std::vector<unsigned> in = random_numbers<unsigned>(n, 9999);
  std::vector<unsigned> order(n);
  std::iota(order.begin(), order.end(), 0U);
  const DeviceArray<unsigned> keys(in), values(order), other_keys(n), other_values(n);
  const DeviceArray<int> ones_before(n), block_ones(grid), before_block(grid + 1);
  int scanners = 1;
  while (scanners < grid) scanners *= 2;
  const DeviceArray<unsigned>*from_keys = &keys, *from_values = &values;
  const DeviceArray<unsigned>*to_keys = &other_keys, *to_values = &other_values;
  for (int bit = 0; bit < bits; ++bit) {
    twins::radix_bits<<<grid, block, 2 * block * sizeof(int)>>>(from_keys->data, ones_before.data,
                                                                block_ones.data, n, bit);
    verdict.launched("radix_bits");
    twins::radix_sums<<<1, scanners, 2 * scanners * sizeof(int)>>>(block_ones.data,
                                                                   before_block.data, grid);
    verdict.launched("radix_sums");
    twins::radix_split<<<grid, block>>>(from_keys->data, from_values->data, ones_before.data,
                                        before_block.data, to_keys->data, to_values->data, n, bit);
    verdict.launched("radix_split");
    std::swap(from_keys, to_keys);
    std::swap(from_values, to_values);
  }
  const unsigned mask = (1U << bits) - 1U;
  std::stable_sort(order.begin(), order.end(), [&](unsigned left, unsigned right) {
    return (in[left] & mask) < (in[right] & mask);
  });
  verdict.expect("radix_split", from_values->copy(), order);
}

}  // namespace

int main(int argc, char** argv) {
  Wanted wanted(argc, argv, 128);
  if (argc <= 3) wanted.grid = 4;
  const int block = wanted.block, grid = wanted.grid;
  Verdict verdict;
  for (const char* name : {"bitonic_shared", "odd_even_merge"}) {
    if (wanted(name)) one_block(verdict, name, block, grid);
  }
  if (wanted("bitonic_global")) bitonic_global(verdict, block, grid);
  if (wanted("radix_split")) radix_split(verdict, block, grid, 5);
  return verdict.finish();
}
