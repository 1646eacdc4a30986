#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "instrumentation/timing/processor_product.hpp"
#include "instrumentation/timing/processor_tasks.hpp"

namespace warpscope {

// Tasks of processors, as processor_tasks.hpp says, with matrices.

class ProcessorProduct {
 public:
  ProcessorProduct(const RivalInput& input, std::int64_t side)
      : side_(side),
        a_(whole_array<float>(input, 0)),
        b_(whole_array<float>(input, 1)),
        c_(a_.size()) {}
  void prepare() {}
  void run(ThreadTeam& team) {
    team.run([&](int member) {
      multiply_rows(a_.data(), b_.data(), c_.data(), side_, share_of(side_, member, team.size()));
    });
  }
  [[nodiscard]] std::vector<double> output() const { return {c_.begin(), c_.end()}; }

 private:
  std::int64_t side_;
  std::vector<float> a_, b_, c_;
};

/// Tile by tile: the lines of both sides of a tile fit the cache.
class ProcessorTranspose {
 public:
  ProcessorTranspose(const RivalInput& input, std::int64_t side)
      : side_(static_cast<std::size_t>(side)), in_(whole_array<int>(input)), out_(in_.size()) {}
  void prepare() {}
  void run(ThreadTeam& team) {
    const std::size_t rows_of_tiles = (side_ + tile - 1) / tile;
    team.run([&](int member) {
      const Share mine = share_of(static_cast<std::int64_t>(rows_of_tiles), member, team.size());
      for (auto down = static_cast<std::size_t>(mine.first) * tile;
           down < static_cast<std::size_t>(mine.last) * tile; down += tile) {
        for (std::size_t across = 0; across < side_; across += tile) turn(down, across);
      }
    });
  }
  [[nodiscard]] std::vector<double> output() const { return {out_.begin(), out_.end()}; }

 private:
  static constexpr std::size_t tile = 32;

  /// Transposes the tile of the output whose upper left element is (down, across).
  void turn(std::size_t down, std::size_t across) {
    for (std::size_t row = down; row < std::min(down + tile, side_); ++row) {
      for (std::size_t column = across; column < std::min(across + tile, side_); ++column) {
        out_[row * side_ + column] = in_[column * side_ + row];
      }
    }
  }

  std::size_t side_;
  std::vector<int> in_, out_;
};

/// The Thomas algorithm for many systems: each thread solves some, one after another.
class ProcessorThomas {
 public:
  ProcessorThomas(const RivalInput& input, std::int64_t equations)
      : equations_(static_cast<std::size_t>(equations)),
        lower_(whole_array<float>(input, 0)),
        diagonal_(whole_array<float>(input, 1)),
        upper_(whole_array<float>(input, 2)),
        right_side_(whole_array<float>(input, 3)),
        solution_(lower_.size()) {}
  void prepare() {}
  void run(ThreadTeam& team) {
    const auto systems = static_cast<std::int64_t>(solution_.size() / equations_);
    team.run([&](int member) {
      const Share mine = share_of(systems, member, team.size());
      std::vector<float> above(equations_);
      for (std::int64_t s = mine.first; s < mine.last; ++s) {
        solve(static_cast<std::size_t>(s) * equations_, above);
      }
    });
  }
  [[nodiscard]] std::vector<double> output() const { return {solution_.begin(), solution_.end()}; }

 private:
  /// `above`: the upper diagonal after elimination, whose own diagonal is 1.
  void solve(std::size_t first, std::vector<float>& above) {
    float before = 0, x = 0;
    for (std::size_t k = 0; k < equations_; ++k) {
      const std::size_t i = first + k;
      const float scale = 1 / (diagonal_[i] - lower_[i] * before);
      x = (right_side_[i] - lower_[i] * x) * scale;
      before = upper_[i] * scale;
      above[k] = before;
      solution_[i] = x;
    }
    for (std::size_t k = equations_ - 1; k-- > 0;) {
      const std::size_t i = first + k;
      solution_[i] -= above[k] * solution_[i + 1];
    }
  }

  std::size_t equations_;
  std::vector<float> lower_, diagonal_, upper_, right_side_, solution_;
};

}  // namespace warpscope
