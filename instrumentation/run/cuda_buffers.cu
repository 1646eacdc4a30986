#include "instrumentation/run/cuda_buffers.cuh"

namespace warpscope {

CudaBuffers::Memory& CudaBuffers::add(const char* name, ElementType type, std::int64_t count,
                                      std::size_t bytes) {
  Memory& memory = arrays_.emplace_back();
  memory.array.name = name;
  memory.array.space = Space::global;
  memory.array.type = type;
  memory.array.count = count;
  memory.device = std::make_unique<DeviceMemory>(bytes);
  memory.device->clear();
  return memory;
}

}  // namespace warpscope
