// Reductions over a tile or a coalesced group.
#pragma once
#pragma GCC system_header

#include "../cooperative_groups.h"
#include "../ws/group_operators.h"

namespace cooperative_groups {

namespace ws_details {

// What the instruction redux takes: integers of 32 bits.
template <class Operation>
struct machine_operation {
  static constexpr bool known = false;
};
#define WS_MACHINE_OPERATION(name, T, operation)                 \
  template <>                                                    \
  struct machine_operation<name<T>> {                            \
    static constexpr bool known = true;                          \
    static constexpr enum ws_atomic_operation value = operation; \
  };
#define WS_MACHINE_OPERATIONS(T)                  \
  WS_MACHINE_OPERATION(plus, T, ws_atomic_add)    \
  WS_MACHINE_OPERATION(less, T, ws_atomic_min)    \
  WS_MACHINE_OPERATION(greater, T, ws_atomic_max) \
  WS_MACHINE_OPERATION(bit_and, T, ws_atomic_and) \
  WS_MACHINE_OPERATION(bit_or, T, ws_atomic_or)   \
  WS_MACHINE_OPERATION(bit_xor, T, ws_atomic_xor)
WS_MACHINE_OPERATIONS(int)
WS_MACHINE_OPERATIONS(unsigned int)
#undef WS_MACHINE_OPERATIONS
#undef WS_MACHINE_OPERATION

template <bool by_machine>
struct reduction {
  template <class Group, class T, class Operation>
  static WS_INLINE T of(const Group& group, T value, Operation&) {
    typedef machine_operation<typename std::decay<Operation>::type> operation;
    return static_cast<T>(ws_reduce(group.ws_mask(), operation::value, ::ws::scalar_of<T>::value,
                                    static_cast<unsigned int>(value)));
  }
};
template <>
struct reduction<false> {
  // In the order of CUDA's own header, which decides a float's last bits.
  template <unsigned int Size, class T, class Operation>
  static WS_INLINE T of(const tile<Size>& group, T value, Operation& operation) {
    T result = value;
    for (unsigned int lanes = Size / 2; lanes > 0; lanes /= 2) {
      result = operation(result, group.shfl_xor(result, lanes));
    }
    return result;
  }
  template <class T, class Operation>
  static WS_INLINE T of(const coalesced_group& group, T value, Operation& operation) {
    const unsigned int rank = group.thread_rank(), size = group.size();
    T result = value;
    for (unsigned int step = 1; step < size; step *= 2) {
      const T other = group.shfl_up(result, step);
      if (step <= rank) result = operation(result, other);
    }
    return group.shfl(result, static_cast<int>(size - 1));
  }
};

}  // namespace ws_details

template <class Group, class T, class Operation>
WS_INLINE typename std::decay<T>::type reduce(const Group& group, T&& value,
                                              Operation&& operation) {
  typedef typename std::decay<Operation>::type plain;
  typedef ws_details::reduction<ws_details::machine_operation<plain>::known> chosen;
  const typename std::decay<T>::type copy(value);
  return chosen::of(group, copy, operation);
}

}  // namespace cooperative_groups
