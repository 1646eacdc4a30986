#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/trace/trace_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

/// Maps the elements of one array to their places with padding.
class Spread {
 public:
  Spread(const Array& array, int every)
      : row_(std::max<std::int64_t>(1, array.columns > 0 ? array.columns : every)),
        count_(array.count),
        padded_(array.columns > 0 ? (count_ + row_ - 1) / row_ * (row_ + 1)
                : count_ > 0      ? at(count_ - 1) + 1
                                  : 0) {}

  [[nodiscard]] std::int64_t padded() const { return padded_; }
  /// Indices out of bounds stay out of bounds.
  [[nodiscard]] std::int64_t operator()(std::int64_t index) const {
    if (index < 0) return index;
    return index < count_ ? at(index) : index - count_ + padded_;
  }

 private:
  [[nodiscard]] std::int64_t at(std::int64_t index) const { return index + index / row_; }
  std::int64_t row_, count_, padded_;
};

class Padder {
 public:
  Padder(const Trace& from, int every) : from_(from), every_(every), to_(from) {}

  Result<Trace> run() {
    if (has_wide_parts()) {
      return Error{ErrorKind::usage,
                   "Shared memory that holds structures, or of which a lane moves several elements "
                   "at once, cannot be padded: a pad would tear them apart."};
    }
    to_.header.parameters["padded"] = fmt::format("1 in {}", every_);
    to_.arrays.clear();
    ids_.reserve(from_.launches.size());
    find_users();
    for (std::size_t launch = 0; launch < from_.launches.size(); ++launch) {
      place_arrays(launch);
      const std::uint32_t needed = to_.launches[launch].shared_bytes;
      const std::uint32_t most = std::max(common_shared_bytes, from_.launches[launch].shared_bytes);
      if (needed > most) {
        return Error{ErrorKind::usage,
                     fmt::format("Padded by 1 in {}, a block of {} would need {} bytes of shared "
                                 "memory, but has at most {}: pad less often, or take a smaller "
                                 "block.",
                                 every_, from_.launches[launch].kernel, needed, most)};
      }
      move_launch(from_.launches[launch]);
    }
    move_findings();
    return std::move(to_);
  }

 private:
  [[nodiscard]] bool has_wide_parts() const {
    return std::ranges::any_of(from_.accesses, [&](const Access& access) {
      const Array& array = from_.arrays[access.array];
      return array.space == Space::shared && (access.elements > 1 || array.structure >= 0);
    });
  }
  /// Which launches access an array.
  void find_users() {
    users_.assign(from_.arrays.size(), std::vector<bool>(from_.launches.size()));
    used_.assign(from_.arrays.size(), false);
    for (const Access& access : from_.accesses) {
      users_[access.array][from_.steps[access.step].launch] = true;
      used_[access.array] = true;
    }
  }

  /// Gives each array that a launch may use its new place, shared ones one behind the other.
  void place_arrays(std::size_t launch) {
    std::vector<Array> moved = from_.arrays;
    std::vector<std::size_t> shared;
    std::vector<std::int32_t>& ids = ids_.emplace_back(from_.arrays.size(), -1);
    std::uint32_t old_end = 0;
    for (std::size_t a = 0; a < moved.size(); ++a) {
      if (moved[a].space != Space::shared) continue;
      if (!users_[a][launch] && (used_[a] || !fits(moved[a], launch))) continue;
      shared.push_back(a);
      old_end = std::max(old_end, end_of(moved[a]));
    }
    std::ranges::stable_sort(shared, {}, [&](std::size_t a) { return from_.arrays[a].base; });
    std::uint32_t end = 0;
    for (const std::size_t a : shared) {
      const auto size = static_cast<std::uint32_t>(moved[a].type.bytes());
      const std::uint32_t alignment = size & (~size + 1);
      moved[a].base = (end + alignment - 1) / alignment * alignment;
      moved[a].count = Spread(moved[a], every_).padded();
      if (moved[a].columns > 0) ++moved[a].columns;
      end = end_of(moved[a]);
    }
    for (std::size_t a = 0; a < moved.size(); ++a) {
      const bool here = moved[a].space != Space::shared || std::ranges::count(shared, a) > 0;
      if (here) ids[a] = id_of(moved[a]);
    }
    Launch& changed = to_.launches[launch];
    changed.shared_bytes = end + (std::max(changed.shared_bytes, old_end) - old_end);
  }

  void move_launch(const Launch& launch) {
    for (std::uint32_t s = launch.first_step; s < launch.first_step + launch.step_count; ++s) {
      const Step& step = from_.steps[s];
      for (std::uint32_t k = step.first_access; k < step.first_access + step.access_count; ++k) {
        move_access(from_.accesses[k], to_.accesses[k]);
      }
      if (step.snapshot < 0) continue;
      const auto number = static_cast<std::size_t>(step.snapshot);
      to_.snapshots[number] =
          moved_bytes(from_.snapshots[number], to_.launches[step.launch].shared_bytes);
    }
  }

  void move_access(const Access& access, Access& moved) {
    const Array& array = from_.arrays[access.array];
    moved.array = ids_.back()[access.array];
    if (array.space != Space::shared) return;
    const Spread spread(array, every_);
    for (auto i = access.first_index;
         i < access.first_index + static_cast<std::size_t>(access.active()); ++i) {
      to_.indices[i] = std::min(spread(from_.indices[i]), max_element_index);
    }
  }

  [[nodiscard]] std::vector<std::uint8_t> moved_bytes(const std::vector<std::uint8_t>& bytes,
                                                      std::uint32_t shared_bytes) const {
    std::vector<std::uint8_t> moved(shared_bytes, 0);
    for (std::size_t a = 0; a < from_.arrays.size(); ++a) {
      const Array& array = from_.arrays[a];
      if (array.space != Space::shared || ids_.back()[a] < 0) continue;
      const Spread spread(array, every_);
      const Array& there = to_.arrays[static_cast<std::size_t>(ids_.back()[a])];
      const auto size = static_cast<std::size_t>(array.type.bytes());
      for (std::int64_t i = 0; i < array.count; ++i) {
        const std::size_t offset = array.base + static_cast<std::size_t>(i) * size;
        if (offset + size > bytes.size()) break;
        std::memcpy(moved.data() + there.base + static_cast<std::size_t>(spread(i)) * size,
                    bytes.data() + offset, size);
      }
    }
    return moved;
  }

  void move_findings() {
    for (std::size_t f = 0; f < from_.findings.size(); ++f) {
      const Finding& finding = from_.findings[f];
      if (finding.array < 0 || finding.step >= from_.steps.size()) continue;
      const Array& array = from_.arrays[static_cast<std::size_t>(finding.array)];
      Finding& moved = to_.findings[f];
      moved.array = ids_[from_.steps[finding.step].launch][static_cast<std::size_t>(finding.array)];
      if (array.space != Space::shared) continue;
      moved.index = std::min(Spread(array, every_)(finding.index), max_element_index);
      const std::string before = fmt::format("{}[{}]", array.name, finding.index);
      const std::size_t at = moved.message.find(before);
      if (at == std::string::npos) continue;
      moved.message.replace(at, before.size(), fmt::format("{}[{}]", array.name, moved.index));
    }
  }

  [[nodiscard]] static std::uint32_t end_of(const Array& array) {
    return static_cast<std::uint32_t>(array.base + array.count * array.type.bytes());
  }
  /// Whether an array that nothing accesses may belong to this launch.
  [[nodiscard]] bool fits(const Array& array, std::size_t launch) const {
    if (end_of(array) > from_.launches[launch].shared_bytes) return false;
    for (std::size_t other = 0; other < from_.arrays.size(); ++other) {
      const Array& taken = from_.arrays[other];
      if (taken.space != Space::shared || !users_[other][launch]) continue;
      if (array.base < end_of(taken) && taken.base < end_of(array)) return false;
    }
    return true;
  }
  std::int32_t id_of(const Array& array) {
    const auto known = std::ranges::find(to_.arrays, array);
    const auto id = static_cast<std::int32_t>(known - to_.arrays.begin());
    if (known == to_.arrays.end()) to_.arrays.push_back(array);
    return id;
  }

  const Trace& from_;
  int every_;
  Trace to_;
  std::vector<std::vector<bool>> users_;        // per array and launch
  std::vector<bool> used_;                      // per array, by any launch
  std::vector<std::vector<std::int32_t>> ids_;  // per launch: its arrays in to_, -1: none of it
};

/// Maps the elements of a padded array back to their places without padding: the inverse of Spread.
class Gathering {
 public:
  Gathering(const Array& padded, int every)
      : row_(padded.columns > 1 ? padded.columns - 1 : every),
        padded_(padded.count),
        count_(padded.columns > 1 ? padded_ / (row_ + 1) * row_
               : padded_ > 0      ? at(padded_ - 1) + 1
                                  : 0) {}

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t operator()(std::int64_t index) const {
    if (index < 0) return index;
    return index < padded_ ? at(index) : index - padded_ + count_;
  }

 private:
  [[nodiscard]] std::int64_t at(std::int64_t index) const { return index - index / (row_ + 1); }
  std::int64_t row_, padded_, count_;
};

/// Moves the bytes of a step's snapshot to where the elements are without padding.
void gather(const Trace& padded, Trace& plain, const std::vector<Gathering>& back,
            const Step& step) {
  const std::vector<std::uint8_t>& from = padded.snapshots[static_cast<std::size_t>(step.snapshot)];
  std::vector<std::uint8_t>& to = plain.snapshots[static_cast<std::size_t>(step.snapshot)];
  std::ranges::fill(to, std::uint8_t{0});
  std::vector<bool> here(padded.arrays.size(), false);  // arrays of this launch
  const Launch& launch = padded.launches[step.launch];
  const Step& last = padded.steps[launch.first_step + launch.step_count - 1];
  const std::uint32_t end = last.first_access + last.access_count;
  for (std::uint32_t a = padded.steps[launch.first_step].first_access; a < end; ++a) {
    here[padded.accesses[a].array] = true;
  }
  for (std::size_t a = 0; a < padded.arrays.size(); ++a) {
    const Array& array = padded.arrays[a];
    if (array.space != Space::shared || !here[a]) continue;
    const auto size = static_cast<std::size_t>(array.type.bytes());
    for (std::int64_t i = 0; i < array.count; ++i) {
      const std::size_t offset = array.base + static_cast<std::size_t>(i) * size;
      if (offset + size > from.size()) break;
      // An unused element goes to the place of the one behind it, which then overwrites it.
      const auto place = array.base + static_cast<std::size_t>(back[a](i)) * size;
      if (back[a](i) >= plain.arrays[a].count || place + size > to.size()) continue;
      std::memcpy(to.data() + place, from.data() + offset, size);
    }
  }
}

}  // namespace

Result<Trace> pad_shared(const Trace& trace, int every) { return Padder(trace, every).run(); }

std::optional<int> padding_of(const Trace& trace) {
  const auto said = trace.header.parameters.find("padded");
  if (said == trace.header.parameters.end()) return std::nullopt;
  constexpr std::string_view before = "1 in ";
  const std::string_view text = said->second;
  int every = 0;
  if (!text.starts_with(before)) return std::nullopt;
  const auto [end, error] =
      std::from_chars(text.data() + before.size(), text.data() + text.size(), every);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && every >= 1 && every <= max_pad ? std::optional(every) : std::nullopt;
}

std::optional<Trace> without_padding(const Trace& trace) {
  const auto every = padding_of(trace);
  if (!every) return std::nullopt;
  Trace plain = trace;
  plain.header.parameters.erase("padded");
  std::vector<Gathering> back;
  for (Array& array : plain.arrays) {
    back.emplace_back(array, *every);
    if (array.space != Space::shared) continue;
    array.count = back.back().count();
    if (array.columns > 1) --array.columns;
  }
  for (const Access& access : plain.accesses) {
    if (plain.arrays[access.array].space != Space::shared) continue;
    for (auto i = access.first_index;
         i < access.first_index + static_cast<std::size_t>(access.active()); ++i) {
      plain.indices[i] = back[access.array](plain.indices[i]);
    }
  }
  for (const Step& step : plain.steps) {
    if (step.snapshot < 0) continue;
    gather(trace, plain, back, step);
  }
  for (Finding& finding : plain.findings) {
    if (finding.array < 0) continue;
    const auto array = static_cast<std::size_t>(finding.array);
    if (plain.arrays[array].space == Space::shared) finding.index = back[array](finding.index);
  }
  return plain;
}

}  // namespace warpscope
