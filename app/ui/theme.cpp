#include "app/ui/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope {
namespace {

constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex)};
}

constexpr Theme dark{
    .id = "dark",
    .dark = true,
    .background = rgb(0x0f1218),
    .panel = rgb(0x171b23),
    .raised = rgb(0x1f2530),
    .hairline = rgb(0x2b3240),
    .text = rgb(0xe7eaf0),
    .muted = rgb(0x94a0b4),
    .faint = rgb(0x566075),
    .active = rgb(0x56b4e9),
    .now = rgb(0xf0ab00),
    .costly = rgb(0xee6a2c),
    .free = rgb(0x00a87a),
    .other = rgb(0xcc79a7),
    .on_accent = rgb(0x0f1218),
};

constexpr Theme light{
    .id = "light",
    .dark = false,
    .background = rgb(0xeef1f5),
    .panel = rgb(0xffffff),
    .raised = rgb(0xf4f6f9),
    .hairline = rgb(0xd5dbe5),
    .text = rgb(0x161b24),
    .muted = rgb(0x566175),
    .faint = rgb(0x9aa5b8),
    .active = rgb(0x0068b0),
    .now = rgb(0x9f6200),
    .costly = rgb(0x9c2400),
    .free = rgb(0x007a4e),
    .other = rgb(0x8d357f),
    .on_accent = rgb(0xffffff),
};

constexpr Theme projector{
    .id = "projector",
    .dark = false,
    .pen = 1.5F,
    .background = rgb(0xe6eaf0),
    .panel = rgb(0xffffff),
    .raised = rgb(0xf1f4f8),
    .hairline = rgb(0xa9b4c4),
    .text = rgb(0x05070a),
    .muted = rgb(0x37414f),
    .faint = rgb(0x6b7788),
    .active = rgb(0x004f9e),
    .now = rgb(0x9c5d00),
    .costly = rgb(0x8a1800),
    .free = rgb(0x006e42),
    .other = rgb(0x8a2478),
    .on_accent = rgb(0xffffff),
};

constexpr std::array<const Theme*, 3> themes{&dark, &light, &projector};

/// Every 15th of the 256 colours published with the map (Nuñez, Anderton, Renslow 2018). Straight
/// lines between them are at most 12/255 off, where red leaves zero.
constexpr std::array cividis_colors = {
    rgb(0x00224e), rgb(0x002d68), rgb(0x163770), rgb(0x2e416d), rgb(0x3f4c6c), rgb(0x4e566c),
    rgb(0x5c616e), rgb(0x696b71), rgb(0x767676), rgb(0x838179), rgb(0x928c78), rgb(0xa09875),
    rgb(0xafa471), rgb(0xbfb06b), rgb(0xcfbd62), rgb(0xdfca57), rgb(0xf0d846), rgb(0xfee838),
};

double luminance(Color color) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

}  // namespace

Color mix(Color from, Color to, float t) {
  t = std::clamp(t, 0.0F, 1.0F);
  const auto between = [t](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(std::lerp(a * 1.0F, b * 1.0F, t)));
  };
  return {between(from.r, to.r), between(from.g, to.g), between(from.b, to.b),
          between(from.a, to.a)};
}

double contrast(Color a, Color b) {
  const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
  return (lighter + 0.05) / (darker + 0.05);
}

Color cividis(float t) {
  constexpr std::size_t last = cividis_colors.size() - 1;
  const float place = std::clamp(t, 0.0F, 1.0F) * last;
  const std::size_t left = std::min(static_cast<std::size_t>(place), last - 1);
  return mix(cividis_colors[left], cividis_colors[left + 1], place - static_cast<float>(left));
}

const Theme& dark_theme() { return dark; }
const Theme& light_theme() { return light; }
const Theme& projector_theme() { return projector; }
std::span<const Theme* const> all_themes() { return themes; }

const Theme* find_theme(std::string_view id) {
  for (const Theme* theme : themes)
    if (theme->id == id) return theme;
  return nullptr;
}

Color readable(Color ink, Color ground, const Theme& theme) {
  constexpr int steps = 10;
  for (int i = 0; i < steps; ++i) {
    const Color tried = mix(ink, theme.text, static_cast<float>(i) / steps);
    if (contrast(tried, ground) >= text_contrast) return tried;
  }
  return theme.text;
}

Color ink_on(Color ground, const Theme& theme) {
  constexpr Color black{0, 0, 0}, white{255, 255, 255};
  for (const Color ink : {theme.text, theme.dark ? theme.background : theme.panel}) {
    if (contrast(ink, ground) >= text_contrast) return ink;
  }
  return contrast(black, ground) > contrast(white, ground) ? black : white;
}

Color present_ground(const Theme& theme) { return mix(theme.panel, theme.now, 0.14F); }

Color degree_color(const Theme& theme, int degree) {
  if (degree <= 1) return theme.free;
  const float weak = theme.dark ? 0.7F : 0.88F;
  const float strength = degree <= 3 ? weak : degree <= 7 ? (1 + weak) / 2 : 1.0F;
  return mix(theme.panel, theme.costly, strength);
}

Color heat_color(const Theme& theme, int wavefronts) {
  if (wavefronts <= 0) return theme.raised;
  if (wavefronts == 1) return mix(theme.raised, theme.free, 0.26F);  // conflict-free: recedes
  const float t = std::log2(static_cast<float>(std::min(wavefronts, 32)) / 2) / 4;
  return cividis(theme.dark ? 0.34F + 0.66F * t : 0.72F - 0.72F * t);
}

}  // namespace warpscope
