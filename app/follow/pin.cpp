#include "app/follow/pin.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

std::string_view pin_words(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// A whole number that is all of a text.
std::optional<std::int64_t> pin_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The numbers of "[3][5]"; empty if it is anything else.
std::vector<std::int64_t> subscripts_of(std::string_view text) {
  std::vector<std::int64_t> numbers;
  while (!text.empty()) {
    const std::size_t end = text.find(']');
    if (text.front() != '[' || end == std::string_view::npos) return {};
    const auto number = pin_number(pin_words(text.substr(1, end - 1)));
    if (!number) return {};
    numbers.push_back(*number);
    text.remove_prefix(end + 1);
  }
  return numbers;
}

/// The element that indices mean; one of them alone counts all elements.
std::optional<ElementIndex> element_of(const std::vector<std::int64_t>& extents,
                                       const std::vector<std::int64_t>& indices) {
  if (indices.size() == 1) return indices.front();
  if (indices.size() != extents.size()) return std::nullopt;
  ElementIndex element = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= extents[i]) return std::nullopt;
    element = element * extents[i] + indices[i];
  }
  return element;
}

/// "data[12]", as a launch calls it.
std::optional<Pin> cell_of_text(const Trace& trace, std::uint32_t launch, std::string_view text) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return std::nullopt;
  const std::string_view name = pin_words(text.substr(0, bracket));
  const std::vector<std::int64_t> indices = subscripts_of(text.substr(bracket));
  if (indices.empty()) return std::nullopt;
  for (int array = 0; array < static_cast<int>(trace.arrays.size()); ++array) {
    if (!is_name_in(trace, launch, array, name)) continue;
    const Array& of = trace.arrays[static_cast<std::size_t>(array)];
    const std::int64_t count = of.count;
    std::vector<std::int64_t> extents = extents_in(trace, launch, array);
    if (extents.empty() && of.columns > 0) extents = {count / of.columns, of.columns};
    const auto element = element_of(extents, indices);
    if (element && *element >= 0 && *element < count) return cell_pin(trace, array, *element);
  }
  return std::nullopt;
}

std::optional<Pin> numbered_pin(std::string_view kind, std::int64_t number, const Trace& trace,
                                const Access& access) {
  const int threads = trace.launch_of(access).threads();
  if (kind.empty() || kind == "lane") {
    if (number < warp_lanes) return PinnedLane{static_cast<std::int32_t>(number)};
  } else if (kind == "warp") {
    if (number * warp_lanes < threads) return PinnedWarp{static_cast<std::int32_t>(number)};
  } else if (kind == "thread") {
    if (number < threads) return PinnedThread{static_cast<std::int32_t>(number)};
  } else if (kind == "line" && number > 0 && number <= 0x7fffffff) {
    return PinnedLine{{line_of(trace, access).file, static_cast<std::uint32_t>(number)}};
  }
  return std::nullopt;
}

}  // namespace

Pin cell_pin(const Trace& trace, int array, ElementIndex index) {
  const Array& of = trace.arrays[static_cast<std::size_t>(array)];
  // A register belongs to its thread.
  if (of.space == Space::registers) return PinnedThread{static_cast<std::int32_t>(index)};
  return PinnedCell{of.name, of.space, index};
}

FileLine line_of(const Trace& trace, const Access& access) {
  const CodeLocation& at = trace.location_of(access);
  return {trace.sources[at.source].name, at.line};
}

int array_named(const Trace& trace, std::string_view name, Space space) {
  const auto found = std::ranges::find_if(
      trace.arrays, [&](const Array& array) { return array.name == name && array.space == space; });
  return found == trace.arrays.end() ? -1 : static_cast<int>(found - trace.arrays.begin());
}

std::string pin_text(const Pin& pin, const Trace& trace, std::uint32_t launch) {
  if (const auto* lane = std::get_if<PinnedLane>(&pin)) return tr("lane {}", lane->lane);
  if (const auto* warp = std::get_if<PinnedWarp>(&pin)) return tr("warp {}", warp->warp);
  if (const auto* thread = std::get_if<PinnedThread>(&pin))
    return tr("thread {} of the block", thread->thread);
  if (const auto* line = std::get_if<PinnedLine>(&pin)) return tr("line {}", line->at.line);
  const auto* cell = std::get_if<PinnedCell>(&pin);
  if (cell == nullptr) return {};
  const int array = array_named(trace, cell->array, cell->space);
  if (array < 0) return cell->array + '[' + std::to_string(cell->index) + ']';
  return element_name(trace, launch, array, cell->index);
}

Result<Pin> parse_pin(const Trace& trace, std::uint32_t access, std::string_view text) {
  const std::string_view typed = pin_words(text);
  const Access& now = trace.accesses[access];
  const std::uint32_t launch = trace.steps[now.step].launch;
  if (auto cell = cell_of_text(trace, launch, typed)) return *std::move(cell);
  const std::size_t blank = typed.find_last_of(' ');
  const std::string_view kind =
      blank == std::string_view::npos ? "" : pin_words(typed.substr(0, blank));
  const auto number = pin_number(blank == std::string_view::npos ? typed : typed.substr(blank + 1));
  if (number && *number >= 0) {
    if (auto pin = numbered_pin(kind, *number, trace, now)) return *std::move(pin);
  }
  // Translators: 'lane', 'warp', 'thread' and 'line' are typed in English.
  return usage_error(
      say("'{0}' cannot be pinned here: type a lane from 0 to 31, 'warp', 'thread' or 'line' "
          "and a number, or an element such as {1}[0]. A block of this launch has {2} threads.",
          std::string(typed), name_in(trace, launch, now.array), trace.launch_of(now).threads()));
}

}  // namespace warpscope
