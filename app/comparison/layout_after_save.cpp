#include "app/comparison/layout_after_save.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {
namespace {

/// How shared arrays of one name lie, and what the accesses to them cost.
struct Lie {
  std::vector<Array> arrays;
  std::uint64_t wavefronts = 0, ideal = 0;

  [[nodiscard]] bool is_as(const Lie& other) const {
    return !arrays.empty() && arrays == other.arrays &&
           wavefronts * other.ideal == other.wavefronts * ideal;
  }
};

/// Of the arrays that are called `name`, or that hold it as a member: "s" of "s.tile". Empty: of all.
Lie lie_of(const Document& document, std::string_view name) {
  const Trace& trace = *document.trace;
  const auto is_meant = [&](const Array& array) {
    if (array.space != Space::shared) return false;
    return name.empty() || name == array.name || name.starts_with(array.name + ".");
  };
  Lie lie;
  for (Array array : trace.arrays) {
    if (!is_meant(array)) continue;
    array.base = 0;  // another array before it changes nothing
    array.structure = array.structure < 0 ? -1 : 0;
    lie.arrays.push_back(std::move(array));
  }
  for (std::size_t i = 0; i < trace.accesses.size(); ++i) {
    const std::int32_t array = trace.accesses[i].array;
    if (array < 0 || !is_meant(trace.arrays[static_cast<std::size_t>(array)])) continue;
    lie.wavefronts += static_cast<std::uint64_t>(document.summary.accesses[i].wavefronts);
    lie.ideal += static_cast<std::uint64_t>(document.summary.accesses[i].ideal);
  }
  return lie;
}

bool lies_as_before(const Document& before, const Document& now, std::string_view array) {
  return lie_of(before, array).is_as(lie_of(now, array));
}

}  // namespace

WhatIf still_untried(WhatIf what_if, const Document& before, const Document& now) {
  if (what_if.pad != 0 && !lies_as_before(before, now, {})) what_if.pad = 0;
  std::erase_if(what_if.layouts,
                [&](const Relayout& layout) { return !lies_as_before(before, now, layout.array); });
  return what_if;
}

}  // namespace warpscope
