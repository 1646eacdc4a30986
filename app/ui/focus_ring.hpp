#pragma once

#include <vector>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// The keyboard's way through the controls of a sheet, in the order in which they are drawn: Tab goes to the next one,
/// Shift Tab to the one before, Enter and Space press it. Controls tell of themselves while they are drawn; the sheet
/// brackets a frame. Knows neither keys nor a window.
class FocusRing {
 public:
  /// What the keys ask for in a frame.
  struct Keys {
    int steps = 0;  ///< by Tab; back if negative
    bool press = false;
  };
  /// What a control hears in a frame.
  struct Turn {
    bool focused = false;  ///< the keyboard is here
    bool arrived = false;  ///< by a key of this frame
    bool sought =
        false;  ///< it must come into sight; so for some frames, since parts scroll one after another
    bool pressed = false;
    bool ringed = false;  ///< keys have led here: a ring shows it
  };

  void begin(Keys keys);
  /// The next control. `presses`: Enter and Space press it; else it has its own use for them, as a text has.
  Turn add(unsigned id, bool presses = true);
  /// The mouse, or the sheet itself, has led here.
  void go_to(unsigned id);
  /// The sheet's first control has the keyboard.
  void go_to_first() { to_first_ = true; }
  /// As Tab does, with the next frame.
  void step(int steps) { asked_ = steps; }
  [[nodiscard]] bool is_at(unsigned id) const { return here_ == id; }
  [[nodiscard]] bool seeks(unsigned id) const {
    return here_ == id && sought_ > 0;
  }                                                      ///< as Turn::sought
  [[nodiscard]] unsigned here() const { return here_; }  ///< 0: nowhere

  /// Where the control is that has the keyboard, in pixels of the screen.
  void set_place(Rect place) { place_ = place; }
  [[nodiscard]] Rect place() const { return place_; }
  /// No control has the keyboard; so it is when a sheet appears.
  void leave();

  /// Whether Enter presses the control that has the keyboard: then it does nothing else.
  [[nodiscard]] bool takes_enter() const { return presses_; }
  /// Whether this control has told of itself in this frame.
  [[nodiscard]] bool has(unsigned id) const;

 private:
  struct Stop {
    unsigned id = 0;
    bool presses = true;
  };
  std::vector<Stop> stops_, before_;  // of this frame, and of the one before
  unsigned here_ = 0;                 // 0: nowhere
  Rect place_;
  int asked_ = 0;
  bool to_first_ = false;
  int sought_ = 0;  // frames
  bool arrived_ = false, pressed_ = false, presses_ = false, keyed_ = false;
};

}  // namespace warpscope
