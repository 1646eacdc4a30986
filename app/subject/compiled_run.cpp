#include "app/subject/compiled_run.hpp"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/only_launch.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/temporary.hpp"

namespace warpscope {
namespace {

using End = ProgramOutcome::End;

/// Seconds that the second run has even if the first one took none: a busy machine is slow.
constexpr double least_seconds = 10;

auto shape_of(const ProgramLaunch& launch) {
  return std::tuple(launch.number, launch.kernel, launch.grid.x, launch.grid.y, launch.grid.z,
                    launch.block.x, launch.block.y, launch.block.z, launch.error);
}

bool launches_alike(const ProgramOutcome& a, const ProgramOutcome& b) {
  return std::ranges::equal(a.launches, b.launches, {}, shape_of, shape_of);
}

bool was_stopped(End end) {
  return end == End::time_limit || end == End::memory_limit || end == End::cancelled;
}

}  // namespace

DocumentPtr AsCompiled::launch(int number, BankModel model) const {
  if (!run || !run->trace) return nullptr;
  const auto found = std::ranges::find(run->outcome.launches, number, &ProgramLaunch::number);
  if (found == run->outcome.launches.end() || found->trace_launch < 0) return nullptr;
  auto trace = std::make_shared<const Trace>(
      only_launch(*run->trace, static_cast<std::size_t>(found->trace_launch)));
  return std::make_shared<const Document>(RunRequest{}, std::move(trace), model);
}

struct CompiledRun::First {
  ProgramRequest request;
  std::optional<Result<WorkingCopy>> folder;  // unset: nothing ran
  std::optional<ProgramOutcome> outcome;
};

CompiledRun::CompiledRun(ProgramRunner programs)
    : programs_(std::move(programs)), first_(std::make_shared<First>()) {}

std::optional<Result<WorkingCopy>>& CompiledRun::folder() const { return first_->folder; }

ProgramRunner CompiledRun::watching(bool for_more) const {
  ProgramRunner watched = programs_;
  watched.run = [first = first_, run = programs_.run, for_more](
                    const BuiltProgram& program, const ProgramRequest& request,
                    const ProgramOutput& output, std::stop_token stop) {
    first->request = request;
    if (for_more || !request.build.as_compiled) {
      first->folder.emplace(WorkingCopy::of(request.folder.empty() ? std::filesystem::current_path()
                                                                   : request.folder));
    }
    Result<ProgramRun> ran = run(program, request, output, std::move(stop));
    if (ran) first->outcome = ran->outcome;
    return ran;
  };
  return watched;
}

AsCompiled CompiledRun::run(const std::function<void(const std::string&)>& progress,
                            std::stop_token stop) const {
  const auto none = [](Sentence reason) { return AsCompiled{{}, std::move(reason)}; };
  if (!first_->folder || !first_->outcome || first_->request.build.as_compiled) return none({});
  if (was_stopped(first_->outcome->end)) {
    return none(say("The program was stopped, so it was not run as compiled."));
  }
  // A program that reads no files needs no copy of a folder that has too many for one.
  Result<WorkingCopy>& folder = *first_->folder;
  const Result<TemporaryFolder> empty = TemporaryFolder::make();
  if (!empty) return none(empty.error().message);
  const Result<std::filesystem::path> place =
      folder ? folder.value().begin() : Result<std::filesystem::path>(empty->path());
  if (!place) return none(place.error().for_window());

  ProgramRequest request = first_->request;
  request.build.as_compiled = true;
  request.folder = place.value();
  const double most = std::max(least_seconds, 2 * first_->outcome->seconds);
  double& limit = request.options.time_limit;
  limit = limit > 0 ? std::min(limit, most) : most;
  const BuildResult built = programs_.build(request.build, stop, progress);
  if (!built.program) return none(built.failure.message);
  progress(tr("running it as compiled"));
  Result<ProgramRun> ran = programs_.run(*built.program, request,
                                         ProgramOutput([](std::string_view) {}), std::move(stop));
  if (!ran) return none(ran.error().message);
  if (const auto changed = folder ? folder.value().changed_link() : std::nullopt) {
    return none(
        say("As compiled, the program has changed the real file {}, which is too large to be "
            "copied.",
            printable(*changed)));
  }
  if (was_stopped(ran->outcome.end)) {
    return none(say("As compiled, the program takes longer than twice its time as written."));
  }
  if (!launches_alike(*first_->outcome, ran->outcome)) {
    if (!folder) return none(folder.error().for_window());
    return none(
        say("As compiled, the program launches other kernels than as written: what it does "
            "depends on more than its input."));
  }
  return {std::move(ran).value(), {}};
}

}  // namespace warpscope
