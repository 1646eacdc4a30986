#pragma once
#error cuRAND is not emulated: make the numbers on the host with <random>, or write a generator as a __device__ function.
