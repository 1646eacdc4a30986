#pragma once

#include <cstddef>

namespace warpscope::test {

/// While it lives, every `new` of more bytes fails, on every thread.
class FailingMemory {
 public:
  explicit FailingMemory(std::size_t most_bytes);
  ~FailingMemory();
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
  /// How often it has failed so far.
  [[nodiscard]] int failures() const;
};

}  // namespace warpscope::test
