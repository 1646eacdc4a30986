#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/call_text.hpp"
#include "instrumentation/program/runtime/handles.hpp"
#include "instrumentation/program/runtime/modelled_time.hpp"
#include "instrumentation/program/runtime/pointer_place.hpp"
#include "instrumentation/program/runtime/streams.hpp"

// Streams and events. Work is done when the host asks for it, unless it comes behind a host function that has not
// returned (stream_tasks.hpp), or is captured (capture_calls.cpp).

namespace warpscope {

Handles& handles() {
  static auto* const all = new Handles;
  return *all;
}

std::uintptr_t key_of_stream(cudaStream_t stream) {
  if (stream == nullptr) return StreamOrder::legacy_key;
  if (stream != cudaStreamPerThread) return key_of(stream);
  thread_local const std::uintptr_t own = key_of(new_handle<cudaStream_t>());
  return own;
}

StreamState* find_stream(cudaStream_t stream) {
  auto& streams = handles().streams;
  const std::uintptr_t key = key_of_stream(stream);
  if (stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
    return &streams[key];
  const auto found = streams.find(key);
  return found == streams.end() ? nullptr : &found->second;
}

EventState* find_event(cudaEvent_t event) {
  const auto found = handles().events.find(key_of(event));
  return found == handles().events.end() ? nullptr : &found->second;
}

StreamOrder order_of(cudaStream_t stream) {
  return {.key = key_of_stream(stream),
          .blocking = (find_stream(stream)->flags & cudaStreamNonBlocking) == 0};
}

WorkOrder::Stream work_stream(cudaStream_t stream) {
  const StreamOrder order = order_of(stream);
  return {.key = order.key,
          .legacy = order.is_legacy(),
          .blocking = order.blocking,
          .name = find_stream(stream)->name};
}

cudaError_t unknown_handle(const HostCall& call, const Sentence& what) {
  // Translators: the second field is "a stream", "an event" and the like.
  report_host(FindingKind::wrong_call, call.place,
              say("{0} is given {1} that was never created or is destroyed: create it first and "
                  "destroy it last",
                  call.function, what));
  return cudaErrorInvalidResourceHandle;
}

namespace {

template <class Body>
cudaError_t serve_wait(const HostCall& call, Body&& body) {
  return serve(call, std::forward<Body>(body), Asks::wait);
}

WaitingCall waiting_call(const HostCall& call) {
  return {.place = call.place, .function = call.function};
}

constexpr int highest_priority = -5;  // of compute capability 9.0; the lowest is 0

cudaError_t create_stream(const HostCall& call, cudaStream_t* stream, unsigned int flags,
                          int priority) {
  if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
  *stream = new_handle<cudaStream_t>();
  handles().streams[key_of(*stream)] = {.flags = flags,
                                        .priority = std::clamp(priority, highest_priority, 0),
                                        .name = variable_of(argument_text(call, 0))};
  return cudaSuccess;
}

cudaError_t create_event(cudaEvent_t* event, unsigned int flags) {
  if (event == nullptr || flags > 7) return cudaErrorInvalidValue;
  *event = new_handle<cudaEvent_t>();
  handles().events[key_of(*event)] = {.flags = flags};
  return cudaSuccess;
}

/// For work without an error of its own: null if it was done at once.
StreamTaskPointer add_task(const HostCall& call, cudaStream_t stream, StreamWork work,
                           const std::vector<StreamTaskPointer>& also_after = {}) {
  const StreamOrder order = order_of(stream);
  auto after = StreamTasks::the().ahead_of(order);
  after.insert(after.end(), also_after.begin(), also_after.end());
  if (after.empty() && !work.host) {
    if (work.work) static_cast<void>(work.work());
    return nullptr;
  }
  return StreamTasks::the().add(call, order, std::move(work), after);
}

void refuse_external(const HostCall& call, unsigned int flags) {
  if (flags != 0)
    unsupported_at(
        call.place, say("an external event of a graph"),
        say("record and wait without cudaEventRecordExternal and cudaEventWaitExternal"));
}

cudaError_t record_event(const HostCall& call, cudaEvent_t event, cudaStream_t stream,
                         unsigned int flags) {
  if (flags > cudaEventRecordExternal) return cudaErrorInvalidValue;
  if (const cudaError_t error = enter_stream(call, stream)) return error;
  EventState* const state = find_event(event);
  if (state == nullptr) return unknown_handle(call, say("an event"));
  if (is_capturing(stream)) {
    refuse_external(call, flags);
    state->capture = find_stream(stream)->capture;
    state->task = nullptr;
    return cudaSuccess;
  }
  if (flags != 0) return cudaErrorInvalidValue;  // for graphs only
  state->capture = {};
  state->recorded = true;
  state->clock = begin_work(call, stream, StreamCallKind::event).clock;
  state->task = add_task(call, stream, {.work = [event] {
                           if (EventState* const recorded = find_event(event))
                             recorded->microseconds = ModelledTime::the().record_event();
                           return cudaSuccess;
                         }});
  return cudaSuccess;
}

/// For calls that ask how far an event is.
cudaError_t check_event(const HostCall& call, cudaEvent_t event) {
  EventState* const state = find_event(event);
  if (state == nullptr) return unknown_handle(call, say("an event"));
  const CapturePoint& point = state->capture;
  if (point.capture == nullptr) return check_captures(call);
  return break_capture(
      call, point.capture, point.is_active() ? cudaErrorCapturedEvent : cudaErrorInvalidValue,
      say("is given an event that was last recorded in a capture, which says nothing "
          "of work that runs: record it in a stream again first"));
}

cudaError_t not_ready(const HostCall& call) {
  StreamTasks::the().told_not_ready(call);
  return cudaErrorNotReady;
}

bool is_done(const StreamTaskPointer& task) { return task == nullptr || task->done; }

/// A stream that is captured does not run, so nobody may ask how far it is; nor, while one is, how far others are.
cudaError_t check_progress(const HostCall& call, cudaStream_t stream) {
  if (const cudaError_t error = enter_stream(call, stream)) return error;
  if (!is_capturing(stream)) return check_captures(call);
  return break_capture(call, find_stream(stream)->capture.capture,
                       cudaErrorStreamCaptureUnsupported,
                       say("is called for a stream that is captured, where nothing runs: end the "
                           "capture and launch its graph first"));
}

/// In the legacy stream: of all streams that it waits for.
std::vector<StreamTaskPointer> unfinished_in(cudaStream_t stream) {
  StreamOrder order = order_of(stream);
  if (!order.is_legacy()) order.blocking = false;  // what the legacy stream does is not its own
  return StreamTasks::the().ahead_of(order);
}

cudaError_t wait_event(const HostCall& call, cudaStream_t stream, cudaEvent_t event,
                       unsigned int flags) {
  if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
  const EventState* const state = find_event(event);
  if (state == nullptr) return unknown_handle(call, say("an event"));
  if (find_stream(stream) == nullptr) return unknown_handle(call, say("a stream"));
  const CapturePoint& from = state->capture;
  if (!is_capturing(stream) && from.is_active()) {
    if (from.capture->invalidated) return cudaErrorStreamCaptureInvalidated;
    if (order_of(stream).is_legacy())
      return break_capture(call, from.capture, cudaErrorStreamCaptureImplicit,
                           say("lets the legacy default stream wait for a stream that is captured: "
                               "only streams of cudaStreamCreate can take part in a capture"));
    find_stream(stream)->capture = from;
    return cudaSuccess;
  }
  if (const cudaError_t error = enter_stream(call, stream)) return error;
  if (!is_capturing(stream)) {
    if (from.capture != nullptr) return check_event(call, event);
    if (flags != 0) return cudaErrorInvalidValue;
    if (state->recorded) WorkOrder::the().stream_waits(work_stream(stream), state->clock);
    if (!is_done(state->task)) add_task(call, stream, {}, {state->task});
    return cudaSuccess;
  }
  CapturePoint& to = find_stream(stream)->capture;
  if (from.capture == nullptr) {
    refuse_external(call, flags);
    if (!state->recorded) return cudaSuccess;  // nothing to wait for, as outside of captures
    return break_capture(call, to.capture, cudaErrorStreamCaptureIsolation,
                         say("lets a captured stream wait for an event of no capture: record the "
                             "event in a stream of the capture, or wait before it begins"));
  }
  if (!from.is_active()) return check_event(call, event);
  if (from.capture != to.capture) {
    from.capture->invalidated = true;
    return break_capture(call, to.capture, cudaErrorStreamCaptureMerge,
                         say("lets a captured stream wait for an event of another capture: each "
                             "capture becomes a graph of its own"));
  }
  to.nodes.insert(from.nodes.begin(), from.nodes.end());
  return cudaSuccess;
}

/// Host functions run on threads of their own.
cudaError_t call_host(const HostCall& call, cudaStream_t stream, StreamWork work,
                      StreamTaskPointer& task) {
  if (const cudaError_t error = enter_stream(call, stream)) return error;
  if (is_capturing(stream))
    find_stream(stream)->capture.add(call, std::move(work));
  else
    task = add_task(call, stream, in_order(begin_work(call, stream), std::move(work)));
  return cudaSuccess;
}

}  // namespace

cudaError_t check_stream(const HostCall& call, cudaStream_t stream) {
  return find_stream(stream) != nullptr ? cudaSuccess : unknown_handle(call, say("a stream"));
}

bool is_capturing(cudaStream_t stream) {
  const StreamState* const state = find_stream(stream);
  return state != nullptr && state->capture.is_active();
}

WorkTicket begin_work(const HostCall& call, cudaStream_t stream, StreamCallKind kind) {
  return WorkOrder::the().begin(work_stream(stream), call.place, call.function, kind);
}

StreamWork in_order(const WorkTicket& ticket, StreamWork work) {
  if (work.work) {
    work.work = [ticket, inner = std::move(work.work)] {
      const WorkOrder::Scope scope(ticket);
      return inner();
    };
  }
  if (work.host) {
    work.host = [ticket, inner = std::move(work.host)](cudaError_t status) {
      WorkOrder::the().host_waits(ticket.clock);
      inner(status);
    };
  }
  return work;
}

bool keeps_work(cudaStream_t stream) {
  if (is_capturing(stream)) return true;
  return !StreamTasks::the().all_done() && !StreamTasks::the().ahead_of(order_of(stream)).empty();
}

cudaError_t do_in_stream(const HostCall& call, cudaStream_t stream,
                         std::function<cudaError_t()> work, HostWaits waits) {
  StreamState* const state = find_stream(stream);
  if (state == nullptr) return unknown_handle(call, say("a stream"));
  if (state->capture.is_active()) {
    state->capture.add(call, {.work = std::move(work)});
    return cudaSuccess;
  }
  StreamTasks& tasks = StreamTasks::the();
  const bool awaited = waits == HostWaits::yes;
  const WorkTicket ticket = begin_work(call, stream);
  const auto waited = [&] {
    if (awaited) WorkOrder::the().host_waits(ticket.clock);
  };
  const StreamOrder order = order_of(stream);
  const auto ahead = tasks.all_done() ? std::vector<StreamTaskPointer>() : tasks.ahead_of(order);
  if (ahead.empty()) {
    const cudaError_t error = in_order(ticket, {.work = std::move(work)}).work();
    waited();
    return error;
  }
  const auto task =
      tasks.add(call, order, in_order(ticket, {.work = std::move(work)}), ahead, awaited);
  if (!awaited) return cudaSuccess;
  tasks.wait(call, {task});
  waited();
  const int sticky = HostErrors::the().sticky();
  return sticky != 0 ? static_cast<cudaError_t>(sticky) : task->error;
}

void wait_for_device(const HostCall& call) {
  StreamTasks::the().wait_for_all(call);
  WorkOrder::the().host_waits_for_all(waiting_call(call));
}

void forget_streams() {
  WorkOrder::the().reset();
  for (const auto& capture : handles().captures) capture->ended = true;
  handles() = {.next = handles().next};
}

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  const HostCall call{"cudaStreamCreate", __builtin_return_address(0)};
  return serve(call, [&] { return create_stream(call, stream, 0, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  const HostCall call{"cudaStreamCreateWithFlags", __builtin_return_address(0)};
  return serve(call, [&] { return create_stream(call, stream, flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  const HostCall call{"cudaStreamCreateWithPriority", __builtin_return_address(0)};
  return serve(call, [&] { return create_stream(call, stream, flags, priority); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const HostCall call{"cudaStreamDestroy", __builtin_return_address(0)};
  return serve(call, [&] {
    // Those that are always there are not the program's to destroy.
    if (handles().streams.count(key_of(stream)) == 0 || stream == cudaStreamLegacy)
      return unknown_handle(call, say("a stream"));
    if (is_capturing(stream)) leave_capture(call, stream);
    handles().streams.erase(key_of(stream));  // what it has begun goes on
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const HostCall call{"cudaStreamSynchronize", __builtin_return_address(0)};
  return serve_wait(call, [&] {
    if (const cudaError_t error = check_progress(call, stream)) return error;
    StreamTasks::the().wait(call, unfinished_in(stream));
    WorkOrder::the().host_waits(work_stream(stream), waiting_call(call));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  const HostCall call{"cudaStreamQuery", __builtin_return_address(0)};
  return serve_wait(call, [&] {
    if (const cudaError_t error = check_progress(call, stream)) return error;
    if (!unfinished_in(stream).empty()) return not_ready(call);
    WorkOrder::the().host_waits(work_stream(stream), waiting_call(call));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  const HostCall call{"cudaStreamWaitEvent", __builtin_return_address(0)};
  return serve(call, [&] { return wait_event(call, stream, event, flags); });
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
  StreamTaskPointer task;
  const cudaError_t error = serve(call, [&] {
    if (callback == nullptr || flags != 0) return cudaErrorInvalidValue;
    if (is_capturing(stream))
      return break_capture(
          call, find_stream(stream)->capture.capture, cudaErrorStreamCaptureUnsupported,
          say("is called for a stream that is captured: use cudaLaunchHostFunc there"));
    return call_host(call, stream,
                     {.host = [=](cudaError_t status) { callback(stream, status, data); },
                      .host_function = reinterpret_cast<const void*>(callback),
                      .hears_errors = true},
                     task);
  });
  StreamTasks::the().give_a_moment(task);
  return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const HostCall call{"cudaLaunchHostFunc", __builtin_return_address(0)};
  StreamTaskPointer task;
  const cudaError_t error = serve(call, [&] {
    if (function == nullptr) return cudaErrorInvalidValue;
    return call_host(call, stream,
                     {.host = [=](cudaError_t) { function(data); },
                      .host_function = reinterpret_cast<const void*>(function)},
                     task);
  });
  StreamTasks::the().give_a_moment(task);
  return error;
}

cudaError_t cudaDeviceSynchronize(void) {
  const HostCall call{"cudaDeviceSynchronize", __builtin_return_address(0)};
  return serve_wait(call, [&] {
    cudaError_t error = cudaSuccess;
    for (const auto& capture : std::vector(handles().captures))
      error =
          break_capture(call, capture, cudaErrorStreamCaptureUnsupported,
                        say("waits for all streams while one is captured: end the capture first"));
    if (error == cudaSuccess) wait_for_device(call);
    return error;
  });
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
    return unknown_handle(call, say("an event"));
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const HostCall call{"cudaEventRecord", __builtin_return_address(0)};
  return serve(call, [&] { return record_event(call, event, stream, 0); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  const HostCall call{"cudaEventRecordWithFlags", __builtin_return_address(0)};
  return serve(call, [&] { return record_event(call, event, stream, flags); });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const HostCall call{"cudaEventSynchronize", __builtin_return_address(0)};
  return serve_wait(call, [&] {
    if (const cudaError_t error = check_event(call, event)) return error;
    if (const StreamTaskPointer task = find_event(event)->task; !is_done(task))
      StreamTasks::the().wait(call, {task});
    if (const EventState* const state = find_event(event))
      WorkOrder::the().host_waits(state->clock, waiting_call(call));
    return cudaSuccess;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  const HostCall call{"cudaEventQuery", __builtin_return_address(0)};
  return serve_wait(call, [&] {
    if (const cudaError_t error = check_event(call, event)) return error;
    if (!is_done(find_event(event)->task)) return not_ready(call);
    WorkOrder::the().host_waits(find_event(event)->clock, waiting_call(call));
    return cudaSuccess;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  const HostCall call{"cudaEventElapsedTime", __builtin_return_address(0)};
  return serve(call, [&] {
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    const EventState *const from = find_event(start), *const to = find_event(end);
    if (from == nullptr || to == nullptr) return unknown_handle(call, say("an event"));
    for (const cudaEvent_t event : {start, end}) {
      if (find_event(event)->capture.capture != nullptr) return check_event(call, event);
    }
    const bool timed = ((from->flags | to->flags) & cudaEventDisableTiming) == 0;
    if (!from->recorded || !to->recorded || !timed) {
      report_host(FindingKind::wrong_call, call.place,
                  timed
                      ? say("cudaEventElapsedTime is given an event that was never recorded: call "
                            "cudaEventRecord for both")
                      : say("cudaEventElapsedTime is given an event that keeps no time: create it "
                            "without cudaEventDisableTiming"));
      return cudaErrorInvalidResourceHandle;
    }
    if (!is_done(from->task) || !is_done(to->task)) return cudaErrorNotReady;
    *milliseconds = static_cast<float>((to->microseconds - from->microseconds) / 1000);
    if (!std::exchange(ModelledTime::the().asked, true)) {
      std::fprintf(stderr, "warpscope: %s\n",
                   tr("times between events are modelled, not measured"));
    }
    return cudaSuccess;
  });
}
}

}  // namespace warpscope
