#pragma once

#include <nlohmann/json_fwd.hpp>

#include "instrumentation/trace/stream_story.hpp"

namespace warpscope {

/// The header's "streams" of a trace.
[[nodiscard]] nlohmann::json story_json(const StreamStory& story);
/// The reverse; texts come back fit to be shown. Throws the library's errors if it is something else.
[[nodiscard]] StreamStory read_story(const nlohmann::json& json);

}  // namespace warpscope
