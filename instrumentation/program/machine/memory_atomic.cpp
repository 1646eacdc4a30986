#include "instrumentation/program/machine/memory_atomic.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "instrumentation/analysis/atomic.hpp"

namespace warpscope {
namespace {

/// Of that many bytes, so that they are copied as a word: a block at speed may do nothing else.
template <std::size_t bytes>
bool do_sized(Operation operation, Scalar scalar, std::byte* cell, std::byte* value,
              const std::byte* compare) {
  std::array<std::byte, bytes> old;
  std::memcpy(old.data(), cell, bytes);
  auto* const at = reinterpret_cast<std::uint8_t*>(cell);
  const auto* const given = reinterpret_cast<const std::uint8_t*>(value);
  // Compare-and-swap's operands come in the order of CUDA's atomicCAS.
  if (operation == Operation::atomic_cas) {
    apply_atomic(operation, scalar, at, reinterpret_cast<const std::uint8_t*>(compare), given);
  } else {
    apply_atomic(operation, scalar, at, given, nullptr);
  }
  const bool changed = std::memcmp(old.data(), cell, bytes) != 0;
  std::memcpy(value, old.data(), bytes);
  return changed;
}

}  // namespace

bool do_atomic(Operation operation, Scalar scalar, std::byte* cell, std::byte* value,
               const std::byte* compare) {
  switch (scalar_bytes(scalar)) {
    case 1: return do_sized<1>(operation, scalar, cell, value, compare);
    case 2: return do_sized<2>(operation, scalar, cell, value, compare);
    case 4: return do_sized<4>(operation, scalar, cell, value, compare);
    default: return do_sized<8>(operation, scalar, cell, value, compare);
  }
}

}  // namespace warpscope
