#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/program/build/cuda_code.hpp"
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
    std::string kernel;         // the kernel that ends with it
    std::string finder, finds;  // the same of a template's, and the template's name
  };

  void read();
  void read_open_brace(std::size_t& i, std::size_t& begin);
  void read_close_brace(std::size_t i, std::size_t& begin);
  /// Reads the declaration of a kernel, if it is one. `body`: that of a definition, else null.
  void read_kernel(std::size_t begin, std::size_t end, Scope* body);
  [[nodiscard]] bool in_code() const {
    return !scopes_.empty() && scopes_.back().kind >= Scope::Kind::function;
  }
  [[nodiscard]] bool in_spaces_only() const;

  const CudaCode& code_;
  std::vector<RunsOn> runs_on_;
  std::vector<Scope> scopes_;
  KnownKernels kernels_;
  std::vector<KernelDefinition> definitions_;
  std::vector<KernelFinder> finders_;
  bool has_main_ = false;
};

}  // namespace warpscope
