#pragma once

#include <span>
#include <string>

#include "app/look/slider.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// One slider in words.
struct SliderFace {
  const LookSlider* slider = nullptr;
  std::string label;     ///< "threads in a block"
  std::string value;     ///< "256"
  std::string tooltip;   ///< at the mouse
  bool follows = false;  ///< it has the document's value: the knob is hollow
};

/// Sliders below one another. Dragging or a click sets one, the wheel moves it by a stop; the one
/// that keys move is marked.
class SliderRows {
 public:
  /// Draws the rows that fit into `area`, each `row` high; where tracks find no room, there are
  /// none. Returns how many it drew.
  int draw(Canvas& canvas, Rect area, float row, std::span<const SliderFace> faces,
           const Frame& frame, Wishes& wishes);

 private:
  void obey(Rect row, Rect track, const SliderFace& face, const Frame& frame, Wishes& wishes);

  std::string held_;  // id of the slider that the mouse holds
};

}  // namespace warpscope
