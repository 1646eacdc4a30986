#include "instrumentation/analysis/element_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

constexpr std::int64_t shared_alignment = 16;  // of the widest access; what a move must not break

std::int64_t whole_alignments(std::int64_t bytes) {
  return (bytes + shared_alignment - 1) / shared_alignment * shared_alignment;
}

class SharedMover {
 public:
  SharedMover(const Trace& from, const SharedMove& move)
      : from_(from), move_(move), compact_(move.compact) {}

  std::optional<Trace> run(SharedOverflow& overflow) {
    to_ = from_;
    to_.arrays.clear();
    find_places();
    for (std::size_t launch = 0; launch < from_.launches.size(); ++launch) {
      if (const auto over = place_arrays(launch)) {
        overflow = *over;
        return std::nullopt;
      }
      move_launch(from_.launches[launch]);
    }
    move_findings();
    return std::move(to_);
  }

  /// Only where the arrays would lie.
  std::optional<SharedOverflow> check() {
    to_.launches = from_.launches;
    to_.structures = from_.structures;
    find_places();
    for (std::size_t launch = 0; launch < from_.launches.size(); ++launch) {
      if (const auto over = place_arrays(launch)) return over;
    }
    return std::nullopt;
  }

 private:
  void find_places() {
    ids_.reserve(from_.launches.size());
    places_.reserve(from_.arrays.size());
    for (const Array& array : from_.arrays) {
      places_.push_back(array.space == Space::shared ? move_.places(array) : ElementPlaces(array));
    }
    find_users();
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

  /// Gives each array that a launch may use its new place; too many bytes are told.
  std::optional<SharedOverflow> place_arrays(std::size_t launch) {
    std::vector<Array> moved = from_.arrays;
    std::vector<std::size_t> shared;
    std::vector<std::int32_t>& ids = ids_.emplace_back(from_.arrays.size(), -1);
    std::uint32_t old_end = 0;
    for (std::size_t a = 0; a < moved.size(); ++a) {
      if (moved[a].space != Space::shared) continue;
      if (!users_[a][launch] && (used_[a] || !fits(moved[a], launch))) continue;
      shared.push_back(a);
      old_end = std::max(old_end, shared_end(moved[a]));
    }
    std::ranges::stable_sort(shared, {}, [&](std::size_t a) { return from_.arrays[a].base; });
    std::uint32_t end = 0;
    for (const std::size_t a : shared) {
      moved[a].base = compact_ ? aligned(end, moved[a]) : shifted(from_.arrays[a], shared);
      moved[a].count = places_[a].count();
      moved[a].columns = places_[a].columns();
      if (move_.structure && moved[a].structure >= 0) {
        moved[a].structure = structure_id(move_.structure(from_.arrays[a]));
      }
      fit_extents(moved[a]);
      end = std::max(end, shared_end(moved[a]));
    }
    for (std::size_t a = 0; a < moved.size(); ++a) {
      const bool here = moved[a].space != Space::shared || std::ranges::count(shared, a) > 0;
      if (here) ids[a] = id_of(moved[a]);
    }
    Launch& changed = to_.launches[launch];
    for (ArrayName& called : changed.names) {
      called.array = ids[static_cast<std::size_t>(called.array)];
    }
    changed.shared_bytes = end + (std::max(changed.shared_bytes, old_end) - old_end);
    const std::uint32_t most = std::max(common_shared_bytes, from_.launches[launch].shared_bytes);
    if (changed.shared_bytes <= most) return std::nullopt;
    return SharedOverflow{launch, changed.shared_bytes, most};
  }

  [[nodiscard]] static std::uint32_t aligned(std::uint32_t end, const Array& array) {
    const auto size = static_cast<std::uint32_t>(array.type.bytes());
    const std::uint32_t alignment = size & (~size + 1);
    return (end + alignment - 1) / alignment * alignment;
  }

  /// The base of an array behind others that grow, or shrink.
  [[nodiscard]] std::uint32_t shifted(const Array& array,
                                      const std::vector<std::size_t>& shared) const {
    std::int64_t base = array.base;
    for (const std::size_t other : shared) {
      const Array& before = from_.arrays[other];
      if (shared_end(before) > array.base || &before == &array) continue;
      const std::int64_t growth = places_[other].growth() * before.type.bytes();
      base += growth < 0 ? -whole_alignments(-growth) : whole_alignments(growth);
    }
    return static_cast<std::uint32_t>(std::max<std::int64_t>(base, 0));
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
    const ElementPlaces& place = places_[access.array];
    for (auto i = access.first_index;
         i < access.first_index + static_cast<std::size_t>(access.active()); ++i) {
      to_.indices[i] = std::min(place(from_.indices[i]), max_element_index);
    }
  }

  [[nodiscard]] std::vector<std::uint8_t> moved_bytes(const std::vector<std::uint8_t>& bytes,
                                                      std::uint32_t shared_bytes) const {
    std::vector<std::uint8_t> moved(shared_bytes, 0);
    for (std::size_t a = 0; a < from_.arrays.size(); ++a) {
      const Array& array = from_.arrays[a];
      if (array.space != Space::shared || ids_.back()[a] < 0) continue;
      const ElementPlaces& place = places_[a];
      const Array& there = to_.arrays[static_cast<std::size_t>(ids_.back()[a])];
      const auto size = static_cast<std::size_t>(array.type.bytes());
      for (std::int64_t i = 0; i < array.count; ++i) {
        const std::size_t offset = array.base + static_cast<std::size_t>(i) * size;
        if (offset + size > bytes.size()) break;
        if (place.unused(i)) continue;
        const std::size_t target = there.base + static_cast<std::size_t>(place(i)) * size;
        if (target + size > moved.size()) continue;
        std::memcpy(moved.data() + target, bytes.data() + offset, size);
      }
    }
    return moved;
  }

  void move_findings() {
    for (std::size_t f = 0; f < from_.findings.size(); ++f) {
      const Finding& finding = from_.findings[f];
      if (finding.array < 0 || finding.step >= from_.steps.size()) continue;
      const auto number = static_cast<std::size_t>(finding.array);
      const Array& array = from_.arrays[number];
      Finding& moved = to_.findings[f];
      moved.array = ids_[from_.steps[finding.step].launch][number];
      if (array.space != Space::shared) continue;
      moved.index = std::min(places_[number](finding.index), max_element_index);
      const std::string before = element_name(from_, finding.array, finding.index);
      moved.message = moved.message.replaced(before, element_name(to_, moved.array, moved.index));
    }
  }

  /// Whether an array that nothing accesses may belong to this launch.
  [[nodiscard]] bool fits(const Array& array, std::size_t launch) const {
    if (shared_end(array) > from_.launches[launch].shared_bytes) return false;
    for (std::size_t other = 0; other < from_.arrays.size(); ++other) {
      const Array& taken = from_.arrays[other];
      if (taken.space != Space::shared || !users_[other][launch]) continue;
      if (array.base < shared_end(taken) && taken.base < shared_end(array)) return false;
    }
    return true;
  }
  std::int32_t structure_id(const Structure& structure) {
    const auto known = std::ranges::find(to_.structures, structure);
    const auto id = static_cast<std::int32_t>(known - to_.structures.begin());
    if (known == to_.structures.end()) to_.structures.push_back(structure);
    return id;
  }
  std::int32_t id_of(const Array& array) {
    const auto known = std::ranges::find(to_.arrays, array);
    const auto id = static_cast<std::int32_t>(known - to_.arrays.begin());
    if (known == to_.arrays.end()) to_.arrays.push_back(array);
    return id;
  }

  const Trace& from_;
  const SharedMove& move_;
  Trace to_;
  bool compact_;
  std::vector<ElementPlaces> places_;           // per array
  std::vector<std::vector<bool>> users_;        // per array and launch
  std::vector<bool> used_;                      // per array, by any launch
  std::vector<std::vector<std::int32_t>> ids_;  // per launch: its arrays in to_, -1: none of it
};

}  // namespace

ElementPlaces::ElementPlaces(const Array& array)
    : count_(array.count), moved_count_(array.count), moved_columns_(array.columns) {}

ElementPlaces ElementPlaces::padded(const Array& array, std::int64_t every, int gap) {
  ElementPlaces places(array);
  const bool matrix = array.columns > 0;
  places.kind_ = Kind::padded;
  places.group_ = std::max<std::int64_t>(1, every);
  places.gap_ = gap;
  places.row_ = std::max<std::int64_t>(1, matrix ? array.columns : array.count);
  places.moved_row_ = places.row_ + places.row_ / places.group_ * gap;
  if (matrix) {
    places.moved_columns_ = places.moved_row_;
    places.moved_count_ = (array.count + places.row_ - 1) / places.row_ * places.moved_row_;
  } else if (array.count > 0) {
    places.moved_count_ = places.at(array.count - 1) + 1;
  }
  return places;
}

ElementPlaces ElementPlaces::without_padding(const Array& array, std::int64_t columns,
                                             std::int64_t every, int gap) {
  ElementPlaces places(array);
  const bool matrix = array.columns > 0;
  places.kind_ = Kind::gathered;
  places.group_ = std::max<std::int64_t>(1, every);
  places.gap_ = gap;
  places.row_ = std::max<std::int64_t>(1, matrix ? array.columns : array.count);
  places.moved_row_ = columns;
  if (matrix) {
    places.moved_columns_ = columns;
    places.moved_count_ = array.count / array.columns * columns;
  } else if (array.count > 0) {
    places.moved_count_ = places.at(array.count - 1) + 1;
  }
  return places;
}

ElementPlaces ElementPlaces::swizzled(const Array& array, int rows, int unit, int columns) {
  ElementPlaces places(array);
  places.kind_ = Kind::swizzled;
  places.row_ = std::max<std::int64_t>(1, array.columns > 0 ? array.columns : array.count);
  places.together_ = rows;
  places.unit_ = std::max(1, unit);
  places.columns_ = columns;
  return places;
}

ElementPlaces ElementPlaces::listed(const Array& array, std::vector<ElementIndex> list,
                                    std::int64_t columns) {
  ElementPlaces places(array);
  places.kind_ = Kind::listed;
  places.list_ = std::move(list);
  places.list_.resize(static_cast<std::size_t>(array.count), 0);
  places.moved_columns_ = columns;
  for (const ElementIndex place : places.list_) {
    places.moved_count_ = std::max<std::int64_t>(places.moved_count_, place + 1);
  }
  if (columns > 0) {  // whole rows
    places.moved_count_ = (places.moved_count_ + columns - 1) / columns * columns;
  }
  return places;
}

ElementPlaces ElementPlaces::without_list(const Array& array, const std::vector<ElementIndex>& list,
                                          std::int64_t columns) {
  ElementPlaces places(array);
  places.kind_ = Kind::listed;
  places.list_.assign(static_cast<std::size_t>(array.count), -1);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] < 0 || list[i] >= array.count) continue;
    places.list_[static_cast<std::size_t>(list[i])] = static_cast<ElementIndex>(i);
  }
  places.moved_count_ = std::ssize(list);
  places.moved_columns_ = columns;
  return places;
}

ElementPlaces ElementPlaces::within(const Array& array, std::int64_t cells,
                                    std::vector<Part> parts) {
  ElementPlaces places(array);
  places.kind_ = Kind::parts;
  places.row_ = std::max<std::int64_t>(1, cells);
  std::ranges::sort(parts, {}, &Part::first);
  std::int64_t shift = 0;
  const std::int64_t size = array.type.bytes();
  for (Part& part : parts) {
    part.shift = shift;
    const std::int64_t growth = part.places.growth() * size;
    shift += (growth < 0 ? -whole_alignments(-growth) : whole_alignments(growth)) / size;
    part.behind = shift;
  }
  places.parts_ = std::move(parts);
  places.moved_row_ = std::max<std::int64_t>(1, places.row_ + shift);
  places.moved_count_ = array.count / places.row_ * places.moved_row_;
  return places;
}

std::int64_t ElementPlaces::in_structure(std::int64_t cell) const {
  const auto behind = std::ranges::upper_bound(parts_, cell, {}, &Part::first);
  if (behind == parts_.begin()) return cell;
  const Part& part = *(behind - 1);
  const std::int64_t within = cell - part.first;
  return within < part.places.count_ ? part.first + part.shift + part.places.at(within)
                                     : cell + part.behind;
}

bool ElementPlaces::unused(ElementIndex index) const {
  if (kind_ == Kind::listed) {
    return index < std::ssize(list_) && list_[static_cast<std::size_t>(index)] < 0;
  }
  if (kind_ == Kind::gathered) return index % row_ % (group_ + gap_) >= group_;
  if (kind_ != Kind::parts) return false;
  const std::int64_t cell = index % row_;
  const auto behind = std::ranges::upper_bound(parts_, cell, {}, &Part::first);
  if (behind == parts_.begin()) return false;
  const Part& part = *(behind - 1);
  const std::int64_t within = cell - part.first;
  if (within < part.places.count_) return part.places.unused(within);
  // What was left free so that the next member keeps its alignment.
  return cell + part.behind < part.first + part.shift + part.places.moved_count_;
}

ElementIndex ElementPlaces::at(ElementIndex index) const {
  const std::int64_t row = index / row_, column = index % row_;
  switch (kind_) {
    case Kind::kept: break;
    case Kind::padded: return row * moved_row_ + column + column / group_ * gap_;
    case Kind::gathered: return row * moved_row_ + column - column / (group_ + gap_) * gap_;
    case Kind::parts: return row * moved_row_ + in_structure(column);
    case Kind::listed: return std::max<ElementIndex>(0, list_[static_cast<std::size_t>(index)]);
    case Kind::swizzled: {
      // Only columns that `columns_` does not count may move: then the exclusive or undoes itself.
      const std::int64_t moving = columns_ > 0 ? columns_ : row_;
      const std::int64_t by_row = together_ > 0 ? row / together_ * unit_ : 0;
      const std::int64_t by_column = columns_ > 0 ? column / columns_ * unit_ : 0;
      return index + (column ^ ((by_row ^ by_column) & (moving - 1))) - column;
    }
  }
  return index;
}

ElementIndex ElementPlaces::operator()(ElementIndex index) const {
  if (index < 0) return index;
  return index < count_ ? at(index) : index - count_ + moved_count_;
}

std::optional<SharedOverflow> shared_overflow(const Trace& trace, const SharedMove& move) {
  return SharedMover(trace, move).check();
}

std::optional<Trace> move_shared(const Trace& trace, const SharedMove& move,
                                 SharedOverflow& overflow) {
  return SharedMover(trace, move).run(overflow);
}

}  // namespace warpscope
