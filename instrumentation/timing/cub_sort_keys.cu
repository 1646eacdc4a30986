#include <cub/device/device_radix_sort.cuh>

#include "instrumentation/timing/cub_rival.cuh"

namespace warpscope {
namespace {

/// From one buffer to the other and back; the input lies in a third one.
class SortKeysSet : public CubSet<SortKeysSet> {
 public:
  explicit SortKeysSet(const RivalInput& input)
      : count_(static_cast<int>(input.count)),
        in_(upload_array<std::uint32_t>(input)),
        first_(device_array<std::uint32_t>(input.count)),
        second_(device_array<std::uint32_t>(input.count)),
        keys_(first_->as<std::uint32_t>(), second_->as<std::uint32_t>()) {}

  void prepare() { copy_on_stream(*first_, *in_); }
  cudaError_t enqueue(void* scratch, std::size_t& bytes) {
    constexpr int bits = 32;
    keys_.selector = 0;
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, keys_, count_, 0, bits, timing_stream());
  }
  [[nodiscard]] std::vector<double> output() {
    std::vector<double> all;
    append_array(all, keys_.Current(), count_);
    return all;
  }

 private:
  int count_;
  std::unique_ptr<CudaMemory> in_, first_, second_;
  cub::DoubleBuffer<std::uint32_t> keys_;
};

}  // namespace

std::unique_ptr<Rival> make_cub_sort_keys(const LibraryTask& task) {
  return std::make_unique<LibraryRival<SortKeysSet>>(task);
}

}  // namespace warpscope
