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

[[nodiscard]] inline std::uint64_t conflicts(const Document& document) {
  const Totals& totals = document.summary.totals;
  return totals.shared_load.conflicts() + totals.shared_store.conflicts() +
         totals.shared_atomic.conflicts();
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

/// Accesses of a trace that fit.
template <class Fits>
[[nodiscard]] std::vector<Access> accesses_that(const Trace& trace, Fits fits) {
  std::vector<Access> found;
  std::ranges::copy_if(trace.accesses, std::back_inserter(found), fits);
  return found;
}
[[nodiscard]] inline std::uint64_t lanes_of(const std::vector<Access>& accesses) {
  std::uint64_t lanes = 0;
  for (const Access& access : accesses) lanes += static_cast<std::uint64_t>(access.active());
  return lanes;
}

/// Steps of that name.
[[nodiscard]] inline std::int64_t steps_named(const Trace& trace, std::string_view name) {
  return std::ranges::count(trace.steps, name, &Step::name);
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

/// Whether a step of this name has a conflict.
[[nodiscard]] inline bool has_conflict(const Document& document, std::string_view step) {
  for (std::size_t a = 0; a < document.trace->accesses.size(); ++a) {
    if (step_of(*document.trace, document.trace->accesses[a]).name == step &&
        document.summary.accesses[a].degree > 1) {
      return true;
    }
  }
  return false;
}

[[nodiscard]] inline bool has_finding(const Document& document, FindingKind kind) {
  return std::ranges::count(document.trace->findings, kind, &Finding::kind) > 0;
}

[[nodiscard]] inline std::string ms(const std::string& table, const std::string& kernel,
                                    std::int64_t size, int digits = 2) {
  return figure(h200_ms(table, kernel, size), digits);
}
inline constexpr std::int64_t largest = std::int64_t{1} << 28;

/// "36": percent of a kernel's time that its bank conflicts take. `vectors`: of 2^22 numbers, as the
/// sentence says; else of a matrix with a side of 2048.
[[nodiscard]] inline std::string conflict_share(const std::string& kernel, bool vectors = true) {
  return figure(vectors ? h200_conflict_share("vectors", kernel, 1 << 22)
                        : h200_conflict_share("matrices", kernel, 2048),
                0);
}

}  // namespace warpscope::test::figures
