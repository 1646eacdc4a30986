#include "kernels/solver/tridiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "instrumentation/language/say.hpp"

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

Sentence number_doubt(const Tridiagonal<double>& system) {
  const std::vector<double>* bands[] = {&system.a, &system.b, &system.c, &system.f};
  for (std::size_t i = 0; i < system.b.size(); ++i) {
    for (const std::vector<double>* band : bands) {
      const double value = (*band)[i];
      if (!std::isfinite(value)) return say("holds {0} in row {1}", value, i);
      const bool tiny = band == &system.b && value != 0 && std::abs(value) < small;
      if (std::abs(value) > large || tiny) {
        return say("holds {0:g} in row {1}, with which floats may overflow", value, i);
      }
    }
  }
  return {};
}

/// "System 3 (of 0 to 7)"
Sentence system_name(std::size_t system, std::size_t count) {
  return count == 1 ? say("The system") : say("System {0} (of 0 to {1})", system, count - 1);
}

std::span<const double> part(std::span<const double> x, std::size_t system, std::size_t n) {
  return x.subspan(system * n, n);
}

/// "the backward error is 0.3, …", "x[12] is not a number".
Sentence outcome(std::span<const double> x, double error, double bound) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i])) return say("x[{}] is not a number", i);
    if (std::isinf(x[i])) return say("x[{}] is infinite", i);
  }
  return say("the backward error is {0:.2g}, where at most {1:.2g} can be trusted", error, bound);
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

Sentence doubt(const Tridiagonal<double>& system) {
  if (Sentence numbers = number_doubt(system); !numbers.empty()) return numbers;
  const auto& [a, b, c, f] = system;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (a[i] == 0 && b[i] == 0 && c[i] == 0) {
      return say("is singular (row {} is zero) and has no single solution", i);
    }
    if (lacks_dominance(system, i)) {
      return say(
          "is not diagonally dominant (row {0}: |{1:g}| < |{2:g}| + |{3:g}|), so that elimination "
          "without pivoting may fail",
          i, b[i], a[i], c[i]);
    }
  }
  if (const auto row = loose_row(system)) {
    return say("may be singular (row {0} and those coupled to it: |{1:g}| = |{2:g}| + |{3:g}|)",
               *row, b[*row], a[*row], c[*row]);
  }
  return {};
}

Sentence solution_mismatch(const std::vector<Tridiagonal<double>>& systems,
                           std::span<const double> x) {
  const std::size_t n = systems.front().b.size();
  if (x.size() != n * systems.size()) {
    return say("The result has {0} values, but there are {1} unknowns.", x.size(),
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
    return say("{0} is not solved: {1}. x[{2}] is {3:g}, the Thomas algorithm says {4:g}.",
               system_name(s, systems.size()), outcome(mine, error, backward_error_bound(n)), worst,
               mine[worst], exact[worst]);
  }
  return {};
}

std::vector<Sentence> solution_remarks(const std::vector<Tridiagonal<double>>& systems,
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
  const Sentence name = system_name(worst, systems.size()), why = doubt(systems[worst]);
  if (worst_error <= bound) {
    // Translators: "System 3 (of 0 to 7)" "is singular (row 1 is zero) and has no single solution".
    return {doubtful == 1
                ? say("{0} {1}. It is solved all the same: the backward error is {2:.2g}.", name,
                      why, worst_error)
                : say("{0} {1}. It is solved all the same: the backward error is {2:.2g}, "
                      "the worst of {3} alike.",
                      name, why, worst_error, doubtful)};
  }
  const Sentence result = outcome(part(x, worst, n), worst_error, bound);
  // Translators: "The system" "is singular (…) and has no single solution": "x[3] is infinite".
  return {doubtful == 1
              ? say("{0} {1}: {2}.", name, why, result)
              : say("{0} {1}: {2}, the worst of {3} alike.", name, why, result, doubtful)};
}

}  // namespace warpscope
