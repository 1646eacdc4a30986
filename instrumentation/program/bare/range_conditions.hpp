#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "instrumentation/program/bare/range_expressions.hpp"

namespace warpscope::index_walk {

/// What conditions say of the expressions in them, and so of variables.
class Conditions : protected Expressions {
 protected:
  using Expressions::Expressions;

  Value variable(const std::string& name) override;
  /// i = blockIdx.x * 256 + threadIdx.x is less where threadIdx.x < 32 is known.
  void narrow_by_definition(const std::string& id, Value& value);
  /// Adds what is so if the condition in these words is true, or false.
  void narrow(std::size_t begin, std::size_t end, bool is_true) override;
  WholeRange quiet_range(std::size_t begin, std::size_t end, Value* all = nullptr);
  void compare(std::size_t begin, std::size_t middle, std::size_t end, bool is_true);
  void narrow_side(std::size_t begin, std::size_t end, const std::string& op, std::size_t other,
                   std::size_t other_end);
  void loop_condition(std::size_t begin, std::size_t end);
  /// for (j = 0; j < 32; j += 8): j is at most 24.
  void narrow_by_step(std::size_t begin, std::size_t end, std::size_t first_narrowing);
  /// Reads other words than those where it stands.
  template <class Read>
  Value nested(const BareText& text, const Read& read_it) {
    const BareText* const words = std::exchange(words_, &text);
    const std::size_t at = std::exchange(at_, 0);
    auto narrowings = std::exchange(narrowings_, {});
    Value value = read_it();
    narrowings_ = std::move(narrowings);
    words_ = words;
    at_ = at;
    return value;
  }

  std::map<std::string, std::pair<std::size_t, std::size_t>> conditions_;  // of bool variables
  std::map<std::string, WholeRange> initials_;                             // of variables

 private:
  bool in_loop_condition_ = false;
  int definition_depth_ = 0;
  std::set<std::string> constants_open_;
};

}  // namespace warpscope::index_walk
