#include "app/shell/editor_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/programs/starters.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float least_text = 110, most_text = 640;
constexpr int most_told = 3;  // messages in sight
constexpr float told_height = 26;

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code unknown;
  return std::filesystem::absolute(a, unknown).lexically_normal() ==
         std::filesystem::absolute(b, unknown).lexically_normal();
}

bool pressed_with_ctrl(Key key) {
  return ImGui::GetIO().KeyCtrl && compat::key_pressed(key, false);
}

/// What a button does, and its key.
std::string with_key(std::string_view words, std::string_view key) {
  return tr("{0} ({1})", words, key);
}

}  // namespace

void EditorForm::open() {
  notes_.clear();
  noted_ = 0;
  problem_ = {};
  conflict_ = false;
  waits_from_.reset();
  editor_.forget();
  editor_.take_keyboard();
  generation_ = session_.editor.program.generation();
  collect_notes();
  if (!notes_.empty()) editor_.go_to(notes_.front().line);
}

const ConsolePage* EditorForm::page() const {
  const ConsolePage* page = session_.programs.console();
  const bool own = page != nullptr && !session_.editor.program.file().empty() &&
                   is_same_file(page->file, session_.editor.program.file());
  return own ? page : nullptr;
}

EditorForm::State EditorForm::state() const {
  const ConsolePage* now = page();
  if (now == nullptr) return waits_from_ ? State::building : State::idle;
  if (waits_from_ && now->revision <= *waits_from_) return State::building;
  switch (now->state) {
    case ConsolePage::State::building: return State::building;
    case ConsolePage::State::running: return State::running;
    case ConsolePage::State::not_built: return State::broken;
    case ConsolePage::State::ended: break;
  }
  return State::ran;
}

/// Beside the lines of the text as it was compiled: they move with an edit, until the next build.
void EditorForm::collect_notes() {
  const ConsolePage* now = page();
  if (now == nullptr || now->revision == noted_) return;
  if (now->state == ConsolePage::State::building || now->state == ConsolePage::State::running) {
    return;
  }
  noted_ = now->revision;
  notes_.clear();
  const auto add = [&](int line, std::string text) {
    if (line > 0) notes_.push_back({line, std::move(text)});
  };
  for (const Diagnostic& each : now->diagnostics) {
    if (each.severity == Diagnostic::Severity::error &&
        is_same_file(now->folder / each.file, session_.editor.program.file())) {
      add(each.line, printable(each.message));
    }
  }
  if (now->outcome) {
    for (const ProgramFinding& each : now->outcome->findings) {
      if (is_same_file(now->folder / each.file, session_.editor.program.file())) {
        add(static_cast<int>(each.line), each.message.text());
      }
    }
  }
}

void EditorForm::hear(const Status& done, bool runs) {
  conflict_ = !done && session_.editor.program.changed_elsewhere();
  problem_ = done ? Sentence() : done.error().for_window();
  runs_after_ = runs;
  generation_ = session_.editor.program.generation();
}

void EditorForm::run() {
  const ConsolePage* before = page();
  const std::uint64_t revision = before == nullptr ? 0 : before->revision;
  const bool is_new = session_.editor.program.file().empty();
  const Status begun = session_.editor.run(conflict_);
  hear(begun, true);
  if (!begun) return;
  if (is_new) editor_.forget();  // tidied up on its way into the file
  editor_.take_keyboard();
  waits_from_ = revision;
}

void EditorForm::save() {
  hear(session_.editor.program.save(conflict_), false);
  editor_.take_keyboard();
}

void EditorForm::draw_told(const WidgetStyle& style) {
  const State now = state();
  if (now == State::building) {
    return paragraph(style, tr("Compiling …"), style.theme.muted);
  }
  if (now == State::running) {
    return paragraph(style, tr("It compiles, and runs …"), style.theme.muted);
  }
  if (now == State::broken && notes_.empty()) {
    return paragraph(style, page()->failure.text(), style.theme.costly);
  }
  if (notes_.empty()) {
    const std::string words =
        now == State::ran ? tr("It has run: what it does is shown behind this place.")
        : session_.editor.program.changed() ? std::string()
                                            : tr("Nothing is changed since it was saved.");
    return paragraph(style, words, style.theme.muted);
  }
  const auto count = static_cast<int>(notes_.size());
  const ScrollArea area(style, "told",
                        static_cast<float>(std::min(count, most_told)) * (told_height + 4));
  for (int i = 0; i < count; ++i) {
    const IdScope id(i);
    const LineNote& note = notes_[static_cast<std::size_t>(i)];
    const std::string line = tr("line {}", note.line);
    if (row(style, "told",
            {.text = note.text,
             .height = told_height,
             .kind = line,
             .kind_width = 72,
             .indent = 8})) {
      editor_.go_to(note.line);
    }
  }
}

void EditorForm::draw_conflict(const WidgetStyle& style) {
  paragraph(style, problem_.text(), style.theme.costly);
  if (!conflict_) return;
  if (button(style, tr("Write mine over it"), true)) runs_after_ ? run() : save();
  beside(style);
  if (button(style, tr("Take the file's text"))) {
    if (const Status taken = session_.editor.program.take_file(); !taken) {
      problem_ = taken.error().for_window();
    } else {
      problem_ = {};
    }
    conflict_ = false;
  }
}

bool EditorForm::draw_buttons(const WidgetStyle& style) {
  ProgramEditor& editor = session_.editor.program;
  // In the same row, if there is room.
  const auto next = [&](const std::string& words, bool enabled = true) {
    beside(style);
    return button(style, words, false, enabled);
  };
  const bool waits = state() == State::building || state() == State::running;
  const bool can_run = !editor.text().empty();
  const bool runs = pressed_with_ctrl(Key::enter) && can_run;
  // Translators: builds and runs the program whose text is shown.
  if (button(style, with_key(tr_c("program", "Run"), "Ctrl+Enter"), true, can_run) || runs) run();
  if (!editor.file().empty()) {
    const bool saves = pressed_with_ctrl(Key{'S'}) && editor.changed();
    if (next(with_key(tr_c("program", "Save"), "Ctrl+S"), editor.changed()) || saves) save();
  }
  const bool closes = next(waits || !editor.changed() ? tr("Close") : tr("Cancel"));
  if (editor.can_take_back()) {
    if (next(tr("Back to my text"))) editor.take_back();
  } else if (editor.file().empty() && !editor.is_example()) {
    if (next(tr("Example"))) editor.take_example();
  }
  return closes;
}

/// What stands below the text, of the height that it may take.
float EditorForm::height_below(const WidgetStyle& style) const {
  const float line = ImGui::GetTextLineHeightWithSpacing() / style.fonts.scale();
  float height = 34 + 8 + 2 * line + 12;  // buttons, what is told
  const auto told = static_cast<float>(std::min(static_cast<int>(notes_.size()), most_told));
  if (told > 0) height += told * (told_height + 4) - line;
  if (!problem_.empty()) height += 3 * line + (conflict_ ? 42.0F : 0.0F);
  return height;
}

bool EditorForm::draw(const WidgetStyle& style, float room) {
  ProgramEditor& editor = session_.editor.program;
  collect_notes();
  if (waits_from_ && state() == State::ran) return true;  // what it does is to be seen
  if (state() == State::broken && std::exchange(waits_from_, std::nullopt) && !notes_.empty()) {
    editor_.go_to(notes_.front().line);
  }
  if (generation_ != editor.generation()) {
    generation_ = editor.generation();
    editor_.forget();
    editor_.take_keyboard();
  }

  const bool is_new = editor.file().empty();
  heading(style, is_new ? tr("Paste a kernel") : printable(editor.file().filename().string()));
  const float scale = style.fonts.scale();
  const float top = ImGui::GetCursorPosY();
  paragraph(style,
            is_new ? tr("Write a kernel in plain CUDA, or paste one with Ctrl+V. It needs no "
                        "main(): grid, block and "
                        "arrays are guessed. It is written to {}.",
                        printable(default_program_folder().string()))
                   : tr("{}: each save is compiled, run and shown.",
                        printable(editor.file().parent_path().string())),
            style.theme.muted);
  space(style, 2);
  const float used = (ImGui::GetCursorPosY() - top) / scale + 26 + 8 + 28;
  const float text = std::clamp(room - used - height_below(style), least_text, most_text);
  editor_.draw(style, "program", editor.text(),
               {.height = text, .notes = notes_, .select_all = editor.is_example()});
  draw_told(style);
  if (!problem_.empty()) draw_conflict(style);
  return draw_buttons(style);
}

}  // namespace warpscope
