__global__ void bfs_kernel(const unsigned int* srcPtrs, const unsigned int* dst, int* level, int* changed,
                           unsigned int numVertices, int currLevel) {
  unsigned int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex < numVertices) {
    if (level[vertex] == currLevel - 1) {
      for (unsigned int edge = srcPtrs[vertex]; edge < srcPtrs[vertex + 1]; ++edge) {
        unsigned int neighbor = dst[edge];
        if (atomicCAS(&level[neighbor], -1, currLevel) == -1) atomicExch(changed, 1);
      }
    }
  }
}
