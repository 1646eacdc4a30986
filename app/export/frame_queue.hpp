#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "app/gl/image.hpp"
#include "instrumentation/executor/worker.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Pictures on their way to a file: one thread draws them, the queue packs and writes them in the
/// background, in order.
class FrameQueue {
 public:
  using Write = std::function<Status(const Image&)>;
  using Close = std::function<Status()>;

  /// `write` gets every picture, `close` is called after the last one; both in the background.
  /// After an error neither is called again.
  FrameQueue(Write write, Close close);
  /// Drops the pictures that wait, and waits for the one that is being written.
  ~FrameQueue() = default;
  FrameQueue(const FrameQueue&) = delete;
  FrameQueue& operator=(const FrameQueue&) = delete;

  /// Few pictures may wait at a time: they are large.
  [[nodiscard]] bool has_room() const;
  void add(Image image);
  /// Says that no more pictures come.
  void finish();
  /// The outcome, once everything is written and closed, or something failed.
  [[nodiscard]] std::optional<Status> result() const;

 private:
  [[nodiscard]] NextTurn turn(const std::stop_token& stop);

  Write write_;
  Close close_;
  mutable std::mutex mutex_;
  std::deque<Image> waiting_;
  bool finished_ = false;
  std::optional<Status> result_;
  Worker worker_;  // last: it uses the others
};

}  // namespace warpscope
