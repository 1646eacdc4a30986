#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/machine/simt.hpp"

namespace warpscope {

/// A launch for blocks at speed: its thunk's counterpart, and a copy of its arguments with that of the kernel.
class LaunchAtSpeed {
 public:
  LaunchAtSpeed(const LaunchCall& call, const void* kernel, const ws_parameter* parameters,
                int parameter_count);
  void add_to(Simt::Launch& launch) const {
    launch.thunk_at_speed = thunk_;
    launch.arguments_at_speed = arguments_;
  }

 private:
  struct alignas(128) Chunk {
    std::array<std::byte, 128> bytes;
  };
  void (*thunk_)(void*);
  void* arguments_;
  std::vector<Chunk> copy_;
};

}  // namespace warpscope
