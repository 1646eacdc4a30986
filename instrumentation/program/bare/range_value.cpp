#include "instrumentation/program/bare/range_value.hpp"

#include <array>
#include <charconv>

namespace warpscope::index_walk {

Value number(std::int64_t lo, std::int64_t hi) {
  Value value;
  value.range = {lo, hi};
  return value;
}

void add_sources(Value& to, const Value& from) {
  to.blocks |= from.blocks;
  to.threads = to.threads || from.threads;
  to.loads.insert(from.loads.begin(), from.loads.end());
}

Value literal(std::string_view text) {
  std::string digits;
  for (const char letter : text) {
    if (letter != '\'') digits += letter;
  }
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (!hex && digits.find_first_of(".eEfF") != std::string::npos) return {};
  std::int64_t value = 0;
  const char* const begin = digits.data() + (hex ? 2 : 0);
  const auto [end, error] =
      std::from_chars(begin, digits.data() + digits.size(), value, hex ? 16 : 10);
  if (error != std::errc{} || end == begin) return {};
  return number(bounded(value), bounded(value));
}

int precedence(std::string_view op) {
  constexpr std::array<std::pair<std::string_view, int>, 18> levels{{{"||", 1},
                                                                     {"&&", 2},
                                                                     {"|", 3},
                                                                     {"^", 4},
                                                                     {"&", 5},
                                                                     {"==", 6},
                                                                     {"!=", 6},
                                                                     {"<", 7},
                                                                     {">", 7},
                                                                     {"<=", 7},
                                                                     {">=", 7},
                                                                     {"<<", 8},
                                                                     {">>", 8},
                                                                     {"+", 9},
                                                                     {"-", 9},
                                                                     {"*", 10},
                                                                     {"/", 10},
                                                                     {"%", 10}}};
  for (const auto& [name, level] : levels) {
    if (name == op) return level;
  }
  return 0;
}

Value combined(const std::string& op, const Value& a, const Value& b) {
  Value made;
  add_sources(made, a);
  add_sources(made, b);
  const bool sums = op == "+" || op == "-";
  if (sums && (!a.base.empty() || !b.base.empty())) {
    const Value& pointer = a.base.empty() ? b : a;
    const Value& offset = a.base.empty() ? a : b;
    if (!offset.base.empty()) return made;  // a difference of pointers
    Value moved = pointer;
    moved.variable.clear();
    add_sources(moved, made);
    std::int64_t stride = pointer.size;
    for (const std::int64_t extent : pointer.extents) stride = bounded_product(stride, extent);
    const WholeRange bytes = product(offset.range, {stride, stride});
    moved.range = sum(pointer.range, op == "+" ? bytes : negated(bytes));
    return moved;
  }
  if (op == "+") made.range = sum(a.range, b.range);
  if (op == "-") made.range = sum(a.range, negated(b.range));
  if (op == "*") made.range = product(a.range, b.range);
  if (op == "/") made.range = quotient(a.range, b.range);
  if (op == "%") made.range = remainder(a.range, b.range);
  if (op == "&" || op == "|" || op == "^") made.range = bits(op[0], a.range, b.range);
  if (op == "<<" || op == ">>") made.range = shifted(a.range, b.range, op == "<<");
  if (precedence(op) == 6 || precedence(op) == 7) made.range = comparison(op, a.range, b.range);
  if (op == "&&" || op == "||") {
    const auto all = [](const WholeRange& of, bool is) {
      return is ? of.lo > 0 || of.hi < 0 : of == WholeRange{0, 0};
    };
    const bool stops = op == "||";
    made.range = {0, 1};
    if (all(a.range, stops) || all(b.range, stops)) made.range = {stops, stops};
    if (all(a.range, !stops) && all(b.range, !stops)) made.range = {!stops, !stops};
  }
  return made;
}

}  // namespace warpscope::index_walk
