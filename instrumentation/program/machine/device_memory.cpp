#include "instrumentation/program/machine/device_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>

namespace warpscope {
namespace {

constexpr std::size_t alignment = 512;  // of cudaMalloc
constexpr std::uintptr_t page = 4096;

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
void* pointer_to(std::uintptr_t address) { return reinterpret_cast<void*>(address); }
std::uintptr_t round_up(std::uintptr_t value, std::uintptr_t to) {
  return (value + to - 1) / to * to;
}

}  // namespace

DeviceMemory& DeviceMemory::the() {
  static auto* const memory = new DeviceMemory;  // a program's own destructors may still use it
  return *memory;
}

DeviceMemory::DeviceMemory() : next_(base() + guard_bytes) {
  // The memory, and behind it the shadow of every byte of it.
  void* const reserved =
      mmap(pointer_to(base()), 2 * reserved_bytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (reserved == MAP_FAILED || address_of(reserved) != base()) throw std::bad_alloc();
}

void* DeviceMemory::allocate(std::size_t bytes, Kind kind) {
  if (bytes == 0 || bytes > total_ - used_) return nullptr;
  // Its end lies as near to the guard as CUDA's alignment allows.
  const std::uintptr_t pages = round_up(bytes, page);
  if (next_ + pages + guard_bytes > base() + reserved_bytes) return nullptr;
  const std::uintptr_t first = round_up(next_, page);
  if (mprotect(pointer_to(first), pages, PROT_READ | PROT_WRITE) != 0) return nullptr;
  if (mprotect(pointer_to(first + reserved_bytes), pages, PROT_READ | PROT_WRITE) != 0) {
    static_cast<void>(mprotect(pointer_to(first), pages, PROT_NONE));
    return nullptr;
  }
  next_ = first + pages + guard_bytes;
  const std::uintptr_t begin = first + (pages - bytes) / alignment * alignment;
  used_ += bytes;
  Allocation& made = allocations_[begin];
  made = {.begin = static_cast<std::byte*>(pointer_to(begin)),
          .bytes = bytes,
          .kind = kind,
          .number = ++count_};
  return made.begin;
}

bool DeviceMemory::release(void* begin) {
  const auto found = allocations_.find(address_of(begin));
  if (found == allocations_.end() || found->second.freed) return false;
  Allocation& allocation = found->second;
  allocation.freed = true;
  used_ -= allocation.bytes;
  const std::uintptr_t first = address_of(begin) / page * page;
  const std::uintptr_t pages = round_up(address_of(begin) + allocation.bytes, page) - first;
  // Whoever touches it from now on is told so; its pages are given back.
  for (const std::uintptr_t at : {first, first + reserved_bytes}) {
    static_cast<void>(madvise(pointer_to(at), pages, MADV_DONTNEED));
    static_cast<void>(mprotect(pointer_to(at), pages, PROT_NONE));
  }
  return true;
}

const DeviceMemory::Allocation* DeviceMemory::find(const void* address) const {
  const std::uintptr_t at = address_of(address);
  const auto next = allocations_.upper_bound(at);
  const Allocation* before = next == allocations_.begin() ? nullptr : &std::prev(next)->second;
  const Allocation* after = next == allocations_.end() ? nullptr : &next->second;
  if (before != nullptr && before->holds(address)) return before;
  const auto distance = [&](const Allocation* allocation, bool is_before) {
    if (allocation == nullptr) return UINTPTR_MAX;
    const std::uintptr_t begin = address_of(allocation->begin);
    return is_before ? at - (begin + allocation->bytes) : begin - at;
  };
  const std::uintptr_t to_before = distance(before, true), to_after = distance(after, false);
  if (std::min(to_before, to_after) > guard_bytes) return nullptr;
  return to_before <= to_after ? before : after;
}

DeviceMemory::Allocation* DeviceMemory::find(const void* address) {
  return const_cast<Allocation*>(std::as_const(*this).find(address));
}

void DeviceMemory::mark_written(const void* address, std::size_t bytes) {
  std::memset(shadow(address), 1, bytes);
}

bool DeviceMemory::is_written(const void* address, std::size_t bytes) const {
  return std::memchr(shadow(address), 0, bytes) == nullptr;
}

void DeviceMemory::copy_written(void* to, const void* from, std::size_t bytes) {
  std::memmove(shadow(to), shadow(from), bytes);
}

bool DeviceMemory::open_guard(const void* address) {
  if (!owns(address)) return false;
  const Allocation* const near = find(address);
  if (near == nullptr) return false;
  void* const at = pointer_to(address_of(address) / page * page);
  if (mprotect(at, page, PROT_READ | PROT_WRITE) != 0) return false;
  void* const its_shadow = pointer_to(address_of(at) + reserved_bytes);
  static_cast<void>(mprotect(its_shadow, page, PROT_READ | PROT_WRITE));
  open_guards_.push_back(at);
  return true;
}

void DeviceMemory::close_guards() {
  for (void* const at : open_guards_) {
    for (const std::uintptr_t part : {address_of(at), address_of(at) + reserved_bytes}) {
      static_cast<void>(madvise(pointer_to(part), page, MADV_DONTNEED));
      static_cast<void>(mprotect(pointer_to(part), page, PROT_NONE));
    }
  }
  open_guards_.clear();
}

}  // namespace warpscope
