#include "app/ui/choice_field.hpp"

#include <algorithm>
#include <cfloat>

#include "app/ui/drawn_texts.hpp"
#include "app/ui/focus_ring.hpp"
#include "app/ui/imgui_color.hpp"
#include "app/ui/imgui_compat.h"
#include "app/ui/screen_canvas.hpp"

namespace warpscope {
namespace {

constexpr float name_width = 162;
constexpr float narrowest_row = 460;  // a narrower one has its name above it
constexpr float below_row = 4;
constexpr float control_height = 34;
constexpr float apart = 8;

/// What Dear ImGui edits, and the choices that arrow keys put there.
struct Edited {
  std::string* text;
  std::span<const std::string> written;
  int chosen;
  int moved_to = -1;
};

int edit(ImGuiInputTextCallbackData* data) {
  auto& edited = *static_cast<Edited*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    edited.text->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = edited.text->data();
  } else if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory && !edited.written.empty()) {
    const int step = data->EventKey == ImGuiKey_UpArrow ? 1 : -1;
    const int last = static_cast<int>(edited.written.size()) - 1;
    edited.moved_to =
        edited.chosen < 0 ? (step > 0 ? 0 : last) : std::clamp(edited.chosen + step, 0, last);
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, edited.written[static_cast<std::size_t>(edited.moved_to)].c_str());
    data->SelectAll();
  }
  return 0;
}

void draw_ring(const WidgetStyle& style, ImVec2 low, ImVec2 high, Color color) {
  const float scale = style.fonts.scale();
  ScreenCanvas canvas(*ImGui::GetWindowDrawList(), style.fonts, {low.x, low.y});
  canvas.stroke({0, 0, (high.x - low.x) / scale, (high.y - low.y) / scale}, color, 2, 7);
}

void edit_text(const WidgetStyle& style, const ChoiceField& field, ChoiceEvent& event) {
  const float scale = style.fonts.scale();
  Edited edited{field.text, field.written.empty() ? field.choices : field.written, field.chosen};
  const std::string hint(field.hint);
  const unsigned stop = ImGui::GetID("##text");
  const bool focus = begin_text(style, stop, field.focus);
  ImGui::SetNextItemWidth(field.width > 0 ? field.width * scale : -FLT_MIN);
  constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_CallbackResize |
                                        ImGuiInputTextFlags_CallbackHistory |
                                        ImGuiInputTextFlags_AutoSelectAll;
  event.typed = ImGui::InputTextWithHint("##text", hint.c_str(), field.text->data(),
                                         field.text->capacity() + 1, flags, edit, &edited);
  if (field.text->empty()) DrawnTexts::hear_item(hint);
  event.focused = ImGui::IsItemActive();
  follow_text(style, stop, focus);
  if (event.focused || field.wrong) {
    draw_ring(style, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
              field.wrong ? style.theme.costly : style.theme.active);
  }
  if (edited.moved_to < 0) return;
  event.chosen = edited.moved_to;
  event.typed = false;
}

/// Choices without a text have the keyboard together: arrow keys go through them.
FocusRing::Turn take_turn(const WidgetStyle& style, const ChoiceField& field) {
  if (style.focus == nullptr) return {};
  const unsigned stop = ImGui::GetID("keys");
  if (field.focus) style.focus->go_to(stop);
  return style.focus->add(stop, false);
}

void follow_keys(const ChoiceField& field, ChoiceEvent& event) {
  if (field.choices.empty()) return;
  const int last = static_cast<int>(field.choices.size()) - 1;
  int next = field.chosen;
  if (compat::key_pressed(Key::right) || compat::key_pressed(Key::up)) ++next;
  if (compat::key_pressed(Key::left) || compat::key_pressed(Key::down)) --next;
  next = std::clamp(next, 0, last);
  if (next != field.chosen) event.chosen = next;
}

}  // namespace

FormRow::FormRow(const WidgetStyle& style, std::string_view name)
    : indent_(name_width * style.fonts.scale()), below_(below_row * style.fonts.scale()) {
  const bool fits = style.fonts.width(name, {Face::sans, 14, {}}) <= name_width - apart;
  if (!fits || room_for_next(style) < narrowest_row) {
    indent_ = 0;
    paragraph(style, name, style.theme.muted);
    return;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ScreenCanvas canvas(*ImGui::GetWindowDrawList(), style.fonts, {at.x, at.y});
  canvas.text_fit({0, control_height / 2}, name, {Face::sans, 14, style.theme.muted},
                  name_width - apart);
  ImGui::Indent(indent_);
}

FormRow::~FormRow() {
  if (indent_ > 0) ImGui::Unindent(indent_);
  ImGui::Dummy({0, below_});
}

ChoiceEvent choice_field(const WidgetStyle& style, const char* id, const ChoiceField& field) {
  ChoiceEvent event;
  const float scale = style.fonts.scale();
  ImGui::PushID(id);
  ImGui::BeginGroup();
  FocusRing::Turn turn;
  if (field.text != nullptr) {
    edit_text(style, field, event);
    if (!field.choices.empty()) ImGui::SameLine(0, apart * scale);
  } else {
    turn = take_turn(style, field);
    event.focused = turn.focused;
    if (turn.focused) follow_keys(field, event);
  }
  ImGui::BeginGroup();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  if (!field.choices.empty()) {
    const WidgetStyle by_field{style.fonts,
                               style.theme};  // the keyboard comes to the field, not to each
    const int clicked = chips(by_field, field.choices, field.chosen, &event.hovered);
    if (clicked >= 0) event.chosen = clicked;
  }
  ImGui::EndGroup();
  const ImVec2 high = ImGui::GetItemRectMax();
  if (turn.arrived) compat::take_keyboard();
  if (turn.sought) compat::show(low, high);
  if (turn.focused) {
    style.focus->set_place({low.x, low.y, high.x - low.x, high.y - low.y});
    const float around = 3 * scale;
    draw_ring(style, {low.x - around, low.y - around}, {high.x + around, high.y + around},
              style.theme.active);
  }
  ImGui::EndGroup();
  ImGui::PopID();
  if (event.chosen >= 0 && field.text != nullptr) {
    const auto written = field.written.empty() ? field.choices : field.written;
    *field.text = written[static_cast<std::size_t>(event.chosen)];
  }
  return event;
}

void form_note(const WidgetStyle& style, std::string_view text, Color color, float height) {
  const float scale = style.fonts.scale();
  const float width = room_for_next(style);
  if (style.fonts.width(text, {Face::sans, 14, {}}) > width) {
    const float line = ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x;
    if (width < line / scale / 2) ImGui::NewLine();  // beside something
    return paragraph(style, text, color);
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width * scale, height * scale});
  ScreenCanvas canvas(*ImGui::GetWindowDrawList(), style.fonts, {at.x, at.y});
  canvas.text_fit({0, height / 2 - 1}, text, {Face::sans, 14, color}, width);
}

}  // namespace warpscope
