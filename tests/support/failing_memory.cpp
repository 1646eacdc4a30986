#include "tests/support/failing_memory.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> most = SIZE_MAX;
std::atomic<int> failed = 0;

void* allocate(std::size_t bytes) {
  if (bytes > most) {
    ++failed;
    throw std::bad_alloc();
  }
  void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// The program's own, in place of the standard library's. Those for arrays call these; sanitizers
// have one without exceptions of their own, which would not fit the delete below.
void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  try {
    return allocate(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace warpscope::test {

FailingMemory::FailingMemory(std::size_t most_bytes) {
  failed = 0;
  most = most_bytes;
}
FailingMemory::~FailingMemory() { most = SIZE_MAX; }
int FailingMemory::failures() const { return failed; }  // NOLINT: belongs to what it tells of

}  // namespace warpscope::test
