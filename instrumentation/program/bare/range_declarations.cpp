#include "instrumentation/program/bare/range_declarations.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "instrumentation/program/bare/bare_types.hpp"

namespace warpscope::index_walk {

bool Declarations::declaration() {
  const std::size_t begin = at_;
  bool shared = false, dynamic = false;
  while (!done()) {
    const std::string& is = word();
    if (is == "__shared__") shared = true;
    if (is == "extern") dynamic = true;
    if (is == "__align__" || is == "alignas" || is == "__attribute__") {
      next();
      if (word() == "(") at_ = close(at_);
    } else if (is != "__shared__" && is != "extern" && is != "static" && is != "constexpr" &&
               is != "register" && is != "const" && is != "volatile" && is != "typename") {
      break;
    }
    next();
  }
  std::string type;
  if (!declared_type(type)) {
    at_ = begin;
    return false;
  }
  while (!done()) {
    int stars = 0;
    bool reference = false;
    while (word() == "*" || word() == "&" || word() == "&&" || word() == "const" ||
           word() == "volatile" || word() == "__restrict__" || word() == "__restrict") {
      stars += word() == "*" ? 1 : 0;
      reference = reference || word() == "&";
      next();
    }
    if (!is_name()) break;
    declarator(type, stars, reference, shared, shared && dynamic);
    if (!take(",")) break;
  }
  skip_semicolon();
  return true;
}

bool Declarations::declared_type(std::string& type) {
  const std::size_t begin = at_;
  if (!is_name() || word() == "return" || word() == "else" || word() == "new") return false;
  while (is_name()) {
    if (word(1) == "::") {
      next();
      next();
      continue;
    }
    type += (type.empty() ? "" : " ") + word();
    next();
    if (word() == "<") {  // cg::thread_block_tile<32> tile
      int depth = 0;
      while (!done() && word() != ";" && word() != "(") {
        if (word()[0] == '<') depth += static_cast<int>(word().size());
        if (word()[0] == '>') depth -= static_cast<int>(word().size());
        next();
        if (depth <= 0) break;
      }
    }
    if (!is_name() || !is_type_word(word())) break;
    if (word() == "const" || word() == "volatile") next();
  }
  std::size_t name = 0;
  while (word(name) == "*" || word(name) == "&" || word(name) == "const" ||
         word(name) == "volatile" || word(name) == "__restrict__" || word(name) == "&&") {
    ++name;
  }
  const std::string& behind = word(name + 1);
  const bool is_declaration =
      is_name(name) && (behind == "=" || behind == ";" || behind == "," || behind == "[" ||
                        behind == "{" || behind == ":" || (behind == "(" && name == 0));
  // a * b; declares, and a * b, c is nobody's code.
  if (!is_declaration || type.empty()) {
    at_ = begin;
    return false;
  }
  return true;
}

void Declarations::declarator(const std::string& type, int stars, bool reference, bool shared,
                              bool dynamic) {
  const std::string name = word();
  const std::string id = site_ + std::to_string(at_) + ":" + name;
  next();
  if (word() == "[") {
    array(type, stars, id, name, shared, dynamic);
    return;
  }
  Value value;
  bool given = false;
  const std::size_t begin = at_ + 1;
  if (word() == "=" && word(1) != "{") {
    next();
    value = assignment();
    given = true;
  } else if (word() == "(" || word() == "{" || word() == "=") {
    take("=");
    const std::size_t end = close(at_);
    next();
    const auto all = arguments(end);
    if (all.size() == 1) {
      value = all[0];
      given = true;
    }
  }
  if (type == "bool") conditions_[id] = {begin, at_};
  if (shared) {
    bases_[id] = {Base::Kind::local, 0};
  }
  if (!(reference && value.place)) value = read(std::move(value));
  value.variable.clear();
  if (stars > 0 && value.size != 0) {
    value = recast(std::move(value), type, stars);
  } else if (type != "auto" && !value.place) {
    value = recast(std::move(value), type, 0);
  }
  bound_[name] = id;
  nesting_of_[id] = nesting_;
  initials_[id] = value.range;
  values_.insert_or_assign(id, value);
  forget_definitions_with(id);
  if (given && !value.place) definitions_[id] = {words_, begin, at_};
  note_moving(values_[id]);
}

void Declarations::note_moving(const Value& value) {
  if (!recording_ || value.blocks == 0 || !value.base.empty() || !value.loads.empty()) return;
  if (!is_finite(value.range)) return;
  report_.unlimited.push_back({value.blocks, value.threads, value.range.hi, 0});
}

void Declarations::array(const std::string& type, int stars, const std::string& id,
                         const std::string& name, bool shared, bool dynamic) {
  std::vector<std::int64_t> extents;
  while (word() == "[") {
    const std::size_t end = close(at_);
    next();
    std::int64_t extent = 0;
    if (at_ < end) {
      const Value value = read(expression());
      if (value.range.lo == value.range.hi) extent = value.range.lo;
    }
    at_ = end + 1;
    extents.push_back(extent);
  }
  if (take("=")) static_cast<void>(read(assignment()));
  Value value;
  value.base = shared && !dynamic ? name : id;
  value.range = {0, 0};
  value.size = stars > 0 ? 8 : bytes_of(type);
  value.whole = stars == 0 && is_whole_number_type(resolved(type));
  value.extents.assign(extents.begin() + 1, extents.end());
  bases_[value.base] = {dynamic  ? Base::Kind::dynamic
                        : shared ? Base::Kind::fixed
                                 : Base::Kind::local,
                        value.size};
  const bool sized = std::ranges::all_of(extents, [](std::int64_t extent) { return extent > 0; });
  if (shared && !dynamic && sized && !report_.shared.contains(name)) {
    constexpr WholeRange untouched{unbounded, -unbounded};
    const std::vector<WholeRange> none(extents.size(), untouched);
    report_.shared[name] = {extents, none, none};
  }
  bound_[name] = id;
  nesting_of_[id] = nesting_;
  values_.insert_or_assign(id, value);
}

void Declarations::skip_semicolon() {
  while (!done() && word() != ";" && word() != "}") {
    if (word() == "(" || word() == "[" || word() == "{") {
      at_ = close(at_);
    }
    next();
  }
  take(";");
}

}  // namespace warpscope::index_walk
