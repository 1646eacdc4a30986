#include "instrumentation/analysis/relayout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "instrumentation/analysis/element_places.hpp"
#include "instrumentation/analysis/index_formula.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

constexpr const char* relayout_parameter = "relayout";
/// The shapes that arrays with a formula had: count / columns of each, by the array's name.
constexpr const char* shapes_parameter = "relayout_shapes";

/// The member of the array's structures that a name means, "s.tile"; nullptr: none.
const Member* member_named(const Trace& trace, const Array& array, std::string_view name) {
  if (array.structure < 0 || !name.starts_with(array.name)) return nullptr;
  name.remove_prefix(array.name.size());
  if (!name.starts_with('.')) return nullptr;
  name.remove_prefix(1);
  const std::vector<Member>& members =
      trace.structures[static_cast<std::size_t>(array.structure)].members;
  const auto found = std::ranges::find_if(
      members, [name](const Member& member) { return member.count > 1 && member.name == name; });
  return found == members.end() ? nullptr : &*found;
}

bool concerns(const Trace& trace, const Relayout& relayout, const Array& array) {
  if (array.space != Space::shared) return false;
  return array.name == relayout.array || member_named(trace, array, relayout.array) != nullptr;
}

/// Those that concern an array: several only if they are of members of its structures.
std::vector<const Relayout*> concerning(const Trace& trace, const Layouts& layouts,
                                        const Array& array) {
  std::vector<const Relayout*> found;
  for (const Relayout& relayout : layouts) {
    if (concerns(trace, relayout, array)) found.push_back(&relayout);
  }
  return found;
}

int every_of(const Relayout& relayout) {
  return relayout.every > 0 ? relayout.every : default_every;
}

/// Elements among which columns swap: those of a row, or of an array without rows.
std::int64_t row_of(const Array& array) { return array.columns > 0 ? array.columns : array.count; }

/// Whether the formula gives each element a place of its own.
Status check_formula(const Relayout& relayout, const Array& array) {
  const auto made = places_by_formula(relayout.formula, array);
  const auto* problem = std::get_if<FormulaProblem>(&made);
  if (problem == nullptr) return Done{};
  if (problem->column < 0) return usage_error(problem->sentence);
  return usage_error(tr("The formula of {0}, column {1}: {2}", relayout.array, problem->column + 1,
                        problem->sentence));
}

/// Whether columns of this array can swap by their own number.
Status check_columns(const Relayout& relayout, const Array& array) {
  const auto columns = static_cast<unsigned>(relayout.columns);
  const auto unit = static_cast<unsigned>(relayout.unit);
  const std::int64_t row = row_of(array);
  const bool fits = std::has_single_bit(columns) && std::has_single_bit(unit) && unit < columns &&
                    relayout.columns < row && row % relayout.columns == 0;
  if (fits) return Done{};
  return usage_error(
      tr("Columns of {0} swap among {1}: that must be a power of two, a divisor of the {2} in a "
         "row, and "
         "more than the {3} that stay side by side.",
         relayout.array, relayout.columns, row, relayout.unit));
}

/// Whether this array can have the layout.
Status check_array(const Trace& trace, const Relayout& relayout, const Array& array) {
  if (array.structure >= 0) {
    const Member* const member = member_named(trace, array, relayout.array);
    if (member == nullptr) {
      return usage_error(
          tr("{0} holds structures, which another layout would tear apart: name an "
             "array among their members, {0}.NAME.",
             array.name));
    }
    if (relayout.pad > 0) return Done{};
    if (!relayout.formula.empty()) {
      return usage_error(
          tr("{} is a member of structures, so it can be padded, but not laid out by a formula.",
             relayout.array));
    }
    return usage_error(
        tr("How many columns {} has is not known, so it can be padded, but not exclusive-ored.",
           relayout.array));
  }
  if (!relayout.formula.empty()) return check_formula(relayout, array);
  if (relayout.pad > 0) {
    if (array.columns == 0 || relayout.every <= array.columns) return Done{};
    return usage_error(
        tr("The rows of {0} have {1} elements, so none is padded after every {2}: "
           "{0}:pad={3} makes each row longer.",
           array.name, array.columns, relayout.every, relayout.pad));
  }
  if (relayout.columns > 0) {
    if (Status fits = check_columns(relayout, array); !fits || relayout.rows == 0) return fits;
  }
  const auto columns = static_cast<std::uint64_t>(array.columns);
  if (array.columns >= 2 && std::has_single_bit(columns) && array.count % array.columns == 0) {
    const auto unit = static_cast<unsigned>(relayout.unit);
    if (std::has_single_bit(unit) && relayout.unit < array.columns) return Done{};
    return usage_error(
        tr("{0} columns of {1} are to stay side by side, but it must be a power of two "
           "and less than the {2} columns of a row.",
           relayout.unit, array.name, array.columns));
  }
  return usage_error(tr(
      "{} is no matrix whose columns are a power of two, so their exclusive or with the row does "
      "not stay within the row.",
      array.name));
}

/// Cells that an element of the member consists of.
std::int64_t cells_of(const Member& member, const Array& array) {
  return std::max<std::int64_t>(1, member.type.bytes() / array.type.bytes());
}

/// The cells of a member as an array of their own.
Array cells_alone(const Member& member, const Array& array) {
  Array alone = array;
  alone.count = member.count * cells_of(member, array);
  alone.columns = 0;
  alone.structure = -1;
  return alone;
}

using PlacesOfMember =
    std::function<ElementPlaces(const Relayout&, const Array& cells, std::int64_t of_element)>;

/// The places of an array's cells with the layouts of its members.
ElementPlaces places_of_members(const Trace& trace, const Layouts& layouts, const Array& array,
                                const PlacesOfMember& places) {
  const Structure& structure = trace.structures[static_cast<std::size_t>(array.structure)];
  std::vector<ElementPlaces::Part> parts;
  for (const Relayout* relayout : concerning(trace, layouts, array)) {
    const Member* const member = member_named(trace, array, relayout->array);
    if (member == nullptr) continue;
    parts.push_back(
        {.first = member->offset / array.type.bytes(),
         .places = places(*relayout, cells_alone(*member, array), cells_of(*member, array))});
  }
  return ElementPlaces::within(array, structure.bytes / array.type.bytes(), std::move(parts));
}

ElementPlaces padded_member(const Relayout& relayout, const Array& cells, std::int64_t of_element) {
  return ElementPlaces::padded(cells, every_of(relayout) * of_element,
                               static_cast<int>(relayout.pad * of_element));
}

ElementPlaces gathered_member(const Relayout& relayout, const Array& cells,
                              std::int64_t of_element) {
  return ElementPlaces::without_padding(cells, 0, every_of(relayout) * of_element,
                                        static_cast<int>(relayout.pad * of_element));
}

ElementPlaces places_of(const Trace& trace, const Layouts& layouts, const Array& array) {
  const std::vector<const Relayout*> found = concerning(trace, layouts, array);
  if (found.empty()) return ElementPlaces(array);
  if (array.structure >= 0) return places_of_members(trace, layouts, array, padded_member);
  const Relayout* const relayout = found.front();
  if (!relayout->formula.empty()) {
    auto made = places_by_formula(relayout->formula, array);
    auto* places = std::get_if<FormulaPlaces>(&made);
    if (places == nullptr) return ElementPlaces(array);
    return ElementPlaces::listed(array, std::move(places->places), places->columns);
  }
  if (relayout->swizzles()) {
    return ElementPlaces::swizzled(array, relayout->rows, relayout->unit, relayout->columns);
  }
  const bool whole_rows = array.columns > 0 && relayout->every == 0;
  return ElementPlaces::padded(array, whole_rows ? array.columns : every_of(*relayout),
                               relayout->pad);
}

/// An array's structure once its cells have those places: members move, and those that were laid out have other
/// counts.
Structure moved_structure(const Trace& trace, const Layouts& layouts, const Array& array,
                          const ElementPlaces& places, const PlacesOfMember& of_member) {
  Structure moved = trace.structures[static_cast<std::size_t>(array.structure)];
  const auto size = static_cast<std::uint32_t>(array.type.bytes());
  for (Member& member : moved.members) {
    for (const Relayout* relayout : concerning(trace, layouts, array)) {
      const Member* const laid = member_named(trace, array, relayout->array);
      if (laid == nullptr || laid->name != member.name) continue;
      const std::int64_t cells = cells_of(*laid, array);
      const std::int64_t count = of_member(*relayout, cells_alone(*laid, array), cells).count();
      member.count = static_cast<std::uint32_t>(std::max<std::int64_t>(1, count / cells));
    }
    member.offset = static_cast<std::uint32_t>(places.cell_of(member.offset / size)) * size;
  }
  moved.bytes = static_cast<std::uint32_t>(places.cells()) * size;
  return moved;
}

/// Whether each lane's elements still lie side by side, and begin where such a wide access may.
bool stays_whole(const Trace& trace, const Access& access, const ElementPlaces& places) {
  if (access.elements == 1) return true;
  const Array& array = trace.arrays[access.array];
  const std::int64_t size = array.type.bytes();
  const std::int64_t width = size * access.elements;
  const auto aligned = [&](ElementIndex first) { return (array.base + first * size) % width == 0; };
  return std::ranges::all_of(trace.lane_indices(access), [&](ElementIndex first) {
    const ElementIndex moved = places(first);
    for (int e = 1; e < access.elements; ++e) {
      if (places(first + e) != moved + e) return false;
    }
    return aligned(moved) || !aligned(first);
  });
}

/// An array that lies in the same bytes of a launch as one that is to move.
Status check_overlaps(const Trace& trace, const Layouts& layouts) {
  std::set<std::pair<std::uint32_t, std::int32_t>> used;  // launch, array
  for (const Access& access : trace.accesses) {
    if (trace.arrays[access.array].space == Space::shared) {
      used.emplace(trace.steps[access.step].launch, access.array);
    }
  }
  for (const auto& [launch, a] : used) {
    const Array& array = trace.arrays[static_cast<std::size_t>(a)];
    if (concerning(trace, layouts, array).empty()) continue;
    for (const auto& [where, b] : used) {
      const Array& other = trace.arrays[static_cast<std::size_t>(b)];
      if (where != launch || a == b) continue;
      if (array.base >= shared_end(other) || other.base >= shared_end(array)) continue;
      return usage_error(tr("{0} and {1} share their bytes, so {2} cannot move alone.", array.name,
                            other.name, array.name));
    }
  }
  return Done{};
}

/// Whether the trace has these arrays, each once and in its own layout, and each can lie so.
Status check_arrays(const Trace& trace, const Layouts& layouts) {
  if (const Layouts before = layouts_of(trace); !before.empty()) {
    return usage_error(tr("The trace has another layout already: {}.", text(before)));
  }
  for (const Relayout& relayout : layouts) {
    if (std::ranges::count(layouts, relayout.array, &Relayout::array) > 1) {
      return usage_error(
          tr("{} is to lie in two ways at once: name each array once.", relayout.array));
    }
    bool found = false;
    for (const Array& array : trace.arrays) {
      if (!concerns(trace, relayout, array)) continue;
      found = true;
      if (Status fits = check_array(trace, relayout, array); !fits) return fits;
    }
    if (!found) {
      return usage_error(tr("There is no shared array {} in this trace.", relayout.array));
    }
  }
  return check_overlaps(trace, layouts);
}

/// Everything but the size of shared memory. `each` sees every access to the arrays.
template <class Each>
Status check_layouts(const Trace& trace, const Layouts& layouts, Each each) {
  if (Status arrays = check_arrays(trace, layouts); !arrays) return arrays;
  std::vector<std::vector<const Relayout*>> of_array;
  std::vector<ElementPlaces> places;
  for (const Array& array : trace.arrays) {
    of_array.push_back(concerning(trace, layouts, array));
    places.push_back(places_of(trace, layouts, array));
  }
  for (const Access& access : trace.accesses) {
    const auto number = static_cast<std::size_t>(access.array);
    if (of_array[number].empty()) continue;
    if (!stays_whole(trace, access, places[number])) {
      return usage_error(tr(
          "The access of line {0} moves {1} elements of {2} at once, which {3} would tear apart.",
          trace.line_of(access), access.elements, of_array[number].front()->array,
          words(*of_array[number].front())));
    }
    if (Status seen = each(access, places[number]); !seen) return seen;
  }
  return Done{};
}

Error too_large(const Trace& trace, const Layouts& layouts, const SharedOverflow& overflow) {
  return {
      ErrorKind::usage,
      tr("{0}: a block of {1} would need {2} bytes of shared memory, but has at most {3}.",
         words(layouts), trace.launches[overflow.launch].kernel, overflow.needed, overflow.most)};
}

SharedRequest moved_request(const Trace& trace, const Access& access, const ElementPlaces& places,
                            SharedRequest request) {
  const Array& array = trace.arrays[access.array];
  const auto indices = trace.lane_indices(access);
  const auto size = static_cast<std::uint32_t>(array.type.bytes());
  for_each_lane(access.mask, [&](int lane, int k) {
    const auto index = static_cast<std::uint32_t>(places(indices[static_cast<std::size_t>(k)]));
    request.address[static_cast<std::size_t>(lane)] = array.base + index * size;
  });
  return request;
}

/// A positive number at the begin of `text`, which shrinks; nullopt if there is none.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number < 1 || number > max_relayout) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<Relayout> relayout_from(std::string_view text) {
  // A formula may have a colon, as a name may.
  const auto formula = text.find(":index=");
  const auto colon = formula != std::string_view::npos ? formula : text.rfind(':');
  if (colon == 0 || colon == std::string_view::npos) return std::nullopt;
  Relayout made{.array = std::string(text.substr(0, colon))};
  std::string_view change = text.substr(colon + 1);
  const auto take = [&change](std::string_view word) {
    if (!change.starts_with(word)) return false;
    change.remove_prefix(word.size());
    return true;
  };
  const auto number = [&change](int& target) {
    const auto read = take_number(change);
    target = read.value_or(0);
    return read.has_value();
  };
  if (take("pad=")) {
    if (!number(made.pad) || (take("/") && !number(made.every))) return std::nullopt;
  } else if (take("xor")) {
    if (take("=")) {
      const bool by_row = !change.starts_with("col");
      if (by_row && !number(made.rows)) return std::nullopt;
      if ((!by_row || take("+")) && (!take("col") || !number(made.columns))) return std::nullopt;
      if (take("/") && !number(made.unit)) return std::nullopt;
    } else {
      made.rows = 1;
    }
  } else if (take("index=")) {
    made.formula = change;
    change = {};
    if (made.formula.empty()) return std::nullopt;
  } else {
    return std::nullopt;
  }
  return change.empty() ? std::optional(made) : std::nullopt;
}

/// "row / 2 % 16 * 4": a number of so many, of which each `every` count alike, and as many as there are units.
std::string swapped_by(std::string name, std::int64_t count, std::int64_t every, std::int64_t units,
                       int unit) {
  if (every > 1) name += fmt::format(" / {}", every);
  if (count > units * every) name += fmt::format(" % {}", units);
  if (unit > 1) name += fmt::format(" * {}", unit);
  return name;
}

/// What the columns are exclusive-ored with: "row", "row / 2", "row % 16 * 4", "col / 32 * 4", "row ^ col / 32".
std::string swizzle_text(const Relayout& relayout, const Array& array) {
  const bool matrix = array.columns > 0;
  const std::int64_t columns = matrix ? array.columns : array.count;
  const std::int64_t rows = matrix ? (array.count + columns - 1) / columns : 1;
  const std::int64_t among = relayout.columns > 0 ? relayout.columns : columns;
  const std::int64_t units = std::max<std::int64_t>(1, among / std::max(1, relayout.unit));
  std::string text;
  if (relayout.rows > 0) text = swapped_by("row", rows, relayout.rows, units, relayout.unit);
  if (relayout.columns == 0) return text;
  if (!text.empty()) text += " ^ ";
  return text + swapped_by(matrix ? "col" : "i", columns, relayout.columns, units, relayout.unit);
}

constexpr std::string_view between_layouts = ";";

/// Elements in a row of a matrix before its rows were padded.
std::int64_t columns_before(const Relayout& relayout, std::int64_t columns) {
  if (relayout.pad == 0) return columns;
  if (relayout.every == 0) return columns > relayout.pad ? columns - relayout.pad : columns;
  const std::int64_t group = relayout.every + relayout.pad;
  return columns / group * relayout.every + std::min<std::int64_t>(columns % group, relayout.every);
}

/// Writes down which shapes the arrays with a formula had: a formula does not tell.
void note_shapes(const Trace& trace, const Layouts& layouts, Trace& moved) {
  std::string shapes;
  for (const Relayout& relayout : layouts) {
    if (relayout.formula.empty()) continue;
    for (const Array& array : trace.arrays) {
      if (!concerns(trace, relayout, array)) continue;
      shapes += fmt::format("{}{} {} {}", shapes.empty() ? "" : "; ", array.count, array.columns,
                            array.name);
    }
  }
  if (!shapes.empty()) moved.header.parameters[shapes_parameter] = shapes;
}

/// The arrays of that name before they were moved; only count and columns differ from `moved`.
std::vector<Array> noted_shapes(const Trace& trace, const Array& moved) {
  std::vector<Array> found;
  const auto noted = trace.header.parameters.find(shapes_parameter);
  if (noted == trace.header.parameters.end()) return found;
  constexpr std::size_t most = 4;  // a file may be hostile, and each is tried
  std::string_view rest = noted->second;
  while (!rest.empty() && found.size() < most) {
    const std::string one(rest.substr(0, rest.find("; ")));
    rest.remove_prefix(std::min(rest.size(), one.size() + 2));
    std::istringstream words(one);
    Array before = moved;
    std::string name;
    const bool read = static_cast<bool>(words >> before.count >> before.columns) &&
                      static_cast<bool>(std::getline(words >> std::ws, name));
    if (read && name == moved.name && before.count > 0 && before.count <= moved.count) {
      found.push_back(before);
    }
  }
  return found;
}

/// The way back for an array that lies as a formula says; nothing moves if it does not.
ElementPlaces without_formula(const Trace& trace, const Relayout& relayout, const Array& moved) {
  for (const Array& before : noted_shapes(trace, moved)) {
    const auto made = places_by_formula(relayout.formula, before);
    const auto* places = std::get_if<FormulaPlaces>(&made);
    if (places == nullptr) continue;
    const ElementPlaces there = ElementPlaces::listed(before, places->places, places->columns);
    if (there.count() != moved.count || there.columns() != moved.columns) continue;
    return ElementPlaces::without_list(moved, places->places, before.columns);
  }
  return ElementPlaces(moved);
}

/// In the words of the source where they are short, of an array that has moved.
std::string moved_words(const Relayout& relayout, const Trace& trace) {
  for (const Array& array : trace.arrays) {
    if (!concerns(trace, relayout, array)) continue;
    if (array.columns == 0) break;  // the words of the source are long
    Array before = array;
    before.columns = columns_before(relayout, array.columns);
    before.count = array.count / array.columns * before.columns;
    return source_text(relayout, before).text();
  }
  return words(relayout);
}

}  // namespace

std::string layout_name(const Trace& trace, const Access& access) {
  const Array& array = trace.arrays[access.array];
  const auto indices = trace.lane_indices(access);
  if (array.structure < 0 || indices.empty()) return array.name;
  const Structure& structure = trace.structures[static_cast<std::size_t>(array.structure)];
  const std::int64_t size = array.type.bytes();
  const std::int64_t at = std::max<ElementIndex>(0, indices.front()) * size % structure.bytes;
  for (const Member& member : structure.members) {
    const std::int64_t within = at - member.offset;
    if (within < 0 || within >= std::int64_t{member.count} * member.type.bytes()) continue;
    return member.count > 1 ? fmt::format("{}.{}", array.name, member.name) : array.name;
  }
  return array.name;
}

std::string text(const Relayout& relayout) {
  if (!relayout) return "";
  if (relayout.pad > 0) {
    return relayout.every > 0
               ? fmt::format("{}:pad={}/{}", relayout.array, relayout.pad, relayout.every)
               : fmt::format("{}:pad={}", relayout.array, relayout.pad);
  }
  if (!relayout.formula.empty()) return relayout.array + ":index=" + relayout.formula;
  std::string made = relayout.array + ":xor";
  const std::string by_columns =
      relayout.columns > 0 ? fmt::format("col{}", relayout.columns) : std::string();
  if (relayout.rows == 0) {
    made += "=" + by_columns;
  } else if (relayout.rows > 1 || relayout.unit > 1 || relayout.columns > 0) {
    made += fmt::format("={}{}{}", relayout.rows, relayout.columns > 0 ? "+" : "", by_columns);
  }
  return relayout.unit > 1 ? fmt::format("{}/{}", made, relayout.unit) : made;
}

std::string text(const Layouts& layouts) {
  std::string joined;
  for (const Relayout& relayout : layouts) {
    if (!joined.empty()) joined += fmt::format("{} ", between_layouts);
    joined += text(relayout);
  }
  return joined;
}

Result<Relayout> parse_relayout(std::string_view name, std::string_view text) {
  if (auto made = relayout_from(text)) return std::move(*made);
  return usage_error(
      tr("{0} is \"{1}\", but it must be ARRAY:pad=N, ARRAY:pad=N/EVERY, ARRAY:xor or "
         "ARRAY:index=FORMULA, such as tile:pad=1; its numbers are 1 to {2}.",
         name, text, max_relayout));
}

Result<Layouts> parse_layouts(std::string_view name, std::string_view text) {
  Layouts made;
  for (;;) {
    const auto end = text.find(between_layouts);
    std::string_view one = text.substr(0, end);
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    Result<Relayout> relayout = parse_relayout(name, one);
    if (!relayout) return relayout.error();
    if (std::ranges::count(made, relayout->array, &Relayout::array) > 0) {
      return usage_error(
          tr("{0} names {1} twice, but an array can lie in one way only.", name, relayout->array));
    }
    made.push_back(std::move(relayout).value());
    if (end == std::string_view::npos) return made;
    text.remove_prefix(end + between_layouts.size());
  }
}

Layouts with_layout(Layouts layouts, const Relayout& relayout) {
  const auto known = std::ranges::find(layouts, relayout.array, &Relayout::array);
  if (known == layouts.end()) {
    layouts.push_back(relayout);
  } else {
    *known = relayout;
  }
  return layouts;
}

std::string words(const Relayout& relayout) {
  if (!relayout.formula.empty()) return fmt::format("{}[{}]", relayout.array, relayout.formula);
  if (relayout.columns > 0) {
    const std::string by =
        fmt::format("{}col / {}", relayout.rows > 0 ? "row ^ " : "", relayout.columns);
    // Translators: {0} is an array in shared memory, {1} C++: "row ^ col / 32".
    return tr("{0} with columns ^ {1}", relayout.array, by);
  }
  // Translators: {0} is an array in shared memory, "columns ^ row" C++.
  if (relayout.pad == 0) return tr("{0} with columns ^ row", relayout.array);
  if (relayout.every == 0) {
    // Translators: how a matrix {0} lies: {1} unused elements more in each row.
    return tr("{0} with {1} more in a row", relayout.array, relayout.pad);
  }
  // Translators: how an array {0} lies: {1} unused elements after every {2}.
  return tr("{0} with {1} more in {2}", relayout.array, relayout.pad, relayout.every);
}

std::string words(const Layouts& layouts) {
  std::string joined;
  for (const Relayout& relayout : layouts) {
    joined = joined.empty() ? words(relayout) : tr("{0}, {1}", joined, words(relayout));
  }
  return joined;
}

Sentence source_text(const Relayout& relayout, const Array& array) {
  if (!relayout.formula.empty()) {
    return {fmt::format("{}[{}]", array.name, relayout.formula)};
  }
  if (relayout.swizzles()) {
    const std::string by = swizzle_text(relayout, array);
    if (array.columns == 0) return {fmt::format("{}[i ^ {}]", array.name, by)};
    return {fmt::format("{}[row][col ^ {}]", array.name, by)};
  }
  if (array.columns == 0) {
    return say_n("one element more after every {1}", "{0} elements more after every {1}",
                 relayout.pad, every_of(relayout));
  }
  const std::int64_t rows = (array.count + array.columns - 1) / array.columns;
  if (relayout.every == 0 || relayout.every == array.columns) {
    return {fmt::format("{}[{}][{}]", array.name, rows, array.columns + relayout.pad)};
  }
  return {fmt::format("{}[row][col + col / {}{}]", array.name, relayout.every,
                      relayout.pad > 1 ? fmt::format(" * {}", relayout.pad) : "")};
}

Status possible_layouts(const Trace& trace, const Layouts& layouts) {
  const auto effect = relayout_effect(trace, layouts, BankModel::cc5);
  return effect ? Status(Done{}) : effect.error();
}

Result<Trace> relaid(const Trace& trace, const Layouts& layouts) {
  const auto nothing = [](const Access&, const ElementPlaces&) { return Status(Done{}); };
  if (Status legal = check_layouts(trace, layouts, nothing); !legal) return legal.error();
  SharedOverflow overflow;
  const auto places = [&](const Array& array) { return places_of(trace, layouts, array); };
  const auto structure = [&](const Array& array) {
    return moved_structure(trace, layouts, array,
                           places_of_members(trace, layouts, array, padded_member), padded_member);
  };
  std::optional<Trace> moved = move_shared(trace, {places, structure}, overflow);
  if (!moved) return too_large(trace, layouts, overflow);
  moved->header.parameters[relayout_parameter] = text(layouts);
  note_shapes(trace, layouts, *moved);
  return std::move(*moved);
}

Layouts layouts_of(const Trace& trace) {
  const auto said = trace.header.parameters.find(relayout_parameter);
  if (said == trace.header.parameters.end()) return {};
  auto read = parse_layouts(relayout_parameter, said->second);
  return read ? std::move(read).value() : Layouts{};
}

std::string relayout_words(const Trace& trace) {
  std::string joined;
  for (const Relayout& relayout : layouts_of(trace)) {
    const std::string one = moved_words(relayout, trace);
    joined = joined.empty() ? one : tr("{0}, {1}", joined, one);
  }
  return joined;
}

std::optional<Trace> without_relayout(const Trace& trace) {
  const Layouts layouts = layouts_of(trace);
  if (layouts.empty()) return std::nullopt;
  const auto places = [&](const Array& array) {
    const std::vector<const Relayout*> found = concerning(trace, layouts, array);
    if (found.empty()) return ElementPlaces(array);
    if (array.structure >= 0) return places_of_members(trace, layouts, array, gathered_member);
    const Relayout& relayout = *found.front();
    if (!relayout.formula.empty()) return without_formula(trace, relayout, array);
    if (relayout.pad > 0) {
      const std::int64_t columns = columns_before(relayout, array.columns);
      const bool whole_rows = array.columns > 0 && relayout.every == 0;
      return ElementPlaces::without_padding(
          array, columns, whole_rows ? columns : every_of(relayout), relayout.pad);
    }
    // A file may name an array that is none.
    return check_array(trace, relayout, array)
               ? ElementPlaces::swizzled(array, relayout.rows, relayout.unit, relayout.columns)
               : ElementPlaces(array);
  };
  const auto structure = [&](const Array& array) {
    return moved_structure(trace, layouts, array,
                           places_of_members(trace, layouts, array, gathered_member),
                           gathered_member);
  };
  SharedOverflow overflow;
  std::optional<Trace> plain = move_shared(trace, {places, structure}, overflow);
  if (plain) {
    plain->header.parameters.erase(relayout_parameter);
    plain->header.parameters.erase(shapes_parameter);
  }
  return plain;
}

Result<RelayoutEffect> relayout_effect(const Trace& trace, const Layouts& layouts, BankModel model,
                                       std::stop_token stop) {
  RelayoutEffect effect;
  std::vector<std::int64_t> more(trace.launches.size(), 0);
  std::set<std::pair<std::uint32_t, std::int32_t>> met;  // launch, array
  const auto add = [&](const Access& access, const ElementPlaces& places) -> Status {
    if (stop.stop_requested()) return Error{ErrorKind::failed, tr("It was stopped.")};
    const auto request = shared_request(trace, access);
    if (!request) return Done{};
    const std::uint32_t launch = trace.steps[access.step].launch;
    if (met.emplace(launch, access.array).second) {
      more[launch] += places.growth() * trace.arrays[access.array].type.bytes();
    }
    effect.before += static_cast<std::uint64_t>(wavefronts(model, *request).actual);
    effect.after += static_cast<std::uint64_t>(
        wavefronts(model, moved_request(trace, access, places, *request)).actual);
    return Done{};
  };
  if (Status legal = check_layouts(trace, layouts, add); !legal) return legal.error();
  for (std::size_t launch = 0; launch < more.size(); ++launch) {
    effect.extra_bytes = std::max(effect.extra_bytes, more[launch]);
    const std::uint32_t bytes = trace.launches[launch].shared_bytes;
    const auto needed = static_cast<std::uint32_t>(bytes + more[launch]);
    const std::uint32_t most = std::max(common_shared_bytes, bytes);
    if (needed > most) return too_large(trace, layouts, {launch, needed, most});
  }
  return effect;
}

std::optional<SharedRequest> relaid_request(const Trace& trace, const Access& access,
                                            const Relayout& relayout) {
  const auto number = static_cast<std::uint32_t>(&access - trace.accesses.data());
  return relaid_requests(trace, {&number, 1}, relayout).front();
}

std::vector<std::optional<SharedRequest>> relaid_requests(const Trace& trace,
                                                          std::span<const std::uint32_t> accesses,
                                                          const Relayout& relayout) {
  std::map<std::int32_t, std::optional<ElementPlaces>> of_array;  // nullopt: it cannot lie so
  std::vector<std::optional<SharedRequest>> requests;
  for (const std::uint32_t number : accesses) {
    const Access& access = trace.accesses[number];
    auto& request = requests.emplace_back(shared_request(trace, access));
    if (!request) continue;
    const auto [known, is_new] = of_array.try_emplace(access.array);
    std::optional<ElementPlaces>& places = known->second;
    const Array& array = trace.arrays[access.array];
    if (is_new && concerns(trace, relayout, array) && check_array(trace, relayout, array)) {
      places = places_of(trace, {relayout}, array);
    }
    if (!places || !stays_whole(trace, access, *places)) {
      request.reset();
    } else {
      request = moved_request(trace, access, *places, *request);
    }
  }
  return requests;
}

}  // namespace warpscope
