#pragma once

#include <optional>
#include <string>
#include <vector>

#include "instrumentation/program/bare/range_memory.hpp"

namespace warpscope::index_walk {

/// Reads expressions. Every function begins at their first word and ends behind their last one.
class Expressions : protected Memory {
 public:
  virtual ~Expressions() = default;

 protected:
  using Memory::Memory;

  Value expression();
  Value assignment();
  Value conditional();
  Value binary(int least);
  Value unary();
  Value size_of();
  Value recast(Value value, const std::string& type, int stars) const;
  /// (type) operand; nothing, and nowhere else, if the parenthesis holds something else.
  std::optional<Value> c_cast();
  Value postfix();
  Value member_of(Value value, const std::string& member);
  std::vector<Value> arguments(std::size_t end);
  Value primary();
  std::optional<Value> builtin(const std::string& name);
  Value named();
  Value cpp_cast();
  /// name<int, 4>(…)
  void skip_template_arguments();

  virtual Value variable(const std::string& name) = 0;
  /// Of a function whose arguments end at `end`.
  virtual Value call(const std::string& name, std::size_t end) = 0;
  /// Adds what is so if the condition in these words is true, or false.
  virtual void narrow(std::size_t begin, std::size_t end, bool is_true) = 0;

 private:
  static constexpr int deepest_expression = 200;
  int depth_ = 0;
};

}  // namespace warpscope::index_walk
