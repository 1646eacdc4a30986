#include "instrumentation/trace/trace_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/trace/source_match.hpp"

namespace warpscope {
namespace {

using Found = std::optional<Divergence>;

Found differs(std::string what) { return Divergence{std::move(what), {}, {}}; }

std::string which(bool in_first) { return in_first ? "the first trace" : "the second trace"; }

/// "Step 3", "Launch 2, step 1": both count from 1, as in the window.
std::string step_number(const Trace& trace, std::size_t s) {
  if (trace.launches.size() < 2) return fmt::format("Step {}", s + 1);
  const std::uint32_t launch = trace.steps[s].launch;
  return fmt::format("Launch {}, step {}", launch_number(trace, launch),
                     s - trace.launches[launch].first_step + 1);
}

/// "Step 3 (add 2)"
std::string step_title(const Trace& trace, std::size_t s) {
  const std::string label = step_label(trace.steps[s]);
  const std::string number = step_number(trace, s);
  return label.empty() ? number : fmt::format("{} ({})", number, label);
}

/// "lane 7", "lanes 0-3, 7"
std::string lane_list(std::uint32_t mask) {
  std::string text = std::has_single_bit(mask) ? "lane " : "lanes ";
  const char* comma = "";
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int run = std::countr_one(mask >> lane);
    if (run == 0) continue;
    text += run == 1 ? fmt::format("{}{}", comma, lane)
                     : fmt::format("{}{}-{}", comma, lane, lane + run - 1);
    comma = ", ";
    lane += run;
  }
  return text;
}

std::string values(ElementType type, std::span<const std::uint32_t> a,
                   std::span<const std::uint32_t> b) {
  return fmt::format("{} against {}", format_value(type, a), format_value(type, b));
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

/// Compares two lists, of arrays or launches, item by item.
template <class Item>
Found compare_lists(std::string_view what, const std::vector<Item>& a, const std::vector<Item>& b) {
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    const std::string of_a = describe(a[k]);
    const std::string of_b = describe(b[k]);
    if (of_a != of_b) return differs(fmt::format("{} {}: {} against {}.", what, k + 1, of_a, of_b));
  }
  if (a.size() == b.size()) return {};
  const bool in_first = a.size() > b.size();
  const std::size_t k = std::min(a.size(), b.size());
  return differs(fmt::format("{} {}: {} only in {}.", what, k + 1, describe(in_first ? a[k] : b[k]),
                             which(in_first)));
}

/// Walks both traces in time. The traces have equal arrays and launches.
class Comparison {
 public:
  Comparison(const Trace& a, const Trace& b, bool barriers)
      : a_(a), b_(b), barriers_(barriers), code_(a, b) {}

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
    return differs(
        fmt::format("{}: only in {}.", step_title(in_first ? a_ : b_, steps), which(in_first)));
  }

 private:
  Found compare_labels(std::size_t s) const;
  Found compare_accesses(std::size_t s);
  Found compare_snapshots(std::size_t s) const;
  /// How two accesses differ; empty when they do not.
  [[nodiscard]] std::string difference(const Access& x, const Access& y) const;
  [[nodiscard]] std::string place_text(const Access& x, const Access& y) const;
  [[nodiscard]] std::string deed(const Trace& trace, const Access& access) const;
  [[nodiscard]] std::string lane_difference(const Access& x, const Access& y) const;
  /// Empty if the element that the byte belongs to has the same value.
  [[nodiscard]] std::string byte_difference(std::size_t byte, std::span<const std::uint8_t> a,
                                            std::span<const std::uint8_t> b) const;
  void forget_stores() {
    stored_bytes_.clear();
    stored_arrays_.assign(a_.arrays.size(), false);
  }
  void remember_stores(const Access& access);

  const Trace& a_;
  const Trace& b_;
  bool barriers_;
  SourceMatch code_;
  std::vector<bool> stored_bytes_;   // of shared memory, by the present launch
  std::vector<bool> stored_arrays_;  // likewise
};

Found Comparison::compare_labels(std::size_t s) const {
  const Step& a = a_.steps[s];
  const Step& b = b_.steps[s];
  if (a.launch != b.launch) {
    const bool in_first = a.launch < b.launch;  // the other trace's launch had ended
    return differs(
        fmt::format("{}: only in {}.", step_title(in_first ? a_ : b_, s), which(in_first)));
  }
  if (barriers_ && a.barrier != b.barrier && (a.name.empty() || b.name.empty())) {
    const std::string title = step_title(a.barrier ? a_ : b_, s);
    return differs(fmt::format("{}: ends with a barrier only in {}.", title, which(a.barrier)));
  }
  if (!code_.same_name(a, b) || a.value != b.value) {
    return differs(fmt::format("{}: \"{}\" against \"{}\".", step_number(a_, s), step_label(a),
                               step_label(b)));
  }
  if (barriers_ && a.barrier != b.barrier) {
    return differs(
        fmt::format("{}: ends with a barrier only in {}.", step_title(a_, s), which(a.barrier)));
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
    std::string what;
    if (warp_a == warp_b) {
      what = difference(a_.accesses[i], b_.accesses[j]);
    } else {
      const Access& access = warp_a < warp_b ? a_.accesses[i] : b_.accesses[j];
      what = fmt::format("line {}: {} of {} only in {}",
                         (warp_a < warp_b ? a_ : b_).line_of(access), name(access.operation),
                         name_in(a_, a_.steps[access.step].launch, access.array),
                         which(warp_a < warp_b));
    }
    if (!what.empty()) {
      Divergence found{
          fmt::format("{}, warp {}, access {}: {}.", step_title(a_, s), warp, ordinal, what),
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

std::string Comparison::difference(const Access& x, const Access& y) const {
  if (!code_.same(a_.location_of(x), b_.location_of(y))) {
    return fmt::format("{} against {}", deed(a_, x), deed(b_, y));
  }
  if (x.array != y.array) {
    return fmt::format("{}: array {} against {}", place_text(x, y), a_.arrays[x.array].name,
                       a_.arrays[y.array].name);
  }
  if (x.operation != y.operation) {
    return fmt::format("{}: {} against {} of {}", place_text(x, y), name(x.operation),
                       name(y.operation), a_.arrays[x.array].name);
  }
  if (x.elements != y.elements) {
    return fmt::format("{}: {} against {} elements a lane of {}", place_text(x, y), x.elements,
                       y.elements, a_.arrays[x.array].name);
  }
  if (x.mask != y.mask) {
    return fmt::format("{}: active lanes 0x{:08x} against 0x{:08x}, a difference in {}",
                       place_text(x, y), x.mask, y.mask, lane_list(x.mask ^ y.mask));
  }
  return lane_difference(x, y);
}

/// "line 24"; of two versions "line 24 of before.cu and line 26 of after.cu".
std::string Comparison::place_text(const Access& x, const Access& y) const {
  const std::uint32_t line_a = a_.line_of(x), line_b = b_.line_of(y);
  const std::string &file_a = a_.source_of(x).name, &file_b = b_.source_of(y).name;
  if (file_a != file_b) {
    return fmt::format("line {} of {} and line {} of {}", line_a, file_a, line_b, file_b);
  }
  if (line_a != line_b) return fmt::format("line {} and line {}", line_a, line_b);
  return fmt::format("line {}", line_a);
}

/// "line 24 of scan.cu (load of data)"
std::string Comparison::deed(const Trace& trace, const Access& access) const {
  const bool several = a_.sources.size() > 1 || b_.sources.size() > 1 ||
                       a_.sources.front().name != b_.sources.front().name;
  return fmt::format("line {}{} ({} of {})", trace.line_of(access),
                     several ? " of " + trace.source_of(access).name : "", name(access.operation),
                     name_in(trace, trace.steps[access.step].launch, access.array));
}

/// Ignores the results of atomics: they depend on who came first, which nobody orders.
std::string Comparison::lane_difference(const Access& x, const Access& y) const {
  const Array& array = a_.arrays[x.array];
  const int values_each = Trace::values_per_lane(x) - (x.has_result ? 1 : 0);
  std::string what;
  for_each_lane(x.mask, [&](int lane, int k) {
    if (!what.empty()) return;
    const ElementIndex index = a_.lane_indices(x)[static_cast<std::size_t>(k)];
    const ElementIndex other = b_.lane_indices(y)[static_cast<std::size_t>(k)];
    if (index != other) {
      what = fmt::format("{}, lane {}: {} against {}", place_text(x, y), lane,
                         element_name(a_, x.array, index), element_name(b_, y.array, other));
    }
    for (int v = 0; v < values_each && what.empty(); ++v) {
      const auto value = a_.lane_value(x, k, v);
      const auto other_value = b_.lane_value(y, k, v);
      if (same_value(array.type, value, other_value)) continue;
      what = fmt::format("{}, lane {}: value {} in {}", place_text(x, y), lane,
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
  const std::string where = step_title(a_, s) + ": shared memory ";
  if (id_a < 0 || id_b < 0) {
    return differs(fmt::format("{}was kept only in {}.", where, which(id_b < 0)));
  }
  const auto& a = a_.snapshots[static_cast<std::size_t>(id_a)];
  const auto& b = b_.snapshots[static_cast<std::size_t>(id_b)];
  if (a.size() != b.size()) {
    return differs(fmt::format("{}has {} against {} bytes.", where, a.size(), b.size()));
  }
  // On a GPU, bytes that nothing stored hold whatever the block before left there.
  for (std::size_t k = 0; k < std::min(a.size(), stored_bytes_.size()); ++k) {
    if (a[k] == b[k] || !stored_bytes_[k]) continue;
    const std::string what = byte_difference(k, a, b);
    if (!what.empty()) return differs(fmt::format("{}at the end, word {}{}.", where, k / 4, what));
  }
  return {};
}

std::string Comparison::byte_difference(std::size_t byte, std::span<const std::uint8_t> a,
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
    return fmt::format(" ({}): {}",
                       element_name(a_, static_cast<int>(id), static_cast<ElementIndex>(index)),
                       values(array.type, words_a, words_b));
  }
  return fmt::format(": byte {} is 0x{:02x} against 0x{:02x}", byte, a[byte], b[byte]);
}

}  // namespace

std::optional<Divergence> first_divergence(const Trace& a, const Trace& b, Barriers barriers) {
  if (Found found = compare_lists("Array", a.arrays, b.arrays)) return found;
  if (Found found = compare_lists("Launch", a.launches, b.launches)) return found;
  return Comparison(a, b, barriers == Barriers::compared).run();
}

}  // namespace warpscope
