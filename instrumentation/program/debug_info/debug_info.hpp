#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A type as the trace needs it: scalars, vectors (float4), plain structures, arrays of them and
/// pointers to them.
struct ProgramType {
  std::string name;       ///< as written: "float", "float4", "Particle", "unsigned int"
  std::size_t bytes = 0;  ///< of one element
  /// Set if elements are scalars or CUDA vectors; otherwise `structure` describes them, if anything
  /// does.
  std::optional<ElementType> element;
  std::optional<Structure> structure;
  std::size_t alignment = 1;  ///< of one element, as far as it is known
  /// Of an array: its dimensions, the outermost first; empty: a single element. 0: not known
  /// (extern __shared__ float s[]).
  std::vector<std::int64_t> extents;
  int pointers = 0;  ///< above 0: a pointer to such an element (1), to a pointer (2), …
  /// Of a pointer to an array, float (*p)[32]: that array's dimensions. `extents` are then those of
  /// an array of pointers.
  std::vector<std::int64_t> pointed_extents;
};

/// One call in the chain that leads to an instruction.
struct ProgramFrame {
  std::string file;  ///< absolute, without "." and ".."; links are not followed
  std::uint32_t line = 0;
  std::string function;      ///< with template arguments as DWARF names it: "reduce<256>"
  std::uint32_t column = 0;  ///< in the text that was compiled, from 1; 0: not known
};

struct ProgramParameter {
  std::string name;
  ProgramType type;
};
struct ProgramFunction {
  std::string name;          ///< "reduce<256>"
  std::string linkage_name;  ///< mangled
  std::string file;
  std::uint32_t line = 0;  ///< of its declaration
  std::vector<ProgramParameter> parameters;
};

/// A variable with static storage, of a file or of a function.
struct ProgramVariable {
  std::string name;          ///< "data"
  std::string linkage_name;  ///< mangled; of a static in a function "_ZZ…E4data"
  std::string function;      ///< linkage name of the function that it is local to; empty: none
  std::string file;
  std::uint32_t line = 0;
  ProgramType type;
  bool thread_local_storage =
      false;                 ///< `offset` is into the object's block of thread-local storage
  std::uint64_t offset = 0;  ///< else an address within the object
  std::uint64_t bytes = 0;
  std::string section;  ///< ".bss", "ws_constant"; of thread-local ones ".tbss" or ".tdata"
  bool of_compiler =
      false;  ///< thread-local, and no variable of the source: it says that one has been initialised
};

/// The debug information (DWARF 4 or 5) and symbols of a shared object. Addresses are those of the file, so
/// subtract the load address first. Not for several threads at once.
class DebugInfo {
 public:
  /// Errors: not there, no ELF file, no debug information.
  [[nodiscard]] static Result<DebugInfo> open(const std::filesystem::path& object);
  DebugInfo(DebugInfo&&) noexcept;
  DebugInfo& operator=(DebugInfo&&) noexcept;
  ~DebugInfo();

  /// The instruction's place, then through which inlined calls it came there: innermost first. The
  /// last frame is in the function that was really called. Empty: not known. Give the address
  /// before a return address (return address minus 1) for the call itself. Calls of functions that
  /// the compiler made itself, such as a structure's copy, count as the caller's line. Line 0: the
  /// compiler merged instructions of several lines.
  [[nodiscard]] std::vector<ProgramFrame> frames(std::uint64_t address) const;
  [[nodiscard]] std::optional<ProgramFunction> function(std::uint64_t address) const;
  /// All writable variables and thread-local ones, in the order of their place. `extern` thread-local
  /// ones have an extent of 0, and with clang no type, which a mark in the source can tell:
  /// "extern __thread float s[]; static __typeof__(&s[0]) __ws_type_of_s __attribute__((used));".
  [[nodiscard]] std::vector<ProgramVariable> variables() const;
  [[nodiscard]] bool made_by_gcc() const;

 private:
  struct Inside;
  explicit DebugInfo(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace warpscope
