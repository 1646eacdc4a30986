#include "app/session/since_save.hpp"

#include "app/subject/program_options.hpp"

namespace warpscope {

bool same_program(const Subject& a, const Subject& b) {
  return a.program() != nullptr && b.program() != nullptr && a.file() == b.file();
}

std::optional<SinceSave> since_save(const DocumentPtr& before, const DocumentPtr& now) {
  if (!before || !now || !same_program(*before->subject, *now->subject)) return std::nullopt;
  // Another id: the user has chosen other arguments, and saved nothing.
  if (before->subject->id() != now->subject->id()) return std::nullopt;
  if (before->subject->program()->saves == now->subject->program()->saves) return std::nullopt;
  return SinceSave{before, compare(*before, *now)};
}

}  // namespace warpscope
