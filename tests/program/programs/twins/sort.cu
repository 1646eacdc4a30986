// Sorting pairs: sort [KERNEL [BLOCK [GRID]]]. GRID is a power of two.

#include "../../../../assets/twins/onesweep.cuh"
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

struct Unsigned {
  const DeviceArray<unsigned>*keys, *values;
};

/// Pairs by the low `bits` bits of their keys, stably. Gives which of both hold the result.
Unsigned split_by_bits(Verdict& verdict, Unsigned from, Unsigned to, int block, int grid,
                       int bits) {
  const int n = static_cast<int>(from.keys->count);
  const DeviceArray<int> ones_before(n), block_ones(grid), before_block(grid + 1);
  int scanners = 1;
  while (scanners < grid) scanners *= 2;
  for (int bit = 0; bit < bits; ++bit) {
    twins::radix_bits<<<grid, block, 2 * block * sizeof(int)>>>(from.keys->data, ones_before.data,
                                                                block_ones.data, n, bit);
    verdict.launched("radix_bits");
    twins::radix_sums<<<1, scanners, 2 * scanners * sizeof(int)>>>(block_ones.data,
                                                                   before_block.data, grid);
    verdict.launched("radix_sums");
    twins::radix_split<<<grid, block>>>(from.keys->data, from.values->data, ones_before.data,
                                        before_block.data, to.keys->data, to.values->data, n, bit);
    verdict.launched("radix_split");
    std::swap(from, to);
  }
  return from;
}

void radix_split(Verdict& verdict, int block, int grid, int bits) {
  const int n = block * grid - 11;  // the last block is not full
  const std::vector<unsigned> in = random_numbers<unsigned>(n, 9999);
  std::vector<unsigned> order(n);
  std::iota(order.begin(), order.end(), 0U);
  const DeviceArray<unsigned> keys(in), values(order), other_keys(n), other_values(n);
  const Unsigned sorted =
      split_by_bits(verdict, {&keys, &values}, {&other_keys, &other_values}, block, grid, bits);
  const unsigned mask = (1U << bits) - 1U;
  std::stable_sort(order.begin(), order.end(), [&](unsigned left, unsigned right) {
    return (in[left] & mask) < (in[right] & mask);
  });
  verdict.expect("radix_split", sorted.values->copy(), order);
}

/// Numbers of all sizes and both signs, and some that are not usual.
std::vector<float> floats(std::size_t count) {
  std::vector<float> all = random_numbers<float>(count, 999);
  for (std::size_t i = 0; i < count; ++i) {
    all[i] = std::ldexp(all[i] - 500, static_cast<int>(i % 40) - 20);
  }
  const float unusual[] = {0.0F, -0.0F, INFINITY, -INFINITY, 1e-40F, -1e-40F};
  std::copy(std::begin(unusual), std::end(unusual), all.begin());
  return all;
}

void radix_float(Verdict& verdict, int block, int grid) {
  const int n = block * grid - 11;
  const std::vector<float> in = floats(n);
  std::vector<unsigned> order(n);
  std::iota(order.begin(), order.end(), 0U);
  const DeviceArray<float> d_in(in), d_out(n);
  const DeviceArray<unsigned> keys(n), values(order), other_keys(n), other_values(n);
  twins::radix_float<<<grid, block>>>(d_in.data, keys.data, n);
  verdict.launched("radix_float");
  const Unsigned sorted =
      split_by_bits(verdict, {&keys, &values}, {&other_keys, &other_values}, block, grid, 32);
  twins::radix_unflip<<<grid, block>>>(sorted.keys->data, d_out.data, n);
  verdict.launched("radix_unflip");
  std::stable_sort(order.begin(), order.end(), [&](unsigned left, unsigned right) {
    if (in[left] != in[right]) return in[left] < in[right];
    return std::signbit(in[left]) && !std::signbit(in[right]);
  });
  std::vector<float> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = in[order[i]];
  const std::vector<float> out = d_out.copy();
  // As bits: so that infinities and zeros can be compared.
  std::vector<unsigned> bits(n), expected_bits(n);
  std::memcpy(bits.data(), out.data(), n * sizeof(float));
  std::memcpy(expected_bits.data(), expected.data(), n * sizeof(float));
  verdict.expect("radix_float", bits, expected_bits);
  verdict.expect("radix_float", sorted.values->copy(), order);
}

/// Tiles of Threads * KeysPerThread keys are sorted, and such of 4 * Counters keys are counted.
template <int Threads, int KeysPerThread, int LookBack, int Counters, int Copies>
void radix_onesweep(Verdict& verdict, int n, std::uint64_t largest) {
  constexpr int tile = Threads * KeysPerThread, warps = Threads / 32, counted = 4 * Counters;
  const int tiles = (n + tile - 1) / tile, rows = tiles + 1;
  std::vector<unsigned> in = random_numbers<unsigned>(n, largest);
  const DeviceArray<unsigned> d_in(in), keys(static_cast<std::size_t>(tiles) * tile),
      other_keys(keys.count);
  DeviceArray<int> counts(twins::digit_places * twins::digits), tickets(twins::digit_places),
      found(static_cast<std::size_t>(twins::digit_places) * rows * twins::digits);
  counts.clear();
  tickets.clear();
  found.clear();
  const auto count_digits = twins::radix_digits<Counters, 4, Copies>;
  const int table = static_cast<int>(counts.count * Copies * sizeof(int));
  check(cudaFuncSetAttribute(count_digits, cudaFuncAttributeMaxDynamicSharedMemorySize, table),
        "cudaFuncSetAttribute");
  count_digits<<<(n + counted - 1) / counted, Counters, table>>>(d_in.data, n, counts.data);
  verdict.launched("radix_digits");
  twins::radix_starts<<<twins::digit_places, twins::digits, twins::digits / 32 * sizeof(int)>>>(
      counts.data, found.data, rows);
  verdict.launched("radix_starts");
  const std::size_t shared = (tile + twins::digits + twins::digits / 32 + 1) * sizeof(int) +
                             warps * twins::digits * sizeof(unsigned short);
  const unsigned* from = d_in.data;
  int count = n;
  for (int pass = 0; pass < twins::digit_places; ++pass) {
    unsigned* to = pass % 2 == 0 ? keys.data : other_keys.data;
    twins::radix_onesweep<Threads, KeysPerThread, LookBack>
        <<<tiles, Threads, shared>>>(from, count, to, found.data, tickets.data, pass);
    verdict.launched("radix_onesweep");
    from = to;
    count = static_cast<int>(keys.count);
  }
  std::sort(in.begin(), in.end());
  verdict.expect("radix_onesweep", other_keys.copy(), in);
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
  // Those whose counters are not recorded (gpu_counters.py): not in "all".
  if (wanted.kernel == "radix_float") radix_float(verdict, block, grid);
  if (wanted.kernel == "radix_onesweep") {
    radix_onesweep<64, 4, 1, 64, 1>(verdict, grid * 64 * 4 - 11, 99);
    radix_onesweep<448, 22, 3, 1024, 16>(verdict, 30000, 0xffffffffU);
  }
  return verdict.finish();
}
