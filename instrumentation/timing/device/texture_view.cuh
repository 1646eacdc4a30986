#pragma once

#include <vector>

#include "instrumentation/run/cuda_check.cuh"

namespace warpscope {

/// A one-dimensional texture of 32-bit texels in device memory.
class TextureView {
 public:
  explicit TextureView(const std::vector<unsigned>& texels)
      : memory_(texels.size() * sizeof(unsigned)) {
    check(cudaMemcpy(memory_.as<void>(), texels.data(), memory_.bytes(), cudaMemcpyHostToDevice),
          "filling a texture");
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory_.as<void>();
    resource.res.linear.desc = cudaCreateChannelDesc<unsigned>();
    resource.res.linear.sizeInBytes = memory_.bytes();
    cudaTextureDesc description{};
    description.readMode = cudaReadModeElementType;
    check(cudaCreateTextureObject(&object_, &resource, &description, nullptr), "making a texture");
  }
  ~TextureView() { cudaDestroyTextureObject(object_); }
  TextureView(const TextureView&) = delete;
  TextureView& operator=(const TextureView&) = delete;

  [[nodiscard]] cudaTextureObject_t object() const { return object_; }

 private:
  CudaMemory memory_;
  cudaTextureObject_t object_ = 0;
};

}  // namespace warpscope
