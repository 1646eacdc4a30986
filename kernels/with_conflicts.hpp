#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace warpscope {

// Which kernels are also compiled free of bank conflicts, for `bench --what-if conflict-free`. A test
// counts the conflicts of every kernel on the emulator, and says which name is missing or too many.

/// Kernels of the catalogue whose warps meet at banks of shared memory, with some block, size or
/// parameter. Without those whose blocks wait for one another: they would wait forever for what a
/// wrong word says.
inline constexpr auto kernels_with_conflicts = std::to_array<std::string_view>({
    "reduce_strided",
    "scan_blelloch",
    "scan_padded16",
    "scan_padded16_twice",
    "histogram_shared_atomic",
    "histogram64_thread_major",
    "histogram64_bin_major",
    "histogram64_permuted16",
    "histogram256_tagged",
    "histogram_merge",
    "bitonic_shared",
    "bitonic_global",
    "odd_even_merge",
    "matmul_abt",
    "transpose_tiled",
    "bank_stride",
    "bank_broadcast",
    "vector_aos",
    "block_shape",
    "cyclic_reduction",
    "sptrsv_levels",
    "fft_stockham",
    "fft_bit_reversed",
    "fft_padded",
    "fft_radix4",
    "poisson_fft",
});

/// What their host programs launch beside them.
inline constexpr auto launched_beside_conflicts = std::to_array<std::string_view>({
    "bitonic_merge",
    "spmv_scalar",
    "poisson_right_side",
    "poisson_divide",
    "poisson_error",
});

[[nodiscard]] constexpr bool has_conflicts(std::string_view kernel) {
  return std::ranges::find(kernels_with_conflicts, kernel) != kernels_with_conflicts.end();
}
[[nodiscard]] constexpr bool built_conflict_free(std::string_view kernel) {
  return has_conflicts(kernel) ||
         std::ranges::find(launched_beside_conflicts, kernel) != launched_beside_conflicts.end();
}

}  // namespace warpscope
