#include "app/subject/program_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>

#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr int shown_messages = 10;
constexpr int shown_notes = 2;  // of an error, which has three lines itself
constexpr std::size_t columns = 80;
constexpr std::size_t source_indent = 4;

std::string_view severity_name(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error: return "error";
    case Diagnostic::Severity::warning: return "warning";
    case Diagnostic::Severity::note: return "note";
  }
  return "";
}

/// In the current language if a catalogue has it, else as it is.
std::string_view known_message(std::string_view message) {
  return current_language() == pseudo_language ? message : tr(message);
}

/// "reduce.cu:12:7: error: …"
std::string place_and_message(const Diagnostic& diagnostic) {
  std::string place = diagnostic.file;
  if (diagnostic.line > 0) place += fmt::format(":{}", diagnostic.line);
  if (diagnostic.line > 0 && diagnostic.column > 0) place += fmt::format(":{}", diagnostic.column);
  if (!place.empty()) place += ": ";
  // What we say ourselves of a program is in the catalogue; a compiler's message is not.
  return printable(fmt::format("{}{}: {}", place, severity_name(diagnostic.severity),
                               known_message(diagnostic.message))) +
         '\n';
}

/// The line of the source and a caret, both cut around the caret if they are too long.
std::string source_and_caret(const Diagnostic& diagnostic) {
  const std::string source = printable(diagnostic.source_line);
  if (source.find_first_not_of(' ') == std::string::npos) return {};
  const auto column = static_cast<std::size_t>(std::max(diagnostic.column - 1, 0));
  // printable() keeps the number of characters, though not that of bytes.
  const std::string before = diagnostic.source_line.substr(0, column);
  auto caret = static_cast<std::size_t>(std::ranges::count_if(before, begins_character));
  std::vector<std::string> characters;
  for (const char c : source) {
    if (begins_character(c) || characters.empty()) characters.emplace_back();
    characters.back() += c;
  }
  const std::size_t room = columns - source_indent;
  std::size_t first = 0;
  if (characters.size() > room && caret > room / 2) {
    first = std::min(caret - room / 2, characters.size() - room);
  }
  const std::size_t end = std::min(characters.size(), first + room);
  std::string text(source_indent, ' ');
  for (std::size_t k = first; k < end; ++k) text += characters[k];
  text += '\n';
  caret = std::min(caret, characters.size());
  if (diagnostic.column > 0) text += std::string(source_indent + caret - first, ' ') + "^\n";
  return text;
}

Sentence signal_words(int signal) {
  switch (signal) {
    case SIGSEGV: return say("it used an address that is not its own");
    case SIGABRT: return say("it aborted");
    case SIGFPE: return say("it divided a whole number by zero");
    case SIGKILL: return say("it was killed");
    default: return {std::string(::strsignal(signal))};
  }
}

}  // namespace

std::string diagnostics_text(std::span<const Diagnostic> diagnostics) {
  std::string text;
  int messages = 0, notes = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Diagnostic::Severity::note) {
      if (messages > 0 && messages <= shown_messages && notes++ < shown_notes) {
        text += place_and_message(diagnostic);
      }
      continue;
    }
    notes = 0;
    if (++messages > shown_messages) continue;
    text += place_and_message(diagnostic) + source_and_caret(diagnostic);
  }
  if (messages > shown_messages) text += tr("… and {} more.", messages - shown_messages) + '\n';
  return text;
}

Error build_error(const BuildFailure& failure) {
  std::vector<Diagnostic> errors;
  bool shown = false;
  for (const Diagnostic& diagnostic : failure.diagnostics) {
    if (diagnostic.severity != Diagnostic::Severity::note) {
      shown = diagnostic.severity == Diagnostic::Severity::error;
    }
    if (shown) errors.push_back(diagnostic);
  }
  std::string text = diagnostics_text(errors);
  const bool repeated = !errors.empty() && errors.front().message == failure.message;
  if (!repeated) {
    text = std::string(known_message(failure.message)) + (text.empty() ? "" : "\n" + text);
  }
  if (text.ends_with('\n')) text.pop_back();
  switch (failure.kind) {
    case BuildFailure::Kind::compile_error:
    case BuildFailure::Kind::unsupported: return usage_error(text);
    case BuildFailure::Kind::no_compiler: return {ErrorKind::unavailable, text};
    case BuildFailure::Kind::cancelled:
    case BuildFailure::Kind::io: break;
  }
  return {ErrorKind::failed, text};
}

Sentence end_text(const ProgramOutcome& outcome) {
  if (outcome.end == ProgramOutcome::End::returned) {
    if (outcome.exit_status == 0) return {};
    return say("The program returned {}.", outcome.exit_status);
  }
  if (!outcome.message.empty()) return outcome.message;
  switch (outcome.end) {
    case ProgramOutcome::End::crashed:
      return say("The program crashed: {}.", signal_words(outcome.signal));
    case ProgramOutcome::End::time_limit:
      return say("The program was stopped when its time was over; raise its time limit.");
    case ProgramOutcome::End::memory_limit:
      return say("The program wanted more memory than it may have; raise its memory limit.");
    case ProgramOutcome::End::cancelled: return say("The program was cancelled.");
    case ProgramOutcome::End::not_loaded:
      return say("The program needs a function that is not there.");
    case ProgramOutcome::End::returned: break;
  }
  return {};
}

Sentence typed_end_text(const ProgramOutcome& outcome) {
  Sentence end = end_text(outcome);
  switch (outcome.end) {
    // Translators: an option of the command line, which sets a limit of time or memory.
    case ProgramOutcome::End::time_limit: return followed(end, say("{} sets it.", "--time-limit"));
    case ProgramOutcome::End::memory_limit:
      return followed(end, say("{} sets it.", "--memory-limit"));
    default: return end;
  }
}

std::vector<std::string> failed_launches_text(std::span<const ProgramLaunch> launches,
                                              std::int64_t most) {
  std::vector<std::string> lines;
  std::int64_t more = 0;
  for (const ProgramLaunch& launch : launches) {
    if (launch.error.empty()) continue;
    if (std::ssize(lines) == most) {
      ++more;
      continue;
    }
    // Translators: {1} is a kernel, {2} the name of CUDA's error.
    lines.push_back(
        printable(tr("Launch {0} ({1}) failed with {2}: what it was to write is not valid.",
                     launch.number, launch.kernel, launch.error)));
  }
  if (more > 0) {
    lines.push_back(tr_n("… and {0} more launch failed.", "… and {0} more launches failed.", more));
  }
  return lines;
}

std::string stop_text(const ProgramOutcome& outcome) {
  return tr("stopped after {:g} s", std::round(10 * outcome.seconds) / 10);
}

std::string coordinates_text(const Dim3& place, const Dim3& extent) {
  if (extent.z > 1 || place.z > 0) return fmt::format("({}, {}, {})", place.x, place.y, place.z);
  if (extent.y > 1 || place.y > 0) return fmt::format("({}, {})", place.x, place.y);
  return fmt::format("{}", place.x);
}

}  // namespace warpscope
