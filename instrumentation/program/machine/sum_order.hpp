#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "instrumentation/trace/element.hpp"

namespace warpscope {

/// Finds sums that depend on the order in which threads add to them by atomics: real numbers, of which one was rounded.
/// Sums that come out exactly are the same in every order. It is looked at until one was found in a launch.
class SumOrder {
 public:
  struct Thread {
    std::int64_t block = 0;
    std::uint32_t interval = 0;  ///< between barriers of the block
    std::int32_t rank = 0;
  };
  using Number = std::array<std::byte, 16>;

  /// A thread has added to what is at `address`, and `of_block` if only its block uses that. True if threads without an
  /// order have added there, and this one's result was rounded.
  [[nodiscard]] bool added(const Thread& thread, const void* address, bool of_block, Scalar scalar,
                           const Number& before, const Number& operand);
  [[nodiscard]] bool found() const { return found_; }

  static constexpr std::size_t most_sums = 4096;

 private:
  std::unordered_map<const void*, Thread> last_;  // to add to each
  bool found_ = false;
};

/// Whether the sum of two numbers is not one of their type.
[[nodiscard]] bool rounds_sum(Scalar scalar, const SumOrder::Number& a, const SumOrder::Number& b);

}  // namespace warpscope
