#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/ui/widgets.hpp"

namespace warpscope {

/// A file that is to be written, as a sheet asks for it.
struct FileToWrite {
  std::filesystem::path wanted;
  std::filesystem::path there;   ///< what would be replaced; empty: nothing
  std::filesystem::path beside;  ///< another name for it, which replaces nothing
};
/// "out-2.wscope", "out-3.wscope" …: the first of them that is not there.
[[nodiscard]] FileToWrite file_to_write(const std::filesystem::path& wanted);

/// The buttons that write it, below a line that says what is there already. Returns where to write once one is
/// clicked. Enter, which is `entered`, replaces nothing.
[[nodiscard]] std::optional<std::filesystem::path> write_choice(const WidgetStyle& style,
                                                                std::string_view action,
                                                                const FileToWrite& file,
                                                                bool entered);

/// "out.png" with a number, "out-2.png".
[[nodiscard]] std::filesystem::path with_number(const std::filesystem::path& path, int number);

}  // namespace warpscope
