#include "instrumentation/patterns/indexed_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace warpscope {
namespace {

constexpr std::size_t most_arrays = 64;  // of a launch that is looked at
constexpr std::size_t least_entries = 4;

bool may_index(const Array& array) {
  return !is_real(array.type.scalar) && array.type.components == 1 && array.type.bytes() >= 4 &&
         array.space != Space::registers;
}

/// -1 for what no array is long enough for, such as a hash of 64 bits.
std::int64_t whole_number(const Trace& trace, const Access& access, int k) {
  constexpr double most = 1e15;
  const double value = numeric_value(trace.arrays[access.array].type, trace.lane_value(access, k));
  return std::abs(value) < most ? static_cast<std::int64_t>(value) : -1;
}

/// What a lane last read of an array.
struct LastRead {
  ElementIndex index = -1;
  std::int64_t value = -1;  // of arrays that may index
};

using LaneReads = std::array<LastRead, warp_lanes>;

/// Walks through a launch and knows at each access what its lanes read before.
class ReadsBefore {
 public:
  ReadsBefore(const Trace& trace, const Launch& launch) : trace_(trace), launch_(launch) {}

  /// Calls visit(number, access) for each access to memory, before what it reads counts as read.
  template <class Visit>
  void walk(Visit visit) {
    for (std::uint32_t s = launch_.first_step; s < launch_.first_step + launch_.step_count; ++s) {
      const Step& step = trace_.steps[s];
      for (std::uint32_t n = step.first_access; n < step.first_access + step.access_count; ++n) {
        const Access& access = trace_.accesses[n];
        if (access.elements != 1 || trace_.arrays[access.array].space == Space::registers) continue;
        visit(n, access);
        if (access.operation == Operation::load) remember(access);
      }
    }
  }
  /// By lane.
  [[nodiscard]] const LaneReads& of(int warp, int array) { return reads_[{warp, array}]; }

 private:
  void remember(const Access& access) {
    LaneReads& lanes = reads_[{access.warp, access.array}];
    const auto indices = trace_.lane_indices(access);
    const Array& array = trace_.arrays[access.array];
    const bool indexing = may_index(array);
    for_each_lane(access.mask, [&](int lane, int k) {
      LastRead& read = lanes[static_cast<std::size_t>(lane)];
      read.index = indices[static_cast<std::size_t>(k)];
      if (indexing) read.value = whole_number(trace_, access, k);
    });
  }

  const Trace& trace_;
  const Launch& launch_;
  std::map<std::pair<int, int>, LaneReads> reads_;  // by warp and array
};

/// The arrays that a launch touches.
struct TouchedArrays {
  std::vector<int> indexing, all;
};
TouchedArrays touched_by(const Trace& trace, const Launch& launch) {
  std::vector<bool> seen(trace.arrays.size(), false);
  TouchedArrays found;
  for (std::uint32_t s = launch.first_step; s < launch.first_step + launch.step_count; ++s) {
    const Step& step = trace.steps[s];
    for (std::uint32_t n = step.first_access; n < step.first_access + step.access_count; ++n) {
      const int array = trace.accesses[n].array;
      if (seen[static_cast<std::size_t>(array)]) continue;
      seen[static_cast<std::size_t>(array)] = true;
      found.all.push_back(array);
      if (may_index(trace.arrays[static_cast<std::size_t>(array)])) found.indexing.push_back(array);
    }
  }
  return found;
}

/// Whether the numbers of one array always are the indices at which a line uses another.
struct Indexing {
  std::size_t times = 0;
  ElementIndex least = 0, most = 0;  // of the elements used
  bool broken = false;
  bool moves = false;  // a number differs from where it stands: else it would not be needed
  [[nodiscard]] bool holds() const {
    return !broken && moves && times >= least_entries && least < most;
  }
};
/// By location of the use.
using IndexingLines = std::map<std::uint32_t, Indexing>;
/// By the array of numbers, the array that they are used in, and whether that is written.
using Indexings = std::map<std::tuple<int, int, bool>, IndexingLines>;

bool any_holds(const IndexingLines& lines) {
  return std::ranges::any_of(lines, [](const auto& line) { return line.second.holds(); });
}

Indexings indexings_of(const Trace& trace, const Launch& launch, const TouchedArrays& arrays) {
  Indexings found;
  ReadsBefore reads(trace, launch);
  reads.walk([&](std::uint32_t, const Access& access) {
    const auto indices = trace.lane_indices(access);
    for (const int array : arrays.indexing) {
      if (array == access.array) continue;
      const bool writes = access.operation != Operation::load;
      Indexing& pair = found[{array, access.array, writes}][access.location];
      if (pair.broken) continue;
      const LaneReads& before = reads.of(access.warp, array);
      for_each_lane(access.mask, [&](int lane, int k) {
        const ElementIndex used = indices[static_cast<std::size_t>(k)];
        const LastRead& number = before[static_cast<std::size_t>(lane)];
        pair.broken = pair.broken || number.value != used;
        pair.moves = pair.moves || number.index != used;
        pair.least = pair.times == 0 ? used : std::min(pair.least, used);
        pair.most = pair.times == 0 ? used : std::max(pair.most, used);
        ++pair.times;
      });
    }
  });
  return found;
}

/// Finds the matrix whose columns stand in one array and index another.
class MatrixFinder {
 public:
  MatrixFinder(const Trace& trace, const Launch& launch, const TouchedArrays& arrays, int column,
               int factor, const IndexingLines& lines)
      : trace_(trace), launch_(launch), arrays_(arrays), lines_(lines) {
    matrix_.column = column;
    matrix_.factor = factor;
  }

  std::optional<IndexedMatrix> find(const Indexings& indexings) {
    gather();
    if (matrix_.entries.size() < least_entries) return std::nullopt;
    if (!find_rows(indexings)) return std::nullopt;
    for (const int array : beside_) {
      if (array != matrix_.row && matrix_.value < 0) matrix_.value = array;
    }
    if (matrix_.value < 0 || !settle()) return std::nullopt;
    return std::move(matrix_);
  }

 private:
  /// Entries with their columns, and the arrays that are read at the same elements.
  void gather() {
    const int column = matrix_.column, factor = matrix_.factor;
    std::vector<int> others;
    for (const int array : arrays_.all) {
      if (array != column && array != factor) others.push_back(array);
    }
    std::vector<bool> beside(others.size(), true);
    // The entry that a lane of a warp works at, and which of the others it has read there.
    std::map<std::pair<int, int>, std::pair<ElementIndex, std::uint64_t>> open;
    ReadsBefore reads(trace_, launch_);
    const auto read_at = [&](std::pair<int, int> at, ElementIndex element) {
      std::uint64_t read = 0;
      for (std::size_t i = 0; i < others.size(); ++i) {
        const LaneReads& last = reads.of(at.first, others[i]);
        const bool there = last[static_cast<std::size_t>(at.second)].index == element;
        read |= std::uint64_t{there} << i;
      }
      return read;
    };
    const auto close = [&](std::pair<int, int> at) {
      const auto working = open.find(at);
      if (working == open.end()) return;
      const auto [element, before] = working->second;
      const std::uint64_t read = before | read_at(at, element);
      for (std::size_t i = 0; i < others.size(); ++i) {
        beside[i] = beside[i] && (read >> i & 1U) != 0;
      }
      open.erase(working);
    };
    reads.walk([&](std::uint32_t n, const Access& access) {
      const bool loads = access.operation == Operation::load;
      const bool gathers = loads && access.array == factor && lines_.at(access.location).holds();
      // What stands beside an entry is read before its factor, or before the next entry.
      if (loads && !gathers && access.array != column) return;
      const auto indices = trace_.lane_indices(access);
      for_each_lane(access.mask, [&](int lane, int k) {
        const ElementIndex used = indices[static_cast<std::size_t>(k)];
        const std::pair at{int{access.warp}, lane};
        if (!gathers) close(at);
        if (!loads) wrote(access, lane, used);
        if (!gathers || open.contains(at)) return;
        const ElementIndex element =
            reads.of(access.warp, column)[static_cast<std::size_t>(lane)].index;
        open[at] = {element, read_at(at, element)};
        matrix_.uses.push_back({n, lane, element});
        matrix_.entries.push_back({element, -1, used});
        unwritten_[at].push_back(matrix_.entries.size() - 1);
      });
    });
    while (!open.empty()) close(open.begin()->first);
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (beside[i] && trace_.arrays[static_cast<std::size_t>(others[i])].count >=
                           trace_.arrays[static_cast<std::size_t>(column)].count) {
        beside_.push_back(others[i]);
      }
    }
  }

  /// The entries that the lane has used since it last wrote belong to the row that it writes now.
  void wrote(const Access& access, int lane, ElementIndex index) {
    written_[access.array].push_back(index);
    for (const std::size_t e : unwritten_[{access.warp, lane}])
      written_row_[e] = {access.array, index};
    unwritten_[{access.warp, lane}].clear();
  }

  bool find_rows(const Indexings& indexings) {
    return by_coordinates(indexings) || by_beginnings() || by_writes();
  }

  bool by_coordinates(const Indexings& indexings) {
    for (const int array : beside_) {
      if (!may_index(trace_.arrays[static_cast<std::size_t>(array)])) continue;
      for (const int result : arrays_.all) {
        const auto pair = indexings.find({array, result, true});
        if (pair == indexings.end() || !any_holds(pair->second)) continue;
        const std::map<ElementIndex, std::int64_t> rows = numbers_in(array);
        for (IndexedMatrix::Entry& entry : matrix_.entries) entry.row = rows.at(entry.element);
        matrix_.row = array;
        matrix_.result = result;
        matrix_.rows = trace_.arrays[static_cast<std::size_t>(result)].count;
        return true;
      }
    }
    return false;
  }

  bool by_beginnings() {
    for (const int array : arrays_.indexing) {
      const Array& of = trace_.arrays[static_cast<std::size_t>(array)];
      if (array == matrix_.column || array == matrix_.factor || of.count < 3) continue;
      if (std::ranges::find(beside_, array) != beside_.end() || written_.contains(array)) continue;
      if (!rows_begin_in(numbers_in(array))) continue;
      matrix_.row = array;
      matrix_.begins = true;
      matrix_.rows = of.count - 1;
      find_result();
      return true;
    }
    return false;
  }

  bool rows_begin_in(const std::map<ElementIndex, std::int64_t>& begins) {
    std::vector<std::pair<std::int64_t, ElementIndex>> stretches;  // begin, row
    const std::pair<const ElementIndex, std::int64_t>* before = nullptr;
    for (const auto& each : begins) {
      const bool next = before != nullptr && each.first == before->first + 1;
      if (before != nullptr && each.second < before->second) return false;
      if (next && before->second < each.second)
        stretches.emplace_back(before->second, before->first);
      before = &each;
    }
    if (stretches.size() < 2) return false;
    for (IndexedMatrix::Entry& entry : matrix_.entries) {
      const auto after = std::ranges::upper_bound(stretches, std::int64_t{entry.element}, {},
                                                  [](const auto& s) { return s.first; });
      if (after == stretches.begin()) return false;
      const auto& [begin, row] = *std::prev(after);
      const auto end = begins.find(row + 1);
      if (end == begins.end() || entry.element >= end->second) return false;
      entry.row = row;
    }
    return true;
  }

  /// The array that lanes mostly write at the row of the entries before.
  void find_result() {
    std::map<int, std::size_t> fitting;
    for (const auto& [e, at] : written_row_) {
      fitting[at.first] += static_cast<std::size_t>(at.second == matrix_.entries[e].row);
    }
    std::size_t most = 0;
    for (const auto& [array, times] : fitting) {
      const auto& all = written_[array];
      const bool inside =
          std::ranges::all_of(all, [&](ElementIndex i) { return i < matrix_.rows; });
      if (!inside || times <= most) continue;
      most = times;
      matrix_.result = array;
    }
  }

  bool by_writes() {
    if (written_row_.size() < matrix_.entries.size()) return false;
    const int result = written_row_.begin()->second.first;
    for (const auto& [e, at] : written_row_) {
      if (at.first != result) return false;
      matrix_.entries[e].row = at.second;
    }
    matrix_.result = result;
    matrix_.rows = trace_.arrays[static_cast<std::size_t>(result)].count;
    return true;
  }

  /// All that the launch reads of an array of numbers.
  [[nodiscard]] std::map<ElementIndex, std::int64_t> numbers_in(int array) const {
    std::map<ElementIndex, std::int64_t> numbers;
    ReadsBefore(trace_, launch_).walk([&](std::uint32_t, const Access& access) {
      if (access.array != array || access.operation != Operation::load) return;
      const auto indices = trace_.lane_indices(access);
      for (int k = 0; k < access.active(); ++k)
        numbers[indices[static_cast<std::size_t>(k)]] = whole_number(trace_, access, k);
    });
    return numbers;
  }

  /// Sorts the entries; false if two of them claim one place.
  bool settle() {
    auto& entries = matrix_.entries;
    std::ranges::sort(entries, {}, &IndexedMatrix::Entry::element);
    const auto same = std::unique(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return a.element == b.element;
    });
    entries.erase(same, entries.end());
    matrix_.columns = trace_.arrays[static_cast<std::size_t>(matrix_.factor)].count;
    matrix_.by_place.resize(entries.size());
    for (std::uint32_t i = 0; i < entries.size(); ++i) matrix_.by_place[i] = i;
    const auto place = [&](std::uint32_t i) {
      return std::pair(entries[i].row, entries[i].column);
    };
    std::ranges::sort(matrix_.by_place, {}, place);
    const auto two = std::ranges::adjacent_find(matrix_.by_place, {}, place);
    const auto [first, last] = std::ranges::minmax(entries, {}, &IndexedMatrix::Entry::row);
    return entries.size() >= least_entries && two == matrix_.by_place.end() && first.row >= 0 &&
           last.row < matrix_.rows && first.row < last.row;
  }

  const Trace& trace_;
  const Launch& launch_;
  const TouchedArrays& arrays_;
  const IndexingLines& lines_;  // that read the factor
  IndexedMatrix matrix_;
  std::vector<int> beside_;  // arrays that are read where the columns are
  std::map<int, std::vector<ElementIndex>> written_;
  std::map<std::pair<int, int>, std::vector<std::size_t>> unwritten_;  // by warp and lane
  std::map<std::size_t, std::pair<int, ElementIndex>> written_row_;
};

}  // namespace

const IndexedMatrix::Entry* IndexedMatrix::entry(ElementIndex element) const {
  const auto found = std::ranges::lower_bound(entries, element, {}, &Entry::element);
  return found == entries.end() || found->element != element ? nullptr : &*found;
}

std::optional<ElementIndex> IndexedMatrix::at(std::int64_t at_row, std::int64_t at_column) const {
  const std::pair wanted{at_row, at_column};
  const auto place = [&](std::uint32_t i) { return std::pair(entries[i].row, entries[i].column); };
  const auto found = std::ranges::lower_bound(by_place, wanted, {}, place);
  if (found == by_place.end() || place(*found) != wanted) return std::nullopt;
  return entries[*found].element;
}

std::span<const IndexedMatrix::Use> IndexedMatrix::uses_of(std::uint32_t access) const {
  const auto first = std::ranges::lower_bound(uses, access, {}, &Use::access);
  const auto end = std::ranges::upper_bound(uses, access, {}, &Use::access);
  return std::span(uses).subspan(static_cast<std::size_t>(first - uses.begin()),
                                 static_cast<std::size_t>(end - first));
}

std::optional<IndexedMatrix> find_indexed_matrix(const Trace& trace, const Launch& launch) {
  const TouchedArrays arrays = touched_by(trace, launch);
  if (arrays.indexing.empty() || arrays.all.size() > most_arrays) return std::nullopt;
  const Indexings indexings = indexings_of(trace, launch, arrays);
  for (const auto& [pair, lines] : indexings) {
    const auto [column, factor, written] = pair;
    if (written || !any_holds(lines)) continue;
    auto found = MatrixFinder(trace, launch, arrays, column, factor, lines).find(indexings);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace warpscope
