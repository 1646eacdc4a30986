#pragma once

#include <cstdint>

namespace warpscope {

// The stream that a traced block writes on the device and trace_stream.cpp reads on the host:
// records of 32-bit words, each with its own length, in the order in which space was taken.

enum class RecordKind : std::uint32_t { access, step, barrier, array, local_array };

/// Words 0..7 of every record.
struct RecordHeader {
  std::uint32_t kind = 0;    ///< RecordKind
  std::uint32_t length = 0;  ///< words, this header included
  std::uint32_t warp = 0;
  std::uint32_t interval = 0;  ///< Place of the lanes
  std::uint32_t ordinal = 0;
  /// Access: array << 8 | operation. Step, barrier: value.
  /// Array: id << 16 | scalar << 8 | components.
  std::uint32_t a = 0;
  /// Access: line. Step, barrier: 1 if there is a value. Array: count; local: of each thread.
  std::uint32_t b = 0;
  /// Access: active lanes. Step, barrier: characters of the name. Array: base.
  std::uint32_t c = 0;
};
// Then, for accesses: an index per active lane, then the value words of each active lane.
// For steps and barriers: the name's characters. For arrays: the number of characters, the columns
// of a matrix (else 0), the characters.
inline constexpr std::uint32_t header_words = 8;

/// Shuffles have no declared array: their id says what the registers hold.
inline constexpr std::uint32_t registers_id = 0x8000;  ///< + scalar << 4 | components

/// The buffers into which a traced block records. A first pass with `words` null only counts; then
/// exactly that much is allocated.
struct TraceSink {
  std::uint32_t* words = nullptr;
  unsigned long long* used = nullptr;  ///< words taken so far
  unsigned long long capacity = 0;
  std::uint32_t* barriers = nullptr;      ///< highest number of barriers passed
  std::uint32_t* shared_bytes = nullptr;  ///< highest use of shared memory
  std::uint32_t* snapshots = nullptr;     ///< shared memory at each barrier, stride snapshot_words
  std::uint32_t snapshot_words = 0;
  std::uint32_t snapshot_count = 0;
  std::uint32_t shared_capacity = 0;  ///< bytes of dynamic shared memory
  /// Blocks that have had their turn, if blocks run one after another; else null.
  std::uint32_t* turn = nullptr;
};

}  // namespace warpscope
