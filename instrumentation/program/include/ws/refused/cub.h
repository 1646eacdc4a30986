#pragma once
#error CUB is not emulated: write the step as a kernel, with __shfl_*_sync, cooperative groups and __shared__.
