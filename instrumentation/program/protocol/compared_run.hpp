#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// In which order the blocks of a launch go. All but the first let a block that waits for another one stand aside.
enum class BlockOrder : std::uint8_t {
  in_order,    ///< by their index
  reversed,    ///< the last one first
  shuffled,    ///< one after another, in an order that a seed gives
  interleaved  ///< several take turns of some instructions, or up to a barrier
};
inline constexpr BlockOrder last_block_order = BlockOrder::interleaved;

/// Memory that several runs of a program have: an allocation, or a variable of the device.
struct MemoryKey {
  std::uint64_t allocation = 0;  ///< its number, from 1; 0: a variable
  std::string variable;
  auto operator<=>(const MemoryKey&) const = default;
};

/// A run whose results are compared with those of other runs of the same program. All its blocks go through the checked
/// code, and at the end of each launch it tells what memory holds otherwise than before.
struct ComparedRun {
  BlockOrder blocks = BlockOrder::in_order;
  std::uint64_t seed = 0;  ///< of `blocks`
  std::uint8_t unset = 0;  ///< each byte of memory that nobody has written
  /// After this launch, one memory is told as a whole, and nothing of others; 0: none.
  int told_launch = 0;
  MemoryKey told{};
  std::int64_t told_offset = -1;  ///< in it: who wrote that byte last is told; -1: none
};

/// What an allocation or a variable holds at the end of a launch: a hash of its bytes, but for those that nobody has
/// written.
struct MemoryState {
  MemoryKey key;
  std::string name;  ///< empty: the program does not name it
  std::uint64_t bytes = 0, hash = 0;
  [[nodiscard]] bool is_gone() const { return bytes == 0; }  ///< the program has freed it
};
struct LaunchMemory {
  int launch = 0;                  ///< ProgramLaunch::number
  std::vector<MemoryState> parts;  ///< those that the launches before have not told so
};

/// The thread that wrote an element last.
struct LastWriter {
  int launch = 0;
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::string file;
  std::uint32_t line = 0;  ///< 0: not known
  bool atomic = false;     ///< by an atomic
};

/// One memory as a whole.
struct MemoryContents {
  std::string name;                   ///< as the kernel calls it; empty: nobody does
  ElementType type;                   ///< of its elements
  std::vector<std::uint8_t> bytes;    ///< 0 where nobody has written
  std::vector<std::uint8_t> written;  ///< of each byte: whether somebody has
};

}  // namespace warpscope
