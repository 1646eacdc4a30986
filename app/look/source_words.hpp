#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"
#include "app/look/look.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// In whose words the source of a kernel of the catalogue stands.
enum class SourceWords : std::uint8_t {
  as_set,  ///< as the user's settings have it
  traced,  ///< ours, which the run was traced with
  cuda,    ///< plain CUDA: the kernel's twin
  count,
};
inline constexpr std::array source_words = std::to_array<Choice<SourceWords>>({
    {SourceWords::as_set, "set", tr_noop("as set")},
    {SourceWords::traced, "traced", tr_noop("as traced")},
    {SourceWords::cuda, "cuda", tr_noop("as in CUDA")},
});
[[nodiscard]] constexpr const auto& choices_of(SourceWords) { return source_words; }

inline constexpr LookOption source_words_option = option_of<SourceWords>(
    {.id = "source",
     .about = tr_noop("In whose words the source stands: as the settings have it, ours, CUDA's"),
     .title = tr_noop("Source:")});

/// Whether plain CUDA is wanted; `set`: by the settings.
[[nodiscard]] inline bool wants_cuda(const Look& look, bool set) {
  const auto words = look.get<SourceWords>();
  return words == SourceWords::as_set ? set : words == SourceWords::cuda;
}

}  // namespace warpscope
