#pragma once
#error CUPTI is not emulated: use cudaEventElapsedTime(), which is modelled, or the counters of Warpscope.
