#include "app/layout/memory_use.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpscope {
namespace {

struct Values {
  double largest = 0;
  bool negative = false;

  void add(double value) {
    largest = std::max(largest, std::abs(value));
    negative = negative || value < 0;
  }
  [[nodiscard]] int characters() const {
    return (largest < 10 ? 1 : largest < 100 ? 2 : 3) + (negative ? 1 : 0);
  }
};

void mark_words(std::vector<bool>& touched, std::size_t first_byte, std::size_t bytes) {
  const std::size_t end = (first_byte + bytes + 3) / 4;
  if (touched.size() < end) touched.resize(end, false);
  for (std::size_t word = first_byte / 4; word < end; ++word) touched[word] = true;
}

void add_access(const Trace& trace, const Access& access, MemoryUse& use, Values& values) {
  const bool writes =
      access.operation == Operation::store || access.operation == Operation::atomic_add;
  const Array& array = trace.arrays[access.array];
  const auto bytes = static_cast<std::size_t>(array.type.bytes());
  const auto indices = trace.lane_indices(access);
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (indices[k] < 0 || indices[k] >= array.count) continue;
    mark_words(use.touched, array.base + static_cast<std::size_t>(indices[k]) * bytes, bytes);
    if (!writes) continue;
    // What atomics add says little of the sum.
    const auto value = trace.lane_value(access, static_cast<int>(k));
    values.add(access.operation == Operation::store ? numeric_value(array.type, value) : 100);
  }
}

MemoryUse use_of(const Trace& trace, const Launch& launch) {
  MemoryUse use;
  std::map<int, Values> values;
  for (std::uint32_t s = launch.first_step; s < launch.first_step + launch.step_count; ++s) {
    const Step& step = trace.steps[s];
    for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
      const Access& access = trace.accesses[a];
      if (trace.arrays[access.array].space != Space::shared) continue;
      add_access(trace, access, use, values[access.array]);
    }
  }
  for (const auto& [array, unused] : values) use.arrays.push_back(array);
  std::ranges::stable_sort(use.arrays, {}, [&](int array) {
    return trace.arrays[static_cast<std::size_t>(array)].base;
  });
  for (const int array : use.arrays) use.characters.push_back(values[array].characters());
  return use;
}

}  // namespace

std::vector<MemoryUse> memory_use(const Trace& trace) {
  std::vector<MemoryUse> uses;
  for (const Launch& launch : trace.launches) uses.push_back(use_of(trace, launch));
  return uses;
}

}  // namespace warpscope
