#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace warpscope {

/// What a piece of background work wants once it has done a turn.
struct NextTurn {
  enum class Kind { none, at_once, rest };

  Kind kind = Kind::none;
  std::optional<std::chrono::milliseconds> pause =
      {};               ///< a rest ends then at the latest; unset: it need not
  int descriptor = -1;  ///< it ends as well once this can be read, or is hung up

  /// The work is done.
  [[nodiscard]] static NextTurn none() { return {}; }
  [[nodiscard]] static NextTurn at_once() { return {Kind::at_once}; }
  [[nodiscard]] static NextTurn when_rung() { return {Kind::rest}; }
  [[nodiscard]] static NextTurn after(std::chrono::milliseconds pause) {
    return {Kind::rest, pause};
  }
  [[nodiscard]] static NextTurn when_readable(
      int descriptor, std::optional<std::chrono::milliseconds> pause = std::nullopt) {
    return {Kind::rest, pause, descriptor};
  }
};

/// A bit of work, which says how to go on. It must not throw. Once a stop is requested it is called at least
/// once more, without waiting for the end of its rest; the next rest that it asks for is its end.
using Turn = std::function<NextTurn(const std::stop_token& stop)>;

/// Work that an executor has begun.
class RunningWork {
 public:
  RunningWork() = default;
  RunningWork(const RunningWork&) = delete;
  RunningWork& operator=(const RunningWork&) = delete;
  virtual ~RunningWork() = default;

  /// Ends its rest. From any thread.
  virtual void ring() = 0;
  /// Waits for its end. Not from its own turns.
  virtual void join() = 0;
  void request_stop() {
    stop_.request_stop();
    ring();
  }

 protected:
  std::stop_source stop_;
};

/// The one door to threads: everything that goes on in the background is begun here. There are two forms. With
/// threads, each piece of work has one of its own. A StepwiseExecutor has none: whoever owns it says when a turn is
/// done, and whoever waits for work does its turns. So no work may count on others going on meanwhile, unless it
/// waits for them by join().
///
/// Threads that are no background work stay outside, in files that tests/check_layering.py names: those of the emulated
/// machine, and those that are measured.
class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  /// Asks all work to stop, and waits for its end.
  virtual ~Executor() = default;

  /// Begins work that ends by itself. It must not throw.
  /// Throws std::system_error if there can be no more threads, as std::thread does.
  std::shared_ptr<RunningWork> run(std::function<void()> job);
  /// Begins work that goes on until it says that it is done, or is asked to stop. Throws as run() does.
  [[nodiscard]] std::shared_ptr<RunningWork> go_on(Turn turn) {
    return begin(std::move(turn), false);
  }
  /// Waits for all jobs of run(). Call it before anything that they use goes away: at the end of the window.
  virtual void finish() = 0;

 protected:
  [[nodiscard]] virtual std::shared_ptr<RunningWork> begin(Turn turn, bool ends_by_itself) = 0;
};

/// The executor of this process: the one with threads, unless an ExecutorScope says otherwise.
[[nodiscard]] Executor& executor();

/// While it lives, executor() is this one. Begin and end it where no other thread asks for the executor.
class ExecutorScope {
 public:
  explicit ExecutorScope(Executor& instead);
  ~ExecutorScope();
  ExecutorScope(const ExecutorScope&) = delete;
  ExecutorScope& operator=(const ExecutorScope&) = delete;

 private:
  Executor* before_;
};

}  // namespace warpscope
