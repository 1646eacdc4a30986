// Which thread runs: threadIdx, blockIdx, blockDim, gridDim, warpSize.
#pragma once
#pragma GCC system_header

#include "ws/place.h"

WS_INLINE uint3 ws_thread_index() { return ::ws::thread_index(); }
WS_INLINE uint3 ws_block_index() { return ::ws::block_index(); }
#define threadIdx (::ws_thread_index())
#define blockIdx (::ws_block_index())
static constexpr ::ws::block_dim blockDim{};
static constexpr ::ws::grid_dim gridDim{};
static constexpr int warpSize = 32;
