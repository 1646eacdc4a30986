#include "instrumentation/run/linear_systems.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {

namespace {

/// -10.0, -9.9, …, 10.0: one decimal can be read in a picture.
double coefficient(std::mt19937_64& random) {
  return (static_cast<double>(random() % 201) - 100) / 10;
}
double right_side(std::mt19937_64& random) { return static_cast<double>(random() % 1000) / 10; }

/// More than the rest of the row, with either sign.
double dominant(double rest, std::mt19937_64& random) {
  const double value = rest + 1 + static_cast<double>(random() % 50) / 10;
  return random() % 2 == 0 ? value : -value;
}

}  // namespace

std::int64_t made_elements(std::int64_t n, std::int64_t system) {
  constexpr std::int64_t most = 1 << 20;
  return std::min(n, std::max(most / system, std::int64_t{1}) * system);
}

std::vector<double> make_bands(const std::string& kind, std::int64_t n, std::mt19937_64& random) {
  const auto rows = static_cast<std::size_t>(n);
  std::vector<double> bands(4 * rows);
  for (std::size_t i = 0; i < rows; ++i) {
    double lower = -1, main = 2, upper = -1;
    if (kind != "poisson") {
      lower = coefficient(random);
      upper = coefficient(random);
      main = kind == "random" ? coefficient(random)
                              : dominant(std::abs(lower) + std::abs(upper), random);
    }
    if (kind == "singular" && i == rows / 2) lower = main = upper = 0;
    bands[i] = lower;
    bands[rows + i] = main;
    bands[2 * rows + i] = upper;
    bands[3 * rows + i] = right_side(random);
  }
  return bands;
}

std::vector<double> make_system(const std::string& kind, std::int64_t n, std::mt19937_64& random) {
  const auto rows = static_cast<std::size_t>(n);
  std::vector<double> system(rows * rows + rows);
  for (std::size_t i = 0; i < rows; ++i) {
    double rest = 0;
    for (std::size_t j = 0; j < rows; ++j) {
      const bool beside = j + 1 == i || i + 1 == j;
      double value = kind == "poisson" ? (beside ? -1.0 : 0.0) : coefficient(random);
      if (kind == "singular" && i == rows / 2) value = 0;
      system[i * rows + j] = value;
      if (i != j) rest += std::abs(value);
    }
    double& diagonal = system[i * rows + i];
    if (kind == "poisson") diagonal = 2;
    if (kind == "dominant" || (kind == "singular" && i != rows / 2)) {
      diagonal = dominant(rest, random);
    }
    system[rows * rows + i] = right_side(random);
  }
  return system;
}

}  // namespace warpscope
