#include "instrumentation/program/bare/range_expressions.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "instrumentation/program/bare/bare_types.hpp"

namespace warpscope::index_walk {

Value Expressions::expression() {
  Value value = assignment();
  while (word() == "," && !done()) {
    next();
    value = assignment();
  }
  return value;
}

Value Expressions::assignment() {
  if (++depth_ > deepest_expression) {
    at_ = words_->size();
    --depth_;
    return {};
  }
  Value left = conditional();
  constexpr std::array<std::string_view, 11> operators{
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  if (!done() && std::ranges::find(operators, word()) != operators.end()) {
    const std::string how = word();
    next();
    const Value right = read(assignment());
    Value value = right;
    if (how != "=") value = combined(how.substr(0, how.size() - 1), read(left), right);
    write(left, value);
    if (left.place) left = value;
  }
  --depth_;
  return left;
}

Value Expressions::conditional() {
  const std::size_t begin = at_;
  Value condition = binary(1);
  const std::size_t end = at_;
  if (!take("?")) return condition;
  const std::size_t kept = narrowings_.size();
  narrow(begin, end, true);
  Value yes = read(assignment());
  narrowings_.resize(kept);
  take(":");
  narrow(begin, end, false);
  const Value no = read(assignment());
  narrowings_.resize(kept);
  if (yes.base.empty() && no.base.empty()) yes.range = joined(yes.range, no.range);
  add_sources(yes, no);
  add_sources(yes, condition);
  yes.variable.clear();
  return yes;
}

Value Expressions::binary(int least) {
  const std::size_t begin = at_;
  Value left = unary();
  while (!done()) {
    const std::string op = word();
    const int level = precedence(op);
    if (level < least || level == 0) break;
    const std::size_t end = at_;
    next();
    const std::size_t kept = narrowings_.size();
    if (op == "&&" || op == "||") narrow(begin, end, op == "&&");
    const Value right = read(binary(level + 1));
    narrowings_.resize(kept);
    left = combined(op, read(left), right);
    if (at_ - begin <= 12 && !narrowings_.empty()) apply_narrowings(text(begin, at_), left);
  }
  return left;
}

Value Expressions::unary() {
  if (done()) return {};
  const std::string op = word();
  if (op == "++" || op == "--") {
    next();
    const Value place = unary();
    Value value = combined(op.substr(0, 1), read(place), number(1, 1));
    write(place, value);
    return value;
  }
  if (op == "-" || op == "+" || op == "!" || op == "~") {
    next();
    Value value = read(unary());
    if (op == "-") value.range = negated(value.range);
    if (op == "~") value.range = sum(negated(value.range), {-1, -1});
    if (op == "!") value.range = {0, 1};
    value.variable.clear();
    return value;
  }
  if (op == "*") {
    next();
    return element(read(unary()), number(0, 0));
  }
  if (op == "&") {
    next();
    Value value = unary();
    value.place = false;
    value.variable.clear();
    return value;
  }
  if (op == "sizeof") return size_of();
  if (op == "(") {
    if (auto cast = c_cast()) return *cast;
  }
  return postfix();
}

Value Expressions::size_of() {
  next();
  if (word() != "(") {
    static_cast<void>(unary());
    return {};
  }
  const std::size_t end = close(at_);
  next();
  int stars = 0;
  const std::string type = type_name(stars);
  const std::int64_t bytes = stars > 0 ? 8 : bare_type_bytes(resolved(type));
  at_ = end + 1;
  return bytes == 0 ? Value{} : number(bytes, bytes);
}

Value Expressions::recast(Value value, const std::string& type, int stars) const {
  value.variable.clear();
  if (stars > 0) {
    value.size = stars > 1 ? 8 : bytes_of(type);
    value.whole = stars == 1 && is_whole_number_type(resolved(type));
    value.extents.clear();
  } else if (const std::string is = resolved(type);
             is_number_type(is) && !is_whole_number_type(is)) {
    value.range = {};
  }
  return value;
}

std::optional<Value> Expressions::c_cast() {
  const std::size_t begin = at_;
  const std::size_t end = close(at_);
  next();
  int stars = 0;
  const bool starts = is_name() && is_type_word(word());
  // (Body*) of a type that is not known
  const bool pointer_to = is_name() && end > at_ && (*words_)[end - 1].text == "*";
  const std::string type = starts || pointer_to ? type_name(stars) : std::string();
  if (type.empty() || at_ != end) {
    at_ = begin;
    return std::nullopt;
  }
  next();
  return recast(read(unary()), type, stars);
}

Value Expressions::postfix() {
  const std::size_t begin = at_;
  Value value = primary();
  while (!done()) {
    if (word() == "[") {
      const std::size_t end = close(at_);
      next();
      const Value index = read(expression());
      at_ = end + 1;
      value = element(read_pointer(value), index);
    } else if (word() == "." || word() == "->") {
      if (word() == "->") value = element(read_pointer(value), number(0, 0));
      next();
      const std::string member = word();
      next();
      value = member_of(std::move(value), member);
    } else if (word() == "++" || word() == "--") {
      const Value before = read(value);
      write(value, combined(word().substr(0, 1), before, number(1, 1)));
      next();
      value = before;
      value.variable.clear();
    } else if (word() == "(" && at_ > begin) {
      const std::size_t end = close(at_);
      next();
      static_cast<void>(arguments(end));
      value = {};
    } else {
      break;
    }
  }
  if (at_ - begin <= 12 && !narrowings_.empty()) apply_narrowings(text(begin, at_), value);
  return value;
}

Value Expressions::member_of(Value value, const std::string& member) {
  if (word() == "(") {  // a call
    const std::size_t end = close(at_);
    next();
    static_cast<void>(arguments(end));
    if (value.place) touch(value, Touch::read);
    Value made;
    if (member == "thread_rank") {
      made = number(0, launch_.block.count() - 1);
      made.threads = true;
    }
    if (member == "size" || member == "num_threads") made.range = {1, launch_.block.count()};
    return made;
  }
  value.whole = false;
  value.variable.clear();
  if (!value.place) value = Value{};
  return value;
}

std::vector<Value> Expressions::arguments(std::size_t end) {
  std::vector<Value> all;
  while (at_ < end && !done()) {
    const std::size_t before = at_;
    all.push_back(assignment());
    if (!take(",") && at_ < end && at_ == before) next();
  }
  at_ = end + 1;
  return all;
}

Value Expressions::primary() {
  if (done()) return {};
  const BareWord& here = (*words_)[at_];
  if (here.kind == CudaToken::Kind::number) {
    next();
    return literal(here.text);
  }
  if (here.text == "(") {
    const std::size_t end = close(at_);
    next();
    Value value = expression();
    at_ = end + 1;
    return value;
  }
  if (here.text == "{" || here.text == "[") {
    const std::size_t end = close(at_);
    next();
    static_cast<void>(arguments(end));
    return {};
  }
  if (here.kind == CudaToken::Kind::text) {
    const bool letter = here.text.size() == 3 && here.text.front() == '\'';
    next();
    return letter ? number(here.text[1], here.text[1]) : Value{};
  }
  if (here.kind == CudaToken::Kind::name) return named();
  if (here.text != ")" && here.text != "]" && here.text != "}" && here.text != ";" &&
      here.text != ",") {
    next();
  }
  return {};
}

std::optional<Value> Expressions::builtin(const std::string& name) {
  const bool is_block = name == "blockIdx";
  if (!is_block && name != "threadIdx" && name != "blockDim" && name != "gridDim") {
    return std::nullopt;
  }
  if (word() != ".") return Value{};
  next();
  const char which = word().empty() ? 'x' : word()[0];
  next();
  const Dim3& extent = is_block || name == "gridDim" ? launch_.grid : launch_.block;
  const std::int64_t side = which == 'x' ? extent.x : which == 'y' ? extent.y : extent.z;
  if (name == "blockDim" || name == "gridDim") return number(side, side);
  Value value = number(0, side - 1);
  if (is_block) value.blocks = which == 'x' ? 1U : which == 'y' ? 2U : 4U;
  value.threads = !is_block;
  return value;
}

Value Expressions::named() {
  std::string name = word();
  next();
  if (auto value = builtin(name)) return *value;
  if (name.ends_with("_cast") && word() == "<") return cpp_cast();
  while (word() == "::" && is_name(1)) {
    next();
    name = word();
    next();
  }
  skip_template_arguments();
  if (word() == "(") {
    const std::size_t end = close(at_);
    next();
    return call(name, end);
  }
  if (word() == "{" && is_type_word(name)) {
    const std::size_t end = close(at_);
    next();
    static_cast<void>(arguments(end));
    return {};
  }
  return variable(name);
}

Value Expressions::cpp_cast() {
  next();
  int stars = 0;
  const std::string type = type_name(stars);
  while (!done() && word() != ">" && word() != "(" && word() != ";") next();
  take(">");
  if (word() != "(") return {};
  const std::size_t end = close(at_);
  next();
  Value value = expression();
  at_ = end + 1;
  return recast(read(std::move(value)), type, stars);
}

void Expressions::skip_template_arguments() {
  if (word() != "<") return;
  constexpr std::size_t longest = 24;
  for (std::size_t k = 1; k < longest && at_ + k < words_->size(); ++k) {
    const std::string& is = word(k);
    if (is == ">" && word(k + 1) == "(") {
      at_ += k + 1;
      return;
    }
    const auto kind = (*words_)[at_ + k].kind;
    const bool fits = kind == CudaToken::Kind::name || kind == CudaToken::Kind::number ||
                      is == "," || is == "*" || is == "::";
    if (!fits) return;
  }
}

}  // namespace warpscope::index_walk
