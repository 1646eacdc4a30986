#include "instrumentation/run/cases.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

namespace warpscope {
namespace {

/// SplitMix64: the standard library's distributions differ between platforms, this does not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// Uniform enough in first..last; the ranges here are tiny against 2^64.
  std::int64_t between(std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(last - first + 1));
  }
  const std::string& pick(const std::vector<std::string>& from) {
    return from[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(from.size()) - 1))];
  }

 private:
  std::uint64_t state_;
};

std::uint64_t mixed(std::uint64_t seed, std::string_view id, int case_number) {
  std::uint64_t hash = Random(seed).next();
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash + static_cast<std::uint64_t>(case_number) * 0x632be59bd9b4e019ULL;
}

}  // namespace

std::map<std::string, std::vector<std::string>> legal_parameters(const KernelInfo& kernel) {
  const bool reduces = kernel.family == Family::reduction;
  return {{"type", {"int", "float"}},
          {"op", reduces ? std::vector<std::string>{"add", "min", "max"}
                         : std::vector<std::string>{"add"}}};
}

RunRequest random_case(const KernelInfo& kernel, std::uint64_t seed, int case_number) {
  constexpr int most_blocks = 8;
  Random random(mixed(seed, kernel.id, case_number));
  const int smallest = std::bit_width(static_cast<unsigned>(kernel.min_block)) - 1;
  const int largest = std::bit_width(static_cast<unsigned>(kernel.max_block)) - 1;
  const std::int64_t block = std::int64_t{1} << random.between(smallest, largest);
  const std::int64_t tile = block * kernel.elements_per_thread;
  const std::int64_t tiles = random.between(1, most_blocks);
  // A kernel that strides over its input takes a last tile that is not full.
  const std::int64_t rest = kernel.max_grid > 0 ? random.between(0, block - 1) : 0;
  const std::int64_t grid =
      kernel.max_grid > 0 ? std::min<std::int64_t>(tiles, kernel.max_grid) : tiles;

  RunRequest request;
  request.kernel = kernel.id;
  request.block = static_cast<int>(block);
  request.size = tiles * tile + rest * kernel.elements_per_thread;
  for (const auto& [name, values] : legal_parameters(kernel)) {
    request.parameters[name] = random.pick(values);
  }
  request.input = {.kind = random.pick(input_kinds()), .seed = random.next() % 1'000'000};
  request.traced_block = static_cast<int>(random.between(0, grid - 1));
  return request;
}

}  // namespace warpscope
