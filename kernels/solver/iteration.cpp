#include "kernels/solver/iteration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "instrumentation/language/say.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest_float = std::numeric_limits<float>::max();
constexpr double rounding =
    std::numeric_limits<float>::epsilon() / 2;  // relative, of one operation
constexpr double underflow = std::numeric_limits<float>::denorm_min();  // absolute, likewise

/// One row of one iteration.
struct Row {
  double residual = 0;   // A x - f
  double magnitude = 0;  // |A| (|x| + error) + |f|: no number on the way to it is larger
  double carried = 0;    // |E + αA| error
};

Row row_of(const Iteration& iteration, const IterationResult& now, std::size_t i) {
  const std::size_t n = iteration.size();
  const double* a = iteration.a.data() + i * n;
  Row row{.residual = -iteration.f[i], .magnitude = std::abs(iteration.f[i])};
  for (std::size_t j = 0; j < n; ++j) {
    const double step = (i == j ? 1 : 0) + iteration.alpha * a[j];
    row.residual += a[j] * now.x[j];
    row.magnitude += std::abs(a[j]) * (std::abs(now.x[j]) + now.tolerance[j]);
    row.carried += std::abs(step) * now.tolerance[j];
  }
  return row;
}

/// `vector` times E + αA, or times its transpose.
std::vector<double> step(const Iteration& iteration, const std::vector<double>& vector,
                         bool transposed) {
  const std::size_t n = iteration.size();
  std::vector<double> product = vector;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double entry = iteration.alpha * iteration.a[i * n + j];
      if (transposed) {
        product[j] += entry * vector[i];
      } else {
        product[i] += entry * vector[j];
      }
    }
  }
  return product;
}

double length(const std::vector<double>& vector) {
  double sum = 0;
  for (const double x : vector) sum += x * x;
  return std::sqrt(sum);
}

double euclidean_norm(const Iteration& iteration) {
  const std::size_t n = iteration.size();
  const int rounds = n <= 256 ? 100 : 20;  // each is n² operations
  std::vector<double> vector(n);
  for (std::size_t i = 0; i < n; ++i) vector[i] = 1 + std::sin(static_cast<double>(i * i));
  double norm = 0;
  for (int round = 0; round < rounds; ++round) {
    const double before = length(vector);
    if (before == 0) break;
    for (double& x : vector) x /= before;
    const std::vector<double> image = step(iteration, vector, false);
    norm = length(image);
    vector = step(iteration, image, true);
  }
  return norm;
}

/// The largest sum over a row, and over a column, of |E + αA|.
double sum_norm(const Iteration& iteration) {
  const std::size_t n = iteration.size();
  std::vector<double> rows(n), columns(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double entry = std::abs((i == j ? 1 : 0) + iteration.alpha * iteration.a[i * n + j]);
      rows[i] += entry;
      columns[j] += entry;
    }
  }
  return std::min(*std::ranges::max_element(rows), *std::ranges::max_element(columns));
}

bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

IterationResult iterate(const Iteration& iteration, int count) {
  const std::size_t n = iteration.size();
  IterationResult now{std::vector<double>(n), std::vector<double>(n)};
  for (int k = 0; k < count; ++k) {
    IterationResult next = now;
    for (std::size_t i = 0; i < n; ++i) {
      const Row row = row_of(iteration, now, i);
      const double alpha = std::abs(iteration.alpha);
      const double own = std::abs(now.x[i]) + now.tolerance[i];
      // n products and sums, f, α and x itself; two more for what is of higher order.
      const double roundings = static_cast<double>(n + 5) * rounding;
      next.x[i] = now.x[i] + iteration.alpha * row.residual;
      next.tolerance[i] = row.carried + roundings * (alpha * row.magnitude + own) +
                          static_cast<double>(n + 5) * underflow * (1 + alpha);
      // Written so that NaN counts.
      if (!(std::max(row.magnitude, alpha * row.magnitude + own) < largest_float / 2)) {
        next.may_overflow = true;
      }
      if (!(std::abs(next.x[i]) - next.tolerance[i] < 2 * largest_float)) next.must_overflow = true;
    }
    now = std::move(next);
    if (now.must_overflow) break;
  }
  return now;
}

double residual_norm(const Iteration& iteration, std::span<const double> x) {
  const std::size_t n = iteration.size();
  if (!all_finite(x)) return infinity;
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double residual = -iteration.f[i];
    for (std::size_t j = 0; j < n; ++j) residual += iteration.a[i * n + j] * x[j];
    largest = std::max(largest, std::abs(residual));
  }
  return largest;
}

double iteration_norm(const Iteration& iteration) {
  return std::min(sum_norm(iteration), euclidean_norm(iteration));
}

Sentence iteration_mismatch(const Iteration& iteration, int count, const std::vector<double>& x) {
  if (x.size() != iteration.size()) {
    return say("The result has {0} values, but there are {1} unknowns.", x.size(),
               iteration.size());
  }
  if (!all_finite(iteration.a) || !all_finite(iteration.f)) return {};
  IterationResult expected = iterate(iteration, count);
  if (expected.must_overflow && all_finite(x)) {
    return say("Every value is finite, but the iteration exceeds what a float holds.");
  }
  if (expected.may_overflow) return {};
  return first_mismatch(x, {std::move(expected.x), std::move(expected.tolerance)});
}

std::vector<Sentence> iteration_remarks(const Iteration& iteration, int count,
                                        std::span<const double> x) {
  if (!all_finite(iteration.a) || !all_finite(iteration.f)) {
    return {
        say("The system holds infinities, or values that are no numbers, and so does the result.")};
  }
  const std::string_view matrix = iteration.matrix;
  const double norm = iteration_norm(iteration);
  if (!all_finite(x)) {
    return {
        say_n("The iteration grew beyond what a float holds within {0} iteration: ‖{1}‖ = "
              "{2:.4g}, and the iteration is sure to converge only below 1.",
              "The iteration grew beyond what a float holds within {0} iterations: ‖{1}‖ = "
              "{2:.4g}, and the iteration is sure to converge only below 1.",
              count, matrix, norm)};
  }
  const double before = residual_norm(iteration, std::vector<double>(x.size()));
  const double after = residual_norm(iteration, x);
  if (norm < 1) {
    if (after <= before) return {};
    return {
        say_n("The residual grew from {1:.4g} to {2:.4g} in {0} iteration, but will fall: "
              "‖{3}‖ = {4:.4g} is below 1.",
              "The residual grew from {1:.4g} to {2:.4g} in {0} iterations, but will fall: "
              "‖{3}‖ = {4:.4g} is below 1.",
              count, before, after, matrix, norm)};
  }
  if (before == 0) return {};  // x = 0 is the solution
  if (after > before) {
    return {
        say_n("The residual grew from {1:.4g} to {2:.4g} in {0} iteration: ‖{3}‖ = {4:.4g}, "
              "and the iteration is sure to converge only below 1.",
              "The residual grew from {1:.4g} to {2:.4g} in {0} iterations: ‖{3}‖ = {4:.4g}, "
              "and the iteration is sure to converge only below 1.",
              count, before, after, matrix, norm)};
  }
  return {
      say_n("The residual went from {1:.4g} to {2:.4g} in {0} iteration, but may grow again: "
            "‖{3}‖ = {4:.4g}, and the iteration is sure to converge only below 1.",
            "The residual went from {1:.4g} to {2:.4g} in {0} iterations, but may grow again: "
            "‖{3}‖ = {4:.4g}, and the iteration is sure to converge only below 1.",
            count, before, after, matrix, norm)};
}

}  // namespace warpscope
