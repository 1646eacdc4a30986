#pragma once
#error this library of the CUDA toolkit is not emulated: write the operation as a kernel.
