#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/analysis/caption.hpp"

namespace warpscope {

/// caption() in Russian, from the same facts. Names of steps, arrays and variables stay as the
/// source has them. Of the host's actions it tells only the launches.
[[nodiscard]] Caption caption_russian(const Trace& trace, const Summary& summary,
                                      std::uint32_t access);

/// In "ru" or, for any other language, in English.
[[nodiscard]] Caption caption_in(std::string_view language, const Trace& trace,
                                 const Summary& summary, std::uint32_t access);

/// A number with the noun in the form that it needs: "1 нить", "2 нити", "5 нитей".
[[nodiscard]] std::string counted_russian(std::int64_t number, const char* one, const char* few,
                                          const char* many);

}  // namespace warpscope
