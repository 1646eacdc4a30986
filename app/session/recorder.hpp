#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/comparison/comparison.hpp"
#include "app/comparison/since_save.hpp"
#include "app/subject/document.hpp"
#include "app/subject/options.hpp"
#include "instrumentation/executor/worker.hpp"

namespace warpscope {

/// The views of a document, made with it off the frame thread. The session carries them for the
/// window and knows nothing of them.
class DocumentViews {
 public:
  virtual ~DocumentViews() = default;
};

/// The content of the screen: the options and the documents made from them.
struct Recording {
  Options options;
  DocumentPtr left, right;  ///< right only in a comparison
  std::shared_ptr<DocumentViews> left_views = {}, right_views = {};
  std::shared_ptr<const Comparison> comparison = {};  ///< of left and right
  std::shared_ptr<const SinceSave> since_save = {};   ///< of the left; none: nothing was saved
};

/// Makes the documents that `wanted` asks for, and takes over from `have` everything that stays the
/// same.
[[nodiscard]] Result<Recording> make_recording(const Options& wanted, const Recording& have,
                                               std::stop_token stop);

/// Makes recordings in the background. The newest wish wins: an older one that is still
/// running is asked to stop, and its result is dropped.
class Recorder {
 public:
  using Make = std::function<Result<Recording>(const Options&, const Recording&, std::stop_token)>;

  /// `wake` is called by the worker whenever a result waits in poll().
  explicit Recorder(Make make = make_recording, std::function<void()> wake = {});
  /// Waits until the running job has ended.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void request(Options wanted, Recording have);
  void cancel();
  /// True while a wish is being made, or waits.
  [[nodiscard]] bool busy() const;
  /// True while a job that nobody wants any more has not ended yet: a kernel that runs on a GPU
  /// goes to its end. The next wish waits for it.
  [[nodiscard]] bool stopping() const;
  /// How long the running job has taken so far, or has been stopping; 0 when idle.
  [[nodiscard]] double seconds() const;
  /// The result of the newest wish, once.
  [[nodiscard]] std::optional<Result<Recording>> poll();

 private:
  struct Job {
    Options wanted;
    Recording have;
  };
  /// Documents are large: whoever gives them up under the lock would keep the window waiting.
  struct Dropped {
    std::optional<Job> job;
    std::optional<Result<Recording>> result;
  };
  [[nodiscard]] NextTurn turn();
  void make(Job job, std::unique_lock<std::mutex>& lock);  // leaves it unlocked
  void stop_running();                                     // under the lock
  void drop_waiting();                                     // likewise

  Make make_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::optional<Job> next_;
  std::optional<Result<Recording>> result_;
  std::vector<Dropped> dropped_;  // for the worker to destroy
  std::stop_source running_{std::nostopstate};
  std::chrono::steady_clock::time_point since_;
  bool busy_ = false;
  Worker worker_;  // last: it uses the others
};

}  // namespace warpscope
