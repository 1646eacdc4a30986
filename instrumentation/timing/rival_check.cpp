#include "instrumentation/timing/rival_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <type_traits>

#include "instrumentation/timing/curand.hpp"
#include "kernels/fft/spectrum.hpp"
#include "kernels/histogram/histogram.hpp"
#include "kernels/matrix/matmul_tiled.cuh"
#include "kernels/matrix/product.hpp"
#include "kernels/matrix/transpose_naive.cuh"
#include "kernels/matrix/transposition.hpp"
#include "kernels/reduce/reduce_vectorized.cuh"
#include "kernels/reduce/reduction.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/solver/tridiagonal.hpp"
#include "kernels/sparse/spmv.hpp"
#include "kernels/sparse/triangular_system.hpp"

namespace warpscope {
namespace {

template <class T>
Problem<T> rival_problem(const RivalInput& input, std::int64_t size) {
  return {.input = elements_of<T>(input), .count = input.count, .size = size, .block = 256};
}

/// What a rival was asked for, and what it gave.
struct RivalResult {
  const RivalInfo& rival;
  const RivalRequest& request;
  const RivalInput& input;
  const std::vector<double>& output;

  [[nodiscard]] std::string choice(std::string_view parameter) const {
    return rival_choice(rival, parameter, request.parameters);
  }
  [[nodiscard]] bool of_floats() const { return choice("type") == "float"; }
  template <class T>
  [[nodiscard]] Problem<T> problem() const {
    return rival_problem<T>(input, request.size);
  }
};

template <class T>
Sentence reduction_wrong_of(const RivalResult& result) {
  const Problem<T> problem = result.problem<T>();
  const std::vector<T> got(result.output.begin(), result.output.end());
  const std::string op = result.choice("op");
  if (op == "min") return Reduction<ReduceVectorized, T, Min>::mismatch(problem, got);
  if (op == "max") return Reduction<ReduceVectorized, T, Max>::mismatch(problem, got);
  return Reduction<ReduceVectorized, T, Add>::mismatch(problem, got);
}
Sentence reduction_wrong(const RivalResult& result) {
  return result.of_floats() ? reduction_wrong_of<float>(result) : reduction_wrong_of<int>(result);
}

Sentence scan_wrong(const RivalResult& result) {
  const std::int64_t size = result.request.size;
  return first_mismatch(result.output, result.of_floats()
                                           ? scan_reference(result.problem<float>(), size, false)
                                           : scan_reference(result.problem<int>(), size, false));
}

Sentence histogram_wrong(const RivalResult& result) {
  const auto problem = result.problem<std::uint8_t>();
  const std::vector<std::uint32_t> got(result.output.begin(), result.output.end());
  return result.choice("bins") == "64" ? HistogramResult<few_bins>::mismatch(problem, got)
                                       : HistogramResult<byte_bins>::mismatch(problem, got);
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
Sentence sort_wrong_of(const Problem<Key>& problem, std::vector<double> output) {
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

Sentence sort_wrong(const RivalResult& result) {
  const std::string_view keys = result.rival.form;
  if (keys == "int") return sort_wrong_of(result.problem<int>(), result.output);
  if (keys == "float") return sort_wrong_of(result.problem<float>(), result.output);
  return sort_wrong_of(result.problem<std::uint32_t>(), result.output);
}

Sentence product_wrong(const RivalResult& result) {
  const std::int64_t count = result.input.count;
  Problem<float> problem{.input = {}, .count = 2 * count, .size = result.request.size};
  for (std::size_t matrix = 0; matrix < 2; ++matrix) {
    const Problem<float> part{.input = elements_of<float>(result.input, matrix)};
    const std::vector<float> whole = part.slice(0, count);
    problem.input.insert(problem.input.end(), whole.begin(), whole.end());
  }
  return Product<MatmulTiled>::mismatch(problem, {result.output.begin(), result.output.end()});
}

Sentence transposition_wrong(const RivalResult& result) {
  return Transposition<TransposeNaive>::mismatch(result.problem<int>(),
                                                 {result.output.begin(), result.output.end()});
}

Sentence systems_wrong(const RivalResult& result) {
  const std::int64_t equations = std::atoll(result.choice("equations").c_str());
  std::array<Problem<double>, 4> bands;
  for (std::size_t band = 0; band < bands.size(); ++band) {
    bands[band].input = elements_of<double>(result.input, band);
  }
  std::vector<Tridiagonal<double>> systems;
  for (std::int64_t first = 0; first < result.input.count; first += equations) {
    const auto part = [&](std::size_t band) { return bands[band].slice(first, equations); };
    systems.push_back({part(0), part(1), part(2), part(3)});
  }
  return solution_mismatch(systems, result.output);
}
Sentence spmv_wrong(const RivalResult& result) {
  Problem<float> problem = result.problem<float>();
  problem.parameters = {{"rows", result.choice("rows")}};
  return SpmvResult::mismatch(problem, {result.output.begin(), result.output.end()});
}
Sentence triangular_wrong(const RivalResult& result) {
  const std::vector<float> solution = result.problem<float>().slice(0, result.request.size);
  const std::vector<float> x =
      forward_substitution(triangular_system(result.choice("rows"), solution));
  Reference reference{{x.begin(), x.end()}};
  // Whoever multiplies by the reciprocal of a pivot may miss a third by an ulp or two.
  for (const float value : x) reference.tolerance.push_back(std::abs(value) * 0x1p-21);
  return first_mismatch(result.output, reference);
}
Sentence transform_wrong(const RivalResult& result) {
  std::vector<float> input;
  for (const std::size_t part : {0U, 1U}) {
    const Problem<float> numbers{.input = elements_of<float>(result.input, part)};
    const std::vector<float> whole = numbers.slice(0, result.input.count);
    input.insert(input.end(), whole.begin(), whole.end());
  }
  return fft_mismatch(input, rival_system(result.rival, result.request.parameters),
                      fft_direction(result.choice("direction")),
                      {result.output.begin(), result.output.end()});
}

Sentence numbers_wrong(const RivalResult& result) {
  return first_mismatch(
      result.output, curand_reference(curand_sequence(result.rival, result.request, result.input)));
}

/// Which of the kernels' references judges each task.
struct TaskCheck {
  std::string_view task;
  Sentence (*wrong)(const RivalResult& result);
};
constexpr std::array task_checks{TaskCheck{"reduce", reduction_wrong},
                                 TaskCheck{"scan", scan_wrong},
                                 TaskCheck{"histogram", histogram_wrong},
                                 TaskCheck{"sort_keys", sort_wrong},
                                 TaskCheck{"sort_pairs", sort_wrong},
                                 TaskCheck{"matmul", product_wrong},
                                 TaskCheck{"transpose", transposition_wrong},
                                 TaskCheck{"tridiagonal", systems_wrong},
                                 TaskCheck{"spmv", spmv_wrong},
                                 TaskCheck{"sptrsv", triangular_wrong},
                                 TaskCheck{"fft", transform_wrong},
                                 TaskCheck{"philox", numbers_wrong},
                                 TaskCheck{"sensors", numbers_wrong}};

}  // namespace

std::string rival_mismatch(const RivalInfo& rival, const RivalRequest& request, int set,
                           const std::vector<double>& output) {
  const auto made = rival_input(rival, request, set);
  if (!made) return made.error().message;
  const auto check = std::ranges::find(task_checks, rival.task->id, &TaskCheck::task);
  assert(check != task_checks.end());
  return check->wrong({rival, request, made.value(), output}).english();
}

std::function<std::string()> check_of(Rival& timeable, const RivalInfo& rival,
                                      const RivalRequest& request, const BenchResult& result) {
  if (!request.check_all && !quickly_checked(result)) return {};
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
