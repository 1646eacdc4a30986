#pragma once

#include "kernels/program.hpp"
#include "kernels/random/generators.hpp"
#include "kernels/random/monte_carlo_pi.cuh"
#include "kernels/random/random_philox.cuh"
#include "kernels/random/random_xorwow.cuh"

namespace warpscope {

struct RandomFamily {
  static constexpr Family info{.name = "random", .folder = "random"};
  using Kernels = KernelList<RandomPhilox, RandomXorwow, MonteCarloPi>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_program<PhiloxNumbers, std::uint32_t>(table, RandomPhilox::info.id);
    add_program<SensorReadings, std::uint32_t>(table, RandomXorwow::info.id);
    add_program<PiEstimates, std::uint32_t>(table, MonteCarloPi::info.id);
  }
};

}  // namespace warpscope
