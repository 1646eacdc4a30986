// Scans over a tile or a coalesced group.
#pragma once
#pragma GCC system_header

#include "../cooperative_groups.h"
#include "../ws/group_operators.h"

namespace cooperative_groups {

template <class Group, class T, class Operation>
WS_INLINE typename std::decay<T>::type inclusive_scan(const Group& group, T&& value,
                                                      Operation&& operation) {
  const unsigned int rank = group.thread_rank(), size = group.size();
  typename std::decay<T>::type result(value);
  for (unsigned int step = 1; step < size; step *= 2) {
    const typename std::decay<T>::type other = group.shfl_up(result, step);
    if (step <= rank) result = operation(result, other);
  }
  return result;
}
template <class Group, class T>
WS_INLINE typename std::decay<T>::type inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<typename std::decay<T>::type>());
}
// The first thread gets T(), whatever the operation.
template <class Group, class T, class Operation>
WS_INLINE typename std::decay<T>::type exclusive_scan(const Group& group, T&& value,
                                                      Operation&& operation) {
  typedef typename std::decay<T>::type plain;
  const plain own = inclusive_scan(group, value, operation);
  const plain before = group.shfl_up(own, 1);
  return group.thread_rank() == 0 ? plain() : before;
}
template <class Group, class T>
WS_INLINE typename std::decay<T>::type exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<typename std::decay<T>::type>());
}

}  // namespace cooperative_groups
