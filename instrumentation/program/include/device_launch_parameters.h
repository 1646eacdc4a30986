// threadIdx, blockIdx, blockDim, gridDim, warpSize.
#pragma once
#pragma GCC system_header

#include "ws/thread.h"
