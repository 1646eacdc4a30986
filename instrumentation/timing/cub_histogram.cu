#include <cstdlib>
#include <cub/device/device_histogram.cuh>

#include "instrumentation/timing/cub_rival.cuh"

namespace warpscope {
namespace {

class HistogramSet : public CubSet<HistogramSet> {
 public:
  HistogramSet(const RivalInput& input, int bins)
      : count_(static_cast<int>(input.count)),
        bins_(bins),
        in_(upload_array<std::uint8_t>(input)),
        out_(device_array<std::uint32_t>(bins)) {}

  cudaError_t enqueue(void* scratch, std::size_t& bytes) {
    const std::uint8_t* in = in_->as<std::uint8_t>();
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, in, out_->as<std::uint32_t>(),
                                               bins_ + 1, 0, bins_, count_, timing_stream());
  }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    append_array(all, out_->as<std::uint32_t>(), bins_);
    return all;
  }

 private:
  int count_, bins_;
  std::unique_ptr<CudaMemory> in_, out_;
};

}  // namespace

std::unique_ptr<Rival> make_cub_histogram(const LibraryTask& task) {
  const int bins = std::atoi(task.request.parameters.at("bins").c_str());
  return std::make_unique<LibraryRival<HistogramSet>>(task, bins);
}

}  // namespace warpscope
