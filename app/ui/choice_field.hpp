#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/ui/widgets.hpp"

namespace warpscope {

/// One row of a form while it lives: its name at the left, or above it where that has no room; what is made meanwhile stands
/// beside it.
class FormRow {
 public:
  FormRow(const WidgetStyle& style, std::string_view name);
  ~FormRow();
  FormRow(const FormRow&) = delete;
  FormRow& operator=(const FormRow&) = delete;

 private:
  float indent_, below_;
};

/// A value that is chosen among some, or typed as well.
struct ChoiceField {
  std::string* text = nullptr;                ///< what is typed; nullptr: nothing can be
  std::string_view hint = {};                 ///< inside, while the text is empty
  float width = 72;                           ///< of the text; 0: as wide as the row
  std::span<const std::string> choices = {};  ///< as they are shown
  /// What a choice writes into the text; empty: as it is shown.
  std::span<const std::string> written = {};
  int chosen = -1;     ///< in force; -1: none
  bool focus = false;  ///< take the keyboard
  bool wrong = false;  ///< what is typed is not accepted
};
struct ChoiceEvent {
  int chosen = -1;       ///< clicked, or come to by an arrow key
  bool typed = false;    ///< the text has changed
  int hovered = -1;      ///< the mouse is over it
  bool focused = false;  ///< it has the keyboard
};
/// Tab goes from field to field. In a text Up and Down go to the next and the previous choice, without a text
/// Left and Right do, too. A blue line around it tells which field has the keyboard.
ChoiceEvent choice_field(const WidgetStyle& style, const char* id, const ChoiceField& field);

/// A line below a field; more lines where it does not fit.
void form_note(const WidgetStyle& style, std::string_view text, Color color, float height = 20);

}  // namespace warpscope
