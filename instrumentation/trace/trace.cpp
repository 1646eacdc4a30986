#include "instrumentation/trace/trace.hpp"

#include <algorithm>
#include <utility>

#include "instrumentation/language/tr_noop.hpp"
#include "instrumentation/trace/local_memory.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {

std::string extent_text(const Dim3& extent) {
  std::string text = std::to_string(extent.x);
  if (extent.y != 1 || extent.z != 1) text += " × " + std::to_string(extent.y);
  if (extent.z != 1) text += " × " + std::to_string(extent.z);
  return text;
}

namespace {

std::string element_called(const Trace& trace, int array, const std::string& name,
                           const std::vector<std::int64_t>& extents, ElementIndex index) {
  const Array& of = trace.arrays[static_cast<std::size_t>(array)];
  if (of.space == Space::local) return name + local_subscript_text(of, index);
  if (of.structure < 0) return name + subscript_text(extents, index);
  const Structure& type = trace.structures[static_cast<std::size_t>(of.structure)];
  const std::int64_t cells = type.bytes / of.type.bytes();
  std::int64_t element = index / cells;
  if (index < 0 && index % cells != 0) --element;
  const auto at = static_cast<std::uint32_t>((index - element * cells) * of.type.bytes());
  std::string text = name + subscript_text(extents, element);
  for (const Member& member : type.members) {
    const auto bytes = static_cast<std::uint32_t>(member.type.bytes());
    if (at < member.offset || at >= member.offset + bytes * member.count) continue;
    text += '.' + member.name;
    const std::uint32_t number = (at - member.offset) / bytes;
    if (member.count > 1) text += '[' + std::to_string(number) + ']';
    const std::uint32_t within = at - member.offset - number * bytes;
    return within == 0 ? text : text + " + " + std::to_string(within) + " B";
  }
  return text + " + " + std::to_string(at) + " B";
}

}  // namespace

const ArrayName* array_name_in(const Trace& trace, std::uint32_t launch, int array) {
  const auto& names = trace.launches[launch].names;
  const auto found = std::ranges::find(names, array, &ArrayName::array);
  return found == names.end() ? nullptr : &*found;
}

const std::string& name_in(const Trace& trace, std::uint32_t launch, int array) {
  const ArrayName* const called = array_name_in(trace, launch, array);
  return called == nullptr ? trace.arrays[static_cast<std::size_t>(array)].name : called->name;
}

const std::vector<std::int64_t>& extents_in(const Trace& trace, std::uint32_t launch, int array) {
  const ArrayName* const called = array_name_in(trace, launch, array);
  const Array& own = trace.arrays[static_cast<std::size_t>(array)];
  return called == nullptr || called->extents.empty() ? own.extents : called->extents;
}

bool is_name_in(const Trace& trace, std::uint32_t launch, int array, std::string_view name) {
  if (array_name_in(trace, launch, array) == nullptr) {
    return trace.arrays[static_cast<std::size_t>(array)].name == name;
  }
  return std::ranges::any_of(trace.launches[launch].names, [&](const ArrayName& called) {
    return called.array == array && called.name == name;
  });
}

std::string element_name(const Trace& trace, std::uint32_t launch, int array, ElementIndex index) {
  return element_called(trace, array, name_in(trace, launch, array),
                        extents_in(trace, launch, array), index);
}

std::string element_name(const Trace& trace, int array, ElementIndex index) {
  const Array& own = trace.arrays[static_cast<std::size_t>(array)];
  return element_called(trace, array, own.name, own.extents, index);
}

Array in_local_memory(std::string name, ElementType type, int count, int threads) {
  const std::int64_t warps = (threads + local_lanes - 1) / local_lanes;
  return {.name = std::move(name),
          .space = Space::local,
          .type = type,
          .count = warps * count * local_lanes,
          .extents = {warps, count, local_lanes}};
}

LocalPlace local_place(const Array& array, ElementIndex index) {
  const std::int64_t count = array.extents[1];
  if (index < 0) return {-1, index};
  if (index >= array.count) return {-1, count + index - array.count};
  const std::int64_t row = index / local_lanes;
  return {row / count * local_lanes + index % local_lanes, row % count};
}

std::string local_subscript_text(const Array& array, ElementIndex index) {
  const LocalPlace place = local_place(array, index);
  const std::string element = '[' + std::to_string(place.element) + ']';
  return place.thread < 0 ? element : element + " of thread " + std::to_string(place.thread);
}

std::string subscript_text(const std::vector<std::int64_t>& extents, std::int64_t element) {
  std::string text;
  for (std::size_t k = extents.size(); k-- > 1;) {
    const std::int64_t extent = std::max<std::int64_t>(extents[k], 1);
    const std::int64_t index = (element % extent + extent) % extent;
    text.insert(0, '[' + std::to_string(index) + ']');
    element = (element - index) / extent;
  }
  return '[' + std::to_string(element) + ']' + text;
}

std::int64_t launch_number(const Trace& trace, std::uint32_t launch) {
  const std::int64_t number = trace.launches[launch].number;
  return number > 0 ? number : std::int64_t{launch} + 1;
}

std::int64_t launch_total(const Trace& trace) {
  return std::max(trace.header.program_launches, std::ssize(trace.launches));
}

std::string launch_ordinal(const Trace& trace, std::uint32_t launch) {
  const auto count = [](std::int64_t of) { return grouped(static_cast<std::uint64_t>(of)); };
  const std::int64_t recorded = std::ssize(trace.launches), all = launch_total(trace);
  std::string text = count(launch_number(trace, launch)) + " of " + count(all);
  if (recorded > 1 && recorded < all) text += " (" + count(recorded) + " recorded)";
  return text;
}

std::optional<std::uint32_t> launch_of_number(const Trace& trace, std::int64_t number) {
  for (std::uint32_t launch = 0; launch < trace.launches.size(); ++launch) {
    if (launch_number(trace, launch) == number) return launch;
  }
  return std::nullopt;
}

void fit_extents(Array& array) {
  if (array.extents.empty()) return;
  array.extents.back() = std::max<std::int64_t>(array.columns, 1);
  std::int64_t count = 1;
  for (const std::int64_t extent : array.extents) count *= extent;
  if (count != array.count || array.structure >= 0) array.extents.clear();
}

std::string step_label(const Step& step, std::string_view variable) {
  if (!step.value) return step.name;
  std::string value = std::to_string(*step.value);
  if (step.name.empty()) return value;
  if (variable.empty()) return step.name + ' ' + value;
  return step.name + ", " + std::string(variable) + " = " + value;
}

std::string_view name(FindingKind kind) {
  switch (kind) {
    case FindingKind::out_of_bounds: return tr_noop("out of bounds");
    case FindingKind::uninitialised_read: return tr_noop("uninitialised read");
    case FindingKind::barrier_divergence: return tr_noop("barrier divergence");
    case FindingKind::race: return tr_noop("race");
    case FindingKind::undefined_order: return tr_noop("order not defined");
    case FindingKind::numerics: return tr_noop("numerics");
    case FindingKind::misaligned: return tr_noop("misaligned address");
    case FindingKind::use_after_free: return tr_noop("use after free");
    case FindingKind::foreign_memory: return tr_noop("foreign memory");
    case FindingKind::wrong_call: return tr_noop("wrong call");
    case FindingKind::unchecked_error: return tr_noop("error never asked for");
    case FindingKind::assertion: return tr_noop("assertion");
    case FindingKind::undefined_result: return tr_noop("undefined result");
    case FindingKind::unfreed_memory: return tr_noop("memory never freed");
    case FindingKind::unfinished_copy: return tr_noop("unfinished copy");
  }
  return tr_noop("unknown finding");
}

}  // namespace warpscope
