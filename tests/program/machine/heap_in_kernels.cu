// Kernels that allocate. heap_in_kernels [MODE]
#include <cstdio>
#include <cstdlib>
#include <new>

struct Shape {
  int side = 0;
  __device__ explicit Shape(int length) : side(length) {}
  __device__ virtual int area() const { return side; }
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  using Shape::Shape;
  __device__ int area() const override { return side * side; }
};
struct alignas(64) Wide {
  int cells[16];
};

enum Mode { nothing, use_after_free, double_free, behind_the_end, not_given, unwritten, too_much };

__device__ Shape* shapes[256];
__device__ int* kept;

__global__ void make(int* out, int mode) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  shapes[i] = i % 2 == 0 ? new Shape(i) : new Square(i);
  int* const cells = new int[4];
  for (int k = 0; k < 4; ++k) cells[k] = i;
  Wide* const wide = new Wide;
  int* const plain = static_cast<int*>(malloc(8));
  plain[1] = reinterpret_cast<unsigned long long>(wide) % 64 == 0;
  wide->cells[15] = cells[3];
  out[i] = wide->cells[15] * plain[1];
  if (mode == unwritten && i == 70) out[i] = plain[0];
  if (mode == behind_the_end && i == 70) cells[4] = 1;
  free(plain);
  if (mode == double_free && i == 70) free(plain);
  if (mode == not_given && i == 70) free(out);
  if (i == 0) kept = cells;
  if (mode == use_after_free || i != 0) delete[] cells;
  delete wide;
}

__global__ void use(int* out, int mode) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += shapes[i]->area();
  delete shapes[i];
  if (i == 0) out[i] += kept[2];
}

__global__ void fill(int* out) {
  void** last = nullptr;
  while (void** const piece = static_cast<void**>(malloc(1000))) {
    *piece = last;
    last = piece;
  }
  kept = new (std::nothrow) int[250];
  *out = kept == nullptr ? 0 : 1000;
  for (; last != nullptr; last = static_cast<void**>(*last)) ++*out;
}

int main(int count, char** arguments) {
  const int mode = count > 1 ? atoi(arguments[1]) : nothing;
  int host[256], *out;
  cudaMalloc(&out, sizeof host);
  if (mode == too_much) {
    if (cudaDeviceSetLimit(cudaLimitMallocHeapSize, 100 * 1024) != cudaSuccess) return 3;
    fill<<<1, 1>>>(out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d pieces\n", host[0]);
    return cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20) != cudaErrorInvalidValue;
  }
  make<<<4, 64>>>(out, mode);
  use<<<4, 64>>>(out, mode);
  const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%s\n", cudaGetErrorName(error));
  if (error != cudaSuccess) return 2;
  int wrong = 0;
  for (int i = 0; i < 256; ++i) wrong += host[i] != (i % 2 == 0 ? 2 * i : i + i * i);
  int* const of_the_host = new int[wrong + 3];
  delete[] of_the_host;
  return wrong != 0;
}
