#pragma once

#include <string>
#include <string_view>

#include "app/ui/widgets.hpp"
#include "instrumentation/analysis/formula_parser.hpp"

namespace warpscope {

/// What stands above a field.
void name_row(const WidgetStyle& style, std::string_view title);
/// A field whose letters stand in columns. Returns whether Enter was pressed.
bool code_field(const WidgetStyle& style, const char* id, std::string& text, const Field& field);
/// A caret under the wrong character of the field above, and the problem in words.
void draw_caret(const WidgetStyle& style, const FormulaProblem& problem);

}  // namespace warpscope
