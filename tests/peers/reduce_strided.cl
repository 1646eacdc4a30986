// The reduction of kernels/reduce/reduce_strided.cuh, for Oclgrind: one element per work-item.
// Every group reads the same segment, so that more groups do not make more input to be parsed.
kernel void reduce_strided(global const int* in, global int* out, local int* data) {
  const int tid = get_local_id(0);
  const int threads = get_local_size(0);

  data[tid] = in[tid];
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int s = 1; s < threads; s *= 2) {
    const int index = 2 * s * tid;
    if (index < threads) {
      const int right = data[index + s];
      data[index] = data[index] + right;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (tid == 0) out[get_group_id(0)] = data[0];
}
