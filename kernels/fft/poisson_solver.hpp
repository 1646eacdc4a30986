#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fft/poisson.hpp"
#include "kernels/fft/poisson_fft.cuh"
#include "kernels/fft/spectrum.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of Poisson's equation: the input is u, of which its mean is taken. The result: u as it
/// was found, then how far it is off.
struct PoissonSolver {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const int n = static_cast<int>(problem.size);
    const int across = std::min(problem.block, n / 2);
    const Extent block{across, problem.block / across};
    const Extent grid{1, n / block.y};
    const auto u = machine.upload("u", known(problem), n).read_only();
    const auto eigenvalue = machine.upload("eigenvalue", poisson_eigenvalues(n)).read_only();
    const auto re = machine.template allocate<float>("re", problem.count, n);
    const auto im = machine.template allocate<float>("im", problem.count, n);
    const auto turned_re = machine.template allocate<float>("turned_re", problem.count, n);
    const auto turned_im = machine.template allocate<float>("turned_im", problem.count, n);
    const auto error = machine.template allocate<float>("error", problem.count, n);

    const auto transform = [&](auto w_re, auto w_im) {
      const auto bytes =
          static_cast<std::size_t>(PoissonFft::shared_count(block.y, n)) * sizeof(float);
      machine.launch(PoissonFft{}, grid, block, bytes, re.read_only(), im.read_only(), w_re, w_im,
                     turned_re, turned_im);
      machine.launch(PoissonFft{}, grid, block, bytes, turned_re.read_only(), turned_im.read_only(),
                     w_re, w_im, re, im);
    };
    const auto factors = [&](const char* real, const char* imaginary, FftDirection direction) {
      const Twiddles table = twiddles(n, direction, n / 2);
      transform(machine.upload(real, table.re).read_only(),
                machine.upload(imaginary, table.im).read_only());
    };

    machine.clear(im);
    machine.launch(PoissonRightSide{}, grid, block, 0, u, re, n);
    factors("w_re", "w_im", FftDirection::forward);
    const float scale = 1 / static_cast<float>(problem.count);
    machine.launch(PoissonDivide{}, grid, block, 0, eigenvalue, re, im, scale, n);
    factors("back_re", "back_im", FftDirection::inverse);
    machine.launch(PoissonError{}, grid, block, 0, u, re.read_only(), error, n);

    std::vector<float> result = machine.download(re);
    const std::vector<float> off = machine.download(error);
    result.insert(result.end(), off.begin(), off.end());
    return result;
  }

  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    return poisson_mismatch(known(problem), problem.size, output);
  }

  /// Each launch reads and writes its arrays once: 2, 4 × 4, 4 and 3 of n × n numbers.
  static std::uint64_t bytes(const Problem<float>& problem) {
    return 25 * static_cast<std::uint64_t>(problem.count) * sizeof(float);
  }
  /// Four times n transforms, six operations for the right side, and four for the division.
  static std::uint64_t operations(const Problem<float>& problem) {
    const auto stages =
        static_cast<std::uint64_t>(std::countr_zero(static_cast<std::uint64_t>(problem.size)));
    return static_cast<std::uint64_t>(problem.count) * (20 * stages + 10);
  }

 private:
  static std::vector<float> known(const Problem<float>& problem) {
    return without_mean(problem.slice(0, problem.count));
  }
};

}  // namespace warpscope
