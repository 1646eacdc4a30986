#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "instrumentation/program/runtime/stream_tasks.hpp"

namespace warpscope {

/// What is captured: work with what it depends on, in an order in which it can be done.
struct CapturedGraph {
  struct Node {
    HostCall call;
    StreamWork work;
    std::vector<std::size_t> after;
  };
  std::vector<Node> nodes;
  std::size_t count = 0;           ///< of nodes, as CUDA counts them: a graph within is one
  std::vector<void*> allocations;  ///< that its nodes make
  std::set<void*> releases;        ///< that its nodes make, of its own memory or another graph's
  int executables = 0;             ///< that exist now
};

/// A capture from cudaStreamBeginCapture to cudaStreamEndCapture, over one or several streams.
struct StreamCapture {
  std::shared_ptr<CapturedGraph> graph = std::make_shared<CapturedGraph>();
  HostCall begun;
  std::uintptr_t origin = 0;  ///< the stream in which it began
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id owner;
  unsigned long long id = 0;
  bool invalidated = false, ended = false;
};

/// A point in a capture: the nodes that what comes next depends on.
struct CapturePoint {
  std::shared_ptr<StreamCapture> capture;  ///< null: none
  std::set<std::size_t> nodes;

  [[nodiscard]] bool is_active() const { return capture != nullptr && !capture->ended; }
  /// Adds work here; what comes next depends on it.
  void add(const HostCall& call, StreamWork work);
  /// The same for all of another graph.
  void add_graph(const CapturedGraph& graph);
  /// True if everything in the capture leads to here.
  [[nodiscard]] bool joins_all() const;
};

}  // namespace warpscope
