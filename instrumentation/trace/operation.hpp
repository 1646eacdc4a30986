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
  copy,  ///< the end of an asynchronous copy (LDGSTS): writes what it has read elsewhere, past registers
};

/// What sort of thing an operation does.
enum class OperationKind : std::uint8_t {
  load,
  store,
  atomic,    ///< reads, computes and writes at once
  exchange,  ///< lanes hand each other registers
  copy,      ///< puts values there that pass no register
  hint,      ///< names memory, whose values neither the lanes nor the memory get
};

/// The names of one operation, and the facts about it that analyses need.
struct OperationTraits {
  Operation operation;
  OperationKind kind;
  std::string_view name;      ///< "atomic add"
  std::string_view key;       ///< in JSON and lessons: "atomic"
  int operands;               ///< values that a lane brings or gets, the result of an atomic aside
  std::string_view does;      ///< of a warp: "adds to"
  std::string_view lanes_do;  ///< of several lanes: "add to"
  const char* now;            ///< what happens at the playhead; the field is the array
};

/// THE list, in the order of the enumeration. What an atomic computes is in analysis/atomic.cpp, the
/// Russian verbs are in analysis/caption_russian.cpp.
inline constexpr std::array operation_traits = std::to_array<OperationTraits>({
    {Operation::load, OperationKind::load, tr_noop("load"), "load", 1, "reads", "want",
     tr_noop("now reads {}")},
    {Operation::store, OperationKind::store, tr_noop("store"), "store", 1, "writes", "write",
     tr_noop("now writes {}")},
    {Operation::atomic_add, OperationKind::atomic, tr_noop("atomic add"), "atomic", 1, "adds to",
     "add to", tr_noop("now adds to {}")},
    {Operation::shuffle, OperationKind::exchange, tr_noop("shuffle"), "shuffle", 1, "shuffles",
     "read", tr_noop("now shuffles registers")},
    {Operation::atomic_sub, OperationKind::atomic, tr_noop("atomic subtract"), "atomic", 1,
     "subtracts from", "subtract from", tr_noop("now subtracts from {}")},
    {Operation::atomic_exchange, OperationKind::atomic, tr_noop("atomic exchange"), "atomic", 1,
     "exchanges", "exchange", tr_noop("now exchanges {}")},
    {Operation::atomic_min, OperationKind::atomic, tr_noop("atomic minimum"), "atomic", 1,
     "takes the minimum into", "take the minimum into", tr_noop("now takes the minimum into {}")},
    {Operation::atomic_max, OperationKind::atomic, tr_noop("atomic maximum"), "atomic", 1,
     "takes the maximum into", "take the maximum into", tr_noop("now takes the maximum into {}")},
    {Operation::atomic_inc, OperationKind::atomic, tr_noop("atomic increment"), "atomic", 1,
     "increments", "increment", tr_noop("now increments {}")},
    {Operation::atomic_dec, OperationKind::atomic, tr_noop("atomic decrement"), "atomic", 1,
     "decrements", "decrement", tr_noop("now decrements {}")},
    {Operation::atomic_and, OperationKind::atomic, tr_noop("atomic and"), "atomic", 1, "ANDs into",
     "AND into", tr_noop("now ANDs into {}")},
    {Operation::atomic_or, OperationKind::atomic, tr_noop("atomic or"), "atomic", 1, "ORs into",
     "OR into", tr_noop("now ORs into {}")},
    {Operation::atomic_xor, OperationKind::atomic, tr_noop("atomic xor"), "atomic", 1, "XORs into",
     "XOR into", tr_noop("now XORs into {}")},
    {Operation::atomic_cas, OperationKind::atomic, tr_noop("atomic compare-and-swap"), "atomic", 2,
     "compares and swaps", "compare and swap", tr_noop("now compares and swaps {}")},
    {Operation::copy, OperationKind::copy, tr_noop("asynchronous copy"), "copy", 1, "copies to",
     "copy to", tr_noop("now copies to {}")},
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
[[nodiscard]] constexpr OperationKind kind_of(Operation operation) {
  return traits_of(operation).kind;
}
[[nodiscard]] constexpr bool is_atomic(Operation operation) {
  return kind_of(operation) == OperationKind::atomic;
}
/// Gives the element that it names a value, whatever was there.
[[nodiscard]] constexpr bool stores(Operation operation) {
  return kind_of(operation) == OperationKind::store || kind_of(operation) == OperationKind::copy;
}
/// Changes the element that it names.
[[nodiscard]] constexpr bool writes(Operation operation) {
  return stores(operation) || is_atomic(operation);
}
/// Lanes exchange registers, without memory.
[[nodiscard]] constexpr bool exchanges(Operation operation) {
  return kind_of(operation) == OperationKind::exchange;
}

}  // namespace warpscope
