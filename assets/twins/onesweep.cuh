#pragma once

// Twin of radix_onesweep, with the launches that count the digits.

#include "exact.cuh"

namespace twins {

constexpr int digits = 256, digit_places = 4;  // eight bits each, the lowest first

__device__ __forceinline__ int digit_of(unsigned key, int place) {
  return static_cast<int>(key >> (8 * place) & 255U);
}

/// How often each digit occurs at each place. Counters come in copies, so that fewer lanes meet.
template <int Threads, int KeysPerThread, int Copies>
__global__ void __launch_bounds__(1024, 2)
    radix_digits(const Exact<unsigned>* keys, int count, int* counts) {
  constexpr int keys_of_tile = Threads * KeysPerThread;
  constexpr int counters = digit_places * digits * Copies;
  int* table = reinterpret_cast<int*>(memory);
  Exact<int>* cells = table;
  const int tid = threadIdx.x;
  const int copy = tid % Copies;
  for (int i = tid; i < counters; i += Threads) cells[i] = 0;
  __syncthreads();
  for (int first = blockIdx.x * keys_of_tile; first < count; first += gridDim.x * keys_of_tile) {
    unsigned key[KeysPerThread] = {};
#pragma unroll
    for (int k = 0; k < KeysPerThread; ++k) {
      const int i = first + k * Threads + tid;
      if (i < count) key[k] = keys[i];
    }
#pragma unroll
    for (int k = 0; k < KeysPerThread; ++k) {
      if (first + k * Threads + tid >= count) continue;
#pragma unroll
      for (int place = 0; place < digit_places; ++place) {
        const int digit = place * digits + digit_of(key[k], place);
        atomicAdd(&table[digit * Copies + copy], 1);
      }
    }
  }
  __syncthreads();
  for (int i = tid; i < digit_places * digits; i += Threads) {
    int sum = 0;
#pragma unroll
    for (int k = 0; k < Copies; ++k) sum += cells[i * Copies + (tid + k) % Copies];
    atomicAdd(&counts[i], sum);
  }
}

/// What a tile says of one digit, in one word: 0 is nothing yet, -1 - count its own keys alone,
/// 1 + count those of all tiles up to it.
__device__ __forceinline__ int own_count(int count) { return -1 - count; }
__device__ __forceinline__ int count_so_far(int count) { return 1 + count; }

/// Where the keys of each digit begin, for each place: in the first of its rows of `found`.
__global__ void radix_starts(const Exact<int>* counts, Exact<int>* found, int rows) {
  Exact<int>* sums = reinterpret_cast<int*>(memory);
  const int place = blockIdx.x;
  const int digit = threadIdx.x;
  const int warp = digit / 32;
  const int count = counts[place * digits + digit];
  int up_to = count;
  for (int d = 1; d < 32; d *= 2) {
    const int left = __shfl_up_sync(0xffffffffU, up_to, d);
    if (digit % 32 >= d) up_to += left;
  }
  if (digit % 32 == 31) sums[warp] = up_to;
  __syncthreads();
  int start = up_to - count;
  for (int w = 0; w < warp; ++w) start += sums[w];
  found[place * rows * digits + digit] = count_so_far(start);
}

/// The lanes of the warp that have this digit too: all that agree in every bit.
__device__ __forceinline__ unsigned lanes_with(int digit) {
  unsigned same = 0xffffffffU;
#pragma unroll
  for (int bit = 0; bit < 8; ++bit) {
    const bool one = (digit & 1 << bit) != 0;
    const unsigned ones = __ballot_sync(0xffffffffU, one);
    same &= one ? ones : ~ones;
  }
  return same;
}

/// What the rows up to `row` say of a digit. Row 0 holds the starts, row 1 belongs to tile 0.
template <int LookBack>
__device__ __forceinline__ void ask(const volatile int* found, int row, int digit,
                                    int (&said)[LookBack]) {
#pragma unroll
  for (int k = 0; k < LookBack; ++k) said[k] = found[(row > k ? row - k : 0) * digits + digit];
}

/// The start of a digit and what all tiles before hold of it. Those that know no more than their
/// own count are added up one by one.
template <int LookBack>
__device__ __forceinline__ int look_back(const volatile int* found, int tile, int digit,
                                         int (&said)[LookBack]) {
  int before = 0;
  int row = tile;
  for (;;) {
    bool known = false, missing = false;
#pragma unroll
    for (int k = 0; k < LookBack; ++k) {
      missing = missing || said[k] == 0;
      if (known || missing) continue;
      known = said[k] > 0;
      before += known ? said[k] - 1 : -1 - said[k];
      --row;
    }
    if (known) return before;
    ask(found, row, digit, said);
  }
}

/// One pass. A warp has a run of the tile; what lies beyond the end counts as the largest key.
/// `found` has a row for each tile, after one of the starts; and so for each pass.
template <int Threads, int KeysPerThread, int LookBack>
__global__ void __launch_bounds__(448, 2)
    radix_onesweep(const Exact<unsigned>* in, int count, Exact<unsigned>* out, int* found,
                   int* tickets, int pass) {
  constexpr int warps = Threads / 32;
  constexpr int keys_of_tile = Threads * KeysPerThread;
  constexpr int own_digits = (digits + Threads - 1) / Threads;  // of a thread
  Exact<unsigned>* sorted = reinterpret_cast<unsigned*>(memory);
  Exact<unsigned short>* counters = reinterpret_cast<unsigned short*>(
      memory + keys_of_tile * sizeof(unsigned));  // of each warp and digit
  Exact<int>* starts = reinterpret_cast<int*>(memory + keys_of_tile * sizeof(unsigned) +
                                              warps * digits * sizeof(unsigned short));
  Exact<int>* sums = starts + digits;
  Exact<int>* ticket = sums + digits / 32;
  const int tid = threadIdx.x;
  const int lane = tid % 32;
  const int own = tid / 32 * digits;  // the warp's counters

  // Blocks may start in any order. Who asks first gets the first tile.
  if (tid == 0) *ticket = atomicAdd(&tickets[pass], 1);
#pragma unroll
  for (int i = lane; i < digits; i += 32) counters[own + i] = 0;
  __syncthreads();
  const int tile = *ticket;
  found += pass * (gridDim.x + 1) * digits;
  volatile int* said_here = found + (tile + 1) * digits;

  const int run = tile * keys_of_tile + tid / 32 * 32 * KeysPerThread;
  unsigned key[KeysPerThread];
#pragma unroll
  for (int k = 0; k < KeysPerThread; ++k) {
    const int i = run + 32 * k + lane;
    key[k] = 0xffffffffU;
    if (i < count) key[k] = in[i];
  }

  // How many keys of its digit stand before each key in the warp's run.
  const unsigned below = (1U << lane) - 1;
  const unsigned above = ~(below | 1U << lane);
  int rank[KeysPerThread];
#pragma unroll
  for (int k = 0; k < KeysPerThread; ++k) {
    const int digit = digit_of(key[k], pass);
    const unsigned same = lanes_with(digit);
    const int before = counters[own | digit];
    __syncwarp();
    rank[k] = before + __popc(same & below);
    if ((same & above) == 0) counters[own | digit] = static_cast<unsigned short>(rank[k] + 1);
    __syncwarp();
  }
  __syncthreads();

  // A thread per digit adds up the warps' counters and tells the other tiles; then a scan.
  int own_keys[own_digits] = {}, start[own_digits] = {};
#pragma unroll
  for (int r = 0; r < own_digits; ++r) {
    const int digit = r * Threads + tid;
    if (digit >= digits) break;
#pragma unroll
    for (int w = 0; w < warps; ++w) own_keys[r] += counters[w * digits + digit];
    said_here[digit] = own_count(own_keys[r]);
    int up_to = own_keys[r];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
      const int left = __shfl_up_sync(0xffffffffU, up_to, d);
      if (lane >= d) up_to += left;
    }
    start[r] = up_to - own_keys[r];
    if (lane == 31) sums[digit / 32] = up_to;
  }
  __syncthreads();

  // Where in the sorted tile the keys of each digit and warp begin: into the counters.
#pragma unroll
  for (int r = 0; r < own_digits; ++r) {
    const int digit = r * Threads + tid;
    if (digit >= digits) break;
    for (int before = 0; before < digit / 32; ++before) start[r] += sums[before];
    int place = start[r];
#pragma unroll
    for (int w = 0; w < warps; ++w) {
      const int keys = counters[w * digits + digit];
      counters[w * digits + digit] = static_cast<unsigned short>(place);
      place += keys;
    }
  }
  __syncthreads();

  // What the tiles before say is asked for now and needed when this one is sorted.
  int said[own_digits][LookBack];
#pragma unroll
  for (int r = 0; r < own_digits; ++r) {
    const int digit = r * Threads + tid;
    if (digit < digits) ask(found, tile, digit, said[r]);
  }
#pragma unroll
  for (int k = 0; k < KeysPerThread; ++k) rank[k] += counters[own | digit_of(key[k], pass)];
#pragma unroll
  for (int k = 0; k < KeysPerThread; ++k) sorted[rank[k]] = key[k];
#pragma unroll
  for (int r = 0; r < own_digits; ++r) {
    const int digit = r * Threads + tid;
    if (digit >= digits) break;
    const int before = look_back(found, tile, digit, said[r]);
    said_here[digit] = count_so_far(before + own_keys[r]);
    starts[digit] = before - start[r];
  }
  __syncthreads();

  // Neighbours of one digit stay side by side.
#pragma unroll
  for (int k = 0; k < KeysPerThread; ++k) {
    const int i = k * Threads + tid;
    const unsigned next = sorted[i];
    out[starts[digit_of(next, pass)] + i] = next;
  }
}

}  // namespace twins
