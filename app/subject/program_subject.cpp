#include "app/subject/program_subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "app/subject/program_messages.hpp"
#include "app/subject/trace_what_if.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/only_launch.hpp"

namespace warpscope {
namespace {

/// What to do instead of giving a program an option of the catalogue's kernels.
struct Instead {
  std::string_view option, what;
};
constexpr std::array instead_of{
    Instead{"size",
            tr_noop("Its sizes are its own: give it arguments after --, or -D NAME=VALUE.")},
    Instead{"input", tr_noop("Its input is its own: give it arguments after --.")},
    Instead{"seed", tr_noop("Its input is its own: give it arguments after --.")},
    Instead{"param",
            tr_noop("Its parameters are its own: give it arguments after --, or -D NAME=VALUE.")},
    Instead{"machine", tr_noop("It runs on the emulator.")},
    Instead{"block", tr_noop("The block is in the program's launch: change it there.")},
    Instead{
        "drop-barrier",
        tr_noop(
            "Remove the barrier in a copy of the file, and compare the two: warpscope compare.")},
};

class ProgramSubject final : public Subject {
 public:
  ProgramSubject(ProgramChoice choice, ProgramRunner runner, std::string kernel = {})
      : choice_(std::move(choice)), runner_(std::move(runner)), kernel_(std::move(kernel)) {}

  /// With what distinguishes it from others of the same file.
  [[nodiscard]] std::string id() const override {
    std::string id = file().string();
    for (std::size_t k = 1; k < choice_.request.build.files.size(); ++k) {
      id += " " + choice_.request.build.files[k].string();
    }
    const std::string options = program_option_words(choice_);
    if (!options.empty()) id += " " + options;
    for (const std::string& argument : choice_.request.arguments) id += " " + argument;
    return id;
  }
  [[nodiscard]] std::string_view kind() const override { return tr_noop("program of your own"); }
  /// Never an id of the catalogue.
  [[nodiscard]] std::string topic() const override {
    return choice_.all_launches ? file().string() : file().string() + ": " + kernel_;
  }
  [[nodiscard]] std::string title() const override {
    std::string title =
        kernel_.empty() || choice_.all_launches ? name() : fmt::format("{} · {}", name(), kernel_);
    // Translators: behind a program's name: its kernels are shown as a compiler for GPUs makes them
    if (choice_.request.build.as_compiled) title += fmt::format(" · {}", tr("as compiled"));
    return title;
  }
  [[nodiscard]] std::string name() const override { return file().filename().string(); }
  [[nodiscard]] Abilities can() const override {
    return {.take_options = true, .print = true, .ask_first = true, .lay_out_again = true};
  }
  [[nodiscard]] const ProgramChoice* program() const override { return &choice_; }
  [[nodiscard]] std::span<const std::filesystem::path> sources() const override {
    return choice_.request.build.files;
  }
  [[nodiscard]] std::uint64_t saves() const override { return choice_.saves; }
  [[nodiscard]] std::uint64_t version() const override { return choice_.version; }
  [[nodiscard]] std::filesystem::path file() const override {
    return choice_.request.build.files.front();
  }
  [[nodiscard]] std::filesystem::path notes_path(const std::filesystem::path&) const override {
    std::filesystem::path path = file();
    return path += ".notes.json";
  }

  [[nodiscard]] std::string_view why_one_machine() const override {
    return tr("A program of your own runs on the emulator, which checks and records it.");
  }
  [[nodiscard]] Result<std::vector<int>> blocks() const override {
    return usage_error(say("The block is in the program's launch: change it there."));
  }
  [[nodiscard]] Status check(const RunOption& option, std::string_view name,
                             const std::string& text, const RunRequest&) const override {
    if (option.id == "machine" && text != "cuda") return Done{};
    if (changes_a_trace(option)) return Done{};
    const auto found = std::ranges::find(instead_of, option.id, &Instead::option);
    const std::string file_name = file().string();
    if (found == instead_of.end()) {
      return usage_error(
          say("{0} is a program of your own, so {1} says nothing here.", file_name, name));
    }
    // Translators: a file, an option, and a sentence about what to do instead.
    return usage_error(say("{0} is a program of your own, so {1} says nothing here. {2}", file_name,
                           name, say(found->what)));
  }
  [[nodiscard]] Result<RunRequest> complete(const RunRequest& wanted) const override {
    RunRequest request;
    request.what_if = of_a_trace(wanted.what_if);
    return request;
  }
  [[nodiscard]] bool same_trace(const RunRequest& a, const RunRequest& b) const override {
    return of_a_trace(a.what_if) == of_a_trace(b.what_if);
  }

  [[nodiscard]] Result<Recorded> record(const RunRequest& wanted,
                                        std::stop_token stop) const override {
    if (Status there = check_program_files(choice_.request.build); !there) return there.error();
    const BuildResult built = runner_.build(choice_.request.build, stop, [](const std::string&) {});
    if (!built.program) return build_error(built.failure);
    auto ran = runner_.run(*built.program, choice_.request, ProgramOutput::to_standard_error, stop);
    if (!ran) return ran.error();
    const ProgramOutcome& outcome = ran->outcome;
    if (outcome.end == ProgramOutcome::End::cancelled || !ran->trace) return nothing(outcome);
    const BankModel banks = choice_.request.options.banks;
    const auto choose = choice_.wrong_first ? faulty_or_costliest_launch : costliest_launch;
    const auto chosen =
        choose(choice_.launch, outcome, totals_of_launches(*ran->trace, banks), banks);
    if (!chosen) return chosen.error();
    Recorded made = recorded(std::move(*ran->trace), outcome.launches[chosen.value()]);
    made.request.what_if = of_a_trace(wanted.what_if);
    if (made.request.what_if != WhatIf{}) {
      Result<Trace> changed = with_what_if(*made.trace, made.request.what_if);
      if (!changed) return changed.error();
      made.trace = std::make_shared<const Trace>(std::move(changed).value());
    }
    made.end.well = outcome.end == ProgramOutcome::End::returned && outcome.exit_status == 0;
    const int shown = outcome.launches[chosen.value()].number;
    made.end.launch = shown;
    for (const ProgramFinding& finding : outcome.findings) {
      if (!is_faulty(finding.kind)) continue;
      ++made.end.faults;
      if (finding.launch > 0 && finding.launch != shown) ++made.end.other_launches;
    }
    for (const ProgramFinding& note : outcome.notes) {
      if (choice_.all_launches || note.launch == shown || note.launch == 0) {
        made.end.notes.push_back(note);
      }
    }
    return made;
  }

 private:
  /// Why there is no trace.
  [[nodiscard]] static Error nothing(const ProgramOutcome& outcome) {
    const Sentence end = end_text(outcome);
    if (outcome.end == ProgramOutcome::End::not_loaded) return usage_error(end);
    if (!end.empty()) return {ErrorKind::failed, typed_end_text(outcome).text(), end};
    return usage_error(say("The program launched no kernel, so there is nothing to show."));
  }

  [[nodiscard]] Recorded recorded(Trace all, const ProgramLaunch& launch) const {
    const auto number = static_cast<std::size_t>(launch.trace_launch);
    const bool whole = choice_.all_launches || all.launches.size() == 1;
    Trace trace = whole ? std::move(all) : only_launch(all, number);
    name_program(trace, choice_.request);
    if (choice_.all_launches) {
      trace.header.kernel = launch.kernel;  // where it opens
    } else {
      trace.header.title = fmt::format("{}, launch {}", name(), launch.number);
    }
    return Recorded{new_subject<ProgramSubject>(choice_, runner_, launch.kernel), RunRequest{},
                    std::make_shared<const Trace>(std::move(trace))};
  }

  ProgramChoice choice_;
  ProgramRunner runner_;
  std::string kernel_;  // that is seen; empty: not recorded yet
};

}  // namespace

bool names_a_program(const std::string& target) { return target.ends_with(".cu"); }

Status check_program_files(const BuildRequest& request) {
  for (const std::filesystem::path& file : request.files) {
    if (std::error_code ignored; !std::filesystem::is_regular_file(file, ignored)) {
      return usage_error(say("There is no file {}.", file.string()));
    }
  }
  return Done{};
}

SubjectPtr program_subject(ProgramChoice choice, ProgramRunner runner) {
  return new_subject<ProgramSubject>(std::move(choice), std::move(runner));
}

void name_program(Trace& trace, const ProgramRequest& request) {
  TraceHeader& header = trace.header;
  const std::filesystem::path& file = request.build.files.front();
  header.program = file.filename().string();
  header.title = header.program;
  if (!trace.launches.empty()) header.kernel = trace.launches.front().kernel;
  header.size = 0;
  header.seed = 0;
  header.input.clear();
  header.machine = "emulator";
  header.device = "emulator";
  header.date.clear();
  header.highest_lane_wins = request.options.highest_lane_wins;
}

}  // namespace warpscope
