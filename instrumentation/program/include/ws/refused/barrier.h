#pragma once
#error the asynchronous barrier (cuda_awbarrier.h) is not emulated: use __syncthreads().
