#define IDX(x, y) ((y) * width + (x))
__global__ void life(const unsigned char* cells, unsigned char* next, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      if (dx == 0 && dy == 0) continue;
      int xx = (x + dx + width) % width, yy = (y + dy + height) % height;
      alive += cells[IDX(xx, yy)] & 1;
    }
  next[IDX(x, y)] = alive == 3 || (alive == 2 && (cells[IDX(x, y)] & 1));
}
