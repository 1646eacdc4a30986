#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/build/cuda_tokens.hpp"
#include "instrumentation/program/build/rewrite_launches.hpp"

namespace warpscope {

/// Where a function's body runs, as its declaration says.
enum class RunsOn : std::uint8_t { host, device, both };

/// The definition of a kernel, outside of classes, that is no template.
struct KernelDefinition {
  std::string name;      ///< without namespaces
  std::size_t last = 0;  ///< token of its closing brace
};

/// The declaration of a function that tells by its type which function of a kernel template a launch means.
struct KernelFinder {
  std::string name;  ///< of the kernel
  std::string text;
  std::size_t last = 0;  ///< token of the kernel's closing brace or semicolon
};

/// What stands before <<<.
struct LaunchedName {
  std::optional<std::size_t> first;  ///< its first token, with namespaces; unset: no name
  std::size_t last = 0;              ///< the name itself
  std::string name;                  ///< without namespaces and template arguments
  std::optional<int> template_arguments;
};

/// What __device__ or __constant__ declares.
struct DeviceVariable {
  bool is_variable = false;         ///< else a function, or what cannot be told
  bool folded = false;              ///< a constant that the compiler puts in place of its name
  bool has_linkage = false;         ///< static or extern
  std::vector<std::size_t> consts;  ///< tokens that make the variable itself constant
};

struct AssemblerText {
  std::string text;
  std::size_t last = 0;  ///< token of the closing parenthesis
};

/// The declarations of a file as far as its tokens tell them: macros are not expanded, and of #if and #else
/// both are read. Whatever it cannot tell, it takes for no kernel and no device code.
class CudaDeclarations {
 public:
  /// Both must outlive it.
  CudaDeclarations(std::string_view text, const std::vector<CudaToken>& tokens);

  [[nodiscard]] const KnownKernels& kernels() const { return kernels_; }
  [[nodiscard]] const std::vector<KernelDefinition>& definitions() const { return definitions_; }
  [[nodiscard]] const std::vector<KernelFinder>& finders() const { return finders_; }
  [[nodiscard]] const std::vector<IncludedName>& includes() const { return includes_; }
  [[nodiscard]] bool has_main() const { return has_main_; }

  /// The token's text; empty beyond the end.
  [[nodiscard]] std::string_view word(std::size_t i) const;
  /// Whether #if 0 hides it.
  [[nodiscard]] bool hidden(std::size_t i) const { return hidden_[i]; }
  [[nodiscard]] bool is_run(std::size_t i, char letter, std::size_t length) const;
  [[nodiscard]] RunsOn runs_on(std::size_t i) const { return runs_on_[i]; }

  /// Whether <<< begins there, perhaps with blanks: << <.
  [[nodiscard]] bool opens_launch(std::size_t i) const;
  /// The byte where >>> begins, of the launch that begins at token i.
  [[nodiscard]] std::optional<std::size_t> launch_end(std::size_t i) const;
  /// The token behind that >>>.
  [[nodiscard]] std::size_t after_launch(std::size_t byte) const;
  [[nodiscard]] LaunchedName launched_name(std::size_t i) const;
  /// Of the call whose parenthesis is token `open`.
  [[nodiscard]] std::optional<int> count_arguments(std::size_t open) const;
  [[nodiscard]] DeviceVariable device_variable(std::size_t i) const;
  /// Whether the __shared__ at i declares the dynamic part of a launch's shared memory.
  [[nodiscard]] bool is_dynamic_shared(std::size_t i) const;
  [[nodiscard]] std::optional<AssemblerText> assembler(std::size_t i) const;

 private:
  struct Scope {
    enum class Kind : std::uint8_t { space, type, function, block };
    Kind kind = Kind::space;
    std::size_t declaration = 0;  // where that began which it belongs to
    RunsOn runs_on = RunsOn::host;
    std::string kernel;         // the kernel that ends with it
    std::string finder, finds;  // the same of a template's, and the template's name
  };

  void read();
  void read_condition(std::size_t i, std::vector<bool>& hides, bool& hidden);
  void read_open_brace(std::size_t& i, std::size_t& begin);
  void read_close_brace(std::size_t i, std::size_t& begin);
  void read_kernel(std::size_t begin, std::size_t end, Scope* body);
  [[nodiscard]] bool in_code() const {
    return !scopes_.empty() && scopes_.back().kind >= Scope::Kind::function;
  }
  [[nodiscard]] bool in_spaces_only() const;
  [[nodiscard]] bool ends_spaced(std::size_t j) const;

  void match_brackets();

  // All of these stay within one directive, or outside of all of them, and give `none` where there
  // is no such token.
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t longest_arguments = 2000;  // tokens of a template's arguments
  [[nodiscard]] bool is_name(std::size_t i) const;
  [[nodiscard]] bool is_other(std::size_t i, std::size_t of) const;
  /// The token after an attribute with parentheses at i, such as __launch_bounds__(256); i if there
  /// is none.
  [[nodiscard]] std::size_t after_attribute(std::size_t i) const;
  [[nodiscard]] std::size_t close(std::size_t open) const { return partner_[open]; }
  [[nodiscard]] std::size_t open(std::size_t close) const { return partner_[close]; }
  [[nodiscard]] std::size_t close_angle(std::size_t open) const;
  [[nodiscard]] std::size_t open_angle(std::size_t close) const;
  /// Where the declaration begins that the specifier at i is part of.
  [[nodiscard]] std::size_t declaration_begin(std::size_t i) const;
  /// The parts between commas of what is in brackets.
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  [[nodiscard]] std::vector<Range> parts(std::size_t open, std::size_t close) const;
  [[nodiscard]] std::string parameter_type(Range parameter) const;
  [[nodiscard]] std::string joined(Range range) const;
  /// The declaration of the kernel's finder; empty: it cannot be told. Brackets of both kinds of parameters.
  [[nodiscard]] std::string finder(std::string_view name, Range template_parameters,
                                   Range parameters) const;
  /// Where a template parameter's name would stand, before its default; `named`: it stands there.
  [[nodiscard]] std::size_t template_name(Range parameter, bool& named) const;
  [[nodiscard]] bool has(Range range, std::string_view word) const;

  std::string_view text_;
  const std::vector<CudaToken>& tokens_;
  std::vector<bool> hidden_;
  std::vector<RunsOn> runs_on_;
  std::vector<std::size_t> partner_;  // of each bracket
  std::vector<Scope> scopes_;
  KnownKernels kernels_;
  std::vector<KernelDefinition> definitions_;
  std::vector<KernelFinder> finders_;
  std::vector<IncludedName> includes_;
  bool has_main_ = false;
};

}  // namespace warpscope
