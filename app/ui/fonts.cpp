#include "app/ui/fonts.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <cmath>

#include "app/ui/font_file.hpp"
#include "app/ui/imgui_compat.h"

namespace warpscope {
namespace {

constexpr std::array faces = {Face::sans, Face::sans_bold, Face::mono};
/// The sizes of the study layout, then those of the lecture layout.
constexpr std::array sizes = {12.0F, 14.0F, 16.0F, 20.0F, 26.0F, 28.0F, 36.0F, 40.0F};
/// From this many pixels on, 26 is made from 28 and 36 from 40: nobody sees the difference, and the
/// atlas fits.
constexpr float roughly_from = 60;
/// Beyond this the atlas would outgrow 4096 pixels; larger text is stretched.
constexpr float largest_scale = 3.5F;

// clang-format off
constexpr ImWchar text_ranges[] = {
    0x0020, 0x007E, 0x00A0, 0x00FF, 0x03A3, 0x03A3, 0x03C0, 0x03C0,  // Latin, Σ π
    0x0400, 0x045F, 0x2013, 0x2014, 0x2016, 0x2016,  // Cyrillic – — ‖
    0x2018, 0x2019, 0x201C, 0x201E, 0x2022, 0x2022,  // ‘ ’ “ ” „ •
    0x2026, 0x2026, 0x202F, 0x202F,                  // … and the narrow space of thousands
    0x2070, 0x2070, 0x2074, 0x207F,                  // superscripts
    0x2080, 0x2089, 0x2190, 0x2195, 0x2211, 0x2212,  // subscripts, arrows, ∑ −
    0x221A, 0x221A, 0x221E, 0x221E, 0x2248, 0x2248,  // √ ∞ ≈
    0x2260, 0x2260, 0x2264, 0x2265, 0x25B2, 0x25B2,  // ≠ ≤ ≥ ▲
    0x25B6, 0x25B6, 0x25B8, 0x25B8, 0x25BC, 0x25BC,  // ▶ ▸ ▼
    0x25BE, 0x25BE, 0x25C0, 0x25C0, 0x25CF, 0x25CF,  // ▾ ◀ ●
    0x2713, 0x2713, 0x2717, 0x2717, 0xFFFD, 0xFFFD,  // ✓ ✗ and for what is not there
    0};
// clang-format on
/// What one family lacks comes from the other.
struct Loan {
  Face from;
  float middle;  ///< height of the signs' middle over the baseline, in ems
  float size;    ///< JetBrains Mono's small triangles are too small beside Inter's letters
  ImWchar ranges[7];
};
constexpr Loan sans_borrows{Face::mono, 0.355F, 1.6F, {0x25B8, 0x25B8, 0x25BE, 0x25BE, 0}};  // ▸ ▾
// ‖, the narrow space of thousands, ⁿ
constexpr Loan mono_borrows{Face::sans, 0, 1, {0x2016, 0x2016, 0x202F, 0x202F, 0x207F, 0x207F, 0}};

/// Height of a line over the em.
float line_over_em(Face face) {
  const FaceMetrics& metrics = face_metrics(face);
  return metrics.ascent + metrics.descent;
}

/// Dear ImGui's size is the height of a line, not the em.
float line_height(Face face, float pixels) {
  return compat::font_size(pixels * line_over_em(face));
}

ImFont* add_file(ImFontAtlas& atlas, Face face, float pixels, const ImWchar* ranges,
                 const Loan* loan = nullptr) {
  const auto file = font_file(face);
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = pixels < 24 ? 2 : 1;
  config.OversampleV = 1;
  if (loan != nullptr) {
    config.MergeMode = true;
    // The signs grow from the baseline; their middle shall stay where it was.
    config.GlyphOffset.y = std::round(loan->middle * pixels * (loan->size - 1));
    pixels *= loan->size;
  }
  // Dear ImGui only reads memory that it does not own.
  return atlas.AddFontFromMemoryTTF(const_cast<std::byte*>(file.data()),
                                    static_cast<int>(file.size()), line_height(face, pixels),
                                    &config, ranges);
}

}  // namespace

Fonts::Fonts(float scale) : atlas_(std::make_unique<ImFontAtlas>()) { rebuild(scale); }
Fonts::~Fonts() = default;

void Fonts::rebuild(float scale) {
  assert(scale >= 0.5F && scale <= 6);
  scale_ = scale;
  entries_.clear();
  atlas_->Clear();
  atlas_->Flags |= ImFontAtlasFlags_NoMouseCursors;
  atlas_->TexDesiredWidth = scale < 1.5F ? 2048 : 4096;
  for (const Face face : faces)
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const float pixels = std::round(sizes[i] * std::min(scale, largest_scale));
      const bool rough = pixels >= roughly_from && (sizes[i] == 26 || sizes[i] == 36);
      if (!rough) add(face, pixels);
    }
  compat::build_atlas(*atlas_);
}

void Fonts::add(Face face, float pixels) {
  ImFont* font = add_file(*atlas_, face, pixels, text_ranges);
  const Loan& loan = face == Face::mono ? mono_borrows : sans_borrows;
  add_file(*atlas_, loan.from, pixels, loan.ranges, &loan);
  entries_.push_back({face, pixels, font});
}

const Fonts::Entry& Fonts::entry(Face face, float pixels) const {
  const Entry* best = nullptr;
  for (const Entry& candidate : entries_) {
    if (candidate.face != face) continue;
    best = &candidate;
    if (candidate.pixels >= pixels - 0.5F) break;
  }
  return *best;
}

SizedFont Fonts::find(Face face, float size) const {
  const float pixels = size * scale_;
  const Entry& found = entry(face, pixels);
  // Sizes of the list are drawn as they were rasterised, so that they are crisp.
  const float drawn = std::abs(found.pixels - pixels) <= 0.5F ? found.pixels : pixels;
  const float stretch = drawn / found.pixels;
  const float rasterised = line_height(face, found.pixels);
  const float height = rasterised * stretch;
  return {.font = found.font,
          .line_height = height,
          .baseline = compat::ascent(found.font, rasterised) * stretch,
          .cap_height = height / line_over_em(face) * face_metrics(face).cap_height};
}

float Fonts::width(std::string_view text, const TextStyle& style) const {
  const SizedFont sized = find(style.face, style.size);
  return sized.font
             ->CalcTextSizeA(sized.line_height, FLT_MAX, 0, text.data(), text.data() + text.size())
             .x /
         scale_;
}

}  // namespace warpscope
