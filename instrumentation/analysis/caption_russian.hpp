#pragma once

#include <string_view>

#include "instrumentation/analysis/caption.hpp"

namespace warpscope {

/// caption() in Russian, from the same facts. Names of steps, arrays and variables stay as the
/// source has them. Of what the host did, only launches are told.
[[nodiscard]] Caption caption_russian(const Trace& trace, const Summary& summary,
                                      std::uint32_t access);

/// In "ru" or, for any other language, in English.
[[nodiscard]] Caption caption_in(std::string_view language, const Trace& trace,
                                 const Summary& summary, std::uint32_t access);

}  // namespace warpscope
