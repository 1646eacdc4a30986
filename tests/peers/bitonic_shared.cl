// The sort of kernels/sort/bitonic_shared.cuh, ascending, for Oclgrind: two pairs per work-item.
// Every group reads the same segment, so that more groups do not make more input to be parsed.
kernel void bitonic_shared(global const int* keys_in, global const int* values_in,
                           global int* keys_out, global int* values_out, local int* keys,
                           local int* values) {
  const int tid = get_local_id(0);
  const int half_count = get_local_size(0);
  const int count = 2 * half_count;
  const int first = get_group_id(0) * count;

  keys[tid] = keys_in[tid];
  values[tid] = values_in[tid];
  keys[tid + half_count] = keys_in[tid + half_count];
  values[tid + half_count] = values_in[tid + half_count];
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int size = 2; size <= count; size *= 2) {
    // Every other sequence of this length descends, so that neighbours make a bitonic one; the last
    // has no neighbour and ascends.
    const int descends = size < count && (tid & (size / 2)) != 0;
    for (int stride = size / 2; stride > 0; stride /= 2) {
      const int a = 2 * tid - (tid & (stride - 1));
      const int b = a + stride;
      const int key_a = keys[a];
      const int key_b = keys[b];
      if ((key_a > key_b) != descends && key_a != key_b) {
        const int value_a = values[a];
        const int value_b = values[b];
        keys[a] = key_b;
        keys[b] = key_a;
        values[a] = value_b;
        values[b] = value_a;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }

  keys_out[first + tid] = keys[tid];
  values_out[first + tid] = values[tid];
  keys_out[first + tid + half_count] = keys[tid + half_count];
  values_out[first + tid + half_count] = values[tid + half_count];
}
