#include "instrumentation/program/machine/memory_states.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "instrumentation/program/machine/device_heap.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/protocol/log_telling.hpp"

namespace warpscope {
namespace {

using Word = std::uint64_t;
constexpr std::size_t state_page = DeviceAllocation::changed_page;

/// Memory, and a byte for each byte of it that says whether it was written; null: all of it was.
struct StatedMemory {
  std::string name;
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  const std::uint8_t* written = nullptr;
};

Word take_word(const void* from, std::size_t bytes) {
  Word word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

/// An address that malloc gave in a kernel counts as no other than the next one.
Word comparable(Word word, const DeviceHeap& heap) {
  constexpr Word of_heap = 0x7065'6568'7065'6568;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): whatever it is, it is only looked at
  return heap.owns(reinterpret_cast<const void*>(word)) ? of_heap : word;
}

/// Calls use(word, mask, bytes) for each eight bytes: what is comparable of them, and a mask of the bytes that were
/// written.
template <class Use>
void for_each_word(const std::byte* begin, const std::uint8_t* written, std::size_t bytes,
                   Use use) {
  constexpr Word all = 0x0101'0101'0101'0101;
  const DeviceHeap& heap = DeviceHeap::the();
  for (std::size_t at = 0; at < bytes; at += sizeof(Word)) {
    const std::size_t here = std::min(sizeof(Word), bytes - at);
    const Word mask = (written == nullptr ? all : take_word(written + at, here)) * 0xff;
    use(comparable(take_word(begin + at, here), heap) & mask, mask, here);
  }
}

Word mixed(Word hash, Word word) {
  hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15;
  return hash ^ hash >> 29U;
}

/// Of bytes that were all written: four chains, since each step of one waits for the step before.
Word hash_written(const std::byte* begin, std::size_t bytes) {
  constexpr std::size_t width = 4 * sizeof(Word);
  const DeviceHeap& heap = DeviceHeap::the();
  Word a = 1, b = 2, c = 3, d = 4;
  std::size_t at = 0;
  for (; at + width <= bytes; at += width) {
    std::array<Word, 4> words;
    std::memcpy(words.data(), begin + at, width);
    a = mixed(a, comparable(words[0], heap));
    b = mixed(b, comparable(words[1], heap));
    c = mixed(c, comparable(words[2], heap));
    d = mixed(d, comparable(words[3], heap));
  }
  for_each_word(begin + at, nullptr, bytes - at,
                [&](Word word, Word, std::size_t) { a = mixed(a, word); });
  return mixed(mixed(mixed(a, b), c), d);
}

/// What a page adds to the hash of its memory; 0 if nobody has written there.
Word hash_of_page(const std::byte* begin, const std::uint8_t* written, std::size_t bytes,
                  std::size_t page) {
  Word hash = page + 1;
  if (written == nullptr || std::memchr(written, 0, bytes) == nullptr)
    return mixed(hash, hash_written(begin, bytes));
  if (std::memchr(written, 1, bytes) == nullptr) return 0;
  for_each_word(begin, written, bytes,
                [&](Word word, Word mask, std::size_t) { hash = mixed(mixed(hash, word), mask); });
  return hash;
}

Word hash_of_all(const std::byte* begin, std::size_t bytes) {
  Word hash = bytes;
  for (std::size_t at = 0; at < bytes; at += state_page)
    hash += hash_of_page(begin + at, nullptr, std::min(state_page, bytes - at), at / state_page);
  return hash;
}

bool is_of_device(const ProgramVariable& variable) {
  return !variable.thread_local_storage && variable.bytes > 0 &&
         variable.section.starts_with("ws_");
}

const std::string& own_name(const ProgramVariable& variable) {
  return variable.linkage_name.empty() ? variable.name : variable.linkage_name;
}

std::optional<StatedMemory> find_stated(const WatchedKernel& kernel, const MemoryKey& key) {
  std::optional<StatedMemory> found;
  if (key.allocation != 0) {
    DeviceMemory::the().for_each_living([&](const DeviceAllocation& each) {
      if (each.number == key.allocation && !each.heap)
        found = {each.name, each.begin, each.bytes, DeviceMemory::shadow(each.begin)};
    });
  } else if (kernel.code != nullptr) {
    for (const ProgramVariable& variable : kernel.code->variables()) {
      if (!is_of_device(variable) || own_name(variable) != key.variable) continue;
      return StatedMemory{variable.name, kernel.code->address_of(variable),
                          static_cast<std::size_t>(variable.bytes), nullptr};
    }
  }
  return found;
}

}  // namespace

std::uint64_t MemoryStates::hash_of(DeviceAllocation& allocation, Allocated& known) {
  if (allocation.changed.empty()) return hash_of_all(allocation.begin, allocation.bytes);
  Word hash = known.hash;
  if (known.pages.empty()) {
    known.pages.resize(allocation.changed.size(), 0);
    hash = allocation.bytes;
  }
  std::uint8_t* const changed = allocation.changed.data();
  const std::size_t pages = allocation.changed.size();
  for (std::size_t page = 0; page < pages; ++page) {
    const void* const next = std::memchr(changed + page, 1, pages - page);
    if (next == nullptr) break;
    page = static_cast<std::size_t>(static_cast<const std::uint8_t*>(next) - changed);
    changed[page] = 0;
    const std::byte* const begin = allocation.begin + page * state_page;
    const Word added =
        hash_of_page(begin, DeviceMemory::shadow(begin),
                     std::min(state_page, allocation.bytes - page * state_page), page);
    hash += added - std::exchange(known.pages[page], added);
  }
  return hash;
}

void MemoryStates::add_allocations(int launch, std::vector<MemoryState>& changed) {
  std::size_t living = 0;
  DeviceMemory::the().for_each_living([&](DeviceAllocation& each) {
    if (each.heap) return;
    ++living;
    Allocated& known = allocations_[each.number];
    const Word hash = hash_of(each, known);
    const bool is_new = std::exchange(known.seen, launch) == 0;
    if (std::exchange(known.hash, hash) != hash || is_new)
      changed.push_back({{each.number, {}}, each.name, each.bytes, hash});
  });
  if (living < allocations_.size()) {
    std::erase_if(allocations_, [&](const auto& known) {
      if (known.second.seen == launch) return false;
      changed.push_back({.key = {known.first, {}}, .name = {}});
      return true;
    });
  }
  std::ranges::sort(changed, {}, [](const MemoryState& each) { return each.key.allocation; });
}

void MemoryStates::add_variables(const CodeMap& code, std::vector<MemoryState>& changed) {
  const auto [found, is_new] = variables_.try_emplace(&code);
  std::vector<Variable>& variables = found->second;
  if (is_new) {
    for (const ProgramVariable& each : code.variables()) {
      if (!is_of_device(each)) continue;
      const auto bytes = static_cast<std::uint64_t>(each.bytes);
      variables.push_back(
          {.state = {{0, own_name(each)}, each.name, bytes, 0}, .begin = code.address_of(each)});
    }
  }
  for (Variable& each : variables) {
    const Word hash = hash_of_all(each.begin, each.state.bytes);
    const bool is_same = std::exchange(each.state.hash, hash) == hash;
    if (!std::exchange(each.is_told, true) || !is_same) changed.push_back(each.state);
  }
}

std::vector<MemoryState> MemoryStates::changes(const WatchedKernel& kernel) {
  std::vector<MemoryState> changed;
  add_allocations(kernel.launch, changed);
  if (kernel.code != nullptr) add_variables(*kernel.code, changed);
  return changed;
}

void MemoryStates::tell(const WatchedKernel& kernel) {
  tell_log(LogKind::memory_state, LaunchMemory{.launch = kernel.launch, .parts = changes(kernel)});
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
  for_each_word(stated->begin, stated->written, stated->bytes,
                [&](Word word, Word mask, std::size_t bytes) {
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
