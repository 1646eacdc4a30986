// switch and goto.

#include "lanes.cuh"

__global__ void switch_plain(const int* in, Log log) {
  const int x = in[threadIdx.x];
  switch (x % 5) {
    case 0: mark(log, 1); break;
    case 1: mark(log, 2); break;
    case 2:
    case 3: mark(log, 3); break;
    default: mark(log, 4); break;
  }
  mark(log, 5);
}

__global__ void switch_falls_through(const int* in, Log log) {
  const int x = in[threadIdx.x];
  switch (x % 4) {
    case 3:
      mark(log, 1);
      // falls through
    case 2:
      mark(log, 2);
      // falls through
    case 1: mark(log, 3); break;
    default: mark(log, 4);
  }
  mark(log, 5);
}

__global__ void switch_in_loop(const int* in, Log log) {
  const int x = in[threadIdx.x];
  int state = x % 3;
  for (int i = 0; i < 4; ++i) {
    switch (state) {
      case 0:
        mark(log, 1);
        state = 2;
        break;
      case 1:
        mark(log, 2);
        state = x % 2;
        break;
      default: mark(log, 3); state = 1;
    }
    mark(log, 4);
  }
  mark(log, 5);
}

__global__ void goto_forward(const int* in, Log log) {
  const int x = in[threadIdx.x];
  mark(log, 1);
  if (x % 3 == 1) goto end;
  mark(log, 2);
  if (x > 15) goto end;
  mark(log, 3);
end:
  mark(log, 4);
}

__global__ void goto_backward(const int* in, Log log) {
  int x = in[threadIdx.x] % 4;
again:
  mark(log, 1);
  if (x > 0) {
    --x;
    mark(log, 2);
    goto again;
  }
  mark(log, 3);
}

__global__ void goto_out_of_nest(const int* in, Log log) {
  const int x = in[threadIdx.x];
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      mark(log, 1);
      if (x % 10 == 3 * i + k) goto out;
    }
    mark(log, 2);
  }
  mark(log, 3);
out:
  mark(log, 4);
}

int main() {
  int wrong = 0;
  SHOW(switch_plain);
  SHOW(switch_falls_through);
  SHOW(switch_in_loop);
  SHOW(goto_forward);
  SHOW(goto_backward);
  SHOW(goto_out_of_nest);
  return wrong == 0 ? 0 : 1;
}
