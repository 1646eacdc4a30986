#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "instrumentation/analysis/formula_parser.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Where a formula puts the elements of an array.
struct FormulaPlaces {
  std::vector<ElementIndex> places;  ///< of each element, in order; no two are the same
  std::int64_t columns = 0;  ///< in a row, if rows stay one behind the other; 0: they do not
};

/// Evaluates the index of every element: "row*(W+1) + col". Names: row and col of the element; W, the elements in a
/// row; H, the rows; i, its number as it is: row*W + col. An array that is no matrix is one row. What C has
/// stands in FormulaParser. A problem if the formula is none, puts an element before the first or far behind the
/// last place, or two at one place.
[[nodiscard]] std::variant<FormulaPlaces, FormulaProblem> places_by_formula(
    std::string_view formula, const Array& array);

}  // namespace warpscope
