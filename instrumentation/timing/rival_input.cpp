#include "instrumentation/timing/rival_input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "instrumentation/language/message.hpp"
#include "instrumentation/run/linear_systems.hpp"
#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

std::int64_t side_of_part(std::int64_t side) { return std::min<std::int64_t>(side, 1024); }

/// Numbers that the kernel's input has for one array.
std::int64_t size_of_part(const KernelInfo& kernel, const RivalInfo& rival,
                          const RivalRequest& request) {
  if (kernel.shape == Shape::square) return side_of_part(request.size);
  return made_elements(request.size,
                       std::max<std::int64_t>(rival_system(rival, request.parameters), 1));
}

/// No system of equations is coupled to the next one.
void part_systems(std::vector<std::vector<double>>& bands, std::int64_t equations) {
  const auto n = static_cast<std::size_t>(equations);
  for (std::size_t first = 0; first + n <= bands[0].size(); first += n) {
    bands[0][first] = 0;
    bands[2][first + n - 1] = 0;
  }
}

std::vector<std::vector<double>> in_parts(const std::vector<double>& numbers, std::size_t parts) {
  const std::size_t each = numbers.size() / parts;
  std::vector<std::vector<double>> arrays;
  for (std::size_t part = 0; part < parts; ++part) {
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(part * each);
    arrays.emplace_back(first, first + static_cast<std::ptrdiff_t>(each));
  }
  return arrays;
}

}  // namespace

const KernelInfo* kernel_beside(const RivalInfo& rival,
                                const std::map<std::string, std::string>& parameters) {
  const std::string bins = rival_choice(rival, "bins", parameters);
  const auto fits = [&](const KernelInfo* kernel) {
    return stands_beside(rival, *kernel) &&
           (bins.empty() || static_cast<int>(kernel->range.last) + 1 == std::atoi(bins.c_str()));
  };
  const auto found = std::ranges::find_if(catalogue(), fits);
  return found == catalogue().end() ? nullptr : *found;
}

bool has_other_input(const RivalInfo& rival, const RivalRequest& request) {
  const KernelInfo* kernel = kernel_beside(rival, request.parameters);
  return !request.input.empty() && kernel != nullptr &&
         request.input != input_kinds(*kernel).front();
}

Result<RivalInput> rival_input(const RivalInfo& rival, const RivalRequest& request, int set) {
  const KernelInfo* kernel = kernel_beside(rival, request.parameters);
  if (kernel == nullptr) {
    std::vector<std::string_view> beside;
    for (const KernelInfo* each : catalogue()) {
      if (stands_beside(rival, *each)) beside.push_back(each->id);
    }
    return Error{ErrorKind::usage,
                 tr("{0} stands beside no kernel of the catalogue with these parameters; "
                    "beside it belongs one of: {1}.",
                    rival.id, fmt::join(beside, ", "))};
  }
  const Plan plan{.kernel = kernel,
                  .size = size_of_part(*kernel, rival, request),
                  .parameters = request.parameters};
  const auto seed = request.seed + static_cast<std::uint64_t>(set);
  const auto numbers = make_input({request.input, seed}, plan);
  if (!numbers) return numbers.error();
  const bool square = kernel->shape == Shape::square;
  RivalInput input{.count = square ? request.size * request.size : request.size};
  switch (kernel->input) {
    case InputShape::bands:
      input.arrays = in_parts(numbers.value(), 4);
      part_systems(input.arrays, rival_system(rival, request.parameters));
      break;
    case InputShape::complex:
    case InputShape::two_matrices: input.arrays = in_parts(numbers.value(), 2); break;
    default: input.arrays.push_back(numbers.value());
  }
  return input;
}

}  // namespace warpscope
