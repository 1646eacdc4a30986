#include "instrumentation/timing/thread_team.hpp"

#include <algorithm>

namespace warpscope {

int ThreadTeam::all_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

ThreadTeam::ThreadTeam(int size) {
  for (int member = 1; member < size; ++member) {
    threads_.emplace_back([this, member] { serve(member); });
  }
}

ThreadTeam::~ThreadTeam() {
  work_ = nullptr;
  ++round_;
  round_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::run(const std::function<void(int)>& work) {
  if (!threads_.empty()) {
    work_ = &work;
    working_ = static_cast<int>(threads_.size());
    ++round_;
    round_.notify_all();
  }
  work(0);
  for (int left = working_; left != 0; left = working_) working_.wait(left);
}

void ThreadTeam::serve(int member) {
  // Nobody misses a round: the next one begins when all are done with this one.
  for (std::uint32_t done = 0;; ++done) {
    round_.wait(done);
    if (work_ == nullptr) return;
    (*work_)(member);
    if (--working_ == 0) working_.notify_one();
  }
}

}  // namespace warpscope
