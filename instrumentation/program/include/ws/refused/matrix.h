#pragma once
#error matrix multiplication by tensor cores (wmma, mma.h) is not emulated: multiply with ordinary arithmetic.
