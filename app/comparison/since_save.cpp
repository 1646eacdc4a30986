#include "app/comparison/since_save.hpp"

namespace warpscope {

bool same_program(const Subject& a, const Subject& b) {
  return a.can_be_edited() && b.can_be_edited() && a.file() == b.file();
}

std::optional<bool> saved_between(const Document& before, const Document& now) {
  if (!same_program(*before.subject, *now.subject)) return std::nullopt;
  if (before.subject->id() != now.subject->id()) return std::nullopt;
  return before.subject->saves() != now.subject->saves();
}

std::optional<SinceSave> since_save(const DocumentPtr& before, const DocumentPtr& now) {
  if (!before || !now || !saved_between(*before, *now).value_or(false)) return std::nullopt;
  return SinceSave{before, compare(*before, *now)};
}

}  // namespace warpscope
