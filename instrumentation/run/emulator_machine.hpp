#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/emulator/block_emulator.hpp"
#include "instrumentation/emulator/emulated_block.hpp"
#include "instrumentation/run/kernel_source.hpp"
#include "instrumentation/run/run_stopped.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// The host side of the emulator: buffers, launches and copies as host programs ask for them (see
/// kernels/program.hpp).
class EmulatorMachine {
 public:
  template <class T>
  struct Buffer {
    std::size_t id = 0;
    [[nodiscard]] Buffer<const T> read_only() const { return {id}; }
  };
  template <class T>
  struct ConstantBuffer {
    std::size_t id = 0;
  };

  EmulatorMachine(TraceBuilder& trace, int traced_block, const EmulatorOptions& options,
                  std::stop_token stop)
      : trace_(trace), traced_block_(traced_block), options_(options), stop_(std::move(stop)) {}

  /// Whether any thread reached the dropped barrier.
  [[nodiscard]] bool dropped() const { return emulator_.dropped(); }
  /// Restricts the dropped barrier to this source file; otherwise it may be in any.
  void drop_in(std::string source_name) { drop_in_ = std::move(source_name); }

  template <class T, class Element>
  Buffer<const T> upload(const char* name, const Problem<Element>& problem,
                         std::int64_t columns = 0) {
    const std::int64_t bytes = problem.count * static_cast<std::int64_t>(sizeof(Element));
    const std::int64_t count = bytes / static_cast<std::int64_t>(sizeof(T));
    Memory& memory = add<T>(name, Space::global, count, columns);
    std::byte* to = memory.bytes.data();
    for (std::int64_t i = 0; i < problem.count; ++i) {
      const Element value = problem.at(i);
      std::memcpy(to + static_cast<std::size_t>(i) * sizeof(Element), &value, sizeof(Element));
    }
    trace_.host(tell_upload(memory.array));
    return {memory_.size() - 1};
  }

  template <class T>
  Buffer<T> upload(const char* name, const std::vector<T>& values, std::int64_t columns = 0) {
    fill(add<T>(name, Space::global, std::ssize(values), columns), values);
    return {memory_.size() - 1};
  }

  template <class T>
  ConstantBuffer<T> constant(const char* name, const std::vector<T>& values) {
    fill(add<T>(name, Space::constant, std::ssize(values), 0), values);
    return {memory_.size() - 1};
  }

  template <class T>
  Buffer<T> allocate(const char* name, std::int64_t count, std::int64_t columns = 0) {
    trace_.host(tell_allocation(add<T>(name, Space::global, count, columns).array));
    return {memory_.size() - 1};
  }

  template <class T>
  void clear(Buffer<T> buffer) {
    Memory& memory = memory_[buffer.id];
    std::ranges::fill(memory.bytes, std::byte{0});
    trace_.host(tell_clear(memory.array));
  }

  template <class T>
  std::vector<std::remove_const_t<T>> download(Buffer<T> buffer) {
    const Memory& memory = memory_[buffer.id];
    std::vector<std::remove_const_t<T>> values(memory.bytes.size() / sizeof(T));
    std::memcpy(values.data(), memory.bytes.data(), memory.bytes.size());
    trace_.host(tell_download(memory.array));
    return values;
  }

  void check_stop() const {
    if (stop_.stop_requested()) throw RunStopped{};
  }

  template <class Kernel, class... Arguments>
  void launch(const Kernel& kernel, Extent grid, Extent block, std::size_t shared_bytes,
              Arguments... arguments) {
    BlockEmulator::check_shared(shared_bytes);
    const auto body = [&](Lane& lane) {
      EmulatedBlock machine(lane);
      kernel(machine, bind(lane, arguments)...);
    };
    run_blocks(info_of<Kernel>(), grid, block, body);
  }

 private:
  struct Memory {
    Array array;
    std::vector<std::byte> bytes;
  };

  template <class T>
  Memory& add(const char* name, Space space, std::int64_t count, std::int64_t columns) {
    return add({.name = name,
                .space = space,
                .type = ElementOf<std::remove_const_t<T>>::type,
                .count = count,
                .columns = columns},
               sizeof(T));
  }
  Memory& add(Array array, std::size_t element_bytes);
  template <class T>
  void fill(Memory& memory, const std::vector<T>& values) {
    std::memcpy(memory.bytes.data(), values.data(), memory.bytes.size());
    trace_.host(tell_upload(memory.array));
  }

  template <class T>
  static Global<EmulatedBlock, T> bind(Lane& lane, Buffer<T> buffer) {
    return Global<EmulatedBlock, T>(lane, static_cast<int>(buffer.id));
  }
  template <class T>
  static Constant<EmulatedBlock, T> bind(Lane& lane, ConstantBuffer<T> buffer) {
    return Constant<EmulatedBlock, T>(lane, static_cast<int>(buffer.id));
  }
  template <class Value>
  static Value bind(Lane&, Value value) {
    return value;
  }

  void run_blocks(const KernelInfo& kernel, Extent grid, Extent block,
                  const std::function<void(Lane&)>& body);

  TraceBuilder& trace_;
  int traced_block_;
  EmulatorOptions options_;
  std::stop_token stop_;
  std::string drop_in_;
  std::deque<Memory> memory_;
  BlockEmulator emulator_;
};

}  // namespace warpscope
