#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// The preprocessor's names at a place of a file: those that every CUDA program has, and what was defined since.
class CodeMacros {
 public:
  /// -D: "NAME" or "NAME=VALUE".
  explicit CodeMacros(const std::vector<std::string>& defines);

  /// `body`: nullopt: not known, or it has parameters.
  void set(const std::string& name, std::optional<std::string> body);
  void remove(const std::string& name);
  /// A header of the user's, which may define any name that is not known here.
  void read_unknown_header() { may_be_elsewhere_ = true; }

  /// nullopt: not known.
  [[nodiscard]] std::optional<bool> defined(const std::string& name) const;
  /// As given to set(); nullptr: nothing is known of the name.
  [[nodiscard]] const std::optional<std::string>* body(const std::string& name) const;

 private:
  std::map<std::string, std::optional<std::string>> known_;
  std::set<std::string> removed_;
  bool may_be_elsewhere_ = false;
};

/// Whether what stands behind #if holds: whole numbers, C's operators, defined NAME, and macros without parameters.
/// nullopt: it is no such expression, or a name's value is not known and decides.
[[nodiscard]] std::optional<bool> condition_holds(std::string_view text, const CodeMacros& macros);

/// The letters, digits and underscores with which a text begins.
[[nodiscard]] std::string leading_name(std::string_view text);

}  // namespace warpscope
