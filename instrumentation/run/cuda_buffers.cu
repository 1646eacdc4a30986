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

void CudaBuffers::fill_constant_memory(const void* symbol) const {
  for (const Memory& memory : arrays_) {
    if (memory.constant.empty()) continue;
    check(cudaMemcpyToSymbol(symbol, memory.constant.data(), memory.constant.size(),
                             static_cast<std::size_t>(memory.first)),
          "filling constant memory");
    // The copy may still be under way, and other streams do not wait for it.
    check(cudaStreamSynchronize(nullptr), "filling constant memory");
  }
}

}  // namespace warpscope
