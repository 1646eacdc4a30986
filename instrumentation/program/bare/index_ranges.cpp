#include "instrumentation/program/bare/index_ranges.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "instrumentation/program/bare/range_declarations.hpp"

namespace warpscope {
namespace {

using index_walk::add_sources;
using index_walk::number;
using index_walk::Value;

/// Walks through the statements of a kernel and of the functions that it calls.
class RangeWalk final : index_walk::Declarations {
 public:
  RangeWalk(const BareKernel& kernel, const BareNames& names, const RangeLaunch& launch)
      : Declarations(names, launch) {
    for (const BareParameter& parameter : kernel.parameters) bind(parameter);
  }
  RangeWalk(const BareNames& names, const RangeLaunch& launch) : Declarations(names, launch) {}

  RangeReport run(const BareText& body) {
    walk_function(body, {});
    return std::move(report_);
  }

  std::optional<std::int64_t> constant(const BareText& text) {
    words_ = &text;
    if (text.empty()) return std::nullopt;
    const Value value = read(expression());
    if (at_ < text.size() || value.range.lo != value.range.hi || !value.base.empty()) {
      return std::nullopt;
    }
    return is_finite(value.range) ? std::optional(value.range.lo) : std::nullopt;
  }

 private:
  static constexpr int passes = 6, passes_of_calls = 3, deepest_call = 4;

  Value call(const std::string& name, std::size_t end) override;
  Value called(const BareNames::Function& function, const std::vector<Value>& given);
  Value walk_function(const BareText& body, std::map<std::string, std::string> bound);
  /// True if what follows it in its block is never reached.
  bool statement();
  bool statement_here();
  void give(const Value& value);
  bool block();
  /// ( condition ): its words.
  std::pair<std::size_t, std::size_t> parenthesised(int* is_true = nullptr);
  bool if_statement();
  bool for_statement();
  bool while_statement();
  bool do_statement();

  int call_number_ = 0;
  bool has_result_ = false;
  Value result_;  // of the function that is walked through
};

Value RangeWalk::call(const std::string& name, std::size_t end) {
  const std::size_t begin = at_;
  const std::vector<Value> given = arguments(end);
  if (name.starts_with("atomic")) {
    if (!given.empty()) {
      Value place = given[0].place ? read(given[0]) : given[0];
      touch(place, Touch::atomic);
    }
    for (std::size_t k = 1; k < given.size(); ++k) static_cast<void>(read(given[k]));
    return {};
  }
  if (const BareNames::Function* const function = names_.function(name);
      function != nullptr && calls_ < deepest_call) {
    return called(*function, given);
  }
  std::vector<Value> values;
  Value made;
  for (const Value& each : given) {
    values.push_back(read(each));
    add_sources(made, values.back());
  }
  if (name == "__ldg" && !values.empty()) return read(element(values[0], number(0, 0)));
  if ((name == "min" || name == "max") && values.size() == 2) {
    const WholeRange &a = values[0].range, &b = values[1].range;
    made.range = name == "min" ? WholeRange{std::min(a.lo, b.lo), std::min(a.hi, b.hi)}
                               : WholeRange{std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  } else if (name == "abs" && values.size() == 1) {
    const WholeRange& a = values[0].range;
    made.range = {a.lo >= 0 ? a.lo : 0, std::max(a.hi, -a.lo)};
  } else if ((name.starts_with("__shfl") || is_type_word(name)) && !values.empty()) {
    made.range = values[name.starts_with("__shfl") && values.size() > 1 ? 1 : 0].range;
    if (is_type_word(name)) made = recast(made, name, 0);
  } else if (name == "__popc" || name == "__ffs" || name == "__clz") {
    made.range = {0, 32};
  } else if (begin < end) {
    for (const Value& each : values) {
      if (each.base.empty() || !recording_) continue;
      const auto base = bases_.find(each.base);
      if (base == bases_.end()) continue;
      if (base->second.kind == Base::Kind::parameter) report_.arrays[each.base].escapes = true;
      if (base->second.kind == Base::Kind::dynamic) report_.dynamic_bounded = false;
    }
  }
  return made;
}

Value RangeWalk::called(const BareNames::Function& function, const std::vector<Value>& given) {
  std::map<std::string, std::string> bound;
  const std::string prefix = std::to_string(++call_number_) + "@call:";
  for (std::size_t k = 0; k < std::min(given.size(), function.parameters.size()); ++k) {
    const std::string id = prefix + function.parameters[k];
    const bool reference =
        k < function.types.size() && function.types[k].find('&') != std::string::npos;
    Value value = reference && given[k].place ? given[k] : read(given[k]);
    value.variable.clear();
    values_.insert_or_assign(id, value);
    nesting_of_[id] = nesting_;
    bound.insert_or_assign(function.parameters[k], id);
  }
  return walk_function(function.body, std::move(bound));
}

Value RangeWalk::walk_function(const BareText& body, std::map<std::string, std::string> bound) {
  const BareText expanded = names_.expanded(body);
  const bool outermost = calls_ == 0;
  ++calls_;
  auto outer = outermost ? bound_ : std::exchange(bound_, std::move(bound));
  auto conditions = std::exchange(conditions_, {});
  const Value outer_result = std::exchange(result_, Value{});
  const bool had_result = std::exchange(has_result_, false);
  const int outer_pass = pass_;
  const bool recording = outermost ? true : recording_;
  const std::string site = std::exchange(site_, std::to_string(call_number_) + "@");
  Value made = nested(expanded, [&] {
    const int last = (outermost ? passes : passes_of_calls) - 1;
    for (pass_ = 0; pass_ <= last; ++pass_) {
      recording_ = recording && pass_ == last;
      at_ = 0;
      while (!done()) static_cast<void>(statement());
      narrowings_.clear();
    }
    return result_;
  });
  std::erase_if(definitions_, [&](const auto& each) { return each.second.words == &expanded; });
  site_ = site;
  pass_ = outer_pass;
  recording_ = recording && !outermost;
  result_ = outer_result;
  has_result_ = had_result;
  conditions_ = std::move(conditions);
  bound_ = std::move(outer);
  --calls_;
  return made;
}

bool RangeWalk::statement() {
  const std::size_t begin = at_;
  const bool leaves = statement_here();
  if (at_ == begin) next();
  return leaves;
}

bool RangeWalk::statement_here() {
  const std::string& is = word();
  if (is == "{") return block();
  if (is == ";") {
    next();
    return false;
  }
  if (is == "if") return if_statement();
  if (is == "for") return for_statement();
  if (is == "while") return while_statement();
  if (is == "do") return do_statement();
  if (is == "switch") {
    next();
    parenthesised();
    ++nesting_;
    static_cast<void>(statement());
    --nesting_;
    return false;
  }
  if (is == "return") {
    next();
    if (word() != ";") give(read(expression()));
    skip_semicolon();
    return true;
  }
  if (is == "break" || is == "continue" || is == "goto" || is == "__trap") {
    skip_semicolon();
    return true;
  }
  if (is == "case" || is == "default") {
    while (!done() && word() != ":") next();
    next();
    return false;
  }
  if (is == "using" || is == "typedef" || is == "static_assert" || is == "asm" || is == "struct") {
    skip_semicolon();
    return false;
  }
  if (is_name() && word(1) == ":") {
    next();
    next();
    return false;
  }
  if (!declaration()) {
    static_cast<void>(expression());
    skip_semicolon();
  }
  return false;
}

void RangeWalk::give(const Value& value) {
  if (!has_result_) {
    result_ = value;
    result_.variable.clear();
    has_result_ = true;
    return;
  }
  result_.range = joined(result_.range, value.range);
  add_sources(result_, value);
}

bool RangeWalk::block() {
  const std::size_t end = close(at_);
  next();
  const auto bound = bound_;
  const std::size_t kept = narrowings_.size();
  bool leaves = false;
  while (at_ < end && !done()) leaves = statement() || leaves;
  narrowings_.resize(std::min(kept, narrowings_.size()));
  bound_ = bound;
  at_ = end + 1;
  return leaves;
}

std::pair<std::size_t, std::size_t> RangeWalk::parenthesised(int* is_true) {
  if (word() == "constexpr") next();
  if (word() != "(") return {at_, at_};
  const std::size_t begin = at_ + 1, end = close(at_);
  next();
  const Value value = read(expression());
  const bool known = value.base.empty() && value.range.lo == value.range.hi;
  if (is_true != nullptr && known) *is_true = value.range.lo != 0 ? 1 : 0;
  at_ = end + 1;
  return {begin, end};
}

bool RangeWalk::if_statement() {
  next();
  int is_true = -1;  // 0 or 1 if it is always so
  const auto [begin, end] = parenthesised(&is_true);
  const std::size_t kept = narrowings_.size();
  narrow(begin, end, true);
  ++nesting_;
  const bool recording = recording_;
  recording_ = recording && is_true != 0;
  const bool leaves = statement();
  narrowings_.resize(kept);
  bool other_leaves = false;
  const bool has_other = word() == "else";
  if (has_other) {
    next();
    narrow(begin, end, false);
    recording_ = recording && is_true != 1;
    other_leaves = statement();
    narrowings_.resize(kept);
  }
  recording_ = recording;
  --nesting_;
  if (leaves) narrow(begin, end, false);  // until the end of the block
  if (has_other && other_leaves) narrow(begin, end, true);
  return leaves && other_leaves;
}

bool RangeWalk::for_statement() {
  next();
  if (word() != "(") return false;
  const std::size_t close_at = close(at_);
  next();
  const auto bound = bound_;
  const std::size_t kept = narrowings_.size();
  if (!declaration()) {
    if (word() != ";") static_cast<void>(expression());
    take(";");
  }
  const std::size_t begin = at_;
  std::size_t end = begin;
  while (end < close_at && (*words_)[end].text != ";") {
    const std::string& is = (*words_)[end].text;
    end = (is == "(" || is == "[" || is == "{" ? close(end) : end) + 1;
  }
  if (end >= close_at) {  // for (auto x : all)
    at_ = close_at + 1;
    static_cast<void>(statement());
    bound_ = bound;
    return false;
  }
  if (begin < end) static_cast<void>(expression());
  loop_condition(begin, end);
  narrow_by_step(end + 1, close_at, kept);
  at_ = close_at + 1;
  ++nesting_;
  static_cast<void>(statement());
  const std::size_t behind = at_;
  at_ = end + 1;
  if (at_ < close_at) static_cast<void>(expression());
  --nesting_;
  at_ = behind;
  narrowings_.resize(kept);
  bound_ = bound;
  return false;
}

bool RangeWalk::while_statement() {
  next();
  const auto [begin, end] = parenthesised();
  const std::size_t kept = narrowings_.size();
  loop_condition(begin, end);
  ++nesting_;
  static_cast<void>(statement());
  --nesting_;
  narrowings_.resize(kept);
  return false;
}

bool RangeWalk::do_statement() {
  next();
  ++nesting_;
  static_cast<void>(statement());
  --nesting_;
  if (take("while")) static_cast<void>(parenthesised());
  take(";");
  return false;
}

}  // namespace

RangeReport index_ranges(const BareKernel& kernel, const BareNames& names,
                         const RangeLaunch& launch) {
  return RangeWalk(kernel, names, launch).run(kernel.body);
}

std::optional<std::int64_t> constant_value(const BareText& text, const BareNames& names,
                                           const std::map<std::string, std::int64_t>& numbers) {
  const RangeLaunch launch{.numbers = numbers};
  const BareText expanded = names.expanded(text);
  return RangeWalk(names, launch).constant(expanded);
}

}  // namespace warpscope
