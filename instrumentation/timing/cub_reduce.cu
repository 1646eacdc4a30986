#include <cub/device/device_reduce.cuh>

#include "instrumentation/timing/cub_rival.cuh"
#include "instrumentation/timing/rivals.hpp"

namespace warpscope {
namespace {

enum class Fold { add, min, max };

template <class T, Fold fold>
class ReduceSet : public CubSet<ReduceSet<T, fold>> {
 public:
  explicit ReduceSet(const RivalInput& input)
      : count_(static_cast<int>(input.count)),
        in_(upload_array<T>(input)),
        out_(device_array<T>(1)) {}

  cudaError_t enqueue(void* scratch, std::size_t& bytes) {
    const T* in = in_->as<T>();
    T* out = out_->as<T>();
    cudaStream_t stream = timing_stream();
    if constexpr (fold == Fold::min) {
      return cub::DeviceReduce::Min(scratch, bytes, in, out, count_, stream);
    } else if constexpr (fold == Fold::max) {
      return cub::DeviceReduce::Max(scratch, bytes, in, out, count_, stream);
    } else {
      return cub::DeviceReduce::Sum(scratch, bytes, in, out, count_, stream);
    }
  }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    append_array(all, out_->template as<T>(), 1);
    return all;
  }

 private:
  int count_;
  std::unique_ptr<CudaMemory> in_, out_;
};

template <class T>
std::unique_ptr<Rival> make_reduce(const LibraryTask& task) {
  const std::string& op = task.request.parameters.at("op");
  if (op == "min") return std::make_unique<LibraryRival<ReduceSet<T, Fold::min>>>(task);
  if (op == "max") return std::make_unique<LibraryRival<ReduceSet<T, Fold::max>>>(task);
  return std::make_unique<LibraryRival<ReduceSet<T, Fold::add>>>(task);
}

}  // namespace

std::unique_ptr<Rival> make_cub_reduce(const LibraryTask& task) {
  const bool floats = task.request.parameters.at("type") == "float";
  return floats ? make_reduce<float>(task) : make_reduce<int>(task);
}

}  // namespace warpscope
