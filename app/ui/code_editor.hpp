#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/widgets.hpp"

namespace warpscope {

/// What is to be said of a line of a text.
struct LineNote {
  int line = 0;      ///< from 1
  std::string text;  ///< in one line
};

/// A field for the text of a program: line numbers, notes beside lines, Tab for spaces. The text is the caller's, and
/// is never reverted by Escape.
class CodeEditor {
 public:
  struct Options {
    float height = 300;  ///< of the field, which scrolls
    std::span<const LineNote> notes{};
    bool select_all = false;  ///< when it takes the keyboard: what is pasted replaces the text
  };
  /// Returns whether the text has changed.
  bool draw(const WidgetStyle& style, const char* id, std::string& text, const Options& options);

  /// The keyboard comes here in the next frame, and is here as long as nobody else takes it.
  void take_keyboard() { takes_keyboard_ = true; }
  /// Puts the cursor at the beginning of a line, from 1, and takes the keyboard.
  void go_to(int line);
  /// To be called when the text was replaced by other means.
  void forget();
  /// Where the cursor is, from 1.
  [[nodiscard]] int line() const { return line_; }

 private:
  struct Edit;
  static int edited(void* given);
  void type_spaces(const std::string& text);
  void follow_cursor(float row) const;
  void draw_lines(const WidgetStyle& style, const std::string& text, const Options& options,
                  float gutter, float row) const;

  int generation_ = 0;
  bool takes_keyboard_ = false, selects_ = false, active_ = false;
  std::optional<int> wanted_line_;
  int cursor_ = 0;  // bytes
  int line_ = 1;
  bool moved_ = false;   // the cursor, in the last frame
  int indentation_ = 0;  // to be typed after a line feed
};

}  // namespace warpscope
