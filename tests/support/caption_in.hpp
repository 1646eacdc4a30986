#pragma once

#include <string_view>

#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope::test {

/// The caption that the program shows while it speaks a language.
inline Caption caption_in(std::string_view language, const Trace& trace, const Summary& summary,
                          std::uint32_t access) {
  const InLanguage speaking(find_language(language).value());
  return caption(trace, summary, access);
}

}  // namespace warpscope::test
