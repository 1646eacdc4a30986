#pragma once
#pragma GCC system_header
#include "cuda_fp16.h"
