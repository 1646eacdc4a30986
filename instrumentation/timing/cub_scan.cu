#include <cub/device/device_scan.cuh>

#include "instrumentation/timing/cub_rival.cuh"

namespace warpscope {
namespace {

template <class T>
class ScanSet : public CubSet<ScanSet<T>> {
 public:
  explicit ScanSet(const RivalInput& input)
      : count_(static_cast<int>(input.count)),
        in_(upload_array<T>(input)),
        out_(device_array<T>(input.count)) {}

  cudaError_t enqueue(void* scratch, std::size_t& bytes) {
    const T* in = in_->template as<T>();
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, in, out_->template as<T>(), count_,
                                         timing_stream());
  }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    append_array(all, out_->template as<T>(), count_);
    return all;
  }

 private:
  int count_;
  std::unique_ptr<CudaMemory> in_, out_;
};

}  // namespace

std::unique_ptr<Rival> make_cub_scan(const LibraryTask& task) {
  if (task.request.parameters.at("type") == "float") {
    return std::make_unique<LibraryRival<ScanSet<float>>>(task);
  }
  return std::make_unique<LibraryRival<ScanSet<int>>>(task);
}

}  // namespace warpscope
