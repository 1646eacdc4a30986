// Called functions, recursion, function pointers.

#include "lanes.cuh"

__device__ __noinline__ int called(int x, Log log) {
  mark(log, 100);
  if (x % 2 == 0) {
    mark(log, 101);
    return x / 2;
  }
  mark(log, 102);
  return x;
}

__global__ void call(const int* in, Log log) {
  const int x = in[threadIdx.x];
  const int y = called(x, log);
  mark(log, 1);
  if (y > 8) mark(log, 2);
  mark(log, 3);
}

__global__ void call_on_both_sides(const int* in, Log log) {
  const int x = in[threadIdx.x];
  int y;
  if (x < 10) {
    mark(log, 1);
    y = called(x, log);
  } else {
    mark(log, 2);
    y = called(x + 1, log);
    mark(log, 3);
  }
  mark(log, y > 0 ? 4 : 5);
}

__global__ void call_on_one_side(const int* in, Log log) {
  int x = in[threadIdx.x];
  if (x % 3 == 0) x = called(x, log);
  mark(log, 1);
  if (x > 7) mark(log, 2);
}

__global__ void call_in_loop(const int* in, Log log) {
  int x = in[threadIdx.x] % 7;
  for (int i = 0; i < x; ++i) {
    mark(log, 1);
    x = called(x, log);
  }
  mark(log, 2);
}

__device__ __noinline__ int counts_down(int x, Log log) {
  mark(log, 110);
  if (x <= 0) return 0;
  const int below = counts_down(x - 1, log);
  mark(log, 111);
  return below + x;
}

__global__ void recursion(const int* in, Log log) {
  const int sum = counts_down(in[threadIdx.x] % 4, log);
  mark(log, sum >= 0 ? 1 : 2);
}

__device__ __noinline__ int fibonacci(int n, Log log) {
  mark(log, 120);
  if (n < 2) return n;
  const int one = fibonacci(n - 1, log);
  mark(log, 121);
  const int two = fibonacci(n - 2, log);
  mark(log, 122);
  return one + two;
}

__global__ void double_recursion(const int* in, Log log) {
  const int f = fibonacci(in[threadIdx.x] % 5, log);
  mark(log, f >= 0 ? 1 : 2);
}

__device__ __noinline__ bool is_odd(int n, Log log);
__device__ __noinline__ bool is_even(int n, Log log) {
  mark(log, 130);
  return n == 0 ? true : is_odd(n - 1, log);
}
__device__ __noinline__ bool is_odd(int n, Log log) {
  mark(log, 131);
  return n == 0 ? false : is_even(n - 1, log);
}

__global__ void mutual_recursion(const int* in, Log log) {
  const bool even = is_even(in[threadIdx.x] % 5, log);
  if (even) {
    mark(log, 1);
  } else {
    mark(log, 2);
  }
  mark(log, 3);
}

__device__ __noinline__ int loops(int x, Log log) {
  int sum = 0;
  for (int i = 0; i < x; ++i) {
    mark(log, 140);
    if ((sum & 1) != 0 && i > 2) return sum;
    sum += i;
  }
  mark(log, 141);
  return sum;
}

__global__ void loop_in_called(const int* in, Log log) {
  const int sum = loops(in[threadIdx.x] % 6, log);
  mark(log, sum >= 0 ? 1 : 2);
}

using Function = int (*)(int, Log);
__device__ __noinline__ int adds(int x, Log log) {
  mark(log, 150);
  return x + 1;
}
__device__ __noinline__ int doubles(int x, Log log) {
  mark(log, 151);
  return 2 * x;
}
__device__ __noinline__ int halves(int x, Log log) {
  mark(log, 152);
  return x / 2;
}

__global__ void function_pointer(const int* in, Log log) {
  const int x = in[threadIdx.x];
  const Function functions[3] = {adds, doubles, halves};
  const int y = functions[x % 3](x, log);
  mark(log, y >= 0 ? 1 : 2);
}

__global__ void same_function_pointer(const int* in, Log log) {
  const int x = in[threadIdx.x];
  const Function function = blockIdx.x == 0 ? adds : doubles;
  const int y = x % 2 == 0 ? function(x, log) : x;
  mark(log, y >= 0 ? 1 : 2);
}

int main() {
  int wrong = 0;
  SHOW(call);
  SHOW(call_on_both_sides);
  SHOW(call_on_one_side);
  SHOW(call_in_loop);
  SHOW(recursion);
  SHOW(double_recursion);
  SHOW(mutual_recursion);
  SHOW(loop_in_called);
  SHOW(function_pointer);
  SHOW(same_function_pointer);
  return wrong == 0 ? 0 : 1;
}
