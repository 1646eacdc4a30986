#pragma once

#include "app/subject/document.hpp"

namespace warpscope {

/// The run of a document, kept as it is, such as a program before its last save: to be compared with
/// what has come of it. Recording it gives its trace again. `label` names it beside others.
[[nodiscard]] SubjectPtr kept_subject(const Document& document, std::string label);

}  // namespace warpscope
