#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/program/source/cuda_code.hpp"
#include "instrumentation/program/source/kernel_finder.hpp"
#include "instrumentation/program/source/rewrite_launches.hpp"

namespace warpscope {

/// Where a function's body runs, as its declaration says.
enum class RunsOn : std::uint8_t { host, device, both };

/// The definition of a kernel, outside of classes, that is no template.
struct KernelDefinition {
  std::string name;                       ///< without namespaces
  std::optional<std::string> parameters;  ///< without default arguments; unset: #if chooses them
  std::size_t last = 0;                   ///< token of its closing brace
};

/// The declarations of a file as far as its tokens tell them: which kernels there are, and which code runs on the device.
/// Whatever it cannot tell, it takes for no kernel and no device code.
class CudaDeclarations {
 public:
  /// It must outlive this.
  explicit CudaDeclarations(const CudaCode& code);

  [[nodiscard]] const KnownKernels& kernels() const { return kernels_; }
  [[nodiscard]] const std::vector<KernelDefinition>& definitions() const { return definitions_; }
  [[nodiscard]] const std::vector<KernelFinder>& finders() const { return finders_; }
  [[nodiscard]] bool has_main() const { return has_main_; }
  [[nodiscard]] RunsOn runs_on(std::size_t i) const { return runs_on_[i]; }

 private:
  struct Scope {
    enum class Kind : std::uint8_t { space, type, function, block };
    Kind kind = Kind::space;
    std::size_t declaration = 0;  // where that began which it belongs to
    RunsOn runs_on = RunsOn::host;
    std::string kernel;  // that ends with it, and is no template
    std::optional<std::string> parameters;
    std::optional<KernelFinder> finder;  // of any kernel that ends with it
  };

  void read();
  /// Whether an opening brace and its closing one stand between the same #if and #endif, so that the body is of one head.
  [[nodiscard]] bool is_whole(std::size_t open) const;
  void read_open_brace(std::size_t& i, std::size_t& begin);
  void read_close_brace(std::size_t i, std::size_t& begin);
  /// Notes the name of a function that is no kernel, if that is declared.
  void read_function(std::size_t begin, std::size_t end);
  /// Reads the declaration of a kernel, if it is one. `body`: that of a definition, else null.
  void read_kernel(std::size_t begin, std::size_t end, Scope* body);
  [[nodiscard]] bool in_code() const {
    return !scopes_.empty() && scopes_.back().kind >= Scope::Kind::function;
  }
  [[nodiscard]] bool in_spaces_only() const;

  const CudaCode& code_;
  std::vector<RunsOn> runs_on_;
  std::vector<std::size_t> conditions_;  // by token: how many #if are open
  std::vector<Scope> scopes_;
  KnownKernels kernels_;
  std::vector<KernelDefinition> definitions_;
  std::vector<KernelFinder> finders_;
  bool has_main_ = false;
};

}  // namespace warpscope
