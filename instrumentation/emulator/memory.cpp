#include "instrumentation/emulator/memory.hpp"

#include <array>
#include <utility>

namespace warpscope {

EmulatedArray::EmulatedArray(Array description, std::span<std::byte> contents, int trace_id)
    : description_(std::move(description)),
      contents_(contents),
      bytes_(static_cast<std::size_t>(description_.type.bytes())),
      trace_id_(trace_id) {
  if (description_.space == Space::shared || description_.space == Space::local) {
    initialised_.resize(static_cast<std::size_t>(description_.count));
  }
}

void EmulatedArray::atomic(std::int32_t index, std::byte* value, AtomicFunction apply) {
  std::array<std::byte, 16> old{};
  load(index, old.data());
  apply(contents_.data() + static_cast<std::size_t>(index) * bytes_, value);
  copy_element(value, old.data(), bytes_);
}

}  // namespace warpscope
