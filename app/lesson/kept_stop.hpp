#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/lesson/lesson_reader.hpp"
#include "app/subject/options.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A moment of a run of a kernel of the catalogue, to become a stop of a lecture.
struct KeptMoment {
  Options options;           ///< with a complete request
  std::uint32_t access = 0;  ///< where the playhead stands, into the trace
  std::string view;          ///< in front; empty: none is called
  std::string stage;         ///< how the dataflow is drawn; empty: as it suits the kernel
  std::string text;          ///< what the audience reads
};

/// Whether a stop can say all of it; else a sentence that says what to do.
[[nodiscard]] Status can_be_kept(const Options& options);

/// The text of a lesson with the moment as its last stop; an empty text becomes a lesson. The stop does not depend on
/// those before it. `file` is its name in messages. ErrorKind::usage, and what to do: there is a mistake in the lesson, or
/// nothing can be added at its end.
[[nodiscard]] Result<std::string> with_stop(std::string_view lesson, const KeptMoment& moment,
                                            std::string_view file, const ViewLists& views);

}  // namespace warpscope
