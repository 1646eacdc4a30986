#include "instrumentation/program/bare/range_cursor.hpp"

#include <algorithm>
#include <utility>

#include "instrumentation/program/bare/bare_types.hpp"

namespace warpscope::index_walk {
namespace {

constexpr std::int64_t unknown_element = 16;  // bytes of a type that is not known

}  // namespace

bool Cursor::take(std::string_view text) {
  if (done() || word() != text) return false;
  next();
  return true;
}

std::string Cursor::text(std::size_t begin, std::size_t end) const {
  std::string all;
  for (std::size_t i = begin; i < std::min(end, words_->size()); ++i) all += (*words_)[i].text;
  return all;
}

std::size_t Cursor::close(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < words_->size(); ++i) {
    const std::string& is = (*words_)[i].text;
    if (is == "(" || is == "[" || is == "{") ++depth;
    if ((is == ")" || is == "]" || is == "}") && --depth == 0) return i;
  }
  return words_->size();
}

bool Cursor::is_wrapped(std::size_t begin, std::size_t end) const {
  return end > begin + 1 && (*words_)[begin].text == "(" && close(begin) == end - 1;
}

std::size_t Cursor::find_operator(std::size_t begin, std::size_t end,
                                  std::initializer_list<std::string_view> operators) const {
  for (std::size_t i = begin; i < end; ++i) {
    const std::string& is = (*words_)[i].text;
    if (is == "(" || is == "[" || is == "{") {
      i = close(i);
    } else if (std::ranges::find(operators, is) != operators.end()) {
      return i;
    }
  }
  return end;
}

std::string Cursor::resolved(std::string type) const {
  if (const auto bound = launch_.types.find(type); bound != launch_.types.end()) {
    return bound->second;
  }
  return names_.type(std::move(type));
}

std::int64_t Cursor::bytes_of(const std::string& type) const {
  const std::int64_t bytes = bare_type_bytes(resolved(type));
  return bytes == 0 ? unknown_element : bytes;
}

bool Cursor::is_type_word(const std::string& name) const {
  return bare_type_bytes(name) != 0 || name == "const" || name == "volatile" ||
         name == "unsigned" || name == "void" || name == "struct" || launch_.types.contains(name) ||
         names_.type(name) != name;
}

std::string Cursor::type_name(int& stars) {
  std::string type;
  stars = 0;
  while (!done()) {
    const std::string& is = word();
    if (is == "*" || is == "&" || is == "&&") {
      if (type.empty()) break;
      if (is == "*") ++stars;
    } else if (is == "const" || is == "volatile" || is == "__restrict__" || is == "struct" ||
               is == "typename" || is == "__restrict") {
      // Says nothing of the size.
    } else if (is == "std" && word(1) == "::") {
      next();
    } else if (is_name() && (type.empty() || (is_type_word(type) && is_type_word(is)))) {
      type += (type.empty() ? "" : " ") + is;
    } else {
      break;
    }
    next();
  }
  return type;
}

}  // namespace warpscope::index_walk
