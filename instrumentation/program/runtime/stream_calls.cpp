#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/modelled_time.hpp"
#include "instrumentation/program/runtime/pointer_place.hpp"
#include "instrumentation/program/runtime/runtime.hpp"
#include "instrumentation/program/runtime/streams.hpp"

// Streams, events and captured graphs. Work is done when the host asks for it, so nothing is ever waited for.

namespace warpscope {
namespace {

using Work = std::function<cudaError_t()>;
using WorkList = std::vector<Work>;

struct StreamState {
  unsigned int flags = 0;
  int priority = 0;
  std::shared_ptr<WorkList> captured;  // while it is captured
};
struct EventState {
  unsigned int flags = 0;
  bool recorded = false;
  double microseconds = 0;
};

/// Handles that the program holds: keys, never addresses of anything, so that none is used again.
struct Handles {
  std::map<std::uintptr_t, StreamState> streams;
  std::map<std::uintptr_t, EventState> events;
  std::map<std::uintptr_t, std::shared_ptr<WorkList>> graphs, executables;
  std::uintptr_t next = 0x5700;
  StreamState default_stream;
};
Handles& handles() {
  static auto* const all = new Handles;
  return *all;
}

template <class Handle>
std::uintptr_t key_of(Handle handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}

template <class Handle>
Handle new_handle() {
  handles().next += 0x10;
  return reinterpret_cast<Handle>(handles().next);
}

cudaError_t unknown_handle(const HostCall& call, const char* what) {
  report_host(FindingKind::wrong_call, call.place,
              std::string(call.function) + " is given " + what +
                  " that was never created or is destroyed: create it first and destroy it last");
  return cudaErrorInvalidResourceHandle;
}

StreamState* find_stream(cudaStream_t stream) {
  if (key_of(stream) <= key_of(cudaStreamPerThread)) return &handles().default_stream;
  const auto found = handles().streams.find(key_of(stream));
  return found == handles().streams.end() ? nullptr : &found->second;
}

EventState* find_event(cudaEvent_t event) {
  const auto found = handles().events.find(key_of(event));
  return found == handles().events.end() ? nullptr : &found->second;
}

/// Whether a poisoned device was waited for: then the program was told.
template <class Body>
cudaError_t serve_wait(const HostCall& call, Body&& body) {
  refuse_on_device(call);
  const std::lock_guard lock(runtime_mutex());
  if (const int sticky = HostErrors::the().sticky()) {
    HostErrors::the().repeat(true);
    return static_cast<cudaError_t>(sticky);
  }
  return serve(call, std::forward<Body>(body));
}

constexpr int highest_priority = -5;  // of compute capability 9.0; the lowest is 0

cudaError_t create_stream(cudaStream_t* stream, unsigned int flags, int priority) {
  if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
  *stream = new_handle<cudaStream_t>();
  handles().streams[key_of(*stream)] = {.flags = flags,
                                        .priority = std::clamp(priority, highest_priority, 0)};
  return cudaSuccess;
}

cudaError_t create_event(cudaEvent_t* event, unsigned int flags) {
  if (event == nullptr || flags > 7) return cudaErrorInvalidValue;
  *event = new_handle<cudaEvent_t>();
  handles().events[key_of(*event)] = {.flags = flags};
  return cudaSuccess;
}

cudaError_t record_event(const HostCall& call, cudaEvent_t event, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(call, stream)) return error;
  if (find_event(event) == nullptr) return unknown_handle(call, "an event");
  return do_in_stream(call, stream, [event] {
    if (EventState* const state = find_event(event)) {
      state->recorded = true;
      state->microseconds = ModelledTime::the().record_event();
    }
    return cudaSuccess;
  });
}

}  // namespace

cudaError_t check_stream(const HostCall& call, cudaStream_t stream) {
  return find_stream(stream) != nullptr ? cudaSuccess : unknown_handle(call, "a stream");
}

bool is_capturing(cudaStream_t stream) {
  const StreamState* const state = find_stream(stream);
  return state != nullptr && state->captured != nullptr;
}

cudaError_t do_in_stream(const HostCall& call, cudaStream_t stream, Work work) {
  StreamState* const state = find_stream(stream);
  if (state == nullptr) return unknown_handle(call, "a stream");
  if (state->captured == nullptr) return work();
  state->captured->push_back(std::move(work));
  return cudaSuccess;
}

void forget_streams() {
  handles().streams.clear();
  handles().events.clear();
  handles().graphs.clear();
  handles().executables.clear();
  handles().default_stream = {};
}

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  const HostCall call{"cudaStreamCreate", __builtin_return_address(0)};
  return serve(call, [&] { return create_stream(stream, 0, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  const HostCall call{"cudaStreamCreateWithFlags", __builtin_return_address(0)};
  return serve(call, [&] { return create_stream(stream, flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  const HostCall call{"cudaStreamCreateWithPriority", __builtin_return_address(0)};
  return serve(call, [&] { return create_stream(stream, flags, priority); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const HostCall call{"cudaStreamDestroy", __builtin_return_address(0)};
  return serve(call, [&] {
    if (handles().streams.erase(key_of(stream)) == 1) return cudaSuccess;
    return unknown_handle(call, "a stream");
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const HostCall call{"cudaStreamSynchronize", __builtin_return_address(0)};
  return serve_wait(call, [&] {
    return is_capturing(stream) ? cudaErrorStreamCaptureUnsupported : check_stream(call, stream);
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  const HostCall call{"cudaStreamQuery", __builtin_return_address(0)};
  return serve_wait(call, [&] {
    return is_capturing(stream) ? cudaErrorStreamCaptureUnsupported : check_stream(call, stream);
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  const HostCall call{"cudaStreamWaitEvent", __builtin_return_address(0)};
  return serve(call, [&] {
    if (find_event(event) == nullptr) return unknown_handle(call, "an event");
    return check_stream(call, stream);
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  const HostCall call{"cudaStreamGetFlags", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_stream(call, stream)) return error;
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = find_stream(stream)->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  const HostCall call{"cudaStreamGetPriority", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_stream(call, stream)) return error;
    if (priority == nullptr) return cudaErrorInvalidValue;
    *priority = find_stream(stream)->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  const HostCall call{"cudaDeviceGetStreamPriorityRange", __builtin_return_address(0)};
  return serve(call, [&] {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = highest_priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int flags) {
  const HostCall call{"cudaStreamAddCallback", __builtin_return_address(0)};
  return serve(call, [&] {
    if (callback == nullptr || flags != 0) return cudaErrorInvalidValue;
    if (is_capturing(stream)) return cudaErrorStreamCaptureUnsupported;
    return do_in_stream(call, stream, [=] {
      callback(stream, cudaSuccess, data);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const HostCall call{"cudaLaunchHostFunc", __builtin_return_address(0)};
  return serve(call, [&] {
    if (function == nullptr) return cudaErrorInvalidValue;
    return do_in_stream(call, stream, [=] {
      function(data);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaDeviceSynchronize(void) {
  return serve_wait({"cudaDeviceSynchronize", __builtin_return_address(0)},
                    [] { return cudaSuccess; });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  const HostCall call{"cudaEventCreate", __builtin_return_address(0)};
  return serve(call, [&] { return create_event(event, 0); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  const HostCall call{"cudaEventCreateWithFlags", __builtin_return_address(0)};
  return serve(call, [&] { return create_event(event, flags); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const HostCall call{"cudaEventDestroy", __builtin_return_address(0)};
  return serve(call, [&] {
    if (handles().events.erase(key_of(event)) == 1) return cudaSuccess;
    return unknown_handle(call, "an event");
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const HostCall call{"cudaEventRecord", __builtin_return_address(0)};
  return serve(call, [&] { return record_event(call, event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  const HostCall call{"cudaEventRecordWithFlags", __builtin_return_address(0)};
  return serve(call, [&] { return record_event(call, event, stream); });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const HostCall call{"cudaEventSynchronize", __builtin_return_address(0)};
  return serve_wait(call, [&] {
    return find_event(event) != nullptr ? cudaSuccess : unknown_handle(call, "an event");
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  const HostCall call{"cudaEventQuery", __builtin_return_address(0)};
  return serve_wait(call, [&] {
    return find_event(event) != nullptr ? cudaSuccess : unknown_handle(call, "an event");
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  const HostCall call{"cudaEventElapsedTime", __builtin_return_address(0)};
  return serve(call, [&] {
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    const EventState *const from = find_event(start), *const to = find_event(end);
    if (from == nullptr || to == nullptr) return unknown_handle(call, "an event");
    const bool timed = ((from->flags | to->flags) & cudaEventDisableTiming) == 0;
    if (!from->recorded || !to->recorded || !timed) {
      report_host(FindingKind::wrong_call, call.place,
                  timed ? "cudaEventElapsedTime is given an event that was never recorded: call "
                          "cudaEventRecord for both"
                        : "cudaEventElapsedTime is given an event that keeps no time: create it "
                          "without cudaEventDisableTiming");
      return cudaErrorInvalidResourceHandle;
    }
    *milliseconds = static_cast<float>((to->microseconds - from->microseconds) / 1000);
    if (!std::exchange(ModelledTime::the().asked, true)) {
      std::fputs("warpscope: times between events are modelled, not measured\n", stderr);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  const HostCall call{"cudaStreamBeginCapture", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_stream(call, stream)) return error;
    if (key_of(stream) <= key_of(cudaStreamLegacy)) return cudaErrorStreamCaptureUnsupported;
    StreamState& state = *find_stream(stream);
    if (state.captured != nullptr) return cudaErrorIllegalState;
    state.captured = std::make_shared<WorkList>();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const HostCall call{"cudaStreamEndCapture", __builtin_return_address(0)};
  return serve(call, [&] {
    if (graph == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_stream(call, stream)) return error;
    StreamState& state = *find_stream(stream);
    if (state.captured == nullptr) return cudaErrorIllegalState;
    *graph = new_handle<cudaGraph_t>();
    handles().graphs[key_of(*graph)] = std::exchange(state.captured, nullptr);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  const HostCall call{"cudaStreamIsCapturing", __builtin_return_address(0)};
  return serve(call, [&] {
    if (status == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_stream(call, stream)) return error;
    *status = is_capturing(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  const HostCall call{"cudaGraphGetNodes", __builtin_return_address(0)};
  return serve(call, [&] {
    const auto found = handles().graphs.find(key_of(graph));
    if (found == handles().graphs.end()) return unknown_handle(call, "a graph");
    if (count == nullptr) return cudaErrorInvalidValue;
    if (nodes != nullptr)
      unsupported_at(call.place, "the list of a graph's nodes",
                     "ask cudaGraphGetNodes for their number alone");
    *count = found->second->size();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long) {
  const HostCall call{"cudaGraphInstantiate", __builtin_return_address(0)};
  return serve(call, [&] {
    if (executable == nullptr) return cudaErrorInvalidValue;
    const auto found = handles().graphs.find(key_of(graph));
    if (found == handles().graphs.end()) return unknown_handle(call, "a graph");
    *executable = new_handle<cudaGraphExec_t>();
    handles().executables[key_of(*executable)] = found->second;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  const HostCall call{"cudaGraphUpload", __builtin_return_address(0)};
  return serve(call, [&] {
    if (handles().executables.count(key_of(executable)) == 0)
      return unknown_handle(call, "a graph");
    return check_stream(call, stream);
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  const HostCall call{"cudaGraphLaunch", __builtin_return_address(0)};
  return serve(call, [&] {
    const auto found = handles().executables.find(key_of(executable));
    if (found == handles().executables.end()) return unknown_handle(call, "a graph");
    return do_in_stream(call, stream, [list = found->second] {
      for (const Work& work : *list) {
        // A launch that fails poisons the device itself; what follows is not done.
        if (const cudaError_t error = work()) return error;
        if (HostErrors::the().sticky() != 0) break;
      }
      return cudaSuccess;
    });
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  const HostCall call{"cudaGraphExecDestroy", __builtin_return_address(0)};
  return serve(call, [&] {
    if (handles().executables.erase(key_of(executable)) == 1) return cudaSuccess;
    return unknown_handle(call, "a graph");
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const HostCall call{"cudaGraphDestroy", __builtin_return_address(0)};
  return serve(call, [&] {
    if (handles().graphs.erase(key_of(graph)) == 1) return cudaSuccess;
    return unknown_handle(call, "a graph");
  });
}
}

}  // namespace warpscope
