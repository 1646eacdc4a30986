#include "app/panes/source/source_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/subject/program_messages.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr int most_told = 3;  // of a line, in its tooltip

class NotesOfLines {
 public:
  void add(SourceNote note) {
    const auto [found, fresh] = lines_.try_emplace(note.line);
    Line& line = found->second;
    ++line.count;
    if (fresh) {
      line.note = std::move(note);
      return;
    }
    line.of_one_kind = line.of_one_kind && note.brief == line.note.brief;
    if (line.count <= most_told) line.note.tooltip += "\n" + note.tooltip;
    const bool worse = note.costly && !line.note.costly;
    if (!worse) return;
    std::string told = std::move(line.note.tooltip);
    line.note = std::move(note);
    line.note.tooltip = std::move(told);
  }
  /// What is no finding: where there is one, only the tooltip tells it.
  void add_uncounted(SourceNote note) {
    const auto known = lines_.find(note.line);
    if (known == lines_.end()) return add(std::move(note));
    known->second.note.tooltip += "\n" + note.tooltip;
  }
  [[nodiscard]] std::vector<SourceNote> take() {
    std::vector<SourceNote> notes;
    for (auto& [number, line] : lines_) {
      if (line.count > 1) {
        const std::string count = std::to_string(line.count);
        line.note.text = line.of_one_kind
                             ? tr_n("{1} · {0} way", "{1} · {0} ways", line.count, line.note.brief)
                             : tr_n("{} finding", "{} findings", line.count);
        line.note.brief = count;
        line.note.may_be_cut = false;
      }
      notes.push_back(std::move(line.note));
    }
    return notes;
  }

 private:
  struct Line {
    SourceNote note;
    int count = 0;
    bool of_one_kind = true;
  };
  std::map<std::uint32_t, Line> lines_;
};

void add_finding(NotesOfLines& notes, const ListedFinding& finding, const FindingPlace& place,
                 std::string_view file) {
  if (place.line == 0 || place.file != file) return;
  std::string tooltip = finding.message;
  if (!finding.hint.empty()) tooltip += "\n" + finding.hint;
  notes.add({.line = place.line,
             .costly = finding.faulty(),
             .text = finding_chip_text(finding),
             .brief = finding_brief(finding),
             .tooltip = std::move(tooltip),
             .access = place.access});
}

void add_stop(NotesOfLines& notes, const ProgramOutcome& outcome, std::string_view file) {
  if (!outcome.stopped || outcome.stopped->line == 0 || outcome.stopped->file != file) return;
  notes.add_uncounted({.line = outcome.stopped->line,
                       .costly = false,
                       .text = stop_text(outcome),
                       .brief = tr("stopped"),
                       .tooltip = outcome.message.text()});
}

}  // namespace

std::vector<SourceNote> source_notes(std::span<const ListedFinding> findings,
                                     std::span<const Diagnostic> diagnostics,
                                     std::string_view file) {
  return source_notes(findings, diagnostics, ProgramOutcome(), file);
}

std::vector<SourceNote> source_notes(std::span<const ListedFinding> findings,
                                     std::span<const Diagnostic> diagnostics,
                                     const ProgramOutcome& outcome, std::string_view file) {
  NotesOfLines notes;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Diagnostic::Severity::note) continue;
    if (diagnostic.line <= 0 || diagnostic.file != file) continue;
    const bool error = diagnostic.severity == Diagnostic::Severity::error;
    const std::string brief = error ? tr("error") : tr("warning");
    const std::string message = quotable(diagnostic.message, 400);
    notes.add({.line = static_cast<std::uint32_t>(diagnostic.line),
               .costly = error,
               .text = message,
               .brief = brief,
               .may_be_cut = true,
               .tooltip = fmt::format("{}: {}", brief, message)});
  }
  for (const ListedFinding& finding : findings) {
    add_finding(notes, finding, finding.place, file);
    const bool elsewhere = finding.other && (finding.other->line != finding.place.line ||
                                             finding.other->file != finding.place.file);
    if (elsewhere) add_finding(notes, finding, *finding.other, file);
    std::set<std::uint32_t> told{finding.place.line};
    if (finding.other) told.insert(finding.other->line);
    for (const FindingPlace& place : finding.more) {
      if (told.insert(place.line).second) add_finding(notes, finding, place, file);
    }
  }
  add_stop(notes, outcome, file);
  return notes.take();
}

const SourceNote* note_at(std::span<const SourceNote> notes, std::uint32_t line) {
  const auto found = std::ranges::lower_bound(notes, line, {}, &SourceNote::line);
  return found == notes.end() || found->line != line ? nullptr : &*found;
}

}  // namespace warpscope
