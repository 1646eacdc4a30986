#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/patterns/number_spread.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The role of a word of shared memory in a launch.
enum class WordRole : std::uint8_t {
  none,     ///< of a part that it does not use: at an end of its array, or long
  padding,  ///< never touched, but between words that are: it shifts what follows to other banks
  touched,  ///< read or written
};

/// A launch's use of shared memory, if it has arrays there; or the use that some accesses make of
/// global memory, whose arrays are long, so that only rows of them are shown, and of local memory.
struct MemoryUse {
  std::vector<int> arrays;           ///< that it touches, by their place in memory
  std::vector<NumberSpread> values;  ///< of each array: what those have in common that it gets
  std::vector<WordRole> words;       ///< per 4-byte word of the arrays

  std::vector<std::vector<std::int64_t>> rows;  ///< of each array, sorted; none: all of shared

  [[nodiscard]] bool global() const { return !rows.empty(); }
  [[nodiscard]] WordRole role(std::size_t byte) const {
    return byte / 4 < words.size() ? words[byte / 4] : WordRole::none;
  }
};
/// One per launch.
[[nodiscard]] std::vector<MemoryUse> memory_use(const Trace& trace);

/// Bytes in a row of global memory: a line of the cache, four sectors.
inline constexpr std::int64_t global_row_bytes = 128;

/// The rows of global memory that the steps of launches without shared memory touch, and all rows of
/// local memory that the launch touches. Steps that
/// touch very many are shown in parts, each with the rows of some successive accesses.
class GlobalUse {
 public:
  static constexpr std::size_t most_rows = 1024;  ///< of a part, but for those of its last access

  GlobalUse() = default;
  /// `shared`: what memory_use says of the same trace.
  GlobalUse(const Trace& trace, std::span<const MemoryUse> shared);

  [[nodiscard]] bool empty() const { return parts_.empty(); }
  /// The use to show while an access happens: that of its step, else of the one before it in its
  /// launch that touches global memory, else of the one after. Without arrays if its launch touches
  /// none.
  [[nodiscard]] const MemoryUse& at(std::uint32_t access) const;

 private:
  struct Part {
    std::uint32_t first = 0;  // access
    MemoryUse use;
  };
  std::vector<Part> parts_;
  MemoryUse none_;
};

}  // namespace warpscope
