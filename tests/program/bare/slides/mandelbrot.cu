__global__ void mandelbrot(int *out, int w, int h, float x0, float y0, float dx, float dy, int max_iter) {
  int ix = blockIdx.x * blockDim.x + threadIdx.x;
  int iy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ix >= w || iy >= h) return;
  float cx = x0 + ix * dx, cy = y0 + iy * dy, zx = 0, zy = 0;
  int it = 0;
  while (it < max_iter && zx * zx + zy * zy < 4.f) {
    float t = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = t;
    ++it;
  }
  out[iy * w + ix] = it;
}
