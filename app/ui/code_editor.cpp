#include "app/ui/code_editor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/ui/focus_ring.hpp"
#include "app/ui/imgui_color.hpp"
#include "app/ui/imgui_compat.h"
#include "app/ui/screen_canvas.hpp"

namespace warpscope {
namespace {

constexpr int tab_width = 2;
constexpr float code_size = 14, edge = 8, least_note = 90;
constexpr TextStyle code_font{Face::mono, code_size, {}};

std::vector<std::string_view> lines_of_text(std::string_view text) {
  std::vector<std::string_view> lines;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    if (end == text.size()) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string_view line_before(const std::string& text, int cursor) {
  const std::string_view before = std::string_view(text).substr(
      0, std::min(static_cast<std::size_t>(std::max(0, cursor)), text.size()));
  const std::size_t feed = before.rfind('\n');
  return feed == std::string_view::npos ? before : before.substr(feed + 1);
}

bool pressed_alone(Key key, bool repeat = true) {
  const ImGuiIO& io = ImGui::GetIO();
  return !io.KeyCtrl && !io.KeyAlt && !io.KeyShift && compat::key_pressed(key, repeat);
}

}  // namespace

struct CodeEditor::Edit {
  CodeEditor& editor;
  std::string& text;
};

int CodeEditor::edited(void* given) {
  auto& data = *static_cast<ImGuiInputTextCallbackData*>(given);
  auto& [editor, text] = *static_cast<Edit*>(data.UserData);
  switch (data.EventFlag) {
    case ImGuiInputTextFlags_CallbackResize:
      text.resize(static_cast<std::size_t>(data.BufTextLen));
      data.Buf = text.data();
      break;
    case ImGuiInputTextFlags_CallbackCharFilter:
      // Spaces are typed in its place: see type_spaces().
      return data.EventChar == '\t' && compat::key_pressed(Key::tab) ? 1 : 0;
    default: {
      if (std::exchange(editor.selects_, false)) data.SelectAll();
      const std::string_view all(data.Buf, static_cast<std::size_t>(data.BufTextLen));
      if (const auto line = std::exchange(editor.wanted_line_, std::nullopt)) {
        std::size_t at = 0;
        for (int i = 1; i < *line && at < all.size(); ++i) {
          at = std::min(all.find('\n', at), all.size() - 1) + 1;
        }
        data.CursorPos = data.SelectionStart = data.SelectionEnd = static_cast<int>(at);
      }
      editor.moved_ = editor.cursor_ != data.CursorPos;
      editor.cursor_ = data.CursorPos;
      const auto before = all.substr(0, static_cast<std::size_t>(data.CursorPos));
      editor.line_ = 1 + static_cast<int>(std::ranges::count(before, '\n'));
    }
  }
  return 0;
}

void CodeEditor::go_to(int line) {
  wanted_line_ = line;
  take_keyboard();
}

void CodeEditor::forget() {
  ++generation_;  // Dear ImGui keeps a copy of its own while a field is active
  active_ = false;
  cursor_ = indentation_ = 0;
  line_ = 1;
}

/// As if they were typed, so that undo takes them back like anything else.
void CodeEditor::type_spaces(const std::string& text) {
  int spaces = std::exchange(indentation_, 0);
  if (active_ && pressed_alone(Key::tab)) {
    const auto column = static_cast<int>(line_before(text, cursor_).size());
    spaces += tab_width - column % tab_width;
  }
  for (int i = 0; i < spaces; ++i) ImGui::GetIO().AddInputCharacter(' ');
  if (active_ && pressed_alone(Key::enter)) {
    const std::string_view line = line_before(text, cursor_);
    indentation_ = static_cast<int>(std::min(line.find_first_not_of(' '), line.size()));
    if (line.ends_with('{')) indentation_ += tab_width;
  }
}

void CodeEditor::follow_cursor(float row) const {
  const float top = static_cast<float>(line_ - 1) * row, bottom = top + row + 2 * edge;
  const float high = ImGui::GetWindowHeight(), scrolled = ImGui::GetScrollY();
  if (top < scrolled) ImGui::SetScrollY(top);
  if (bottom > scrolled + high) ImGui::SetScrollY(bottom - high);
}

void CodeEditor::draw_lines(const WidgetStyle& style, const std::string& text,
                            const Options& options, float gutter, float row) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ScreenCanvas canvas(*ImGui::GetWindowDrawList(), style.fonts, {at.x, at.y});
  const float scale = style.fonts.scale();
  const float pitch = row / scale, wide = ImGui::GetContentRegionAvail().x / scale;
  const float from = ImGui::GetScrollY() / scale;
  const std::vector<std::string_view> lines = lines_of_text(text);
  const auto first = static_cast<std::size_t>(std::max(0.0F, from / pitch - 1));
  const auto last =
      std::min(lines.size(), first + static_cast<std::size_t>(options.height / pitch) + 3);
  for (std::size_t i = first; i < last; ++i) {
    const int number = static_cast<int>(i) + 1;
    const float top = edge + static_cast<float>(i) * pitch, middle = top + pitch / 2;
    const auto note = std::ranges::find(options.notes, number, &LineNote::line);
    const bool noted = note != options.notes.end();
    if (noted) {
      canvas.fill({1, top, wide - 2, pitch}, mix(style.theme.panel, style.theme.costly, 0.16F));
      canvas.fill({1, top, 3, pitch}, style.theme.costly);
    } else if (active_ && number == line_) {
      canvas.fill({1, top, wide - 2, pitch}, mix(style.theme.panel, style.theme.text, 0.05F));
    }
    const Color ink = noted ? style.theme.costly : style.theme.muted;
    canvas.text({gutter - 10, middle}, fmt::format("{}", number), {Face::mono, 12, ink},
                Align::right);
    if (!noted) continue;
    const float end = gutter + canvas.width(lines[i], code_font) + 24;
    if (wide - end < least_note) continue;  // it is said below the field as well
    canvas.text_fit({end, middle}, note->text, {Face::sans, 12, style.theme.costly},
                    wide - end - edge);
  }
}

bool CodeEditor::draw(const WidgetStyle& style, const char* id, std::string& text,
                      const Options& options) {
  const float scale = style.fonts.scale();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string before = text;
  {
    ScreenCanvas frame(*ImGui::GetWindowDrawList(), style.fonts, {corner.x, corner.y});
    const Rect rect{0, 0, width / scale, options.height};
    frame.fill(rect, style.theme.panel, 6);
    frame.stroke(rect, active_ ? style.theme.active : style.theme.hairline, 1, 6);
  }
  const ScrollArea area(style, id, options.height, 0, false);
  const FontScope font(style, Face::mono, code_size);
  const float row = ImGui::GetTextLineHeight();
  const auto count = static_cast<float>(std::ranges::count(text, '\n') + 1);
  const std::string widest = fmt::format("{}", std::max(99, static_cast<int>(count)));
  const float gutter = style.fonts.width(widest, {Face::mono, 12, {}}) + 22;
  draw_lines(style, text, options, gutter, row);

  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::round(gutter * scale));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, imgui_color(Color{}.alpha(0)));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, edge * scale});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  ImGui::PushID(generation_);
  const unsigned stop = ImGui::GetID("##text");
  // Here Tab is a key like any other; Shift Tab leads away.
  if (style.focus != nullptr && active_ && pressed_alone(Key::tab)) style.focus->go_to(stop);
  type_spaces(text);
  const bool wanted = std::exchange(takes_keyboard_, false);
  if (begin_text(style, stop, wanted)) selects_ = options.select_all && !active_;
  Edit edit{*this, text};
  const float room = std::max(1.0F, ImGui::GetContentRegionAvail().x - edge * scale);
  // As high as its text: the area around it scrolls, with the numbers.
  ImGui::InputTextMultiline(
      "##text", text.data(), text.capacity() + 1, {room, count * row + 2 * edge * scale + row},
      ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackCharFilter |
          ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_AllowTabInput,
      [](ImGuiInputTextCallbackData* data) { return CodeEditor::edited(data); }, &edit);
  active_ = ImGui::IsItemActive();
  follow_text(style, stop, false);
  ImGui::PopID();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  if (compat::key_pressed(Key::escape, false)) text = before;  // Dear ImGui would revert all of it
  if (std::exchange(moved_, false)) follow_cursor(row);
  return text != before;
}

}  // namespace warpscope
