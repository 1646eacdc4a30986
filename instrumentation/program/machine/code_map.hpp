#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "instrumentation/program/debug_info/debug_info.hpp"
#include "instrumentation/program/debug_info/source_names.hpp"

namespace warpscope {

/// The program's loaded object: where its code and data lie, and what its debug information says of
/// them. Places in our own headers count as the line of the user's that led there.
class CodeMap {
 public:
  /// The object that an address lies in; null if it is not one of the program's. Kept. From any thread, as what else is
  /// asked.
  static CodeMap* of(const void* address);
  /// Whether it lies in this thread's storage of an object that of() has found, as shared memory does. Fast.
  [[nodiscard]] static bool is_thread_local(const void* address);

  [[nodiscard]] bool holds(const void* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return at >= begin_ && at < end_;
  }
  /// Whether it lies in its data that can be written.
  [[nodiscard]] bool holds_data(const void* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return at >= data_begin_ && at < data_end_;
  }

  /// Whether the code behind a call of ws_atomic() takes what was there before (WS_MARK_RESULT). Nothing if the compiler
  /// has not been asked to leave out what nobody needs, or the processor is another one.
  [[nodiscard]] std::optional<bool> uses_result(std::uintptr_t return_address) const;

  /// Frames of the user's own text that lead to the instruction before a return address, innermost
  /// first; empty if none is known.
  [[nodiscard]] const std::vector<ProgramFrame>& frames(std::uintptr_t return_address);
  /// Of the function at an address; kept.
  [[nodiscard]] const ProgramFunction* function(const void* address);
  [[nodiscard]] const std::vector<ProgramVariable>& variables() const { return variables_; }
  [[nodiscard]] bool made_by_gcc() const { return made_by_gcc_; }
  [[nodiscard]] std::byte* address_of(const ProgramVariable& variable) const;
  /// The variable that is not thread-local at an address; null: none.
  [[nodiscard]] const ProgramVariable* variable_at(const void* address) const;

  /// What blocks at speed run in a function's place: a kernel, or what a launch calls it with. Null: nothing else.
  [[nodiscard]] const void* at_speed(const void* function) const;

  /// This thread's block of the object's thread-local storage, and its size.
  [[nodiscard]] std::byte* thread_local_block() const;
  [[nodiscard]] std::size_t thread_local_bytes() const { return thread_local_bytes_; }
  /// Linked in place of every `extern __shared__` array.
  static constexpr std::size_t max_dynamic_bytes = 232448;

 private:
  CodeMap(std::string path, std::uintptr_t base);

  std::string path_;
  std::uintptr_t base_ = 0, begin_ = 0, end_ = 0, code_end_ = 0, data_begin_ = 0, data_end_ = 0;
  std::size_t module_ = 0;
  std::size_t thread_local_bytes_ = 0;
  bool made_by_gcc_ = false;
  std::unique_ptr<DebugInfo> debug_;
  std::vector<ProgramVariable> variables_;
  std::recursive_mutex
      mutex_;  // of what is kept; recursive, since a signal may come while it is held
  std::unordered_map<std::uintptr_t, std::vector<ProgramFrame>> frames_;
  std::map<std::uintptr_t, std::optional<ProgramFunction>> functions_;
  std::unordered_map<const void*, const void*> at_speed_;
};

/// Where the __device__ and __constant__ variables of all loaded objects lie, as far as they are
/// known.
struct SymbolRange {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};
extern SymbolRange device_symbols;

}  // namespace warpscope
