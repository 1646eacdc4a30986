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
      worker_([this](const std::stop_token& stop) { work(stop); }) {}

bool FrameQueue::has_room() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() < most_waiting;
}

void FrameQueue::add(Image image) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(image));
  changed_.notify_one();
}

void FrameQueue::finish() {
  const std::lock_guard lock(mutex_);
  finished_ = true;
  changed_.notify_one();
}

std::optional<Status> FrameQueue::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

Status FrameQueue::write_all(const std::stop_token& stop) {
  while (true) {
    Image image;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, stop, [this] { return finished_ || !waiting_.empty(); });
      if (stop.stop_requested()) return Done{};
      if (waiting_.empty()) break;
      image = std::move(waiting_.front());
      waiting_.pop_front();
    }
    if (Status written = write_(image); !written) return written;
  }
  return close_();
}

void FrameQueue::work(const std::stop_token& stop) {
  Status status = guarded("write the film", [&] { return write_all(stop); });
  const std::lock_guard lock(mutex_);
  result_ = std::move(status);
}

}  // namespace warpscope
