#pragma once

#include <memory>

#include "app/session/playhead.hpp"
#include "app/views/view.hpp"
#include "instrumentation/executor/background.hpp"

namespace warpscope {

/// A small kernel at work on the stage, over and over. It runs in the background, when it is first drawn.
class LivingPicture {
 public:
  /// `reduced_motion`: stands still, at an access that shows something.
  void draw(Canvas& canvas, Rect area, const Theme& theme, float seconds, bool still,
            bool reduced_motion);
  /// Of the last picture.
  [[nodiscard]] float seconds_until_change() const { return until_change_; }

 private:
  /// A document, and the stage that draws it.
  struct Act {
    DocumentPtr document;
    std::shared_ptr<View> stage;
  };
  [[nodiscard]] static Result<Act> rehearse(int size);
  void take();
  void advance(float seconds);

  Background<Act> preparing_;
  Act act_;
  Playhead head_;
  bool failed_ = false;
  int size_ = 0;    // elements of the act that is prepared or shown
  float here_ = 0;  // seconds at this access
  float until_change_ = 1e6F;
};

}  // namespace warpscope
