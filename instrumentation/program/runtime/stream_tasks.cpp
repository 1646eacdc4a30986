#include "instrumentation/program/runtime/stream_tasks.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/code_map.hpp"
#include "instrumentation/program/machine/handler_stack.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/program_machine.hpp"

namespace warpscope {

StreamTasks& StreamTasks::the() {
  static auto* const tasks = new StreamTasks;  // its threads outlive main()
  return *tasks;
}

std::vector<StreamTaskPointer> StreamTasks::ahead_of(const StreamOrder& stream) const {
  std::vector<StreamTaskPointer> ahead;
  for (const auto& [key, last] : last_) {
    const bool is_legacy = key == StreamOrder::legacy_key;
    if (key == stream.key || (stream.is_legacy() && last.blocking) ||
        (is_legacy && stream.blocking))
      ahead.push_back(last.task);
  }
  return ahead;
}

StreamTaskPointer StreamTasks::add(const HostCall& call, const StreamOrder& stream, StreamWork work,
                                   const std::vector<StreamTaskPointer>& after, bool awaited) {
  auto task = std::make_shared<StreamTask>();
  task->call = call;
  task->work = std::move(work);
  task->number = ++count_;
  task->stream = stream.key;
  task->awaited = awaited;
  for (const StreamTaskPointer& other : after) {
    if (other == nullptr || other->done) continue;
    ++task->ahead;
    other->behind.push_back(task);
  }
  last_[stream.key] = {.task = task, .blocking = stream.blocking};
  if (task->ahead == 0) ready_[task->number] = task;
  do_what_is_ready();
  return task;
}

void StreamTasks::do_what_is_ready() {
  if (std::exchange(doing_, true)) return;  // whoever does it goes on
  while (!ready_.empty() && !abandoned_) {
    const StreamTaskPointer task = ready_.begin()->second;
    ready_.erase(ready_.begin());
    if (task->work.host)
      start_host_function(task);
    else
      do_now(task);
  }
  doing_ = false;
}

void StreamTasks::do_now(const StreamTaskPointer& task) {
  HostErrors& errors = HostErrors::the();
  if (task->work.work && errors.sticky() != 0) {
    errors.left_work_out();
  } else if (task->work.work) {
    works_ = true;
    task->error = task->work.work();
    works_ = false;
    // Its call has returned: as on a GPU, whatever the program asks next tells.
    if (task->error != cudaSuccess && !task->awaited)
      errors.failed_launch(say("what {} asked for", task->call.function), task->call.place,
                           cudaErrorIllegalAddress, true);
  }
  finish(task);
}

void StreamTasks::start_host_function(const StreamTaskPointer& task) {
  if (HostErrors::the().sticky() != 0 && !task->work.hears_errors) return finish(task);
  running_[task->number] = task;
  host_functions_.push_back(task);
  if (host_functions_.size() <= idle_threads_) return changed_.notify_all();
  try {
    std::thread([this] { serve_host_functions(); }).detach();
  } catch (const std::system_error&) {  // no more threads: whoever is free, or here
    if (running_.size() > host_functions_.size()) return;
    host_functions_.pop_back();
    task->work.host(static_cast<cudaError_t>(HostErrors::the().sticky()));
    finish(task);
  }
}

void StreamTasks::serve_host_functions() {
  become_machine_thread();
  std::unique_lock lock(runtime_mutex());
  for (;;) {
    // Not for ever: a program whose other threads have ended ends.
    constexpr std::chrono::milliseconds longest_idle{100};
    ++idle_threads_;
    const bool found =
        changed_.wait_for(lock, longest_idle, [&] { return !host_functions_.empty(); });
    --idle_threads_;
    if (!found) return;
    const StreamTaskPointer task = host_functions_.front();
    host_functions_.pop_front();
    const auto status = static_cast<cudaError_t>(HostErrors::the().sticky());
    lock.unlock();
    mark_host_function(true);
    task->work.host(status);
    mark_host_function(false);
    pass_on_signals();
    lock.lock();
    finish(task);
    do_what_is_ready();
  }
}

void StreamTasks::finish(const StreamTaskPointer& task) {
  task->done = true;
  task->work = {};
  running_.erase(task->number);
  if (const auto last = last_.find(task->stream); last != last_.end() && last->second.task == task)
    last_.erase(last);
  for (const StreamTaskPointer& next : std::exchange(task->behind, {})) {
    if (--next->ahead == 0) ready_[next->number] = next;
  }
  changed_.notify_all();
}

void StreamTasks::wait(const HostCall& call, const std::vector<StreamTaskPointer>& tasks) {
  for (const StreamTaskPointer& task : tasks) {
    const Waiting me{call, task->number};
    waiting_.push_back(&me);
    while (!task->done && !abandoned_) changed_.wait(runtime_mutex());
    std::erase(waiting_, &me);
  }
}

void StreamTasks::wait_for_all(const HostCall& call) {
  if (last_.empty()) return;
  std::vector<StreamTaskPointer> tasks;
  for (const auto& [stream, last] : last_) tasks.push_back(last.task);
  wait(call, tasks);
}

void StreamTasks::give_a_moment(const StreamTaskPointer& task) {
  if (task == nullptr) return;
  std::unique_lock lock(runtime_mutex());
  if (changed_.wait_for(lock, patience_, [&] { return task->done; })) return;
  // It waits for the host, or takes long, and so may all of them.
  patience_ = std::max(patience_ / 2, std::chrono::microseconds(1000));
}

void StreamTasks::abandon() {
  abandoned_ = true;
  changed_.notify_all();
  constexpr int most_tries = 1000;
  for (int k = 0; works_ && k < most_tries; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void StreamTasks::note_unfinished(LoggedEnding& ending) const {
  if (is_host_function()) return;  // it stands in itself
  // The thread that is asked stands anywhere: it must not wait for the lock.
  const std::unique_lock lock(runtime_mutex(), std::try_to_lock);
  if (!lock.owns_lock() || running_.empty()) return;
  const auto address = [](const void* of) { return reinterpret_cast<std::uintptr_t>(of); };
  const StreamTask& task = *running_.begin()->second;
  ending.host_function = address(task.work.host_function);
  ending.given_at = address(task.call.place);
  std::strncpy(ending.given_to, task.call.function, sizeof ending.given_to - 1);
  ending.waits_at = address(waiting_.empty() ? asks_ : waiting_.front()->call.place);
  if (waiting_.empty()) return;
  std::strncpy(ending.waits_in, waiting_.front()->call.function, sizeof ending.waits_in - 1);
}

void abandon_streams() { StreamTasks::the().abandon(); }

void note_unfinished_host_function(LoggedEnding& ending) {
  StreamTasks::the().note_unfinished(ending);
}

}  // namespace warpscope
