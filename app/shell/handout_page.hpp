#pragma once

#include <cstddef>

#include "app/session/session.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/canvas.hpp"

namespace warpscope {

/// A sheet of A4, in logical pixels.
inline constexpr float handout_width = 794, handout_height = 1123;

/// What a page of a hand-out shows: the stop at which the session's lesson stands.
struct HandoutPage {
  Session& session;
  Scene& scene;          ///< of the session
  bool answers = false;  ///< with what the question's answer is, which must have been shown
  bool notes = false;    ///< with what the speaker is to say, and when
};

/// Draws title, words, picture and question of the stop onto a sheet, with room for the answer, and the page's number.
/// What would tell an open question's answer is not drawn: if the stop's view would, another one is.
void draw_handout_page(Canvas& canvas, const HandoutPage& page);

}  // namespace warpscope
