#include "instrumentation/patterns/memory_use.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace warpscope {
namespace {

void mark_words(std::vector<WordRole>& words, std::size_t first_byte, std::size_t bytes) {
  const std::size_t end = (first_byte + bytes + 3) / 4;
  if (words.size() < end) words.resize(end, WordRole::none);
  for (std::size_t word = first_byte / 4; word < end; ++word) words[word] = WordRole::touched;
}

/// Tells the gaps between touched words of an array that are padding from parts that nobody uses.
/// The untouched end of an array counts as padding too if it is no longer than those gaps. Padding
/// repeats: gaps of many widths, such as those above a triangle, are no padding.
void mark_padding(const Array& array, std::vector<WordRole>& words) {
  constexpr std::size_t longest = 8;  // words; nobody pads by a quarter of the banks
  constexpr std::size_t most_widths =
      2;  // one after each row, and one more after each block of them
  const std::size_t begin = array.base / 4;
  const auto bytes = static_cast<std::size_t>(array.count * array.type.bytes());
  const std::size_t end = (array.base + bytes + 3) / 4;
  if (words.size() < end) words.resize(end, WordRole::none);
  std::size_t gap = 0, widest = 0;  // of the run that ends here, of all within the array
  bool inside = false;              // a touched word came before
  std::vector<std::pair<std::size_t, std::size_t>> gaps;  // end and width
  std::set<std::size_t> widths;
  for (std::size_t word = begin; word < end; ++word) {
    if (words[word] != WordRole::touched) {
      ++gap;
      continue;
    }
    if (inside && gap > 0 && gap <= longest) {
      gaps.emplace_back(word, gap);
      widths.insert(gap);
      widest = std::max(widest, gap);
    }
    inside = true;
    gap = 0;
  }
  if (inside && gap > 0 && gap <= widest) gaps.emplace_back(end, gap);
  if (widths.size() > most_widths) return;
  // Padding is a small part of what it lies between: the words that a stride leaves out are none.
  const auto touched = static_cast<std::size_t>(std::count(
      words.begin() + static_cast<std::ptrdiff_t>(begin), words.end(), WordRole::touched));
  std::size_t between = 0;
  for (const auto& [after, width] : gaps) between += width;
  if (2 * between > touched) return;
  for (const auto& [after, width] : gaps) {
    for (std::size_t word = after - width; word < after; ++word) words[word] = WordRole::padding;
  }
}

void add_access(const Trace& trace, const Access& access, MemoryUse& use, NumberSpread& values) {
  const Array& array = trace.arrays[access.array];
  const auto bytes = static_cast<std::size_t>(array.type.bytes());
  int value = 0;
  for_each_element(trace, access, [&](ElementIndex index) {
    const int number = value++;
    if (index < 0 || index >= array.count) return;
    mark_words(use.words, array.base + static_cast<std::size_t>(index) * bytes, bytes);
    if (!writes(access.operation)) return;
    // An atomic's operand says little of the result.
    values.add(stores(access.operation)
                   ? numeric_value(array.type, trace.lane_value(access, number / access.elements,
                                                                number % access.elements))
                   : 100);
  });
}

MemoryUse use_of(const Trace& trace, const Launch& launch) {
  MemoryUse use;
  std::map<int, NumberSpread> values;
  for (std::uint32_t s = launch.first_step; s < launch.first_step + launch.step_count; ++s) {
    const Step& step = trace.steps[s];
    for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
      const Access& access = trace.accesses[a];
      if (trace.arrays[access.array].space != Space::shared) continue;
      add_access(trace, access, use, values[access.array]);
    }
  }
  for (const auto& [array, unused] : values) use.arrays.push_back(array);
  std::ranges::stable_sort(use.arrays, {}, [&](int array) {
    return trace.arrays[static_cast<std::size_t>(array)].base;
  });
  for (const int array : use.arrays) {
    use.values.push_back(values[array]);
    mark_padding(trace.arrays[static_cast<std::size_t>(array)], use.words);
  }
  return use;
}

/// What the values of each global array have in common.
std::vector<NumberSpread> global_values(const Trace& trace) {
  std::vector<NumberSpread> values(trace.arrays.size());
  for (const Access& access : trace.accesses) {
    const Array& array = trace.arrays[access.array];
    if (!moves_sectors(array.space)) continue;
    const int count = access.active() * access.elements;
    for (int k = 0; k < count; ++k) {
      const auto value = trace.lane_value(access, k / access.elements, k % access.elements);
      values[access.array].add(is_atomic(access.operation) ? 100
                                                           : numeric_value(array.type, value));
    }
  }
  return values;
}

/// The rows of some successive accesses, as they come.
class RowCollector {
 public:
  explicit RowCollector(const Trace& trace) : trace_(trace), values_(global_values(trace)) {}

  /// Local memory is short, and shown as long as the launch lasts: all rows that it ever touches.
  void begin_launch(const Launch& launch) {
    local_rows_.clear();
    for (std::uint32_t s = launch.first_step; s < launch.first_step + launch.step_count; ++s) {
      const Step& step = trace_.steps[s];
      for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
        const Access& access = trace_.accesses[a];
        if (trace_.arrays[access.array].space == Space::local) add(access, local_rows_);
      }
    }
    count_ = 0;
  }

  void add(const Access& access) { add(access, rows_); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] bool full() const { return count_ >= GlobalUse::most_rows; }

  /// Takes what was collected.
  [[nodiscard]] MemoryUse take() {
    MemoryUse use;
    for (const auto& [id, rows] : local_rows_) rows_[id] = rows;
    for (const auto& [id, rows] : rows_) {
      if (rows.all.empty()) continue;
      use.arrays.push_back(id);
      use.values.push_back(values_[static_cast<std::size_t>(id)]);
      use.rows.emplace_back(rows.all.begin(), rows.all.end());
    }
    rows_.clear();
    count_ = 0;
    return use;
  }

 private:
  struct Rows {
    std::set<std::int64_t> all;
    std::int64_t last = -1;
  };
  using RowsOfArrays = std::map<int, Rows>;
  void add(const Access& access, RowsOfArrays& of) {
    const Array& array = trace_.arrays[access.array];
    const std::int64_t bytes = array.type.bytes();
    Rows& rows = of[access.array];
    for_each_element(trace_, access, [&](ElementIndex index) {
      if (index < 0 || index >= array.count) return;
      add(rows, index * bytes / global_row_bytes);
      add(rows, (index * bytes + bytes - 1) / global_row_bytes);
    });
  }
  void add(Rows& rows, std::int64_t row) {
    if (row == rows.last) return;  // lanes mostly lie side by side
    rows.last = row;
    count_ += rows.all.insert(row).second ? 1 : 0;
  }

  const Trace& trace_;
  std::vector<NumberSpread> values_;  // per array
  RowsOfArrays rows_;                 // by array
  RowsOfArrays local_rows_;           // of the launch
  std::size_t count_ = 0;
};

/// Calls `part` with the first access and the rows of each part of a launch.
template <class Part>
void for_each_part(const Trace& trace, const Launch& launch, RowCollector& rows, Part part) {
  std::uint32_t first = trace.steps[launch.first_step].first_access;
  rows.begin_launch(launch);
  bool ended = false;  // what was collected; the next access to global memory begins a new part
  for (std::uint32_t s = launch.first_step; s < launch.first_step + launch.step_count; ++s) {
    const Step& step = trace.steps[s];
    ended = !rows.empty();
    for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
      if (!moves_sectors(trace.arrays[trace.accesses[a].array].space)) continue;
      if (ended || rows.full()) {
        part(first, rows.take());
        first = ended ? step.first_access : a;
        ended = false;
      }
      rows.add(trace.accesses[a]);
    }
  }
  part(first, rows.take());
}

}  // namespace

std::vector<MemoryUse> memory_use(const Trace& trace) {
  std::vector<MemoryUse> uses;
  for (const Launch& launch : trace.launches) uses.push_back(use_of(trace, launch));
  return uses;
}

GlobalUse::GlobalUse(const Trace& trace, std::span<const MemoryUse> shared) {
  const bool needed =
      std::ranges::any_of(shared, [](const MemoryUse& use) { return use.arrays.empty(); });
  if (!needed) return;
  RowCollector rows(trace);
  bool any = false;
  for (std::size_t l = 0; l < shared.size(); ++l) {
    if (!shared[l].arrays.empty() || trace.launches[l].step_count == 0) continue;
    for_each_part(trace, trace.launches[l], rows, [&](std::uint32_t first, MemoryUse use) {
      any = any || use.global();
      parts_.push_back({first, std::move(use)});
    });
  }
  if (!any) parts_.clear();
}

const MemoryUse& GlobalUse::at(std::uint32_t access) const {
  const auto after = std::ranges::upper_bound(parts_, access, {}, &Part::first);
  return after == parts_.begin() ? none_ : std::prev(after)->use;
}

}  // namespace warpscope
