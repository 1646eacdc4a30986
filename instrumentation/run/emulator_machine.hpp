#pragma once

#include <cstring>
#include <deque>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "instrumentation/block/emulated.hpp"
#include "instrumentation/emulator/block_emulator.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// Thrown by machines when the run was stopped; run() turns it into an Error.
struct RunStopped {};

/// The host side of the emulator: buffers, launches and copies as host programs ask for them.
class EmulatorMachine {
 public:
  template <class T>
  struct Buffer {
    std::size_t id = 0;
  };

  EmulatorMachine(TraceBuilder& trace, std::string kernel, int traced_block,
                  std::optional<std::uint64_t> schedule_seed, std::stop_token stop)
      : trace_(trace),
        kernel_(std::move(kernel)),
        traced_block_(traced_block),
        schedule_seed_(schedule_seed),
        stop_(std::move(stop)) {}

  /// The problem's input, seen as elements of T (its own element type, or vectors of it).
  template <class T, class Element>
  Buffer<const T> upload(const char* name, const Problem<Element>& problem) {
    const auto buffer =
        allocate<T>(name, problem.size * static_cast<std::int64_t>(sizeof(Element)) /
                              static_cast<std::int64_t>(sizeof(T)));
    std::byte* to = memory_[buffer.id].bytes.data();
    for (std::int64_t i = 0; i < problem.size; ++i) {
      const Element value = problem.at(i);
      std::memcpy(to + static_cast<std::size_t>(i) * sizeof(Element), &value, sizeof(Element));
    }
    return {buffer.id};
  }

  template <class T>
  Buffer<T> allocate(const char* name, std::int64_t count) {
    memory_.push_back(
        {{.name = name, .space = Space::global, .type = ElementOf<T>::type, .count = count},
         std::vector<std::byte>(static_cast<std::size_t>(count) * sizeof(T))});
    return {memory_.size() - 1};
  }

  template <class T>
  std::vector<T> download(Buffer<T> buffer) const {
    const auto& bytes = memory_[buffer.id].bytes;
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  template <class Kernel, class... Arguments>
  void launch(const Kernel& kernel, int grid, int block, std::size_t /*shared_bytes*/,
              Arguments... arguments) {
    const auto body = [&](Lane& lane) {
      EmulatedBlock machine(lane);
      kernel(machine, bind(lane, arguments)...);
    };
    run_blocks(grid, block, body);
  }

 private:
  struct Memory {
    Array array;
    std::vector<std::byte> bytes;
  };

  template <class T>
  static Global<EmulatedBlock, T> bind(Lane& lane, Buffer<T> buffer) {
    return Global<EmulatedBlock, T>(lane, static_cast<int>(buffer.id));
  }
  template <class Value>
  static Value bind(Lane&, Value value) {
    return value;
  }

  void run_blocks(int grid, int block, const std::function<void(Lane&)>& body);

  TraceBuilder& trace_;
  std::string kernel_;
  int traced_block_;
  std::optional<std::uint64_t> schedule_seed_;
  std::stop_token stop_;
  std::deque<Memory> memory_;
  BlockEmulator emulator_;
};

}  // namespace warpscope
