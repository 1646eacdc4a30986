#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/machine/work_order.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"

namespace warpscope {

/// What a stream does. One of the two is set, or none: then it only keeps the order.
struct StreamWork {
  /// Of the device; it must own what it needs.
  std::function<cudaError_t()> work;
  /// A function of the host, which runs without the runtime's lock.
  std::function<void(cudaError_t status)> host;
  const void* host_function = nullptr;  ///< its address
  bool hears_errors = false;            ///< it is called on a poisoned device, too
};

/// Work that cannot be done at the call, since a host function is to end first; or that host function.
struct StreamTask {
  HostCall call;
  StreamWork work;
  std::uint64_t number = 0;  ///< in the order of the calls
  std::uintptr_t stream = 0;
  int ahead = 0;  ///< tasks that have to end first
  std::vector<std::shared_ptr<StreamTask>> behind;
  bool done = false;
  bool awaited = false;  ///< the call that made it returns its error
  cudaError_t error = cudaSuccess;
};
using StreamTaskPointer = std::shared_ptr<StreamTask>;

/// The same work as that of a ticket: what it does to memory is that piece's, and a host function comes behind it.
[[nodiscard]] StreamWork in_order(const WorkTicket& ticket, StreamWork work);

/// A stream as far as its order goes. The legacy stream waits for all blocking streams, and they for it.
struct StreamOrder {
  static constexpr std::uintptr_t legacy_key = 1;
  std::uintptr_t key = 0;
  bool blocking = true;
  [[nodiscard]] bool is_legacy() const { return key == legacy_key; }
};

/// Work in streams is done at the call that asks for it, as long as nothing is to be waited for. Host functions run on
/// threads of their own; what streams order behind one is kept, and done by its thread when it has ended. To be used
/// under the runtime's lock, but for what says otherwise.
class StreamTasks {
 public:
  static StreamTasks& the();

  /// The unfinished tasks that new work in the stream has to wait for.
  [[nodiscard]] std::vector<StreamTaskPointer> ahead_of(const StreamOrder& stream) const;
  /// Adds work behind these, at the end of its stream, and does it if it need not wait.
  StreamTaskPointer add(const HostCall& call, const StreamOrder& stream, StreamWork work,
                        const std::vector<StreamTaskPointer>& after, bool awaited = false);

  /// Waits for tasks, without the lock.
  void wait(const HostCall& call, const std::vector<StreamTaskPointer>& tasks);
  /// Waits for everything.
  void wait_for_all(const HostCall& call);
  [[nodiscard]] bool all_done() const { return last_.empty(); }
  /// Not under the lock. Host functions are short as a rule: waits a moment for the task, so that such programs run
  /// alike every time.
  void give_a_moment(const StreamTaskPointer& task);

  /// The program ends: nothing more is begun, and nobody waits. Waits a little for work that is being done. Needs no lock.
  void abandon();
  /// A call has said that something is not done yet: whoever asks again and again waits there.
  void told_not_ready(const HostCall& call) { asks_ = call.place; }
  /// As note_unfinished_host_function().
  void note_unfinished(LoggedEnding& ending) const;

 private:
  struct Waiting {
    HostCall call;
    std::uint64_t number = 0;
  };
  void do_what_is_ready();
  void do_now(const StreamTaskPointer& task);
  /// On a thread of the emulated runtime, as CUDA has them: none of an Executor.
  void start_host_function(const StreamTaskPointer& task);
  void serve_host_functions();
  void finish(const StreamTaskPointer& task);

  struct Last {
    StreamTaskPointer task;
    bool blocking = false;
  };
  std::map<std::uintptr_t, Last> last_;  // unfinished ones, by stream
  std::map<std::uint64_t, StreamTaskPointer> ready_, running_;
  std::deque<StreamTaskPointer> host_functions_;  // for the next thread that is free
  std::size_t idle_threads_ = 0;                  // that wait for them
  std::vector<const Waiting*> waiting_;
  const void* asks_ = nullptr;
  std::condition_variable_any changed_;
  std::uint64_t count_ = 0;
  std::chrono::microseconds patience_{50'000};
  std::atomic<bool> abandoned_ = false, works_ = false;
  bool doing_ = false;
};

}  // namespace warpscope
