#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/layout/window_layout.hpp"
#include "app/look/look.hpp"
#include "app/look/source_reading.hpp"
#include "app/look/zoom_place.hpp"
#include "app/session/history.hpp"
#include "app/session/session_lecture.hpp"

namespace warpscope {

class Session;
struct Document;

/// How the window lays views out, which are in front, and how they show things.
class SessionViews {
 public:
  explicit SessionViews(Session& session) : session_(session) {}

  LayoutKind layout = LayoutKind::study;
  /// Where the borders between panes stand in the present layout.
  [[nodiscard]] Splitters& splitters();
  /// How panes are arranged, and back to that.
  [[nodiscard]] PaneArrangement arrangement() const;
  void put_back(const PaneArrangement& panes);
  /// Changes how panes are arranged: a step of undo, if it changes anything.
  template <class Change>
  void arrange(const Change& change) {
    const PaneArrangement before = arrangement();
    change();
    arranged_from(before);
  }
  /// The panes were arranged so before the user has moved them.
  void arranged_from(const PaneArrangement& before);

  /// The user has folded blocks of a file: a step of undo.
  void folded(const FoldedBlocks& before, const FoldedBlocks& after);
  void put_back(const FoldedBlocks& blocks);
  /// What is folded, by file, as far as the user has folded anything.
  [[nodiscard]] const Folds& folds() const { return folds_; }
  /// Chooses a value of an option of views: a step of undo if the option says so.
  void choose(const LookOption& option, std::size_t choice);

  bool enlarged = false;  ///< one pane has the room of all
  std::string large{};    ///< a view that has the room of the stage; empty: none
  bool large_asked =
      false;  ///< the pane here has the stage's room, or gives it back; the next frame obeys
  bool enlarge_asked = false;  ///< the pane here, or all again; the next frame obeys
  SessionLecture lecture;
  Look look;  ///< how views show it
  KeyScroll scrolled;
  SourceReading reading;
  ZoomAsk zoom_asked;         ///< of the picture at the mouse, else the stage; the next frame obeys
  bool copy_asked = false;    ///< the text of a pane; the next frame obeys
  bool menu_asked = false;    ///< of what is at the mouse or has the keyboard; likewise
  int focus_steps = 0;        ///< of the keys' cursor: so many controls further on; likewise
  int focus_panes = 0;        ///< and so many panes
  int pane_turns = 0;         ///< to so many tabs, or panes, further on; likewise
  int wider = 0, taller = 0;  ///< so many steps for the pane here; less: narrower, lower; likewise

  /// Whether the screen is black, as a lecturer wants it who speaks without a picture.
  [[nodiscard]] bool blank() const { return lecture.blank && layout == LayoutKind::lecture; }

  /// From home back to the panes.
  void leave_home() {
    if (layout == LayoutKind::home) layout = LayoutKind::study;
    came_home = false;
  }
  bool came_home = false;  ///< home was reached from the panes, and going back leads to them

  /// Remembers where the user looks at a picture.
  void zoom(const std::string& picture, const ZoomPlace& place);

  /// Brings a view before those that share its place, and leaves a layout without that place.
  void bring_forward(std::string_view view);
  /// The same in whatever layout.
  void put_in_front(std::string_view view);
  /// Lets the view behind it come forward.
  void put_back(std::string_view view);
  /// The view in front among views that share a place; `views` is not empty.
  [[nodiscard]] std::string_view in_front(std::span<const std::string_view> views) const;
  /// The views that were called forward, the last one first; and back to these.
  [[nodiscard]] const std::vector<std::string>& forward() const { return fronts_; }
  Folds folds_;
  void set_forward(std::vector<std::string> views) { fronts_ = std::move(views); }

  /// Id of the picture in which the stage draws a document: the user's choice for its topic, else the
  /// lesson's, else what suits it; else empty, which is the first one.
  [[nodiscard]] std::string stage_id(const Document& document) const;
  [[nodiscard]] std::string stage_id(std::string_view topic) const;  ///< without what suits it
  void choose_stage(
      std::string_view id);  ///< for what is shown, both runs of a comparison; empty: what suits it

  /// Takes over theme, layout, views in front, what is followed, and everything else about how things are shown.
  void look_like(const SessionViews& other);

 private:
  Session& session_;
  std::map<std::string, std::string, std::less<>> stages_;  // ids, by topic
  std::vector<std::string> fronts_;                         // called forward, the last one first
};

}  // namespace warpscope
