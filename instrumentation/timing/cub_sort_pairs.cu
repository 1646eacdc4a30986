#include "instrumentation/timing/cub_sort_pairs.cuh"

namespace warpscope {

std::unique_ptr<Rival> make_cub_sort_pairs(const LibraryTask& task) {
  return std::make_unique<LibraryRival<SortPairsSet<std::uint32_t, std::uint32_t>>>(task);
}

}  // namespace warpscope
