#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/handles.hpp"
#include "instrumentation/program/runtime/streams.hpp"

// Capture of streams, and the graphs that come of it. Rules: CUDA C++ Programming Guide, "Creating a Graph Using Stream
// Capture", and the runtime's reference of cudaStreamBeginCapture, cudaStreamIsCapturing, cudaThreadExchangeStreamCaptureMode.

namespace warpscope {
namespace {

using CapturePointer = std::shared_ptr<StreamCapture>;

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;
unsigned long long captures_so_far = 0;

constexpr unsigned long long auto_free = cudaGraphInstantiateFlagAutoFreeOnLaunch;

/// The capture that takes part in what the legacy stream waits for; null: none.
CapturePointer blocking_capture() {
  for (const auto& [key, state] : handles().streams) {
    if (state.capture.is_active() && (state.flags & cudaStreamNonBlocking) == 0)
      return state.capture.capture;
  }
  return nullptr;
}

Sentence begun_where(const StreamCapture& capture) {
  const HostPlace place = host_place(capture.begun.place);
  if (place.line == 0) return {};
  return say(" (since {0}:{1})", place.file, place.line);
}

cudaError_t report_capture(const HostCall& call, cudaError_t error, const Sentence& why) {
  // Translators: a function, and what is wrong with its call: "is given a stream that is not captured: …".
  report_host(FindingKind::wrong_call, call.place, say("{0} {1}", call.function, why));
  return error;
}

/// The memory of its nodes lives from now on only while they say so.
void close_capture(const CapturePointer& capture) {
  capture->ended = true;
  std::erase(handles().captures, capture);
  for (void* const memory : capture->graph->allocations) DeviceMemory::the().release(memory);
}

cudaError_t end_capture(const HostCall& call, cudaStream_t stream, cudaGraph_t* graph) {
  if (graph == nullptr) return cudaErrorInvalidValue;
  *graph = nullptr;
  if (const cudaError_t error = check_stream(call, stream)) return error;
  const CapturePoint point = find_stream(stream)->capture;
  if (!point.is_active())
    return report_capture(
        call, cudaErrorIllegalState,
        say("is given a stream that is not captured: call cudaStreamBeginCapture"));
  StreamCapture& capture = *point.capture;
  if (capture.mode != cudaStreamCaptureModeRelaxed && capture.owner != std::this_thread::get_id()) {
    close_capture(point.capture);  // CUDA says no, and ends it all the same
    return report_capture(
        call, cudaErrorStreamCaptureWrongThread,
        say("ends a capture that another thread has begun{}: end it there, or begin it with "
            "cudaStreamCaptureModeRelaxed",
            begun_where(capture)));
  }
  if (capture.origin != key_of_stream(stream))
    return break_capture(
        call, point.capture, cudaErrorStreamCaptureUnmatched,
        say("ends a capture in another stream than that in which it began: let that "
            "stream wait for this one, and end the capture there"));
  close_capture(point.capture);
  if (capture.invalidated) return cudaErrorStreamCaptureInvalidated;
  if (!point.joins_all())
    return report_capture(
        call, cudaErrorStreamCaptureUnjoined,
        say("ends a capture in which another stream still has work: record an event "
            "behind that work and let this stream wait for it first"));
  *graph = new_handle<cudaGraph_t>();
  handles().graphs[key_of(*graph)] = capture.graph;
  return cudaSuccess;
}

cudaError_t capture_status(const HostCall& call, cudaStream_t stream,
                           cudaStreamCaptureStatus* status, unsigned long long* id) {
  if (status == nullptr) return cudaErrorInvalidValue;
  if (const cudaError_t error = check_stream(call, stream)) return error;
  if (order_of(stream).is_legacy() && blocking_capture() != nullptr)
    return cudaErrorStreamCaptureImplicit;
  const CapturePoint& point = find_stream(stream)->capture;
  *status = cudaStreamCaptureStatusNone;
  if (!point.is_active()) return cudaSuccess;
  *status = point.capture->invalidated ? cudaStreamCaptureStatusInvalidated
                                       : cudaStreamCaptureStatusActive;
  if (id != nullptr) *id = point.capture->id;
  return cudaSuccess;
}

// Graphs.

CapturedGraph* find_graph(cudaGraph_t graph) {
  const auto found = handles().graphs.find(key_of(graph));
  return found == handles().graphs.end() ? nullptr : found->second.get();
}

cudaError_t instantiate(const HostCall& call, cudaGraphExec_t* executable, cudaGraph_t graph,
                        unsigned long long flags) {
  if (executable == nullptr) return cudaErrorInvalidValue;
  const auto found = handles().graphs.find(key_of(graph));
  if (found == handles().graphs.end()) return unknown_handle(call, say("a graph"));
  if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0)
    unsupported_at(call.place, say("a graph that kernels launch"),
                   say("instantiate it without cudaGraphInstantiateFlagDeviceLaunch"));
  CapturedGraph& nodes = *found->second;
  if (!nodes.allocations.empty() && nodes.executables > 0)
    return report_capture(call, cudaErrorNotSupported,
                          say("makes a second executable graph of one that allocates memory: its "
                              "addresses are fixed, so destroy the first one before"));
  ++nodes.executables;
  *executable = new_handle<cudaGraphExec_t>();
  handles().executables[key_of(*executable)] = {.graph = found->second, .flags = flags};
  return cudaSuccess;
}

bool frees_itself(const ExecutableGraph& executable) { return (executable.flags & auto_free) != 0; }

/// Whether the calls so far, done or not, leave the graph's memory free for another launch.
cudaError_t check_what_is_left(const HostCall& call, const ExecutableGraph& executable) {
  if (frees_itself(executable)) return cudaSuccess;
  const auto& allocations = executable.graph->allocations;
  const auto left = std::ranges::find_if(
      allocations, [](void* memory) { return handles().left_by_graphs.count(memory) != 0; });
  if (left == allocations.end()) return cudaSuccess;
  const std::string name = host_name_of(*left);
  return report_capture(call, cudaErrorInvalidValue,
                        name.empty() ? say("launches a graph again whose memory is still "
                                           "allocated: free it in the graph or behind "
                                           "it with cudaFreeAsync, or instantiate with "
                                           "cudaGraphInstantiateFlagAutoFreeOnLaunch")
                                     : say("launches a graph again whose memory {} is still "
                                           "allocated: free it in the graph or "
                                           "behind it with cudaFreeAsync, or instantiate with "
                                           "cudaGraphInstantiateFlagAutoFreeOnLaunch",
                                           name));
}

void remember_what_is_left(const CapturedGraph& graph) {
  auto& left = handles().left_by_graphs;
  left.insert(graph.allocations.begin(), graph.allocations.end());
  for (void* const memory : graph.releases) left.erase(memory);
}

/// Before the nodes of a graph that frees itself: what the launch before has left.
void free_what_is_left(const CapturedGraph& graph) {
  for (void* const memory : graph.allocations) {
    const auto* const allocation = std::as_const(DeviceMemory::the()).find(memory);
    if (allocation != nullptr && !allocation->is_freed()) DeviceMemory::the().release(memory);
  }
}

bool has_host_functions(const CapturedGraph& graph) {
  return std::ranges::any_of(graph.nodes,
                             [](const auto& node) { return node.work.host != nullptr; });
}

cudaError_t do_nodes(const CapturedGraph& graph) {
  for (const CapturedGraph::Node& node : graph.nodes) {
    // A launch that fails poisons the device itself; what follows is not done.
    if (const cudaError_t error = node.work.work()) return error;
    if (HostErrors::the().sticky() != 0) break;
  }
  return cudaSuccess;
}

/// A task for each node, which waits for those that it depends on. Returns the last, behind all of them.
StreamTaskPointer add_nodes(const HostCall& call, cudaStream_t stream,
                            const ExecutableGraph& executable) {
  StreamTasks& tasks = StreamTasks::the();
  const StreamOrder order = order_of(stream);
  const WorkTicket ticket = begin_work(call, stream);
  auto ahead = tasks.ahead_of(order);
  ahead.push_back(executable.launched);
  StreamWork first;
  if (frees_itself(executable)) {
    first.work = [graph = executable.graph] {
      free_what_is_left(*graph);
      return cudaSuccess;
    };
  }
  const auto begins = tasks.add(call, order, std::move(first), ahead);
  std::vector<StreamTaskPointer> made{begins};
  const auto& nodes = executable.graph->nodes;
  for (const CapturedGraph::Node& node : nodes) {
    std::vector<StreamTaskPointer> after;
    for (const std::size_t other : node.after) after.push_back(made[other + 1]);
    if (after.empty()) after.push_back(begins);
    made.push_back(tasks.add(node.call, order, in_order(ticket, node.work), after));
  }
  return tasks.add(call, order, {}, made);
}

cudaError_t launch_graph(const HostCall& call, cudaGraphExec_t executable, cudaStream_t stream,
                         StreamTaskPointer& task) {
  const auto found = handles().executables.find(key_of(executable));
  if (found == handles().executables.end()) return unknown_handle(call, say("a graph"));
  if (const cudaError_t error = enter_stream(call, stream)) return error;
  ExecutableGraph& launched = found->second;
  const CapturedGraph& graph = *launched.graph;
  if (is_capturing(stream)) {
    if (!graph.allocations.empty())
      return break_capture(call, find_stream(stream)->capture.capture, cudaErrorNotSupported,
                           say("puts a graph that allocates memory into another one: launch it by "
                               "itself"));
    find_stream(stream)->capture.add_graph(graph);
    return cudaSuccess;
  }
  if (const cudaError_t error = check_what_is_left(call, launched)) return error;
  remember_what_is_left(graph);
  const bool waits =
      keeps_work(stream) || (launched.launched != nullptr && !launched.launched->done);
  if (!waits && !has_host_functions(graph)) {
    if (frees_itself(launched)) free_what_is_left(graph);
    const WorkTicket ticket = begin_work(call, stream);
    const WorkOrder::Scope scope(ticket);
    return do_nodes(graph);
  }
  task = launched.launched = add_nodes(call, stream, launched);
  return cudaSuccess;
}

}  // namespace

cudaError_t break_capture(const HostCall& call, const std::shared_ptr<StreamCapture>& capture,
                          cudaError_t error, const Sentence& why) {
  if (!capture->ended) capture->invalidated = true;
  // Translators: "ends a capture in another stream", " (since sum.cu:41)".
  return report_capture(call, error, say("{0}{1}", why, begun_where(*capture)));
}

cudaError_t enter_stream(const HostCall& call, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(call, stream)) return error;
  const CapturePoint& point = find_stream(stream)->capture;
  if (point.is_active())
    return point.capture->invalidated ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
  if (!order_of(stream).is_legacy()) return cudaSuccess;
  const CapturePointer capture = blocking_capture();
  if (capture == nullptr) return cudaSuccess;
  return break_capture(
      call, capture, cudaErrorStreamCaptureImplicit,
      say("uses the legacy default stream, which waits for all blocking streams, "
          "while one is captured: use another stream, or make the captured one with "
          "cudaStreamNonBlocking"));
}

cudaError_t check_captures(const HostCall& call) {
  if (thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  CapturePointer broken;
  for (const CapturePointer& capture : handles().captures) {
    const bool own = capture->owner == std::this_thread::get_id();
    const bool forbids = own ? capture->mode != cudaStreamCaptureModeRelaxed
                             : capture->mode == cudaStreamCaptureModeGlobal &&
                                   thread_mode == cudaStreamCaptureModeGlobal;
    if (!forbids) continue;
    capture->invalidated = true;
    broken = capture;
  }
  if (broken == nullptr) return cudaSuccess;
  return break_capture(
      call, broken, cudaErrorStreamCaptureUnsupported,
      say("is called while a stream is captured, which CUDA forbids: call it before "
          "or behind, or begin the capture with cudaStreamCaptureModeRelaxed"));
}

cudaError_t refuse_launch(cudaStream_t stream, cudaError_t error) {
  if (is_capturing(stream)) find_stream(stream)->capture.capture->invalidated = true;
  return error;
}

void leave_capture(const HostCall& call, cudaStream_t stream) {
  const CapturePointer capture = find_stream(stream)->capture.capture;
  static_cast<void>(
      break_capture(call, capture, cudaSuccess,
                    say("destroys a stream while it is captured: end the capture first")));
  if (capture->origin == key_of_stream(stream)) close_capture(capture);
}

void add_captured_allocation(cudaStream_t stream, void* memory) {
  find_stream(stream)->capture.capture->graph->allocations.push_back(memory);
}

void add_captured_release(cudaStream_t stream, void* memory) {
  find_stream(stream)->capture.capture->graph->releases.insert(memory);
}

void forget_memory_of_graphs(void* memory) { handles().left_by_graphs.erase(memory); }

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  const HostCall call{"cudaStreamBeginCapture", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_stream(call, stream)) return error;
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
      return cudaErrorInvalidValue;
    if (order_of(stream).is_legacy())
      return report_capture(
          call, cudaErrorStreamCaptureUnsupported,
          say("is given the legacy default stream, which cannot be captured: use a "
              "stream of cudaStreamCreate"));
    StreamState& state = *find_stream(stream);
    if (state.capture.is_active())
      return report_capture(
          call, cudaErrorIllegalState,
          say("is given a stream that is captured already{}: end that capture first",
              begun_where(*state.capture.capture)));
    auto capture = std::make_shared<StreamCapture>();
    capture->begun = call;
    capture->origin = key_of_stream(stream);
    capture->mode = mode;
    capture->owner = std::this_thread::get_id();
    capture->id = ++captures_so_far;
    handles().captures.push_back(capture);
    state.capture = {.capture = std::move(capture), .nodes = {}};
    return cudaSuccess;
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const HostCall call{"cudaStreamEndCapture", __builtin_return_address(0)};
  return serve(call, [&] { return end_capture(call, stream, graph); });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  const HostCall call{"cudaStreamIsCapturing", __builtin_return_address(0)};
  return serve(call, [&] { return capture_status(call, stream, status, nullptr); });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** nodes, size_t* count) {
  const HostCall call{"cudaStreamGetCaptureInfo", __builtin_return_address(0)};
  return serve(call, [&] {
    if (graph != nullptr || nodes != nullptr || count != nullptr)
      unsupported_at(call.place, say("a graph that is still captured"),
                     say("ask cudaStreamGetCaptureInfo for status and number alone"));
    return capture_status(call, stream, status, id);
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return serve({"cudaThreadExchangeStreamCaptureMode", __builtin_return_address(0)}, [&] {
    if (mode == nullptr || *mode < cudaStreamCaptureModeGlobal ||
        *mode > cudaStreamCaptureModeRelaxed)
      return cudaErrorInvalidValue;
    *mode = std::exchange(thread_mode, *mode);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  const HostCall call{"cudaGraphGetNodes", __builtin_return_address(0)};
  return serve(call, [&] {
    const CapturedGraph* const found = find_graph(graph);
    if (found == nullptr) return unknown_handle(call, say("a graph"));
    if (count == nullptr) return cudaErrorInvalidValue;
    if (nodes != nullptr)
      unsupported_at(call.place, say("the list of a graph's nodes"),
                     say("ask cudaGraphGetNodes for their number alone"));
    *count = found->count;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
  const HostCall call{"cudaGraphInstantiate", __builtin_return_address(0)};
  return serve(call, [&] { return instantiate(call, executable, graph, flags); });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  const HostCall call{"cudaGraphUpload", __builtin_return_address(0)};
  return serve(call, [&] {
    if (handles().executables.count(key_of(executable)) == 0)
      return unknown_handle(call, say("a graph"));
    return check_stream(call, stream);
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  const HostCall call{"cudaGraphLaunch", __builtin_return_address(0)};
  StreamTaskPointer task;
  const cudaError_t error =
      serve(call, [&] { return launch_graph(call, executable, stream, task); });
  StreamTasks::the().give_a_moment(task);
  return error;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  const HostCall call{"cudaGraphExecDestroy", __builtin_return_address(0)};
  return serve(call, [&] {
    const auto found = handles().executables.find(key_of(executable));
    if (found == handles().executables.end()) return unknown_handle(call, say("a graph"));
    --found->second.graph->executables;
    handles().executables.erase(found);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const HostCall call{"cudaGraphDestroy", __builtin_return_address(0)};
  return serve(call, [&] {
    if (handles().graphs.erase(key_of(graph)) == 1) return cudaSuccess;
    return unknown_handle(call, say("a graph"));
  });
}
}

}  // namespace warpscope
