#pragma once
#error cuFFT is not emulated: write the transform as a kernel.
