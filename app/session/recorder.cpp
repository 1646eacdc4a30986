#include "app/session/recorder.hpp"

#include <utility>

#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

/// `have` under the wanted model.
DocumentPtr reused(const DocumentPtr& have, BankModel model) {
  return have->summary.model == model ? have : with_model(*have, model);
}

Result<DocumentPtr> open_file(const std::filesystem::path& path, BankModel model) {
  Result<Trace> trace = read_trace(path);
  if (!trace) return trace.error();
  if (trace->accesses.empty()) {
    return Error{ErrorKind::usage, path.string() + " holds no access: there is nothing to show."};
  }
  return DocumentPtr(std::make_shared<const Document>(
      RunRequest{}, std::make_shared<const Trace>(std::move(trace).value()), model));
}

}  // namespace

Result<Recording> make_recording(const Options& wanted, const Recording& have,
                                 std::stop_token stop) {
  Recording made{wanted, nullptr, nullptr, {}, {}};
  const bool same_source = have.left && have.options.file == wanted.file &&
                           (wanted.file || same_run(have.options.request, wanted.request));
  if (same_source) {
    made.left = reused(have.left, wanted.model);
  } else {
    Result<DocumentPtr> left = wanted.file ? open_file(*wanted.file, wanted.model)
                                           : make_document(wanted.request, wanted.model, stop);
    if (!left) return left.error();
    made.left = std::move(left).value();
  }
  if (wanted.rival.empty()) return made;

  if (have.right && have.options.rival == wanted.rival &&
      same_run(have.options.request, wanted.request)) {
    made.right = reused(have.right, wanted.model);
    return made;
  }
  Result<DocumentPtr> right =
      make_document(for_kernel(wanted.request, wanted.rival), wanted.model, stop);
  if (!right) return right.error();
  made.right = std::move(right).value();
  return made;
}

Recorder::Recorder(Make make, std::function<void()> wake)
    : make_(std::move(make)),
      wake_(std::move(wake)),
      worker_([this](const std::stop_token& quit) { work(quit); }) {}

Recorder::~Recorder() {
  cancel();
  worker_.request_stop();
}

void Recorder::request(Options wanted, Recording have) {
  {
    const std::lock_guard lock(mutex_);
    if (running_.stop_possible()) running_.request_stop();
    result_.reset();
    if (!busy_) since_ = std::chrono::steady_clock::now();
    busy_ = true;
    next_ = Job{std::move(wanted), std::move(have)};
  }
  changed_.notify_one();
}

void Recorder::cancel() {
  const std::lock_guard lock(mutex_);
  next_.reset();
  result_.reset();
  busy_ = false;
  if (running_.stop_possible()) running_.request_stop();
}

bool Recorder::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

double Recorder::seconds() const {
  const std::lock_guard lock(mutex_);
  if (!busy_) return 0;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
}

std::optional<Result<Recording>> Recorder::poll() {
  const std::lock_guard lock(mutex_);
  return std::exchange(result_, std::nullopt);
}

void Recorder::work(const std::stop_token& quit) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, quit, [this] { return next_.has_value(); })) {
    const Job job = std::move(*std::exchange(next_, std::nullopt));
    const std::stop_source stop;
    running_ = stop;
    lock.unlock();
    Result<Recording> result = make_(job.wanted, job.have, stop.get_token());
    lock.lock();
    if (stop.stop_requested()) continue;  // a newer wish came, or nobody wants it any more
    running_ = std::stop_source(std::nostopstate);
    result_ = std::move(result);
    busy_ = false;
    lock.unlock();
    if (wake_) wake_();
    lock.lock();
  }
}

}  // namespace warpscope
