__global__ void matvec(const double* A, const double* x, double* y, size_t n) {
  size_t row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    double sum = 0;
    for (size_t j = 0; j < n; ++j) sum += A[row * n + j] * x[j];
    y[row] = sum;
  }
}
