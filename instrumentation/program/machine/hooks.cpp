// What a program's compiled object calls: the hooks that -fsanitize=thread put before its accesses, the wrapped functions of the
// C library, and the words of our CUDA headers (abi/warpscope_abi.h).

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <new>
#include <string_view>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/block_queue.hpp"
#include "instrumentation/program/machine/code_map.hpp"
#include "instrumentation/program/machine/device_heap.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/machine_state.hpp"
#include "instrumentation/program/machine/memory_atomic.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/machine/simt.hpp"
#include "instrumentation/program/machine/work_order.hpp"

namespace warpscope {
namespace {

std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

/// Whether host code that uses memory has to be in order with work of streams: a volatile access may be what makes it.
enum class HostOrder : std::uint8_t { needed, by_itself };

/// Host code touches memory that is a device's. Any thread may, whatever the others do.
[[gnu::noinline]] void host_touches(void* address, std::size_t bytes, Operation operation,
                                    const void* at, HostOrder orders = HostOrder::needed) {
  DeviceMemory& memory = DeviceMemory::the();
  const DeviceMemory::Allocation* const allocation = memory.find(address);
  if (allocation == nullptr) return;
  const bool inside = allocation->holds(address);
  if (allocation->is_freed()) {
    const std::scoped_lock names(machine().mutex);  // a launch's to change
    report_host(FindingKind::use_after_free, at,
                say("Host code uses {} after the program has freed it.", name_of_memory(address)));
    return;
  }
  if (allocation->kind == DeviceMemory::Kind::device) {
    const std::scoped_lock names(machine().mutex);
    report_host(
        FindingKind::foreign_memory, at,
        operation == Operation::load
            ? say("Host code reads {}, which is memory of the device: on a GPU the program "
                  "crashes here. Copy with cudaMemcpy.",
                  name_of_memory(address))
            : say("Host code writes {}, which is memory of the device: on a GPU the program "
                  "crashes here. Copy with cudaMemcpy.",
                  name_of_memory(address)));
  }
  if (!inside) return;
  if (operation == Operation::store) memory.mark_written(address, bytes);
  if (orders == HostOrder::by_itself) return WorkOrder::the().host_is_told();
  WorkOrder::the().host_uses(address, bytes, operation, at);
}

[[gnu::noinline]] void host_touches_symbol(void* address, Operation operation, const void* at) {
  const auto symbol = find_symbol(address);
  if (!symbol) return;
  CodeMap* const code = CodeMap::of(address);
  const ProgramVariable* const variable = code->variable_at(address);
  if (variable == nullptr || variable->section == "ws_managed") return;
  report_host(
      FindingKind::foreign_memory, at,
      operation == Operation::load
          ? say("Host code reads {}, which is a variable of the device: on a GPU the host has "
                "another copy of it. Use cudaMemcpyFromSymbol.",
                symbol->name)
          : say("Host code writes {}, which is a variable of the device: on a GPU the host has "
                "another copy of it. Use cudaMemcpyToSymbol.",
                symbol->name));
}

template <std::size_t bytes, Operation operation, HostOrder orders = HostOrder::needed>
[[gnu::always_inline]] inline void touch(void* address, const void* at) {
  if (Simt* const simt = watching_simt; simt != nullptr) {
    simt->access(static_cast<std::byte*>(address), bytes, operation, number_of(at));
    return;
  }
  if (number_of(address) - DeviceMemory::base() < DeviceMemory::reserved_bytes) {
    if (ws_this_thread == nullptr) {
      host_touches(address, bytes, operation, at, orders);
    } else if (operation == Operation::store) {
      Simt::running()->at = number_of(at);  // in case the shadow faults
      std::memset(DeviceMemory::shadow(address), 1, bytes);
    }
  } else if (ws_this_thread == nullptr &&
             number_of(address) - device_symbols.begin < device_symbols.bytes) {
    host_touches_symbol(address, operation, at);
  }
}

template <std::size_t bytes, Operation operation>
[[gnu::always_inline]] inline void touch_volatile(void* address, const void* at) {
  if (watching_simt == nullptr) return touch<bytes, operation, HostOrder::by_itself>(address, at);
  SimtLane& lane = *Simt::running();
  lane.is_volatile = true;
  touch<bytes, operation>(address, at);
  lane.is_volatile = false;
}

/// Whether a lane at speed uses a variable that all blocks share. The block's own, its shared memory, comes first:
/// to find the object that an address lies in takes the loader's lock.
bool is_device_variable(const void* address) {
  return ws_this_thread != nullptr && !CodeMap::is_thread_local(address) &&
         CodeMap::of(address) != nullptr;
}

/// Before a load or store that is atomic.
void touch_atomically(void* address, std::size_t bytes, Operation operation, const void* at) {
  if (Simt* const simt = watching_simt; simt != nullptr) {
    SimtLane& lane = *Simt::running();
    lane.is_atomic = true;
    simt->access(static_cast<std::byte*>(address), bytes, operation, number_of(at));
    lane.is_atomic = false;
    return;
  }
  if (DeviceMemory::the().owns(address)) {
    if (ws_this_thread == nullptr) WorkOrder::the().host_is_told();
    wait_for_turn();
    if (operation == Operation::store) std::memset(DeviceMemory::shadow(address), 1, bytes);
  } else if (is_device_variable(address)) {
    wait_for_turn();
  }
}

/// Whoever is to see a value sees all of it: atomically, but for 16 bytes, which wait for their turn.
void copy_word(void* to, const void* from, std::size_t bytes) {
  const auto copy = [&]<class Word>(Word) {
    const Word value = __atomic_load_n(static_cast<const Word*>(from), __ATOMIC_SEQ_CST);
    __atomic_store_n(static_cast<Word*>(to), value, __ATOMIC_SEQ_CST);
  };
  switch (bytes) {
    case 1: return copy(std::uint8_t{});
    case 2: return copy(std::uint16_t{});
    case 4: return copy(std::uint32_t{});
    case 8: return copy(std::uint64_t{});
    default: std::memcpy(to, from, bytes);
  }
}

/// An atomic of CUDA's, called at `at`.
void atomic_at(ws_atomic_operation operation, ws_scalar type, void* address, void* value,
               const void* compare, bool of_warp, const void* at) {
  static constexpr std::array operations{
      Operation::atomic_add, Operation::atomic_sub, Operation::atomic_exchange,
      Operation::atomic_min, Operation::atomic_max, Operation::atomic_inc,
      Operation::atomic_dec, Operation::atomic_and, Operation::atomic_or,
      Operation::atomic_xor, Operation::atomic_cas};
  const Operation wanted = operations[operation];
  const auto scalar = static_cast<Scalar>(type);
  const std::size_t bytes = scalar_bytes(scalar);
  auto* const cell = static_cast<std::byte*>(address);
  if (Simt* const simt = watching_simt; simt != nullptr && !simt->on_stack(address)) {
    SimtLane& lane = *Simt::running();
    simt->settle();
    lane.address = cell;
    lane.bytes = static_cast<std::uint8_t>(bytes);
    lane.operation = wanted;
    lane.scalar = scalar;
    std::memcpy(lane.value.data(), value, bytes);
    if (compare != nullptr) std::memcpy(lane.compare.data(), compare, bytes);
    lane.of_warp = of_warp;
    simt->wait(SimtLane::Waits::atomic, number_of(at));
    lane.of_warp = false;
    std::memcpy(value, lane.value.data(), bytes);
    return;
  }
  if (DeviceMemory::the().owns(address)) {
    wait_for_turn();
    std::memset(DeviceMemory::shadow(address), 1, bytes);
  } else if (is_device_variable(address)) {
    wait_for_turn();
  }
  do_atomic(wanted, scalar, cell, static_cast<std::byte*>(value),
            static_cast<const std::byte*>(compare));
}

/// A fence, or an atomic of the compiler's: threads may tell one another by it what they have written; so may a kernel
/// and the host, if it is memory of both.
void tell_others(const volatile void* address = nullptr) {
  if (watching_simt != nullptr) {
    DeviceMemory::the().note_change(const_cast<const void*>(address), sizeof(std::uint64_t));
    watching_simt->tell({.address = const_cast<const void*>(address)});
  } else if (ws_this_thread == nullptr && DeviceMemory::the().owns(const_cast<void*>(address))) {
    WorkOrder::the().host_is_told();
  }
}

/// A copy of any size, as accesses of the width that fits it.
std::size_t width_of(std::size_t bytes) {
  return bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
}

/// A structure that g++ copies whole. It does not say how that is aligned; but what is aligned by 8, and is moved at
/// once by C++, would not come as a range. AccessWindow joins what a GPU moves at once.
void touch_range(void* address, std::size_t bytes, Operation operation, const void* at) {
  if (Simt* const simt = watching_simt; simt != nullptr) {
    const std::size_t width = std::min<std::size_t>(width_of(bytes | number_of(address)), 4);
    for (std::size_t k = 0; k < bytes; k += width) {
      simt->access(static_cast<std::byte*>(address) + k, width, operation, number_of(at));
    }
    return;
  }
  if (bytes == 0 || !DeviceMemory::the().owns(address)) return;
  if (ws_this_thread == nullptr) {
    host_touches(address, bytes, operation, at);
  } else if (operation == Operation::store) {
    std::memset(DeviceMemory::shadow(address), 1, bytes);
  }
}

/// Of a lane at speed, before it stores.
template <std::size_t bytes>
[[gnu::always_inline]] inline void mark(void* address, const void* at) {
  if (number_of(address) - DeviceMemory::base() >= DeviceMemory::reserved_bytes) return;
  if (SimtLane* const lane = Simt::running(); lane != nullptr) {
    lane->at = number_of(at);  // in case the shadow faults
    std::memset(DeviceMemory::shadow(address), 1, bytes);
  }
}

std::mutex device_heap;

/// `at`: where the program calls what a failed assertion calls.
void assertion_failed(const char* expression, const char* file, unsigned line, const char* function,
                      const void* at) {
  const ws_thread& place = Simt::running()->place;
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               file, line, function, place.block->index[0], place.block->index[1],
               place.block->index[2], place.index[0], place.index[1], place.index[2], expression);
  report_in_lane(FindingKind::assertion, at, say("does not fulfil the assertion {}", expression),
                 710);
  Simt::here().abort_launch();
}

std::size_t size_of(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

/// Null if the heap is full, as on a GPU, also for new.
void* device_allocate(std::size_t bytes, std::size_t alignment = 16) {
  wait_for_turn();  // so that addresses are those of every run
  const std::scoped_lock lock(device_heap);
  return DeviceHeap::the().allocate(bytes, std::max<std::size_t>(alignment, 16));
}

/// True if the memory is the device's, and whatever can be done is done.
bool frees_device_memory(void* memory, const char* function, const void* at) {
  if (ws_this_thread == nullptr) {
    if (!DeviceMemory::the().owns(memory)) return false;
    report_host(FindingKind::wrong_call, at,
                DeviceHeap::the().owns(memory)
                    ? say("{} is given memory that a kernel allocated with malloc or new: free it "
                          "in a kernel.",
                          function)
                    : say("{0} is given {1}, which cudaMalloc allocated: use cudaFree.", function,
                          name_of_memory(memory)));
    return true;
  }
  if (memory == nullptr) return true;
  constexpr int launch_failure = 719;
  wait_for_turn();
  const std::scoped_lock lock(device_heap);
  switch (DeviceHeap::the().release(memory)) {
    case DeviceHeap::Freed::done: break;
    case DeviceHeap::Freed::again:
      report_in_lane(FindingKind::wrong_call, at,
                     say("frees memory that a thread has freed before"), launch_failure);
      break;
    case DeviceHeap::Freed::not_given:
      report_in_lane(FindingKind::wrong_call, at,
                     say("frees memory that neither malloc nor new gave to a kernel"),
                     launch_failure);
      break;
  }
  return true;
}

}  // namespace
}  // namespace warpscope

using namespace warpscope;  // NOLINT(google-build-using-namespace): C functions only

// Types and operators are what these macros are given.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define WS_AT __builtin_return_address(0)
#define WS_HOOK(name, bytes, operation) \
  void name(void* address) { touch<bytes, Operation::operation>(address, WS_AT); }
#define WS_VOLATILE_HOOK(name, bytes, operation) \
  void name(void* address) { touch_volatile<bytes, Operation::operation>(address, WS_AT); }
#define WS_HOOKS(bytes)                                                  \
  WS_HOOK(__tsan_read##bytes, bytes, load)                               \
  WS_HOOK(__tsan_write##bytes, bytes, store)                             \
  WS_HOOK(__tsan_unaligned_read##bytes, bytes, load)                     \
  WS_HOOK(__tsan_unaligned_write##bytes, bytes, store)                   \
  WS_VOLATILE_HOOK(__tsan_volatile_read##bytes, bytes, load)             \
  WS_VOLATILE_HOOK(__tsan_volatile_write##bytes, bytes, store)           \
  WS_VOLATILE_HOOK(__tsan_unaligned_volatile_read##bytes, bytes, load)   \
  WS_VOLATILE_HOOK(__tsan_unaligned_volatile_write##bytes, bytes, store) \
  void __tsan_read_write##bytes(void* address) {                         \
    touch<bytes, Operation::load>(address, WS_AT);                       \
    touch<bytes, Operation::store>(address, WS_AT);                      \
  }
#define WS_ATOMICS(bits, type)                                                            \
  type __tsan_atomic##bits##_load(const type* a, int) {                                   \
    tell_others(a);                                                                       \
    return __atomic_load_n(a, 5);                                                         \
  }                                                                                       \
  void __tsan_atomic##bits##_store(type* a, type v, int) {                                \
    tell_others(a);                                                                       \
    __atomic_store_n(a, v, 5);                                                            \
  }                                                                                       \
  type __tsan_atomic##bits##_exchange(type* a, type v, int) {                             \
    tell_others(a);                                                                       \
    return __atomic_exchange_n(a, v, 5);                                                  \
  }                                                                                       \
  type __tsan_atomic##bits##_fetch_add(type* a, type v, int) {                            \
    tell_others(a);                                                                       \
    return __atomic_fetch_add(a, v, 5);                                                   \
  }                                                                                       \
  type __tsan_atomic##bits##_fetch_sub(type* a, type v, int) {                            \
    tell_others(a);                                                                       \
    return __atomic_fetch_sub(a, v, 5);                                                   \
  }                                                                                       \
  type __tsan_atomic##bits##_fetch_and(type* a, type v, int) {                            \
    tell_others(a);                                                                       \
    return __atomic_fetch_and(a, v, 5);                                                   \
  }                                                                                       \
  type __tsan_atomic##bits##_fetch_or(type* a, type v, int) {                             \
    tell_others(a);                                                                       \
    return __atomic_fetch_or(a, v, 5);                                                    \
  }                                                                                       \
  type __tsan_atomic##bits##_fetch_xor(type* a, type v, int) {                            \
    tell_others(a);                                                                       \
    return __atomic_fetch_xor(a, v, 5);                                                   \
  }                                                                                       \
  type __tsan_atomic##bits##_fetch_nand(type* a, type v, int) {                           \
    tell_others(a);                                                                       \
    return __atomic_fetch_nand(a, v, 5);                                                  \
  }                                                                                       \
  int __tsan_atomic##bits##_compare_exchange_strong(type* a, type* c, type v, int, int) { \
    tell_others(a);                                                                       \
    return __atomic_compare_exchange_n(a, c, v, false, 5, 5);                             \
  }                                                                                       \
  int __tsan_atomic##bits##_compare_exchange_weak(type* a, type* c, type v, int, int) {   \
    tell_others(a);                                                                       \
    return __atomic_compare_exchange_n(a, c, v, false, 5, 5);                             \
  }                                                                                       \
  type __tsan_atomic##bits##_compare_exchange_val(type* a, type c, type v, int, int) {    \
    tell_others(a);                                                                       \
    __atomic_compare_exchange_n(a, &c, v, false, 5, 5);                                   \
    return c;                                                                             \
  }

// NOLINTEND(bugprone-macro-parentheses)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-declarations"
extern "C" {

// Accesses ----------------------------------------------------------------------------------------

WS_HOOKS(1)
WS_HOOKS(2)
WS_HOOKS(4)
WS_HOOKS(8)
WS_HOOKS(16)

void __tsan_read_range(void* address, unsigned long bytes) {
  touch_range(address, bytes, Operation::load, WS_AT);
}
void __tsan_write_range(void* address, unsigned long bytes) {
  touch_range(address, bytes, Operation::store, WS_AT);
}
void __tsan_init() {}
void __tsan_vptr_update(void** address, void*) { touch<8, Operation::store>(address, WS_AT); }
void __tsan_vptr_read(void** address) { touch<8, Operation::load>(address, WS_AT); }
void __tsan_func_entry(void* call) {
  if (watching_simt == nullptr) return;
  if (watching_simt->has_little_stack(__builtin_frame_address(0))) end_lane_without_stack(call);
  watching_simt->enter(number_of(call));
}
void __tsan_func_exit() {
  if (watching_simt != nullptr) watching_simt->leave();
}
/// -fsanitize-coverage calls it at the beginning of each basic block.
void __sanitizer_cov_trace_pc() {
  if (watching_simt != nullptr) watching_simt->step(number_of(WS_AT));
}
/// And before each store of code for blocks at speed.
void __sanitizer_cov_store1(void* address) { mark<1>(address, WS_AT); }
void __sanitizer_cov_store2(void* address) { mark<2>(address, WS_AT); }
void __sanitizer_cov_store4(void* address) { mark<4>(address, WS_AT); }
void __sanitizer_cov_store8(void* address) { mark<8>(address, WS_AT); }
void __sanitizer_cov_store16(void* address) { mark<16>(address, WS_AT); }
void __tsan_atomic_thread_fence(int) {
  tell_others();
  __atomic_thread_fence(5);
}
void __tsan_atomic_signal_fence(int) {}
WS_ATOMICS(8, std::uint8_t)
WS_ATOMICS(16, std::uint16_t)
WS_ATOMICS(32, std::uint32_t)
WS_ATOMICS(64, std::uint64_t)

// The C library -----------------------------------------------------------------------------------

void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
  Simt* const simt = watching_simt;
  if (simt == nullptr) {
    touch_range(const_cast<void*>(from), bytes, Operation::load, WS_AT);
    touch_range(to, bytes, Operation::store, WS_AT);
    return std::memmove(to, from, bytes);
  }
  const std::size_t width = std::min<std::size_t>(width_of(bytes), 8);
  for (std::size_t k = 0; k < bytes; k += width) {
    auto* const source = const_cast<std::byte*>(static_cast<const std::byte*>(from)) + k;
    std::array<std::byte, 16> value;
    simt->access(source, width, Operation::load, number_of(WS_AT));
    std::memcpy(value.data(), source, width);
    simt->access(static_cast<std::byte*>(to) + k, width, Operation::store, number_of(WS_AT));
    std::memcpy(static_cast<std::byte*>(to) + k, value.data(), width);
  }
  return to;
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  const bool overlaps = number_of(to) - number_of(from) < bytes;
  Simt* const simt = watching_simt;
  if (simt == nullptr || !overlaps) return __wrap_memcpy(to, from, bytes);
  touch_range(const_cast<void*>(from), bytes, Operation::load, WS_AT);
  for (std::size_t k = bytes; k-- > 0;) {  // it overlaps, and the end goes first
    simt->access(static_cast<std::byte*>(to) + k, 1, Operation::store, number_of(WS_AT));
    static_cast<volatile char*>(to)[k] = static_cast<const volatile char*>(from)[k];
  }
  return to;
}
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  Simt* const simt = watching_simt;
  if (simt == nullptr) {
    touch_range(to, bytes, Operation::store, WS_AT);
    return std::memset(to, value, bytes);
  }
  const std::size_t width = std::min<std::size_t>(width_of(bytes), 8);
  for (std::size_t k = 0; k < bytes; k += width) {
    simt->access(static_cast<std::byte*>(to) + k, width, Operation::store, number_of(WS_AT));
    std::memset(static_cast<std::byte*>(to) + k, value, width);
  }
  return to;
}
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  return __wrap_memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  return __wrap_memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  return __wrap_memset(to, value, bytes);
}

void* __wrap_malloc(std::size_t bytes) {
  return ws_this_thread != nullptr ? device_allocate(bytes) : std::malloc(bytes);
}
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
  if (ws_this_thread == nullptr) return std::calloc(count, bytes);
  void* const memory = device_allocate(count * bytes);
  if (memory == nullptr) return nullptr;
  DeviceMemory::the().mark_written(memory, count * bytes);
  return std::memset(memory, 0, count * bytes);
}
void __wrap_free(void* memory) {
  if (!frees_device_memory(memory, "free()", WS_AT)) std::free(memory);
}
void* __wrap_realloc(void* memory, std::size_t bytes) { return std::realloc(memory, bytes); }

// new and delete, by their names in the object: of one and of arrays; that throw or not; aligned or not; sized or not.
// NOLINTBEGIN(bugprone-macro-parentheses): a statement is what the macro is given
#define WS_NEW(name, host, alignment, ...)                                         \
  void* __wrap_##name(std::size_t bytes __VA_ARGS__) {                             \
    return ws_this_thread != nullptr ? device_allocate(bytes, alignment) : (host); \
  }
#define WS_DELETE(name, host, ...)                           \
  void __wrap_##name(void* memory __VA_ARGS__) {             \
    if (!frees_device_memory(memory, "delete", WS_AT)) host; \
  }
#define WS_COMMA ,
// NOLINTEND(bugprone-macro-parentheses)
#define WS_ALIGNED WS_COMMA std::align_val_t alignment
#define WS_SIZED WS_COMMA std::size_t
#define WS_NOTHROW WS_COMMA const std::nothrow_t&
WS_NEW(_Znwm, ::operator new(bytes), 16)
WS_NEW(_Znam, ::operator new[](bytes), 16)
WS_NEW(_ZnwmRKSt9nothrow_t, ::operator new(bytes, std::nothrow), 16, WS_NOTHROW)
WS_NEW(_ZnamRKSt9nothrow_t, ::operator new[](bytes, std::nothrow), 16, WS_NOTHROW)
WS_NEW(_ZnwmSt11align_val_t, ::operator new(bytes, alignment), size_of(alignment), WS_ALIGNED)
WS_NEW(_ZnamSt11align_val_t, ::operator new[](bytes, alignment), size_of(alignment), WS_ALIGNED)
WS_NEW(_ZnwmSt11align_val_tRKSt9nothrow_t, ::operator new(bytes, alignment, std::nothrow),
       size_of(alignment), WS_ALIGNED WS_NOTHROW)
WS_NEW(_ZnamSt11align_val_tRKSt9nothrow_t, ::operator new[](bytes, alignment, std::nothrow),
       size_of(alignment), WS_ALIGNED WS_NOTHROW)
WS_DELETE(_ZdlPv, ::operator delete(memory))
WS_DELETE(_ZdaPv, ::operator delete[](memory))
WS_DELETE(_ZdlPvm, ::operator delete(memory), WS_SIZED)
WS_DELETE(_ZdaPvm, ::operator delete[](memory), WS_SIZED)
WS_DELETE(_ZdlPvRKSt9nothrow_t, ::operator delete(memory, std::nothrow), WS_NOTHROW)
WS_DELETE(_ZdaPvRKSt9nothrow_t, ::operator delete[](memory, std::nothrow), WS_NOTHROW)
WS_DELETE(_ZdlPvSt11align_val_t, ::operator delete(memory, alignment), WS_ALIGNED)
WS_DELETE(_ZdaPvSt11align_val_t, ::operator delete[](memory, alignment), WS_ALIGNED)
WS_DELETE(_ZdlPvmSt11align_val_t, ::operator delete(memory, alignment), WS_SIZED WS_ALIGNED)
WS_DELETE(_ZdaPvmSt11align_val_t, ::operator delete[](memory, alignment), WS_SIZED WS_ALIGNED)
WS_DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, ::operator delete(memory, alignment, std::nothrow),
          WS_ALIGNED WS_NOTHROW)
WS_DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, ::operator delete[](memory, alignment, std::nothrow),
          WS_ALIGNED WS_NOTHROW)

void __wrap___assert_fail(const char* expression, const char* file, unsigned line,
                          const char* function) {
  if (ws_this_thread != nullptr) assertion_failed(expression, file, line, function, WS_AT);
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
  std::abort();
}

// Words of CUDA -----------------------------------------------------------------------------------

void ws_atomic(ws_atomic_operation operation, ws_scalar type, void* address, void* value,
               const void* compare) {
  atomic_at(operation, type, address, value, compare, false, WS_AT);
}
void ws_atomic_of_warp(ws_atomic_operation operation, ws_scalar type, void* address, void* value,
                       const void* compare) {
  atomic_at(operation, type, address, value, compare, true, WS_AT);
}

void ws_atomic_load(const void* address, void* value, std::size_t bytes) {
  touch_atomically(const_cast<void*>(address), bytes, Operation::load, WS_AT);
  copy_word(value, address, bytes);
}
void ws_atomic_store(void* address, const void* value, std::size_t bytes) {
  touch_atomically(address, bytes, Operation::store, WS_AT);
  copy_word(address, value, bytes);
}

void ws_copy_async(void* to, const void* from, std::size_t bytes, std::size_t zeros) {
  const std::size_t read = bytes - std::min(bytes, zeros);
  auto* const source = const_cast<void*>(from);
  Simt* const simt = watching_simt;
  if (simt == nullptr) {
    touch_range(source, read, Operation::load, WS_AT);
    touch_range(to, bytes, Operation::store, WS_AT);
    if (read > 0) std::memcpy(to, from, read);
    std::memset(static_cast<std::byte*>(to) + read, 0, bytes - read);
    return;
  }
  std::array<std::byte, 16> value{};
  const std::size_t width = std::has_single_bit(read) ? read : width_of(read);
  Simt::running()->copies = true;
  for (std::size_t k = 0; k < read; k += width) {
    auto* const part = static_cast<std::byte*>(source) + k;
    simt->access(part, width, Operation::load, number_of(WS_AT));
    std::memcpy(value.data() + k, part, width);
  }
  Simt::running()->copies = false;
  simt->access(static_cast<std::byte*>(to), bytes, Operation::copy, number_of(WS_AT));
  std::memcpy(to, value.data(), bytes);
}
void ws_copies_commit() {
  if (watching_simt != nullptr) watching_simt->tell({.copies = LaneTelling::Copies::commit});
}
void ws_copies_wait(std::size_t groups) {
  if (watching_simt == nullptr) return;
  watching_simt->tell({.copies = LaneTelling::Copies::wait, .groups = groups});
}

int ws_syncthreads_count(int predicate) {
  SimtLane* const lane = Simt::running();
  if (lane == nullptr) return predicate != 0 ? 1 : 0;
  running_simt->settle();
  lane->source = predicate;
  running_simt->wait(SimtLane::Waits::syncthreads, number_of(WS_AT));
  return static_cast<int>(lane->result);
}
void ws_syncwarp(std::uint32_t mask) {
  SimtLane* const lane = Simt::running();
  if (lane == nullptr) return;
  running_simt->settle();
  lane->mask = mask;
  running_simt->wait(SimtLane::Waits::syncwarp, number_of(WS_AT));
}
void ws_grid_sync() {
  if (Simt::running() == nullptr) return;
  running_simt->settle();
  running_simt->wait(SimtLane::Waits::grid_sync, number_of(WS_AT));
}
void ws_fence(int of_device) {
  if (watching_simt != nullptr) watching_simt->tell({.of_device = of_device != 0});
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

void ws_uncached(int begins) {
  if (watching_simt != nullptr) Simt::running()->is_uncached = begins != 0;
}

void ws_shuffle(std::uint32_t mask, int source, void* value, int bytes, ws_scalar type) {
  SimtLane* const lane = Simt::running();
  if (lane == nullptr) return;
  running_simt->settle();
  lane->mask = mask;
  lane->source = source;
  lane->scalar = static_cast<Scalar>(type);
  std::memcpy(lane->value.data(), value, static_cast<std::size_t>(bytes));
  running_simt->wait(SimtLane::Waits::shuffle, number_of(WS_AT));
  std::memcpy(value, lane->value.data(), static_cast<std::size_t>(bytes));
}
std::uint32_t ws_ballot(std::uint32_t mask, int predicate) {
  SimtLane* const lane = Simt::running();
  if (lane == nullptr) return predicate != 0 ? 1 : 0;
  running_simt->settle();
  lane->mask = mask;
  lane->source = predicate;
  running_simt->wait(SimtLane::Waits::ballot, number_of(WS_AT));
  return lane->result;
}
std::uint32_t ws_match(std::uint32_t mask, std::uint64_t value) {
  SimtLane* const lane = Simt::running();
  if (lane == nullptr) return 1;
  running_simt->settle();
  lane->mask = mask;
  lane->argument = value;
  running_simt->wait(SimtLane::Waits::match, number_of(WS_AT));
  return lane->result;
}
std::uint32_t ws_reduce(std::uint32_t mask, ws_atomic_operation operation, ws_scalar type,
                        std::uint32_t value) {
  SimtLane* const lane = Simt::running();
  if (lane == nullptr) return value;
  running_simt->settle();
  lane->mask = mask;
  lane->operation = operation == ws_atomic_add   ? Operation::atomic_add
                    : operation == ws_atomic_min ? Operation::atomic_min
                    : operation == ws_atomic_max ? Operation::atomic_max
                    : operation == ws_atomic_and ? Operation::atomic_and
                    : operation == ws_atomic_or  ? Operation::atomic_or
                                                 : Operation::atomic_xor;
  lane->scalar = static_cast<Scalar>(type);
  std::memcpy(lane->value.data(), &value, sizeof value);
  running_simt->wait(SimtLane::Waits::reduce, number_of(WS_AT));
  return lane->result;
}
std::uint32_t ws_activemask() {
  SimtLane* const lane = Simt::running();
  if (lane == nullptr) return 1;
  running_simt->settle();
  running_simt->wait(SimtLane::Waits::active_mask, number_of(WS_AT));
  return lane->result;
}
std::uint64_t ws_clock() {
  return running_simt != nullptr ? running_simt->read_clock(number_of(WS_AT)) : 0;
}
/// Of kernels its low half, as a signed number.
std::clock_t __wrap_clock() {
  if (running_simt == nullptr) return std::clock();
  return static_cast<std::int32_t>(running_simt->read_clock(number_of(WS_AT)));
}
void ws_sleep(std::uint32_t nanoseconds) {
  if (running_simt != nullptr) running_simt->sleep(std::uint64_t{nanoseconds} * 198 / 100);
}
void ws_trap() {
  if (Simt::running() == nullptr) std::abort();
  report_in_lane(FindingKind::assertion, WS_AT, warpscope::say("executes a trap"), 719);
  Simt::here().abort_launch();
}
void ws_left() {
  if (watching_simt != nullptr) watching_simt->leave_early(number_of(WS_AT));
}
void ws_exit_thread() {
  if (Simt::running() == nullptr) std::abort();
  if (watching_simt != nullptr) watching_simt->leave_early(number_of(WS_AT));
  Simt::here().end_lane();
}
void ws_assert_failed(const char* expression, const char* file, unsigned line,
                      const char* function) {
  if (ws_this_thread != nullptr) assertion_failed(expression, file, line, function, WS_AT);
  std::abort();
}

}  // extern "C"
#pragma GCC diagnostic pop
