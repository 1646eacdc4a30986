#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/machine/work_order.hpp"
#include "instrumentation/program/runtime/captures.hpp"
#include "instrumentation/program/runtime/stream_tasks.hpp"

namespace warpscope {

struct StreamState {
  unsigned int flags = 0;
  int priority = 0;
  CapturePoint capture{};  ///< while it is captured
  std::string name{};      ///< the variable that it was created in; empty: not known
};
struct EventState {
  unsigned int flags = 0;
  bool recorded = false;
  double microseconds = 0;
  StreamTaskPointer task{};  ///< that records it
  WorkClock clock{};         ///< what it comes behind
  CapturePoint capture{};    ///< in which it was recorded last
};
struct ExecutableGraph {
  std::shared_ptr<CapturedGraph> graph;
  unsigned long long flags = 0;
  StreamTaskPointer
      launched{};  ///< its last launch: the next one waits for it, whatever its stream
};

/// Handles that the program holds: keys, never addresses of anything, so that none is used again.
struct Handles {
  std::map<std::uintptr_t, StreamState> streams;
  std::map<std::uintptr_t, EventState> events;
  std::map<std::uintptr_t, std::shared_ptr<CapturedGraph>> graphs;
  std::map<std::uintptr_t, ExecutableGraph> executables;
  std::vector<std::shared_ptr<StreamCapture>> captures;  ///< that have not ended
  /// Memory that a launch of a graph allocates, and no call behind it has freed.
  std::set<void*> left_by_graphs;
  std::uintptr_t next = 0x5700;
};
[[nodiscard]] Handles& handles();

template <class Handle>
std::uintptr_t key_of(Handle handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}
/// Null and cudaStreamLegacy are one stream; cudaStreamPerThread is one for each thread.
[[nodiscard]] std::uintptr_t key_of_stream(cudaStream_t stream);

template <class Handle>
Handle new_handle() {
  handles().next += 0x10;
  return reinterpret_cast<Handle>(handles().next);
}

/// Null: there is none.
[[nodiscard]] StreamState* find_stream(cudaStream_t stream);
[[nodiscard]] EventState* find_event(cudaEvent_t event);
[[nodiscard]] StreamOrder order_of(cudaStream_t stream);
/// The same as WorkOrder wants it.
[[nodiscard]] WorkOrder::Stream work_stream(cudaStream_t stream);
/// "cudaX is given a stream that was never created or is destroyed".
cudaError_t unknown_handle(const HostCall& call, const Sentence& what);

/// Reports what a call does to a capture, ends what can come of that, and returns the error.
cudaError_t break_capture(const HostCall& call, const std::shared_ptr<StreamCapture>& capture,
                          cudaError_t error, const Sentence& why);
/// A stream is destroyed while it is captured, which CUDA allows, but nothing can come of the capture.
void leave_capture(const HostCall& call, cudaStream_t stream);

}  // namespace warpscope
