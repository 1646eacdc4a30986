#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "instrumentation/program/bare/bare_words.hpp"
#include "instrumentation/program/source/cuda_code.hpp"

namespace warpscope {

struct BareParameter {
  std::string name;
  std::string type;  ///< as written, without the name: "const float *"
  std::string
      element;  ///< of a pointer: what it points to, without const; else the type without const
  bool is_pointer = false;
  bool is_const = false;  ///< a pointer to what the kernel only reads
};

struct BareTemplateParameter {
  std::string name;
  std::string type;  ///< "int"; empty: it is a type itself
  bool has_default = false;
  BareText default_value;  ///< its words
};

/// A kernel that a file defines.
struct BareKernel {
  std::string name;   ///< without namespaces
  std::string space;  ///< the namespaces that have a name: "image::filters"; may be empty
  int line = 0;       ///< of its name, from 1
  std::vector<BareTemplateParameter> template_parameters;
  std::vector<BareParameter> parameters;
  BareText bounds;      ///< the first argument of __launch_bounds__; empty: it has none
  BareText body;        ///< between its braces; macros are not expanded
  std::string setup;    ///< what "// warpscope:" lines above it say, joined by ", "
  int setup_line = 0;   ///< of the first of them; 0: there is none
  std::string problem;  ///< a sentence if it cannot be called from a made-up main
};

struct BareKernels {
  std::vector<BareKernel>
      kernels;  ///< in the order of the file; of equal ones in #if and #else the first
  std::vector<int> stray_lines;  ///< of "// warpscope:" comments that stand above no kernel
};
[[nodiscard]] BareKernels find_bare_kernels(std::string_view text, const CudaCode& code);

}  // namespace warpscope
