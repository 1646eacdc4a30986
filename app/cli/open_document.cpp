#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/interrupt.hpp"
#include "app/cli/program_progress.hpp"
#include "app/cli/typed_run_options.hpp"
#include "app/subject/find_subject.hpp"
#include "instrumentation/language/message.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// Takes the options that programs have under the names of kernels' out of `options`.
void move_common_options(RunOptions& options) {
  for (const ProgramOption& option : program_options()) {
    for (const RunOption& common : run_options()) {
      if (common.id != option.id) continue;
      options.program.set(option, options.texts(common));
      options.set(common, {});
    }
  }
}

/// Traces have launches, too: takes the one that was chosen out of `options`.
Result<LaunchChoice> move_launch(TypedProgramOptions& options) {
  const ProgramOption& launch = *std::ranges::find(program_options(), "launch", &ProgramOption::id);
  const std::vector<std::string> texts = options.texts(launch);
  options.set(launch, {});
  return texts.empty() ? LaunchChoice{} : parse_launch_choice("--launch", texts.back());
}

/// Runs `work` with a token that Ctrl+C stops, if the subject is a program.
template <class Work>
auto interruptible(const Subject& subject, Work work) {
  std::optional<StopOnInterrupt> stop;
  if (names_a_program(subject.file().string())) stop.emplace();
  auto result = work(stop ? stop->token() : std::stop_token());
  stop.reset();
  InterruptGuard::obey();
  return result;
}

}  // namespace

Result<Target> named_target(const std::string& target, const RunOptions& options,
                            Invocation& invocation, OfSeveral several) {
  RunOptions typed = options;
  const Result<BankModel> banks = chosen_banks(options);
  if (!banks) return banks.error();
  ProgramChoice choice;
  const bool program = names_a_program(target);
  if (program) {
    move_common_options(typed);
    choice.wrong_first = several == OfSeveral::wrong_first;
    if (Status read = read_program_options(typed.program, choice); !read) return read.error();
  } else if (kernel_of(target) == nullptr) {
    auto launch = move_launch(typed.program);
    if (!launch) return launch.error();
    choice.launch = std::move(launch).value();
    choice.all_launches = several != OfSeveral::costliest;
  }
  choice.request.options.banks = banks.value();
  const Result<SubjectPtr> subject =
      named_subject(target, std::move(choice), told_programs(invocation, target));
  if (!subject) return subject.error();
  if (!program) {
    const std::string why = tr("{0} is a {1}.", target, tr(subject.value()->kind()));
    if (Status none = no_program_options(typed.program, why); !none) return none.error();
  }
  Result<RunRequest> request = run_request(*subject.value(), typed);
  if (!request) return request.error();
  return Target{subject.value(), std::move(request).value()};
}

Result<Recorded> record_target(const Target& target) {
  return interruptible(*target.subject, [&](std::stop_token stop) {
    return target.subject->record(target.request, std::move(stop));
  });
}

Result<DocumentPtr> open_document(const std::string& target, const RunOptions& options,
                                  Invocation& invocation, OfSeveral several) {
  const Result<BankModel> banks = chosen_banks(options);
  if (!banks) return banks.error();
  const Result<Target> named = named_target(target, options, invocation, several);
  if (!named) return named.error();
  return interruptible(*named->subject, [&](std::stop_token stop) {
    return make_document(*named->subject, named->request, banks.value(), std::move(stop));
  });
}

Result<int> code_of_judged(const Document& document) {
  if (!document.mismatch.empty()) {
    return Error{ErrorKind::failed, tr("The result of {0} is not the reference's: {1}",
                                       document.subject->id(), document.mismatch)};
  }
  const RunEnd& end = document.end;
  if (end.well && end.faults > 0 && end.faults == end.other_launches) {
    return Error{
        ErrorKind::failed,
        tr_n("There is a finding of launches that are not shown: warpscope run {1} lists it.",
             "There are {0} findings of launches that are not shown: warpscope run {1} lists "
             "them.",
             end.faults, document.subject->file().string())};
  }
  return end.well && end.faults == 0 ? 0 : static_cast<int>(ErrorKind::failed);
}

}  // namespace warpscope
