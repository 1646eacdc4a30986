#include "app/subject/subject.hpp"

#include <typeinfo>

namespace warpscope {

bool operator==(const SubjectPtr& a, const SubjectPtr& b) {
  if (a.held_ == b.held_) return true;
  if (!a || !b) return false;
  const Subject &left = *a, &right = *b;
  return typeid(left) == typeid(right) && left.id() == right.id() &&
         left.version() == right.version();
}

}  // namespace warpscope
