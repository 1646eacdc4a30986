#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/timing/cuda_rivals.hpp"
#include "instrumentation/timing/library_rivals.hpp"
#include "instrumentation/timing/rival_check.hpp"
#include "instrumentation/timing/rivals.hpp"
#include "instrumentation/timing/subject_error.cuh"

namespace warpscope {
namespace {

using Made = Result<std::unique_ptr<Rival>>;

struct Maker {
  std::string_view id;
  Made (*make)(const LibraryTask& task);
};
template <std::unique_ptr<Rival> (*make)(const LibraryTask&)>
Made always(const LibraryTask& task) {
  return make(task);
}
constexpr std::array makers{Maker{"cub_reduce", always<make_cub_reduce>},
                            Maker{"cub_scan", always<make_cub_scan>},
                            Maker{"cub_histogram", always<make_cub_histogram>},
                            Maker{"cub_sort_keys", always<make_cub_sort_keys>},
                            Maker{"cub_sort_pairs", always<make_cub_sort_pairs>},
                            Maker{"cub_sort_pairs_int", always<make_cub_sort_pairs_int>},
                            Maker{"cub_sort_pairs_float", always<make_cub_sort_pairs_float>},
                            Maker{"cublas_sgemm", make_cublas_sgemm},
                            Maker{"cusparse_gtsv", make_cusparse_gtsv},
                            Maker{"cusparse_spmv", make_cusparse_spmv},
                            Maker{"cusparse_spsv", make_cusparse_spsv},
                            Maker{"cufft_c2c", make_cufft_c2c},
                            Maker{"curand_philox", make_curand},
                            Maker{"curand_xorwow", make_curand}};

Made make_rival(const RivalInfo& rival, const RivalRequest& request) {
  LibraryTask task{request};
  for (int set = 0; set < std::max(1, request.sets); ++set) {
    auto input = rival_input(rival, request, set);
    if (!input) return input.error();
    // The libraries count with ints.
    if (input->count > std::numeric_limits<int>::max()) {
      return Error{ErrorKind::unavailable,
                   std::string(rival.title) + " is given at most 2^31 - 1 elements."};
    }
    task.inputs.push_back(std::move(input).value());
  }
  const auto maker = std::ranges::find(makers, rival.id, &Maker::id);
  return maker->make(task);
}

}  // namespace

Result<MadeSubject> make_library(const RivalRequest& request) {
  const RivalInfo* rival = find_rival(request.id);
  if (rival == nullptr || std::ranges::count(makers, request.id, &Maker::id) == 0) {
    return Error{ErrorKind::usage,
                 "\"" + request.id + "\" is no library; expected is an id such as cub_scan."};
  }
  auto result = rival_result(*rival, request.size, request.parameters);
  if (!result) return result.error();
  RivalRequest complete = request;
  complete.parameters = result->parameters;
  if (has_other_input(*rival, complete)) result->parameters["input"] = request.input;
  for (;; complete.sets = 1) {  // as kernels do, if the device does not hold two sets
    try {
      Made made = make_rival(*rival, complete);
      if (!made) return made.error();
      auto check = check_of(*made.value(), *rival, complete, result.value());
      return MadeSubject{std::move(made).value(), std::move(result).value(), std::move(check)};
    } catch (const DeviceError& error) {
      if (error.code == cudaErrorMemoryAllocation && complete.sets > 1) {
        cudaGetLastError();
        continue;
      }
      return subject_error(std::string(rival->title), error);
    }
  }
}

}  // namespace warpscope
