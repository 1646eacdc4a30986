#include "app/export/frame_queue.hpp"

#include <utility>

#include "instrumentation/trace/guarded.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_waiting = 3;

}  // namespace

FrameQueue::FrameQueue(Write write, Close close)
    : write_(std::move(write)),
      close_(std::move(close)),
      worker_([this](const std::stop_token& stop) { return turn(stop); }) {}

bool FrameQueue::has_room() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() < most_waiting;
}

void FrameQueue::add(Image image) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(image));
  }
  worker_.ring();
}

void FrameQueue::finish() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  worker_.ring();
}

std::optional<Status> FrameQueue::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

NextTurn FrameQueue::turn(const std::stop_token& stop) {
  std::optional<Image> image;
  {
    const std::lock_guard lock(mutex_);
    if (stop.stop_requested()) return NextTurn::none();
    if (waiting_.empty() && !finished_) return NextTurn::when_rung();
    if (!waiting_.empty()) {
      image = std::move(waiting_.front());
      waiting_.pop_front();
    }
  }
  Status status = guarded("write the film", [&] { return image ? write_(*image) : close_(); });
  if (image && status) return NextTurn::at_once();
  const std::lock_guard lock(mutex_);
  result_ = std::move(status);
  return NextTurn::none();
}

}  // namespace warpscope
