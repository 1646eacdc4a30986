#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "app/layout/geometry.hpp"
#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

/// One of the curves: copies in one direction, with pageable or pinned memory of the host.
struct CopyCurve {
  std::string_view direction;  ///< "to_device", "to_host"
  bool pinned = false;
  std::vector<const CopyFigure*> points;  ///< by bytes, rising
};
/// Those that were measured; pinned first. Points into the record.
[[nodiscard]] std::vector<CopyCurve> copy_curves(const DeviceRecord& record);

/// The least time that the three engines allow: equal chunks, each copied in, computed on and copied
/// out, every piece as long as its share of the kind alone (StreamRun::copy_in_ms and so on), and no
/// engine waiting longer than it must. Derived, not measured. `stream` of a span is its chunk.
[[nodiscard]] std::vector<StreamSpan> ideal_spans(const StreamRun& run);
/// The end of the last span: one chunk's three parts, and the longest part of all other chunks.
[[nodiscard]] double ideal_ms(const StreamRun& run);

/// Row of an engine: 0 copies in, 1 kernels, 2 copies out; -1: unknown.
[[nodiscard]] int engine_of(std::string_view what);

/// Some runs below one another on one axis, and the ideal beneath.
struct StreamsLayout {
  struct Panel {
    std::size_t run = 0;  ///< index; the number of runs means the ideal
    Rect name;            ///< a line of words
    Rect rows;            ///< spans
    int count = 0;        ///< of rows
    [[nodiscard]] Rect row(int index) const;
  };
  std::vector<Panel> panels;
  Rect axis;
  double most_ms = 0;  ///< at the right end
  [[nodiscard]] float x(double ms) const;
};
/// `chosen`: this run alone; a larger number means all for which there is room, the fastest and the
/// one on the fewest streams before the others. `row`: the least height of a row; `name`: the height
/// of a name. Without panels if there is no room for the chosen one, or for those two.
[[nodiscard]] StreamsLayout streams_layout(Rect area, std::span<const StreamRun> runs,
                                           std::size_t chosen, float row, float name);
/// The height that streams_layout needs to have panels if all are chosen.
[[nodiscard]] float least_streams_height(std::span<const StreamRun> runs, float row, float name);

/// Every so many of `count` marks have a label, so that labels have room and both ends have one.
/// `apart`: pixels between two marks; `needed`: pixels that a label takes.
[[nodiscard]] std::size_t label_stride(std::size_t count, float apart, float needed);

}  // namespace warpscope
