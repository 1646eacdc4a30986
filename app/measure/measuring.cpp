#include "app/measure/measuring.hpp"

#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "app/measure/bench_child.hpp"
#include "app/measure/record_file.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/executor/worker.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/guarded.hpp"

namespace warpscope {
namespace {

using Ended = Result<Sentence>;

/// "12 times of NVIDIA H200 are kept in PATH".
Sentence kept_text(const TimingRecord& record, const std::filesystem::path& path) {
  const auto count = static_cast<std::int64_t>(record.results.size());
  // Translators: {1} is a GPU.
  if (path.empty()) {
    return say_n("{0} time of {1} is shown.", "{0} times of {1} are shown.", count, record.device);
  }
  return say_n("{0} time of {1} is kept in {2}.", "{0} times of {1} are kept in {2}.", count,
               record.device, path.string());
}

Sentence skipped_text(const BenchLog& log) {
  Sentence text;
  const auto& skipped = log.record().skipped;
  if (!skipped.empty()) {
    // Translators: measurements that were left out: a kernel, and why it was.
    text = say_n("One was left out, such as {1}: {2}.", "{0} were left out, such as {1}: {2}.",
                 static_cast<std::int64_t>(skipped.size()), said_work(skipped.front().kernel),
                 skipped.front().why);
  }
  if (log.passed_over() > 0) {
    const auto lines = static_cast<std::int64_t>(log.passed_over());
    text = followed(text, say_n("{} of bench's lines could not be read.",
                                "{} of bench's lines could not be read.", lines));
  }
  return text;
}

/// The outcome, in words for a notice.
Ended told_ending(const BenchOutcome& outcome, const std::filesystem::path& folder) {
  const TimingRecord& record = outcome.log.record();
  const bool any = !record.results.empty();
  Result<std::filesystem::path> path{std::filesystem::path{}};
  if (any && !folder.empty()) path = keep_record(record, folder);
  Sentence kept;
  if (any) {
    kept = path ? kept_text(record, path.value())
                : followed(kept_text(record, {}), path.error().for_window());
  }
  kept = followed(kept, skipped_text(outcome.log));
  if (outcome.end == BenchEnd::failed) return Error{ErrorKind::failed, followed(outcome.why, kept)};
  const Sentence how = outcome.end == BenchEnd::cancelled ? say("The measurement was cancelled.")
                       : any                              ? say("Measured.")
                                                          : say("Nothing was measured.");
  if (!path) return Error{path.error().kind, followed(how, kept)};
  return followed(how, kept);
}

}  // namespace

class Measuring::Work {
 public:
  explicit Work(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~Work() {
    at_once_.request_stop();
    worker_.request_stop();
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  [[nodiscard]] Status start(BenchChild child) {
    {
      const std::lock_guard lock(mutex_);
      running_ = true;
      ended_.reset();
      progress_ = {};
      before_ = recorded_timings();
    }
    // The previous one has ended, but for its last steps.
    Status begun = guarded("measure", [&]() -> Status {
      // A single turn: the child dies with the thread that started it.
      worker_ = Worker([this, child = std::move(child)](const std::stop_token& asked) {
        run(child, {asked, at_once_.get_token()});
        return NextTurn::none();
      });
      return Done{};
    });
    const std::lock_guard lock(mutex_);
    if (!begun) running_ = false;
    return begun;
  }
  void cancel() {
    const std::lock_guard lock(mutex_);
    progress_.cancelled = running_;
    worker_.request_stop();
  }
  [[nodiscard]] bool running() const {
    const std::lock_guard lock(mutex_);
    return running_;
  }
  [[nodiscard]] MeasureProgress progress() const {
    const std::lock_guard lock(mutex_);
    return progress_;
  }
  [[nodiscard]] std::optional<Ended> poll() {
    const std::lock_guard lock(mutex_);
    return std::exchange(ended_, std::nullopt);
  }

  MeasureHost host;
  std::optional<Sentence> problem;  // found once

 private:
  void run(const BenchChild& child, const BenchStop& stop) {
    Ended ended = guarded("measure", [&] {
      const BenchOutcome outcome = run_bench(
          child, [this](const BenchLog& log) { take(log); }, stop);
      take(outcome.log);
      return told_ending(outcome, host.folder);
    });
    {
      const std::lock_guard lock(mutex_);
      running_ = false;
      ended_ = std::move(ended);
    }
    if (wake_) wake_();
  }

  void take(const BenchLog& log) {
    if (!log.record().results.empty()) {
      Timings grown = *before_;
      grown.records.push_back(log.record());
      show_timings(std::move(grown));
    }
    {
      const std::lock_guard lock(mutex_);
      progress_.done = log.done();
      progress_.total = log.total();
      progress_.what = said_work(log.what());
    }
    if (wake_) wake_();
  }

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  bool running_ = false;
  MeasureProgress progress_;
  TimingsPtr before_;  // shown before the present run
  std::optional<Ended> ended_;
  std::stop_source at_once_;
  Worker worker_;  // last: it uses the others
};

Measuring::Measuring(std::function<void()> wake) : work_(std::make_unique<Work>(std::move(wake))) {}
Measuring::~Measuring() = default;

void Measuring::use(MeasureHost host) {
  work_->host = std::move(host);
  work_->problem.reset();
}

const Sentence& Measuring::problem() const {
  if (!work_->problem) {
    const MeasureHost& host = work_->host;
    work_->problem =
        host.program.empty()
            ? say("The window measures times on Linux only; elsewhere `warpscope bench` does.")
        : host.problem ? host.problem()
                       : Sentence();
  }
  return *work_->problem;
}

Status Measuring::start(const MeasureWish& wish) {
  if (!problem().empty()) return Error{ErrorKind::unavailable, problem()};
  if (running()) {
    const MeasureProgress now = progress();
    return Error{
        ErrorKind::usage,
        say("A measurement is already running, {0} of {1}. Cancel it, or wait until it is done.",
            now.done, now.total)};
  }
  std::vector<std::string> arguments{"bench", wish.what, "--json-lines"};
  if (!wish.sizes.empty()) arguments.insert(arguments.end(), {"--sizes", wish.sizes});
  return work_->start({work_->host.program, std::move(arguments)});
}

void Measuring::cancel() { work_->cancel(); }
bool Measuring::running() const { return work_->running(); }
MeasureProgress Measuring::progress() const { return work_->progress(); }
std::optional<Result<Sentence>> Measuring::poll() { return work_->poll(); }

}  // namespace warpscope
