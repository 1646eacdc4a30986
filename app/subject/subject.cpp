#include "app/subject/subject.hpp"

#include <typeinfo>

namespace warpscope {

bool operator==(const SubjectPtr& a, const SubjectPtr& b) {
  if (a.held_ == b.held_) return true;
  if (!a || !b) return false;
  return is_version_of(*a, *b) && a->version() == b->version();
}

bool is_version_of(const Subject& a, const Subject& b) {
  return typeid(a) == typeid(b) && a.id() == b.id();
}

}  // namespace warpscope
