#pragma once
#error libcu++ (the headers cuda/ and nv/) is not emulated: use the atomic functions of CUDA, __syncthreads() and the C++ standard library.
