#pragma once

#include "app/export/text_sink.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// The run as JSON in the Chrome trace event format, which ui.perfetto.dev and chrome://tracing
/// open. A process per launch; in it a thread "block" with the launch's steps as slices and its
/// barriers as marks, a thread per warp with its accesses as slices, and counters.
///
/// Time is modelled: accesses follow one another in the trace's order, as if the block had one pipe
/// to memory, and 1 µs stands for one wavefront, sector, pass or shuffle. So the length of the whole
/// is what the run costs.
/// Source: Trace Event Format, "JSON Object Format" (slices "X", marks "i", counters "C", names "M").
/// There may be millions of accesses, so the text comes in pieces. False where the sink wanted no
/// more.
bool write_chrome_trace(const Document& document, const TextSink& sink);

}  // namespace warpscope
