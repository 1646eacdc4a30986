#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "app/formula/formula.hpp"
#include "app/layout/window_layout.hpp"
#include "instrumentation/language/sentence.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Values of Settings::theme, in the order in which the key goes through them.
inline constexpr std::array<std::string_view, 3> theme_ids{"dark", "light", "projector"};
/// The next theme; after the last, or an unknown one, the first.
[[nodiscard]] std::string_view next_theme(std::string_view id);
/// What it is called.
[[nodiscard]] Sentence theme_label(std::string_view id);

/// Whether what happens is shown as movement.
enum class Motion : std::uint8_t { desktop, less, full };
/// "desktop", "less", "full": of values of Motion, in their order.
inline constexpr std::array<std::string_view, 3> motion_ids{"desktop", "less", "full"};

/// Everything that the program remembers between two starts.
struct Settings {
  std::string theme = "dark";
  float scale = 1;                          ///< of everything, 0.75..3; Ctrl + and −
  Motion motion = Motion::desktop;          ///< as the desktop wishes, until the user chooses
  std::string kernel = "reduce_divergent";  ///< the first of a ladder: nothing comes before it
  std::string language = "en";              ///< an id of languages()
  Playground formula;                       ///< the last one tried
  bool cuda_twin = false;                   ///< the source as plain CUDA, where there is a twin
  /// Where the borders between panes stand, by layout.
  LayoutSplitters borders{};
  friend bool operator==(const Settings&, const Settings&) = default;
};
inline constexpr float min_scale = 0.75F, max_scale = 3;

/// $XDG_CONFIG_HOME/warpscope/settings.json, else under ~/.config; empty if neither is known.
[[nodiscard]] std::filesystem::path settings_path();

/// A missing file gives `unless_known`, and so does what a file leaves out. A damaged one, or one with values out
/// of range, is an error whose sentence says so; the caller goes on with the defaults.
[[nodiscard]] Result<Settings> load_settings(const std::filesystem::path& path,
                                             const Settings& unless_known = {});
/// All or nothing. A file that load_settings() refuses is kept first, as .bak.
[[nodiscard]] Status save_settings(const Settings& settings, const std::filesystem::path& path);

}  // namespace warpscope
