#pragma once

#include <map>
#include <optional>
#include <vector>

#include "app/commands/command.hpp"
#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Lets keys point where the mouse can. Tab and Shift Tab go through the controls of the window in reading order, and
/// in each part of it to its elements; Ctrl Tab goes from part to part; arrow keys go from element to element. Where
/// the cursor is, views see it as the mouse: they mark it, explain it, and obey Enter and Space as a click. Escape, or
/// the mouse, leaves; then arrow keys step again.
class KeyCursor {
 public:
  /// Further on by so many controls, and parts of the window; back if negative.
  void step(int controls, int parts);
  /// A key was pressed; false if it is none of the cursor's.
  bool press(const Chord& chord);
  void leave();
  [[nodiscard]] bool active() const { return here_.has_value(); }
  /// The part of the window that it is in.
  [[nodiscard]] std::optional<int> place() const;
  [[nodiscard]] const std::optional<Spot>& spot() const { return here_; }

  /// A frame begins: the pointer that everything drawn in it sees. `listens`: no popup has the input.
  [[nodiscard]] Pointer begin(const Pointer& mouse, bool listens);
  /// A part of the window is drawn next.
  void enter(int place, Rect seen);
  /// All is drawn: follows what it points at, and moves as the keys have asked. Returns where it has moved to, if it
  /// has: that must be in sight.
  [[nodiscard]] std::optional<Rect> end();
  /// Whether another frame has more to show.
  [[nodiscard]] bool waits() const { return waits_; }
  void draw(Canvas& canvas, const Theme& theme) const;

 private:
  struct Move {
    enum class Kind : std::uint8_t { stop, place, arrow } kind = Kind::stop;
    int steps = 1;  // of stops and places
    Point way = {};
    bool scrolled = false;  // the wheel was tried
  };
  struct Place {
    int id = 0;
    Rect seen;
  };
  void follow();
  /// Returns whether it has moved, or scrolls to do so.
  bool move(Move move);
  bool move_by_arrow(Move move);
  void go_to(const Spot& spot);
  /// The places where Tab stops, in reading order: controls, and of each part one element.
  [[nodiscard]] std::vector<Spot> stops() const;
  [[nodiscard]] const Spot* first_element(int place) const;

  std::optional<Spot> here_;
  Point at_;                  // within it
  std::map<int, Spot> left_;  // the element of each part that it was at last
  Spots spots_;
  std::vector<Place> places_;
  std::vector<Move> asked_;
  enum class Press : std::uint8_t { none, down, up } press_ = Press::none;
  float wheel_ = 0;
  Point mouse_;
  bool waits_ = false;
};

}  // namespace warpscope
