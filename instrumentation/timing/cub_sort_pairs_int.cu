#include "instrumentation/timing/cub_sort_pairs.cuh"

namespace warpscope {

std::unique_ptr<Rival> make_cub_sort_pairs_int(const LibraryTask& task) {
  return std::make_unique<LibraryRival<SortPairsSet<int, int>>>(task);
}

}  // namespace warpscope
