#pragma once

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/program.hpp"
#include "kernels/random/generators.hpp"
#include "kernels/random/monte_carlo_pi.cuh"
#include "kernels/random/random_philox.cuh"
#include "kernels/random/random_xorwow.cuh"

namespace warpscope {

struct RandomFamily {
  static constexpr Family info{.name = "random", .folder = "random", .title = tr_noop("Random")};
  using Kernels = KernelList<RandomPhilox, RandomXorwow, MonteCarloPi>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    const Choices uniform{{"distribution", "uniform"}}, normal{{"distribution", "normal"}};
    add_program<PhiloxNumbers<UniformNumbers>, std::uint32_t>(table, RandomPhilox::info.id,
                                                              uniform);
    add_program<PhiloxNumbers<NormalNumbers>, std::uint32_t>(table, RandomPhilox::info.id, normal);
    add_program<SensorReadings<UniformReadings>, std::uint32_t>(table, RandomXorwow::info.id,
                                                                uniform);
    add_program<SensorReadings<NormalReadings>, std::uint32_t>(table, RandomXorwow::info.id,
                                                               normal);
    add_program<PiEstimates, std::uint32_t>(table, MonteCarloPi::info.id);
  }
};

}  // namespace warpscope
