#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "instrumentation/program/machine/device_memory.hpp"

namespace warpscope {

/// What malloc and new give in kernels: pieces of one allocation of DeviceMemory, which is made when the first of them is
/// asked for. Freed memory is used again as late as possible. The shadow of a byte is 1 if it has been written since its
/// piece was given; of others only piece_at() knows what they are. Not safe among threads.
class DeviceHeap {
 public:
  static DeviceHeap& the();

  /// Nullptr if the pieces in use would exceed the limit. `alignment`: a power of two.
  void* allocate(std::size_t bytes, std::size_t alignment = 16);
  enum class Freed : std::uint8_t { done, again, not_given };
  Freed release(void* begin);

  struct Piece {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
    bool freed = false;
    [[nodiscard]] bool holds(const std::byte* address, std::size_t size) const {
      return address >= begin && address + size <= begin + bytes;
    }
  };
  /// The piece that the address lies in or shortly behind.
  [[nodiscard]] std::optional<Piece> piece_at(const void* address) const;
  [[nodiscard]] bool owns(const void* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return at >= begin_ && at < end_;
  }
  /// Bytes of all pieces (cudaLimitMallocHeapSize); false once something has been given.
  bool set_limit(std::size_t bytes);
  /// After cudaDeviceReset, which frees all memory.
  void forget();

 private:
  struct Room {
    std::size_t room = 0, bytes = 0;  ///< up to the next one, and those that were asked for
    enum class State : std::uint8_t { empty, given, freed } state = State::empty;
  };
  using Rooms = std::map<std::uintptr_t, Room>;  // all of the heap, by address
  bool open();
  void* take(Rooms::iterator first, Rooms::iterator end, std::size_t room, std::size_t bytes,
             std::size_t alignment);

  std::uintptr_t begin_ = 0, end_ = 0, next_ = 0;
  std::size_t limit_ = std::size_t{8} << 20, used_ = 0;
  Rooms rooms_;
};

}  // namespace warpscope
