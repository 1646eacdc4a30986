#include "app/shell/popups.hpp"

#include <algorithm>
#include <utility>

#include "app/shell/controls.hpp"
#include "app/shell/key_sheet.hpp"
#include "app/shell/scene.hpp"
#include "app/shell/write_choice.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The command whose control a popup belongs to; empty for popups in the middle of the window.
std::string_view anchor_of(RunField field) {
  switch (field) {
    case RunField::block: return "block";
    case RunField::traced_block: return "traced_block";
    case RunField::input:
    case RunField::seed: return "input";
    case RunField::parameters: return "parameter";
    case RunField::launch: return "program.setup";
    default: return "size";
  }
}

std::string_view anchor_of(Popup popup, RunField field) {
  switch (popup) {
    case Popup::run: return anchor_of(field);
    case Popup::kernel: return "kernel";
    case Popup::rival:
    case Popup::rival_file:
    case Popup::what_if: return "rival";
    case Popup::machine: return "machine";
    case Popup::banks: return "banks";
    case Popup::granularity: return "play.by";
    case Popup::speed: return "play.speed";
    case Popup::more: return "toolbar.more";
    case Popup::launch: return "launch";
    case Popup::pin: return "pin";
    case Popup::filter: return "filter";
    case Popup::landmark: return "landmark";
    default: return "";
  }
}

constexpr float low_window = 400;         // has no room beside a control
constexpr float part_height = 26;         // heading of some choices
constexpr float choice_told_height = 56;  // what is said of the highlighted choice
constexpr float below_rows = 20;

float width_of(Popup popup) {
  switch (popup) {
    case Popup::granularity:
    case Popup::speed: return 200;
    case Popup::more:
    case Popup::banks: return 320;
    case Popup::measure:
    case Popup::filter:
    case Popup::machine: return 400;
    case Popup::formula: return 600;
    case Popup::index:
    case Popup::launch:
    case Popup::starter: return 720;
    case Popup::run: return 780;
    case Popup::what_if:
    case Popup::bookmarks:
    case Popup::palette:
    case Popup::picture:
    case Popup::landmark: return 640;
    case Popup::help: return 1200;
    case Popup::keys: return 4 * widest_key_column;
    case Popup::editor:
    case Popup::cell:
    case Popup::glossary: return 960;
    case Popup::kernel:
    case Popup::rival: return 1080;
    default: return 520;
  }
}

/// Room for a row of a list with all of its words.
float width_of_row(std::string_view text, std::string_view detail, const TextMeasure& measure) {
  constexpr float around =
      28 + 12 + 2 * 16 + 16;  // what a row and the sheet leave free, and a scroll bar
  const float right = detail.empty() ? 0 : measure.width(detail, {Face::sans, 14, {}}) + 12;
  return measure.width(text, {Face::sans_bold, 14, {}}) + right + around;
}

/// Below the control, or above it if that is in the lower half; without one, in the upper middle.
SheetPlace place_of(Popup popup, Rect anchor, float room_w, float room_h, float rows) {
  const float width = std::min(std::max(width_of(popup), rows), room_w - 16);
  const bool tall = popup == Popup::help || popup == Popup::keys || popup == Popup::editor;
  if (room_h < low_window) return {{(room_w - width) / 2, 8, width, room_h - 16}};
  const float top = tall ? 12 : 88;
  if (anchor.w <= 0) return {{(room_w - width) / 2, top, width, room_h - top - 24}};
  const float x = std::clamp(anchor.x, 8.0F, room_w - width - 8);
  if (anchor.y >= room_h / 2) return {{x, 8, width, anchor.y - 14}, true};
  const float y = anchor.bottom() + 6;
  return {{x, y, width, room_h - y - 8}};
}

}  // namespace

Popups::Popups(Session& session, const Commands& commands, ExportHost host, FileDialog* files)
    : session_(session),
      commands_(commands),
      files_(files),
      exports_(session, std::move(host), files),
      kernel_form_(session),
      program_form_(session),
      editor_form_(session) {}

void Popups::draw(const Scene& scene, const WidgetStyle& shown) {
  const WidgetStyle style{shown.fonts, shown.theme, &focus_};
  hidden_ = scene.hidden_commands();
  // Its rows would act on accesses that the recording shown by now need not have.
  if (session_.popup.shown == Popup::context && !scene.menu_is_current()) {
    session_.popup.shown = Popup::none;
  }
  if (session_.popup.shown != std::exchange(shown_, session_.popup.shown)) opened();
  if (shown_ == Popup::what_if) follow_layouts();
  if (shown_ == Popup::none) return;
  if (shown_ == Popup::find) {
    draw_find(style, scene.field_rect());
    appears_ = false;
    ++drawn_;
    return;
  }
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float scale = style.fonts.scale();
  Rect anchor = scene.control_rect(anchor_of(shown_, session_.popup.run_field));
  if (anchor.w <= 0 && anchor_of(shown_, session_.popup.run_field) == "rival") {
    anchor = scene.control_rect(shown_ == Popup::what_if ? "what_if" : "compare");
  }
  if (appears_ || widens_) {
    rows_width_ = 0;
    const bool in_columns = shown_ == Popup::kernel || shown_ == Popup::rival;
    if (!in_columns) {
      for (const Choice& each : choices()) {
        rows_width_ = std::max(rows_width_, width_of_row(each.text, each.detail, style.fonts));
      }
    }
  }
  const float room_w = display.x / scale, room_h = display.y / scale;
  const SheetPlace place = shown_ == Popup::context
                               ? SheetPlace{menu_place(scene.menu(), style, room_w, room_h)}
                               : place_of(shown_, anchor, room_w, room_h, rows_width_);
  room_height_ = place.room.h;
  const Sheet sheet(style, "popup", place);
  shown_ == Popup::context ? draw_context(style, scene.menu()) : draw_content(style);
  appears_ = widens_ = false;
  ++drawn_;
  if (!sheet.dismissed() || session_.popup.shown != shown_) return;
  if (shown_ == Popup::question) static_cast<void>(session_.programs.answer(false));
  session_.popup.shown = Popup::none;
}

void Popups::opened() {
  appears_ = true;
  drawn_ = 0;
  focus_.leave();
  problem_ = {};
  noted_ = 0;
  fields_ = {};
  if (files_ != nullptr) files_->close();  // it asked for the popup before
  const Playhead& head = session_.playback.left();
  layouts_ = {};
  if (session_.popup.shown == Popup::what_if && head.ready()) {
    layouts_ = LayoutSearch(head.document(), head.position());
    static_cast<void>(layouts_.look(false));
  }
  no_padding_.clear();
  if (session_.popup.shown == Popup::what_if && head.ready()) {
    for (const int pad : {32, 16}) {
      const Status possible = possible_padding(*head.document()->trace, pad);
      if (!possible) no_padding_[pad] = possible.error().message;
    }
  }
  if (session_.popup.shown == Popup::index && head.ready()) open_draft();
  const auto list = choices();
  const auto chosen = std::ranges::find(list, true, &Choice::chosen);
  highlighted_ = chosen == list.end() ? 0 : static_cast<int>(chosen - list.begin());
  const std::string stem = session_.playback.left().ready()
                               ? session_.playback.left().document()->trace->header.kernel
                               : "trace";
  switch (session_.popup.shown) {
    case Popup::run:
      of_program_ = session_.options().subject()->can().take_options;
      of_program_ ? program_form_.open() : kernel_form_.open();
      break;
    case Popup::save:
      fields_ = {file_to_write(stem + ".wscope").beside.string()};
      ask_desktop();
      break;
    case Popup::keep: fields_ = {"", session_.lectures.kept_in().string()}; break;
    case Popup::picture: exports_.open(); break;
    case Popup::measure: fields_ = {usual_sizes()}; break;
    case Popup::palette: palette_ = Palette(session_, commands_); break;
    case Popup::glossary: find_terms(); break;
    case Popup::cell:
      rows_kind_ = 0;
      find_rows();
      break;
    case Popup::editor: editor_form_.open(); break;
    case Popup::answer: fields_ = {std::exchange(session_.popup.answer, {})}; break;
    case Popup::open:
    case Popup::rival_file:
      recent_ = listed_programs(session_.programs.recent());
      browser_.open(folder_to_browse());
      ask_desktop();
      break;
    default: break;
  }
}

void Popups::follow_layouts() {
  const Playhead& head = session_.playback.left();
  if (layouts_.complete() || !head.ready()) return;
  const std::size_t known = layouts().size();
  static_cast<void>(layouts_.look(false));
  widens_ = layouts().size() != known;
  // What is chosen stays so, though rows come above it.
  if (std::cmp_greater_equal(highlighted_, known)) {
    highlighted_ += static_cast<int>(layouts().size() - std::min(known, layouts().size()));
  }
}

float Popups::seconds_until_change() const {
  constexpr float soon = 0.03F;
  const bool reads = shown_ != Popup::none && browser_.reads();
  const bool looks = (shown_ == Popup::index && draft_waits_) ||
                     (shown_ == Popup::what_if && !layouts_.complete());
  // Its height is that of what the frame before has drawn.
  const bool grows = shown_ != Popup::none && drawn_ < 3;
  return std::min(exports_.seconds_until_change(), reads || looks || grows ? soon : 1e6F);
}

void Popups::draw_content(const WidgetStyle& style) {
  switch (shown_) {
    case Popup::palette: return draw_palette(style);
    case Popup::help: return draw_help(style);
    case Popup::keys: return draw_keys(style);
    case Popup::glossary: return draw_glossary(style);
    case Popup::kernel:
    case Popup::rival: return draw_kernels(style);
    case Popup::run: return draw_run(style);
    case Popup::jump: return draw_place(style);
    case Popup::answer: return draw_answer(style);
    case Popup::keep: return draw_keep(style);
    case Popup::pin: return draw_pin(style);
    case Popup::cell: return draw_cell(style);
    case Popup::bookmarks: return draw_bookmarks(style);
    case Popup::formula: return draw_formula(style);
    case Popup::index: return draw_index(style);
    case Popup::open:
    case Popup::rival_file: return draw_open(style);
    case Popup::save: return draw_save(style);
    case Popup::picture: return exports_.draw(style, appears_);
    case Popup::measure: return draw_measure(style);
    case Popup::question: return draw_question(style);
    case Popup::editor: return draw_editor(style);
    default: return draw_choices(style, choices(), 560);
  }
}

void Popups::draw_run(const WidgetStyle& style) {
  if (of_program_ != session_.options().subject()->can().take_options) {
    session_.popup.shown = Popup::none;  // something else is shown behind the form
    return;
  }
  const auto done =
      of_program_ ? program_form_.draw(style, problem_) : kernel_form_.draw(style, problem_);
  if (done) finish(*done);
}

void Popups::draw_editor(const WidgetStyle& style) {
  const float room = ImGui::GetIO().DisplaySize.y / style.fonts.scale();
  const float height =
      place_of(Popup::editor, {}, ImGui::GetIO().DisplaySize.x / style.fonts.scale(), room, 0)
          .room.h;
  if (editor_form_.draw(style, height) && session_.popup.shown == shown_)
    session_.popup.shown = Popup::none;
}

float Popups::room_left(const WidgetStyle& style) const {
  return room_height_ - ImGui::GetCursorPosY() / style.fonts.scale();
}

void Popups::finish(const Status& status) {
  if (status) {
    if (session_.popup.shown == shown_)
      session_.popup.shown = Popup::none;  // else it opened another one
  } else {
    problem_ = status.error().for_window();
  }
}

void Popups::draw_choices(const WidgetStyle& style, const std::vector<Choice>& list, float height) {
  const int count = static_cast<int>(list.size());
  follow_arrow_keys(highlighted_, count);
  int chosen = count > 0 && confirmed(style) ? highlighted_ : -1;
  const auto parts = static_cast<float>(
      std::ranges::count_if(list, [](const Choice& c) { return !c.part.empty(); }));
  const float needed = static_cast<float>(count) * (row_height + 6) + parts * (part_height + 6);
  {
    // The sheet itself must not scroll: two bars side by side confuse, and what is said below stays in sight.
    const bool told = std::ranges::any_of(list, [](const Choice& c) { return !c.about.empty(); });
    const float room = room_left(style) - (told ? choice_told_height : 0) - below_rows;
    const ScrollArea area(style, "rows",
                          std::min({height, needed, std::max(3 * (row_height + 6), room)}));
    for (int i = 0; i < count; ++i) {
      const Choice& choice = list[static_cast<std::size_t>(i)];
      const IdScope id(i);
      if (!choice.part.empty()) label(style, choice.part, part_height);
      const Row line{.text = choice.text,
                     .detail = choice.detail,
                     .chosen = choice.chosen,
                     .highlighted = i == highlighted_,
                     .in_list = true};
      if (row(style, "row", line)) chosen = i;
    }
  }
  if (count > 0) {
    const std::string& about = list[static_cast<std::size_t>(highlighted_)].about;
    if (!about.empty()) paragraph(style, about, style.theme.muted);
  }
  if (shown_ == Popup::what_if && !layouts_.complete()) {
    paragraph(style, tr("Looking for more layouts of shared arrays …"), style.theme.muted);
  }
  if (shown_ == Popup::what_if) {
    for (const std::string& refused : refused_layouts()) {
      paragraph(style, refused, style.theme.muted);
    }
  }
  if (!problem_.empty()) paragraph(style, problem_.text(), style.theme.costly);
  if (chosen >= 0) finish(list[static_cast<std::size_t>(chosen)].choose());
}

}  // namespace warpscope
