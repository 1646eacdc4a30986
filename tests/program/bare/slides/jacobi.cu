__global__ void jacobi(float* unew, const float* u, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int i = y * width + x;
    unew[i] = 0.25f * (u[i - 1] + u[i + 1] + u[i - width] + u[i + width]);
  }
}
