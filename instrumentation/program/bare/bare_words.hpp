#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/source/cuda_code.hpp"

namespace warpscope {

/// A word of code: as CudaToken, but an operator of several characters is one.
struct BareWord {
  CudaToken::Kind kind = CudaToken::Kind::symbol;
  std::string text;
};
using BareText = std::vector<BareWord>;

/// The words of a range, without directives and without what #if 0 hides. Macros are not expanded.
[[nodiscard]] BareText bare_text(const CudaCode& code, CudaCode::Range range);

/// What the files of a program say beside their kernels: macros, constants, other names of types, and functions. Of #if
/// and #else both are read, and the first to define a name wins.
class BareNames {
 public:
  struct Function {
    std::vector<std::string> parameters;  ///< their names; empty: unnamed
    std::vector<std::string> types;       ///< of the parameters
    BareText body;                        ///< between its braces, macros expanded
  };

  /// -D: "NAME" or "NAME=VALUE". Before any file.
  void define(std::string_view text);
  void add_file(const CudaCode& code);

  [[nodiscard]] BareText expanded(const BareText& text) const;
  /// Of `const int NAME = …`, enumerators and macros; null: there is none.
  [[nodiscard]] const BareText* constant(const std::string& name) const;
  /// What a name of a type stands for, through macros, typedef and using; else the name itself.
  [[nodiscard]] std::string type(std::string name) const;
  [[nodiscard]] const Function* function(const std::string& name) const;
  /// All names that have a value, for a search by name.
  [[nodiscard]] const std::map<std::string, BareText>& constants() const { return constants_; }

 private:
  struct Macro {
    bool is_function = false;
    std::vector<std::string> parameters;
    BareText body;
  };
  void read_macro(const CudaCode& code, CudaCode::Range range);
  void read_constant(const CudaCode& code, std::size_t i);
  void read_enumerators(const CudaCode& code, std::size_t i);
  void read_alias(const CudaCode& code, std::size_t i);
  void read_function(const CudaCode& code, std::size_t open);
  void expand(const BareText& text, std::vector<std::string>& hidden, BareText& into) const;

  std::map<std::string, Macro> macros_;
  std::map<std::string, BareText> constants_;
  std::map<std::string, std::string> aliases_;
  std::map<std::string, Function> functions_;
};

}  // namespace warpscope
