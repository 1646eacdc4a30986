// The popups that ask for a file: by the desktop's dialog where there is one, else by fields and lists of their own.

#include <system_error>

#include "app/shell/popups.hpp"
#include "app/shell/write_choice.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

std::filesystem::path Popups::folder_to_browse() const {
  std::error_code unknown;
  std::filesystem::path here = std::filesystem::current_path(unknown);
  const SubjectPtr subject = session_.options().subject();
  if (!subject->can_be_edited()) return here;
  return (here / subject->sources().front()).parent_path();
}

void Popups::ask_desktop() {
  if (files_ == nullptr || !files_->is_there()) return;
  const bool saves = shown_ == Popup::save;
  FileQuestion question{.saves = saves,
                        .title = saves ? tr("Save the trace") : open_title(),
                        .folder = folder_to_browse()};
  const FileKind programs{tr("Programs"), {"*.cu"}}, traces{tr("Traces"), {"*.wscope"}},
      lectures{tr("Lectures"), {"*.yaml", "*.yml"}}, all{tr("All files"), {"*"}};
  if (saves) {
    question.name = fields_[0];
    question.kinds = {traces, all};
  } else if (shown_ == Popup::rival_file) {
    question.kinds = {{tr("Programs and traces"), {"*.cu", "*.wscope"}}, programs, traces, all};
  } else {
    question.kinds = {
        {tr("Programs, traces and lectures"), {"*.cu", "*.wscope", "*.yaml", "*.yml"}},
        programs,
        traces,
        lectures,
        all};
  }
  files_->ask(question);
}

bool Popups::desktop_asks(const WidgetStyle& style) {
  if (files_ == nullptr || !files_->asks()) return false;
  if (const auto answer = files_->take()) {
    hear_desktop(*answer);
    return session_.popup.shown != shown_;
  }
  paragraph(style, tr("The desktop asks for the file in a window of its own."), style.theme.muted);
  hairline(style);
  const bool here = button(style, tr("Choose it here"), true) || confirmed(style);
  beside(style);
  const bool cancel = button(style, tr("Cancel"));
  if (here || cancel) files_->close();
  if (here) ask_here();
  if (cancel) session_.popup.shown = Popup::none;
  return !here;
}

void Popups::ask_here() {
  appears_ = true;
  drawn_ = 0;
}

void Popups::hear_desktop(const FileAnswer& answer) {
  ask_here();
  switch (answer.kind) {
    case FileAnswer::Kind::cancelled: session_.popup.shown = Popup::none; return;
    case FileAnswer::Kind::no_dialog: return;
    case FileAnswer::Kind::refused: problem_ = answer.problem; return;
    case FileAnswer::Kind::chosen: break;
  }
  if (shown_ == Popup::save) {
    fields_[0] = answer.file.string();
    return finish(session_.recording.save(answer.file));
  }
  browser_.open(answer.file.parent_path());
  finish(open_chosen(answer.file));
}

std::string Popups::open_title() const {
  return shown_ == Popup::rival_file ? tr("Compare with a program or a trace")
                                     : tr("Open a program, a trace or a lecture");
}

Status Popups::open_chosen(const std::filesystem::path& file) {
  return shown_ == Popup::rival_file ? session_.programs.open_beside(file) : session_.open(file);
}

void Popups::draw_open(const WidgetStyle& style) {
  heading(style, open_title());
  if (desktop_asks(style)) return;
  auto chosen = browser_.draw(style, appears_, problem_.text());
  if (!chosen) chosen = draw_recent(style);
  if (chosen) finish(open_chosen(*chosen));
}

void Popups::draw_save(const WidgetStyle& style) {
  heading(style, tr("Save the trace"));
  if (desktop_asks(style)) return;
  const std::string problem = problem_.text();
  const bool entered = text_field(style, "path", fields_[0],
                                  {.label = tr("File, .wscope"),
                                   .hint = tr("e.g. reduce.wscope"),
                                   .message = problem,
                                   .focus = appears_});
  if (fields_[0].empty()) {
    button(style, tr("Save"), true, false);
    return;
  }
  const auto chosen = write_choice(style, tr("Save"), file_to_write(fields_[0]), entered);
  if (chosen) finish(session_.recording.save(*chosen));
}

}  // namespace warpscope
