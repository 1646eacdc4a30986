#include "instrumentation/program/machine/device_heap.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace warpscope {
namespace {

constexpr std::size_t unit = 16;  // pieces begin at its multiples, and so much lies between two
std::size_t rounded(std::size_t bytes) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

DeviceHeap& DeviceHeap::the() {
  static auto* const heap = new DeviceHeap;  // as DeviceMemory
  return *heap;
}

bool DeviceHeap::open() {
  if (begin_ != 0) return true;
  // As much again for what lies between pieces, if all of them are small.
  DeviceMemory& memory = DeviceMemory::the();
  const std::size_t bytes = 2 * rounded(limit_);
  void* const made = memory.allocate(bytes, DeviceMemory::Kind::device);
  if (made == nullptr) return false;
  DeviceMemory::Allocation& allocation = *memory.find(made);
  allocation.heap = true;
  memory.give_name(allocation, "heap");
  begin_ = next_ = reinterpret_cast<std::uintptr_t>(made);
  end_ = begin_ + bytes;
  rooms_[begin_] = {.room = bytes};
  return true;
}

void* DeviceHeap::allocate(std::size_t bytes, std::size_t alignment) {
  const std::size_t asked = std::max<std::size_t>(bytes, 1);
  if (asked > limit_ || used_ + rounded(asked) > limit_ || !open()) return nullptr;
  const std::size_t room = rounded(asked) + unit + (alignment > unit ? alignment : 0);
  // From where the last one was given to the end, then from the beginning.
  for (const std::uintptr_t from : {next_, begin_}) {
    for (auto at = rooms_.lower_bound(from); at != rooms_.end();) {
      auto end = at;
      std::size_t found = 0;
      while (end != rooms_.end() && end->second.state != Room::State::given && found < room) {
        found += end->second.room;
        ++end;
      }
      if (found >= room) return take(at, end, room, asked, alignment);
      at = end == rooms_.end() ? end : std::next(end);
    }
  }
  return nullptr;
}

/// Of rooms that are not in use and lie side by side.
void* DeviceHeap::take(Rooms::iterator first, Rooms::iterator end, std::size_t room,
                       std::size_t bytes, std::size_t alignment) {
  const std::uintptr_t from = first->first;
  const std::uintptr_t to = end == rooms_.end() ? end_ : end->first;
  const std::uintptr_t begin = (from + alignment - 1) & ~(std::uintptr_t{alignment} - 1);
  rooms_.erase(first, end);
  if (begin > from) rooms_[from] = {.room = begin - from};
  next_ = std::min(from + room, to);
  rooms_[begin] = {.room = next_ - begin, .bytes = bytes, .state = Room::State::given};
  if (next_ < to) rooms_[next_] = {.room = to - next_};
  used_ += rounded(bytes);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was a pointer
  void* const made = reinterpret_cast<void*>(begin);
  std::memset(DeviceMemory::shadow(made), 0, next_ - begin);
  if (const std::uint8_t unset = DeviceMemory::the().unset(); unset != 0)
    std::memset(made, unset, bytes);
  return made;
}

DeviceHeap::Freed DeviceHeap::release(void* begin) {
  const auto found = rooms_.find(reinterpret_cast<std::uintptr_t>(begin));
  if (found == rooms_.end() || found->second.state == Room::State::empty) return Freed::not_given;
  Room& room = found->second;
  if (room.state == Room::State::freed) return Freed::again;
  room.state = Room::State::freed;
  used_ -= rounded(room.bytes);
  std::memset(DeviceMemory::shadow(begin), 0, room.bytes);
  return Freed::done;
}

std::optional<DeviceHeap::Piece> DeviceHeap::piece_at(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  auto found = rooms_.upper_bound(at);
  if (found == rooms_.begin()) return std::nullopt;
  --found;
  // What lies right behind a piece is an attempt to use the piece.
  if (found->second.state == Room::State::empty && found != rooms_.begin()) --found;
  const Room& room = found->second;
  if (room.state == Room::State::empty || at - found->first > room.bytes + 4096)
    return std::nullopt;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was a pointer
  return Piece{reinterpret_cast<std::byte*>(found->first), room.bytes,
               room.state == Room::State::freed};
}

bool DeviceHeap::set_limit(std::size_t bytes) {
  if (begin_ != 0) return false;
  limit_ = bytes;
  return true;
}

void DeviceHeap::forget() {
  begin_ = end_ = next_ = 0;
  used_ = 0;
  limit_ = std::size_t{8} << 20;
  rooms_.clear();
}

}  // namespace warpscope
