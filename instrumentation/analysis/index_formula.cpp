#include "instrumentation/analysis/index_formula.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 20;  // more than any block has bytes
constexpr std::int64_t widest_gap = 64;  // unused elements at the end of a row

/// The smallest length of rows with which each element stays in its row; 0: there is none.
std::int64_t columns_of(const std::vector<ElementIndex>& places, const Array& array) {
  if (array.columns <= 0) return 0;
  for (std::int64_t columns = array.columns; columns <= array.columns + widest_gap; ++columns) {
    bool stays = true;
    for (std::size_t i = 0; i < places.size() && stays; ++i) {
      stays = places[i] / columns == static_cast<std::int64_t>(i) / array.columns;
    }
    if (stays) return columns;
  }
  return 0;
}

/// "[3][5]", of an array without rows "[5]".
std::string element_text(const Array& array, std::int64_t i) {
  if (array.columns <= 0) return "[" + std::to_string(i) + "]";
  return "[" + std::to_string(i / array.columns) + "][" + std::to_string(i % array.columns) + "]";
}

constexpr std::array<std::string_view, 5> index_names{"row", "col", "W", "H", "i"};

/// The parser knows the index_names of other formulas, too: of an unknown one it is said which there are here.
FormulaProblem of_an_index(FormulaProblem problem, std::string_view formula) {
  if (problem.column < 0 || std::cmp_greater_equal(problem.column, formula.size())) return problem;
  std::string_view word = formula.substr(static_cast<std::size_t>(problem.column));
  std::size_t end = 0;
  while (end < word.size() &&
         (std::isalnum(static_cast<unsigned char>(word[end])) != 0 || word[end] == '_'))
    ++end;
  const bool called = end < word.size() && word[end] == '(';
  word = word.substr(0, end);
  const bool known = std::ranges::find(index_names, word) != index_names.end();
  if (called || known || !FormulaParser::is_name(word)) return problem;
  problem.sentence = tr("'{}' is not known: use row, col, W, H or i.", word);
  return problem;
}

}  // namespace

std::variant<FormulaPlaces, FormulaProblem> places_by_formula(std::string_view formula,
                                                              const Array& array) {
  if (array.count < 1 || array.count > most_elements) {
    return FormulaProblem{tr("The size of {} is not known.", array.name), -1};
  }
  const std::int64_t width = array.columns > 0 ? array.columns : array.count;
  const std::int64_t height = (array.count + width - 1) / width;
  FormulaParser parser(formula, std::vector<std::string>(index_names.begin(), index_names.end()));
  FormulaPlaces made;
  std::vector<std::pair<ElementIndex, std::int64_t>> taken;  // place, element
  for (std::int64_t i = 0; i < array.count; ++i) {
    const std::array<std::int64_t, 5> values{i / width, i % width, width, height, i};
    const auto value = parser.value(values);
    if (const auto* problem = std::get_if<FormulaProblem>(&value))
      return of_an_index(*problem, formula);
    const std::int64_t place = std::get<std::int64_t>(value);
    if (place < 0) {
      return FormulaProblem{tr("{0}{1} would lie at place {2}, before the array's begin.",
                               array.name, element_text(array, i), place),
                            -1};
    }
    if (place >= most_elements) {
      return FormulaProblem{tr("{0}{1} would lie at place {2}, which is beyond all shared memory.",
                               array.name, element_text(array, i), place),
                            -1};
    }
    made.places.push_back(place);
    taken.emplace_back(place, i);
  }
  std::ranges::sort(taken);
  const auto twice = std::ranges::adjacent_find(
      taken, [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice != taken.end()) {
    return FormulaProblem{tr("{0}{1} and {0}{2} would both lie at place {3}.", array.name,
                             element_text(array, twice->second),
                             element_text(array, std::next(twice)->second), twice->first),
                          -1};
  }
  made.columns = columns_of(made.places, array);
  return made;
}

}  // namespace warpscope
