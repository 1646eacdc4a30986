#include <cstdio>
__global__ void hello() { printf("block %d, thread %d\n", blockIdx.x, threadIdx.x); }
