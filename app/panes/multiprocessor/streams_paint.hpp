#pragma once

#include "app/panes/multiprocessor/copies_page.hpp"
#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"
#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

/// The runs on streams over time, and the ideal schedule of the fastest beneath. A click on what is
/// shown asks for other runs.
void draw_streams(Canvas& canvas, Rect area, const DeviceRecord& record, ShownStreams shown,
                  const Frame& frame, Wishes& wishes);

/// The height from which on it shows at least two runs on a time axis; below it, it compares their
/// times in bars or in a table.
[[nodiscard]] float streams_height(const DeviceRecord& record, float text);

/// "4 streams: 1.71 ms, 2.37 × as fast as one"; the second part if there is a run on one stream.
[[nodiscard]] std::string stream_run_text(const DeviceRecord& record, const StreamRun& run);

}  // namespace warpscope
