#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Cells that are only ever raised, but for being cleared.
struct Counters {
  int array = -1;
  std::vector<std::int32_t> bin_of;  ///< per cell; empty: each cell is a bin of its own
  std::int64_t bins = 0;
  int totals = -1;             ///< the array that adds up the counters of a bin; -1: none
  std::uint32_t tag_bit = 32;  ///< bits from here on are the lane that wrote; 32: no tags
  double most = 1;             ///< the highest count that a bin reaches in the launch

  [[nodiscard]] std::int64_t bin(std::int64_t cell) const {
    return bin_of.empty() ? cell : bin_of[static_cast<std::size_t>(cell)];
  }
  /// Whether a bin has several counters.
  [[nodiscard]] bool shared() const { return bin_of.size() > static_cast<std::size_t>(bins); }
  /// The count that a cell's value holds, without the tag.
  [[nodiscard]] double count(ElementType type, std::span<const std::uint32_t> words) const;
};

/// Values that are copied to places which depend on the data.
struct Scatter {
  int source = -1, destination = -1;
  ElementIndex first_source = 0, end_source = 0;  ///< elements that the block moves
  ElementIndex first_place = 0, end_place = 0;
  /// Elements of the destination where a bucket begins: within one the values keep their order.
  std::vector<ElementIndex> buckets;
  /// Some elements are kept, side by side, and those between them are not: one bucket, whose places
  /// are counted on as far as the elements reach.
  bool compacts = false;
  struct Copy {
    std::uint32_t node = 0;
    std::uint32_t edge = 0;  ///< along which the value came
  };
  std::vector<Copy> copies;  ///< in trace order

  /// The bucket that a place is in.
  [[nodiscard]] std::size_t bucket(ElementIndex place) const;
};

/// Arrays that are written together, element by element, and made from one another's neighbours:
/// the equations of a system.
struct Records {
  std::vector<int> arrays;  ///< the parts of a record, then arrays made from records alone
  std::size_t parts = 0;    ///< how many of them are parts
  std::int64_t records = 0;
  bool given =
      false;  ///< some parts are read and never made: they count as made when they are read
  std::int64_t period = 0;          ///< records of a copy: element i belongs to record i % period
  std::int64_t typical = 0;         ///< the record that most steps make, next to the middle
  std::vector<std::uint32_t> made;  ///< all nodes of the arrays, record by record, in trace order
  std::vector<std::size_t> first_made{};  ///< where those of a record begin; one more than records

  /// The nodes of one record.
  [[nodiscard]] std::span<const std::uint32_t> made_of(std::int64_t record) const {
    const auto r = static_cast<std::size_t>(record);
    if (record < 0 || r + 1 >= first_made.size()) return {};
    return std::span(made).subspan(first_made[r], first_made[r + 1] - first_made[r]);
  }
};

enum class BinsKind : std::uint8_t { counters, scatter, records, bars };

/// What one launch fills, found from its values alone.
struct BinsLaunch {
  BinsKind kind = BinsKind::bars;
  Counters counters;
  Scatter scatter;
  Records records;
  int array = -1;  ///< for bars: the array in which most happens; -1: nothing happens
};

[[nodiscard]] Counters find_counters(const Trace& trace, const Dataflow& flow,
                                     const Launch& launch);  ///< array < 0: none
[[nodiscard]] Scatter find_scatter(const Trace& trace, const Dataflow& flow,
                                   const Launch& launch);  ///< source < 0: none
[[nodiscard]] Records find_records(const Trace& trace, const Dataflow& flow,
                                   const Launch& launch);  ///< records 0: none

/// One per launch. Linear in the trace.
[[nodiscard]] std::vector<BinsLaunch> bins_launches(const Trace& trace, const Dataflow& flow);

/// The nodes that a launch makes, without origins of values: [first, end).
struct NodeRange {
  std::uint32_t first = 0, end = 0;
};
[[nodiscard]] NodeRange nodes_of_launch(const Dataflow& flow, const Launch& launch);

}  // namespace warpscope
