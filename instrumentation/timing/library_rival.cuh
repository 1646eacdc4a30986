#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/timing/cuda_stream.hpp"
#include "instrumentation/timing/launch_graph.cuh"
#include "instrumentation/timing/library_rivals.hpp"

namespace warpscope {

/// An array of an input on the device, repeated there to its full length.
template <class T>
[[nodiscard]] std::unique_ptr<CudaMemory> upload_array(const RivalInput& input,
                                                       std::size_t array = 0) {
  const std::vector<T> part = elements_of<T>(input, array);
  const std::size_t total = static_cast<std::size_t>(input.count) * sizeof(T);
  auto memory = std::make_unique<CudaMemory>(total);
  char* to = memory->as<char>();
  std::size_t filled = std::min(total, part.size() * sizeof(T));
  check(cudaMemcpy(to, part.data(), filled, cudaMemcpyHostToDevice), "copying a rival's input");
  while (filled < total) {
    const std::size_t more = std::min(filled, total - filled);
    check(cudaMemcpy(to + filled, to, more, cudaMemcpyDeviceToDevice), "repeating a rival's input");
    filled += more;
  }
  return memory;
}

template <class T>
[[nodiscard]] std::unique_ptr<CudaMemory> device_array(std::int64_t count) {
  return std::make_unique<CudaMemory>(static_cast<std::size_t>(count) * sizeof(T));
}

/// Runs after the work enqueued before. It is not timed, since the clock starts after it.
inline void copy_on_stream(const CudaMemory& to, const CudaMemory& from) {
  check(cudaMemcpyAsync(to.as<void>(), from.as<void>(), from.bytes(), cudaMemcpyDeviceToDevice,
                        timing_stream()),
        "restoring a rival's input");
}

/// Appends an array of the device, once all work is done.
template <class T>
void append_array(std::vector<double>& all, const T* device, std::int64_t count) {
  std::vector<T> part(static_cast<std::size_t>(count));
  check(cudaStreamSynchronize(timing_stream()), "waiting for a rival");
  check(cudaMemcpy(part.data(), device, part.size() * sizeof(T), cudaMemcpyDeviceToHost),
        "copying a rival's result");
  all.insert(all.end(), part.begin(), part.end());
}

/// A library's call on several sets of data. Each Set is made from a RivalInput and arguments, and
/// has
///   void prepare()                                  enqueues what puts its input back
///   void call(const CudaMemory& scratch)          enqueues the call
///   std::size_t scratch_bytes()                     that the call needs
///   std::vector<double> output() const              of the last call
template <class Set>
class LibraryRival final : public Rival {
 public:
  template <class... Arguments>
  explicit LibraryRival(const LibraryTask& task, const Arguments&... arguments) {
    for (const RivalInput& input : task.inputs) {
      sets_.push_back(std::make_unique<Set>(input, arguments...));
    }
    scratch_ = std::make_unique<CudaMemory>(sets_.front()->scratch_bytes());
    // The timing stream does not wait for the default stream, on which the inputs were made.
    check(cudaDeviceSynchronize(), "making a rival's input");
    // Libraries load their kernels when they are first called, which must not be recorded.
    at(0).prepare();
    at(0).call(*scratch_);
    check(cudaStreamSynchronize(timing_stream()), "running a rival for the first time");
    for (const auto& set : sets_) graphs_.push_back(graph_of(*set));
  }

  [[nodiscard]] int sets() const override { return static_cast<int>(sets_.size()); }
  void prepare(int set) override {
    guarded([&] { at(set).prepare(); });
  }
  void start(int set) override {
    note_run(set);
    guarded([&] {
      const auto& graph = graphs_[static_cast<std::size_t>(set)];
      graph ? graph->launch() : at(set).call(*scratch_);
    });
  }
  [[nodiscard]] std::vector<double> output(int set) override {
    std::vector<double> all;
    guarded([&] { all = at(set).output(); });
    return all;
  }

 private:
  /// Records a library's call as a graph, so that its launches cost no more than a kernel's, which
  /// are a graph too. nullptr if the library cannot be recorded.
  [[nodiscard]] std::unique_ptr<LaunchGraph> graph_of(Set& set) const {
    try {
      return std::make_unique<LaunchGraph>([&](cudaStream_t) { set.call(*scratch_); });
    } catch (const DeviceError&) {
      cudaGetLastError();
      return nullptr;
    }
  }
  [[nodiscard]] Set& at(int set) { return *sets_[static_cast<std::size_t>(set)]; }
  template <class Work>
  static void guarded(const Work& work) {
    try {
      work();
    } catch (const DeviceError& error) {
      throw TimingStopped{error.what};
    }
  }

  std::vector<std::unique_ptr<Set>> sets_;
  std::unique_ptr<CudaMemory> scratch_;
  std::vector<std::unique_ptr<LaunchGraph>> graphs_;
};

}  // namespace warpscope
