#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/random/distributions.hpp"
#include "kernels/random/monte_carlo_pi.cuh"
#include "kernels/random/philox.hpp"
#include "kernels/random/random_philox.cuh"
#include "kernels/random/random_xorwow.cuh"
#include "kernels/random/xorwow.hpp"

namespace warpscope {

// Host sides of what draws random numbers. The input's first number is the seed.

/// Host side of random_philox.
template <class Distribution>
struct PhiloxNumbers {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<std::uint32_t>& problem) {
    const auto seed = machine.upload("seed", problem.slice(0, 1)).read_only();
    const auto out = machine.template allocate<float>("out", problem.size);
    machine.launch(RandomPhilox{}, problem.grid, problem.block, 0, seed, out, Distribution{});
    return machine.download(out);
  }

  /// Uniform numbers to the bit.
  static Sentence mismatch(const Problem<std::uint32_t>& problem,
                           const std::vector<float>& output) {
    const auto size = static_cast<std::size_t>(problem.size);
    Reference reference{std::vector<double>(size), std::vector<double>(size)};
    const std::int64_t threads = problem.block;
    for (std::int64_t thread = 0; thread < problem.size / 4; ++thread) {
      const Words4 words = philox_of_thread(problem.at(0), static_cast<std::uint32_t>(thread), 0);
      auto at = static_cast<std::size_t>(thread / threads * 4 * threads + thread % threads);
      for (const ExactNumber& number : exact(words)) {
        reference.values[at] = number.value;
        reference.tolerance[at] = number.tolerance;
        at += static_cast<std::size_t>(threads);
      }
    }
    return mismatch_of(output, reference);
  }

  static std::uint64_t bytes(const Problem<std::uint32_t>& problem) {
    return static_cast<std::uint64_t>(problem.size) * sizeof(float);
  }

 private:
  static std::array<ExactNumber, 4> exact(Words4 words) {
    if constexpr (std::is_same_v<Distribution, NormalNumbers>) {
      const auto first = exact_normals(words.x, words.y), second = exact_normals(words.z, words.w);
      return {first[0], first[1], second[0], second[1]};
    } else {
      const Vec4<float> all = Distribution{}(words);
      return {ExactNumber{static_cast<double>(all.x)}, ExactNumber{static_cast<double>(all.y)},
              ExactNumber{static_cast<double>(all.z)}, ExactNumber{static_cast<double>(all.w)}};
    }
  }
};

/// Host side of random_xorwow. The result: the readings, then the states as the kernel left them.
template <class Distribution>
struct SensorReadings {
  static constexpr int words = 6;  ///< of a state

  template <class Machine>
  static std::vector<double> run(Machine& machine, const Problem<std::uint32_t>& problem) {
    const int readings = problem.number("readings");
    const auto n = static_cast<int>(problem.size);
    const auto state = machine.upload("state", states(problem));
    const auto reading = machine.template allocate<typename Distribution::Reading>(
        "reading", problem.size * readings);
    const bool apart = problem.choice("states") == "arrays";
    machine.launch(RandomXorwow{}, problem.grid, problem.block, 0, state, reading, apart ? n : 1,
                   apart ? 1 : words, readings, Distribution{});
    const auto read = machine.download(reading);
    const std::vector<std::uint32_t> after = machine.download(state);
    std::vector<double> all(read.begin(), read.end());
    all.insert(all.end(), after.begin(), after.end());
    return all;
  }

  static Sentence mismatch(const Problem<std::uint32_t>& problem,
                           const std::vector<double>& output) {
    std::vector<Xorwow> generators = xorwow_states(problem.at(0), problem.size);
    Reference reference = exact(generators, problem.number("readings"));
    const std::vector<std::uint32_t> after = laid_out(generators, problem);
    reference.values.insert(reference.values.end(), after.begin(), after.end());
    reference.tolerance.resize(reference.values.size());
    return mismatch_of(output, reference);
  }

  /// The states in and out, the readings out.
  static std::uint64_t bytes(const Problem<std::uint32_t>& problem) {
    return static_cast<std::uint64_t>(problem.size) *
           (2 * words + static_cast<std::uint64_t>(problem.number("readings"))) * sizeof(int);
  }

 private:
  /// Draws from the generators.
  static Reference exact(std::vector<Xorwow>& generators, int readings) {
    Reference reference;
    std::vector<ExactNumber> second(generators.size());
    for (int k = 0; k < readings; ++k) {
      for (std::size_t t = 0; t < generators.size(); ++t) {
        ExactNumber number = second[t];
        if constexpr (std::is_same_v<Distribution, UniformReadings>) {
          number.value = reading_of(generators[t].draw());
        } else if (k % 2 == 0) {
          const std::uint32_t a = generators[t].draw();
          const std::uint32_t b = generators[t].draw();
          const std::array<ExactNumber, 2> pair = exact_normals(a, b);
          number = pair[0];
          second[t] = pair[1];
        }
        reference.values.push_back(number.value);
        reference.tolerance.push_back(number.tolerance);
      }
    }
    return reference;
  }
  static std::vector<std::uint32_t> states(const Problem<std::uint32_t>& problem) {
    return laid_out(xorwow_states(problem.at(0), problem.size), problem);
  }
  static std::vector<std::uint32_t> laid_out(const std::vector<Xorwow>& generators,
                                             const Problem<std::uint32_t>& problem) {
    const std::size_t n = generators.size();
    const bool apart = problem.choice("states") == "arrays";
    std::vector<std::uint32_t> all(words * n);
    for (std::size_t t = 0; t < n; ++t) {
      for (std::size_t w = 0; w < words; ++w) {
        const std::uint32_t word = w < 5 ? generators[t].x[w] : generators[t].count;
        all[apart ? w * n + t : t * words + w] = word;
      }
    }
    return all;
  }
};

/// Host side of the Monte Carlo method: each launch draws as many points as all before it. The
/// result: the estimates of π, then how far they lie off.
struct PiEstimates {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<std::uint32_t>& problem) {
    const int launches = problem.number("launches");
    const auto seed = machine.upload("seed", problem.slice(0, 1)).read_only();
    const auto hits = machine.template allocate<std::uint32_t>("hits", 1);
    const auto estimate = machine.template allocate<float>("estimate", launches);
    const auto error = machine.template allocate<float>("error", launches);
    machine.clear(hits);
    for (int launch = 0; launch < launches; ++launch) {
      machine.launch(MonteCarloPi{}, problem.grid, problem.block, 0, seed, hits,
                     turns_before(launch), turns_before(launch + 1) - turns_before(launch));
      machine.launch(MonteCarloEstimate{}, 1, 32, 0, hits.read_only(), estimate, error, launch,
                     points_after(problem, launch));
    }
    std::vector<float> result = machine.download(estimate);
    const std::vector<float> errors = machine.download(error);
    result.insert(result.end(), errors.begin(), errors.end());
    return result;
  }

  static Sentence mismatch(const Problem<std::uint32_t>& problem,
                           const std::vector<float>& output) {
    const int launches = problem.number("launches");
    Reference reference;
    std::vector<double> errors;
    std::uint32_t hits = 0;
    for (int launch = 0; launch < launches; ++launch) {
      for (std::int64_t thread = 0; thread < problem.size / MonteCarloPi::points; ++thread) {
        for (int turn = turns_before(launch); turn < turns_before(launch + 1); ++turn) {
          const Words4 words = philox_of_thread(problem.at(0), static_cast<std::uint32_t>(thread),
                                                static_cast<std::uint32_t>(turn));
          hits += static_cast<std::uint32_t>(MonteCarloPi::within(words.x, words.y) +
                                             MonteCarloPi::within(words.z, words.w));
        }
      }
      const float value = 4 * static_cast<float>(hits) / points_after(problem, launch);
      reference.values.push_back(static_cast<double>(value));
      errors.push_back(static_cast<double>(std::abs(value - MonteCarloEstimate::pi)));
    }
    reference.values.insert(reference.values.end(), errors.begin(), errors.end());
    return mismatch_of(output, reference);
  }

  /// Next to nothing: the sum and the estimates.
  static std::uint64_t bytes(const Problem<std::uint32_t>& problem) {
    return static_cast<std::uint64_t>(problem.number("launches")) * 2 * sizeof(float);
  }

 private:
  static int turns_before(int launch) { return launch == 0 ? 0 : 1 << (launch - 1); }
  static float points_after(const Problem<std::uint32_t>& problem, int launch) {
    return static_cast<float>(problem.size * turns_before(launch + 1));
  }
};

}  // namespace warpscope
