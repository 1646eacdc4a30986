#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {

/// What a pointer that the host passes really is.
struct PointerPlace {
  enum class Kind : std::uint8_t {
    null,
    host,     ///< pageable: stack, new, malloc, globals
    pinned,   ///< also registered memory
    managed,  ///< the host's and the device's
    device,
    symbol,   ///< a __device__ or __constant__ variable
    freed,    ///< was the device's, managed or pinned
    outside,  ///< beside an allocation, or nowhere in the device's addresses
  };
  Kind kind = Kind::host;
  const DeviceMemory::Allocation* allocation = nullptr;  ///< also the nearest one of `outside`
  std::optional<SymbolPlace> symbol;                     ///< of `symbol`, and of a managed variable
  std::size_t room = SIZE_MAX;  ///< bytes from the pointer to the end of what holds it
  bool shadowed = false;        ///< DeviceMemory knows which bytes have been written

  [[nodiscard]] bool device_reaches() const {
    return kind == Kind::pinned || kind == Kind::managed || kind == Kind::device ||
           kind == Kind::symbol;
  }
  [[nodiscard]] bool host_reaches() const {
    return kind == Kind::host || kind == Kind::pinned || kind == Kind::managed;
  }
};
[[nodiscard]] PointerPlace place_of_pointer(const void* pointer);

/// True if the whole range is mapped: a copy from or to it does not crash for want of memory.
[[nodiscard]] bool is_mapped(const void* begin, std::size_t bytes);

/// Ranges that cudaHostRegister pinned. False: overlaps one, or none begins there.
bool register_host(const void* begin, std::size_t bytes);
bool unregister_host(const void* begin);

/// Remembers which calls made and freed an allocation.
void remember_made(DeviceMemory::Allocation& allocation, const HostCall& call, int argument);
void remember_freed(void* begin, const HostCall& call);
void forget_origins();
/// "which was freed at sum.cu:31" or "which was freed".
[[nodiscard]] Sentence freed_where(const DeviceMemory::Allocation& allocation);

/// An argument of a call as the program's text writes it: "n * sizeof(float)". Empty: not known.
[[nodiscard]] std::string argument_text(const HostCall& call, int argument);
/// The array as the call writes it: "d_in"; else what is known of the memory: "memory 3", "the host's memory".
[[nodiscard]] Sentence name_in_call(const HostCall& call, int argument, const void* pointer,
                                    const PointerPlace& place);
/// "device memory", "the host's memory", …
[[nodiscard]] Sentence kind_of_memory(const PointerPlace& place);

}  // namespace warpscope
