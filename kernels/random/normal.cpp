#include "kernels/random/normal.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace warpscope {

std::array<ExactNumber, 2> exact_normals(std::uint32_t a, std::uint32_t b) {
  const double radius = std::sqrt(-2 * std::log(static_cast<double>(uniform_of(a))));
  const auto angle = static_cast<double>(angle_of(b));
  const std::array values{radius * std::sin(angle), radius * std::cos(angle)};
  // Half of the logarithm's place, a half of the root's, 1.5 of the sine's, a half of the product's.
  constexpr double places = 3;
  constexpr auto place = static_cast<double>(std::numeric_limits<float>::epsilon());
  std::array<ExactNumber, 2> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = {values[i], places * place * std::abs(values[i])};
  }
  return numbers;
}

}  // namespace warpscope
