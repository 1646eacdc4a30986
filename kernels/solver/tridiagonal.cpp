#include "kernels/solver/tridiagonal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace warpscope {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Beyond these floats may overflow, whatever the method.
constexpr double large = 1e12;
constexpr double small = 1e-12;

bool lacks_dominance(const Tridiagonal<double>& system, std::size_t i) {
  return std::abs(system.b[i]) < std::abs(system.a[i]) + std::abs(system.c[i]);
}

/// First row that is dominant only weakly, and coupled to none that is strictly; nullopt: all are.
/// Such systems can be singular. Source: Horn and Johnson, Matrix Analysis, theorem 6.2.27.
std::optional<std::size_t> loose_row(const Tridiagonal<double>& system) {
  const auto& [a, b, c, f] = system;
  const std::size_t n = b.size();
  std::vector<bool> firm(n);
  for (std::size_t i = 0; i < n; ++i) {
    firm[i] =
        std::abs(b[i]) > std::abs(a[i]) + std::abs(c[i]) || (i > 0 && a[i] != 0 && firm[i - 1]);
  }
  for (std::size_t i = n - 1; i-- > 0;) firm[i] = firm[i] || (c[i] != 0 && firm[i + 1]);
  const auto loose = std::ranges::find(firm, false);
  if (loose == firm.end()) return std::nullopt;
  return static_cast<std::size_t>(loose - firm.begin());
}

std::string number_doubt(const Tridiagonal<double>& system) {
  const std::vector<double>* bands[] = {&system.a, &system.b, &system.c, &system.f};
  for (std::size_t i = 0; i < system.b.size(); ++i) {
    for (const std::vector<double>* band : bands) {
      const double value = (*band)[i];
      if (!std::isfinite(value)) return fmt::format("holds {} in row {}", value, i);
      const bool tiny = band == &system.b && value != 0 && std::abs(value) < small;
      if (std::abs(value) > large || tiny) {
        return fmt::format("holds {:g} in row {}, with which floats may overflow", value, i);
      }
    }
  }
  return {};
}

/// "System 3 (of 0 to 7)"
std::string system_name(std::size_t system, std::size_t count) {
  return count == 1 ? "The system" : fmt::format("System {} (of 0 to {})", system, count - 1);
}

std::span<const double> part(std::span<const double> x, std::size_t system, std::size_t n) {
  return x.subspan(system * n, n);
}

/// "the backward error is 0.3, …", "x[12] is not a number".
std::string outcome(std::span<const double> x, double error, double bound) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i])) return fmt::format("x[{}] is not a number", i);
    if (std::isinf(x[i])) return fmt::format("x[{}] is infinite", i);
  }
  return fmt::format("the backward error is {:.2g}, where at most {:.2g} can be trusted", error,
                     bound);
}

}  // namespace

double backward_error(const Tridiagonal<double>& system, std::span<const double> x) {
  const auto& [a, b, c, f] = system;
  const std::size_t n = b.size();
  double residual = 0, rows = 0, unknowns = 0, right = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(x[i])) return unbounded;
    const double left = i > 0 ? a[i] * x[i - 1] : 0;
    const double next = i + 1 < n ? c[i] * x[i + 1] : 0;
    residual = std::max(residual, std::abs(left + b[i] * x[i] + next - f[i]));
    rows = std::max(rows, std::abs(a[i]) + std::abs(b[i]) + std::abs(c[i]));
    unknowns = std::max(unknowns, std::abs(x[i]));
    right = std::max(right, std::abs(f[i]));
  }
  const double scale = rows * unknowns + right;
  return scale > 0 ? residual / scale : residual;
}

double backward_error_bound(std::size_t n) {
  const double unit = static_cast<double>(std::numeric_limits<float>::epsilon());
  return 16 * unit * (1 + std::log2(static_cast<double>(n)));
}

std::string doubt(const Tridiagonal<double>& system) {
  if (std::string numbers = number_doubt(system); !numbers.empty()) return numbers;
  const auto& [a, b, c, f] = system;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (a[i] == 0 && b[i] == 0 && c[i] == 0) {
      return fmt::format("is singular (row {} is zero) and has no single solution", i);
    }
    if (lacks_dominance(system, i)) {
      return fmt::format(
          "is not diagonally dominant (row {}: |{:g}| < |{:g}| + |{:g}|), so that elimination "
          "without pivoting may fail",
          i, b[i], a[i], c[i]);
    }
  }
  if (const auto row = loose_row(system)) {
    return fmt::format("may be singular (row {} and those coupled to it: |{:g}| = |{:g}| + |{:g}|)",
                       *row, b[*row], a[*row], c[*row]);
  }
  return {};
}

std::string solution_mismatch(const std::vector<Tridiagonal<double>>& systems,
                              std::span<const double> x) {
  const std::size_t n = systems.front().b.size();
  if (x.size() != n * systems.size()) {
    return fmt::format("The result has {} values, but there are {} unknowns.", x.size(),
                       n * systems.size());
  }
  for (std::size_t s = 0; s < systems.size(); ++s) {
    const std::span<const double> mine = part(x, s, n);
    const double error = backward_error(systems[s], mine);
    if (error <= backward_error_bound(n) || !doubt(systems[s]).empty()) continue;
    const std::vector<double> exact = thomas(systems[s]);
    std::size_t worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (!(std::abs(mine[i] - exact[i]) <= std::abs(mine[worst] - exact[worst]))) worst = i;
    }
    return fmt::format("{} is not solved: {}. x[{}] is {:g}, the Thomas algorithm says {:g}.",
                       system_name(s, systems.size()),
                       outcome(mine, error, backward_error_bound(n)), worst, mine[worst],
                       exact[worst]);
  }
  return {};
}

std::vector<std::string> solution_remarks(const std::vector<Tridiagonal<double>>& systems,
                                          std::span<const double> x) {
  const std::size_t n = systems.front().b.size();
  std::size_t doubtful = 0, worst = 0;
  double worst_error = -1;
  for (std::size_t s = 0; s < systems.size(); ++s) {
    if (doubt(systems[s]).empty()) continue;
    ++doubtful;
    const double error = backward_error(systems[s], part(x, s, n));
    if (error > worst_error) {
      worst = s;
      worst_error = error;
    }
  }
  if (doubtful == 0) return {};
  const double bound = backward_error_bound(n);
  const std::string start =
      fmt::format("{} {}", system_name(worst, systems.size()), doubt(systems[worst]));
  const std::string end = doubtful == 1 ? "." : fmt::format(", the worst of {} alike.", doubtful);
  if (worst_error <= bound) {
    return {fmt::format("{}. It is solved all the same: the backward error is {:.2g}{}", start,
                        worst_error, end)};
  }
  return {fmt::format("{}: {}{}", start, outcome(part(x, worst, n), worst_error, bound), end)};
}

}  // namespace warpscope
