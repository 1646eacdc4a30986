#include "instrumentation/timing/cub_sort_pairs.cuh"

namespace warpscope {

std::unique_ptr<Rival> make_cub_sort_pairs_float(const LibraryTask& task) {
  return std::make_unique<LibraryRival<SortPairsSet<float, std::uint32_t>>>(task);
}

}  // namespace warpscope
