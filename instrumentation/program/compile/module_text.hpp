#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/compile/module_types.hpp"

namespace warpscope {

// Reading of LLVM's text, line by line.

[[nodiscard]] std::vector<std::string_view> text_lines(std::string_view text);

/// The end of a name of a function or variable, "@name" or "@\"a name\"", that begins at `at`.
[[nodiscard]] std::size_t end_of_global(std::string_view line, std::size_t at);

/// What stands between the brackets that open at `open`, at its commas; empty if they do not close.
[[nodiscard]] std::vector<std::string_view> arguments_at(std::string_view line, std::size_t open);

/// The number behind the first `word`; 0: there is none.
[[nodiscard]] std::uint64_t number_behind(std::string_view text, std::string_view word);

/// Calls function(name), with the @, for each.
template <typename Function>
void for_each_global(std::string_view line, const Function& function) {
  for (std::size_t at = line.find('@'); at != std::string_view::npos; at = line.find('@', at + 1)) {
    const std::size_t end = end_of_global(line, at);
    function(line.substr(at, end - at));
    at = end - 1;
  }
}

/// A variable in shared memory. Its place is what ptxas gives it: in a kernel the variables that it uses lie one behind
/// the other in the order of the text, each aligned as its type, and behind them the array without a size.
struct SharedVariable {
  std::string_view name;  ///< "@tile"
  TypeLayout layout;
  bool sized = true;
};
/// "@x = internal thread_local global [4 x float] zeroinitializer, align 16"
[[nodiscard]] std::optional<SharedVariable> read_shared(std::string_view line,
                                                        const ModuleTypes& types);

/// The line that makes a variable, with another alignment.
[[nodiscard]] std::string with_alignment(std::string_view line, std::uint64_t bytes);

}  // namespace warpscope
