#include "instrumentation/program/compile/module_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace warpscope {
namespace {

using Text = std::string_view;

}  // namespace

std::vector<Text> text_lines(Text text) {
  std::vector<Text> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == Text::npos ? text.size() : end + 1);
  }
  return lines;
}

std::size_t end_of_global(Text line, std::size_t at) {
  if (at + 1 < line.size() && line[at + 1] == '"') {
    const std::size_t end = line.find('"', at + 2);
    return end == Text::npos ? line.size() : end + 1;
  }
  return std::min(line.find_first_of(" ,()*]}\n", at), line.size());
}

std::vector<Text> arguments_at(Text line, std::size_t open) {
  std::vector<Text> arguments;
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t i = open; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      i = line.find('"', i + 1);
      if (i == Text::npos) break;
    } else if (c == '(' || c == '[' || c == '{' || c == '<') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}' || c == '>') {
      if (--depth > 0) continue;
      arguments.push_back(line.substr(begin, i - begin));
      return arguments;
    } else if (c == ',' && depth == 1) {
      arguments.push_back(line.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  return {};
}

std::uint64_t number_behind(Text text, Text word) {
  const std::size_t at = text.find(word);
  std::uint64_t number = 0;
  if (at == Text::npos) return number;
  const Text digits = text.substr(at + word.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::optional<SharedVariable> read_shared(Text line, const ModuleTypes& types) {
  if (!line.starts_with('@')) return std::nullopt;
  const std::size_t end = end_of_global(line, 0);
  const std::size_t is = line.find(" thread_local", end);
  const std::size_t global = line.find(" global ", end);
  if (is == Text::npos || global == Text::npos || is > global ||
      line.substr(0, end).starts_with("@ws_")) {
    return std::nullopt;
  }
  const bool sized = line.substr(0, global).find(" external ") == Text::npos;
  Text type = line.substr(global + Text(" global ").size());
  const auto layout = types.layout(ModuleTypes::take(type));
  return SharedVariable{line.substr(0, end), layout.value_or(TypeLayout{}),
                        sized && layout.has_value()};
}

std::string with_alignment(Text line, std::uint64_t bytes) {
  constexpr Text word = ", align ";
  const std::size_t at = line.rfind(word);
  if (at == Text::npos) return std::string(line);
  const std::size_t digits = at + word.size();
  const std::size_t end = std::min(line.find_first_not_of("0123456789", digits), line.size());
  return fmt::format("{}{}{}", line.substr(0, digits), bytes, line.substr(end));
}

}  // namespace warpscope
