#pragma once

#include <cstddef>
#include <optional>

#include "instrumentation/program/runtime/cuda_api.hpp"

namespace warpscope {

/// The device that a program finds: a model of compute capability 9.0 with the limits of an H100, and the memory that
/// DeviceMemory has.
[[nodiscard]] cudaDeviceProp emulated_device();
/// An attribute of it; nothing: there is no such attribute.
[[nodiscard]] std::optional<int> emulated_attribute(cudaDeviceAttr attribute);

constexpr std::size_t most_shared_without_asking = 48 * 1024;
constexpr std::size_t most_shared = 227 * 1024;
/// Registers of a thread: the program is not compiled for a GPU, so nobody knows; every kernel counts as this.
constexpr int assumed_registers = 32;

/// Blocks of a kernel that a multiprocessor holds at once: the least of what blocks (32), threads (2,048), registers and
/// shared memory (228 KiB, 1 KiB of each block's own, in steps of 128 bytes) allow. As an H200 answers for kernels of up to 32
/// registers. 0: not even one.
[[nodiscard]] int blocks_at_once(int threads, std::size_t shared_bytes);

}  // namespace warpscope
