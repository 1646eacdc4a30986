#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/command.hpp"

namespace warpscope {

/// A wider column would only make the eye travel further from a title to its key.
inline constexpr float widest_key_column = 360;

struct KeyRow {
  std::string title;
  std::string keys;
};
/// Commands that belong together, under a heading.
struct KeyGroup {
  std::string_view title;
  std::vector<KeyRow> rows;
};
/// Everything that the `?` sheet shows, in the current language; must not outlive the commands. With something typed,
/// each command that goes by these words or has such a key: "pin", "Alt+J".
[[nodiscard]] std::vector<KeyGroup> key_groups(const Commands& commands,
                                               std::string_view typed = {});

/// How groups lie side by side in that much space, in logical pixels. They may be higher than that: rows stay legible.
struct KeySheet {
  std::vector<std::size_t> first;  ///< as pack_columns returns it
  float row = 0;                   ///< height of a row and of a heading
  float height = 0;                ///< of the highest column
  [[nodiscard]] std::size_t columns() const { return first.size() - 1; }
};
[[nodiscard]] KeySheet key_sheet(const std::vector<KeyGroup>& groups, float width, float height);

}  // namespace warpscope
