#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/source/active_code.hpp"
#include "instrumentation/program/source/cuda_code.hpp"
#include "instrumentation/program/source/cuda_tokens.hpp"

namespace warpscope {

/// A statement of a function, as far as tokens tell. Macros are not expanded.
struct CodeStatement {
  enum class Kind : std::uint8_t { function, compound, branch, loop, simple };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  Kind kind = Kind::simple;
  std::string_view word;      ///< "if", "else", "switch", "for", "while", "do"; else empty
  std::size_t parent = none;  ///< into CodeStatements::all()
  CudaCode::Range tokens;     ///< all of it
  CudaCode::Range head;       ///< what stands in its parentheses; empty: it has none
  CudaCode::Range body;       ///< of a branch, a loop or a function, without its braces
  std::uint32_t line = 0, last_line = 0;  ///< of its first and of its last token
  bool braced = false;                    ///< the body stands in braces
};

/// The statements of the functions of a file, without what the preprocessor leaves out: no remedy names a place in code that is
/// not compiled, and no barrier there counts.
class CodeStatements {
 public:
  explicit CodeStatements(std::string_view text, const CompiledSo& compiled = {});
  CodeStatements(const CodeStatements&) = delete;
  CodeStatements& operator=(const CodeStatements&) = delete;

  [[nodiscard]] const CudaCode& code() const { return code_; }
  [[nodiscard]] const std::vector<CodeStatement>& all() const { return all_; }
  [[nodiscard]] const CodeStatement& at(std::size_t i) const { return all_[i]; }
  [[nodiscard]] std::uint32_t line_of(std::size_t token) const { return lines_[token]; }
  /// Simple statements, branches and loops of whose text a part stands on the line: of a branch or a loop
  /// only its head counts.
  [[nodiscard]] std::vector<std::size_t> on_line(std::uint32_t line) const;
  /// The tokens that on_line() means of a statement.
  [[nodiscard]] CudaCode::Range own_tokens(std::size_t i) const;
  /// The statement and all that it stands in, outermost first: that is a function. Compounds are left out.
  [[nodiscard]] std::vector<std::size_t> path(std::size_t i) const;
  /// Whether the threads of a block may differ in the head of a branch or loop: it names threadIdx, or what was
  /// computed of it.
  [[nodiscard]] bool varies(std::size_t i) const;
  [[nodiscard]] bool names_any(CudaCode::Range range,
                               const std::set<std::string_view>& names) const;
  /// What the function of a statement computes of threadIdx, and that itself.
  [[nodiscard]] std::set<std::string_view> thread_names(std::size_t i) const {
    return thread_names(i, {});
  }
  /// The same where some of its parameters differ from thread to thread, too.
  [[nodiscard]] std::set<std::string_view> thread_names(
      std::size_t i, const std::set<std::string_view>& parameters) const;
  /// Whether the function of a statement is called by kernels (__device__), and not one itself.
  [[nodiscard]] bool is_called(std::size_t i) const;
  [[nodiscard]] std::string text(CudaCode::Range range) const { return code_.joined(range); }
  /// Parameters of the function of a statement, with their types.
  [[nodiscard]] CudaCode::Range parameters(std::size_t i) const;

 private:
  void find_functions(CudaCode::Range range);
  std::size_t read_statement(std::size_t i, std::size_t end, std::size_t parent, int depth);
  void read_list(CudaCode::Range range, std::size_t parent, int depth);
  std::size_t read_headed(std::size_t i, std::size_t end, std::size_t parent, int depth);
  [[nodiscard]] bool skipped(std::size_t i) const;
  std::size_t add(CodeStatement statement);

  std::string text_;  // the active part
  std::vector<CudaToken> tokens_;
  CudaCode code_;
  std::vector<std::uint32_t> lines_;
  std::vector<CodeStatement> all_;
};

}  // namespace warpscope
