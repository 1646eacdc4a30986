#include "instrumentation/timing/rival_check.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <type_traits>

#include "kernels/histogram/histogram.hpp"
#include "kernels/matrix/matmul_tiled.cuh"
#include "kernels/matrix/product.hpp"
#include "kernels/matrix/transpose_naive.cuh"
#include "kernels/matrix/transposition.hpp"
#include "kernels/reduce/reduce_vectorized.cuh"
#include "kernels/reduce/reduction.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/solver/tridiagonal.hpp"

namespace warpscope {
namespace {

template <class T>
Problem<T> rival_problem(const RivalInput& input, std::int64_t size) {
  return {.input = elements_of<T>(input), .count = input.count, .size = size, .block = 256};
}

template <class T>
std::string reduction_wrong(const Problem<T>& problem, const std::string& op,
                            const std::vector<double>& output) {
  const std::vector<T> got(output.begin(), output.end());
  if (op == "min") return Reduction<ReduceVectorized, T, Min>::mismatch(problem, got);
  if (op == "max") return Reduction<ReduceVectorized, T, Max>::mismatch(problem, got);
  return Reduction<ReduceVectorized, T, Add>::mismatch(problem, got);
}

/// A number in whose order keys are sorted. Floats go negative NaNs, numbers, NaNs; libraries take
/// -0 and 0 for equal.
template <class Key>
double sort_rank(Key key) {
  if constexpr (std::is_integral_v<Key>) return static_cast<double>(key);
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(key));
  const auto magnitude = static_cast<double>(bits & 0x7fffffffU);
  return bits >> 31U != 0 ? -magnitude : magnitude;
}

/// Stable: equal keys keep their order. Values are the places; none where only keys are sorted.
template <class Key>
std::string sort_wrong(const Problem<Key>& problem, std::vector<double> output) {
  const auto count = static_cast<std::size_t>(problem.count);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto rank = [&](std::size_t i) {
    return sort_rank(problem.at(static_cast<std::int64_t>(i)));
  };
  std::ranges::stable_sort(order, {}, rank);
  Reference reference;
  for (const std::size_t i : order) reference.values.push_back(rank(i));
  for (std::size_t i = 0; i < std::min(count, output.size()); ++i) {
    output[i] = sort_rank(static_cast<Key>(output[i]));
  }
  if (output.size() > count) {
    reference.values.insert(reference.values.end(), order.begin(), order.end());
  }
  return first_mismatch(output, reference);
}

std::string product_wrong(const RivalInput& input, std::int64_t side,
                          const std::vector<double>& output) {
  Problem<float> problem{.input = {}, .count = 2 * input.count, .size = side};
  for (std::size_t matrix = 0; matrix < 2; ++matrix) {
    const Problem<float> part{.input = elements_of<float>(input, matrix)};
    const std::vector<float> whole = part.slice(0, input.count);
    problem.input.insert(problem.input.end(), whole.begin(), whole.end());
  }
  return Product<MatmulTiled>::mismatch(problem, {output.begin(), output.end()});
}

std::string systems_wrong(const RivalInput& input, std::int64_t equations,
                          const std::vector<double>& output) {
  std::vector<Tridiagonal<double>> systems;
  for (std::int64_t first = 0; first < input.count; first += equations) {
    const auto part = [&](std::size_t band) {
      return Problem<double>{.input = elements_of<double>(input, band)}.slice(first, equations);
    };
    systems.push_back({part(0), part(1), part(2), part(3)});
  }
  return solution_mismatch(systems, output);
}

}  // namespace

std::string rival_mismatch(const RivalInfo& rival, const RivalRequest& request, int set,
                           const std::vector<double>& output) {
  const auto made = rival_input(rival, request, set);
  if (!made) return made.error().message;
  const RivalInput& input = made.value();
  const auto choice = [&](std::string_view name) {
    return rival_choice(rival, name, request.parameters);
  };
  const std::int64_t size = request.size;
  const bool floats = choice("type") == "float";
  switch (rival.family) {
    case Family::reduction:
      return floats ? reduction_wrong(rival_problem<float>(input, size), choice("op"), output)
                    : reduction_wrong(rival_problem<int>(input, size), choice("op"), output);
    case Family::scan:
      return first_mismatch(output,
                            floats ? scan_reference(rival_problem<float>(input, size), size, false)
                                   : scan_reference(rival_problem<int>(input, size), size, false));
    case Family::histogram: {
      const auto problem = rival_problem<std::uint8_t>(input, size);
      const std::vector<std::uint32_t> got(output.begin(), output.end());
      return choice("bins") == "64" ? HistogramResult<few_bins>::mismatch(problem, got)
                                    : HistogramResult<byte_bins>::mismatch(problem, got);
    }
    case Family::sort:
      if (rival.id.ends_with("_int")) return sort_wrong(rival_problem<int>(input, size), output);
      if (rival.id.ends_with("_float")) {
        return sort_wrong(rival_problem<float>(input, size), output);
      }
      return sort_wrong(rival_problem<std::uint32_t>(input, size), output);
    case Family::matrix:
      if (rival.id.ends_with("_transpose")) {
        const auto problem = rival_problem<int>(input, size);
        return Transposition<TransposeNaive>::mismatch(problem, {output.begin(), output.end()});
      }
      return product_wrong(input, size, output);
    default: return systems_wrong(input, std::atoll(choice("equations").c_str()), output);
  }
}

std::function<std::string()> check_of(Rival& timeable, const RivalInfo& rival,
                                      const RivalRequest& request, const BenchResult& result) {
  constexpr std::uint64_t most_bytes = 1U << 26U, most_operations = 1U << 28U;
  if (result.bytes > most_bytes || result.operations > most_operations) return {};
  return [&timeable, &rival, request]() -> std::string {
    try {
      const int set = timeable.last_set();
      return rival_mismatch(rival, request, set, timeable.output(set));
    } catch (const TimingStopped& stopped) {
      return "Its result could not be read: " + stopped.why + ".";
    }
  };
}

}  // namespace warpscope
