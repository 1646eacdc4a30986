#include "app/session/recorder.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/comparison/layout_after_save.hpp"
#include "app/session/session_comparison.hpp"
#include "app/subject/program_options.hpp"
#include "app/subject/trace_what_if.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/guarded.hpp"

namespace warpscope {
namespace {

/// Options and the document made of them.
struct Side {
  Options options;
  DocumentPtr document;
};

bool same_trace(const Options& a, const Options& b) {
  const SubjectPtr subject = a.subject();
  return subject == b.subject() && subject->same_trace(a.request, b.request);
}

/// Another layout of the memory of a program that was run: it need not run again. Unset: it must.
std::optional<Result<DocumentPtr>> changed_side(const Options& wanted,
                                                const std::vector<Side>& known) {
  if (!wanted.subject()->can().lay_out_again) return std::nullopt;
  for (const auto& [options, document] : known) {
    const bool plain = document && of_a_trace(options.request.what_if) == WhatIf{};
    if (!plain || options.subject() != wanted.subject()) continue;
    auto trace = with_what_if(*document->trace, of_a_trace(wanted.request.what_if));
    if (!trace) return trace.error();
    Recorded changed{.subject = document->subject,
                     .request = wanted.request,
                     .trace = std::make_shared<const Trace>(std::move(trace).value()),
                     .checked = document->checked,
                     .mismatch = document->mismatch,
                     .wrong = document->wrong,
                     .end = document->end};
    return DocumentPtr(std::make_shared<const Document>(std::move(changed), wanted.model));
  }
  return std::nullopt;
}

/// Reuses a document; if only the bank model differs, recomputes the summary.
Result<DocumentPtr> make_side(const Options& wanted, const std::vector<Side>& known,
                              std::stop_token stop) {
  const DocumentPtr* reused = nullptr;
  for (const Side& side : known) {
    if (!side.document || !same_trace(side.options, wanted)) continue;
    if (side.document->summary.model == wanted.model) return side.document;
    reused = &side.document;
  }
  if (reused != nullptr) return with_model(**reused, wanted.model);
  const SubjectPtr subject = wanted.subject();
  if (const auto changed = changed_side(wanted, known)) return *changed;
  Result<DocumentPtr> made = make_document(*subject, wanted.request, wanted.model, std::move(stop));
  if (made && wanted.opened && made.value()->trace->accesses.empty()) {
    return Error{ErrorKind::usage,
                 tr("{} holds no access: there is nothing to show.", subject->id()),
                 say("{} holds no access: there is nothing to show.", subject->name())};
  }
  return made;
}

/// What stands beside a program once it was saved: a layout that the file has now is not tried on top of itself. If that was
/// all, the program as it was before the save takes its place.
std::optional<Variant> rival_after_save(const std::optional<Variant>& wanted,
                                        const DocumentPtr& before, const Document& now) {
  if (!wanted || !is_what_if(*wanted) || !before) return wanted;
  if (!saved_between(*before, now).value_or(false)) return wanted;
  Variant rival = *wanted;
  rival.what_if = still_untried(rival.what_if, *before, now);
  if (rival == Variant{}) return SessionComparison::before_save(*before);
  return rival;
}

}  // namespace

Result<Recording> make_recording(const Options& wanted, const Recording& have,
                                 std::stop_token stop) {
  std::vector<Side> known{{have.options, have.left}};
  if (have.right && have.options.variant) {
    if (auto right = varied(have.options)) known.push_back({right.value(), have.right});
  }
  Result<DocumentPtr> left = make_side(wanted, known, stop);
  if (!left) return left.error();
  Recording made{wanted, left.value(), nullptr, {}, {}};
  if (made.left == have.left) {
    made.since_save = have.since_save;
  } else if (have.left && have.since_save &&
             !saved_between(*have.left, *made.left).value_or(true)) {
    // The same text, with other banks or run once more: what was before the save still was.
    const DocumentPtr before = have.since_save->before->summary.model == wanted.model
                                   ? have.since_save->before
                                   : with_model(*have.since_save->before, wanted.model);
    made.since_save =
        std::make_shared<const SinceSave>(SinceSave{before, compare(*before, *made.left)});
  } else if (auto changes = since_save(have.left, made.left)) {
    made.since_save = std::make_shared<const SinceSave>(std::move(*changes));
  }
  made.options.variant = rival_after_save(wanted.variant, have.left, *made.left);
  if (!made.options.variant) return made;

  const Result<Options> other = varied(made.options);
  if (!other) return other.error();
  known.push_back({made.options, made.left});
  Result<DocumentPtr> right = make_side(other.value(), known, std::move(stop));
  if (!right) return right.error();
  made.right = std::move(right).value();
  const bool same = made.left == have.left && made.right == have.right && have.comparison;
  made.comparison =
      same ? have.comparison
           : std::make_shared<const Comparison>(compare(
                 *made.left, *made.right, SessionComparison::is_before(*made.options.variant)));
  return made;
}

Recorder::Recorder(Make make, std::function<void()> wake)
    : make_(std::move(make)),
      wake_(std::move(wake)),
      worker_([this](const std::stop_token&) { return turn(); }) {}

Recorder::~Recorder() {
  cancel();
  worker_.request_stop();
}

void Recorder::request(Options wanted, Recording have) {
  {
    const std::lock_guard lock(mutex_);
    stop_running();
    drop_waiting();
    busy_ = true;
    next_ = Job{std::move(wanted), std::move(have)};
  }
  worker_.ring();
}

void Recorder::cancel() {
  {
    const std::lock_guard lock(mutex_);
    drop_waiting();
    busy_ = false;
    stop_running();
  }
  worker_.ring();
}

void Recorder::drop_waiting() {
  if (!next_ && !result_) return;
  dropped_.push_back({std::exchange(next_, std::nullopt), std::exchange(result_, std::nullopt)});
}

void Recorder::stop_running() {
  if (!running_.stop_possible() || running_.stop_requested()) return;
  running_.request_stop();
  since_ = std::chrono::steady_clock::now();
}

bool Recorder::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

bool Recorder::stopping() const {
  const std::lock_guard lock(mutex_);
  return running_.stop_possible() && running_.stop_requested();
}

double Recorder::seconds() const {
  const std::lock_guard lock(mutex_);
  if (!running_.stop_possible()) return 0;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
}

std::optional<Result<Recording>> Recorder::poll() {
  const std::lock_guard lock(mutex_);
  return std::exchange(result_, std::nullopt);
}

NextTurn Recorder::turn() {
  std::unique_lock lock(mutex_);
  if (!dropped_.empty()) {
    std::vector<Dropped> dropped = std::exchange(dropped_, {});
    lock.unlock();
    dropped.clear();
  } else if (next_) {
    make(std::move(*std::exchange(next_, std::nullopt)), lock);
  } else {
    return NextTurn::when_rung();
  }
  return NextTurn::at_once();
}

void Recorder::make(Job job, std::unique_lock<std::mutex>& lock) {
  const std::stop_source stop;
  running_ = stop;
  since_ = std::chrono::steady_clock::now();
  lock.unlock();
  Result<Recording> result = guarded("show " + job.wanted.subject()->id(),
                                     [&] { return make_(job.wanted, job.have, stop.get_token()); });
  lock.lock();
  running_ = std::stop_source(std::nostopstate);
  // Otherwise a newer wish came, or nobody wants it any more.
  Dropped done{std::move(job), std::move(result)};
  if (!stop.stop_requested()) {
    result_ = std::exchange(done.result, std::nullopt);
    busy_ = false;
  }
  lock.unlock();
  if (wake_) wake_();
}

}  // namespace warpscope
