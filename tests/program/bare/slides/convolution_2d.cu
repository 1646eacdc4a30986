__global__ void conv2d(const float* image, const float* filter, float* output, int width, int height, int ksize) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int r = ksize / 2;
  float sum = 0.0f;
  for (int dy = -r; dy <= r; ++dy)
    for (int dx = -r; dx <= r; ++dx) {
      int xx = min(max(x + dx, 0), width - 1);
      int yy = min(max(y + dy, 0), height - 1);
      sum += image[yy * width + xx] * filter[(dy + r) * ksize + dx + r];
    }
  output[y * width + x] = sum;
}
