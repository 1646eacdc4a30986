#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.hpp"

namespace warpscope {

inline constexpr std::size_t largest_lesson = std::size_t{1} << 20;  ///< bytes

/// Reads a lesson from its YAML text (docs/lessons.md describes the format). Wrong parts go to
/// `mistakes` and are left out; nullopt if no stop is left or the kernel is unknown. `views`: what
/// `stage` and `show` may name; empty: any will do, and `show` has no effect. `program`: the user's own
/// program that it is about, whose kernels nobody knows before it has run; empty: it is about the
/// catalogue.
[[nodiscard]] std::optional<Lesson> read_lesson(std::string_view text, std::string_view file,
                                                std::vector<Mistake>& mistakes,
                                                const ViewLists& views = {},
                                                std::string_view program = {});

/// The title of a lesson, of whose text nothing from its stops on is read; empty if it has none there.
[[nodiscard]] Words read_title(std::string_view text);

}  // namespace warpscope
