#include "instrumentation/run/legal_requests.hpp"

#include <algorithm>
#include <string_view>

#include "instrumentation/run/plan.hpp"

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

/// Numbers beyond the suggested ones are legal too, so every other one is drawn from the whole
/// range.
std::string pick_value(const Parameter& parameter, Random& random) {
  const std::vector<std::string> values = words_of(parameter.values);
  if (!parameter.numeric() || parameter.real || random.between(0, 1) == 0) {
    return random.pick(values);
  }
  return std::to_string(random.between(static_cast<std::int64_t>(parameter.low),
                                       static_cast<std::int64_t>(parameter.high)));
}

/// The emulator should need no more than some milliseconds for a case.
std::int64_t largest_case(const KernelInfo& kernel, std::int64_t tile) {
  const bool square_input = kernel.input != InputShape::values &&
                            kernel.input != InputShape::bands &&
                            kernel.input != InputShape::complex;
  if (square_input && kernel.shape == Shape::power_of_two) {
    return std::max<std::int64_t>(tile, 64);
  }
  return square_input ? std::max<std::int64_t>(tile, 96 / tile * tile)
                      : std::max<std::int64_t>(tile, kernel.max_emulated_size);
}

}  // namespace

std::map<std::string, std::vector<std::string>> legal_parameters(const KernelInfo& kernel) {
  std::map<std::string, std::vector<std::string>> legal;
  for (const Parameter& parameter : kernel.parameters) {
    legal.emplace(parameter.name, words_of(parameter.values));
  }
  return legal;
}

RunRequest random_case(const KernelInfo& kernel, std::uint64_t seed, int case_number) {
  constexpr int most_blocks = 8;
  Random random(mixed(seed, kernel.id, case_number));
  RunRequest request;
  request.kernel = kernel.id;
  const std::vector<int> blocks = legal_blocks(kernel);
  request.block = blocks[static_cast<std::size_t>(random.between(0, std::ssize(blocks) - 1))];
  const std::int64_t tiles = random.between(1, most_blocks);
  // A kernel that strides over its input accepts a last tile that is not full.
  const std::int64_t rest = kernel.max_grid > 0 ? random.between(0, *request.block - 1) : 0;
  for (const Parameter& parameter : kernel.parameters) {
    request.parameters.emplace(parameter.name, pick_value(parameter, random));
  }
  const std::int64_t tile = tile_of(kernel, *request.block, request.parameters);
  switch (kernel.shape) {
    case Shape::segments: request.size = tiles * tile + rest * kernel.elements_per_thread; break;
    case Shape::any: request.size = random.between(1, tiles * tile); break;
    case Shape::power_of_two: request.size = tile << random.between(0, 3); break;
    case Shape::square: request.size = tile * random.between(1, 3); break;
  }
  request.size = std::min(*request.size, largest_case(kernel, tile));
  request.input = {.kind = random.pick(input_kinds(kernel)), .seed = random.next() % 1'000'000};
  const auto plan = make_plan(request);
  request.traced_block = plan ? static_cast<int>(random.between(0, plan->grid - 1)) : 0;
  return request;
}

}  // namespace warpscope
