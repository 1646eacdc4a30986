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
  if (!open_pages(first, pages)) return nullptr;
  next_ = first + pages + guard_bytes;
  const std::uintptr_t begin = first + (pages - bytes) / alignment * alignment;
  used_ += bytes;
  Allocation& made = allocations_[begin];
  made = {.begin = static_cast<std::byte*>(pointer_to(begin)),
          .bytes = bytes,
          .kind = kind,
          .number = ++count_};
  add_to_index(made);
  return made.begin;
}

bool DeviceMemory::open_pages(std::uintptr_t first, std::uintptr_t bytes) {
  if (mprotect(pointer_to(first), bytes, PROT_READ | PROT_WRITE) != 0) return false;
  if (mprotect(pointer_to(first + reserved_bytes), bytes, PROT_READ | PROT_WRITE) == 0) return true;
  static_cast<void>(mprotect(pointer_to(first), bytes, PROT_NONE));
  return false;
}

void DeviceMemory::add_to_index(Allocation& made) {
  const Index::Slot slot{address_of(made.begin), &made};
  const Index* const known = index_;
  const std::size_t count = known == nullptr ? 0 : known->count.load();
  const bool is_last = count == 0 || known->slots[count - 1].begin < slot.begin;
  Index* to = indices_.empty() ? nullptr : indices_.back().get();
  if (to == nullptr || count == to->slots.size() || !is_last) {
    constexpr std::size_t least = 64;
    auto next = std::make_unique<Index>(std::max(least, 2 * count));
    if (known != nullptr) std::copy_n(known->slots.begin(), count, next->slots.begin());
    next->count = count;
    to = indices_.emplace_back(std::move(next)).get();
  }
  const auto end = to->slots.begin() + static_cast<std::ptrdiff_t>(count);
  const auto at =
      std::upper_bound(to->slots.begin(), end, slot,
                       [](const auto& one, const auto& other) { return one.begin < other.begin; });
  std::move_backward(at, end, end + 1);
  *at = slot;
  to->count = count + 1;
  index_ = to;
}

bool DeviceMemory::revive(void* begin) {
  const auto found = allocations_.find(address_of(begin));
  if (found == allocations_.end() || !found->second.freed) return false;
  Allocation& allocation = found->second;
  if (allocation.bytes > total_ - used_) return false;
  const std::uintptr_t first = address_of(begin) / page * page;
  const std::uintptr_t pages = round_up(address_of(begin) + allocation.bytes, page) - first;
  if (!open_pages(first, pages)) return false;
  used_ += allocation.bytes;
  std::atomic_ref(allocation.freed).store(false, std::memory_order_release);
  return true;
}

bool DeviceMemory::release(void* begin) {
  const auto found = allocations_.find(address_of(begin));
  if (found == allocations_.end() || found->second.freed) return false;
  Allocation& allocation = found->second;
  std::atomic_ref(allocation.freed).store(true, std::memory_order_release);
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
  // Most accesses of a thread go where the one before went.
  thread_local const Allocation* last = nullptr;
  if (last != nullptr && last->holds(address)) return last;
  const Index* const index = index_.load(std::memory_order_acquire);
  if (index == nullptr) return nullptr;
  const std::uintptr_t at = address_of(address);
  const auto first = index->slots.begin();
  const auto end =
      first + static_cast<std::ptrdiff_t>(index->count.load(std::memory_order_acquire));
  const auto next = std::upper_bound(
      first, end, at,
      [](std::uintptr_t wanted, const Index::Slot& slot) { return wanted < slot.begin; });
  const Allocation* before = next == first ? nullptr : std::prev(next)->made;
  const Allocation* after = next == end ? nullptr : next->made;
  if (before != nullptr && before->holds(address)) return last = before;
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
