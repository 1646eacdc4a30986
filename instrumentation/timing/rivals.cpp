#include "instrumentation/timing/rivals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/parameter_value.hpp"
#include "kernels/solver/family.hpp"

namespace warpscope {
namespace {

using Ids = std::string_view;

constexpr std::array reductions{Ids("reduce_divergent"),  Ids("reduce_strided"),
                                Ids("reduce_sequential"), Ids("reduce_first_add"),
                                Ids("reduce_unrolled"),   Ids("reduce_unrolled_syncwarp"),
                                Ids("reduce_shuffle"),    Ids("reduce_vectorized")};
constexpr std::array scans{
    Ids("scan_hillis_steele"),  Ids("scan_blelloch"),   Ids("scan_padded16"),
    Ids("scan_padded16_twice"), Ids("scan_padded32"),   Ids("scan_warp_shuffle"),
    Ids("scan_block_sums"),     Ids("scan_distribute"), Ids("scan_lookback")};
constexpr std::array histograms{
    Ids("histogram_global_atomic"), Ids("histogram_shared_atomic"), Ids("histogram64_thread_major"),
    Ids("histogram64_bin_major"),   Ids("histogram64_permuted16"),  Ids("histogram64_permuted32"),
    Ids("histogram256_tagged"),     Ids("histogram_merge"),         Ids("histogram_privatized")};
constexpr std::array key_sorts{Ids("radix_onesweep")};
constexpr std::array unsigned_pair_sorts{Ids("radix_split")};
constexpr std::array int_pair_sorts{Ids("bitonic_shared"), Ids("bitonic_global"),
                                    Ids("odd_even_merge")};
constexpr std::array float_pair_sorts{Ids("radix_float")};
constexpr std::array pair_sorts{Ids("radix_split"), Ids("radix_float"), Ids("bitonic_shared"),
                                Ids("bitonic_global"), Ids("odd_even_merge")};
constexpr std::array products{Ids("matmul_naive"), Ids("matmul_tiled"), Ids("matmul_abt"),
                              Ids("matmul_abt_padded"), Ids("matmul_register_tiled")};
constexpr std::array transpositions{Ids("transpose_naive"), Ids("transpose_tiled"),
                                    Ids("transpose_padded")};
constexpr std::array solvers{Ids("cyclic_reduction"), Ids("parallel_cyclic_reduction"),
                             Ids("pcr_hybrid")};

constexpr std::array type_and_op{type_int_or_float,
                                 Parameter{"op", "add min max", "that combines two elements"}};
constexpr std::array type_alone{type_int_or_float};
constexpr std::array bins{Parameter{"bins", "256 64", "that bytes are counted in"}};
constexpr std::array equations{Parameter{.name = "equations",
                                         .values = "256 512 1024",
                                         .meaning = "of each system",
                                         .low = 3,
                                         .high = 1 << 20}};

constexpr std::string_view one_result =
    "Gives one result of the whole array, where the kernels give one for each block.";
constexpr std::string_view one_scan =
    "Scans the whole array; kernels that scan a segment for each block do less.";
constexpr std::string_view one_sort =
    "Sorts the whole array; kernels that sort a tile for each block do less.";
constexpr std::string_view unsigned_pairs =
    "Keys are unsigned numbers of 32 bits, each with a value as large.";

constexpr RivalInfo library(std::string_view id, std::string_view title, Family family,
                            std::span<const std::string_view> kernels,
                            std::span<const Parameter> parameters, std::string_view note) {
  return {id, Subject::library, title, family, kernels, parameters, note};
}
constexpr RivalInfo processor(std::string_view id, std::string_view title, Family family,
                              std::span<const std::string_view> kernels,
                              std::span<const Parameter> parameters = {},
                              std::string_view note = {}) {
  return {id, Subject::processor, title, family, kernels, parameters, note};
}
constexpr RivalInfo limit(std::string_view id, std::string_view title, std::string_view note) {
  return {.id = id, .subject = Subject::limit, .title = title, .note = note};
}

constexpr std::array all{
    library("cub_reduce", "CUB DeviceReduce", Family::reduction, reductions, type_and_op,
            one_result),
    library("cub_scan", "CUB DeviceScan::ExclusiveSum", Family::scan, scans, type_alone, one_scan),
    library("cub_histogram", "CUB DeviceHistogram::HistogramEven", Family::histogram, histograms,
            bins, "Counts bytes, each with weight 1."),
    library("cub_sort_keys", "CUB DeviceRadixSort::SortKeys", Family::sort, key_sorts, {},
            "Sorts unsigned keys of 32 bits between two buffers (DoubleBuffer)."),
    library("cub_sort_pairs", "CUB DeviceRadixSort::SortPairs, unsigned keys", Family::sort,
            unsigned_pair_sorts, {}, unsigned_pairs),
    library("cub_sort_pairs_int", "CUB DeviceRadixSort::SortPairs, int keys", Family::sort,
            int_pair_sorts, {}, one_sort),
    library("cub_sort_pairs_float", "CUB DeviceRadixSort::SortPairs, float keys", Family::sort,
            float_pair_sorts, {}, "Takes -0 and 0 for equal keys, which the kernel tells apart."),
    library("cublas_sgemm", "cuBLAS SGEMM", Family::matrix, products, {},
            "FP32 throughout: TF32 is not allowed."),
    library("cusparse_gtsv", "cuSPARSE gtsv2StridedBatch", Family::solver, solvers, equations,
            "Works in place; the right side is restored between runs, outside of the time."),

    processor("cpu_sequential_reduce", "CPU, one thread: reduction", Family::reduction, reductions,
              type_and_op, one_result),
    processor("cpu_threads_reduce", "CPU, all threads: reduction", Family::reduction, reductions,
              type_and_op, one_result),
    processor("cpu_sequential_scan", "CPU, one thread: scan", Family::scan, scans, type_alone,
              one_scan),
    processor("cpu_threads_scan", "CPU, all threads: scan", Family::scan, scans, type_alone,
              one_scan),
    processor("cpu_sequential_histogram", "CPU, one thread: histogram", Family::histogram,
              histograms, bins),
    processor("cpu_threads_histogram", "CPU, all threads: histogram", Family::histogram, histograms,
              bins),
    processor("cpu_sequential_sort_keys", "CPU, one thread: std::sort", Family::sort, key_sorts),
    processor("cpu_threads_sort_keys", "CPU, all threads: sort and merge", Family::sort, key_sorts),
    processor("cpu_sequential_sort_pairs", "CPU, one thread: std::sort of pairs", Family::sort,
              pair_sorts, {}, unsigned_pairs),
    processor("cpu_threads_sort_pairs", "CPU, all threads: sort and merge of pairs", Family::sort,
              pair_sorts, {}, unsigned_pairs),
    processor("cpu_sequential_matmul", "CPU, one thread: blocked product", Family::matrix,
              products),
    processor("cpu_threads_matmul", "CPU, all threads: blocked product", Family::matrix, products),
    processor("cpu_sequential_transpose", "CPU, one thread: blocked transposition", Family::matrix,
              transpositions),
    processor("cpu_threads_transpose", "CPU, all threads: blocked transposition", Family::matrix,
              transpositions),
    processor("cpu_sequential_thomas", "CPU, one thread: Thomas algorithm", Family::solver, solvers,
              equations),
    processor("cpu_threads_thomas", "CPU, all threads: Thomas algorithm", Family::solver, solvers,
              equations, "Each thread solves whole systems."),

    limit("limit_read", "Reading",
          "A kernel of ours that reads 16 bytes a thread at a time and adds them."),
    limit("limit_copy", "Copying", "A kernel of ours that copies 16 bytes a thread at a time."),
    limit("limit_memcpy", "cudaMemcpy", "The driver's copy from device memory to device memory."),
    limit("limit_fp32", "FP32 multiply-adds",
          "A kernel of ours that does nothing else, from registers."),
    limit("limit_launch", "Empty launch", "A kernel that does nothing: no launch takes less."),
};

enum class Task { reduce, scan, histogram, sort_keys, sort_pairs, matmul, transpose, tridiagonal };

/// The kernels beside a rival say what it does.
Task task_of(const RivalInfo& rival) {
  switch (rival.family) {
    case Family::scan: return Task::scan;
    case Family::histogram: return Task::histogram;
    case Family::sort:
      return rival.kernels.front() == key_sorts.front() ? Task::sort_keys : Task::sort_pairs;
    case Family::matrix:
      return rival.kernels.front() == products.front() ? Task::matmul : Task::transpose;
    case Family::solver: return Task::tridiagonal;
    default: return Task::reduce;
  }
}

/// Equations of each system that a kernel solves with such blocks.
template <class... Kernels>
int equations_of(const KernelInfo& kernel, int block, KernelList<Kernels...>) {
  int count = block;
  const auto look_at = [&]<class Kernel>(Kernel) {
    if constexpr (requires { Kernel::equations(block); }) {
      if (Kernel::info.id == kernel.id) count = Kernel::equations(block);
    }
  };
  (look_at(Kernels{}), ...);
  return count;
}

}  // namespace

std::span<const RivalInfo> rivals() { return all; }

const RivalInfo* find_rival(std::string_view id) {
  const auto* const found = std::ranges::find(all, id, &RivalInfo::id);
  return found == all.end() ? nullptr : found;
}

std::string_view title_of(std::string_view id) {
  if (const RivalInfo* rival = find_rival(id)) return rival->title;
  const KernelInfo* kernel = kernel_of(id);
  return kernel == nullptr ? id : kernel->title;
}

std::map<std::string, std::string> rival_parameters(
    const RivalInfo& rival, const KernelInfo& kernel, int block,
    const std::map<std::string, std::string>& parameters) {
  std::map<std::string, std::string> same;
  for (const Parameter& parameter : rival.parameters) {
    std::string& value = same[std::string(parameter.name)];
    if (parameter.name == "type") {
      value = element_type(kernel, parameters);
    } else if (parameter.name == "equations") {
      value = std::to_string(equations_of(kernel, block, Solvers{}));
    } else if (parameter.name == "bins") {
      value = std::to_string(static_cast<int>(kernel.range.last) + 1);
    } else {
      value = rival_choice(rival, parameter.name, parameters);
    }
  }
  return same;
}

std::string rival_choice(const RivalInfo& rival, std::string_view parameter,
                         const std::map<std::string, std::string>& asked) {
  if (const auto given = asked.find(std::string(parameter)); given != asked.end()) {
    return given->second;
  }
  const auto known = std::ranges::find(rival.parameters, parameter, &Parameter::name);
  return known == rival.parameters.end() ? "" : words_of(known->values).front();
}

Result<BenchResult> rival_result(const RivalInfo& rival, std::int64_t size,
                                 const std::map<std::string, std::string>& asked) {
  BenchResult result{.kernel = std::string(rival.id), .subject = rival.subject, .size = size};
  for (const Parameter& parameter : rival.parameters) {
    const std::string given = rival_choice(rival, parameter.name, asked);
    std::optional<std::string> value = parameter_value(parameter, given);
    if (!value) {
      return Error{ErrorKind::usage,
                   fmt::format("{} cannot have {} {}; suggested is one of: {}.", rival.title,
                               parameter.name, given, fmt::join(words_of(parameter.values), ", "))};
    }
    if (parameter.name == "equations" && size % std::atoll(value->c_str()) != 0) {
      return Error{ErrorKind::unavailable,
                   fmt::format("{} equations make no whole systems of {}.", size, *value)};
    }
    result.parameters[std::string(parameter.name)] = std::move(*value);
  }
  const Work work = work_of(rival, size, result.parameters);
  result.bytes = work.bytes;
  result.operations = work.operations;
  return result;
}

Work work_of(const RivalInfo& rival, std::int64_t size,
             const std::map<std::string, std::string>& parameters) {
  constexpr std::uint64_t word = 4;
  const auto n = static_cast<std::uint64_t>(size);
  const auto number = [&](std::string_view name) {
    return std::strtoull(rival_choice(rival, name, parameters).c_str(), nullptr, 10);
  };
  switch (task_of(rival)) {
    case Task::reduce: return {(n + 1) * word, n - 1};
    case Task::scan: return {2 * n * word, n - 1};
    case Task::histogram: return {n + number("bins") * word, n};
    case Task::sort_keys: return {2 * n * word, 0};
    case Task::sort_pairs: return {4 * n * word, 0};
    case Task::matmul: return {3 * n * n * word, 2 * n * n * n};
    case Task::transpose: return {2 * n * n * word, 0};
    case Task::tridiagonal: return {5 * n * word, 8 * n};  // as for the Thomas algorithm
  }
  return {};
}

}  // namespace warpscope
