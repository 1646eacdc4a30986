#include "app/desktop/portal_text.hpp"

#include <fmt/format.h>

namespace warpscope {
namespace {

/// "('Programs', [(0, '*.cu')])": kind 0 of a pattern is a glob.
std::string kind_text(const FileKind& kind) {
  std::string patterns;
  for (const std::string& pattern : kind.patterns) {
    patterns += fmt::format("{}(0, {})", patterns.empty() ? "" : ", ", variant_text(pattern));
  }
  return fmt::format("({}, [{}])", variant_text(kind.name), patterns);
}

}  // namespace

std::string variant_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\'' || c == '\\') quoted += '\\';
    if (code < 0x20) {
      quoted += fmt::format("\\u{:04x}", code);
    } else {
      quoted += c;
    }
  }
  return quoted + '\'';
}

std::string variant_bytes(const std::filesystem::path& path) {
  std::string quoted = "b'";
  for (const char c : path.native()) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\'' || c == '\\') quoted += '\\';
    if (code < 0x20 || code >= 0x7f) {
      quoted += fmt::format("\\{:03o}", code);
    } else {
      quoted += c;
    }
  }
  return quoted + '\'';
}

std::string portal_arguments(const FileQuestion& question, std::string_view parent,
                             std::string_view token) {
  std::string options = fmt::format("'handle_token': <{}>, 'modal': <true>", variant_text(token));
  if (!question.folder.empty()) {
    options += fmt::format(", 'current_folder': <{}>", variant_bytes(question.folder));
  }
  if (question.saves && !question.name.empty()) {
    options += fmt::format(", 'current_name': <{}>", variant_text(question.name));
  }
  if (!question.kinds.empty()) {
    std::string kinds;
    for (const FileKind& kind : question.kinds) {
      kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", kind_text(kind));
    }
    options += fmt::format(", 'filters': <@a(sa(us)) [{}]>, 'current_filter': <@(sa(us)) {}>",
                           kinds, kind_text(question.kinds.front()));
  }
  return fmt::format("({}, {}, @a{{sv}} {{{}}})", variant_text(parent),
                     variant_text(question.title), options);
}

}  // namespace warpscope
