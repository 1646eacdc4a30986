// Types of what is not emulated, see host_headers_test.cpp.
#include <cuda_runtime.h>

void refused(cudaSurfaceObject_t) {}
void refused(cudaSurfaceObject_t*) {}
void refused(cudaResourceViewDesc*) {}
int refused() { return cudaResourceTypeArray + cudaResourceTypePitch2D; }
