#pragma once

#include <string>

#include "instrumentation/program/bare/range_conditions.hpp"

namespace warpscope::index_walk {

/// Reads declarations of variables and arrays.
class Declarations : protected Conditions {
 protected:
  using Conditions::Conditions;

  /// False, and nowhere else, if none begins here. Ends behind its semicolon.
  bool declaration();
  /// Reads a type that a name follows.
  bool declared_type(std::string& type);
  void declarator(const std::string& type, int stars, bool reference, bool shared, bool dynamic);
  void note_moving(const Value& value);
  void array(const std::string& type, int stars, const std::string& id, const std::string& name,
             bool shared, bool dynamic);
  void skip_semicolon();

  std::string site_;  // distinguishes the variables of a call
};

}  // namespace warpscope::index_walk
