#include "instrumentation/program/runtime/modelled_time.hpp"

#include <algorithm>

#include "instrumentation/program/machine/host_side.hpp"

namespace warpscope {

ModelledTime& ModelledTime::the() {
  static ModelledTime time;
  return time;
}

namespace {

constexpr double cycles_per_us = 1980;

}  // namespace

void ModelledTime::launch_begins() {
  warp_instructions_ = bytes_ = 0;
  waited_ = 0;
}

void ModelledTime::kernel_waits(std::uint64_t cycles) {
  waited_ = std::max(waited_, static_cast<double>(cycles) / cycles_per_us);
}

std::uint64_t ModelledTime::cycles() const {
  return static_cast<std::uint64_t>(now_ * cycles_per_us);
}

void ModelledTime::kernel_works(std::int64_t warp_instructions, std::int64_t bytes) {
  warp_instructions_ += warp_instructions;
  bytes_ += bytes;
}

void ModelledTime::launch_ends(std::uint64_t threads) {
  constexpr double instructions_per_us = 132 * 4 * cycles_per_us;
  constexpr double bytes_per_us = 3'000'000;
  constexpr double threads_at_once = 132 * 2048;
  double work = std::max(static_cast<double>(warp_instructions_) / instructions_per_us,
                         static_cast<double>(bytes_) / bytes_per_us);
  if (warp_instructions_ == 0 && bytes_ == 0)
    work = 2 * static_cast<double>(threads) / threads_at_once;
  now_ += 3 + std::max(work, waited_);
}

void ModelledTime::copy_to_or_from_host(std::size_t bytes) {
  now_ += 8 + static_cast<double>(bytes) / 25'000;
}

void ModelledTime::work_on_device(std::size_t bytes) {
  now_ += 2 + static_cast<double>(bytes) / 3'000'000;
}

double ModelledTime::record_event() { return now_ += 1; }

bool modelled_time_was_asked() { return ModelledTime::the().asked; }

void model_kernel_work(std::int64_t warp_instructions, std::int64_t bytes) {
  ModelledTime::the().kernel_works(warp_instructions, bytes);
}

void model_kernel_wait(std::uint64_t cycles) { ModelledTime::the().kernel_waits(cycles); }

std::uint64_t modelled_cycles() { return ModelledTime::the().cycles(); }

}  // namespace warpscope
