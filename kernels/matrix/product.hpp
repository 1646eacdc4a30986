#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels/kernel_element.hpp"
#include "kernels/matrix/matmul_register_tiled.cuh"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of every matrix product, once for all machines. The second matrix is transposed where
/// the kernel says so.
template <class Kernel>
struct Product {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const int n = static_cast<int>(problem.size);
    const std::int64_t count = problem.size * problem.size;
    const auto a = machine.template upload<float>("a", part(problem, 0), n);
    const auto b = machine.template upload<float>("b", part(problem, count), n);
    const auto c = machine.template allocate<float>("c", count, n);
    const int side = static_cast<int>(std::lround(std::sqrt(problem.block)));
    machine.launch(Kernel{}, {n / side, n / side}, {side, side},
                   static_cast<std::size_t>(Kernel::shared_count(side)) * sizeof(float), a, b, c,
                   n);
    return machine.download(c);
  }

  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    return mismatch_of(output, reference(problem));
  }

  /// Each of the n multiply-adds rounds once, by at most eps / 2 of a sum that is at most the sum
  /// of the products' magnitudes; the other half covers what is of higher order.
  static Reference reference(const Problem<float>& problem) {
    const auto n = static_cast<std::size_t>(problem.size);
    const std::vector<float> a = part(problem, 0).input, b = factor(problem);
    const double unit =
        static_cast<double>(n) * static_cast<double>(std::numeric_limits<float>::epsilon());
    Reference result{std::vector<double>(n * n), std::vector<double>(n * n)};
    for (std::size_t row = 0; row < n; ++row) {
      for (std::size_t k = 0; k < n; ++k) {
        const double left = static_cast<double>(a[row * n + k]);
        for (std::size_t column = 0; column < n; ++column) {
          const double product = left * static_cast<double>(b[k * n + column]);
          result.values[row * n + column] += product;
          result.tolerance[row * n + column] += unit * std::abs(product);
        }
      }
    }
    return result;
  }

  /// What must cross the memory bus: three matrices.
  static std::uint64_t bytes(const Problem<float>& problem) {
    return 3 * static_cast<std::uint64_t>(problem.size * problem.size) * sizeof(float);
  }
  static std::uint64_t operations(const Problem<float>& problem) {
    const auto n = static_cast<std::uint64_t>(problem.size);
    return 2 * n * n * n;
  }

 protected:
  /// The matrix that begins at `first` of the input.
  static Problem<float> part(const Problem<float>& problem, std::int64_t first) {
    const std::int64_t count = problem.size * problem.size;
    return {.input = problem.slice(first, count), .count = count, .size = problem.size};
  }
  /// The matrix by which the first is multiplied, row by row.
  static std::vector<float> factor(const Problem<float>& problem) {
    std::vector<float> given = part(problem, problem.size * problem.size).input;
    if (!Kernel::second_is_transposed) return given;
    const auto n = static_cast<std::size_t>(problem.size);
    std::vector<float> turned(given.size());
    for (std::size_t i = 0; i < given.size(); ++i) turned[i % n * n + i / n] = given[i];
    return turned;
  }
};

/// The same for the kernel that must know its tile, and moves vectors of B and C.
struct RegisterTiledProduct : Product<MatmulRegisterTiled> {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const int n = static_cast<int>(problem.size);
    const std::int64_t count = problem.size * problem.size;
    const auto a = machine.template upload<float>("a", part(problem, 0), n);
    const auto b = machine.template upload<Vec4<float>>("b", part(problem, count), n / 4);
    const auto c = machine.template allocate<Vec4<float>>("c", count / 4, n / 4);
    const auto launch = [&](auto side) {
      const int tiles = n / decltype(side)::value;
      machine.launch(MatmulRegisterTiled{}, {tiles, tiles}, problem.block,
                     static_cast<std::size_t>(MatmulRegisterTiled::shared_count(side.value)) *
                         sizeof(Vec4<float>),
                     a, b, c, n, side);
    };
    if (problem.block == 32) {
      launch(TileSide<64>{});
    } else {
      launch(TileSide<128>{});
    }
    return numbers_of<float>(machine.download(c));
  }
};

}  // namespace warpscope
