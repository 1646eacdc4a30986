#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpscope {

/// What the user asked to be compiled.
struct BuildRequest {
  std::vector<std::filesystem::path> files;  ///< .cu, .cpp, .cc, .c; at least one
  std::vector<std::string> include_folders;  ///< -I
  std::vector<std::string> defines;          ///< -D, "NAME" or "NAME=VALUE"
  std::string standard = "c++17";            ///< --std
  int optimise = 1;                          ///< 0, 1 or 2
  /// Kernels are optimised and their accesses joined as a compiler for GPUs does it, instead of staying as they are
  /// written (compile/joined_accesses.hpp). Needs clang.
  bool as_compiled = false;
  /// How to launch kernels if no file has main(): what else stands in "// warpscope:" lines above them, which these
  /// replace (bare/bare_setup.hpp). "kernel NAME, …" if there are several kernels.
  std::vector<std::string> setups;
  friend bool operator==(const BuildRequest&, const BuildRequest&) = default;
};

/// One message of the compiler, at the user's own place.
struct Diagnostic {
  enum class Severity : std::uint8_t { error, warning, note };
  Severity severity = Severity::error;
  std::string file;  ///< as the user named it, or the included file
  int line = 0;      ///< 0: none
  int column = 0;    ///< 1 is the first byte; 0: none
  std::string message;
  std::string source_line;  ///< the user's text of that line; may be empty
};

/// A kernel that is launched because no file of its program has main().
struct BareLaunch {
  std::string kernel;    ///< without namespaces
  std::string file;      ///< as the user named it, or the included file
  int line = 0;          ///< of the kernel's name
  std::string setup;     ///< all that it was launched with, as parse_bare_setup() takes it
  bool guessed = false;  ///< whether some of that is a guess
  friend bool operator==(const BareLaunch&, const BareLaunch&) = default;
};

struct BuiltProgram {
  std::filesystem::path object;  ///< the shared object, in the cache
  std::vector<Diagnostic> warnings;
  std::vector<std::filesystem::path> sources;  ///< every file that it was made from and that is
                                               ///< the user's: also included ones
  std::vector<BareLaunch> bare_launches;       ///< empty: the program has a main() of its own
  bool from_cache = false;
  double seconds = 0;
};

/// Why nothing was built: the compiler's messages, or one sentence.
struct BuildFailure {
  enum class Kind : std::uint8_t { compile_error, unsupported, no_compiler, cancelled, io };
  Kind kind = Kind::compile_error;
  std::string message;  ///< one sentence
  std::vector<Diagnostic> diagnostics;
};
struct BuildResult {
  std::optional<BuiltProgram> program;  ///< unset: see `failure`
  BuildFailure failure;
};

}  // namespace warpscope
