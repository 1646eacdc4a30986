#include "instrumentation/program/runtime/call_text.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t longest_shown_name = 40;

bool is_word_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t begin_of_line(std::string_view text, std::uint32_t line) {
  std::size_t at = 0;
  for (std::uint32_t number = 1; number < line && at != std::string_view::npos; ++number) {
    at = text.find('\n', at);
    if (at != std::string_view::npos) ++at;
  }
  return at;
}

/// Behind the end of a string or character literal that begins at `at`.
std::size_t behind_literal(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

/// Where the parenthesis that opens at `at` closes; npos: nowhere.
std::size_t closing(std::string_view text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = behind_literal(text, at);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') {
      if (--depth == 0) return at;
    }
    ++at;
  }
  return std::string_view::npos;
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0, at = 0;
  while (at < list.size()) {
    const char c = list[at];
    if (c == '"' || c == '\'') {
      at = behind_literal(list, at);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      parts.emplace_back(trimmed(list.substr(begin, at - begin)));
      begin = at + 1;
    }
    ++at;
  }
  const std::string_view last = trimmed(list.substr(std::min(begin, list.size())));
  if (!last.empty() || !parts.empty()) parts.emplace_back(last);
  return parts;
}

/// A call in a text: where the function's name begins, where the parenthesis behind it opens and closes.
struct CallPlace {
  std::size_t begin = 0, open = 0, close = 0;
};

/// The calls of the function whose names begin between `begin` and `end`.
std::vector<CallPlace> calls_in(std::string_view text, std::size_t begin, std::size_t end,
                                std::string_view function) {
  std::vector<CallPlace> calls;
  for (std::size_t at = text.find(function, begin); at < end; at = text.find(function, at + 1)) {
    std::size_t behind = at + function.size();
    const bool whole = (at == 0 || !is_word_letter(text[at - 1]));
    if (whole && behind < text.size() && text[behind] == '<') {
      behind = text.find('>', behind);  // template arguments
      behind = behind == std::string_view::npos ? text.size() : behind + 1;
    }
    while (behind < text.size() && (text[behind] == ' ' || text[behind] == '\t')) ++behind;
    if (!whole || behind >= text.size() || text[behind] != '(') continue;
    const std::size_t close = closing(text, behind);
    if (close != std::string_view::npos) calls.push_back({at, behind, close});
  }
  return calls;
}

}  // namespace

std::vector<std::string> arguments_of_call(std::string_view text, std::uint32_t line,
                                           std::string_view function, std::uint32_t column) {
  if (line == 0) return {};
  const std::size_t wanted = begin_of_line(text, line);
  // The line itself, else the lines before: compilers disagree about which line of a call is the call's.
  constexpr std::uint32_t lines_before = 4;
  const std::uint32_t first = line > lines_before ? line - lines_before : 1;
  for (std::uint32_t tried = line; tried >= first; --tried) {
    const std::size_t begin = begin_of_line(text, tried);
    if (begin == std::string_view::npos) continue;
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::vector<CallPlace> calls = calls_in(text, begin, end, function);
    if (calls.empty()) continue;
    // Of a line before, only a call that goes on to this one.
    std::erase_if(calls, [&](const CallPlace& call) { return call.close < wanted; });
    if (calls.empty()) continue;
    if (calls.size() > 1) {
      const std::size_t at = wanted + column - 1;
      std::erase_if(calls, [&](const CallPlace& call) {
        return column == 0 || at < call.begin || at > call.close;
      });
    }
    if (calls.size() != 1) return {};
    const CallPlace& call = calls.front();
    return split(text.substr(call.open + 1, call.close - call.open - 1));
  }
  return {};
}

std::string variable_of(std::string_view argument) {
  argument = trimmed(argument);
  // Casts and the address-of operator, from the outside inwards.
  for (bool again = true; again && !argument.empty();) {
    again = false;
    if (argument.front() == '&') {
      argument = trimmed(argument.substr(1));
      again = true;
    } else if (argument.front() == '(') {
      const std::size_t close = closing(argument, 0);
      if (close == std::string_view::npos) return {};
      const std::string_view inside = trimmed(argument.substr(1, close - 1));
      const std::string_view rest = trimmed(argument.substr(close + 1));
      if (rest.empty()) {
        argument = inside;
        again = true;
      } else if (!inside.empty() && inside.back() == '*') {
        argument = rest;
        again = true;
      }
    } else if (argument.find("_cast<") < argument.find('(')) {
      const std::size_t open = argument.find('(');
      if (open == std::string_view::npos || argument.back() != ')') return {};
      argument = trimmed(argument.substr(open + 1, argument.size() - open - 2));
      again = true;
    }
  }
  const bool says_something = std::any_of(argument.begin(), argument.end(), [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
  });
  if (!says_something || argument.size() > longest_shown_name ||
      argument.find('\n') != std::string_view::npos || argument == "NULL" || argument == "nullptr")
    return {};
  return std::string(argument);
}

Sentence bytes_text(std::size_t bytes) {
  if (!is_wrapped(bytes)) return say("{0} bytes", Grouped(bytes));
  return say("{0} bytes (as a size_t {1})", Grouped(static_cast<std::int64_t>(bytes)),
             Grouped(bytes));
}

}  // namespace warpscope
