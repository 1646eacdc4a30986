#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/follow/followed.hpp"
#include "app/layout/geometry.hpp"
#include "app/layout/window_layout.hpp"
#include "app/lesson/lesson.hpp"
#include "app/look/look.hpp"
#include "app/look/source_reading.hpp"
#include "app/look/told.hpp"
#include "app/look/view_info.hpp"
#include "app/look/zoom_place.hpp"
#include "app/subject/document.hpp"
#include "app/subject/file_place.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "app/views/lent_things.hpp"
#include "app/views/parts/context_menu.hpp"
#include "app/views/spots.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

/// The mouse as a view sees it, or the keyboard's cursor in its stead. Views ask it whether it is over something by
/// over(), which also lets keys go there.
struct Pointer {
  Point at{-1, -1};
  bool inside = false;   ///< over this pane and not over a popup
  bool pressed = false;  ///< went down in this frame
  bool down = false;
  bool released = false;
  bool double_clicked = false;
  bool ctrl = false, shift = false;  ///< held down meanwhile
  float wheel = 0;                   ///< notches, up positive
  float wheel_x = 0;                 ///< of a wheel that goes sideways, to the right positive
  bool keyed = false;      ///< it is the keyboard's cursor: the wheel scrolls, and does not zoom
  Spots* spots = nullptr;  ///< set while keys look for where to go

  /// Whether it is over this element. `key` tells what is shown there, and may be 0; `present`: the playhead is there.
  [[nodiscard]] bool over(Rect rect, std::uint64_t key = 0, bool present = false) const {
    tell({.rect = rect, .key = key, .present = present});
    return inside && rect.contains(at);
  }
  /// The same for what Tab comes to: whatever a click makes do something that is not about an element.
  [[nodiscard]] bool over_control(Rect rect, Spot::Kind kind = Spot::Kind::control) const {
    tell({.rect = rect, .kind = kind});
    return inside && rect.contains(at);
  }
  void tell(const Spot& spot) const {
    if (spots != nullptr) spots->add(spot);
  }
  bool menu = false;  ///< what can be done with the thing here is asked for: see Wishes::menu
};

/// A bookmark of the trace that is shown.
struct Flag {
  int number = 1;  ///< 1..9
  std::uint32_t access = 0;
  std::string_view note;  ///< or the place, in words
};

/// What every view may know while it draws, and what it may ask for.
struct Frame {
  const Document* document = nullptr;
  std::uint32_t access = 0;             ///< the playhead: the access that happens now
  const SharedState* before = nullptr;  ///< shared memory just before it
  const SharedState* after = nullptr;   ///< and just after
  float motion = 1;                     ///< 0..1: how far this access's animation has come, eased
  const Theme* theme = nullptr;
  bool lecture = false;        ///< larger type, less detail
  std::string stage;           ///< id of its picture; empty: the first
  bool cuda_twin = false;      ///< the user wants the source as plain CUDA
  bool rival_first = false;    ///< of a comparison: the right run is shown before the left one
  bool offers_layouts = true;  ///< a click on one is obeyed: not at the right
  bool right = false;          ///< the right side of a comparison
  /// Of the right side of a comparison: the run at the left. Who looks closer at a picture of one does so at both.
  const Document* zoomed_with = nullptr;
  bool compared = false;         ///< stands beside another: both have one kind of axis
  bool before_question = false;  ///< what is asked for comes right after this access
  Untold untold;                 ///< what a question that is open asks for: nothing may tell it
  /// A question waits for a click on what its form says: a lane, a cell, a line.
  std::optional<AnswerForm> answer_form{};
  Look look;  ///< how views show it
  KeyScroll scrolled;
  ZoomAsk zoom;  ///< of this view
  Pointer pointer;
  float seconds = 0;         ///< since the last frame
  bool less_motion = false;  ///< nothing glides: it jumps
  bool still = false;        ///< drawn once: wait for what is prepared in the background
  std::span<const Flag> flags;

  /// What only some views ask for. The LessonGuide: none where lessons are not for this document; the
  /// FoundMarks at which it points. Measuring: none where times cannot be measured. The ConsolePage of a
  /// program, and SinceSave once it was saved. Followed: what is pinned and filtered in the document. The FilePlace where the
  /// user reads instead of at the playhead, and SourceReading, how. The Playground that is asked of the banks instead of the
  /// present access.
  LentThings lent{};
  /// nullptr: there is none.
  template <class T>
  [[nodiscard]] const T* ask() const {
    return lent.ask<T>();
  }

  /// The part of its way, 0..1, that something goes in this frame which glides to where it belongs.
  /// `rate`: per second; after its inverse a third of the way is left.
  [[nodiscard]] float glide(float rate) const {
    return less_motion ? 1 : 1 - std::exp(-rate * seconds);
  }
};

/// A slider that the mouse has moved.
struct SliderWish {
  const LookSlider* slider = nullptr;  ///< set
  int value = 0;
  bool goes_on = false;  ///< the mouse has moved it before, and has not let go since
};

/// The user has folded blocks of a file, or opened some.
struct FoldWish {
  FoldedBlocks before, after;
};

/// The user has gone to another place of a picture, or the picture has followed the playhead there.
struct ZoomWish {
  std::string picture;  ///< as in ZoomPlaces
  ZoomPlace place;
};

/// The requests of a view; the session decides.
struct Wishes {
  std::optional<std::uint32_t> seek;  ///< move the playhead to this access
  std::string command;                ///< run this command of the registry
  std::string lesson;                 ///< begin this lesson of the course, by its id
  std::optional<FilePlace> read;      ///< show this line of the source, wherever the playhead is
  std::optional<FilePlace> edit;      ///< open this line in the user's editor
  std::optional<Dim3>
      record_block;           ///< record this block of the program, and go to what is wrong there
  std::string tooltip;        ///< shown at the pointer; lines separated by '\n'
  std::optional<Rect> about;  ///< what the tooltip explains: it must not cover that
  std::optional<Rect> field;  ///< where the words stand that Popup::find edits
  bool animate = false;       ///< draw again soon: something moves
  /// Compare with the same run in this layout.
  std::optional<Relayout> try_layout;
  std::optional<SliderWish> slider;  ///< set this slider of the view
  std::optional<ZoomWish> zoom;
  std::optional<FoldWish> folds;      ///< it is done; the session can undo it
  std::optional<std::string> answer;  ///< to a lesson's question, see Frame::answer_form
  std::optional<Pin> pin;             ///< follow this, or no longer if it is what is followed
  std::optional<ContextMenu> menu;    ///< the answer to Pointer::menu, if there is a thing
};

/// One pane. on_document prepares; draw shows, and computes nothing that could be prepared.
/// Views know no Dear ImGui: they draw on a Canvas, so that screen, PNG and SVG are one picture.
class View {
 public:
  virtual ~View() = default;
  /// The `info` of its class.
  [[nodiscard]] virtual const ViewInfo& about() const = 0;
  [[nodiscard]] std::string_view id() const { return about().id; }
  /// As in about() but translated, unless it depends on what is shown.
  [[nodiscard]] virtual std::string_view title() const { return tr(about().title); }
  /// What its tab says: the title, if nothing more is known before it is drawn.
  [[nodiscard]] virtual std::string tab(const Frame&) const { return std::string(title()); }
  /// The text right of the title: what is shown at the moment. May be empty.
  [[nodiscard]] virtual std::string subtitle(const Frame& frame) const = 0;
  /// A command at the right end of its title, and the word for it; empty: there is none.
  struct Link {
    std::string text, command;
  };
  [[nodiscard]] virtual Link link(const Frame&) const { return {}; }
  virtual void on_document(const Document& document) = 0;
  /// Takes over where the user reads from a view of the same class, which showed the program as it
  /// was before a save. Comes after on_document.
  virtual void continue_from(const View&) {}
  /// What a copy of the pane holds, if it is `of_text`: what is selected in it, else all of it.
  /// Lines end with '\n'.
  [[nodiscard]] virtual std::string text(const Frame&) const { return {}; }
  /// Draws into `area`, which is already clipped and lies inside the pane's padding.
  virtual void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) = 0;
};

}  // namespace warpscope
