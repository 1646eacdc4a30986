#include "kernels/problem.hpp"

#include <cmath>

#include "instrumentation/language/say.hpp"

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

Sentence first_mismatch(const std::vector<double>& output, const Reference& reference) {
  if (output.size() != reference.values.size()) {
    return say("The result has {0} values, the reference {1}.", output.size(),
               reference.values.size());
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    const double tolerance = reference.tolerance.empty() ? 0 : reference.tolerance[i];
    if (!matches(output[i], reference.values[i], tolerance)) {
      if (tolerance > 0) {
        return say("Result {0} is {1}, the reference says {2} ± {3:.3g}.", i, output[i],
                   reference.values[i], tolerance);
      }
      return say("Result {0} is {1}, the reference says {2}.", i, output[i], reference.values[i]);
    }
  }
  return {};
}

}  // namespace warpscope
