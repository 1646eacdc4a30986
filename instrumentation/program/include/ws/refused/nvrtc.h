#pragma once
#error compiling at run time (NVRTC, NVVM, nvJitLink) is not emulated: write the kernel in the .cu file.
