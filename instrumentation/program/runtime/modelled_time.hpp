#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope {

/// The clock of the emulated device. It knows nothing of the time that the emulation takes: each action adds
/// what this model says, so that every run gives the same times.
/// - A launch: 3 us, and what its kernel does: the longer of warp instructions (132 multiprocessors, each
///   4 a cycle at 1.98 GHz) and bytes (3,000,000 a us). If it touches no memory: 2 us per 270,336 threads.
///   At least what one of its threads waits for the clock.
/// - A copy between host and device: 8 us and 1 us per 25,000 bytes.
/// - A copy or memset within the device: 2 us and 1 us per 3,000,000 bytes.
/// - Recording an event: 1 us.
class ModelledTime {
 public:
  static ModelledTime& the();
  [[nodiscard]] double microseconds() const { return now_; }
  void launch_begins();
  void kernel_works(std::int64_t warp_instructions, std::int64_t bytes);
  void kernel_waits(std::uint64_t cycles);
  [[nodiscard]] std::uint64_t cycles() const;
  void launch_ends(std::uint64_t threads);
  void copy_to_or_from_host(std::size_t bytes);
  void work_on_device(std::size_t bytes);
  double record_event();
  bool asked = false;  ///< by cudaEventElapsedTime

 private:
  double now_ = 0, waited_ = 0;
  std::int64_t warp_instructions_ = 0, bytes_ = 0;  // of the launch that runs
};

}  // namespace warpscope
