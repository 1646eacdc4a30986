#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/trace/stream_story.hpp"

namespace warpscope {

/// "stream a", "default stream", "stream 3 (streams[i])" where several have one name.
[[nodiscard]] std::string stream_text(const StreamStory& story, std::size_t stream);
/// "fill", "cudaMemcpyAsync", "host code".
[[nodiscard]] std::string stream_call_text(const StreamCall& call);
/// "cudaMemcpyAsync (stream b) reads d, which fill (stream a) writes: nothing orders them."
[[nodiscard]] std::string clash_text(const StreamStory& story, const StreamClash& clash);
/// What to do about it.
[[nodiscard]] std::string clash_remedy(const StreamStory& story, const StreamClash& clash);

}  // namespace warpscope
