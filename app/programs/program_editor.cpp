#include "app/programs/program_editor.hpp"

#include <span>
#include <utility>

#include "app/programs/starters.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

std::string_view example_text() { return embedded_text("assets/starters/ten_lines.cu"); }

/// A file's text, and whether its lines end as on Windows.
struct FileText {
  std::string text;
  bool carriage_returns = false;
};

Result<FileText> read_program_text(const fs::path& file) {
  Result<std::string> read = read_text_file(file, ProgramEditor::largest);
  if (!read) return read.error();
  FileText found{std::move(read).value(), false};
  found.carriage_returns = found.text.find("\r\n") != std::string::npos;
  std::erase(found.text, '\r');
  if (printable_lines(found.text) != found.text) {  // the field would lose what it cannot show
    return usage_error(
        say("{} is no plain text in UTF-8, so it is not edited here.", printable(file.string())));
  }
  return found;
}

std::string with_carriage_returns(std::string_view text) {
  std::string lines;
  for (const char letter : text) {
    if (letter == '\n') lines += '\r';
    lines += letter;
  }
  return lines;
}

}  // namespace

ProgramEditor::ProgramEditor() { drafts_.try_emplace({}); }

bool ProgramEditor::is_example() const { return file_.empty() && text() == example_text(); }

void ProgramEditor::begin(std::string_view offered) {
  file_.clear();
  const bool untouched = text().find_first_not_of(" \t\n") == std::string::npos || is_example();
  if (untouched) {
    const bool kernel = offered.size() <= largest && offered.find('\0') == std::string_view::npos &&
                        offered.find("__global__") != std::string_view::npos;
    draft() = {};
    draft().text = kernel ? tidy_paste(offered) : std::string(example_text());
  }
  ++generation_;
}

Status ProgramEditor::open(const fs::path& file) {
  Result<FileText> now = read_program_text(file);
  if (!now) return now.error();
  file_ = file;
  Draft& known = draft();
  // What was typed and not saved stays; whether the file is another one meanwhile is told when it is saved.
  if (!known.read || known.text == known.saved) {
    known.text = known.saved = std::move(now->text);
    known.carriage_returns = now->carriage_returns;
    known.read = true;
    known.replaced.reset();
  }
  ++generation_;
  return Done{};
}

Status ProgramEditor::becomes(const fs::path& file) {
  drafts_[fs::path()] = {};
  drafts_.erase(file);
  return open(file);
}

bool ProgramEditor::changed_elsewhere() const {
  if (file_.empty()) return false;
  const Result<FileText> now = read_program_text(file_);
  return !now || now->text != draft().saved;
}

Status ProgramEditor::save(bool over) {
  if (file_.empty()) return usage_error(say("A new program has no file yet: run it."));
  if (!over && changed_elsewhere()) {
    return usage_error(say("{} was changed elsewhere since it was opened here.",
                           printable(file_.filename().string())));
  }
  Draft& mine = draft();
  const std::string text = mine.carriage_returns ? with_carriage_returns(mine.text) : mine.text;
  if (Status written = write_file_atomically(file_, std::as_bytes(std::span(text))); !written) {
    return written;
  }
  mine.saved = mine.text;
  mine.read = true;
  return Done{};
}

Status ProgramEditor::take_file() {
  Result<FileText> now = read_program_text(file_);
  if (!now) return now.error();
  Draft& mine = draft();
  mine.replaced = std::exchange(mine.text, now->text);
  mine.saved = std::move(now->text);
  mine.carriage_returns = now->carriage_returns;
  mine.read = true;
  ++generation_;
  return Done{};
}

void ProgramEditor::take_back() {
  Draft& mine = draft();
  if (!mine.replaced) return;
  std::swap(mine.text, *mine.replaced);
  ++generation_;
}

void ProgramEditor::take_example() {
  Draft& mine = draft();
  mine.replaced = std::exchange(mine.text, std::string(example_text()));
  ++generation_;
}

std::map<fs::path, std::string> ProgramEditor::unsaved() const {
  std::map<fs::path, std::string> texts;
  for (const auto& [file, each] : drafts_) {
    const bool touched = file.empty() ? each.text != example_text() : each.text != each.saved;
    if (touched && !each.text.empty()) texts.emplace(file, each.text);
  }
  return texts;
}

void ProgramEditor::restore(const fs::path& file, std::string text) {
  Draft& known = drafts_[file];
  known = {};
  known.text = std::move(text);
  if (file.empty()) return;
  const Result<FileText> now = read_program_text(file);
  if (!now) return;
  // Compared with the file as it is: that it was changed since nobody can know any more.
  known.saved = now->text;
  known.carriage_returns = now->carriage_returns;
  known.read = true;
}

}  // namespace warpscope
