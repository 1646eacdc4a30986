// Lanes part at branches and meet behind them.

#include "lanes.cuh"

__global__ void if_only(const int* in, Log log) {
  const int x = in[threadIdx.x];
  mark(log, 1);
  if (x % 3 == 0) mark(log, 2);
  mark(log, 3);
}

__global__ void if_else(const int* in, Log log) {
  const int x = in[threadIdx.x];
  if (x < 12) {
    mark(log, 1);
  } else {
    mark(log, 2);
  }
  mark(log, 3);
}

__global__ void nested_if_else(const int* in, Log log) {
  const int x = in[threadIdx.x];
  if (x % 2 == 0) {
    mark(log, 1);
    if (x % 4 == 0) {
      mark(log, 2);
    } else {
      mark(log, 3);
    }
    mark(log, 4);
  } else {
    mark(log, 5);
    if (x > 20) {
      mark(log, 6);
      if (x > 28) mark(log, 7);
      mark(log, 8);
    } else {
      mark(log, 9);
    }
    mark(log, 10);
  }
  mark(log, 11);
}

__global__ void else_if_chain(const int* in, Log log) {
  const int x = in[threadIdx.x];
  if (x < 5) {
    mark(log, 1);
  } else if (x < 11) {
    mark(log, 2);
  } else if (x % 2 == 0) {
    mark(log, 3);
  } else {
    mark(log, 4);
  }
  mark(log, 5);
}

__device__ __noinline__ bool asked(Log log, unsigned point, bool answer) {
  mark(log, point);
  return answer;
}

__global__ void short_circuit_and(const int* in, Log log) {
  const int x = in[threadIdx.x];
  if (asked(log, 1, x % 2 == 0) && asked(log, 2, x % 3 == 0) && asked(log, 3, x > 10)) {
    mark(log, 4);
  }
  mark(log, 5);
}

__global__ void short_circuit_or(const int* in, Log log) {
  const int x = in[threadIdx.x];
  if (asked(log, 1, x < 4) || asked(log, 2, x % 5 == 0)) {
    mark(log, 3);
  } else {
    mark(log, 4);
  }
  mark(log, 5);
}

__global__ void short_circuit_mixed(const int* in, Log log) {
  const int x = in[threadIdx.x];
  const bool both = (asked(log, 1, x % 2 == 0) || asked(log, 2, x % 3 == 0)) &&
                    (asked(log, 3, x < 16) || asked(log, 4, x > 24));
  mark(log, both ? 5 : 6);
}

__global__ void ternary_with_effects(const int* in, Log log) {
  const int x = in[threadIdx.x];
  const bool y = x % 4 == 1 ? asked(log, 1, x > 8) : asked(log, 2, x < 8);
  mark(log, 3);
  if (y) mark(log, 4);
  mark(log, 5);
}

__global__ void early_return(const int* in, Log log) {
  const int x = in[threadIdx.x];
  mark(log, 1);
  if (x > 25) return;
  mark(log, 2);
  if (x % 2 == 1) {
    mark(log, 3);
    if (x % 3 == 0) return;
    mark(log, 4);
  }
  mark(log, 5);
}

__global__ void syncwarp_joins(const int* in, Log log) {
  const int x = in[threadIdx.x];
  if (x < 20) {
    mark(log, 1);
    if (x % 2 == 0) {
      mark(log, 2);
    }
    __syncwarp(0x000fffffU);
    mark(log, 3);
  }
  __syncwarp();
  mark(log, 4);
}

int main() {
  int wrong = 0;
  SHOW(if_only);
  SHOW(if_else);
  SHOW(nested_if_else);
  SHOW(else_if_chain);
  SHOW(short_circuit_and);
  SHOW(short_circuit_or);
  SHOW(short_circuit_mixed);
  SHOW(ternary_with_effects);
  SHOW(early_return);
  SHOW(syncwarp_joins);
  return wrong == 0 ? 0 : 1;
}
