#pragma once

#include <cuda_runtime.h>

#include <optional>

#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/timing/cuda_stream.hpp"

namespace warpscope {

/// Launches, as a graph that is given to the timing stream at once.
class LaunchGraph {
 public:
  /// `enqueue(stream)` makes the launches and nothing else: other calls would spoil the capture. It
  /// runs once before, so that all kernels are loaded by then and a failure shows here.
  template <class Enqueue>
  explicit LaunchGraph(const Enqueue& enqueue) {
    const cudaStream_t stream = timing_stream();
    enqueue(stream);
    check(cudaStreamSynchronize(stream), "running it for the first time");
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "recording the launches");
    std::optional<DeviceError> failed;
    try {
      enqueue(stream);
    } catch (const DeviceError& error) {
      failed = error;  // the capture must end first
    }
    cudaGraph_t graph = nullptr;
    const cudaError_t ended = cudaStreamEndCapture(stream, &graph);
    const cudaError_t made =
        ended == cudaSuccess && !failed ? cudaGraphInstantiate(&graph_, graph, 0) : ended;
    if (graph != nullptr) cudaGraphDestroy(graph);
    if (failed) throw DeviceError{*failed};
    check(made, "making a graph of the launches");
    // Otherwise the first launch would carry it to the device. If that fails it is freed here: no
    // destructor runs for an object that was not constructed.
    const cudaError_t loaded = cudaGraphUpload(graph_, stream);
    if (loaded != cudaSuccess) cudaGraphExecDestroy(graph_);
    check(loaded, "loading the launches");
  }
  ~LaunchGraph() { cudaGraphExecDestroy(graph_); }
  LaunchGraph(const LaunchGraph&) = delete;
  LaunchGraph& operator=(const LaunchGraph&) = delete;

  void launch() const { check(cudaGraphLaunch(graph_, timing_stream()), "launching"); }

 private:
  cudaGraphExec_t graph_ = nullptr;
};

}  // namespace warpscope
