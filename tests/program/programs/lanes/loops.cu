// Lanes leave loops at different times.

#include "lanes.cuh"

__global__ void for_by_lane(const int* in, Log log) {
  const int x = in[threadIdx.x];
  for (int i = 0; i < x % 5; ++i) mark(log, 1);
  mark(log, 2);
}

__global__ void while_by_data(const int* in, Log log) {
  int x = in[threadIdx.x] + 1;
  while (x != 1) {
    mark(log, 1);
    x = x % 2 == 0 ? x / 2 : x - 1;
  }
  mark(log, 2);
}

__global__ void do_while(const int* in, Log log) {
  int x = in[threadIdx.x];
  do {
    mark(log, 1);
    x -= 7;
  } while (x > 0);
  mark(log, 2);
}

__global__ void break_in_loop(const int* in, Log log) {
  const int x = in[threadIdx.x];
  for (int i = 0; i < 6; ++i) {
    mark(log, 1);
    if (x % 6 == i) {
      mark(log, 2);
      break;
    }
    mark(log, 3);
  }
  mark(log, 4);
}

__global__ void continue_in_loop(const int* in, Log log) {
  const int x = in[threadIdx.x];
  for (int i = 0; i < 4; ++i) {
    mark(log, 1);
    if ((x >> i & 1) != 0) continue;
    mark(log, 2);
  }
  mark(log, 3);
}

__global__ void several_exits(const int* in, Log log) {
  const int x = in[threadIdx.x];
  int i = 0;
  for (;;) {
    mark(log, 1);
    if (x % 4 == 0 && i == 1) {
      mark(log, 2);
      break;
    }
    ++i;
    mark(log, 3);
    if (i * 5 > x) {
      mark(log, 4);
      break;
    }
    if (i == 5) return;
    mark(log, 5);
  }
  mark(log, 6);
}

__global__ void nested_loops(const int* in, Log log) {
  const int x = in[threadIdx.x];
  for (int i = 0; i < 1 + x % 3; ++i) {
    mark(log, 1);
    for (int k = 0; k < (x + i) % 4; ++k) mark(log, 2);
    mark(log, 3);
  }
  mark(log, 4);
}

__global__ void branch_in_loop(const int* in, Log log) {
  const int x = in[threadIdx.x];
  for (int i = 0; i < 3; ++i) {
    if ((x + i) % 3 == 0) {
      mark(log, 1);
    } else {
      mark(log, 2);
    }
    mark(log, 3);
  }
  mark(log, 4);
}

__global__ void return_from_loop(const int* in, Log log) {
  const int x = in[threadIdx.x];
  for (int i = 0; i < 5; ++i) {
    mark(log, 1);
    if (x % 8 == i) return;
  }
  mark(log, 2);
}

__global__ void syncwarp_in_loop(const int* in, Log log) {
  const int x = in[threadIdx.x];
  for (int i = 0; i < 3; ++i) {
    if ((x >> i & 1) != 0) mark(log, 1);
    __syncwarp();
    mark(log, 2);
  }
}

int main() {
  int wrong = 0;
  SHOW(for_by_lane);
  SHOW(while_by_data);
  SHOW(do_while);
  SHOW(break_in_loop);
  SHOW(continue_in_loop);
  SHOW(several_exits);
  SHOW(nested_loops);
  SHOW(branch_in_loop);
  SHOW(return_from_loop);
  SHOW(syncwarp_in_loop);
  return wrong == 0 ? 0 : 1;
}
