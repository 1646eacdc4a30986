#include "instrumentation/trace/trace_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/source_match.hpp"

namespace warpscope {
namespace {

using Found = std::optional<Divergence>;

Found differs(Sentence what) { return Divergence{std::move(what), {}, {}}; }

/// "load", to be read later.
Sentence said_name(Operation operation) { return say(name(operation)); }

/// One side, as the only one that has something.
Sentence only_in(bool first, SideWords words) {
  if (words == SideWords::traces) {
    // Translators: "Step 3: only in the first trace."
    return first ? say_c("only in", "the first trace") : say_c("only in", "the second trace");
  }
  return first ? say_c("only in", "the left run") : say_c("only in", "the right run");
}

/// "Step 3", "Launch 2, step 1": both count from 1, as in the window.
Sentence step_number(const Trace& trace, std::size_t s) {
  if (trace.launches.size() < 2) return say("Step {}", s + 1);
  const std::uint32_t launch = trace.steps[s].launch;
  return say("Launch {0}, step {1}", launch_number(trace, launch),
             s - trace.launches[launch].first_step + 1);
}

/// "Step 3 (add 2)"
Sentence step_title(const Trace& trace, std::size_t s) {
  const std::string label = step_label(trace.steps[s]);
  const Sentence number = step_number(trace, s);
  // Translators: the number of a step, and its name.
  return label.empty() ? number : say("{0} ({1})", number, label);
}

/// "lane 7", "lanes 0-3, 7"
Sentence lane_list(std::uint32_t mask) {
  std::string text;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int run = std::countr_one(mask >> lane);
    if (run == 0) continue;
    if (!text.empty()) text += ", ";
    text += run == 1 ? std::to_string(lane) : fmt::format("{}-{}", lane, lane + run - 1);
    lane += run;
  }
  // Translators: {1} are the numbers of the lanes, such as "0-3, 7".
  return say_n("lane {1}", "lanes {1}", std::popcount(mask), text);
}

Sentence values(ElementType type, std::span<const std::uint32_t> a,
                std::span<const std::uint32_t> b) {
  // Translators: the values at the two sides of a comparison.
  return say("{0} against {1}", format_value(type, a), format_value(type, b));
}

std::string describe(const Array& array) {
  const std::string rows = array.columns == 0 ? "" : fmt::format(" in rows of {}", array.columns);
  return fmt::format("{} {} {}[{}]{} at byte {}", name(array.space), array.type.name(), array.name,
                     array.count, rows, array.base);
}

std::string describe(const Launch& launch) {
  return fmt::format(
      "{} on {} blocks of {} threads with {} bytes of shared memory, block {} traced",
      launch.kernel, extent_text(launch.grid), extent_text(launch.block), launch.shared_bytes,
      launch.traced_block);
}

Sentence numbered(const Array&, std::size_t number) { return say("Array {}", number); }
Sentence numbered(const Launch&, std::size_t number) { return say("Launch {}", number); }

/// Compares two lists, of arrays or launches, item by item.
template <class Item>
Found compare_lists(const std::vector<Item>& a, const std::vector<Item>& b, SideWords sides) {
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    const std::string of_a = describe(a[k]);
    const std::string of_b = describe(b[k]);
    if (of_a != of_b) {
      return differs(say("{0}: {1} against {2}.", numbered(a[k], k + 1), of_a, of_b));
    }
  }
  if (a.size() == b.size()) return {};
  const bool in_first = a.size() > b.size();
  const std::size_t k = std::min(a.size(), b.size());
  const Item& extra = in_first ? a[k] : b[k];
  return differs(say("{0}: {1} only in {2}.", numbered(extra, k + 1), describe(extra),
                     only_in(in_first, sides)));
}

/// Walks both traces in time. The traces have equal arrays and launches.
class Comparison {
 public:
  Comparison(const Trace& a, const Trace& b, bool barriers, SideWords sides)
      : a_(a), b_(b), barriers_(barriers), sides_(sides), code_(a, b) {}

  Found run() {
    const std::size_t steps = std::min(a_.steps.size(), b_.steps.size());
    for (std::size_t s = 0; s < steps; ++s) {
      if (s == 0 || a_.steps[s].launch != a_.steps[s - 1].launch) forget_stores();
      if (Found found = compare_labels(s)) return found;
      if (Found found = compare_accesses(s)) return found;
      if (!barriers_) continue;
      if (Found found = compare_snapshots(s)) return found;
    }
    if (a_.steps.size() == b_.steps.size()) return {};
    const bool in_first = a_.steps.size() > b_.steps.size();
    return only(in_first, steps);
  }

 private:
  [[nodiscard]] Found only(bool in_first, std::size_t s) const {
    return differs(
        say("{0}: only in {1}.", step_title(in_first ? a_ : b_, s), only_in(in_first, sides_)));
  }
  /// One of them has a barrier at the end of a step.
  [[nodiscard]] Found barrier(const Sentence& step, bool in_first) const {
    return differs(say("{0}: ends with a barrier only in {1}.", step, only_in(in_first, sides_)));
  }
  Found compare_labels(std::size_t s) const;
  Found compare_accesses(std::size_t s);
  Found compare_snapshots(std::size_t s) const;
  /// How two accesses differ; empty when they do not.
  [[nodiscard]] Sentence difference(const Access& x, const Access& y) const;
  [[nodiscard]] Sentence place_text(const Access& x, const Access& y) const;
  [[nodiscard]] Sentence deed(const Trace& trace, const Access& access) const;
  [[nodiscard]] Sentence lane_difference(const Access& x, const Access& y) const;
  /// Empty if the element that the byte belongs to has the same value.
  [[nodiscard]] Sentence byte_difference(const Sentence& step, std::size_t byte,
                                         std::span<const std::uint8_t> a,
                                         std::span<const std::uint8_t> b) const;
  void forget_stores() {
    stored_bytes_.clear();
    stored_arrays_.assign(a_.arrays.size(), false);
  }
  void remember_stores(const Access& access);

  const Trace& a_;
  const Trace& b_;
  bool barriers_;
  SideWords sides_;
  SourceMatch code_;
  std::vector<bool> stored_bytes_;   // of shared memory, by the present launch
  std::vector<bool> stored_arrays_;  // likewise
};

Found Comparison::compare_labels(std::size_t s) const {
  const Step& a = a_.steps[s];
  const Step& b = b_.steps[s];
  if (a.launch != b.launch) {
    const bool in_first = a.launch < b.launch;  // the other trace's launch had ended
    return only(in_first, s);
  }
  if (barriers_ && a.barrier != b.barrier && (a.name.empty() || b.name.empty())) {
    return barrier(step_title(a.barrier ? a_ : b_, s), a.barrier);
  }
  if (!code_.same_name(a, b) || a.value != b.value) {
    return differs(
        say("{0}: \"{1}\" against \"{2}\".", step_number(a_, s), step_label(a), step_label(b)));
  }
  if (barriers_ && a.barrier != b.barrier) {
    return barrier(step_title(a_, s), a.barrier);
  }
  return {};
}

Found Comparison::compare_accesses(std::size_t s) {
  std::uint32_t i = a_.steps[s].first_access;
  std::uint32_t j = b_.steps[s].first_access;
  const std::uint32_t end_a = i + a_.steps[s].access_count;
  const std::uint32_t end_b = j + b_.steps[s].access_count;
  constexpr int none = std::numeric_limits<int>::max();
  int warp = none;
  int ordinal = 0;  // of the access in its warp, from 1
  for (; i < end_a || j < end_b; ++i, ++j) {
    const int warp_a = i < end_a ? a_.accesses[i].warp : none;
    const int warp_b = j < end_b ? b_.accesses[j].warp : none;
    const int next_warp = std::min(warp_a, warp_b);
    ordinal = next_warp == warp ? ordinal + 1 : 1;
    warp = next_warp;
    Sentence what;
    if (warp_a == warp_b) {
      what = difference(a_.accesses[i], b_.accesses[j]);
    } else {
      const Access& access = warp_a < warp_b ? a_.accesses[i] : b_.accesses[j];
      // Translators: {1} is an operation, such as "load", {2} an array.
      what =
          say("line {0}: {1} of {2} only in {3}", (warp_a < warp_b ? a_ : b_).line_of(access),
              said_name(access.operation), name_in(a_, a_.steps[access.step].launch, access.array),
              only_in(warp_a < warp_b, sides_));
    }
    if (!what.empty()) {
      Divergence found{
          // Translators: {0} is such as "Step 3 (add 2)", {3} says what differs there.
          say("{0}, warp {1}, access {2}: {3}.", step_title(a_, s), warp, ordinal, what),
          {},
          {}};
      if (warp_a <= warp_b) found.access_a = i;
      if (warp_b <= warp_a) found.access_b = j;
      return found;
    }
    remember_stores(a_.accesses[i]);
  }
  return {};
}

Sentence Comparison::difference(const Access& x, const Access& y) const {
  if (!code_.same(a_.location_of(x), b_.location_of(y))) {
    return say("{0} against {1}", deed(a_, x), deed(b_, y));
  }
  if (x.array != y.array) {
    return say("{0}: array {1} against {2}", place_text(x, y), a_.arrays[x.array].name,
               a_.arrays[y.array].name);
  }
  if (x.operation != y.operation) {
    return say("{0}: {1} against {2} of {3}", place_text(x, y), said_name(x.operation),
               said_name(y.operation), a_.arrays[x.array].name);
  }
  if (x.elements != y.elements) {
    return say("{0}: {1} against {2} elements a lane of {3}", place_text(x, y), x.elements,
               y.elements, a_.arrays[x.array].name);
  }
  if (x.mask != y.mask) {
    return say("{0}: active lanes {1} against {2}, a difference in {3}", place_text(x, y),
               fmt::format("0x{:08x}", x.mask), fmt::format("0x{:08x}", y.mask),
               lane_list(x.mask ^ y.mask));
  }
  return lane_difference(x, y);
}

/// "line 24"; of two versions "line 24 of before.cu and line 26 of after.cu".
Sentence Comparison::place_text(const Access& x, const Access& y) const {
  const std::uint32_t line_a = a_.line_of(x), line_b = b_.line_of(y);
  const std::string &file_a = a_.source_of(x).name, &file_b = b_.source_of(y).name;
  if (file_a != file_b) {
    return say("line {0} of {1} and line {2} of {3}", line_a, file_a, line_b, file_b);
  }
  if (line_a != line_b) return say("line {0} and line {1}", line_a, line_b);
  return say("line {}", line_a);
}

/// "line 24 of scan.cu (load of data)"
Sentence Comparison::deed(const Trace& trace, const Access& access) const {
  const bool several = a_.sources.size() > 1 || b_.sources.size() > 1 ||
                       a_.sources.front().name != b_.sources.front().name;
  const std::uint32_t line = trace.line_of(access);
  const std::string array = name_in(trace, trace.steps[access.step].launch, access.array);
  return several ? say("line {0} of {1} ({2} of {3})", line, trace.source_of(access).name,
                       said_name(access.operation), array)
                 : say("line {0} ({1} of {2})", line, said_name(access.operation), array);
}

/// Ignores the results of atomics: they depend on who came first, which nobody orders.
Sentence Comparison::lane_difference(const Access& x, const Access& y) const {
  const Array& array = a_.arrays[x.array];
  const int values_each = Trace::values_per_lane(x) - (x.has_result ? 1 : 0);
  Sentence what;
  for_each_lane(x.mask, [&](int lane, int k) {
    if (!what.empty()) return;
    const ElementIndex index = a_.lane_indices(x)[static_cast<std::size_t>(k)];
    const ElementIndex other = b_.lane_indices(y)[static_cast<std::size_t>(k)];
    if (index != other) {
      what = say("{0}, lane {1}: {2} against {3}", place_text(x, y), lane,
                 element_name(a_, x.array, index), element_name(b_, y.array, other));
    }
    for (int v = 0; v < values_each && what.empty(); ++v) {
      const auto value = a_.lane_value(x, k, v);
      const auto other_value = b_.lane_value(y, k, v);
      if (same_value(array.type, value, other_value)) continue;
      what = say("{0}, lane {1}: value {2} in {3}", place_text(x, y), lane,
                 values(array.type, value, other_value),
                 element_name(a_, x.array, index + (x.elements > 1 ? v : 0)));
    }
  });
  return what;
}

void Comparison::remember_stores(const Access& access) {
  const Array& array = a_.arrays[access.array];
  if (!writes(access.operation) || array.space != Space::shared) return;
  stored_arrays_[access.array] = true;
  const auto width = static_cast<std::size_t>(a_.lane_bytes(access));
  for (const ElementIndex index : a_.lane_indices(access)) {
    if (index < 0 || index > array.count - access.elements) continue;
    const std::size_t first =
        array.base + static_cast<std::size_t>(index) * static_cast<std::size_t>(array.type.bytes());
    if (stored_bytes_.size() < first + width) stored_bytes_.resize(first + width);
    std::fill_n(stored_bytes_.begin() + static_cast<std::ptrdiff_t>(first), width, true);
  }
}

Found Comparison::compare_snapshots(std::size_t s) const {
  const int id_a = a_.steps[s].snapshot;
  const int id_b = b_.steps[s].snapshot;
  if (id_a < 0 && id_b < 0) return {};
  const Sentence step = step_title(a_, s);
  if (id_a < 0 || id_b < 0) {
    return differs(
        say("{0}: shared memory was kept only in {1}.", step, only_in(id_b < 0, sides_)));
  }
  const auto& a = a_.snapshots[static_cast<std::size_t>(id_a)];
  const auto& b = b_.snapshots[static_cast<std::size_t>(id_b)];
  if (a.size() != b.size()) {
    return differs(say("{0}: shared memory has {1} against {2} bytes.", step, a.size(), b.size()));
  }
  // On a GPU, bytes that nothing stored hold whatever the block before left there.
  for (std::size_t k = 0; k < std::min(a.size(), stored_bytes_.size()); ++k) {
    if (a[k] == b[k] || !stored_bytes_[k]) continue;
    Sentence what = byte_difference(step, k, a, b);
    if (!what.empty()) return differs(std::move(what));
  }
  return {};
}

Sentence Comparison::byte_difference(const Sentence& step, std::size_t byte,
                                     std::span<const std::uint8_t> a,
                                     std::span<const std::uint8_t> b) const {
  for (std::size_t id = 0; id < a_.arrays.size(); ++id) {
    const Array& array = a_.arrays[id];
    if (!stored_arrays_[id] || byte < array.base) continue;
    const auto width = static_cast<std::size_t>(array.type.bytes());
    const std::size_t index = (byte - array.base) / width;
    const std::size_t first = array.base + index * width;
    if (index >= static_cast<std::size_t>(array.count) || first + width > a.size()) continue;
    std::vector<std::uint32_t> words_a(static_cast<std::size_t>(array.type.words()));
    std::vector<std::uint32_t> words_b(words_a.size());
    std::memcpy(words_a.data(), a.data() + first, width);
    std::memcpy(words_b.data(), b.data() + first, width);
    if (same_value(array.type, words_a, words_b)) return {};
    // Translators: {0} is such as "Step 3 (add 2)", {2} an element of an array, {3} two values.
    return say("{0}: shared memory at the end, word {1} ({2}): {3}.", step, byte / 4,
               element_name(a_, static_cast<int>(id), static_cast<ElementIndex>(index)),
               values(array.type, words_a, words_b));
  }
  return say("{0}: shared memory at the end, word {1}: byte {2} is {3} against {4}.", step,
             byte / 4, byte, fmt::format("0x{:02x}", a[byte]), fmt::format("0x{:02x}", b[byte]));
}

}  // namespace

std::optional<Divergence> first_divergence(const Trace& a, const Trace& b, Barriers barriers,
                                           SideWords sides) {
  if (Found found = compare_lists(a.arrays, b.arrays, sides)) return found;
  if (Found found = compare_lists(a.launches, b.launches, sides)) return found;
  return Comparison(a, b, barriers == Barriers::compared, sides).run();
}

}  // namespace warpscope
