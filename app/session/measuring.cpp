#include "app/session/measuring.hpp"

#include <fmt/format.h>

#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "app/session/bench_child.hpp"
#include "app/session/record_file.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/trace/guarded.hpp"

namespace warpscope {
namespace {

using Ended = Result<std::string>;

/// "12 times of NVIDIA H200 are kept in PATH".
std::string kept_text(const TimingRecord& record, const std::filesystem::path& path) {
  const std::size_t count = record.results.size();
  const std::string times =
      fmt::format("{} {} of {}", count, count == 1 ? "time" : "times", record.device);
  if (path.empty()) return times + (count == 1 ? " is shown." : " are shown.");
  return fmt::format("{} {} kept in {}.", times, count == 1 ? "is" : "are", path.string());
}

std::string skipped_text(const BenchLog& log) {
  std::string text;
  const auto& skipped = log.record().skipped;
  if (!skipped.empty()) {
    text += fmt::format(" {} left out, such as {}: {}.",
                        skipped.size() == 1 ? "One was" : fmt::format("{} were", skipped.size()),
                        skipped.front().kernel, skipped.front().why);
  }
  if (log.passed_over() > 0) {
    text += fmt::format(" {} of bench's lines could not be read.", log.passed_over());
  }
  return text;
}

/// The outcome, in words for a notice.
Ended told_ending(const BenchOutcome& outcome, const std::filesystem::path& folder) {
  const TimingRecord& record = outcome.log.record();
  const bool any = !record.results.empty();
  Result<std::filesystem::path> path{std::filesystem::path{}};
  if (any && !folder.empty()) path = keep_record(record, folder);
  std::string kept = any ? " " + (path ? kept_text(record, path.value())
                                       : kept_text(record, {}) + " " + path.error().message)
                         : "";
  kept += skipped_text(outcome.log);
  if (outcome.end == BenchEnd::failed) return Error{ErrorKind::failed, outcome.why + kept};
  const std::string how = outcome.end == BenchEnd::cancelled ? "The measurement was cancelled."
                          : any                              ? "Measured."
                                                             : "Nothing was measured.";
  if (!path) return Error{path.error().kind, how + kept};
  return how + kept;
}

}  // namespace

class Measuring::Work {
 public:
  explicit Work(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~Work() {
    at_once_.request_stop();
    thread_.request_stop();
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
      thread_ = std::jthread([this, child = std::move(child)](const std::stop_token& asked) {
        run(child, {asked, at_once_.get_token()});
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
    thread_.request_stop();
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
  std::optional<std::string> problem;  // computed once

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
      progress_.what = log.what();
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
  std::jthread thread_;  // last: ends first
};

Measuring::Measuring(std::function<void()> wake) : work_(std::make_unique<Work>(std::move(wake))) {}
Measuring::~Measuring() = default;

void Measuring::use(MeasureHost host) {
  work_->host = std::move(host);
  work_->problem.reset();
}

const std::string& Measuring::problem() const {
  if (!work_->problem) {
    const MeasureHost& host = work_->host;
    work_->problem =
        host.program.empty()
            ? "The window measures times on Linux only; elsewhere `warpscope bench` does."
        : host.problem ? host.problem()
                       : std::string();
  }
  return *work_->problem;
}

Status Measuring::start(const MeasureWish& wish) {
  if (!problem().empty()) return Error{ErrorKind::unavailable, problem()};
  if (running()) {
    const MeasureProgress now = progress();
    return Error{ErrorKind::usage,
                 fmt::format("A measurement is already running, {} of {}. Cancel it, or wait until "
                             "it is done.",
                             now.done, now.total)};
  }
  std::vector<std::string> arguments{"bench", wish.what, "--json-lines"};
  if (!wish.sizes.empty()) arguments.insert(arguments.end(), {"--sizes", wish.sizes});
  return work_->start({work_->host.program, std::move(arguments)});
}

void Measuring::cancel() { work_->cancel(); }
bool Measuring::running() const { return work_->running(); }
MeasureProgress Measuring::progress() const { return work_->progress(); }
std::optional<Result<std::string>> Measuring::poll() { return work_->poll(); }

}  // namespace warpscope
