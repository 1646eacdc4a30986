#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/subject/code_statements.hpp"

namespace warpscope {

/// Where a statement names an element of an array, or a variable.
struct CodeUse {
  std::string text;                         ///< "bins[data[i] / 16]", "*out", "total"
  std::vector<CudaCode::Range> subscripts;  ///< what stands in each pair of brackets
  bool read = false, written = false;
  /// What it becomes if the statement updates it by itself, as an operation of CUDA: "Add", "Max"; empty: it does not, or
  /// there is none.
  std::string atomic;
  std::string operand;     ///< of that: "1"
  CudaCode::Range update;  ///< the tokens that do so: "bins[k]++", "a[i] = a[i] + x"
  bool updates() const { return read && written; }
};

/// The uses of an array in a statement, in order. If the function never names it, as one that is a parameter of another
/// name, those of the only thing that has subscripts there.
[[nodiscard]] std::vector<CodeUse> uses_of(const CodeStatements& code, std::size_t statement,
                                           std::string_view array);

/// The type with which a name is declared in the function of the statement, or outside of all: "unsigned char"; empty: not
/// found.
[[nodiscard]] std::string declared_type(const CodeStatements& code, std::size_t statement,
                                        std::string_view name);

}  // namespace warpscope
