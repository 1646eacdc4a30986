#include "app/shell/write_choice.hpp"

#include <fmt/format.h>

#include <system_error>

#include "instrumentation/language/message.hpp"

namespace warpscope {

std::filesystem::path with_number(const std::filesystem::path& path, int number) {
  std::filesystem::path result = path.parent_path() / path.stem();
  result += fmt::format("-{}", number);
  result += path.extension();
  return result;
}

FileToWrite file_to_write(const std::filesystem::path& wanted) {
  std::error_code unknown;
  FileToWrite file{.wanted = wanted, .there = {}, .beside = wanted};
  if (!std::filesystem::exists(wanted, unknown)) return file;
  file.there = wanted;
  for (int number = 2; std::filesystem::exists(file.beside, unknown); ++number) {
    file.beside = with_number(wanted, number);
  }
  return file;
}

std::optional<std::filesystem::path> write_choice(const WidgetStyle& style, std::string_view action,
                                                  const FileToWrite& file, bool entered) {
  if (file.there.empty()) {
    hairline(style);
    const bool clicked = button(style, action, true);
    return clicked || entered ? std::optional(file.wanted) : std::nullopt;
  }
  paragraph(style, tr("{} is there already.", file.there.filename().string()), style.theme.now);
  hairline(style);
  const std::string name = file.beside.filename().string();
  if (button(style, tr("Keep it and write {}", name), true) || entered) return file.beside;
  beside(style);
  return button(style, tr("Replace it")) ? std::optional(file.wanted) : std::nullopt;
}

}  // namespace warpscope
