#include "instrumentation/program/machine/code_map.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <span>
#include <utility>

#include "instrumentation/program/abi/warpscope_abi.h"
#include "instrumentation/program/debug_info/elf_file.hpp"
#include "instrumentation/program/debug_info/elf_symbols.hpp"
#include "instrumentation/program/protocol/log_telling.hpp"

extern "C" void* __tls_get_addr(void*);

namespace warpscope {
namespace {

struct Extent {
  std::uintptr_t base = 0, begin = UINTPTR_MAX, end = 0, code_end = 0, data_begin = UINTPTR_MAX,
                 data_end = 0;
  std::size_t module = 0, thread_local_bytes = 0;
  bool found = false;
};

int measure(dl_phdr_info* info, std::size_t, void* wanted) {
  auto& extent = *static_cast<Extent*>(wanted);
  if (info->dlpi_addr != extent.base) return 0;
  extent.found = true;
  extent.module = info->dlpi_tls_modid;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    const std::uintptr_t first = info->dlpi_addr + part.p_vaddr, last = first + part.p_memsz;
    if (part.p_type == PT_TLS) extent.thread_local_bytes = part.p_memsz;
    if (part.p_type != PT_LOAD) continue;
    extent.begin = std::min(extent.begin, first);
    extent.end = std::max(extent.end, last);
    if ((part.p_flags & PF_X) != 0) extent.code_end = std::max(extent.code_end, last);
    if ((part.p_flags & PF_W) == 0) continue;
    extent.data_begin = std::min(extent.data_begin, first);
    extent.data_end = std::max(extent.data_end, last);
  }
  return 1;
}

/// Where the running program itself lies: its own places are never the user's.
std::uintptr_t own_base() {
  static const std::uintptr_t base = [] {
    Dl_info info{};
    return dladdr(reinterpret_cast<void*>(&measure), &info) != 0
               ? reinterpret_cast<std::uintptr_t>(info.dli_fbase)
               : 0;
  }();
  return base;
}

/// A function, and what runs at speed in its place.
struct FunctionPair {
  const void *function = nullptr, *at_speed = nullptr;
};
/// Of a loaded object.
std::span<const FunctionPair> read_pairs(const std::string& path, std::uintptr_t base) {
  const auto file = ElfFile::open(path);
  if (!file) return {};
  for (::Elf_Scn* s = nullptr; (s = ::elf_nextscn(file->get(), s)) != nullptr;) {
    GElf_Shdr header;
    if (::gelf_getshdr(s, &header) == nullptr ||
        file->section_name(::elf_ndxscn(s)) != at_speed_section) {
      continue;
    }
    return {reinterpret_cast<const FunctionPair*>(base + header.sh_addr),
            header.sh_size / sizeof(FunctionPair)};
  }
  return {};
}

}  // namespace

SymbolRange device_symbols;

namespace {

/// The objects that are known. Never destroyed: the program's own destructors, and what is told after them, still ask.
struct KnownObjects {
  static constexpr std::size_t most = 1024;
  std::array<CodeMap*, most> maps{};
  std::atomic<std::size_t> count = 0;  // those before it do not change any more
  std::recursive_mutex adds;
  [[nodiscard]] std::span<CodeMap* const> all() const {
    return {maps.data(), count.load(std::memory_order_acquire)};
  }
};
KnownObjects& known_objects() {
  static auto& known = *new KnownObjects;
  return known;
}

CodeMap* find_known(const void* address) {
  const auto all = known_objects().all();
  const auto found = std::ranges::find_if(all, [&](CodeMap* map) { return map->holds(address); });
  return found == all.end() ? nullptr : *found;
}

}  // namespace

CodeMap* CodeMap::of(const void* address) {
  if (CodeMap* const known = find_known(address)) return known;
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return nullptr;
  const auto base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  if (base == own_base()) return nullptr;
  KnownObjects& known = known_objects();
  const std::scoped_lock lock(known.adds);
  if (CodeMap* const added = find_known(address)) return added;
  std::unique_ptr<CodeMap> map(new CodeMap(info.dli_fname, base));
  if (map->debug_ == nullptr) return nullptr;  // a library
  const std::size_t count = known.count;
  if (count == KnownObjects::most) return nullptr;
  known.maps[count] = map.release();
  known.count.store(count + 1, std::memory_order_release);
  return known.maps[count];
}

bool CodeMap::is_thread_local(const void* address) {
  // A thread's blocks stay where they are, and most often it asks about the same one.
  thread_local std::span<const std::byte> last;
  const auto lies_in = [address](std::span<const std::byte> block) {
    return reinterpret_cast<std::uintptr_t>(address) -
               reinterpret_cast<std::uintptr_t>(block.data()) <
           block.size();
  };
  if (lies_in(last)) return true;
  for (const CodeMap* const map : known_objects().all()) {
    const std::span<const std::byte> block{map->thread_local_block(), map->thread_local_bytes_};
    if (!lies_in(block)) continue;
    last = block;
    return true;
  }
  return false;
}

CodeMap::CodeMap(std::string path, std::uintptr_t base) : path_(std::move(path)), base_(base) {
  Extent extent{.base = base};
  dl_iterate_phdr(measure, &extent);
  if (!extent.found) return;
  begin_ = extent.begin;
  end_ = extent.end;
  code_end_ = extent.code_end;
  data_begin_ = extent.data_begin;
  data_end_ = extent.data_end;
  module_ = extent.module;
  thread_local_bytes_ = extent.thread_local_bytes;
  auto debug = DebugInfo::open(path_);
  if (!debug) return;
  tell_log(LogKind::module, path_, LoadedModule{base_, begin_, end_});
  debug_ = std::make_unique<DebugInfo>(std::move(debug).value());
  for (const auto& [function, counterpart] : read_pairs(path_, base_))
    if (function != nullptr) at_speed_.emplace(function, counterpart);
  variables_ = debug_->variables();
  made_by_gcc_ = debug_->made_by_gcc();
  for (const ProgramVariable& variable : variables_) {
    if (variable.thread_local_storage || !variable.section.starts_with("ws_")) continue;
    const std::uintptr_t first = base_ + variable.offset, last = first + variable.bytes;
    const std::uintptr_t known_end = device_symbols.begin + device_symbols.bytes;
    const std::uintptr_t new_begin =
        device_symbols.bytes == 0 ? first : std::min(device_symbols.begin, first);
    device_symbols = {new_begin, std::max(known_end, last) - new_begin};
  }
}

std::optional<bool> CodeMap::uses_result(std::uintptr_t return_address) const {
  // What nobody needs is left out, and no block is moved: the marks follow the call, and the next atomic's follow them.
  constexpr std::size_t near = 256, far = 4096;
  constexpr std::array<std::uint8_t, 3> instruction{0x0f, 0x1f, 0x80};
  constexpr std::size_t bytes = instruction.size() + sizeof(std::uint32_t);
  if (return_address < begin_ || return_address >= code_end_) return std::nullopt;
  const std::span<const std::uint8_t> code{reinterpret_cast<const std::uint8_t*>(return_address),
                                           std::min<std::size_t>(far, code_end_ - return_address)};
  bool begun = false;
  for (std::size_t at = 0; at + bytes <= code.size() && (begun || at < near); ++at) {
    if (!std::equal(instruction.begin(), instruction.end(),
                    code.begin() + static_cast<std::ptrdiff_t>(at)))
      continue;
    std::uint32_t mark = 0;
    std::memcpy(&mark, code.data() + at + instruction.size(), sizeof mark);
    if (mark == WS_MARK_RESULT && begun) return true;
    if (mark == WS_MARK_ATOMIC && std::exchange(begun, true)) return false;
  }
  return begun ? std::optional(false) : std::nullopt;
}

const std::vector<ProgramFrame>& CodeMap::frames(std::uintptr_t return_address) {
  const std::scoped_lock lock(mutex_);
  const auto [known, fresh] = frames_.try_emplace(return_address);
  if (fresh && return_address > begin_ && return_address <= end_) {
    for (ProgramFrame& frame : debug_->frames(return_address - 1 - base_)) {
      if (frame.line != 0 && !is_own_header(frame.file)) known->second.push_back(std::move(frame));
    }
  }
  return known->second;
}

const void* CodeMap::at_speed(const void* function) const {
  const auto found = at_speed_.find(function);
  return found == at_speed_.end() ? nullptr : found->second;
}

const ProgramFunction* CodeMap::function(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::scoped_lock lock(mutex_);
  const auto [known, fresh] = functions_.try_emplace(at);
  if (fresh && holds(address)) known->second = debug_->function(at - base_);
  return known->second ? &*known->second : nullptr;
}

std::byte* CodeMap::address_of(const ProgramVariable& variable) const {
  return variable.thread_local_storage ? thread_local_block() + variable.offset
                                       : reinterpret_cast<std::byte*>(base_ + variable.offset);
}

const ProgramVariable* CodeMap::variable_at(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address) - base_;
  for (const ProgramVariable& variable : variables_) {
    if (!variable.thread_local_storage && at >= variable.offset &&
        at < variable.offset + std::max<std::uint64_t>(variable.bytes, 1)) {
      return &variable;
    }
  }
  return nullptr;
}

std::byte* CodeMap::thread_local_block() const {
  if (thread_local_bytes_ == 0) return nullptr;
  std::size_t index[2] = {module_, 0};
  return static_cast<std::byte*>(__tls_get_addr(index));
}

}  // namespace warpscope
