#pragma once
#pragma GCC system_header
#include "cuda_bf16.h"
