"""Programs with one mistake each: what mutants.py makes of the programs of programs/.

An entry: kind of the mistake, text, replacement, and for a twin the function in which the text
stands. The text stands once in the file, or in that function.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str
    program: str  # below programs/
    arguments: tuple
    file: str  # that is changed, below tests/
    function: str  # in which the text stands; empty: anywhere
    kind: str
    text: str
    replacement: str


SYNC = "  __syncthreads();\n"
LOOP_SYNC = "    __syncthreads();\n"

REDUCE, SCAN = "assets/twins/twins.cuh", "assets/twins/twins.cuh"
TWINS = {
    ("reduce", REDUCE): {
        "reduce_divergent": [
            ("barrier removed", SYNC + "  for (int s = 1", "  for (int s = 1"),
            ("barrier removed", LOOP_SYNC, ""),
            ("index off by one", "data[tid] += data[tid + s];", "data[tid] += data[tid + s + 1];"),
            ("index off by one", "in[group * n + tid]", "in[group * n + tid + 1]"),
            ("last block", "out[group] = data[0]", "out[group + 1] = data[0]"),
            ("barrier in a branch", "if (tid % (2 * s) == 0) data[tid] += data[tid + s];\n    __syncthreads();",
             "if (tid % (2 * s) == 0) {\n      data[tid] += data[tid + s];\n      __syncthreads();\n    }"),
        ],
        "reduce_strided": [
            ("barrier removed", LOOP_SYNC, ""),
            ("missing mask", "if (index < n) data[index] += data[index + s];", "data[index] += data[index + s];"),
            ("index off by one", "if (index < n)", "if (index <= n)"),
            ("uninitialised element", "data[tid] = in[group * n + tid];", "if (tid != 7) data[tid] = in[group * n + tid];"),
        ],
        "reduce_sequential": [
            ("barrier removed", SYNC + "  for (int s = n / 2", "  for (int s = n / 2"),
            ("barrier removed", LOOP_SYNC, ""),
            ("missing mask", "if (tid < s) data[tid]", "data[tid]"),
            ("index off by one", "if (tid < s) data[tid]", "if (tid <= s) data[tid]"),
        ],
        "reduce_first_add": [
            ("barrier removed", LOOP_SYNC, ""),
            ("last block", "const int i = 2 * group * n + tid;",
             "const int i = 2 * group * n + tid + (group + 1 == static_cast<int>(gridDim.x) ? 1 : 0);"),
            ("index off by one", "in[i + n]", "in[i + n + 4]"),
        ],
        "reduce_unrolled": [
            ("none", "volatile int* last = data;", "volatile int* last = data; // as it is: a race"),
            ("volatile missing", "volatile int* last = data;", "int* last = data;"),
        ],
        "reduce_unrolled_syncwarp": [
            ("syncwarp missing", "      __syncwarp();\n      data[tid] += right;", "      data[tid] += right;"),
            ("syncwarp missing", "      data[tid] += right;\n      __syncwarp();", "      data[tid] += right;"),
            ("barrier removed", LOOP_SYNC, ""),
            ("missing mask", "if (tid < 32) {", "if (tid < 64) {"),
        ],
        "reduce_shuffle": [
            ("barrier removed", SYNC, ""),
            ("missing mask", "if (tid % 32 == 0) partial[tid / 32] = sum;", "partial[tid / 32] = sum;"),
            ("missing mask", "if (tid < warps) sum = partial[tid];", "sum = partial[tid];"),
            ("uninitialised element", "if (tid % 32 == 0) partial", "if (tid % 32 == 0 && tid > 0) partial"),
        ],
        "reduce_vectorized": [
            ("index off by one", "i < count; i += stride", "i <= count; i += stride"),
            ("last block", "const int first = group * n + tid;",
             "const int first = (group == groups - 1 ? groups + 9 * groups : group) * n + tid;"),
        ],
    },
    ("scan", SCAN): {
        "scan_hillis_steele": [
            ("barrier removed", LOOP_SYNC, ""),
            ("barrier removed", SYNC + "  for (int s = 1", "  for (int s = 1"),
            ("missing mask", "if (tid >= s) value += from[tid - s];", "value += from[tid - s];"),
            ("index off by one", "from[tid - s]", "from[tid - s - 1]"),
            ("last block", "out[i] = from[tid];", "out[i + (group == 2 ? 1 : 0)] = from[tid];"),
        ],
        "scan_blelloch": [
            ("barrier removed", "    }\n    __syncthreads();\n    offset *= 2;", "    }\n    offset *= 2;"),
            ("barrier removed", "= 0;\n  __syncthreads();\n", "= 0;\n"),
            ("index off by one", "temp[padded<First, Second>(n - 1)] = 0", "temp[padded<First, Second>(n)] = 0"),
            ("missing mask", "  if (tid == 0) temp[padded<First, Second>(n - 1)] = 0;", "  temp[padded<First, Second>(n - 1)] = 0;"),
            ("uninitialised element", "  temp[padded<First, Second>(tid + half)] = in[first + tid + half];\n", ""),
        ],
        "scan_warp_shuffle": [
            ("barrier removed", "  if (lane == 31) sums[warp] = sum;\n  __syncthreads();\n", "  if (lane == 31) sums[warp] = sum;\n"),
            ("barrier removed", "  if (tid < warps) sums[tid] = total;\n  __syncthreads();\n", "  if (tid < warps) sums[tid] = total;\n"),
            ("index off by one", "sums[warp - 1]", "sums[warp + 4]"),
            ("missing mask", "if (tid < warps) sums[tid] = total;", "if (tid < 32) sums[tid] = total;"),
        ],
        "scan_block_sums": [
            ("missing mask", "    if (first + i < count) value = in[first + i];", "    value = in[first + i];"),
            ("missing mask", "    if (first + i < count) out[first + i]", "    out[first + i]"),
            ("barrier removed", "  if (tid == 0) temp[root] = 0;\n  __syncthreads();\n", "  if (tid == 0) temp[root] = 0;\n"),
            ("last block", "if (tid == 0) sums[blockIdx.x] = temp[root];", "if (tid == 0) sums[blockIdx.x + 1] = temp[root];"),
        ],
        "scan_distribute": [
            ("missing mask", "  if (i < count) {", "  {"),
            ("index off by one", "sums[segment]", "sums[segment + 1]"),
        ],
    },
    ("memory", "assets/twins/memory.cuh"): {
        "bank_stride": [
            ("barrier removed", SYNC + "  T read = data[tid * stride + offset];", "  T read = data[tid * stride + offset + 1 - (tid + 1) / 32];"),
            ("index off by one", "  T read = data[tid * stride + offset];", "  T read = data[tid * stride + offset + 1];"),
        ],
        "bank_broadcast": [
            ("barrier removed", SYNC, ""),
            ("uninitialised element", "  data[tid + second_row] = static_cast<T>(~mine);\n", ""),
        ],
        "branch_divergence": [
            ("last block", "out[i] = ~x;", "out[i + blockDim.x * (blockIdx.x == 2)] = ~x;"),
        ],
        "global_stride": [
            ("index off by one", "in[i * stride]", "in[(i + 1) * stride]"),
        ],
        "global_offset": [
            ("index off by one", "in[i + offset]", "in[i + offset + 2]"),
        ],
        "vector_aos_fields": [
            ("barrier removed", SYNC, ""),
            ("missing mask", "(tid + 1) % n", "tid + 1"),
        ],
        "vector_aos_whole": [
            ("barrier removed", SYNC, ""),
            ("misaligned vector", "reinterpret_cast<float4*>(memory)", "reinterpret_cast<float4*>(memory + 4)"),
        ],
        "vector_soa": [
            ("barrier removed", SYNC, ""),
            ("uninitialised element", "field < 4; ++field) a[tid", "field < 3; ++field) a[tid"),
        ],
    },
    ("matrix", "assets/twins/matrix.cuh"): {
        "transpose_naive": [
            ("last block", "out[x * n + y + j]", "out[x * n + y + j + 1]"),
        ],
        "transpose_tiled": [
            ("barrier removed", SYNC, ""),
            ("index off by one", "= tile[x][y + j]", "= tile[x + 1][y + j]"),
            ("index off by one", "in[(down + y + j) * n + across + x]", "in[(down + y + j + 1) * n + across + x]"),
        ],
        "matmul_naive": [
            ("index off by one", "for (int k = 0; k < n; ++k)", "for (int k = 0; k <= n; ++k)"),
        ],
        "matmul_tiled": [
            ("barrier removed", LOOP_SYNC + "    for", "    for"),
            ("barrier removed", "    }\n    __syncthreads();\n", "    }\n"),
            ("index off by one", "for (int k = 0; k < side; ++k)", "for (int k = 0; k <= side; ++k)"),
        ],
        "matmul_abt": [
            ("barrier removed", LOOP_SYNC + "    for", "    for"),
            ("uninitialised element", "    tile_b[y * pitch + x] =", "    if (x != 3) tile_b[y * pitch + x] ="),
        ],
    },
    ("histogram", "assets/twins/histogram.cuh"): {
        "histogram_global_atomic": [
            ("missing mask", "  if (i < count) {", "  {"),
            ("index off by one", "bins[value], 1U", "bins[value + 1], 1U"),
        ],
        "histogram_shared_atomic": [
            ("missing mask", "    if (i < count) {", "    {"),
            ("barrier removed", "cells[bin] = 0;\n  __syncthreads();\n", "cells[bin] = 0;\n"),
            ("barrier removed", SYNC + "  for (int bin = tid; bin < few_bins; bin += n) {\n    const", "  for (int bin = tid; bin < few_bins; bin += n) {\n    const"),
            ("uninitialised element", "bin < few_bins; bin += n) cells[bin] = 0", "bin < few_bins - 1; bin += n) cells[bin] = 0"),
        ],
        "histogram64": [
            ("barrier removed", "= 0;\n  __syncthreads();\n", "= 0;\n"),
            ("barrier removed", "  }\n  __syncthreads();\n  const int bin", "  }\n  const int bin"),
            ("index off by one", "bins[bin], sum", "bins[bin + 1], sum"),
        ],
        "histogram256_tagged": [
            ("syncwarp missing", "      __syncwarp();\n      if (!done) done", "      if (!done) done"),
            ("barrier removed", "  }\n  __syncthreads();\n", "  }\n"),
        ],
        "histogram_merge": [
            ("index off by one", "for (int i = 0; i < tables; ++i)", "for (int i = 0; i <= tables; ++i)"),
        ],
        "histogram_privatized": [
            ("missing mask", "    if (i < count) {", "    if (i <= count) {"),
            ("barrier removed", "  }\n  __syncthreads();\n", "  }\n"),
            ("index off by one", "(lane + k) % 32]", "lane + k]"),
        ],
    },
    ("sort", "assets/twins/sort.cuh"): {
        "bitonic_shared": [
            ("barrier removed", "      __syncthreads();\n", ""),
            ("barrier removed", SYNC + "  for (int size", "  for (int size"),
            ("index off by one", "const int a = 2 * tid - (tid & (stride - 1));", "const int a = 2 * tid - (tid & (stride - 1)) + 1;"),
        ],
        "bitonic_global": [
            ("last block", "const int b = a + stride;", "const int b = a + stride + 1;"),
        ],
        "odd_even_merge": [
            ("missing mask", "if (whole || place >= stride) compare", "if (whole || place >= 0) compare"),
            ("barrier removed", "      __syncthreads();\n", ""),
        ],
        "scan_in_block": [
            ("barrier removed", "    __syncthreads();\n", ""),
        ],
        "radix_bits": [
            ("missing mask", "  if (i < n) {\n    const unsigned key", "  {\n    const unsigned key"),
            ("missing mask", "if (i < n) ones_before[i]", "ones_before[i]"),
        ],
        "radix_split": [
            ("index off by one", "before_block[gridDim.x]", "before_block[gridDim.x + 1]"),
            ("missing mask", "  if (i < n) {", "  {"),
        ],
    },
    ("solver", "assets/twins/solver.cuh"): {
        "cyclic_reduction": [
            ("barrier removed", "      f[i] = fmaf(m, f_right, fmaf(k, f_left, f_i));\n    }\n    __syncthreads();\n",
             "      f[i] = fmaf(m, f_right, fmaf(k, f_left, f_i));\n    }\n"),
            ("missing mask", "const int left = i > d ? i - d : 0;", "const int left = i - d;"),
            ("index off by one", "solution[before + i] = x[i]", "solution[before + i + 1] = x[i]"),
            ("uninitialised element", "    x[n + 1] = 0;\n", ""),
        ],
        "parallel_cyclic_reduction": [
            ("barrier removed", LOOP_SYNC, ""),
            ("missing mask", "i + d <= n ? self + d : from + n + 1", "self + d"),
            ("uninitialised element", "if (tid < 4) {", "if (tid < 3) {"),
        ],
        "jacobi": [
            ("missing mask", "  if (row < n) {\n    const float next", "  {\n    const float next"),
            ("index off by one", "for (int j = 0; j < n; ++j)", "for (int j = 0; j <= n; ++j)"),
        ],
        "residual_norm": [
            ("barrier removed", LOOP_SYNC, ""),
            ("index off by one", "i < count; i += n", "i <= count; i += n"),
        ],
    },
}

# How to run one kernel of a twin alone, where that is not its own name.
ARGUMENTS = {"scan_distribute": "scan_block_sums", "transpose_tiled": "transpose_tiled",
             "histogram64": "histogram64_bin_major", "histogram_merge": "histogram256_tagged",
             "scan_in_block": "radix_split", "radix_bits": "radix_split", "residual_norm": "jacobi"}

# The host side of the twins: in the program itself, or in what they share.
TWIN_HOSTS = [
    ("reduce", "reduce_divergent", "reduce.cu", "forgotten copy", "  const DeviceArray<int> d_in(in), d_out(grid);\n  kernel<<<",
     "  const DeviceArray<int> d_in(in.size()), d_out(grid);\n  kernel<<<"),
    ("reduce", "reduce_sequential", "reduce.cu", "index off by one", "  const DeviceArray<int> d_in(in), d_out(grid);\n  kernel<<<",
     "  const DeviceArray<int> d_in(in), d_out(grid - 1);\n  kernel<<<"),
    ("reduce", "reduce_strided", "reduce.cu", "index off by one", "shared_count * sizeof(int)>>>", "(shared_count - 4) * sizeof(int)>>>"),
    ("reduce", "reduce_vectorized", "reduce.cu", "misaligned vector", "reinterpret_cast<const int4*>(d_in.data)",
     "reinterpret_cast<const int4*>(d_in.data + 1)"),
    ("scan", "scan_hillis_steele", "scan.cu", "forgotten copy", "  const DeviceArray<int> d_in(in), d_out(in.size());\n  kernel<<<",
     "  const DeviceArray<int> d_in(in.size()), d_out(in.size());\n  kernel<<<"),
    ("scan", "scan_blelloch", "scan.cu", "index off by one", "shared_count * sizeof(int)>>>", "(shared_count - 1) * sizeof(int)>>>"),
    ("memory", "vector_soa", "memory.cu", "uninitialised element", "  const DeviceArray<float> d_in(arranged), d_out(count);",
     "  const DeviceArray<float> d_in(4 * count), d_out(count);\n"
     "  cudaMemcpy(d_in.data, arranged.data(), (4 * count - 1) * sizeof(float), cudaMemcpyHostToDevice);"),
    ("matrix", "matmul_tiled", "matrix.cu", "forgotten copy", "  const DeviceArray<float> d_a(a), d_b(b), d_c(a.size());",
     "  const DeviceArray<float> d_a(a), d_b(b.size()), d_c(a.size());"),
    ("matrix", "transpose_naive", "matrix.cu", "missing mask", "const dim3 grid(tiles, tiles), block(twins",
     "const dim3 grid(tiles, tiles + 1), block(twins"),
    ("histogram", "histogram_privatized", "histogram.cu", "forgotten copy",
     "  DeviceArray<unsigned> d_bins(twins::byte_bins);\n  d_bins.clear();\n",
     "  DeviceArray<unsigned> d_bins(twins::byte_bins);\n"),
    ("sort", "bitonic_shared", "sort.cu", "use after free", "  const std::size_t shared = 2 * tile * sizeof(int);\n  if",
     "  const std::size_t shared = 2 * tile * sizeof(int);\n  cudaFree(in_keys.data);\n  if"),
    ("solver", "jacobi", "solver.cu", "uninitialised element", "  x0.clear();\n", ""),
    ("solver", "cyclic_reduction", "solver.cu", "double free", "  const Bands bands(n, grid);\n",
     "  const Bands bands(n, grid);\n  const DeviceArray<int> twice(4);\n  cudaFree(twice.data);\n"),
]

SMALL = {
    "vector_add_halo": [
        ("missing mask", "  if (i < n) {", "  {"),
        ("index off by one", "const int right = in[i + 2];", "const int right = in[i + 3];"),
        ("index off by one", "const int left = in[i];", "const int left = in[i - 1];"),
        ("index off by one", "  if (i < n) {", "  if (i <= n) {"),
        ("last block", "    out[i] = left", "    out[i == n - 1 ? n : i] = left"),
        ("forgotten copy", "  cudaMemcpy(d_in, in.data(), (n + 2) * sizeof(int), cudaMemcpyHostToDevice);\n", ""),
        ("swapped direction", "cudaMemcpy(d_in, in.data(), (n + 2) * sizeof(int), cudaMemcpyHostToDevice);",
         "cudaMemcpy(d_in, in.data(), (n + 2) * sizeof(int), cudaMemcpyDeviceToHost);"),
        ("uninitialised element", "cudaMemcpy(d_in, in.data(), (n + 2) *", "cudaMemcpy(d_in, in.data(), (n + 1) *"),
        ("use after free", "  add_neighbours<<<", "  cudaFree(d_in);\n  add_neighbours<<<"),
        ("double free", "  cudaFree(d_out);\n", "  cudaFree(d_out);\n  cudaFree(d_in);\n"),
        ("host reads device memory", "  cudaFree(d_in);\n", "  std::printf(\"%d\\n\", d_out[0]);\n  cudaFree(d_in);\n"),
        ("index off by one", "cudaMalloc(&d_out, n * sizeof(int));", "cudaMalloc(&d_out, n * sizeof(int) - 4);"),
    ],
    "stencil_1d": [
        ("barrier removed", SYNC, ""),
        ("index off by one", "tile[at + k]", "tile[at + k + 1]"),
        ("index off by one", "k <= radius; ++k) {", "k <= radius + 1; ++k) {"),
        ("missing mask", "  if (threadIdx.x < radius) {", "  if (threadIdx.x < radius + 1) {"),
        ("uninitialised element", "    tile[at + block_size] = in[i + block_size];\n", ""),
        ("uninitialised element", "    tile[at - radius] = in[i - radius];\n", ""),
        ("last block", "  out[i] = sum;", "  out[blockIdx.x == 3 ? i + 4 : i] = sum;"),
        ("index off by one", "tile[block_size + 2 * radius]", "tile[block_size + 2 * radius - 1]"),
        ("host writes device memory", "  cudaMemset(d_out, 0, whole * sizeof(int));", "  for (int i = 0; i < whole; ++i) d_out[i] = 0;"),
    ],
    "warp_reduce": [
        ("barrier removed", SYNC, ""),
        ("missing mask", "  if (i < n) value = in[i];", "  value = in[i];"),
        ("missing mask", "if (threadIdx.x < threads / 32) value", "if (threadIdx.x < 32) value"),
        ("missing mask", "if (threadIdx.x % 32 == 0) partial", "partial"),
        ("index off by one", "__shared__ int partial[threads / 32]", "__shared__ int partial[threads / 32 - 1]"),
        ("last block", "out[blockIdx.x] = value", "out[blockIdx.x + 1] = value"),
        ("barrier in a branch", "  __syncthreads();\n  if (threadIdx.x < 32) {", "  if (threadIdx.x < 32) {\n    __syncthreads();"),
        ("lanes missing", "  if (i < n) value = in[i];\n  value = warp_sum(value);", "  if (i < n) value = warp_sum(in[i]);"),
    ],
    "matmul_edges": [
        ("barrier removed", LOOP_SYNC + "    for", "    for"),
        ("barrier removed", "    __syncthreads();\n  }\n", "  }\n"),
        ("missing mask", "if (row < rows && across < inner)", "if (row < rows)"),
        ("missing mask", "if (down < inner && column < columns)", "if (column < columns)"),
        ("missing mask", "  if (row < rows && column < columns) {", "  if (column < columns) {"),
        ("uninitialised element", "    part_a[threadIdx.y][threadIdx.x] = 0;\n", ""),
        ("index off by one", "for (int k = 0; k < tile; ++k)", "for (int k = 0; k <= tile; ++k)"),
        ("barrier in a branch", "    if (down < inner && column < columns) {\n      part_b[threadIdx.y][threadIdx.x] = b[down * columns + column];\n    }\n    __syncthreads();",
         "    if (down < inner && column < columns) {\n      part_b[threadIdx.y][threadIdx.x] = b[down * columns + column];\n      __syncthreads();\n    }"),
        ("forgotten copy", "  cudaMemcpy(d_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);\n", ""),
        ("early return", "  float sum = 0;\n  for", "  float sum = 0;\n  if (row >= rows) return;\n  for"),
    ],
    "prefix_double_buffer": [
        ("barrier removed", "    now = next;\n    __syncthreads();\n", "    now = next;\n"),
        ("barrier removed", SYNC + "  for (int offset", "  for (int offset"),
        ("missing mask", "    if (tid >= offset) {", "    if (tid >= 0) {"),
        ("single buffer", "const int next = 1 - now;", "const int next = now;"),
        ("uninitialised element", "    } else {\n      buffer[next][tid] = buffer[now][tid];\n    }", "    }"),
        ("index off by one", "out[i] = buffer", "out[i + 1] = buffer"),
        ("swapped direction", "cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost)",
         "cudaMemcpy(d_out, out.data(), n * sizeof(int), cudaMemcpyHostToDevice)"),
    ],
    "histogram_atomics": [
        ("barrier removed", "= 0;\n  __syncthreads();\n", "= 0;\n"),
        ("barrier removed", "  }\n  __syncthreads();\n", "  }\n"),
        ("atomic missing", "atomicAdd(&local[letter - 'a'], 1U);", "local[letter - 'a'] += 1U;"),
        ("missing mask", "if (letter >= 'a' && letter <= 'z') atomicAdd", "atomicAdd"),
        ("missing mask", "if (threadIdx.x < bins) atomicAdd", "atomicAdd"),
        ("uninitialised element", "  if (threadIdx.x < bins) local[threadIdx.x] = 0;\n", ""),
        ("index off by one", "i < length; i +=", "i <= length; i +="),
        ("forgotten copy", "  cudaMemset(d_counts, 0, bins * sizeof(unsigned));\n", ""),
        ("use after free", "  cudaMemcpy(counts.data()", "  cudaFree(d_counts);\n  cudaMemcpy(counts.data()"),
    ],
    "producer_consumer": [
        ("syncwarp missing", "    }\n    __syncwarp();\n    if (lane >= 16)", "    }\n    if (lane >= 16)"),
        ("syncwarp missing", "    }\n    __syncwarp();\n  }", "    }\n  }"),
        ("index off by one", "box[first + lane - 16]", "box[first + lane - 15]"),
        ("syncwarp in a branch", "    if (lane < 16) {\n      box[first + lane] = in[(blockIdx.x * rounds + round) * threads + tid];\n    }\n    __syncwarp();",
         "    if (lane < 16) {\n      box[first + lane] = in[(blockIdx.x * rounds + round) * threads + tid];\n      __syncwarp();\n    }"),
        ("last block", "out[blockIdx.x * threads + tid] = sum", "out[blockIdx.x * threads + tid + 1] = sum"),
    ],
    "two_arrays": [
        ("barrier removed", SYNC, ""),
        ("index off by one", "reinterpret_cast<int*>(values + n)", "reinterpret_cast<int*>(values + n + 1)"),
        ("arrays overlap", "reinterpret_cast<int*>(values + n)", "reinterpret_cast<int*>(values + n - 1)"),
        ("index off by one", "n - 1 - tid;", "n - tid;"),
        ("index off by one", "threads * (sizeof(double) + sizeof(int))", "threads * sizeof(double)"),
        ("misaligned vector", "double* values = storage;", "double* values = reinterpret_cast<double*>(reinterpret_cast<int*>(storage) + 1);"),
        ("uninitialised element", "  values[tid] = in", "  if (tid > 0) values[tid] = in"),
        ("host reads freed memory", "in[i / threads * threads + threads - 1 - i % threads];\n  }", "d_in[i / threads * threads + threads - 1 - i % threads];\n  }"),
    ],
    "tile_reduce": [
        ("barrier removed", "  block.sync();\n", ""),
        ("missing mask", "  if (tile.thread_rank() == 0) {", "  {"),
        ("index off by one", "i < threads / tile_size; ++i", "i <= threads / tile_size; ++i"),
        ("index off by one", "in[blockIdx.x * threads + block.thread_rank()]", "in[blockIdx.x * threads + block.thread_rank() + 1]"),
        ("barrier in a branch", "  block.sync();\n  if (block.thread_rank() == 0) {", "  if (block.thread_rank() == 0) {\n    block.sync();"),
        ("uninitialised element", "if (tile.thread_rank() == 0) {", "if (tile.thread_rank() == 0 && block.thread_rank() != 8) {"),
    ],
    "pipeline": [
        ("index off by one", "  if (i + 1 < n) steps[i]", "  if (i < n) steps[i]"),
        ("index off by one", "  if (i + 1 < n) atomicMax", "  if (i < n) atomicMax"),
        ("missing mask", "  if (i < n) squares[i]", "  squares[i]"),
        ("launch missing", "  square<<<blocks, threads, 0, stream>>>(d_in, squares, n);\n", ""),
        ("use after free", "  differences<<<", "  cudaStreamSynchronize(stream);\n  cudaFree(squares);\n  differences<<<"),
        ("forgotten copy", "  cudaMemsetAsync(result, 0, sizeof(int), stream);\n", ""),
        ("host reads device memory", "  cudaFree(result);\n", "  found = *result;\n  cudaFree(result);\n"),
        ("too many threads", "threads = 128, blocks", "threads = 2048, blocks"),
        ("null pointer", "squares, steps, n);\n  largest", "squares, nullptr, n);\n  largest"),
        ("host pointer", "square<<<blocks, threads, 0, stream>>>(d_in", "square<<<blocks, threads, 0, stream>>>(in.data()"),
    ],
    "vector_copy": [
        ("misaligned vector", "reinterpret_cast<const float4*>(in)[i]", "reinterpret_cast<const float4*>(in + 1)[i]"),
        ("misaligned vector", "reinterpret_cast<float4*>(out)[i]", "reinterpret_cast<float4*>(out + 2)[i]"),
        ("missing mask", "  if (i < vectors) {", "  {"),
        ("index off by one", "const float4*>(in)[i]", "const float4*>(in)[i + 1]"),
        ("forgotten copy", "  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);\n", ""),
        ("double free", "  cudaFree(d_out);\n", "  cudaFree(d_out);\n  cudaFree(d_out);\n"),
        ("swapped direction", "d_out, n * sizeof(float), cudaMemcpyDeviceToHost", "d_out, n * sizeof(float), cudaMemcpyHostToDevice"),
        ("use after free", "  cudaMemcpy(out.data()", "  cudaFree(d_out);\n  cudaMemcpy(out.data()"),
    ],
}


# Reports that name another line than that of the mistake: of a mutant, a tool, a place; the right place, and why.
OTHER_LINE = {
    ("bank_stride.index_off_by_one.1", "memcheck", ("memory.cuh", 55)):
        (("memory.cuh", 54), "nvcc joins the loads of lines 54 and 59, and gives them the line of the loop"),
    ("global_stride.index_off_by_one.1", "initcheck", ("memory.cuh", 136)):
        (("memory.cuh", 135), "nvcc gives the load of 16 bytes the line of the store that takes its value"),
}

# Reports of what comes behind a launch that memcheck finds a mistake in, too. That launch fails here as under memcheck,
# so the program stops, or the device refuses the rest; initcheck lets both go on. The failed launch's own reports are
# found.
BEHIND_AN_ERROR = {
    ("reduce_divergent.last_block.1", "initcheck"): "the program stops before it copies what was written beside",
    ("scan_hillis_steele.last_block.1", "initcheck"): "the program stops before it copies what was written beside",
    ("branch_divergence.last_block.1", "initcheck"): "the program stops before it copies what was written beside",
    ("transpose_naive.last_block.1", "initcheck"): "the program stops before it copies what was written beside",
    ("cyclic_reduction.index_off_by_one.1", "initcheck"): "the program stops before it copies what was written beside",
    ("scan_block_sums.last_block.1", "initcheck"): "the second launch reads the sums that the first one wrote beside",
    ("bitonic_global.last_block.1", "initcheck"): "the last launch reads what those before it did not write",
    ("radix_split.index_off_by_one.1", "initcheck"): "the next digit's launches read what this one's wrote beside",
    ("pipeline.null_pointer.1", "initcheck"): "the last launch reads what the one with the null pointer did not write",
}


def numbered(prefix, kind, counts):
    counts[prefix, kind] = counts.get((prefix, kind), 0) + 1
    return f"{prefix}.{kind.replace(' ', '_')}.{counts[prefix, kind]}"


def all_mutants():
    counts, mutants = {}, []
    for (family, file), kernels in TWINS.items():
        for kernel, changes in kernels.items():
            arguments = (ARGUMENTS.get(kernel, kernel),)
            for kind, text, replacement in changes:
                mutants.append(Mutant(numbered(kernel, kind, counts), f"twins/{family}.cu", arguments, file, kernel,
                                      kind, text, replacement))
    for family, kernel, file, kind, text, replacement in TWIN_HOSTS:
        mutants.append(Mutant(numbered(f"{kernel}_host", kind, counts), f"twins/{family}.cu", (kernel,),
                              f"tests/program/programs/twins/{file}", "", kind, text, replacement))
    for program, changes in SMALL.items():
        for kind, text, replacement in changes:
            mutants.append(Mutant(numbered(program, kind, counts), f"small/{program}.cu", (),
                                  f"tests/program/programs/small/{program}.cu", "", kind, text, replacement))
    return mutants


def mutated(mutant, source):
    """The text of its file with the mistake in it."""
    begin, end = 0, len(source)
    if mutant.function:
        begin = source.index(f" {mutant.function}(")
        end = source.index("\n}\n", begin)
    part = source[begin:end]
    if part.count(mutant.text) != 1:
        raise ValueError(f"{mutant.name}: the text stands {part.count(mutant.text)} times in {mutant.file}: {mutant.text!r}")
    return source[:begin] + part.replace(mutant.text, mutant.replacement) + source[end:]
