// What is not emulated: each call is to be refused by name when it is compiled, see host_headers_test.cpp.
#include <cuda_runtime.h>

void refused(void* p) {
  cudaMallocArray(&p, 3);
  cudaMemcpyToArray(p, 0, 0, p, 4, 1);
  cudaBindTextureToArray(p, p, p);
  cudaCreateSurfaceObject(&p, &p);
  cudaGraphicsMapResources(1, &p, 0);
  cudaIpcGetMemHandle(&p, p);
  cudaMemcpy3DPeer(&p);
  cudaMemPoolCreate(&p, &p);
  cudaGraphAddKernelNode(&p, p, p, 0, p);
  cudaGetDriverEntryPoint("", &p, 0);
}
