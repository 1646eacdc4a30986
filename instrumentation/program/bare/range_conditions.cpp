#include "instrumentation/program/bare/range_conditions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpscope::index_walk {

Value Conditions::variable(const std::string& name) {
  if (const auto bound = bound_.find(name); bound != bound_.end()) {
    const auto known = values_.find(bound->second);
    if (known != values_.end()) {
      Value value = known->second;
      if (const auto more = values_.find(bound->second + "~"); more != values_.end()) {
        const Value& other = more->second;
        if (value.base == other.base) value.range = joined(value.range, other.range);
        if (value.base.empty() && !other.base.empty()) value = other;
        add_sources(value, other);
      } else {
        narrow_by_definition(bound->second, value);
      }
      if (!value.place) value.variable = bound->second;
      return value;
    }
  }
  if (const auto known = launch_.numbers.find(name); known != launch_.numbers.end()) {
    return number(known->second, known->second);
  }
  if (name == "true" || name == "false") return number(name == "true", name == "true");
  if (name == "warpSize") return number(32, 32);
  if (name == "nullptr") return number(0, 0);
  const BareText* const constant = names_.constant(name);
  constexpr std::size_t deepest = 20;
  if (constant != nullptr && constants_open_.size() < deepest && !constants_open_.contains(name)) {
    constants_open_.insert(name);
    const BareText expanded = names_.expanded(*constant);
    auto value = nested(expanded, [&] { return read(expression()); });
    constants_open_.erase(name);
    return value;
  }
  return {};
}

void Conditions::narrow_by_definition(const std::string& id, Value& value) {
  constexpr int deepest = 3;
  const auto found = definitions_.find(id);
  if (found == definitions_.end() || narrowings_.empty() || definition_depth_ >= deepest ||
      found->second.words != words_ || value.place || !value.base.empty()) {
    return;
  }
  ++definition_depth_;
  const WholeRange again = quiet_range(found->second.begin, found->second.end);
  --definition_depth_;
  const WholeRange both{std::max(value.range.lo, again.lo), std::min(value.range.hi, again.hi)};
  if (both.lo <= both.hi) value.range = both;
}

void Conditions::narrow(std::size_t begin, std::size_t end, bool is_true) {
  constexpr std::size_t most_narrowings = 200;
  if (narrowings_.size() > most_narrowings) return;
  while (is_wrapped(begin, end)) {
    ++begin;
    --end;
  }
  if (begin >= end) return;
  if ((*words_)[begin].text == "!" && is_wrapped(begin + 1, end)) {
    narrow(begin + 1, end, !is_true);
    return;
  }
  if (const std::size_t either = find_operator(begin, end, {"||"}); either < end) {
    if (is_true) return;
    narrow(begin, either, false);
    narrow(either + 1, end, false);
    return;
  }
  if (const std::size_t both = find_operator(begin, end, {"&&"}); both < end) {
    if (!is_true) return;
    narrow(begin, both, true);
    narrow(both + 1, end, true);
    return;
  }
  if (end == begin + 1) {  // bool inside = x < width;
    const auto bound = bound_.find((*words_)[begin].text);
    const auto known = bound == bound_.end() ? conditions_.end() : conditions_.find(bound->second);
    if (known != conditions_.end() && known->second.first > 0) {
      narrow(known->second.first, known->second.second, is_true);
    }
    return;
  }
  const std::size_t compared = find_operator(begin, end, {"<", "<=", ">", ">=", "==", "!="});
  if (compared >= end || compared == begin) return;
  compare(begin, compared, end, is_true);
}

WholeRange Conditions::quiet_range(std::size_t begin, std::size_t end, Value* all) {
  const std::size_t at = std::exchange(at_, begin);
  const bool recording = std::exchange(recording_, false);
  Value value = read(binary(8));  // above comparisons
  const bool whole_part = at_ == end;
  recording_ = recording;
  at_ = at;
  if (!whole_part) value = Value{};
  if (all != nullptr) *all = value;
  return value.base.empty() ? value.range : WholeRange{};
}

void Conditions::compare(std::size_t begin, std::size_t middle, std::size_t end, bool is_true) {
  std::string op = (*words_)[middle].text;
  if (!is_true) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> opposites{
        {{"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}, {"==", "!="}, {"!=", "=="}}};
    const auto* const found =
        std::ranges::find(opposites, op, &std::pair<std::string_view, std::string_view>::first);
    if (found != opposites.end()) op = found->second;
  }
  narrow_side(begin, middle, op, middle + 1, end);
  std::string mirrored = op;
  if (op[0] == '<' || op[0] == '>') mirrored[0] = op[0] == '<' ? '>' : '<';
  narrow_side(middle + 1, end, mirrored, begin, middle);
}

void Conditions::narrow_side(std::size_t begin, std::size_t end, const std::string& op,
                             std::size_t other, std::size_t other_end) {
  Value left, right;
  const WholeRange from = quiet_range(begin, end, &left);
  const WholeRange to = quiet_range(other, other_end, &right);
  WholeRange range;
  if (op == "<" || op == "<=" || op == "==") {
    range.hi = to.hi >= unbounded ? unbounded : to.hi - (op == "<" ? 1 : 0);
  }
  if (op == ">" || op == ">=" || op == "==") {
    range.lo = to.lo <= -unbounded ? -unbounded : to.lo + (op == ">" ? 1 : 0);
  }
  if (recording_ && (op == "<" || op == "<=") && left.blocks != 0 && right.blocks == 0 &&
      to.hi < unbounded && left.loads.empty() && right.loads.empty()) {
    report_.limits.push_back({left.blocks, left.threads, from.hi, range.hi + 1});
  }
  for (const std::string& array : left.loads) {
    if (recording_ && in_loop_condition_ && right.loads.contains(array)) {
      report_.arrays[array].bounds_loops = true;
    }
  }
  if (range == WholeRange{}) return;
  narrowings_.push_back({text(begin, end), range});
  // i + 1 < n says something of i, too.
  if (end - begin >= 3 && ((*words_)[begin + 1].text == "+" || (*words_)[begin + 1].text == "-") &&
      (*words_)[begin].kind == CudaToken::Kind::name) {
    const WholeRange offset = quiet_range(begin + 2, end);
    const bool plus = (*words_)[begin + 1].text == "+";
    const WholeRange moved = sum(range, plus ? negated(offset) : offset);
    if (is_finite(offset)) narrowings_.push_back({text(begin, begin + 1), moved});
  }
}

void Conditions::loop_condition(std::size_t begin, std::size_t end) {
  in_loop_condition_ = true;
  narrow(begin, end, true);
  in_loop_condition_ = false;
}

void Conditions::narrow_by_step(std::size_t begin, std::size_t end, std::size_t first_narrowing) {
  if (begin + 2 >= end || (*words_)[begin + 1].text != "+=") return;
  const std::string& name = (*words_)[begin].text;
  const auto bound = bound_.find(name);
  if (bound == bound_.end() || !initials_.contains(bound->second)) return;
  const WholeRange start = initials_.at(bound->second);
  const WholeRange step = quiet_range(begin + 2, end);
  if (start.lo != start.hi || step.lo != step.hi || step.lo < 1 || !is_finite(step)) return;
  for (std::size_t k = first_narrowing; k < narrowings_.size(); ++k) {
    WholeRange& range = narrowings_[k].range;
    if (narrowings_[k].text != name || range.hi >= unbounded || range.hi < start.lo) continue;
    range.hi = start.lo + (range.hi - start.lo) / step.lo * step.lo;
  }
}

}  // namespace warpscope::index_walk
