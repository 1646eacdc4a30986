#pragma once
#error NVML is not emulated: use cudaGetDeviceProperties().
