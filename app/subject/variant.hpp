#pragma once

#include <string>
#include <vector>

#include "app/subject/options.hpp"

namespace warpscope {

/// The options of the right side: the left's, with its variant applied. Fails, with a sentence, if
/// the variant is not possible there.
[[nodiscard]] Result<Options> varied(const Options& left);

/// The variant that puts another subject beside the left side.
[[nodiscard]] Variant variant_with(const SubjectPtr& subject);

/// Variant::block_step from options with a complete request to a block of that many threads. Fails
/// if the subject takes no such block, and if it is the present one.
[[nodiscard]] Result<int> block_steps_to(const Options& from, int block);

/// The changes of a variant in words: "without the barrier of line 33", "padded by 1 in 32";
/// several separated by commas. Names neither another kernel nor a file.
[[nodiscard]] std::string changes_text(const Variant& variant, const Options& left);

/// True if it is another run or reading of the left side, rather than another kernel or file.
[[nodiscard]] inline bool is_what_if(const Variant& variant) {
  return variant.kernel.empty() && !variant.opened;
}

/// One change that can be tried.
struct WhatIfChoice {
  std::string part;    ///< heading of those like it: "Shared memory"
  std::string text;    ///< "Without the barrier of line 33"
  std::string detail;  ///< the source of that line
  std::string about;   ///< what to look for
  Variant variant;
};
/// The changes that are possible for the left side, in the order in which they are offered.
[[nodiscard]] std::vector<WhatIfChoice> what_if_choices(const Options& left);

/// The variant for other options at the left: without changes that are no longer possible there;
/// unset if none is left.
[[nodiscard]] std::optional<Variant> kept_variant(const Options& left);

}  // namespace warpscope
