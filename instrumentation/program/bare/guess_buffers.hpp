#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "instrumentation/program/bare/guess_grid.hpp"

namespace warpscope::guess {

/// How long a kernel's arrays are, and what they hold.
class Buffers : protected Grid {
 protected:
  using Grid::Grid;

  [[nodiscard]] BareArgument buffer(const BareParameter& parameter,
                                    const RangeReport& report) const;
  /// Ranges of what is in buffers of whole numbers, such that indices made of them are legal.
  void settle_contents() override;
  /// How many elements a buffer has, and how many the code touches before its first one.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> elements_of(
      const BareParameter& parameter, const RangeReport& report) const override;

 private:
  static constexpr std::int64_t bounds_step = 4;
  [[nodiscard]] bool is_index_name(std::string_view name) const;
  [[nodiscard]] std::int64_t count_of_bounds(const std::string& name,
                                             const RangeReport& report) const;
  [[nodiscard]] std::int64_t usual_below(const BareParameter& parameter) const;
  [[nodiscard]] WholeRange said_contents(const BareArgument& said,
                                         const BareParameter& parameter) const;
  [[nodiscard]] std::int64_t largest_number() const;
  [[nodiscard]] const BareParameter* parameter_named(const std::string& name) const;
  /// Finds how many values the elements may have, so that what they index is large enough.
  void narrow_contents(const std::string& name, WholeRange& range);
  [[nodiscard]] std::int64_t number_named_like_bins() const;
  /// Products of the problem's numbers, which buffers usually have as their size.
  [[nodiscard]] std::set<std::int64_t> likely_counts() const;
  [[nodiscard]] std::int64_t count_by_name(const ArrayUse* use) const;
  [[nodiscard]] std::string element_type(const BareParameter& parameter) const;
  void choose_contents(const BareParameter& parameter, const RangeReport& report,
                       BareArgument& argument) const;
};

}  // namespace warpscope::guess
