#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/layout/geometry.hpp"

struct ImDrawList;

namespace warpscope {

/// Remembers every text that canvases and controls put on the screen from this thread while it lives, so that
/// tests can ask what a whole window says. The innermost one hears them.
class DrawnTexts {
 public:
  struct Text {
    std::string text;
    Rect rect;                 ///< pixels, as is the clip
    Rect clip;                 ///< what is visible there
    bool over_window = false;  ///< in a sheet, not in the window below it
    /// A part of it is outside, to the left or to the right: scrolling, which goes up and down, does not help.
    [[nodiscard]] bool cut() const;
  };

  DrawnTexts();
  ~DrawnTexts();
  DrawnTexts(const DrawnTexts&) = delete;
  DrawnTexts& operator=(const DrawnTexts&) = delete;

  [[nodiscard]] const std::vector<Text>& texts() const { return texts_; }

  /// A text was drawn into a list.
  static void hear(const ImDrawList& list, std::string_view text, Rect pixels);
  /// The last of Dear ImGui's own items shows a text.
  static void hear_item(std::string_view text);

 private:
  std::vector<Text> texts_;
  DrawnTexts* outer_;
};

}  // namespace warpscope
