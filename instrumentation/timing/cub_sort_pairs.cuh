#pragma once

#include <cub/device/device_radix_sort.cuh>
#include <numeric>

#include "instrumentation/timing/cub_rival.cuh"

namespace warpscope {

/// Keys and the places that they came from, from one pair of buffers to the other and back.
template <class Key, class Value>
class SortPairsSet : public CubSet<SortPairsSet<Key, Value>> {
 public:
  explicit SortPairsSet(const RivalInput& input)
      : count_(static_cast<int>(input.count)),
        in_keys_(upload_array<Key>(input)),
        in_values_(device_array<Value>(input.count)),
        first_keys_(device_array<Key>(input.count)),
        second_keys_(device_array<Key>(input.count)),
        first_values_(device_array<Value>(input.count)),
        second_values_(device_array<Value>(input.count)),
        keys_(first_keys_->as<Key>(), second_keys_->template as<Key>()),
        values_(first_values_->template as<Value>(), second_values_->template as<Value>()) {
    std::vector<Value> places(static_cast<std::size_t>(input.count));
    std::iota(places.begin(), places.end(), Value{});
    check(cudaMemcpy(in_values_->as<void>(), places.data(), in_values_->bytes(),
                     cudaMemcpyHostToDevice),
          "copying a rival's input");
  }

  void prepare() {
    copy_on_stream(*first_keys_, *in_keys_);
    copy_on_stream(*first_values_, *in_values_);
  }
  cudaError_t enqueue(void* scratch, std::size_t& bytes) {
    constexpr int bits = 32;
    keys_.selector = values_.selector = 0;
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_, values_, count_, 0, bits,
                                           timing_stream());
  }
  [[nodiscard]] std::vector<double> output() {
    std::vector<double> all;
    append_array(all, keys_.Current(), count_);
    append_array(all, values_.Current(), count_);
    return all;
  }

 private:
  int count_;
  std::unique_ptr<CudaMemory> in_keys_, in_values_;
  std::unique_ptr<CudaMemory> first_keys_, second_keys_, first_values_, second_values_;
  cub::DoubleBuffer<Key> keys_;
  cub::DoubleBuffer<Value> values_;
};

}  // namespace warpscope
