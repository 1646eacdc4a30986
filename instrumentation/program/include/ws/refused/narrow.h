#pragma once
#error numbers of 4, 6 and 8 bits (cuda_fp8.h and its relatives) is not emulated: use __half or __nv_bfloat16.
