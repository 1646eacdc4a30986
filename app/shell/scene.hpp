#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands/command.hpp"
#include "app/layout/window_layout.hpp"
#include "app/layout/window_scroll.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/session.hpp"
#include "app/shell/chrome.hpp"
#include "app/shell/controls.hpp"
#include "app/shell/difference_table.hpp"
#include "app/shell/home/home_page.hpp"
#include "app/shell/key_cursor.hpp"
#include "app/shell/menu_entries.hpp"
#include "app/shell/presenter.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/explaining_canvas.hpp"
#include "app/ui/moved_pointer.hpp"
#include "app/ui/resting_pointer.hpp"
#include "app/views/view.hpp"
#include "instrumentation/analysis/caption.hpp"

namespace warpscope {

/// The views of one document.
class ViewSet final : public DocumentViews {
 public:
  ViewSet() : views_(make_views()) {}
  /// Lets every view prepare; may take long for a long trace.
  void show(DocumentPtr document);
  /// Goes on where the user reads in the views of the same program before it was saved.
  void continue_from(const ViewSet& before) const;
  [[nodiscard]] const DocumentPtr& document() const { return document_; }
  [[nodiscard]] View* find(std::string_view id) const;  ///< nullptr if unknown

 private:
  DocumentPtr document_;
  std::vector<std::unique_ptr<View>> views_;
};

/// make_recording, and the views of its documents, so that no frame waits for them.
[[nodiscard]] Result<Recording> record_with_views(const Options& wanted, const Recording& have,
                                                  std::stop_token stop);

/// The whole window but for the popups: toolbar, panes, transport, notices. Draws on a Canvas and
/// hears of the mouse through a Pointer, so that it runs in a window, in a test and in an export.
class Scene {
 public:
  /// Both must outlive the scene.
  Scene(Session& session, const Commands& commands);

  struct Input {
    float width = 0, height = 0;  ///< logical pixels
    Pointer pointer;              ///< `inside` is false while a popup has the mouse
    float seconds = 0;            ///< since the last frame
    bool still = false;           ///< see Frame::still
    bool key = false;             ///< one was pressed
  };
  void draw(Canvas& canvas, const Input& input);

  /// A view as a printed page shows it: at its moment, without the window around it, and without the mouse.
  struct Printed {
    std::string title, subtitle;
    Caption caption;         ///< of the access; empty while a question is open
    bool concealed = false;  ///< an open question leaves nothing to see of it
  };
  /// `rival`: of the right side of a comparison. The session shows something; the view is one of its views.
  [[nodiscard]] Printed printed(std::string_view view, bool rival);
  void draw_printed(Canvas& canvas, Rect area, std::string_view view, bool rival);

  /// Of the last frame: for how long it stays as it is; 0 while something moves.
  [[nodiscard]] float seconds_until_change() const { return until_change_; }
  /// Of the last frame: the place of the control that runs this command; empty if it is not shown.
  [[nodiscard]] Rect control_rect(std::string_view command) const;
  /// Of the last frame: the field of a search; empty if none is shown.
  [[nodiscard]] Rect field_rect() const;
  /// Of the last frame: whether the border that the mouse is at moves sideways; nullopt: it is at none.
  [[nodiscard]] std::optional<bool> border_moves_sideways() const {
    return pointed_border_ == nullptr ? std::nullopt : std::optional(pointed_border_->vertical);
  }
  /// Of the last frame: commands for which the toolbar had no room.
  [[nodiscard]] const std::vector<std::string_view>& hidden_commands() const { return hidden_; }

  /// The text that the user has copied since the last call, for the clipboard.
  [[nodiscard]] std::optional<std::string> take_copied() {
    return std::exchange(copied_, std::nullopt);
  }

  /// A key that moves over the page of home, or the cursor of the panes; false if it is another one.
  bool press(const Chord& chord);
  /// Where keys point in the panes.
  [[nodiscard]] const KeyCursor& cursor() const { return cursor_; }

  /// The menu that was asked for last; shown while the popup is Popup::context.
  [[nodiscard]] const MenuShown& menu() const { return menu_; }
  /// Whether the recordings that its rows speak of are still the ones that are shown.
  [[nodiscard]] bool menu_is_current() const;

  [[nodiscard]] const Theme& theme() const;

 private:
  class MenuMaker;
  void follow_documents();
  /// Lays the window out. Where one pane is shown at a time, it is the one whose view came forward
  /// last, or the one that was turned to.
  void lay_out(const Input& input);
  /// Brings the next tab forward where the keys' cursor is, else where a view came forward last.
  void turn_tabs(int turns);
  void draw_strip(Canvas& canvas, const Pointer& pointer);
  /// Whether there is room below the player's buttons for what is followed; else it stands in the strip.
  [[nodiscard]] bool has_follow_row() const;
  void cut_chips(const Canvas& canvas, Rect& row);  ///< off the right end of the strip
  void draw_show_all(Canvas& canvas, Rect& row, const Pointer& pointer);
  [[nodiscard]] std::string strip_name(const Pane& pane) const;
  /// The view that came forward last; if none did, the stage.
  [[nodiscard]] std::string_view last_forward() const;
  void collect_flags();
  void draw_blank(Canvas& canvas, const Input& input);
  void draw_content(Canvas& canvas, const Input& input);
  /// Whatever is told in this frame to the keys' cursor lies in the part of the window at this point.
  void enter_part_at(Point at);
  /// After all else: where the keys' cursor is, and where it goes.
  void draw_cursor(Canvas& canvas);
  void draw_home(Canvas& canvas, const Input& input);
  /// Where a part of the layout is seen: what the mouse does there.
  [[nodiscard]] Input scrolled(const Input& input);
  void draw_scroll_bars(Canvas& canvas) const;
  void draw_views(ExplainingCanvas& canvas, const Input& input);
  /// Which panes hear what keys ask of a picture.
  void find_zoomed(const Pointer& pointer);
  /// Whether the table of a comparison tells lines rather than totals.
  [[nodiscard]] bool differs_by_line() const;
  /// Shows a line of that table in the source.
  void go_to_line(const ComparedLine& line);
  void draw_table(Canvas& canvas, Rect area, const Pointer& pointer);
  /// Whether the view as a whole would answer an open question.
  [[nodiscard]] static bool conceals(const Frame& frame, const View& view);
  void draw_view(ExplainingCanvas& canvas, const Pane& pane, const Input& input);
  /// Cuts the room for draw_opening off the bottom of a pane's content; empty if there is nothing
  /// to say there.
  [[nodiscard]] Rect cut_opening(const Pane& pane, Rect& content) const;
  /// What the access at which the run opened shows, and the way into the lesson.
  void draw_opening(Canvas& canvas, Rect strip, const Input& input);
  /// At the right of a strip, which shrinks.
  void draw_strip_button(Canvas& canvas, Rect& strip, const Command& command,
                         const std::string& words, const Input& input);
  /// On up to two lines, in what buttons have left of the strip.
  static void draw_strip_text(Canvas& canvas, Rect strip, std::string_view words,
                              const TextStyle& style);
  /// What such a button with these words takes of the strip.
  [[nodiscard]] static float strip_button_width(const Canvas& canvas, std::string_view words);
  /// Whether the last access of a program or a trace is shown; then what there is to do next stands there.
  [[nodiscard]] bool ends() const;
  void draw_ending(Canvas& canvas, Rect strip, const Input& input);
  void draw_title(ExplainingCanvas& canvas, const Pane& pane, PaneTitle title, Point pointer);
  [[nodiscard]] PaneTitle title_of(const Pane& pane, const View& view, const Frame& frame) const;
  /// The views that share a pane, as far as they suit the document; empty for the table of a
  /// comparison.
  [[nodiscard]] std::vector<std::string_view> views_in(const Pane& pane) const;
  void draw_controls(Canvas& canvas, const Input& input);
  /// Says what a control does while the mouse is over it; runs it when it is clicked.
  void offer(const Command& command, Rect about, const Pointer& pointer);
  void drag_handles(const Pointer& pointer);
  /// Where a border is dragged, or could be.
  void draw_border(Canvas& canvas);
  /// The pane where the keys' cursor is, else the one that came forward last; nullptr: there is none.
  [[nodiscard]] const Pane* pane_here() const;
  /// Moves a border of that pane as keys have asked; true if one moved.
  bool grow_pane();
  /// Gives a pane the room of all, or all their room.
  void enlarge(const Pane* pane);
  /// Lets a pane and the stage change places, or puts them back.
  void change_with_stage(const Pane* pane);
  void enlarge_by_title(const Pane& pane, const Pointer& pointer);
  /// Obeys SessionViews::copy_asked: the pane under the mouse, else the console.
  void copy_text(const Input& input);
  /// `pointer`: as the layout, which may be scrolled, sees it.
  void draw_messages(Canvas& canvas, const Input& input, const Pointer& pointer);
  /// Where messages may lie, as the window sees it.
  [[nodiscard]] MessageRoom message_room() const;
  [[nodiscard]] Rect explained(Point pointer) const;
  /// Obeys SessionViews::menu_asked: as a right click does, at the mouse or what has the keyboard.
  void ask_menu(Input& input);
  void open_menu(Point at);
  void offer_pane(MenuMaker& menu, const View& view);
  [[nodiscard]] std::function<void()> doing(const ContextAction& action, bool rival);
  [[nodiscard]] Frame frame_of(bool rival, const Input& input) const;
  void obey(const Wishes& wishes, std::string_view view, bool rival);
  [[nodiscard]] bool shows_both() const;
  /// The place of what a lecture shows with the stage.
  [[nodiscard]] std::optional<Slot> lecture_slot() const;
  /// The place that has the room of the stage.
  [[nodiscard]] std::optional<Slot> large_slot() const;

  Session& session_;
  const Commands& commands_;
  std::shared_ptr<ViewSet> left_, right_;
  WindowLayout layout_;
  WindowScroll scroll_;
  std::vector<Flag> flags_;
  Presenter presenter_;
  HomePage home_{session_, commands_};
  RestingPointer resting_;
  KeyCursor cursor_;
  DifferenceTable difference_;
  MovedPointer moved_;
  const Document* drawn_document_ = nullptr;  // by the last frame: only compared
  LayoutKind drawn_layout_ = LayoutKind::study;
  std::vector<Control> controls_;
  std::vector<Control> strip_chips_;  // of this frame: what is followed, in the strip
  std::vector<std::string_view> hidden_;
  std::vector<Tab> tabs_;   // of this frame's panes
  std::size_t single_ = 0;  // which of the layout's choices
  std::string seen_front_;  // the view that had come forward last
  std::string tooltip_;
  std::optional<Rect> tooltip_about_;                // in the layout, which may be scrolled
  std::optional<ExplainingCanvas::Word> explained_;  // at the mouse, likewise
  std::optional<Rect> field_;                        // likewise
  std::vector<Rect> kept_free_;                      // of this frame, likewise
  const Command* clicked_ = nullptr;                 // run when all of this frame is drawn
  ZoomAsk zoom_asked_;                               // in this frame
  std::vector<const Pane*> zoomed_;                  // that hear it
  const View* text_view_ = nullptr;                  // of this frame: what copying is about
  std::optional<std::string> copied_;
  MenuShown menu_;
  struct {
    std::optional<ContextMenu> menu;
    const View* view = nullptr;  // of the pane at the mouse
    bool rival = false;
  } menu_thing_;  // of this frame
  float Splitters::*dragged_ = nullptr;
  PaneArrangement before_drag_;                  // of that border
  std::optional<std::ptrdiff_t> enlarge_asked_;  // number of the pane whose title was clicked twice
  const Handle* pointed_border_ = nullptr;       // of layout_, in this frame
  bool jumped_ = false;  // since the mouse was pressed: a drag along the timeline is one jump
  float until_change_ = 1e6F;
};

}  // namespace warpscope
