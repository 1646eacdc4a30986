#include "app/cli/run_expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/cli/table.hpp"
#include "app/expect/expected_figure.hpp"
#include "app/expect/junit.hpp"
#include "app/subject/program_messages.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

using State = ToldExpectation::State;

constexpr std::uint64_t largest_list = std::uint64_t{16} << 20U;

Error with_place(const WrittenExpectation& written, const Error& error) {
  if (written.file.empty()) {
    return {error.kind, fmt::format("--expect: {}", error.message)};
  }
  return {error.kind, fmt::format("{}:{}: {}", written.file, written.line, error.message)};
}

const char* mark_of(State state) {
  switch (state) {
    case State::fulfilled: return "✓";
    case State::failed: return "✗";
    case State::unmatched:
    case State::unknown: break;
  }
  return "?";
}

void print_one(std::ostream& out, const ToldExpectation& told) {
  constexpr std::string_view indent = "    ";
  constexpr int room = terminal_columns - 4;
  const auto line = [&](const std::string& text) {
    if (!text.empty()) out << indent << wrapped(text, room, indent) << '\n';
  };
  out << mark_of(told.state) << ' ' << wrapped(printable(told.text), terminal_columns - 2, "  ")
      << '\n';
  std::string figures = expected_figures_text(told);
  if (told.state == State::fulfilled) return line(figures);
  line(told.reason.text());
  const std::string place = expected_place_text(told);
  if (figures.empty()) {
    figures = place;
  } else if (!place.empty()) {
    // Translators: {0} are figures, {1} is where most of that happens: "sum.cu:17 in launch 2".
    figures = tr("{0}; see {1}", figures, place);
  }
  line(figures);
  if (!told.file.empty()) line(tr("expected in {0}:{1}", printable(told.file), told.line));
}

}  // namespace

void TypedExpectations::describe(Arguments& command) {
  command.repeated("--expect", conditions, "CONDITION",
                   tr("Fail unless it holds: \"excessive == 0\", or of a part \"reduce:2@17.tile: "
                      "wavefronts <= 1.1 * ideal\""));
  command.repeated("--expect-file", lists, "FILE", tr("The same for each line of a file"));
  command.flag("--no-expect", not_of_sources,
               tr("Leave out what \"// warpscope: expect CONDITION\" in its sources says"));
  command.option("--junit", junit, "FILE.xml",
                 tr("Write what became of the expectations as a JUnit report"));
}

Result<std::vector<Expectation>> read_expectations(
    const TypedExpectations& typed, const std::vector<std::filesystem::path>& sources) {
  std::vector<WrittenExpectation> written;
  for (const std::string& condition : typed.conditions) written.push_back({condition, {}, 0});
  const auto add = [&](std::vector<WrittenExpectation> more) {
    written.insert(written.end(), std::make_move_iterator(more.begin()),
                   std::make_move_iterator(more.end()));
  };
  for (const std::string& list : typed.lists) {
    const auto text = read_text_file(list, largest_list);
    if (!text) return text.error();
    add(expectations_in_list(text.value(), list));
  }
  if (!typed.not_of_sources) {
    for (const auto& source : sources) {
      const auto text = read_text_file(source, largest_list);
      if (text) add(expectations_in_source(text.value(), source.string()));  // else the build tells
    }
  }
  std::vector<Expectation> read;
  for (const WrittenExpectation& each : written) {
    const bool of_source = std::find(sources.begin(), sources.end(),
                                     std::filesystem::path(each.file)) != sources.end();
    auto one = read_expectation(each, of_source ? each.file : sources.front().string());
    if (!one) return with_place(each, one.error());
    read.push_back(std::move(one).value());
  }
  return read;
}

void print_expectations(std::ostream& out, std::span<const ToldExpectation> told) {
  constexpr std::ptrdiff_t most_fulfilled = 20;
  if (told.empty()) return;
  const auto fulfilled = std::count_if(told.begin(), told.end(), [](const ToldExpectation& each) {
    return each.state == State::fulfilled;
  });
  out << '\n'
      << tr_n("Expectations: {1} of {0} is fulfilled.", "Expectations: {1} of {0} are fulfilled.",
              std::ssize(told), fulfilled)
      << '\n';
  for (const ToldExpectation& each : told) {
    if (each.state == State::fulfilled && fulfilled > most_fulfilled) continue;
    print_one(out, each);
  }
}

Json expectations_json(std::span<const ToldExpectation> told) {
  Json list = Json::array();
  for (const ToldExpectation& each : told) {
    Json figures = Json::object();
    bool scaled = false;
    for (const ExpectedFigure& figure : each.figures) {
      figures[figure.name] = figure.value;
      scaled = scaled || figure.scaled;
    }
    list.push_back(Json{{"text", each.text},
                        {"file", each.file.empty() ? Json() : Json(each.file)},
                        {"line", each.line == 0 ? Json() : Json(each.line)},
                        {"result", id(each.state)},
                        {"figures", std::move(figures)},
                        {"scaled", scaled},
                        {"reason", each.reason.empty() ? Json() : Json(each.reason.english())},
                        {"launch", each.launch == 0 ? Json() : Json(each.launch)},
                        {"at_file", each.place_file.empty() ? Json() : Json(each.place_file)},
                        {"at_line", each.place_line == 0 ? Json() : Json(each.place_line)}});
  }
  return list;
}

int exit_code_of(std::span<const ToldExpectation> told) {
  int code = 0;
  for (const ToldExpectation& each : told) {
    if (each.state == State::fulfilled) continue;
    const ErrorKind kind = each.state == State::unmatched ? ErrorKind::usage : ErrorKind::failed;
    code = std::max(code, static_cast<int>(kind));
  }
  return code;
}

Status write_junit(const std::string& file, const std::string& program,
                   const ProgramOutcome& outcome, bool failed,
                   std::span<const ToldExpectation> told) {
  JunitRun run{.program = program, .seconds = outcome.seconds, .trouble = {}};
  if (failed) {
    run.trouble = typed_end_text(outcome).english();
    for (const ProgramFinding& finding : outcome.findings) {
      if (!run.trouble.empty()) run.trouble += ' ';
      run.trouble += finding.message.english();
    }
  }
  const std::string xml = junit_xml(run, told);
  Result<AtomicFile> out = AtomicFile::open(file);
  if (!out) return out.error();
  if (Status written = out->write(std::as_bytes(std::span(xml))); !written) return written;
  return out->commit();
}

}  // namespace warpscope
