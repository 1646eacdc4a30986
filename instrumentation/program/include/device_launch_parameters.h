// threadIdx, blockIdx, blockDim, gridDim, warpSize.
#pragma once
#pragma GCC system_header

#ifndef __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__ 1
#endif

#include "ws/thread.h"
