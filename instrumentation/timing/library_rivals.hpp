#pragma once

#include <memory>
#include <vector>

#include "instrumentation/timing/rival_input.hpp"

namespace warpscope {

/// A library's task: the inputs of all sets, and every parameter.
struct LibraryTask {
  const RivalRequest& request;
  std::vector<RivalInput> inputs{};
};

// A maker for each library's function, in a file of its own, because CUB's templates compile for
// long. They throw DeviceError.
[[nodiscard]] std::unique_ptr<Rival> make_cub_reduce(const LibraryTask& task);
[[nodiscard]] std::unique_ptr<Rival> make_cub_scan(const LibraryTask& task);
[[nodiscard]] std::unique_ptr<Rival> make_cub_histogram(const LibraryTask& task);
[[nodiscard]] std::unique_ptr<Rival> make_cub_sort_keys(const LibraryTask& task);
[[nodiscard]] std::unique_ptr<Rival> make_cub_sort_pairs(const LibraryTask& task);
[[nodiscard]] std::unique_ptr<Rival> make_cub_sort_pairs_int(const LibraryTask& task);
[[nodiscard]] std::unique_ptr<Rival> make_cub_sort_pairs_float(const LibraryTask& task);
// These libraries may be missing.
[[nodiscard]] Result<std::unique_ptr<Rival>> make_cublas_sgemm(const LibraryTask& task);
[[nodiscard]] Result<std::unique_ptr<Rival>> make_cusparse_gtsv(const LibraryTask& task);
[[nodiscard]] Result<std::unique_ptr<Rival>> make_cusparse_spmv(const LibraryTask& task);
[[nodiscard]] Result<std::unique_ptr<Rival>> make_cusparse_spsv(const LibraryTask& task);
[[nodiscard]] Result<std::unique_ptr<Rival>> make_cufft_c2c(const LibraryTask& task);
[[nodiscard]] Result<std::unique_ptr<Rival>> make_curand(const LibraryTask& task);

}  // namespace warpscope
