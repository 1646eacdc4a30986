#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A value in at most `characters`: whole if it fits, else with fewer digits ("12k", "0.3", "1.2e-6"); empty
/// if nothing truthful fits. A real number reads like a whole one ("2.0", or "2") only if it is
/// one: 21.7 is "21.7" or "~22", and 1.7 is "1.7" or nothing.
[[nodiscard]] std::string short_value(ElementType type, std::span<const std::uint32_t> words,
                                      int characters);

/// What the stage writes of a value, beside a wire or into a node: whole numbers whole, of real ones
/// what `shown_characters` hold, such as "-25.45". Its tooltips tell all digits.
inline constexpr int shown_characters = 7;
[[nodiscard]] std::string shown_value(ElementType type, std::span<const std::uint32_t> words);

/// "data[256] int", of a matrix "tile[32 × 33] float", as a launch calls it.
[[nodiscard]] std::string array_text(const Trace& trace, std::uint32_t launch, int array);

/// The last access, not after `access`, that wrote an element of a shared array: elements of less
/// than a word share the word's writer, so that it may be an earlier one. nullopt if none in its
/// launch did.
[[nodiscard]] std::optional<std::uint32_t> last_writer(const Trace& trace, int array,
                                                       std::int64_t index, std::uint32_t access);

/// "written by line 44, warp 0, lane 3 in step add, s = 8".
[[nodiscard]] std::string describe_writer(const Trace& trace, std::uint32_t access,
                                          std::int64_t index);

}  // namespace warpscope
