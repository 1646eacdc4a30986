#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "instrumentation/program/source/build_request.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A compiler for C++ that this machine has.
struct Compiler {
  enum class Kind : std::uint8_t { clang, gcc };
  Kind kind = Kind::clang;
  std::filesystem::path path;  ///< "/usr/bin/clang++"
  int major = 0;
  std::string version;  ///< one line, as it says itself
};
/// clang++ if there is one (the newest of clang++, clang++-N), else g++. Fails with
/// Error::Kind::missing and a sentence that says what to install. WARPSCOPE_CXX names another.
[[nodiscard]] Result<Compiler> find_compiler();

/// Rewrites the launches, compiles and links; takes it from the cache if nothing has changed.
/// `progress` hears of each stage ("compiling reduce.cu"). The compiler and its children end when
/// `stop` is asked for.
[[nodiscard]] BuildResult build_program(const BuildRequest& request, std::stop_token stop,
                                        const std::function<void(const std::string&)>& progress);

}  // namespace warpscope
