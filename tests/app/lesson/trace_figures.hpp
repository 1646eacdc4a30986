#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/lesson/lesson_figures.hpp"

// Figures of traces that the claims of several families need.
namespace warpscope::test::figures {

using Figures = std::vector<std::string>;

[[nodiscard]] inline const Step& step_of(const Trace& trace, const Access& access) {
  return trace.steps[access.step];
}
[[nodiscard]] inline const std::string& array_of(const Trace& trace, const Access& access) {
  return trace.arrays[access.array].name;
}
[[nodiscard]] inline bool shared_access(const Trace& trace, const Access& access) {
  return trace.arrays[access.array].space == Space::shared &&
         access.operation != Operation::shuffle;
}

[[nodiscard]] inline std::set<ElementIndex> indices_of(const Trace& trace, const Access& access) {
  const auto indices = trace.lane_indices(access);
  return {indices.begin(), indices.end()};
}

/// Banks of an access to 4-byte elements, in lane order.
[[nodiscard]] inline std::vector<int> banks_of(const SaidAt& at, const Access& access) {
  const Trace& trace = *at.document->trace;
  std::vector<int> banks;
  for (const ElementIndex index : trace.lane_indices(access)) {
    const std::uint32_t address =
        trace.arrays[access.array].base + 4 * static_cast<std::uint32_t>(index);
    banks.push_back(bank_of(at.document->summary.model, address));
  }
  return banks;
}

/// The values of the steps with a conflict of just this degree, the largest first.
[[nodiscard]] inline std::vector<std::int64_t> values_with_degree(const Document& document,
                                                                  int degree) {
  std::set<std::int64_t, std::greater<>> values;
  for (std::size_t a = 0; a < document.trace->accesses.size(); ++a) {
    const Access& access = document.trace->accesses[a];
    const auto value = step_of(*document.trace, access).value;
    if (value && document.summary.accesses[a].degree == degree) values.insert(*value);
  }
  return {values.begin(), values.end()};
}

}  // namespace warpscope::test::figures
