#include "instrumentation/program/machine/device_memory.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <utility>

namespace warpscope {
namespace {

constexpr std::size_t alignment = 512;  // of cudaMalloc
constexpr std::uintptr_t page = 4096;
constexpr std::size_t arena_bytes = 8 * DeviceMemory::most_in_arena;

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
void* pointer_to(std::uintptr_t address) { return reinterpret_cast<void*>(address); }
std::uintptr_t round_up(std::uintptr_t value, std::uintptr_t to) {
  return (value + to - 1) / to * to;
}

/// What this process may write to, arenas and their shadow among it, whether anything lies there or not.
std::size_t data_limit() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_DATA, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

/// Of this process, as /proc counts them.
std::size_t mappings_in_use() {
  std::ifstream lines("/proc/self/maps");
  return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(lines), {}, '\n'));
}

}  // namespace

std::size_t most_mappings() {
  std::size_t most = 65530;  // as Linux has it
  std::ifstream("/proc/sys/vm/max_map_count") >> most;
  return most;
}

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
  refusal_ = bytes > total_ - used_ ? Refusal::full : Refusal::none;
  if (bytes == 0 || refusal_ != Refusal::none) return nullptr;
  const std::size_t pages = round_up(bytes, page);
  const std::optional<Room> room = make_room(pages);
  if (!room) return nullptr;
  // Its end lies as near to the guard as CUDA's alignment allows.
  const std::uintptr_t begin = room->begin + (pages - bytes) / alignment * alignment;
  if (unused_.empty()) unused_.push_back(&allocations_.emplace_back());
  Allocation& made = *unused_.back();
  unused_.pop_back();
  // A thread without a lock that still looks at what this was sees its number, or that it is none.
  std::atomic_ref(made.begin)
      .store(static_cast<std::byte*>(pointer_to(begin)), std::memory_order_relaxed);
  std::atomic_ref(made.bytes).store(bytes, std::memory_order_relaxed);
  made.kind = kind;
  std::atomic_ref(made.freed).store(false, std::memory_order_relaxed);
  made.heap = made.of_graph = made.padded = false;
  made.in_arena = room->in_arena;
  made.pitch = 0;
  made.calls = {};
  begin_changes(made);
  made.room = room->begin;
  made.room_bytes = room->bytes;
  std::atomic_ref(made.number).store(++count_, std::memory_order_release);
  count_living(made, true);
  index_.insert(made);
  fill(made);
  return made.begin;
}

std::optional<DeviceMemory::Room> DeviceMemory::make_room(std::size_t pages) {
  if (guarded_ < most_guarded || pages > most_in_arena) {
    const std::size_t bytes = pages + guard_bytes;
    const std::optional<std::uintptr_t> first = take_addresses(bytes);
    if (first && open_pages(*first, pages)) return Room{*first, bytes, false};
    if (first) free_.give(*first, bytes);
    if (pages > most_in_arena) return std::nullopt;
  }
  return room_in_arena(pages);
}

std::optional<DeviceMemory::Room> DeviceMemory::room_in_arena(std::size_t pages) {
  const std::size_t bytes = pages + (spacious_ ? guard_bytes : page);
  std::optional<std::uintptr_t> first = in_arenas_.take(bytes);
  if (!first && open_arena()) first = in_arenas_.take(bytes);
  if (!first) return std::nullopt;
  refusal_ = Refusal::none;
  empty_pages(*first, pages);  // somebody may have run over an end into it
  return Room{*first, bytes, true};
}

bool DeviceMemory::open_arena() {
  constexpr std::size_t bytes = arena_bytes;
  const std::optional<std::uintptr_t> begin = take_addresses(bytes);
  if (!begin) return false;
  // What follows it has a closed guard before it; what lies before an allocation in it is of the arena.
  const std::size_t open = bytes - guard_bytes;
  if (!open_pages(*begin, open)) {
    free_.give(*begin, bytes);
    return false;
  }
  arenas_.emplace_back(*begin, open);
  spacious_ = arenas_.size() * arena_bytes < std::min(spacious_bytes, data_limit() / 8);
  in_arenas_.give(*begin + guard_bytes, open - guard_bytes);
  return true;
}

std::optional<std::uintptr_t> DeviceMemory::take_addresses(std::size_t bytes) {
  constexpr std::uintptr_t end = base() + reserved_bytes;
  if (bytes <= end - next_) return std::exchange(next_, next_ + bytes);
  free_.give(next_, end - next_);
  next_ = end;
  std::optional<std::uintptr_t> found = bytes > reserved_bytes ? std::nullopt : free_.take(bytes);
  while (!found && bytes <= reserved_bytes && forget_oldest()) found = free_.take(bytes);
  if (!found) refusal_ = Refusal::addresses;
  return found;
}

bool DeviceMemory::open_pages(std::uintptr_t first, std::size_t bytes) {
  for (const std::uintptr_t at : {first, first + reserved_bytes}) {
    if (mprotect(pointer_to(at), bytes, PROT_READ | PROT_WRITE) == 0) continue;
    refusal_ = mappings_in_use() + 8 > most_mappings() ? Refusal::mappings : Refusal::data;
    static_cast<void>(mprotect(pointer_to(first), bytes, PROT_NONE));
    return false;
  }
  return true;
}

void DeviceMemory::empty_pages(std::uintptr_t first, std::size_t bytes) {
  for (const std::uintptr_t at : {first, first + reserved_bytes})
    static_cast<void>(madvise(pointer_to(at), bytes, MADV_DONTNEED));
}

std::pair<std::uintptr_t, std::size_t> DeviceMemory::pages_of(const Allocation& allocation) {
  const std::uintptr_t begin = address_of(allocation.begin), first = begin / page * page;
  return {first, round_up(begin + allocation.bytes, page) - first};
}

void DeviceMemory::count_living(const Allocation& allocation, bool lives) {
  const std::size_t change = lives ? 1 : std::size_t(-1);
  used_ += lives ? allocation.bytes : -allocation.bytes;
  if (!allocation.in_arena) guarded_ += change;
  if (allocation.calls.cause >= 0)
    of_cause_[static_cast<std::size_t>(allocation.calls.cause)] += change;
}

void DeviceMemory::begin_changes(Allocation& allocation) const {
  const bool noted = notes_changes_ && allocation.kind == Kind::device;
  constexpr std::size_t of_page = Allocation::changed_page;
  allocation.changed.assign(noted ? (allocation.bytes + of_page - 1) / of_page : 0, 1);
}

void DeviceMemory::note_change(const void* address, std::size_t bytes) {
  if (!notes_changes_) return;
  if (Allocation* const at = find(address); at != nullptr && at->holds(address))
    at->note_change(address, bytes);
}

void DeviceMemory::fill(const Allocation& allocation) const {
  if (unset_ == 0) return;  // as the system gives its pages
  std::memset(allocation.begin, unset_, std::min(allocation.bytes, most_filled));
}

void DeviceMemory::give_name(Allocation& allocation, const std::string& wanted) {
  allocation.name = names_.take(wanted);
}

void DeviceMemory::set_calls(Allocation& allocation, const AllocationCalls& calls) {
  allocation.calls = calls;
  if (calls.cause < 0) return;
  const auto cause = static_cast<std::size_t>(calls.cause);
  if (cause >= of_cause_.size()) of_cause_.resize(cause + 1, 0);
  ++of_cause_[cause];
}

std::size_t DeviceMemory::living_of_cause(int cause) const {
  const auto at = static_cast<std::size_t>(cause);
  return cause < 0 || at >= of_cause_.size() ? 0 : of_cause_[at];
}

std::vector<void*> DeviceMemory::living() const {
  std::vector<void*> found;
  for (const Allocation& allocation : allocations_)
    if (allocation.number != 0 && !allocation.freed) found.push_back(allocation.begin);
  return found;
}

bool DeviceMemory::revive(void* begin) {
  Allocation* const found = find(begin);
  if (found == nullptr || found->begin != begin || !found->freed) return false;
  if (found->bytes > total_ - used_) return false;
  const auto [first, pages] = pages_of(*found);
  if (found->in_arena) {
    empty_pages(first, pages);
  } else if (!open_pages(first, pages)) {
    return false;
  }
  begin_changes(*found);
  if (!found->name.empty()) names_.take_again(found->name);
  count_living(*found, true);
  std::atomic_ref(found->freed).store(false, std::memory_order_release);
  fill(*found);
  return true;
}

bool DeviceMemory::release(void* begin) {
  Allocation* const found = find(begin);
  if (found == nullptr || found->begin != begin || found->freed) return false;
  std::atomic_ref(found->freed).store(true, std::memory_order_release);
  count_living(*found, false);
  if (!found->name.empty()) names_.give_back(found->name);
  // Whoever touches it from now on is told so; its pages are given back.
  const auto [first, pages] = pages_of(*found);
  empty_pages(first, pages);
  if (!found->in_arena) {
    for (const std::uintptr_t at : {first, first + reserved_bytes})
      static_cast<void>(mprotect(pointer_to(at), pages, PROT_NONE));
  }
  if (found->of_graph) return true;  // each launch of the graph wants it at its address
  freed_.emplace_back(found, found->number);
  if (freed_.size() > named_frees) forget_oldest();
  return true;
}

bool DeviceMemory::forget_oldest() {
  while (!freed_.empty()) {
    const auto [allocation, number] = freed_.front();
    freed_.pop_front();
    if (!allocation->freed || allocation->number != number) continue;  // it was revived
    forget(*allocation);
    return true;
  }
  return false;
}

void DeviceMemory::forget(Allocation& allocation) {
  index_.erase(allocation);
  (allocation.in_arena ? in_arenas_ : free_).give(allocation.room, allocation.room_bytes);
  std::atomic_ref(allocation.number).store(0, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  allocation.name.clear();
  unused_.push_back(&allocation);
}

const DeviceMemory::Allocation* DeviceMemory::find(const void* address) const {
  // Most accesses of a thread go where the one before went.
  thread_local AllocationIndex::Seen last;
  const std::uintptr_t at = address_of(address);
  if (at - last.begin < last.bytes && last.allocation->number_now() == last.number)
    return last.allocation;
  if (!owns(address)) return nullptr;
  const AllocationIndex::Seen before = index_.last_up_to(at);
  if (at - before.begin < before.bytes) {
    last = before;
    return before.allocation;
  }
  const AllocationIndex::Seen after = index_.first_behind(at);
  const std::uintptr_t to_before =
      before.allocation == nullptr ? UINTPTR_MAX : at - (before.begin + before.bytes);
  const std::uintptr_t to_after = after.allocation == nullptr ? UINTPTR_MAX : after.begin - at;
  if (std::min(to_before, to_after) > guard_bytes) return nullptr;
  return to_before <= to_after ? before.allocation : after.allocation;
}

DeviceMemory::Allocation* DeviceMemory::find(const void* address) {
  return const_cast<Allocation*>(std::as_const(*this).find(address));
}

void DeviceMemory::mark_written(const void* address, std::size_t bytes) {
  std::memset(shadow(address), 1, bytes);
  note_change(address, bytes);
}

bool DeviceMemory::is_written(const void* address, std::size_t bytes) const {
  return std::memchr(shadow(address), 0, bytes) == nullptr;
}

void DeviceMemory::copy_written(void* to, const void* from, std::size_t bytes) {
  std::memmove(shadow(to), shadow(from), bytes);
  note_change(to, bytes);
}

bool DeviceMemory::open_guard(const void* address) {
  if (!owns(address)) return false;
  const Allocation* const near = find(address);
  if (near == nullptr) return false;
  const bool is_open = std::ranges::any_of(
      arenas_, [&](const auto& arena) { return address_of(address) - arena.first < arena.second; });
  if (is_open) return true;
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
