#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.hpp"

namespace warpscope {

/// A lesson from its YAML text (docs/lessons.md tells the format). What is wrong goes to `mistakes`
/// and is left out, and the rest is read; nullopt where no stop is left, or the kernel is unknown.
[[nodiscard]] std::optional<Lesson> read_lesson(std::string_view text, std::string_view file,
                                                std::vector<Mistake>& mistakes);

}  // namespace warpscope
