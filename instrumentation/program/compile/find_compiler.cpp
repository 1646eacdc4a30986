#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "instrumentation/language/message.hpp"
#include "instrumentation/process/process.hpp"
#include "instrumentation/program/compile/build_program.hpp"

namespace warpscope {
namespace {

std::optional<Compiler> asked(const std::filesystem::path& path) {
  auto process = Process::start(path, {"--version"}, Process::Output::lines);
  if (!process) return std::nullopt;
  const auto line = process.value()->read_line(std::chrono::seconds(10));
  if (!line || process.value()->wait() != 0) return std::nullopt;
  Compiler compiler{.path = path, .version = *line};
  compiler.kind =
      line->find("clang") != std::string::npos ? Compiler::Kind::clang : Compiler::Kind::gcc;
  // "Debian clang version 14.0.6", "g++ (Debian 12.2.0-14) 12.2.0"
  const std::size_t at =
      compiler.kind == Compiler::Kind::clang ? line->find("version ") : line->rfind(' ');
  if (at == std::string::npos) return std::nullopt;
  compiler.major = std::atoi(line->c_str() + at +
                             (compiler.kind == Compiler::Kind::clang ? sizeof "version" : 1));
  return compiler;
}

}  // namespace

Result<Compiler> find_compiler() {
  if (const char* const named = std::getenv("WARPSCOPE_CXX"); named != nullptr && *named != '\0') {
    const auto path = std::string_view(named).find('/') == std::string_view::npos
                          ? find_program(named)
                          : std::filesystem::path(named);
    if (auto compiler = asked(path)) return *compiler;
    return Error{ErrorKind::unavailable,
                 tr("WARPSCOPE_CXX names {}, which is no C++ compiler that runs here: name "
                    "clang++ or g++, or unset it.",
                    named)};
  }
  std::vector<std::string> names{"clang++"};
  for (int version = 24; version >= 14; --version)
    names.push_back(fmt::format("clang++-{}", version));
  names.emplace_back("g++");
  for (const std::string& name : names) {
    const auto path = find_program(name);
    if (path.empty()) continue;
    if (auto compiler = asked(path)) return *compiler;
  }
  return Error{
      ErrorKind::unavailable,
      tr("No C++ compiler was found, which CUDA programs are built with: install clang (on "
         "Debian and Ubuntu: apt install clang) or g++.")};
}

}  // namespace warpscope
