#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/stage/network/network_wires.hpp"
#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

enum class NetworkKind : std::uint8_t {
  comparator,  ///< a thread reads two cells and leaves the same two values in them
  move,        ///< a value from another wire, unchanged
  join,        ///< made from several values, or from one that was changed
  stay,        ///< from its own wire unchanged, or from nothing that lies on a wire
};

/// Which wire gets the larger of a comparator's two values.
enum class NetworkOrder : std::uint8_t { unknown, larger_high, larger_low };

/// The operation of one thread on one wire, or of a comparator on two.
struct NetworkOp {
  static constexpr std::uint32_t none = 0xffffffffU;
  NetworkKind kind = NetworkKind::stay;
  NetworkOrder order = NetworkOrder::unknown;
  bool exchanged = false;
  std::uint8_t lane = 0;
  std::uint32_t step = 0;
  std::uint32_t level = 0;  ///< deeper than the operations of its own step that it depends on
  std::uint32_t group = 0;  ///< into NetworkLayout::groups
  std::uint32_t sub = 0;    ///< sub-column in its group
  std::int32_t low = 0;     ///< smallest wire that it touches
  std::int32_t high = 0;    ///< and largest
  std::int32_t target = 0;  ///< wire that gets the value; of a comparator the low one
  std::uint32_t begin = 0;  ///< access that first reads for it
  std::uint32_t end = 0;    ///< access that completes it
  std::uint32_t node[2] = {none, none};    ///< versions made: [0] of target or low, [1] of high
  std::uint32_t before[2] = {none, none};  ///< words of a comparator's values: low, high
  std::uint32_t after[2] = {none, none};   ///< a word as value_at() takes it; none where not seen
  std::uint32_t first_source = 0;          ///< of a move or join: see NetworkLayout::sources
  std::uint32_t source_count = 0;
  std::uint32_t butterfly = none;  ///< number among those of its group; none: in no butterfly
  /// Of a comparator in a part of a network: its other end lies on a wire that is not in the part, with
  /// a lower number (-1) or a higher one (1).
  std::int8_t cut = 0;

  [[nodiscard]] bool is_comparator() const { return kind == NetworkKind::comparator; }
};

/// All operations of a trace, step by step, without group, sub-column, sources
/// and butterfly. A comparator is known by
/// two stores of a thread in one step that are made of the same two cells and leave the same two
/// values in them; or, if nothing was exchanged, by a thread that reads two cells of an array, uses
/// neither value, and stores nothing: it found them in order.
[[nodiscard]] std::vector<NetworkOp> find_network_ops(const Trace& trace, const Dataflow& flow,
                                                      const NetworkWires& wires);

}  // namespace warpscope
