#pragma once

#include <functional>

#include "instrumentation/program/runtime/host_errors.hpp"

namespace warpscope {

/// cudaSuccess if the stream exists; else reports the call and gives cudaErrorInvalidResourceHandle.
[[nodiscard]] cudaError_t check_stream(const HostCall& call, cudaStream_t stream);

/// The one way to do work of a stream: at once, or, while the stream is captured, in each launch of its graph.
/// `work` returns its error; it must own what it needs.
cudaError_t do_in_stream(const HostCall& call, cudaStream_t stream,
                         std::function<cudaError_t()> work);
/// True while the stream is captured: work is kept, so what it uses must be copied.
[[nodiscard]] bool is_capturing(cudaStream_t stream);

/// cudaDeviceReset: streams and events end.
void forget_streams();

}  // namespace warpscope
