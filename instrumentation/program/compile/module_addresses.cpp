#include "instrumentation/program/compile/module_addresses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <utility>

namespace warpscope {
namespace {

using Text = std::string_view;

constexpr int deepest_value = 64, all_zeros = 32, most_looks = 4096;
constexpr std::size_t most_terms = 8;

void drop_blanks(Text& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}
bool drop_word(Text& text, Text word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  drop_blanks(text);
  return true;
}
void drop_flags(Text& text) {
  static constexpr std::array<Text, 9> flags{"inbounds ", "nuw ",  "nsw ",  "exact ",   "disjoint ",
                                             "nneg ",     "nusw ", "fast ", "samesign "};
  while (std::ranges::any_of(flags, [&](Text flag) { return drop_word(text, flag); })) {
  }
}

/// Takes a value off the front: "%3", "%\"a b\"", "@x", "-7", "getelementptr inbounds (…)".
Text take_value(Text& text) {
  std::size_t end = 0;
  int depth = 0;
  while (end < text.size()) {
    const char c = text[end];
    if (c == '"') {
      end = text.find('"', end + 1);
      if (end == Text::npos) return {};
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      if (depth == 0) break;
      --depth;
    } else if (depth == 0 && c == ',') {
      break;
    } else if (depth == 0 && c == ' ') {
      // The words of a constant expression go on to its brackets.
      const Text before = text.substr(0, end);
      if (!before.ends_with("getelementptr") && !before.ends_with("inbounds") &&
          !before.ends_with("bitcast") && !before.ends_with("ptrtoint") &&
          !before.ends_with("inttoptr") && !before.ends_with("addrspacecast")) {
        break;
      }
    }
    ++end;
  }
  const Text value = text.substr(0, end);
  text.remove_prefix(end);
  drop_blanks(text);
  return value;
}

std::optional<std::uint32_t> constant_of(Text value) {
  if (value == "true" || value == "false") return value == "true" ? 1 : 0;
  if (value == "null" || value == "zeroinitializer") return 0;
  std::int64_t number = 0;
  const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
  if (read.ec != std::errc() || read.ptr != value.data() + value.size()) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

LinearValue one_term(Text name) { return {.terms = {{name, 1}}, .constant = 0}; }
LinearValue multiple(LinearValue value, std::uint32_t by) {
  for (auto& [name, factor] : value.terms) factor *= by;
  std::erase_if(value.terms, [](const auto& term) { return term.second == 0; });
  value.constant *= by;
  return value;
}
LinearValue added(LinearValue a, const LinearValue& b) {
  for (const auto& [name, factor] : b.terms) a.terms[name] += factor;
  std::erase_if(a.terms, [](const auto& term) { return term.second == 0; });
  a.constant += b.constant;
  return a;
}

/// What reads as an integer of 32 bits or more: its low 32 bits are those of the value that it was made of.
bool is_wide(Text type) {
  return type == "i32" || type == "i64" || type.ends_with('*') || type.starts_with("ptr");
}

/// "i32 %1, %2" of a sum or product.
struct TwoOperands {
  Text type, a, b;
};
TwoOperands operands_of(Text text) {
  drop_flags(text);
  TwoOperands all;
  all.type = ModuleTypes::take(text);
  all.a = take_value(text);
  if (drop_word(text, ",")) all.b = take_value(text);
  return all;
}

}  // namespace

Text ModuleAddresses::result_of(Text line) {
  if (!line.starts_with("  %")) return {};
  const std::size_t is = line.find(" = ");
  return is == Text::npos ? Text() : line.substr(2, is - 2);
}

void ModuleAddresses::read(Text line) {
  const Text name = result_of(line);
  if (name.empty()) return;
  const Text text = line.substr(name.size() + 5);
  definitions_.emplace(name, text);
  constexpr Text mask = "and i32 ";
  if (text.starts_with(mask)) {
    const Text operands = text.substr(mask.size());
    masked_.emplace(operands.substr(0, operands.find(", !")), name);
  }
}

Text ModuleAddresses::definition(Text name) const {
  const auto found = definitions_.find(name);
  return found == definitions_.end() ? Text() : found->second;
}

LinearValue ModuleAddresses::linear(Text value) const { return linear(value, 0); }

LinearValue ModuleAddresses::linear(Text value, int depth) const {
  if (const auto constant = constant_of(value)) return {.terms = {}, .constant = *constant};
  if (depth > deepest_value) return one_term(value);
  const auto of_cast = [&](Text word) -> std::optional<LinearValue> {
    if (!value.starts_with(word)) return std::nullopt;
    Text inside = value.substr(value.find('(') + 1);
    const Text type = ModuleTypes::take(inside);
    return is_wide(type) ? linear(take_value(inside), depth + 1) : one_term(value);
  };
  for (const Text word :
       {Text("bitcast ("), Text("ptrtoint ("), Text("inttoptr ("), Text("addrspacecast (")}) {
    if (const auto found = of_cast(word)) return *found;
  }
  if (Text text = value; drop_word(text, "getelementptr ")) {
    drop_flags(text);
    const std::size_t open = text.find('('), close = text.rfind(')');
    if (open == Text::npos || close == Text::npos || close < open) return one_term(value);
    const auto found = of_element(text.substr(open + 1, close - open - 1), depth);
    return found ? *found : one_term(value);
  }
  if (!value.starts_with('%')) return one_term(value);
  if (const auto known = known_.find(value); known != known_.end()) return known->second;
  const auto definition = definitions_.find(value);
  if (definition == definitions_.end()) return one_term(value);
  LinearValue found = of_definition(value, definition->second, depth + 1);
  if (found.terms.size() > most_terms) found = one_term(value);
  return known_.emplace(value, std::move(found)).first->second;
}

LinearValue ModuleAddresses::of_definition(Text name, Text text, int depth) const {
  LinearValue itself = one_term(name);
  const std::size_t space = text.find(' ');
  if (space == Text::npos) return itself;
  const Text word = text.substr(0, space);
  Text rest = text.substr(space + 1);
  if (word == "getelementptr") {
    drop_flags(rest);
    const auto found = of_element(rest, depth);
    return found ? *found : itself;
  }
  if (word == "sext" || word == "zext" || word == "trunc" || word == "bitcast" ||
      word == "ptrtoint" || word == "inttoptr" || word == "addrspacecast" || word == "freeze") {
    drop_flags(rest);
    const Text from = ModuleTypes::take(rest);
    const Text value = take_value(rest);
    if (!is_wide(from)) return itself;
    if (word == "freeze") return linear(value, depth);
    Text to = rest;
    if (!drop_word(to, "to ") || !is_wide(ModuleTypes::take(to))) return itself;
    return linear(value, depth);
  }
  if (word == "add" || word == "sub" || word == "mul" || word == "shl" || word == "or") {
    const TwoOperands of = operands_of(rest);
    if (!is_wide(of.type) || of.b.empty()) return itself;
    const LinearValue a = linear(of.a, depth), b = linear(of.b, depth);
    if (word == "add") return added(a, b);
    if (word == "sub") return added(a, multiple(b, ~std::uint32_t{0}));
    if (word == "mul" && b.terms.empty()) return multiple(a, b.constant);
    if (word == "mul" && a.terms.empty()) return multiple(b, a.constant);
    if (word == "shl" && b.terms.empty() && b.constant < 32) {
      return multiple(a, std::uint32_t{1} << b.constant);
    }
    // A sum without a carry.
    if (word == "or" && b.terms.empty() && !a.terms.empty() && a.constant == 0 &&
        known_zeros(a) >= static_cast<int>(std::bit_width(b.constant))) {
      return added(a, b);
    }
    // What has lost these bits, and they.
    if (word == "or" && b.terms.empty()) {
      const auto masked =
          masked_.find(fmt::format("{}, {}", of.a, static_cast<std::int32_t>(~b.constant)));
      if (masked != masked_.end()) return added(one_term(masked->second), b);
    }
    return itself;
  }
  if (word == "load") {
    // What a lane asks for its own number is the same wherever it asks.
    drop_word(rest, "volatile ");
    static_cast<void>(ModuleTypes::take(rest));
    if (!drop_word(rest, ",")) return itself;
    static_cast<void>(ModuleTypes::take(rest));
    const Text from = take_value(rest);
    return from.find("@ws_") == Text::npos ? itself : one_term(from);
  }
  if (text.find("@llvm.threadlocal.address") != Text::npos) {
    const std::size_t variable = text.rfind('@');
    Text from = text.substr(variable);
    return one_term(take_value(from));
  }
  return itself;
}

std::optional<LinearValue> ModuleAddresses::of_element(Text text, int depth) const {
  Text type = ModuleTypes::take(text);
  if (type.empty() || !drop_word(text, ",")) return std::nullopt;
  static_cast<void>(ModuleTypes::take(text));
  LinearValue address = linear(take_value(text), depth + 1);
  for (bool first = true; drop_word(text, ","); first = false) {
    if (text.starts_with('!')) break;  // behind them stands what the line belongs to
    drop_word(text, "inrange ");
    static_cast<void>(ModuleTypes::take(text));
    const LinearValue index = linear(take_value(text), depth + 1);
    if (first) {
      const auto whole = types_.layout(type);
      if (!whole) return std::nullopt;
      address = added(std::move(address), multiple(index, static_cast<std::uint32_t>(whole->size)));
      continue;
    }
    const auto part = types_.part(type, index.terms.empty() ? index.constant : 0);
    if (!part || (!part->of_array && !index.terms.empty())) return std::nullopt;
    const auto offset = static_cast<std::uint32_t>(part->offset);
    address = part->of_array ? added(std::move(address), multiple(index, offset))
                             : added(std::move(address), {.terms = {}, .constant = offset});
    type = part->type;
  }
  return address;
}

int ModuleAddresses::known_zeros(const LinearValue& value) const {
  int zeros = all_zeros;
  looks_ = most_looks;
  for (const auto& [name, factor] : value.terms) {
    if (name.starts_with('@') && name.find("@ws_") == Text::npos) continue;
    // ptxas does not see that what it takes off a sum leaves it even.
    const int of_factor = static_cast<std::int32_t>(factor) < 0 ? 0 : std::countr_zero(factor);
    zeros = std::min(zeros, of_factor + zeros_of(name, 0));
  }
  return zeros;
}

int ModuleAddresses::zeros_of_value(Text value, int depth) const {
  const LinearValue found = linear(value);
  int zeros = found.constant == 0 ? all_zeros : std::countr_zero(found.constant);
  for (const auto& [name, factor] : found.terms) {
    zeros = std::min(zeros, std::countr_zero(factor) + zeros_of(name, depth));
  }
  return zeros;
}

int ModuleAddresses::zeros_of(Text name, int depth) const {
  const auto definition = definitions_.find(name);
  if (definition == definitions_.end() || depth > deepest_value || --looks_ < 0) return 0;
  Text text = definition->second;
  if (drop_word(text, "and ")) {
    const TwoOperands of = operands_of(text);
    return std::min(all_zeros,
                    std::max(zeros_of_value(of.a, depth + 1), zeros_of_value(of.b, depth + 1)));
  }
  if (drop_word(text, "select ")) {
    // "i1 %c, i32 %a, i32 %b"
    int zeros = all_zeros;
    for (int k = 0; k < 3; ++k) {
      static_cast<void>(ModuleTypes::take(text));
      const Text value = take_value(text);
      if (k > 0) zeros = std::min(zeros, zeros_of_value(value, depth + 1));
      drop_word(text, ",");
    }
    return zeros;
  }
  if (drop_word(text, "mul ")) {
    const TwoOperands of = operands_of(text);
    return std::min(all_zeros, zeros_of_value(of.a, depth + 1) + zeros_of_value(of.b, depth + 1));
  }
  if (drop_word(text, "shl ")) {
    const TwoOperands of = operands_of(text);
    return zeros_of_value(of.a, depth + 1);
  }
  if (!drop_word(text, "phi ")) return 0;
  if (!asked_.insert(name).second) return all_zeros;
  static_cast<void>(ModuleTypes::take(text));
  int zeros = all_zeros;
  bool counts = false;  // up from a beginning, round by round: where ways only meet, ptxas gives up
  while (drop_word(text, "[")) {
    const Text value = take_value(text);
    counts = counts || linear(value).terms.contains(name);
    zeros = std::min(zeros, zeros_of_value(value, depth + 1));
    const std::size_t end = text.find(']');
    if (end == Text::npos) break;
    text.remove_prefix(end + 1);
    drop_blanks(text);
    if (!drop_word(text, ",")) break;
  }
  asked_.erase(name);
  return counts ? zeros : 0;
}

}  // namespace warpscope
