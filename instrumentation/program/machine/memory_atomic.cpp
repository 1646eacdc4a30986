#include "instrumentation/program/machine/memory_atomic.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "instrumentation/analysis/atomic.hpp"

namespace warpscope {

bool do_atomic(Operation operation, Scalar scalar, std::byte* cell, std::byte* value,
               const std::byte* compare) {
  const ElementType type{scalar, 1};
  const auto bytes = static_cast<std::size_t>(type.bytes());
  std::array<std::uint8_t, 16> operands{};
  std::array<std::byte, 8> old{};
  // In a trace operands take whole words; compare-and-swap's come in the order of CUDA's atomicCAS.
  const std::size_t apart = static_cast<std::size_t>(type.words()) * 4;
  if (operation == Operation::atomic_cas) {
    std::memcpy(operands.data(), compare, bytes);
    std::memcpy(operands.data() + apart, value, bytes);
  } else {
    std::memcpy(operands.data(), value, bytes);
  }
  std::memcpy(old.data(), cell, bytes);
  apply_atomic(operation, type, reinterpret_cast<std::uint8_t*>(cell), operands.data());
  const bool changed = std::memcmp(old.data(), cell, bytes) != 0;
  std::memcpy(value, old.data(), bytes);
  return changed;
}

}  // namespace warpscope
