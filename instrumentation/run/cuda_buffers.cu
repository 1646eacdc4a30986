#include "instrumentation/run/cuda_buffers.cuh"

namespace warpscope {

CudaBuffers::Memory& CudaBuffers::add(const char* name, ElementType type, std::int64_t count,
                                      std::int64_t columns, std::size_t bytes) {
  const auto name_of = [&](std::size_t i) { return arrays_[i].array.name; };
  const std::string distinct = distinct_name(name, arrays_.size(), name_of);
  Memory& memory = arrays_.emplace_back();
  memory.array.name = distinct;
  memory.array.space = Space::global;
  memory.array.type = type;
  memory.array.count = count;
  memory.array.columns = columns;
  memory.device = std::make_unique<CudaMemory>(bytes);
  memory.device->clear();
  return memory;
}

int CudaBuffers::add_constant(const char* name, ElementType type, std::int64_t count,
                              std::vector<std::byte> bytes) {
  if (constant_used_ + static_cast<int>(bytes.size()) > constant_capacity) {
    throw DeviceError{cudaErrorMemoryAllocation,
                      "placing " + std::string(name) + " in constant memory, which is full"};
  }
  Memory& memory = arrays_.emplace_back();
  memory.array.name = name;
  memory.array.space = Space::constant;
  memory.array.type = type;
  memory.array.count = count;
  memory.constant = std::move(bytes);
  memory.first = constant_used_;
  memory.written = false;
  constant_used_ += (static_cast<int>(memory.constant.size()) + 15) / 16 * 16;
  return memory.first;
}

}  // namespace warpscope
