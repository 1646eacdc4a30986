#include "kernels/solver/eigenproblem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "instrumentation/language/say.hpp"
#include "kernels/problem.hpp"
#include "kernels/solver/power_method.cuh"

namespace warpscope {
namespace {

constexpr double unit = std::numeric_limits<float>::epsilon() / 2;  // of one rounding

double dot_of(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double largest_of(const std::vector<double>& vector) {
  double largest = 0;
  for (const double x : vector) largest = std::max(largest, std::abs(x));
  return largest;
}

/// The same direction, with 1 as its length; a zero vector stays one.
std::vector<double> direction_of(std::vector<double> vector) {
  const double length = std::sqrt(dot_of(vector, vector));
  if (length > 0) {
    for (double& x : vector) x /= length;
  }
  return vector;
}

/// A v, and the length of |A| |v|, which roundings are a part of.
struct Image {
  std::vector<double> w;
  double magnitude = 0;
};
Image image_of(const Eigenproblem& problem, const std::vector<double>& v) {
  const std::size_t n = problem.size();
  Image result{std::vector<double>(n)};
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double term = static_cast<double>(problem.matrix[i * n + j]) * v[j];
      result.w[i] += term;
      sum += std::abs(term);
    }
    squares += sum * sum;
  }
  result.magnitude = std::sqrt(squares);
  return result;
}

/// How many iterations a result says, and its parts.
struct PowerOutput {
  std::vector<double> v;
  double lambda = 0;
  int count = 0;
};
PowerOutput parts_of(const std::vector<double>& result, std::size_t n) {
  return {{result.begin(), result.begin() + static_cast<std::ptrdiff_t>(n)},
          result[n],
          static_cast<int>(result[n + 1])};
}

}  // namespace

Eigenproblem eigenproblem(std::span<const float> normal, double ratio) {
  const std::size_t n = normal.size();
  const std::vector<double> h =
      direction_of({normal.begin(), normal.end()});  // H = E - 2 h hᵀ, symmetric
  const auto reflected = [&](std::size_t i, std::size_t j) {
    return (i == j ? 1.0 : 0.0) - 2 * h[i] * h[j];
  };
  std::vector<double> eigenvalues(n, Eigenproblem::first);
  for (std::size_t k = 1; k < n; ++k) {
    eigenvalues[k] =
        Eigenproblem::first * ratio * static_cast<double>(n - k) / static_cast<double>(n - 1);
  }
  Eigenproblem problem{.ratio = ratio, .matrix = std::vector<float>(n * n)};
  // H D H = D - 2 (h gᵀ + g hᵀ) + 4 (hᵀ g) h hᵀ with g = D h.
  std::vector<double> g(n);
  for (std::size_t i = 0; i < n; ++i) g[i] = eigenvalues[i] * h[i];
  const double both = dot_of(h, g);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double entry =
          (i == j ? eigenvalues[i] : 0) - 2 * (h[i] * g[j] + g[i] * h[j]) + 4 * both * h[i] * h[j];
      problem.matrix[i * n + j] = static_cast<float>(entry);
    }
    problem.a1.push_back(reflected(i, 0));
  }
  return problem;
}

// Errors: of a direction that is off by e, the product is off by at most λ₁ e, since no eigenvalue is
// larger; n multiply-adds add n roundings of |A| |v|, and the entries of A are rounded themselves.
// Scaling rounds each entry once. What lies along v changes its length alone, which is taken out.
PowerResult power_iterations(const Eigenproblem& problem, int count) {
  const std::size_t n = problem.size();
  PowerResult now{.v = direction_of(std::vector<double>(n, 1))};
  std::vector<double> scaled(n, 1);
  for (int k = 0; k < count; ++k) {
    const Image product = image_of(problem, now.v);
    const double length = std::sqrt(dot_of(product.w, product.w));
    const double roundings = static_cast<double>(n + 8) * unit;
    now.lambda = dot_of(now.v, product.w);
    now.lambda_tolerance =
        Eigenproblem::first * 4 * (now.tolerance + 2 * roundings) + roundings * product.magnitude;
    now.tolerance =
        length > 0
            ? (Eigenproblem::first * now.tolerance + roundings * product.magnitude) / length +
                  2 * unit
            : 1;
    now.v = direction_of(product.w);
    const double largest = largest_of(product.w);
    now.moved = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double next = largest > 0 ? product.w[i] / largest : 0;
      now.moved = std::max(now.moved, std::abs(next - scaled[i]));
      scaled[i] = next;
    }
  }
  return now;
}

Sentence power_mismatch(const Eigenproblem& problem, int most, const std::vector<double>& result) {
  const std::size_t n = problem.size();
  if (result.size() != n + 2) {
    return say("The result has {0} values, but should have {1}.", result.size(), n + 2);
  }
  const PowerOutput output = parts_of(result, n);
  if (output.count < 1 || output.count > most) {
    return say("It says that it took {0} iterations, of at most {1}.", output.count, most);
  }
  const PowerResult expected = power_iterations(problem, output.count);
  if (!(expected.tolerance < 0.1)) return {};  // v began nearly across the eigenvector
  const double root = std::sqrt(static_cast<double>(n));
  const bool small = expected.moved <= PowerScale::tolerance + 4 * root * expected.tolerance;
  if (output.count < most && !small) {
    return say("It stopped after {0} iterations, though the vector still moved by {1:.3g}.",
               output.count, expected.moved);
  }
  Reference reference{expected.v, std::vector<double>(n, 2 * expected.tolerance)};
  reference.values.push_back(expected.lambda);
  reference.tolerance.push_back(expected.lambda_tolerance);
  std::vector<double> found = direction_of(output.v);
  found.push_back(output.lambda);
  return first_mismatch(found, reference);
}

std::vector<Sentence> power_remarks(const Eigenproblem& problem, int most,
                                    const std::vector<double>& result) {
  if (result.size() != problem.size() + 2) return {};
  const PowerOutput output = parts_of(result, problem.size());
  const double moved = power_iterations(problem, output.count).moved;
  if (output.count < most || moved <= PowerScale::tolerance) return {};
  return {problem.ratio <= -1
              ? say("The vector still moves by {0:.3g} in iteration {1}: with second / first "
                    "eigenvalue = {2:.3g}, the first two eigenvalues differ in sign alone.",
                    moved, output.count, problem.ratio)
              : say("The vector still moves by {0:.3g} in iteration {1}: with second / first "
                    "eigenvalue = {2:.3g}, each iteration takes off only so much.",
                    moved, output.count, problem.ratio)};
}

}  // namespace warpscope
