#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/debug_info/debug_info.hpp"
#include "instrumentation/program/protocol/machine_log.hpp"
#include "instrumentation/program/protocol/program_outcome.hpp"

namespace warpscope {

/// Which lines the addresses of a program's process are, from the objects that it had loaded.
class ProgramPlaces {
 public:
  void add(std::string path, const LoadedModule& module);

  /// Where a program stood when it ended: "at sum.cu:41, in thread (3, 0, 0) of block (0, 0, 0) of launch 2 (sum)"; empty:
  /// not known. `kernel`: the name of the launch's.
  [[nodiscard]] Sentence describe(const LoggedEnding& ending, const std::string& kernel) const;
  /// The same of one that came to its time limit.
  [[nodiscard]] std::optional<ProgramStop> stop(const LoggedEnding& ending) const;

 private:
  struct Module {
    std::string path;
    LoadedModule place;
    mutable std::unique_ptr<DebugInfo> debug;
    mutable bool opened = false;
  };
  struct Line {
    std::string file;
    std::uint32_t line = 0;
  };
  [[nodiscard]] const Module* module_of(std::uint64_t address) const;
  /// Of the instruction before a return address.
  [[nodiscard]] std::optional<Line> line_of(std::uint64_t return_address) const;
  [[nodiscard]] std::optional<ProgramFunction> function_at(std::uint64_t address) const;
  /// Where it stood, inside of the kernel's own object if one ran.
  [[nodiscard]] std::optional<Line> line_of(const LoggedEnding& ending) const;
  [[nodiscard]] Sentence host_function(const LoggedEnding& ending) const;

  std::vector<Module> modules_;
};

}  // namespace warpscope
