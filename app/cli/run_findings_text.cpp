#include "app/cli/run_findings_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/cli/table.hpp"
#include "app/subject/program_messages.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_findings = 20;

/// "launch 2 (reduce), block 5, thread (3, 0), data[12]; also line 41, thread 7; 128 times"
std::string where_text(const ToldOnce<ProgramFinding>& told, const ProgramOutcome& outcome) {
  const ProgramFinding& finding = told.finding;
  std::vector<std::string> parts;
  const auto launch = std::ranges::find(outcome.launches, finding.launch, &ProgramLaunch::number);
  const bool known = finding.launch > 0 && launch != outcome.launches.end();
  const Dim3 grid = known ? launch->grid : Dim3{}, block = known ? launch->block : Dim3{};
  if (finding.launch > 0) {
    parts.push_back(known ? tr("launch {0} ({1})", finding.launch, launch->kernel)
                          : tr("launch {}", finding.launch));
    if (const auto more = std::ssize(told.launches) - 1; more > 0) {
      // Translators: {1} is a launch, "launch 2 (sum)".
      parts.back() =
          tr_n("{1} and {0} more launch", "{1} and {0} more launches", more, parts.back());
    }
    parts.push_back(tr("block {}", coordinates_text(finding.block, grid)));
    parts.push_back(tr("thread {}", coordinates_text(finding.thread, block)));
  }
  if (!finding.array.empty()) {
    parts.push_back(finding.index < 0 ? finding.array
                                      : fmt::format("{}[{}]", finding.array, finding.index));
  }
  std::string text = fmt::format("{}", fmt::join(parts, ", "));
  std::vector<std::string> other;
  if (finding.other_line != 0) {
    const bool elsewhere = !finding.other_file.empty() && finding.other_file != finding.file;
    other.push_back(elsewhere ? fmt::format("{}:{}", finding.other_file, finding.other_line)
                              : tr("line {}", finding.other_line));
  }
  if (finding.other_block) {
    other.push_back(tr("block {}", coordinates_text(*finding.other_block, grid)));
  }
  if (finding.other_thread) {
    other.push_back(tr("thread {}", coordinates_text(*finding.other_thread, block)));
  }
  // Translators: {0} is a place such as "launch 2 (sum), block 5, thread 3", {1} another one
  if (!other.empty()) text = tr("{0}; with {1}", text, fmt::format("{}", fmt::join(other, ", ")));
  const auto times = static_cast<std::int64_t>(finding.times);
  if (times > 1 && text.empty()) {
    text = tr_n("{1} time", "{1} times", times, grouped(finding.times));
  } else if (times > 1) {
    // Translators: {1} is a place, {2} how often something happened there
    text = tr_n("{1}; {2} time", "{1}; {2} times", times, text, grouped(finding.times));
  }
  if (const std::string more = more_places_text(told.more); !more.empty()) text += "; " + more;
  return text;
}

void print_one(std::ostream& out, const ToldOnce<ProgramFinding>& told,
               const ProgramOutcome& outcome) {
  const ProgramFinding& finding = told.finding;
  std::string place = finding.file;
  if (finding.line != 0) place += fmt::format(":{}", finding.line);
  if (!place.empty()) place += ": ";
  fmt::print(out, "  {}\n",
             wrapped(printable(place + finding.message.text()), terminal_columns - 2, "  "));
  const std::string where = where_text(told, outcome);
  if (!where.empty()) {
    fmt::print(out, "    {}\n", wrapped(printable(where), terminal_columns - 4, "    "));
  }
  if (told.remedy.empty()) return;
  // Translators: what to do about a finding, a whole sentence.
  const std::string remedy = tr("Remedy: {}", told.remedy.text());
  fmt::print(out, "    {}\n", wrapped(printable(remedy), terminal_columns - 4, "    "));
}

void print_faults(std::ostream& out, const std::vector<ToldOnce<ProgramFinding>>& findings,
                  const ProgramOutcome& outcome) {
  if (findings.empty()) {
    out << tr("Findings: none.") << '\n';
    return;
  }
  out << tr("Findings: {}", whole_text(std::ssize(findings))) << '\n';
  for (std::size_t k = 0; k < std::min(findings.size(), most_findings); ++k) {
    print_one(out, findings[k], outcome);
  }
  if (findings.size() > most_findings) {
    const auto more = std::ssize(findings) - static_cast<std::ptrdiff_t>(most_findings);
    fmt::print(out, "  {}\n", tr("… and {} more; --json lists them.", whole_text(more)));
  }
}

/// The first note of each kind.
void print_notes(std::ostream& out, const std::vector<ToldOnce<ProgramFinding>>& notes,
                 const ProgramOutcome& outcome) {
  if (notes.empty()) return;
  out << tr("Notes: {}", whole_text(std::ssize(notes))) << '\n';
  std::map<FindingKind, std::int64_t> kinds;
  for (const auto& note : notes) ++kinds[note.finding.kind];
  for (const auto& note : notes) {
    const auto of_kind = kinds.find(note.finding.kind);
    if (of_kind == kinds.end()) continue;
    print_one(out, note, outcome);
    if (const std::int64_t more = of_kind->second - 1; more > 0) {
      fmt::print(out, "    {}\n",
                 tr_n("… and one more of this kind; --json lists it.",
                      "… and {0} more of this kind; --json lists them.", more));
    }
    kinds.erase(of_kind);
  }
}

}  // namespace

void print_told(std::ostream& out, const ToldOfProgram& told, const ProgramOutcome& outcome) {
  print_faults(out, told.findings, outcome);
  print_notes(out, told.notes, outcome);
}

}  // namespace warpscope
