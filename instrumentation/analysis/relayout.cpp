#include "instrumentation/analysis/relayout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "instrumentation/analysis/element_places.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

constexpr const char* relayout_parameter = "relayout";

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
    return usage_error(
        tr("How many columns {} has is not known, so it can be padded, but not exclusive-ored.",
           relayout.array));
  }
  if (relayout.pad > 0) {
    if (array.columns == 0 || relayout.every <= array.columns) return Done{};
    return usage_error(
        tr("The rows of {0} have {1} elements, so none is padded after every {2}: "
           "{0}:pad={3} makes each row longer.",
           array.name, array.columns, relayout.every, relayout.pad));
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
  if (relayout->pad == 0) return ElementPlaces::swizzled(array, relayout->rows, relayout->unit);
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
  const auto colon = text.rfind(':');
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
    made.rows = 1;
    if (take("=") && (!number(made.rows) || (take("/") && !number(made.unit)))) {
      return std::nullopt;
    }
  } else {
    return std::nullopt;
  }
  return change.empty() ? std::optional(made) : std::nullopt;
}

/// What the columns of a matrix are exclusive-ored with: "row", "row / 2", "row % 16 * 4".
std::string row_text(const Relayout& relayout, std::int64_t rows, std::int64_t columns) {
  std::string row = relayout.rows > 1 ? fmt::format("row / {}", relayout.rows) : "row";
  const std::int64_t units = std::max<std::int64_t>(1, columns / relayout.unit);
  if (rows > units * relayout.rows) row += fmt::format(" % {}", units);
  if (relayout.unit > 1) row += fmt::format(" * {}", relayout.unit);
  return row;
}

constexpr std::string_view between_layouts = ";";

/// Elements in a row of a matrix before its rows were padded.
std::int64_t columns_before(const Relayout& relayout, std::int64_t columns) {
  if (relayout.pad == 0) return columns;
  if (relayout.every == 0) return columns > relayout.pad ? columns - relayout.pad : columns;
  const std::int64_t group = relayout.every + relayout.pad;
  return columns / group * relayout.every + std::min<std::int64_t>(columns % group, relayout.every);
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
  if (relayout.unit > 1) {
    return fmt::format("{}:xor={}/{}", relayout.array, relayout.rows, relayout.unit);
  }
  return relayout.rows > 1 ? fmt::format("{}:xor={}", relayout.array, relayout.rows)
                           : relayout.array + ":xor";
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
      tr("{0} is \"{1}\", but it must be ARRAY:pad=N, ARRAY:pad=N/EVERY or ARRAY:xor, such "
         "as tile:pad=1; its numbers are 1 to {2}.",
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
  if (array.columns == 0) {
    return say_n("one element more after every {1}", "{0} elements more after every {1}",
                 relayout.pad, every_of(relayout));
  }
  const std::int64_t rows = (array.count + array.columns - 1) / array.columns;
  if (relayout.pad == 0) {
    return {fmt::format("{}[row][col ^ {}]", array.name, row_text(relayout, rows, array.columns))};
  }
  if (relayout.every == 0 || relayout.every == array.columns) {
    return {fmt::format("{}[{}][{}]", array.name, rows, array.columns + relayout.pad)};
  }
  return {fmt::format("{}[row][col + col / {}{}]", array.name, relayout.every,
                      relayout.pad > 1 ? fmt::format(" * {}", relayout.pad) : "")};
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
    if (relayout.pad > 0) {
      const std::int64_t columns = columns_before(relayout, array.columns);
      const bool whole_rows = array.columns > 0 && relayout.every == 0;
      return ElementPlaces::without_padding(
          array, columns, whole_rows ? columns : every_of(relayout), relayout.pad);
    }
    // A file may name an array that is none.
    return check_array(trace, relayout, array)
               ? ElementPlaces::swizzled(array, relayout.rows, relayout.unit)
               : ElementPlaces(array);
  };
  const auto structure = [&](const Array& array) {
    return moved_structure(trace, layouts, array,
                           places_of_members(trace, layouts, array, gathered_member),
                           gathered_member);
  };
  SharedOverflow overflow;
  std::optional<Trace> plain = move_shared(trace, {places, structure}, overflow);
  if (plain) plain->header.parameters.erase(relayout_parameter);
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
  const Array& array = trace.arrays[access.array];
  const auto request = shared_request(trace, access);
  if (!request || !concerns(trace, relayout, array) || !check_array(trace, relayout, array)) {
    return std::nullopt;
  }
  const ElementPlaces places = places_of(trace, {relayout}, array);
  if (!stays_whole(trace, access, places)) return std::nullopt;
  return moved_request(trace, access, places, *request);
}

}  // namespace warpscope
