#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A line of a file that a trace holds, by the file's name; 1 is the first line.
struct FileLine {
  std::string file;
  std::uint32_t line = 0;
  friend bool operator==(const FileLine&, const FileLine&) = default;
};

/// One lane of every warp, 0..31.
struct PinnedLane {
  std::int32_t lane = 0;
  friend bool operator==(const PinnedLane&, const PinnedLane&) = default;
};
/// One warp of the block.
struct PinnedWarp {
  std::int32_t warp = 0;
  friend bool operator==(const PinnedWarp&, const PinnedWarp&) = default;
};
/// One thread of the block, by its rank.
struct PinnedThread {
  std::int32_t thread = 0;
  friend bool operator==(const PinnedThread&, const PinnedThread&) = default;
};
/// One element of an array, which has its own name here, whatever a launch calls it.
struct PinnedCell {
  std::string array;
  Space space = Space::shared;
  ElementIndex index = 0;
  friend bool operator==(const PinnedCell&, const PinnedCell&) = default;
};
/// One line of the source.
struct PinnedLine {
  FileLine at;
  friend bool operator==(const PinnedLine&, const PinnedLine&) = default;
};

/// What the user follows through all panes; the first one is nothing. It holds names and numbers, no positions
/// in a trace, so that it outlives a save and means the same on both sides of a comparison.
using Pin =
    std::variant<std::monostate, PinnedLane, PinnedWarp, PinnedThread, PinnedCell, PinnedLine>;

[[nodiscard]] inline bool is_set(const Pin& pin) { return pin.index() != 0; }

/// An element of one of the trace's arrays.
[[nodiscard]] Pin cell_pin(const Trace& trace, int array, ElementIndex index);
/// The line at which an access stands.
[[nodiscard]] FileLine line_of(const Trace& trace, const Access& access);
/// The array that a name means; -1: the trace has none.
[[nodiscard]] int array_named(const Trace& trace, std::string_view name, Space space);

/// "lane 5", "warp 2", "thread 37 of the block", "data[12]" as the launch calls it, "line 41"; empty of nothing.
[[nodiscard]] std::string pin_text(const Pin& pin, const Trace& trace, std::uint32_t launch);

/// What a typed text means: "5" and "lane 5", "warp 2", "thread 37", "line 41" of the file of `access`, and an
/// element as its launch calls it: "data[12]", "tile[3][5]". Fails with what may be typed.
[[nodiscard]] Result<Pin> parse_pin(const Trace& trace, std::uint32_t access,
                                    std::string_view text);

}  // namespace warpscope
