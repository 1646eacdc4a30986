#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/ui/fonts.hpp"
#include "app/ui/theme.hpp"

namespace warpscope {

class FocusRing;

/// Fonts and colours of the controls below, which popups are made of. All lengths are logical pixels;
/// a control is as wide as its sheet unless it says otherwise. Call them between ImGui::NewFrame and
/// ImGui::Render.
struct WidgetStyle {
  const Fonts& fonts;
  const Theme& theme;
  FocusRing* focus = nullptr;  ///< how keys reach the controls; nullptr: they do not
};

/// To be called after the theme or the scale changed.
void apply_style(const WidgetStyle& style);

/// The font of Dear ImGui's own controls while it lives.
class FontScope {
 public:
  FontScope(const WidgetStyle& style, Face face, float size);
  ~FontScope();
  FontScope(const FontScope&) = delete;
  FontScope& operator=(const FontScope&) = delete;
};

/// Keeps equal controls of different rows apart while it lives.
class IdScope {
 public:
  explicit IdScope(int id);
  ~IdScope();
  IdScope(const IdScope&) = delete;
  IdScope& operator=(const IdScope&) = delete;
};

/// Where a panel may lie, in logical pixels.
struct SheetPlace {
  Rect room;
  bool at_bottom = false;  ///< it stands at the lower edge of the room, and grows upwards
};

/// A panel over the window, with a shadow, for this frame; controls made while it lives are its
/// content.
class Sheet {
 public:
  /// As high as its content, at most as its room; beyond that it scrolls, by Page Up and Page Down as well, unless
  /// a list in it has these keys.
  Sheet(const WidgetStyle& style, const char* id, const SheetPlace& place);
  ~Sheet();
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;

  /// Whether this is its first frame, in which fields may want the keyboard.
  [[nodiscard]] bool appears() const;
  /// Whether the user pressed Escape or clicked beside it.
  [[nodiscard]] bool dismissed() const;

 private:
  FontScope font_;
  FocusRing* focus_;
};

/// A part of a sheet that scrolls by itself, `height` high, while it lives. What goes on beyond an edge fades there.
class ScrollArea {
 public:
  /// `width` 0: what is left. `fades`: not where a cursor may stand at the edge.
  ScrollArea(const WidgetStyle& style, const char* id, float height, float width = 0,
             bool fades = true);
  ~ScrollArea();
  ScrollArea(const ScrollArea&) = delete;
  ScrollArea& operator=(const ScrollArea&) = delete;

  /// The up and down arrows scroll it by `row`, in logical pixels, Page Up and Page Down by most of its height.
  void hear_keys(float row) const;

 private:
  float scale_;
  Color ground_;
  bool fades_;
};

/// Columns of one width, side by side and `apart` around each, while it lives.
class ColumnsScope {
 public:
  ColumnsScope(const WidgetStyle& style, const char* id, int count, float apart);
  ~ColumnsScope();
  ColumnsScope(const ColumnsScope&) = delete;
  ColumnsScope& operator=(const ColumnsScope&) = delete;

  /// A window may be too small to show any of them; then nothing may be put into them.
  [[nodiscard]] bool visible() const { return visible_; }
  /// The next control goes into the next column; at first, into the first one.
  void next() const;

 private:
  bool visible_ = false;
};

void heading(const WidgetStyle& style, std::string_view text);
/// Wraps at the sheet's edge.
void paragraph(const WidgetStyle& style, std::string_view text, Color color);
/// One line at the bottom of a space that high; what stands below it belongs together.
void label(const WidgetStyle& style, std::string_view text, float height, float indent = 12);
void hairline(const WidgetStyle& style);
/// Nothing, that high.
void space(const WidgetStyle& style, float height);
/// To be called after the last control: what it had no room to write out stands beside the pointer that rests on it.
void write_out(const WidgetStyle& style, std::string_view whole);
/// A colour, and what it means.
void color_row(const WidgetStyle& style, Color color, std::string_view meaning);

inline constexpr float row_height = 32;
struct Row {
  std::string_view text;
  std::string_view detail = {};  ///< at the right, muted
  bool chosen = false;           ///< in force: marked
  bool highlighted = false;      ///< the arrow keys are here
  bool enabled = true;
  float height = row_height;
  std::string_view kind = {};  ///< at the left, muted, in a column that wide
  float kind_width = 0;
  float indent = 28;     ///< of the text; the mark of a chosen row needs 28
  bool in_list = false;  ///< arrow keys go through its list; Tab comes to the highlighted row alone
};
/// Returns whether it was clicked; `pointed` whether the mouse has just moved over it.
bool row(const WidgetStyle& style, const char* id, const Row& row, bool* pointed = nullptr);
/// Moves the highlight of `count` rows by the arrow keys, Page Up and Page Down.
void follow_arrow_keys(int& highlighted, int count);
/// Whether Enter was pressed, and no control that has the keyboard wants it.
[[nodiscard]] bool confirmed(const WidgetStyle& style);

/// The action at the left, its keys at the right, each as a key cap: "Ctrl+K". Wide enough for
/// both.
[[nodiscard]] float key_row_width(const Fonts& fonts, std::string_view text, std::string_view keys);
void key_row(const WidgetStyle& style, std::string_view text, std::string_view keys,
             float height = 26);

struct Field {
  std::string_view label = {};  ///< above it
  /// Inside, muted, while it is empty: what may be typed, such as "e.g. 512", or what happens then.
  std::string_view hint = {};
  std::string_view message = {};  ///< below: why the text is not accepted; marks the field
  bool focus = false;             ///< take the keyboard
  bool select = true;             ///< select all of the text then; else go on at its end
  float width = 0;                ///< 0: as wide as the sheet
};
/// A line of text. Returns whether Enter was pressed.
bool text_field(const WidgetStyle& style, const char* id, std::string& text, const Field& field);

/// A line of text in its place in the window, without a sheet around it; `focus`: it takes the keyboard,
/// `select`: and selects all. Returns whether Enter was pressed.
bool bare_field(const WidgetStyle& style, const char* id, Rect place, std::string& text,
                std::string_view hint, bool focus, bool select);
[[nodiscard]] bool shift_is_down();

/// For other texts that Dear ImGui edits: before one, whose id this is, and after it. `focus`: it takes the keyboard.
bool begin_text(const WidgetStyle& style, unsigned id, bool focus);
void follow_text(const WidgetStyle& style, unsigned id, bool focus);

/// As wide as its text needs; on a line of its own where it does not fit beside another. `primary`: Enter does this.
bool button(const WidgetStyle& style, std::string_view text, bool primary = false,
            bool enabled = true);
/// How much of some work is done, 0..1.
void progress_bar(const WidgetStyle& style, float part);
/// Small buttons side by side, on several lines if necessary. Returns the one that was clicked, -1
/// for none; `chosen` is in force. `hovered` becomes the one under the mouse.
int chips(const WidgetStyle& style, std::span<const std::string> texts, int chosen,
          int* hovered = nullptr);
/// Puts the next control to the right of the last.
void beside(const WidgetStyle& style);
/// Room for the next control, in logical pixels.
[[nodiscard]] float room_for_next(const WidgetStyle& style);

}  // namespace warpscope
