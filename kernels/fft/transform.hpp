#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fft/spectrum.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of transforms in shared memory: signals of Kernel::info.system(block) complex numbers,
/// one after another, a block for each. Input and output: all real parts, then all imaginary ones.
template <class Kernel>
struct Transform {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const Twiddles table = twiddles(length(problem), direction(problem), factors(length(problem)));
    const auto in_re = machine.upload("in_re", problem.slice(0, problem.size)).read_only();
    const auto in_im =
        machine.upload("in_im", problem.slice(problem.size, problem.size)).read_only();
    const auto w_re = machine.upload("w_re", table.re).read_only();
    const auto w_im = machine.upload("w_im", table.im).read_only();
    const auto out_re = machine.template allocate<float>("out_re", problem.size);
    const auto out_im = machine.template allocate<float>("out_im", problem.size);
    machine.launch(Kernel{}, problem.grid, problem.block,
                   Kernel::shared_count(problem.block) * sizeof(float), in_re, in_im, w_re, w_im,
                   out_re, out_im);
    std::vector<float> result = machine.download(out_re);
    const std::vector<float> imaginary = machine.download(out_im);
    result.insert(result.end(), imaginary.begin(), imaginary.end());
    return result;
  }

  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    return fft_mismatch(problem.slice(0, 2 * problem.size), length(problem), direction(problem),
                        output);
  }

  /// Both parts in and out.
  static std::uint64_t bytes(const Problem<float>& problem) {
    return 4 * static_cast<std::uint64_t>(problem.size) * sizeof(float);
  }
  /// 5 n log2(n), as others count them, too: 10 for each of n/2 butterflies in log2(n) stages.
  static std::uint64_t operations(const Problem<float>& problem) {
    const auto stages =
        static_cast<std::uint64_t>(std::countr_zero(static_cast<std::uint64_t>(length(problem))));
    return 5 * static_cast<std::uint64_t>(problem.size) * stages;
  }

 private:
  static std::int64_t length(const Problem<float>& problem) {
    return Kernel::info.system(problem.block);
  }
  /// Half of the circle, unless the kernel says otherwise.
  static std::int64_t factors(std::int64_t n) {
    if constexpr (requires { Kernel::factor_count(0); }) {
      return Kernel::factor_count(static_cast<int>(n));
    }
    return n / 2;
  }
  static FftDirection direction(const Problem<float>& problem) {
    return fft_direction(problem.choice("direction"));
  }
};

}  // namespace warpscope
