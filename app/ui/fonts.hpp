#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "app/ui/canvas.hpp"

struct ImFont;
struct ImFontAtlas;

namespace warpscope {

/// A font of the atlas with what is needed to place a line of it, in pixels of the screen.
struct SizedFont {
  ImFont* font = nullptr;
  float line_height = 0;  ///< the size that Dear ImGui draws it with
  float baseline = 0;     ///< from the top of the line down
  float cap_height = 0;
};

/// The faces in all sizes of the program, rasterised for one scale of the window. Needs no window
/// and no OpenGL, so text can be measured anywhere.
class Fonts final : public TextMeasure {
 public:
  explicit Fonts(float scale = 1);  ///< 0.5..6
  ~Fonts() override;
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;

  /// Rasterises anew into the same atlas; its texture must then be made anew too.
  void rebuild(float scale);

  [[nodiscard]] float scale() const { return scale_; }
  [[nodiscard]] ImFontAtlas& atlas() const { return *atlas_; }

  /// `size` in logical pixels. A size that is not in the atlas is made from the next larger one.
  [[nodiscard]] SizedFont find(Face face, float size) const;
  [[nodiscard]] float width(std::string_view text, const TextStyle& style) const override;

 private:
  struct Entry {
    Face face;
    float pixels;  ///< em size
    ImFont* font;
  };
  [[nodiscard]] const Entry& entry(Face face, float pixels) const;
  void add(Face face, float pixels);

  float scale_ = 1;
  std::unique_ptr<ImFontAtlas> atlas_;
  std::vector<Entry> entries_;  ///< per face by growing size
};

}  // namespace warpscope
