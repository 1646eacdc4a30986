#pragma once

#include <string>
#include <string_view>

#include "app/subject/subject.hpp"

namespace warpscope {

/// The kernel of that id. An id that the catalogue lacks is a subject, too: it has no more than its
/// id, and running it fails as find_kernel() does.
[[nodiscard]] SubjectPtr catalogue_subject(std::string_view id);

/// "Reduction · 2 strided indexing"; the id itself if the catalogue lacks it.
[[nodiscard]] std::string kernel_title(std::string_view id);

}  // namespace warpscope
