#include "app/desktop/file_uri.hpp"

#include <climits>
#include <optional>
#include <string>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Takes the beginning away if it is there, in any case.
bool take_start(std::string_view& text, std::string_view lower_case) {
  if (text.size() < lower_case.size()) return false;
  for (std::size_t i = 0; i < lower_case.size(); ++i) {
    const char c = text[i];
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (lower != lower_case[i]) return false;
  }
  text.remove_prefix(lower_case.size());
  return true;
}

/// nullopt: it has an escape that is none, or one that no path may have.
std::optional<std::string> without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\0' || c == '?' || c == '#') return std::nullopt;
    if (c == '%') {
      if (text.size() - i < 3) return std::nullopt;
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      if (c == '\0' || c == '/') return std::nullopt;
      i += 2;
    }
    plain += c;
  }
  return plain;
}

std::optional<std::string> path_of_uri(std::string_view uri) {
  constexpr std::size_t longest = PATH_MAX - 1;
  if (uri.size() > 3 * longest + std::string_view("file://localhost").size()) return std::nullopt;
  if (!take_start(uri, "file:")) return std::nullopt;
  if (take_start(uri, "//")) take_start(uri, "localhost");
  if (!uri.starts_with('/') || uri.starts_with("//")) return std::nullopt;
  auto path = without_escapes(uri);
  if (path && path->size() > longest) return std::nullopt;
  return path;
}

}  // namespace

Result<std::filesystem::path> file_of_uri(std::string_view uri) {
  if (const auto path = path_of_uri(uri)) return std::filesystem::path(*path);
  return usage_error(
      say("The desktop's file dialog answered with \"{}\", but the address of a file on this "
          "machine was expected, "
          "such as file:///home/reduce.cu. Choose the file here.",
          quotable(uri)));
}

}  // namespace warpscope
