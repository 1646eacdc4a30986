#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The effect of a warp instruction on memory or registers. Files store the number: append only.
enum class Operation : std::uint8_t {
  load,
  store,
  atomic_add,
  shuffle,  ///< index = thread rank whose register is read, value = what the lane itself offers
  atomic_sub,
  atomic_exchange,
  atomic_min,
  atomic_max,
  atomic_inc,  ///< atomicInc: wraps to 0 above the operand
  atomic_dec,  ///< atomicDec: wraps to the operand below 0, and from above it
  atomic_and,
  atomic_or,
  atomic_xor,
  atomic_cas,  ///< two operands: what is expected, then what is stored if it is found
};

/// The names of one operation, and the facts about it that analyses need.
struct OperationTraits {
  Operation operation;
  std::string_view name;  ///< "atomic add"
  std::string_view key;   ///< in JSON and lessons: "atomic"
  bool writes;            ///< changes the element that it names
  bool atomic;            ///< reads, computes and writes at once
  int operands;           ///< values that a lane brings or gets, the result of an atomic aside
  std::string_view does;  ///< of a warp: "adds to"
};

/// THE list, in the order of the enumeration. What an atomic computes is in analysis/atomic.cpp.
inline constexpr std::array operation_traits = std::to_array<OperationTraits>({
    {Operation::load, tr_noop("load"), "load", false, false, 1, "reads"},
    {Operation::store, tr_noop("store"), "store", true, false, 1, "writes"},
    {Operation::atomic_add, tr_noop("atomic add"), "atomic", true, true, 1, "adds to"},
    {Operation::shuffle, tr_noop("shuffle"), "shuffle", false, false, 1, "shuffles"},
    {Operation::atomic_sub, tr_noop("atomic subtract"), "atomic", true, true, 1, "subtracts from"},
    {Operation::atomic_exchange, tr_noop("atomic exchange"), "atomic", true, true, 1, "exchanges"},
    {Operation::atomic_min, tr_noop("atomic minimum"), "atomic", true, true, 1,
     "takes the minimum into"},
    {Operation::atomic_max, tr_noop("atomic maximum"), "atomic", true, true, 1,
     "takes the maximum into"},
    {Operation::atomic_inc, tr_noop("atomic increment"), "atomic", true, true, 1, "increments"},
    {Operation::atomic_dec, tr_noop("atomic decrement"), "atomic", true, true, 1, "decrements"},
    {Operation::atomic_and, tr_noop("atomic and"), "atomic", true, true, 1, "ANDs into"},
    {Operation::atomic_or, tr_noop("atomic or"), "atomic", true, true, 1, "ORs into"},
    {Operation::atomic_xor, tr_noop("atomic xor"), "atomic", true, true, 1, "XORs into"},
    {Operation::atomic_cas, tr_noop("atomic compare-and-swap"), "atomic", true, true, 2,
     "compares and swaps"},
});

static_assert([] {
  for (std::size_t i = 0; i < operation_traits.size(); ++i) {
    if (operation_traits[i].operation != Operation(i)) return false;
  }
  return true;
}());

[[nodiscard]] constexpr bool is_operation(std::uint32_t number) {
  return number < operation_traits.size();
}
[[nodiscard]] constexpr const OperationTraits& traits_of(Operation operation) {
  return operation_traits[static_cast<std::size_t>(operation)];
}
[[nodiscard]] constexpr std::string_view name(Operation operation) {
  return traits_of(operation).name;
}
[[nodiscard]] constexpr bool writes(Operation operation) { return traits_of(operation).writes; }
[[nodiscard]] constexpr bool is_atomic(Operation operation) { return traits_of(operation).atomic; }

}  // namespace warpscope
