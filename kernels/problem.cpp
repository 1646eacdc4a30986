#include "kernels/problem.hpp"

#include <fmt/format.h>

#include <cmath>

namespace warpscope {

namespace {

/// Infinities of one sign are equal, and so are NaNs whatever their bits: there is no distance
/// between them.
bool matches(double value, double reference, double tolerance) {
  if (std::isnan(reference)) return std::isnan(value);
  if (std::isinf(reference)) return value == reference;
  return std::abs(value - reference) <= tolerance;  // NaN is a mismatch
}

}  // namespace

std::string first_mismatch(const std::vector<double>& output, const Reference& reference) {
  if (output.size() != reference.values.size()) {
    return fmt::format("The result has {} values, the reference {}.", output.size(),
                       reference.values.size());
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    const double tolerance = reference.tolerance.empty() ? 0 : reference.tolerance[i];
    if (!matches(output[i], reference.values[i], tolerance)) {
      return fmt::format("Result {} is {}, the reference says {}{}.", i, output[i],
                         reference.values[i],
                         tolerance > 0 ? fmt::format(" ± {:.3g}", tolerance) : "");
    }
  }
  return {};
}

}  // namespace warpscope
