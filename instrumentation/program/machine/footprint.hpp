#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "instrumentation/trace/operation.hpp"

namespace warpscope {

/// Bytes of the device's memory, from the first address to behind the last.
struct ByteRange {
  std::uintptr_t begin = 0, end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// What a launch, a copy or a memset does to memory: ranges in ascending order, none of which touches the next.
struct UsedBytes {
  std::vector<ByteRange> reads, writes;
  std::vector<ByteRange>
      updates;  ///< by atomics, which have an order of their own among themselves
  friend bool operator==(const UsedBytes&, const UsedBytes&) = default;
  [[nodiscard]] bool empty() const { return reads.empty() && writes.empty() && updates.empty(); }
};

/// Collects the bytes that the lanes of a launch use, exactly.
class Footprint {
 public:
  enum class Does : std::uint8_t { read, write, update };
  /// What an operation does to memory.
  [[nodiscard]] static Does of(Operation operation) {
    return operation == Operation::load ? Does::read
           : stores(operation)          ? Does::write
                                        : Does::update;
  }
  void add(const void* address, std::size_t bytes, Does does);
  /// What was collected. What lies beyond most_chunks or most_ranges is left out.
  [[nodiscard]] UsedBytes use() const;

  static constexpr std::size_t chunk_bytes = 4096;
  static constexpr std::size_t most_chunks = 16'384;  ///< some 24 MiB of marks
  static constexpr std::size_t most_ranges = 16'384;  ///< of each kind

 private:
  using Marks = std::array<std::bitset<chunk_bytes>, 3>;
  Marks* marks_of(std::uintptr_t chunk);
  [[nodiscard]] std::vector<ByteRange> ranges(Does does) const;

  std::unordered_map<std::uintptr_t, Marks> chunks_;
  std::uintptr_t last_ = 0;  // chunk, and its marks; null: none yet
  Marks* last_marks_ = nullptr;
};

}  // namespace warpscope
