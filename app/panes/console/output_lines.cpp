#include "app/panes/console/output_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/panes/source/source_layout.hpp"
#include "app/subject/program_messages.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t longest_quote = 400;

OutputLine::Ink output_ink(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error: return OutputLine::Ink::error;
    case Diagnostic::Severity::warning: return OutputLine::Ink::warning;
    case Diagnostic::Severity::note: return OutputLine::Ink::muted;
  }
  return OutputLine::Ink::plain;
}

std::string_view severity_text(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error: return tr("error");
    case Diagnostic::Severity::warning: return tr("warning");
    case Diagnostic::Severity::note: return tr("note");
  }
  return "";
}

/// Why nothing was built, unless the first message of the compiler says it.
void add_failure(const ConsolePage& page, std::vector<OutputLine>& lines) {
  const bool repeated = std::ranges::any_of(page.diagnostics, [&](const Diagnostic& diagnostic) {
    return page.failure.is_data() && diagnostic.message == page.failure.id();
  });
  if (page.failure.empty() || repeated) {
    lines.push_back({tr("{} does not compile.", page.program), OutputLine::Ink::error});
    return;
  }
  OutputLine failure{.text = printable(page.failure.text()), .ink = OutputLine::Ink::error};
  if (const auto place = named_place(page, page.failure.english())) failure.place = *place;
  lines.push_back(std::move(failure));
}

void add_head(const ConsolePage& page, std::vector<OutputLine>& lines) {
  switch (page.state) {
    case ConsolePage::State::building:
      lines.push_back(
          // Translators: the field is a program, or a stage of its build.
          {page.stage.empty() ? tr("building {} …", page.program)
                              : tr("{} …", printable(page.stage)),
           OutputLine::Ink::busy});
      return;
    case ConsolePage::State::not_built: add_failure(page, lines); return;
    case ConsolePage::State::running:
    case ConsolePage::State::ended: break;
  }
  if (page.state == ConsolePage::State::ended && !page.outcome && !page.failure.empty()) {
    lines.push_back({printable(page.failure.text()), OutputLine::Ink::error});
    return;
  }
  if (page.from_cache) {
    lines.push_back(
        {tr("{} has not changed: nothing to compile", page.program), OutputLine::Ink::muted});
  } else if (page.build_seconds > 0) {
    lines.push_back({tr("compiled {0}  {1} s", page.program, fixed_text(page.build_seconds, 2)),
                     OutputLine::Ink::muted});
  } else {
    lines.push_back({tr("compiled {}", page.program), OutputLine::Ink::muted});
  }
}

FilePlace diagnostic_place(const ConsolePage& page, const std::string& file, int line) {
  if (file.empty() || line <= 0) return {};
  return {page.folder / file, static_cast<std::uint32_t>(line)};
}

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

/// The line of source, and a caret below it.
void add_quote(const Diagnostic& diagnostic, const OutputLine& head,
               std::vector<OutputLine>& lines) {
  constexpr std::size_t indent = 4;
  const std::string source = quotable(diagnostic.source_line, longest_quote);
  const std::size_t blanks = std::min(source.find_first_not_of(' '), source.size());
  if (blanks == source.size()) return;
  const auto before = static_cast<std::size_t>(std::max(diagnostic.column - 1, 0));
  const std::size_t column = characters_in(printable(diagnostic.source_line.substr(0, before)));
  const std::size_t caret = indent + (column > blanks ? column - blanks : 0);
  OutputLine quote = head;
  quote.quote = true;
  quote.caret = caret;
  quote.ink = OutputLine::Ink::plain;
  quote.text = std::string(indent, ' ') + source.substr(blanks);
  lines.push_back(quote);
  if (diagnostic.column <= 0 || column < blanks || column > longest_quote) return;
  quote.ink = head.ink;
  quote.text = std::string(caret, ' ') + "^";
  lines.push_back(std::move(quote));
}

void add_diagnostics(const ConsolePage& page, std::vector<OutputLine>& lines) {
  int block = -1;
  OutputLine::Ink tone = OutputLine::Ink::plain;
  for (const Diagnostic& diagnostic : page.diagnostics) {
    const OutputLine::Ink ink = output_ink(diagnostic.severity);
    if (diagnostic.severity != Diagnostic::Severity::note || block < 0) {
      ++block;
      tone = ink;
    }
    OutputLine head{.ink = ink,
                    .block = block,
                    .tone = tone,
                    .place = diagnostic_place(page, diagnostic.file, diagnostic.line)};
    std::string place = diagnostic.file;
    if (diagnostic.line > 0) place += fmt::format(":{}", diagnostic.line);
    if (!place.empty()) place += ": ";
    head.text = printable(
        fmt::format("{}{}: {}", place, severity_text(diagnostic.severity), diagnostic.message));
    lines.push_back(head);
    add_quote(diagnostic, head, lines);
  }
}

void add_output(const ConsolePage& page, std::vector<OutputLine>& lines) {
  if (page.dropped_lines > 0) {
    lines.push_back(
        {tr_n("… {1} line before", "… {1} lines before",
              static_cast<std::int64_t>(page.dropped_lines), grouped(page.dropped_lines)),
         OutputLine::Ink::muted});
  }
  std::uint64_t number = page.dropped_lines;
  for (const std::string& text : page.output) {
    lines.push_back({.text = text, .printed = ++number});
  }
}

void add_finding_count(std::string text, std::vector<OutputLine>& lines) {
  lines.push_back(
      {.text = std::move(text), .ink = OutputLine::Ink::error, .command = "view.findings"});
}

/// The newest findings of a program that runs; the pane of findings shows all of them.
void add_findings_so_far(const ConsolePage& page, std::vector<OutputLine>& lines) {
  constexpr std::size_t most = 2;
  const RunProgress& now = *page.progress;
  const std::span<const ProgramFinding> found(now.found.findings);
  for (const ProgramFinding& finding : found.last(std::min(most, found.size()))) {
    OutputLine line{.text = printable(finding.message.text()), .ink = OutputLine::Ink::error};
    if (finding.line > 0) {
      line.place = {page.folder / finding.file, finding.line};
      const std::string file = line.place.file.filename().string();
      line.text = printable(fmt::format("{}:{}: ", file, finding.line)) + line.text;
    }
    lines.push_back(std::move(line));
  }
  if (now.findings == 0) return;
  add_finding_count(tr_n("{1} finding so far ▸", "{1} findings so far ▸", now.findings,
                         grouped(static_cast<std::uint64_t>(now.findings))),
                    lines);
}

/// "1,204 launches: 900 × scan, 300 × add, 4 of others".
std::string launches_text(const RunProgress& now) {
  const auto count = [](std::int64_t n) { return grouped(static_cast<std::uint64_t>(n)); };
  std::string kernels;
  for (const RunProgress::Kernel& kernel : now.kernels) {
    if (!kernels.empty()) kernels += ", ";
    kernels += fmt::format("{} × {}", count(kernel.launches), printable(kernel.name));
  }
  if (now.other_launches > 0) {
    // Translators: ends a list such as "900 × scan, 300 × add"; the field is a number of launches.
    kernels += tr(", {} of others", count(now.other_launches));
  }
  // Translators: {2} lists kernels: "900 × scan, 300 × add".
  return tr_n("{1} launch: {2}", "{1} launches: {2}", now.begun, count(now.begun), kernels);
}

/// "(16, 16)", "128".
std::string shape_text(const Dim3& shape) {
  if (shape.z > 1) return fmt::format("({}, {}, {})", shape.x, shape.y, shape.z);
  return shape.y > 1 ? fmt::format("({}, {})", shape.x, shape.y) : std::to_string(shape.x);
}

/// What a program that runs has done so far, and what it does now.
void add_progress(const ConsolePage& page, std::vector<OutputLine>& lines) {
  if (!page.progress || (page.progress->begun == 0 && page.progress->findings == 0)) {
    lines.push_back({tr("running …"), OutputLine::Ink::busy});
    return;
  }
  const RunProgress& now = *page.progress;
  add_findings_so_far(page, lines);
  if (now.failed) {
    // Translators: {0} is a kernel, {1} the name of CUDA's error.
    lines.push_back({tr("A launch of {0} failed: {1}.", printable(now.failed->kernel),
                        printable(now.failed->error)),
                     OutputLine::Ink::warning});
  }
  if (now.begun > 0) lines.push_back({launches_text(now), OutputLine::Ink::muted});
  if (!now.newest || !now.newest_runs) {
    lines.push_back({tr("running …"), OutputLine::Ink::busy});
    return;
  }
  const ProgramLaunch& launch = *now.newest;
  const std::string call = fmt::format("{}<<<{}, {}>>>", printable(launch.kernel),
                                       shape_text(launch.grid), shape_text(launch.block));
  // Translators: {0} is a launch's number, {1} the launch: "scan<<<4, 256>>>".
  lines.push_back(
      {tr("running launch {0}, {1} …", grouped(static_cast<std::uint64_t>(launch.number)), call),
       OutputLine::Ink::busy});
}

void add_end(const ConsolePage& page, std::vector<OutputLine>& lines) {
  if (page.state == ConsolePage::State::running) return add_progress(page, lines);
  if (!page.outcome) return;
  const ProgramOutcome& outcome = *page.outcome;
  OutputLine end;
  if (outcome.end == ProgramOutcome::End::returned) {
    end.text = tr("The program returned {0} after {1} s.", outcome.exit_status,
                  fixed_text(outcome.seconds, 2));
    end.ink = outcome.exit_status == 0 ? OutputLine::Ink::muted : OutputLine::Ink::warning;
  } else {
    end.text = printable(end_text(outcome).text());
    const bool stopped = outcome.end == ProgramOutcome::End::cancelled ||
                         outcome.end == ProgramOutcome::End::time_limit;
    end.ink = stopped ? OutputLine::Ink::warning : OutputLine::Ink::error;
    if (const auto place = named_place(page, outcome.message.english())) end.place = *place;
  }
  lines.push_back(std::move(end));
  for (std::string& failed : failed_launches_text(outcome.launches, 3))
    lines.push_back({std::move(failed), OutputLine::Ink::error});
  const std::size_t count = page.told.findings.size();
  if (count == 0) return;
  add_finding_count(tr_n("{1} finding says what is wrong ▸", "{1} findings say what is wrong ▸",
                         static_cast<std::int64_t>(count), grouped(count)),
                    lines);
}

/// Bytes of the next row: whole words, unless the first one is longer.
std::size_t row_length(std::string_view rest, int columns) {
  const std::size_t most = first_characters(rest, columns).size();
  if (most == rest.size()) return most;
  const std::size_t indent = std::min(rest.find_first_not_of(' '), most);
  const std::size_t blank = rest.substr(0, most + 1).rfind(' ');
  return blank == std::string_view::npos || blank <= indent ? most : blank;
}

}  // namespace

std::vector<OutputLine> output_lines(const ConsolePage& page) {
  std::vector<OutputLine> lines;
  add_head(page, lines);
  add_diagnostics(page, lines);
  add_output(page, lines);
  add_end(page, lines);
  return lines;
}

LineMark mark_of(const std::vector<OutputLine>& lines, std::size_t line) {
  const OutputLine& marked = lines[line];
  if (marked.printed > 0) return {.printed = marked.printed};
  const auto same = std::ranges::count_if(
      std::span(lines).first(line),
      [&](const OutputLine& above) { return above.printed == 0 && above.text == marked.text; });
  return {.text = marked.text, .same_above = static_cast<std::size_t>(same)};
}

std::optional<std::size_t> find_line(const std::vector<OutputLine>& lines, const LineMark& mark) {
  std::size_t above = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].printed != mark.printed) continue;
    if (mark.printed > 0) return i;
    if (lines[i].text == mark.text && above++ == mark.same_above) return i;
  }
  return std::nullopt;
}

std::optional<FilePlace> named_place(const ConsolePage& page, std::string_view text) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    const std::size_t blank = text.substr(0, colon).find_last_of(" (\"");
    const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    const std::string_view file = text.substr(begin, colon - begin);
    std::uint32_t line = 0;
    for (std::size_t at = colon + 1; at < text.size() && line < 100'000'000; ++at) {
      if (text[at] < '0' || text[at] > '9') break;
      line = 10 * line + static_cast<std::uint32_t>(text[at] - '0');
    }
    if (line > 0 && file.find('.') != std::string_view::npos)
      return FilePlace{page.folder / file, line};
  }
  return std::nullopt;
}

std::vector<OutputRow> output_rows(const std::vector<OutputLine>& lines, int columns) {
  columns = std::max(columns, 8);
  std::vector<OutputRow> rows;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view rest = lines[i].text;
    std::size_t first = 0;
    const auto skip = [&](std::size_t bytes) {
      first += bytes;
      rest.remove_prefix(bytes);
    };
    if (lines[i].quote) {
      const auto room = static_cast<std::size_t>(columns) - 8;
      const auto hidden = static_cast<int>(lines[i].caret > room ? lines[i].caret - room : 0);
      skip(first_characters(rest, hidden).size());
      rows.push_back({i, first, first_characters(rest, columns).size()});
      continue;
    }
    do {
      const std::size_t length = row_length(rest, columns);
      rows.push_back({i, first, length});
      skip(length);
      skip(std::min(rest.find_first_not_of(' '), rest.size()));
    } while (!rest.empty());
  }
  return rows;
}

}  // namespace warpscope
