#include "instrumentation/run/trace_stream.hpp"
#include "instrumentation/run/traced_machine.cuh"

namespace warpscope {

void TracedMachine::begin(const KernelInfo& kernel, Extent grid, Extent block, int traced_block,
                          std::size_t shared_bytes) {
  Launch launch;
  launch.kernel = std::string(kernel.id);
  launch.grid = {grid.x, grid.rows()};
  launch.block = {block.x, block.rows()};
  launch.traced_block = traced_block;
  trace_.begin_launch(std::move(launch), source_of(kernel));
  backups_.clear();
  global_ids_.clear();
  for (const Memory& memory : arrays_) {
    global_ids_.push_back(trace_.array(memory.array));
    backups_.push_back(nullptr);
    if (!memory.written) continue;
    backups_.back() = std::make_unique<CudaMemory>(memory.device->bytes());
    check(cudaMemcpy(backups_.back()->as<void>(), memory.device->as<void>(), memory.device->bytes(),
                     cudaMemcpyDeviceToDevice),
          "keeping arrays for the second pass");
  }
  counters_ = std::make_unique<CudaMemory>(sizeof(Counters));
  auto* counters = counters_->as<Counters>();
  sink_ = {};
  sink_.used = &counters->used;
  sink_.barriers = &counters->barriers;
  sink_.shared_bytes = &counters->shared_bytes;
  if (kernel.blocks_wait) sink_.turn = &counters->turn;
  sink_.shared_capacity = static_cast<std::uint32_t>(shared_bytes / 4 * 4);
  pass_ = Pass::counting;
}

bool TracedMachine::prepare_pass() {
  if (pass_ == Pass::done) return false;
  counters_->clear();
  if (pass_ == Pass::recording) {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (backups_[i] == nullptr) continue;
      check(cudaMemcpy(arrays_[i].device->as<void>(), backups_[i]->as<void>(), backups_[i]->bytes(),
                       cudaMemcpyDeviceToDevice),
            "restoring arrays for the second pass");
    }
    words_ = std::make_unique<CudaMemory>(counted_.used * sizeof(std::uint32_t));
    sink_.words = words_->as<std::uint32_t>();
    sink_.capacity = counted_.used;
    sink_.snapshot_words = (counted_.shared_bytes + 3) / 4;
    sink_.snapshot_count = counted_.barriers;
    snapshots_ =
        std::make_unique<CudaMemory>(std::size_t{sink_.snapshot_words} * sink_.snapshot_count * 4);
    sink_.snapshots = snapshots_->as<std::uint32_t>();
  }
  return true;
}

void TracedMachine::finish_pass() {
  check(cudaGetLastError(), "launching the traced kernel");
  check(cudaDeviceSynchronize(), "running the traced kernel");
  check_stop();
  check(cudaMemcpy(&counted_, counters_->as<void>(), sizeof(counted_), cudaMemcpyDeviceToHost),
        "reading the trace's size");
  if (pass_ == Pass::counting) {
    pass_ = Pass::recording;
  } else if (counted_.used <= sink_.capacity) {
    pass_ =
        Pass::done;  // else the kernel did more than in the first pass: once again with more room
  }
}

void TracedMachine::collect(int block) {
  std::vector<std::uint32_t> words(counted_.used);
  check(cudaMemcpy(words.data(), words_->as<void>(), words.size() * sizeof(std::uint32_t),
                   cudaMemcpyDeviceToHost),
        "reading the trace");
  const Status read = read_trace_stream(words, block, global_ids_, trace_);
  if (!read) throw DeviceError{cudaErrorUnknown, read.error().message};
  const std::size_t stride = std::size_t{sink_.snapshot_words} * 4;
  std::vector<std::uint8_t> bytes(stride * sink_.snapshot_count);
  check(cudaMemcpy(bytes.data(), snapshots_->as<void>(), bytes.size(), cudaMemcpyDeviceToHost),
        "reading snapshots");
  for (std::uint32_t i = 0; i < counted_.barriers && i < sink_.snapshot_count; ++i) {
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(i * stride);
    trace_.snapshot(i, {first, first + counted_.shared_bytes});
  }
  trace_.shared_bytes(counted_.shared_bytes);
}

}  // namespace warpscope
