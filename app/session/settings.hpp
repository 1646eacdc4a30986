#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "app/session/formula.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// What Settings::theme may be, in the order in which the key goes through them.
inline constexpr std::array<std::string_view, 3> theme_ids{"dark", "light", "projector"};
/// The one behind it; behind the last, and behind an unknown one, the first.
[[nodiscard]] std::string_view next_theme(std::string_view id);

/// What the program remembers between two starts.
struct Settings {
  std::string theme = "dark";
  float scale = 1;  ///< of everything, 0.75..3; Ctrl + and −
  bool reduced_motion = false;
  std::string kernel = "reduce_divergent";  ///< the first of a ladder: nothing comes before it
  std::string language = "en";              ///< of lessons: "en" or "ru"
  Playground formula;                       ///< what was last tried
  friend bool operator==(const Settings&, const Settings&) = default;
};
inline constexpr float min_scale = 0.75F, max_scale = 3;

/// $XDG_CONFIG_HOME/warpscope/settings.json, else under ~/.config; empty where neither is known.
[[nodiscard]] std::filesystem::path settings_path();

/// A file that is not there gives the defaults. One that is damaged, or holds values out of range,
/// is an error whose sentence says so; the caller goes on with the defaults.
[[nodiscard]] Result<Settings> load_settings(const std::filesystem::path& path);
/// All or nothing. A file that load_settings() refuses is kept first, as .bak.
[[nodiscard]] Status save_settings(const Settings& settings, const std::filesystem::path& path);

}  // namespace warpscope
