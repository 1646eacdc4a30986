#pragma once

#include <cstddef>
#include <functional>

#include "instrumentation/program/machine/work_order.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"

namespace warpscope {

/// cudaSuccess if the stream exists; else reports the call and gives cudaErrorInvalidResourceHandle.
[[nodiscard]] cudaError_t check_stream(const HostCall& call, cudaStream_t stream);
/// The same for a call that gives the stream work or asks how far it is: also refuses what would break a capture.
[[nodiscard]] cudaError_t enter_stream(const HostCall& call, cudaStream_t stream);
/// Refuses a call that CUDA forbids during a capture, such as cudaMalloc, unless the captures' modes allow it.
[[nodiscard]] cudaError_t check_captures(const HostCall& call);
/// A launch is refused; if its stream is captured, nothing comes of the capture, unlike after a call that is given something
/// wrong. Returns the error.
cudaError_t refuse_launch(cudaStream_t stream, cudaError_t error);

enum class HostWaits : bool { no, yes };
/// The one way to do work of a stream: at once, behind a host function that has not returned, or, while the stream is
/// captured, in each launch of its graph. `work` returns its error; it must own what it needs. If the host waits, the
/// error is returned, else it comes out later unless the work was done at once.
cudaError_t do_in_stream(const HostCall& call, cudaStream_t stream,
                         std::function<cudaError_t()> work, HostWaits waits = HostWaits::no);
/// Work of a call that begins in a stream; what is done in a WorkOrder::Scope of it is its.
[[nodiscard]] WorkTicket begin_work(const HostCall& call, cudaStream_t stream,
                                    StreamCallKind kind = StreamCallKind::work);
/// True if work in the stream would be done later: what it uses must be copied.
[[nodiscard]] bool keeps_work(cudaStream_t stream);
/// True while the stream is captured.
[[nodiscard]] bool is_capturing(cudaStream_t stream);
/// The stream's capture has made this allocation, which lives only when its graph has run so far.
void add_captured_allocation(cudaStream_t stream, void* memory);
/// The stream's capture frees this.
void add_captured_release(cudaStream_t stream, void* memory);
/// The program asks to free this, now or behind what a stream has to do: a graph that made it may be launched again.
void forget_memory_of_graphs(void* memory);
/// For calls that wait for the whole device, such as cudaFree.
void wait_for_device(const HostCall& call);

/// cudaDeviceReset: streams and events end.
void forget_streams();

}  // namespace warpscope
