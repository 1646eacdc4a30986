#include "instrumentation/program/machine/memory_states.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "instrumentation/program/machine/device_heap.hpp"
#include "instrumentation/program/protocol/log_telling.hpp"

namespace warpscope {
namespace {

using Word = std::uint64_t;

/// Memory, and a byte for each byte of it that says whether it was written; null: all of it was.
struct StatedMemory {
  MemoryKey key;
  std::string name;
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  const std::uint8_t* written = nullptr;
};

Word take_word(const void* from, std::size_t bytes) {
  Word word = 0;
  std::memcpy(&word, from, std::min(bytes, sizeof word));
  return word;
}

/// Calls use(word, mask, offset, bytes) for each eight bytes: what is comparable of them, and a mask of the bytes that were
/// written.
template <class Use>
void for_each_word(const StatedMemory& memory, Use use) {
  constexpr Word all = 0x0101'0101'0101'0101, of_heap = 0x7065'6568'7065'6568;
  const DeviceHeap& heap = DeviceHeap::the();
  for (std::size_t at = 0; at < memory.bytes; at += sizeof(Word)) {
    const std::size_t bytes = std::min(sizeof(Word), memory.bytes - at);
    Word word = take_word(memory.begin + at, bytes);
    const Word written = memory.written == nullptr ? all : take_word(memory.written + at, bytes);
    const Word mask = written * 0xff;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): whatever it is, it is only looked at
    if (heap.owns(reinterpret_cast<const void*>(word))) word = of_heap;
    use(word & mask, mask, at, bytes);
  }
}

Word mixed(Word hash, Word word) {
  hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15;
  return hash ^ hash >> 29U;
}

Word hash_of(const StatedMemory& memory) {
  Word hash = memory.bytes;
  for_each_word(memory, [&](Word word, Word mask, std::size_t, std::size_t) {
    hash = mixed(mixed(hash, word), mask);
  });
  return hash;
}

std::vector<StatedMemory> stated_memory(const WatchedKernel& kernel) {
  std::vector<StatedMemory> all;
  const DeviceMemory& memory = DeviceMemory::the();
  for (const void* const begin : memory.living()) {
    const DeviceAllocation* const allocation = memory.find(begin);
    if (allocation == nullptr || allocation->heap) continue;
    all.push_back({{allocation->number, {}},
                   allocation->name,
                   allocation->begin,
                   allocation->bytes,
                   DeviceMemory::shadow(begin)});
  }
  std::ranges::sort(all, {}, [](const StatedMemory& each) { return each.key.allocation; });
  if (kernel.code == nullptr) return all;
  for (const ProgramVariable& variable : kernel.code->variables()) {
    if (variable.thread_local_storage || !variable.section.starts_with("ws_")) continue;
    const std::string& own = variable.linkage_name.empty() ? variable.name : variable.linkage_name;
    all.push_back({{0, own},
                   variable.name,
                   kernel.code->address_of(variable),
                   static_cast<std::size_t>(variable.bytes),
                   nullptr});
  }
  return all;
}

std::optional<StatedMemory> find_stated(const WatchedKernel& kernel, const MemoryKey& key) {
  for (StatedMemory& each : stated_memory(kernel)) {
    if (each.key == key) return std::move(each);
  }
  return std::nullopt;
}

}  // namespace

void tell_memory_states(const WatchedKernel& kernel) {
  LaunchMemory told{.launch = kernel.launch, .parts = {}};
  for (const StatedMemory& each : stated_memory(kernel)) {
    told.parts.push_back({each.key, each.name, each.bytes, hash_of(each)});
  }
  tell_log(LogKind::memory_state, told);
}

void tell_memory_contents(const WatchedKernel& kernel, WatchedMemory& memory,
                          const MemoryKey& key) {
  std::optional<StatedMemory> stated = find_stated(kernel, key);
  if (!stated) return;
  stated->bytes = std::min(stated->bytes, most_told_contents);
  MemoryContents part{.name = stated->name, .type = {}, .bytes = {}, .written = {}};
  if (const MemoryRegion* const region = memory.at(stated->begin); region != nullptr) {
    part.name = region->name();
    part.type = region->array.type;
  }
  constexpr std::size_t piece = std::size_t{1} << 20;
  std::uint64_t offset = 0;
  const auto tell = [&] {
    tell_log(LogKind::memory_part, offset, std::uint64_t{stated->bytes}, part);
    offset += part.bytes.size();
    part.bytes.clear();
    part.written.clear();
  };
  for_each_word(*stated, [&](Word word, Word mask, std::size_t, std::size_t bytes) {
    for (std::size_t k = 0; k < bytes; ++k) {
      part.bytes.push_back(static_cast<std::uint8_t>(word >> 8 * k));
      part.written.push_back((mask >> 8 * k & 1U) != 0 ? 1 : 0);
    }
    if (part.bytes.size() >= piece) tell();
  });
  if (!part.bytes.empty()) tell();
}

std::byte* address_of_memory(const WatchedKernel& kernel, const MemoryKey& key) {
  const std::optional<StatedMemory> found = find_stated(kernel, key);
  return found ? found->begin : nullptr;
}

}  // namespace warpscope
