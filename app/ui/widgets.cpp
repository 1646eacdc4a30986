#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <optional>

#include "app/ui/drawn_texts.hpp"
#include "app/ui/focus_ring.hpp"
#include "app/ui/imgui_color.hpp"
#include "app/ui/imgui_compat.h"
#include "app/ui/screen_canvas.hpp"

namespace warpscope {
namespace {

constexpr float gap = 8;
constexpr float padding = 12;

float room(const WidgetStyle& style) {
  return std::max(1.0F, ImGui::GetContentRegionAvail().x / style.fonts.scale());
}

/// From edge to edge of the sheet, or of what scrolls in it.
float whole_line(const WidgetStyle& style) {
  return (ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x) /
         style.fonts.scale();
}

/// One of our controls: the space that it takes, the mouse over it, and a canvas whose origin is
/// its top left corner.
struct Item {
  ScreenCanvas canvas;
  Rect rect;
  bool hovered = false, held = false, clicked = false, ringed = false;
};

/// Of the rows that arrow keys go through: a sheet has one such list.
constexpr unsigned list_stop = 1;

/// `stop`: where the keyboard comes to it, 0: nowhere; without one, its own id.
Item place_item(const WidgetStyle& style, const char* id, float width, float height,
                bool enabled = true, std::optional<unsigned> stop = std::nullopt) {
  const float scale = style.fonts.scale();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{std::round(width * scale), std::round(height * scale)};
  const bool clicked = ImGui::InvisibleButton(id, size);
  Item item{.canvas = ScreenCanvas(*ImGui::GetWindowDrawList(), style.fonts, {at.x, at.y}),
            .rect = {0, 0, width, height},
            .hovered = enabled && ImGui::IsItemHovered(),
            .held = enabled && ImGui::IsItemActive(),
            .clicked = enabled && clicked};
  const unsigned focus = stop.value_or(ImGui::GetID(id));
  if (style.focus == nullptr || focus == 0 || !enabled) return item;
  if (item.clicked) style.focus->go_to(focus);
  const FocusRing::Turn turn = style.focus->add(focus);
  if (turn.focused) style.focus->set_place({at.x, at.y, size.x, size.y});
  if (turn.arrived) compat::take_keyboard();
  if (turn.sought) compat::show(at, {at.x + size.x, at.y + size.y});
  item.clicked = item.clicked || turn.pressed;
  item.ringed = turn.ringed;
  return item;
}

/// Around a control that keys have led to; `out` pixels outside of it.
void draw_ring(const WidgetStyle& style, Item& item, float out, float radius) {
  if (!item.ringed) return;
  // What scrolls is clipped at its sides, where the ring needs room.
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
  const float more = (out + 2) * style.fonts.scale();
  list.PushClipRect({low.x - more, low.y}, {high.x + more, high.y});
  item.canvas.stroke(item.rect.inset(-out), style.theme.text, 2, radius + out);
  list.PopClipRect();
}

/// Begins a line if the next control, that wide, does not fit beside the last. Nothing is wider than a line.
void wrap(const WidgetStyle& style, float width) {
  if (width > room(style) + 0.5F) ImGui::NewLine();
}

/// The same for a control that only shows something.
Item place_picture(const WidgetStyle& style, float height) {
  const float scale = style.fonts.scale();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = room(style);
  ImGui::Dummy({width * scale, std::round(height * scale)});
  return {.canvas = ScreenCanvas(*ImGui::GetWindowDrawList(), style.fonts, {at.x, at.y}),
          .rect = {0, 0, width, height}};
}

/// One line of the last control, and the whole of it under the pointer if it is cut.
void put(const WidgetStyle& style, Canvas& canvas, Point at, std::string_view text,
         const TextStyle& ink, float room) {
  if (canvas.text_fit(at, text, ink, room) < canvas.width(text, ink)) write_out(style, text);
}

/// Lets Dear ImGui grow a std::string while it is edited.
int grow(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    auto& text = *static_cast<std::string*>(data->UserData);
    text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text.data();
  }
  // A field that takes the keyboard selects all of its text by itself.
  if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways && data->HasSelection()) {
    data->ClearSelection();
    data->CursorPos = data->BufTextLen;
  }
  return 0;
}

void draw_shadow(const WidgetStyle& style) {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float scale = style.fonts.scale();
  ScreenCanvas canvas(*ImGui::GetBackgroundDrawList(), style.fonts, {at.x, at.y});
  // Many faint layers add up to a soft edge.
  const Color shade = Color{0, 0, 0}.alpha(style.theme.dark ? 0.04F : 0.012F);
  for (float grown = 0; grown <= 18; grown += 2) {
    const Rect rect{-grown, 4 - grown, size.x / scale + 2 * grown, size.y / scale + 2 * grown};
    canvas.fill(rect, shade, 8 + grown);
  }
}

}  // namespace

FontScope::FontScope(const WidgetStyle& style, Face face, float size) {
  const SizedFont sized = style.fonts.find(face, size);
  compat::push_font(sized.font, sized.line_height);
}
FontScope::~FontScope() { ImGui::PopFont(); }

IdScope::IdScope(int id) { ImGui::PushID(id); }
IdScope::~IdScope() { ImGui::PopID(); }

Sheet::Sheet(const WidgetStyle& style, const char* id, const SheetPlace& place)
    : font_(style, Face::sans, 14), focus_(style.focus) {
  const float scale = style.fonts.scale();
  const Rect& room = place.room;
  const float y = place.at_bottom ? room.bottom() : room.y;
  ImGui::SetNextWindowPos({std::round(room.x * scale), std::round(y * scale)}, ImGuiCond_Always,
                          {0, place.at_bottom ? 1.0F : 0.0F});
  ImGui::SetNextWindowSize({std::round(room.w * scale), 0});
  ImGui::SetNextWindowSizeConstraints({room.w * scale, 0}, {room.w * scale, room.h * scale});
  ImGui::Begin(id, nullptr,
               // Tab is ours: Dear ImGui's goes through texts only.
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  draw_shadow(style);
  if (focus_ == nullptr) return;
  if (ImGui::IsWindowAppearing()) focus_->leave();
  const bool tab = compat::key_pressed(Key::tab) && !ImGui::GetIO().KeyCtrl;
  focus_->begin(
      {.steps = tab ? (ImGui::GetIO().KeyShift ? -1 : 1) : 0,
       .press = compat::key_pressed(Key::enter, false) || compat::key_pressed(Key::space, false)});
}

Sheet::~Sheet() {
  const float page = ImGui::GetWindowHeight() * 0.8F;
  const bool free = focus_ != nullptr && !focus_->has(list_stop);
  if (free && compat::key_pressed(Key::page_down)) ImGui::SetScrollY(ImGui::GetScrollY() + page);
  if (free && compat::key_pressed(Key::page_up)) ImGui::SetScrollY(ImGui::GetScrollY() - page);
  ImGui::End();
}

bool Sheet::appears() const { return ImGui::IsWindowAppearing(); }

bool Sheet::dismissed() const {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const bool beside_it = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                         !ImGui::IsMouseHoveringRect(at, {at.x + size.x, at.y + size.y}, false);
  return !appears() && (beside_it || compat::key_pressed(Key::escape, false));
}

namespace {

/// Lets what goes on beyond an edge of the window fade there: a line cut in half looks like a mistake.
void fade_edges(Color ground, float scale) {
  constexpr float most = 18;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float above = ImGui::GetScrollY(), below = ImGui::GetScrollMaxY() - above;
  const float right = at.x + size.x - ImGui::GetStyle().ScrollbarSize;
  const ImU32 full = IM_COL32(ground.r, ground.g, ground.b, 255),
              none = IM_COL32(ground.r, ground.g, ground.b, 0);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // Where little is left to come, little fades: an end that is nearly there can be read.
  if (const float depth = std::min(above, most * scale); depth >= 1) {
    list.AddRectFilledMultiColor(at, {right, at.y + depth}, full, full, none, none);
  }
  if (const float depth = std::min(below, most * scale); depth >= 1) {
    const float bottom = at.y + size.y;
    list.AddRectFilledMultiColor({at.x, bottom - depth}, {right, bottom}, none, none, full, full);
  }
}

}  // namespace

ScrollArea::ScrollArea(const WidgetStyle& style, const char* id, float height, float width,
                       bool fades)
    : scale_(style.fonts.scale()), ground_(style.theme.panel), fades_(fades) {
  ImGui::BeginChild(id, {std::round(width * scale_), std::round(height * scale_)}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
}

void ScrollArea::hear_keys(float row) const {
  constexpr float page = 0.85F;
  const float high = page * ImGui::GetWindowHeight();
  float by = 0;
  if (compat::key_pressed(Key::down)) by += row * scale_;
  if (compat::key_pressed(Key::up)) by -= row * scale_;
  if (compat::key_pressed(Key::page_down)) by += high;
  if (compat::key_pressed(Key::page_up)) by -= high;
  if (by != 0) {
    ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0F, ImGui::GetScrollMaxY()));
  }
}

ScrollArea::~ScrollArea() {
  if (fades_) fade_edges(ground_, scale_);
  ImGui::EndChild();
}

ColumnsScope::ColumnsScope(const WidgetStyle& style, const char* id, int count, float apart) {
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {apart * style.fonts.scale(), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  visible_ = ImGui::BeginTable(id, count);
}

ColumnsScope::~ColumnsScope() {
  if (visible_) ImGui::EndTable();
  ImGui::PopStyleVar(2);
}

void ColumnsScope::next() const { ImGui::TableNextColumn(); }

void heading(const WidgetStyle& style, std::string_view text) {
  Item item = place_picture(style, 26);
  put(style, item.canvas, {0, 12}, text, {Face::sans_bold, 16, style.theme.text}, item.rect.w);
}

void write_out(const WidgetStyle& style, std::string_view whole) {
  if (!ImGui::IsItemHovered()) return;
  constexpr float widest = 420;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(widest * style.fonts.scale());
  ImGui::TextUnformatted(whole.data(), whole.data() + whole.size());
  DrawnTexts::hear_item(whole);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void paragraph(const WidgetStyle&, std::string_view text, Color color) {
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_color(color));
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  DrawnTexts::hear_item(text);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void label(const WidgetStyle& style, std::string_view text, float height, float indent) {
  Item item = place_picture(style, height);
  put(style, item.canvas, {indent, height - 10}, text, {Face::sans_bold, 14, style.theme.active},
      item.rect.w - indent);
}

void hairline(const WidgetStyle& style) {
  Item item = place_picture(style, 8);
  item.canvas.line({0, 4}, {item.rect.w, 4}, style.theme.hairline);
}

void space(const WidgetStyle& style, float height) { place_picture(style, height); }

void color_row(const WidgetStyle& style, Color color, std::string_view meaning) {
  constexpr float side = 12;
  Item item = place_picture(style, 24);
  constexpr float left = 8, text = left + side + 10;
  item.canvas.fill({left, (item.rect.h - side) / 2, side, side}, color, 3);
  put(style, item.canvas, {text, item.rect.h / 2}, meaning, {Face::sans, 14, style.theme.text},
      item.rect.w - text);
}

bool row(const WidgetStyle& style, const char* id, const Row& row, bool* pointed) {
  std::optional<unsigned> stop;
  if (row.in_list) stop = row.highlighted ? list_stop : 0;
  Item item = place_item(style, id, room(style), row.height, row.enabled, stop);
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (pointed != nullptr) *pointed = item.hovered && (moved.x != 0 || moved.y != 0);
  const bool lit = row.highlighted || item.hovered;
  if (lit) item.canvas.fill(item.rect, style.theme.raised, 6);
  if (row.highlighted) item.canvas.fill({0, 7, 3, row.height - 14}, style.theme.active, 1.5F);
  if (row.highlighted && (compat::key_pressed(Key::up) || compat::key_pressed(Key::down) ||
                          compat::key_pressed(Key::page_up) || compat::key_pressed(Key::page_down)))
    ImGui::SetScrollHereY();

  const float middle = row.height / 2;
  if (row.chosen) item.canvas.circle({padding + 3, middle}, 3, style.theme.active);
  Rect words = item.rect;
  words.cut_right(padding);
  words.cut_left(row.indent);
  if (row.kind_width > 0) {
    const Rect kind = words.cut_left(row.kind_width);
    item.canvas.text_fit({kind.x, middle}, row.kind, {Face::sans, 12, style.theme.muted},
                         kind.w - 8);
  }
  bool cut = false;
  if (!row.detail.empty()) {
    const TextStyle muted{Face::sans, 14, style.theme.muted};
    const float left = words.w - padding - item.canvas.width(row.text, {Face::sans_bold, 14, {}});
    const float most = std::max(words.w / 2, left);
    cut = item.canvas.width(row.detail, muted) > most;
    words.cut_right(
        item.canvas.text_fit({words.right(), middle}, row.detail, muted, most, Align::right) +
        padding);
  }
  const Color ink = row.enabled ? style.theme.text : style.theme.muted.alpha(0.6F);
  const Face face = row.chosen ? Face::sans_bold : Face::sans;
  const float used = item.canvas.text_fit({words.x, middle}, row.text, {face, 14, ink}, words.w);
  cut = cut || used < item.canvas.width(row.text, {face, 14, ink});
  if (cut) {
    const std::string detail = row.detail.empty() ? "" : '\n' + std::string(row.detail);
    write_out(style, std::string(row.text) + detail);
  }
  draw_ring(style, item, 0, 6);
  return item.clicked;
}

void follow_arrow_keys(int& highlighted, int count) {
  constexpr int page = 8;
  if (compat::key_pressed(Key::down)) ++highlighted;
  if (compat::key_pressed(Key::up)) --highlighted;
  if (compat::key_pressed(Key::page_down)) highlighted += page;
  if (compat::key_pressed(Key::page_up)) highlighted -= page;
  highlighted = std::clamp(highlighted, 0, std::max(0, count - 1));
}

bool confirmed(const WidgetStyle& style) {
  return compat::key_pressed(Key::enter, false) &&
         (style.focus == nullptr || !style.focus->takes_enter());
}

void follow_text(const WidgetStyle& style, unsigned id, bool focus) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  if (focus || (style.focus != nullptr && style.focus->seeks(id))) compat::show(low, high);
  if (style.focus == nullptr) return;
  if (ImGui::IsItemActivated()) style.focus->go_to(id);
  if (style.focus->is_at(id)) {
    style.focus->set_place({low.x, low.y, high.x - low.x, high.y - low.y});
  }
}

bool begin_text(const WidgetStyle& style, unsigned id, bool focus) {
  if (style.focus != nullptr) focus = style.focus->add(id, false).arrived || focus;
  if (focus) ImGui::SetKeyboardFocusHere();
  return focus;
}

bool text_field(const WidgetStyle& style, const char* id, std::string& text, const Field& field) {
  if (!field.label.empty()) paragraph(style, field.label, style.theme.text);
  const float scale = style.fonts.scale();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(id);
  ImGui::SetNextItemWidth(field.width > 0 ? field.width * scale : -FLT_MIN);
  const unsigned stop = ImGui::GetID("##text");
  const bool focus = begin_text(style, stop, field.focus);
  const std::string hint(field.hint);
  const bool entered = ImGui::InputTextWithHint(
      "##text", hint.c_str(), text.data(), text.capacity() + 1,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackResize |
          (field.select ? ImGuiInputTextFlags_AutoSelectAll : ImGuiInputTextFlags_CallbackAlways),
      grow, &text);
  if (text.empty()) DrawnTexts::hear_item(hint);
  ImGui::PopID();
  follow_text(style, stop, focus);
  const bool wrong = !field.message.empty();
  if (wrong || ImGui::IsItemActive()) {
    const ImVec2 size = ImGui::GetItemRectSize();
    ScreenCanvas canvas(*ImGui::GetWindowDrawList(), style.fonts, {at.x, at.y});
    canvas.stroke({0, 0, size.x / scale, size.y / scale},
                  wrong ? style.theme.costly : style.theme.active, 1, 6);
  }
  if (wrong) paragraph(style, field.message, style.theme.costly);
  return entered;
}

bool bare_field(const WidgetStyle& style, const char* id, Rect place, std::string& text,
                std::string_view hint, bool focus, bool select) {
  const float scale = style.fonts.scale();
  const FontScope font(style, Face::sans, 14);
  ImGui::SetNextWindowPos({std::round(place.x * scale), std::round(place.y * scale)});
  ImGui::SetNextWindowSize({std::round(place.w * scale), std::round(place.h * scale)});
  const float above = (std::round(place.h * scale) - ImGui::GetFontSize()) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {8 * scale, std::max(0.0F, above)});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  if (focus) {
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-FLT_MIN);
  const std::string shown(hint);
  const bool entered = ImGui::InputTextWithHint(
      "##text", shown.c_str(), text.data(), text.capacity() + 1,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackResize |
          (select ? ImGuiInputTextFlags_AutoSelectAll : ImGuiInputTextFlags_None),
      grow, &text);
  if (text.empty()) DrawnTexts::hear_item(shown);
  const ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
  ScreenCanvas canvas(*ImGui::GetWindowDrawList(), style.fonts, {low.x, low.y});
  canvas.stroke({0, 0, size.x / scale, size.y / scale}, style.theme.active, 1, 4);
  ImGui::End();
  ImGui::PopStyleVar(4);
  return entered;
}

bool shift_is_down() { return ImGui::GetIO().KeyShift; }

bool button(const WidgetStyle& style, std::string_view text, bool primary, bool enabled) {
  TextStyle font{Face::sans_bold, 14, primary ? style.theme.on_accent : style.theme.text};
  const float width = std::min(std::max(72.0F, style.fonts.width(text, font) + 2 * 16),
                               std::max(34.0F, whole_line(style)));
  wrap(style, width);
  Item item = place_item(style, std::string(text).c_str(), width, 34, enabled);
  Color ground = primary ? style.theme.active : style.theme.raised;
  if (item.hovered) ground = mix(ground, style.theme.text, item.held ? 0.16F : 0.08F);
  if (!enabled) {
    ground = style.theme.raised;
    font.color = style.theme.muted.alpha(0.6F);
  }
  item.canvas.fill(item.rect, ground, 6);
  if (!primary || !enabled) item.canvas.stroke(item.rect, style.theme.hairline, 1, 6);
  item.canvas.text_fit(item.rect.center(), text, font, width - 2 * 8, Align::center);
  draw_ring(style, item, 3, 6);
  return item.clicked;
}

void progress_bar(const WidgetStyle& style, float part) {
  constexpr float height = 8;
  Item item = place_picture(style, height + 8);
  const Rect track{0, 4, item.rect.w, height};
  item.canvas.fill(track, style.theme.hairline, height / 2);
  const float done = std::max(height, track.w * std::clamp(part, 0.0F, 1.0F));
  item.canvas.fill({0, 4, done, height}, style.theme.active, height / 2);
}

int chips(const WidgetStyle& style, std::span<const std::string> texts, int chosen, int* hovered) {
  constexpr float height = 32, space = 6;
  const float scale = style.fonts.scale();
  // Beside something that leaves too little room, they begin a line of their own.
  constexpr float narrowest = 100;
  if (room(style) < narrowest && whole_line(style) > 2 * narrowest) ImGui::NewLine();
  const float line = room(style);
  int clicked = -1;
  for (int i = 0; i < static_cast<int>(texts.size()); ++i) {
    const bool present = i == chosen;
    const TextStyle font{present ? Face::sans_bold : Face::sans, 14,
                         present ? style.theme.on_accent : style.theme.text};
    const std::string& text = texts[static_cast<std::size_t>(i)];
    const float width =
        std::min(std::max(34.0F, style.fonts.width(text, {Face::sans_bold, 14, {}}) + 2 * 10),
                 std::max(34.0F, line));
    if (i > 0) {
      ImGui::SameLine(0, space * scale);
      wrap(style, width);
    }
    const IdScope id(i);
    Item item = place_item(style, "chip", width, height);
    Color ground = present ? style.theme.active : style.theme.raised;
    if (item.hovered) ground = mix(ground, style.theme.text, item.held ? 0.16F : 0.08F);
    item.canvas.fill(item.rect, ground, 6);
    if (!present) item.canvas.stroke(item.rect, style.theme.hairline, 1, 6);
    item.canvas.text_fit(item.rect.center(), text, font, width - 2 * 5, Align::center);
    draw_ring(style, item, 2, 6);
    if (item.clicked) clicked = i;
    if (item.hovered && hovered != nullptr) *hovered = i;
  }
  return clicked;
}

void beside(const WidgetStyle& style) { ImGui::SameLine(0, gap * style.fonts.scale()); }

float room_for_next(const WidgetStyle& style) { return room(style); }

}  // namespace warpscope
