#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>
#include <utility>

#include "instrumentation/executor/worker.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/process/descendants.hpp"
#include "instrumentation/process/spawn.hpp"
#include "instrumentation/program/protocol/child_request.hpp"
#include "instrumentation/program/protocol/ending_sentence.hpp"
#include "instrumentation/program/protocol/guard_report.hpp"
#include "instrumentation/program/protocol/machine_binary.hpp"
#include "instrumentation/program/protocol/machine_log.hpp"
#include "instrumentation/program/run/program_hearing.hpp"
#include "instrumentation/program/run/program_run.hpp"
#include "instrumentation/program/run/run_progress.hpp"
#include "instrumentation/program/source/active_code.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using End = ProgramOutcome::End;

constexpr std::chrono::seconds patience_after_stop{10};

/// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

struct PipeEnds {
  Descriptor read, write;
};

/// A pipe whose descriptors are none of the three standard streams, should one of ours be closed.
bool make_pipe(PipeEnds& pipe) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  const Descriptor low_read(ends[0]), low_write(ends[1]);
  constexpr int lowest = 10;
  pipe.read = Descriptor(::fcntl(ends[0], F_DUPFD_CLOEXEC, lowest));
  pipe.write = Descriptor(::fcntl(ends[1], F_DUPFD_CLOEXEC, lowest));
  return pipe.read.number() >= 0 && pipe.write.number() >= 0;
}

/// Hears what a program prints, until nobody holds the other end of its pipe any more.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() = default;

  /// False if there is no pipe.
  bool open() { return make_pipe(pipe_); }
  [[nodiscard]] int input() const { return pipe_.write.number(); }  ///< -1: there is none

  /// To be called once the program has its end of the pipe.
  void listen(std::function<void(std::string_view)> hear) {
    pipe_.write.close();
    hear_ = std::move(hear);
    worker_ = Worker([this](const std::stop_token& over) { return turn(over.stop_requested()); });
  }
  /// Hears what is left in the pipe and ends.
  void finish() { worker_.stop(); }

 private:
  NextTurn turn(bool over) {
    pollfd ready{pipe_.read.number(), POLLIN, 0};
    // If it is over, this is the end: a process that got away from its guard may hold the pipe for ever.
    if (::poll(&ready, 1, 0) <= 0) return NextTurn::when_readable(ready.fd);
    const ssize_t count = ::read(ready.fd, bytes_.data(), bytes_.size());
    if (count < 0 && errno == EINTR) return NextTurn::at_once();
    if (count <= 0) return NextTurn::none();
    hear_({bytes_.data(), static_cast<std::size_t>(count)});
    if (over) left_ -= std::min(left_, static_cast<std::size_t>(count));
    return left_ > 0 ? NextTurn::at_once() : NextTurn::none();
  }

  PipeEnds pipe_;
  std::function<void(std::string_view)> hear_;
  // A pipe's usual size: a program that prints much is not kept waiting.
  std::vector<char> bytes_ = std::vector<char>(std::size_t{1} << 16U);
  std::size_t left_ = std::size_t{1} << 20U;  // once it has ended: as much as a pipe may hold
  Worker worker_;                             // last: it uses the others
};

/// What a program could change for us at a stream that we share: the terminal's settings and the file's flags. Restores
/// them.
class StreamKeeper {
 public:
  StreamKeeper() {
    for (int stream = 0; stream < streams; ++stream) {
      flags_[stream] = ::fcntl(stream, F_GETFL);
    }
    // A process in the background must not touch the terminal.
    has_terminal_ =
        ::tcgetpgrp(STDIN_FILENO) == ::getpgrp() && ::tcgetattr(STDIN_FILENO, &terminal_) == 0;
  }
  ~StreamKeeper() {
    for (int stream = 0; stream < streams; ++stream) {
      if (flags_[stream] >= 0 && ::fcntl(stream, F_GETFL) != flags_[stream]) {
        ::fcntl(stream, F_SETFL, flags_[stream]);
      }
    }
    if (has_terminal_) ::tcsetattr(STDIN_FILENO, TCSANOW, &terminal_);
  }
  StreamKeeper(const StreamKeeper&) = delete;
  StreamKeeper& operator=(const StreamKeeper&) = delete;

 private:
  static constexpr int streams = 3;
  std::array<int, streams> flags_{};
  bool has_terminal_ = false;
  termios terminal_{};
};

/// A background job must not take away what is typed for the shell; it gets an empty input.
bool input_is_for_others() {
  const pid_t foreground = ::tcgetpgrp(STDIN_FILENO);
  return foreground > 0 && foreground != ::getpgrp();
}

/// The guard's process and the pipes to it.
class Guard {
 public:
  Guard() = default;
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard() {
    control_.write.close();
    if (process_ <= 0) return;
    const auto until = Clock::now() + patience_after_stop;
    // Interrupted by a signal, it is asked again.
    while (true) {
      const pid_t ended = ::waitpid(process_, nullptr, WNOHANG);
      if (ended == process_ || (ended < 0 && errno != EINTR)) break;
      if (Clock::now() > until) ::kill(process_, SIGKILL);
      ::usleep(1000);
    }
  }

  /// What the program's process gets, and `mark`, a word of its command line that only this run has. `output`: where the
  /// program prints to; -1: where we do.
  struct Gifts {
    int request = -1, log = -1, output = -1;
    std::string mark;
  };
  [[nodiscard]] Status start(const Gifts& gifts) {
    if (!make_pipe(control_) || !make_pipe(report_)) return not_started(errno);
    const std::vector<int> inherited{gifts.request, gifts.log, control_.read.number(),
                                     report_.write.number()};
    std::vector<std::string> words{"warpscope-machine", std::string(program_child_argument),
                                   gifts.mark};
    // All of one length, so that the program's stack lies at the same addresses in every run.
    for (const int number : inherited) words.push_back(fmt::format("{:04}", number));
    const bool empty_input = gifts.output >= 0 || input_is_for_others();
    const int output = gifts.output >= 0 ? gifts.output : Spawning::ours;
    const Spawned spawned = spawn({.program = machine_binary(),
                                   .words = std::move(words),
                                   .input = empty_input ? Spawning::nothing : Spawning::ours,
                                   .output = output,
                                   .errors = output,
                                   .inherited = inherited,
                                   .session = true,
                                   .same_addresses = true});
    control_.read.close();
    report_.write.close();
    process_ = spawned.process;
    return spawned.error == 0 ? Status(Done{}) : not_started(spawned.error);
  }

  [[nodiscard]] pid_t process() const { return process_; }
  /// From any thread.
  void stop() {
    const char byte = 's';
    [[maybe_unused]] const ssize_t told = ::write(control_.write.number(), &byte, 1);
  }

  /// Waits for the guard's last word; unset if it died without one.
  [[nodiscard]] std::optional<GuardReport> wait(const std::stop_token& stop) {
    std::optional<Clock::time_point> last_moment;
    pollfd ready{report_.read.number(), POLLIN, 0};
    constexpr int longest_sleep = 1000;  // milliseconds
    while (::poll(&ready, 1, longest_sleep) <= 0) {
      if (!stop.stop_requested()) continue;
      if (!last_moment) last_moment = Clock::now() + patience_after_stop;
      if (Clock::now() > *last_moment) return std::nullopt;
    }
    GuardReport report;
    const ssize_t count = ::read(report_.read.number(), &report, sizeof report);
    if (count != sizeof report) return std::nullopt;
    return report;
  }

 private:
  [[nodiscard]] static Error not_started(int error) {
    return {ErrorKind::failed, tr("The process for the program cannot be started: {}.",
                                  std::generic_category().message(error))};
  }

  PipeEnds control_, report_;
  pid_t process_ = -1;
};

ChildRequest child_request(const BuiltProgram& program, const ProgramRequest& request,
                           const ProgramOutput& output) {
  std::error_code ignored;
  ChildRequest child{.object = fs::absolute(program.object, ignored).string(),
                     .arguments = {},
                     .options = request.options,
                     .output_to_standard_error = output == ProgramOutput::to_standard_error,
                     .output_by_lines = output == ProgramOutput::to_listener,
                     .folder = request.folder.string(),
                     .language = std::string(language_id(current_language()))};
  const fs::path& named =
      request.build.files.empty() ? program.object : request.build.files.front();
  child.arguments.push_back("./" + named.stem().string());
  child.arguments.insert(child.arguments.end(), request.arguments.begin(), request.arguments.end());
  return child;
}

/// What is told where the program did not tell its end itself. What its kernels did until then is known.
void judge_silence(ProgramOutcome& outcome, const GuardReport& report) {
  const int status = report.wait_status;
  outcome.end = End::crashed;
  if (report.told && WIFSIGNALED(status)) {
    outcome.signal = WTERMSIG(status);
    const Sentence signal = signal_text(outcome.signal);
    outcome.message =
        outcome.signal == SIGKILL
            ? say("The program was ended by {}, from outside or since the machine had "
                  "no memory left.",
                  signal)
            : say("The program was ended by {}.", signal);
    return;
  }
  outcome.exit_status = report.told && WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  outcome.message =
      say("The program's process ended with status {}, by a system call or since it became another "
          "program.",
          outcome.exit_status);
}

/// What the guard knows better than the program, or alone.
void judge_limits(ProgramOutcome& outcome, const GuardReport& report, const ProgramOptions& options,
                  bool has_told) {
  using Cause = GuardReport::Cause;
  if (report.cause == Cause::cancelled) {
    outcome.end = End::cancelled;
    outcome.message = say("The program was stopped before it ended.");
  } else if (report.cause == Cause::processes) {
    outcome.end = End::crashed;
    outcome.message = say("The program started more than {} processes.", most_processes);
  } else if (has_told) {
    return;
  } else if (report.cause == Cause::memory || report.over_memory) {
    outcome.end = End::memory_limit;
    outcome.message = memory_limit_sentence(options.memory_limit, {});
  } else if (report.cause == Cause::time || report.over_time) {
    outcome.end = End::time_limit;
    outcome.message = time_limit_sentence(options.time_limit, {});
  }
}

/// Adds a sentence to what is said of the end.
void add(ProgramOutcome& outcome, Sentence more) {
  // Translators: two sentences, one after another.
  outcome.message =
      outcome.message.empty() ? std::move(more) : say("{0} {1}", outcome.message, more);
}

/// Hears a log in the background while the program runs.
class LogListener {
 public:
  /// `progress` as that of ProgramOutput; may be empty.
  using Progress = decltype(ProgramOutput::progress);
  LogListener(int log, const ProgramOptions& options, Progress progress)
      : hearing_(options), progress_(std::move(progress)) {
    if (!reader_.open(log)) return;
    worker_ = Worker([this](const std::stop_token& over) { return turn(over.stop_requested()); });
  }
  /// Hears what is left, once the program's processes have ended.
  void finish() { worker_.stop(); }
  /// False with errno: it hears nothing.
  [[nodiscard]] bool hears() const { return worker_.valid(); }
  [[nodiscard]] ProgramHearing& hearing() { return hearing_; }
  [[nodiscard]] const LogReader& reader() const { return reader_; }

 private:
  NextTurn turn(bool complete) {
    constexpr std::chrono::milliseconds pause{5};
    const LogKind kind = reader_.next(bytes_, complete);
    if (kind != LogKind::none) hearing_.hear(kind, bytes_);
    tell_progress();
    if (kind != LogKind::none) return NextTurn::at_once();
    return complete ? NextTurn::none() : NextTurn::after(pause);
  }
  /// If there is anything new, and it is time.
  void tell_progress() {
    constexpr std::chrono::milliseconds pace{1000 / ProgramOutput::progress_pace};
    if (!progress_ || hearing_.revision() == told_) return;
    const auto now = Clock::now();
    if (now - told_at_ < pace) return;
    told_at_ = now;
    told_ = hearing_.revision();
    progress_(std::make_shared<const RunProgress>(hearing_.progress()));
  }

  LogReader reader_;
  ProgramHearing hearing_;
  Progress progress_;
  std::vector<std::byte> bytes_;
  std::uint64_t told_ = 0;  // revision of hearing_
  Clock::time_point told_at_{};
  Worker worker_;  // last: it uses the others
};

/// What the program told, and what the system says of its end.
ProgramOutcome outcome_of(LogListener& log, const GuardReport& report,
                          const ProgramOptions& options) {
  const bool has_told = log.reader().ended();
  ProgramOutcome outcome =
      log.hearing().take_outcome(has_told ? std::optional(log.reader().ending()) : std::nullopt);
  const int status = report.wait_status;
  const bool was_killed = report.told && WIFSIGNALED(status);
  if (!has_told ||
      (outcome.end == End::returned && was_killed && report.cause == GuardReport::Cause::itself)) {
    judge_silence(outcome, report);
  } else if (outcome.end == End::returned && report.told && WIFEXITED(status)) {
    outcome.exit_status = WEXITSTATUS(status);
  }
  judge_limits(outcome, report, options, has_told);
  if (!has_told || outcome.seconds > report.seconds) outcome.seconds = report.seconds;
  if (report.survivors) {
    add(outcome, say("A process that it started could not be ended."));
  }
  return outcome;
}

/// Says what of the recording is lost.
void judge_recording(ProgramOutcome& outcome, const std::optional<Trace>& trace,
                     const LogListener& log, const ProgramHearing& hearing) {
  const auto recorded = trace ? static_cast<std::int64_t>(trace->launches.size()) : 0;
  for (ProgramLaunch& launch : outcome.launches) {
    if (launch.trace_launch >= recorded) launch.trace_launch = -1;
  }
  if (!hearing.trace_fault().empty()) {
    add(outcome, say("What was recorded of its kernels is lost: {}", hearing.trace_fault()));
  } else if (hearing.damaged() > 0 || log.reader().lost() > 0) {
    add(outcome, say("Some of what its kernels did is lost: the program has damaged the memory in "
                     "which it is told."));
  }
}

std::string run_mark() {
  static std::atomic<unsigned> count{0};
  return fmt::format("run{:010}-{:06}", ::getpid(), count++ % 1'000'000U);
}

}  // namespace

Result<ProgramRun> run_program(const BuiltProgram& program, const ProgramRequest& request,
                               const ProgramOutput& output, std::stop_token stop) {
  const Descriptor asked(write_request(child_request(program, request, output)));
  const Descriptor log(asked.number() >= 0 ? make_log() : -1);
  const auto no_memory = [] {
    return Error{ErrorKind::failed,
                 tr("There is no memory to share with the program's process: {}.",
                    std::generic_category().message(errno))};
  };
  if (log.number() < 0) return no_memory();
  const StreamKeeper streams;
  Listener listener;
  if (output == ProgramOutput::to_listener && !listener.open()) {
    return Error{ErrorKind::failed, tr("No pipe for the program's output can be made: {}.",
                                       std::generic_category().message(errno))};
  }
  const std::string mark = run_mark();
  LogListener heard(log.number(), request.options, output.progress);
  if (!heard.hears()) return no_memory();
  std::optional<GuardReport> report;
  pid_t guarded_by = -1;
  {
    Guard guard;
    const Status started = guard.start({asked.number(), log.number(), listener.input(), mark});
    if (!started) return started.error();
    if (output == ProgramOutput::to_listener) listener.listen(output.hear);
    const std::stop_callback on_stop(stop, [&] { guard.stop(); });
    report = guard.wait(stop);
    guarded_by = guard.process();
  }
  listener.finish();
  if (!report) end_strays(guarded_by, mark);
  heard.finish();
  if (report && report->cause == GuardReport::Cause::not_started) {
    return Error{ErrorKind::failed, tr("The process for the program cannot be started: {}.",
                                       std::generic_category().message(report->error))};
  }
  ProgramRun run;
  const bool cancelled =
      report ? report->cause == GuardReport::Cause::cancelled : stop.stop_requested();
  if (!cancelled) run.trace = heard.hearing().take_trace();
  if (run.trace) note_defines(*run.trace, request.build.defines);
  if (report) {
    run.outcome = outcome_of(heard, *report, request.options);
  } else {
    run.outcome = heard.hearing().take_outcome(std::nullopt);
    run.outcome.end = cancelled ? End::cancelled : End::crashed;
    if (!cancelled) {
      run.outcome.message = say(
          "The program, or somebody else, ended the process that watches over it; what its kernels "
          "did until then is told.");
    }
  }
  judge_recording(run.outcome, run.trace, heard, heard.hearing());
  return run;
}

}  // namespace warpscope
