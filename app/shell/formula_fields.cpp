#include "app/shell/formula_fields.hpp"

#include "app/ui/imgui_compat.h"

namespace warpscope {

void name_row(const WidgetStyle& style, std::string_view title) {
  ImGui::Dummy({0, 2 * style.fonts.scale()});
  paragraph(style, title, style.theme.muted);
}

void draw_caret(const WidgetStyle& style, const FormulaProblem& problem) {
  constexpr int widest = 60;  // characters that the field shows without scrolling
  if (problem.column >= 0 && problem.column < widest) {
    const FontScope mono(style, Face::mono, 14);
    const Color& costly = style.theme.costly;
    const ImVec4 color =
        ImGui::ColorConvertU32ToFloat4(IM_COL32(costly.r, costly.g, costly.b, 255));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetStyle().FramePadding.x);
    ImGui::TextColored(color, "%*s^", problem.column, "");
  }
  paragraph(style, problem.sentence, style.theme.costly);
}

bool code_field(const WidgetStyle& style, const char* id, std::string& text, const Field& field) {
  const FontScope mono(style, Face::mono, 14);
  return text_field(style, id, text, field);
}

}  // namespace warpscope
