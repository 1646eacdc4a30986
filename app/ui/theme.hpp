#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace warpscope {

struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  [[nodiscard]] constexpr Color alpha(float factor) const {
    return {r, g, b, static_cast<std::uint8_t>(static_cast<float>(a) * factor)};
  }
  friend bool operator==(const Color&, const Color&) = default;
};
[[nodiscard]] Color mix(Color from, Color to, float t);
/// WCAG contrast ratio of two opaque colours, 1..21.
[[nodiscard]] double contrast(Color a, Color b);
/// Least contrast of text to its ground (WCAG 2.1, AA).
inline constexpr double text_contrast = 4.5;
/// The cividis map, t in 0..1: amounts, safe for the colour-blind.
[[nodiscard]] Color cividis(float t);

/// The meaning of each colour, the same in every pane.
struct Theme {
  std::string_view id;  ///< "dark", "light", "projector"
  bool dark = true;
  float pen = 1;  ///< factor of all line widths: thin lines are lost on a projector's screen
  Color background, panel, raised, hairline;
  Color text, muted, faint;  ///< faint: decoration only
  Color active;              ///< blue: done or active
  Color now;                 ///< orange: what happens at this moment
  Color costly;              ///< vermilion
  Color free;                ///< green: conflict-free, or measured
  Color other;               ///< purple: a fifth kind
  Color on_accent;           ///< text on a filled accent colour
};
[[nodiscard]] const Theme& dark_theme();
[[nodiscard]] const Theme& light_theme();
/// For a hall that is not dark: white paper, near-black text, saturated dark accents, broad lines.
[[nodiscard]] const Theme& projector_theme();
/// THE list of themes, in the order in which they are offered, which is that of `theme_ids`.
[[nodiscard]] std::span<const Theme* const> all_themes();
[[nodiscard]] const Theme* find_theme(std::string_view id);  ///< nullptr if unknown

/// An ink for text on a ground: `ink`, or no more than it takes darker or lighter.
[[nodiscard]] Color readable(Color ink, Color ground, const Theme& theme);
/// An ink for text on a ground of any lightness: the theme's text, or its paper, else black or white.
[[nodiscard]] Color ink_on(Color ground, const Theme& theme);
/// Behind the row of a table that is about the present.
[[nodiscard]] Color present_ground(const Theme& theme);
/// Colour of an N-way conflict: `free` without one, then `costly`, the stronger the higher N. On
/// paper a weak vermilion would be as light as the green, and look like it without red cones.
[[nodiscard]] Color degree_color(const Theme& theme, int degree);
/// Colour of that many wavefronts at one bank, the same in every trace: cividis over the logarithm
/// from 1 to 32, further from the paper as they grow; none is hardly darker than the panel.
[[nodiscard]] Color heat_color(const Theme& theme, int wavefronts);

}  // namespace warpscope
