// Which thread runs: threadIdx, blockIdx, blockDim, gridDim, warpSize.
#pragma once
#pragma GCC system_header

#include "vector_types.h"
#include "warpscope_abi.h"

// Variables, so that each scope may have others of these names. They are the machine's: see ws_stands.
#define WS_BUILTIN(type, name, symbol) \
  extern __thread const type name __asm__(symbol) __attribute__((tls_model("initial-exec")));
WS_BUILTIN(uint3, threadIdx, "ws_thread_index")
WS_BUILTIN(uint3, blockIdx, "ws_block_index")
WS_BUILTIN(dim3, blockDim, "ws_block_dim")
WS_BUILTIN(dim3, gridDim, "ws_grid_dim")
#undef WS_BUILTIN
static constexpr int warpSize = 32;
