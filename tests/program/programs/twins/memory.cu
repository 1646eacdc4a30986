// Banks, coalescing, branches, constant memory: memory [KERNEL [BLOCK [GRID]]].

#include "../../../../assets/twins/memory.cuh"
#include "../twin_program.cuh"

namespace {

template <class T>
void bank_stride(Verdict& verdict, int grid, int stride, int offset, int rounds) {
  const int block = 32;
  const std::vector<int> in = random_numbers<int>(static_cast<std::size_t>(block) * grid);
  const DeviceArray<int> d_in(in), d_out(in.size());
  const std::size_t count = (block - 1) * stride + offset + 1;
  twins::bank_stride<T>
      <<<grid, block, count * sizeof(T)>>>(d_in.data, d_out.data, stride, offset, rounds);
  verdict.launched("bank_stride");
  std::vector<int> expected = in;
  if (sizeof(T) < sizeof(int)) {
    for (int& x : expected) x = static_cast<int>(static_cast<signed char>(x));
  }
  verdict.expect("bank_stride", d_out.copy(), expected);
}

template <class Pattern, class T>
void bank_broadcast(Verdict& verdict, int grid) {
  const int block = 32;
  const std::vector<int> in = random_numbers<int>(static_cast<std::size_t>(block) * grid);
  const DeviceArray<int> d_in(in), d_out(in.size());
  twins::bank_broadcast<Pattern, T>
      <<<grid, block, (twins::second_row + block) * sizeof(T)>>>(d_in.data, d_out.data);
  verdict.launched("bank_broadcast");
  std::vector<int> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const int at = Pattern::at(static_cast<int>(i % block));
    const bool second = at >= twins::second_row;
    const int value = in[i - i % block + (second ? at - twins::second_row : at)];
    expected[i] = static_cast<T>(second ? ~value : value);
  }
  verdict.expect("bank_broadcast", d_out.copy(), expected);
}

template <class Pattern>
void branch_divergence(Verdict& verdict, int block, int grid) {
  const std::vector<int> in = random_numbers<int>(static_cast<std::size_t>(block) * grid);
  const DeviceArray<int> d_in(in), d_out(in.size());
  twins::branch_divergence<Pattern><<<grid, block>>>(d_in.data, d_out.data);
  verdict.launched("branch_divergence");
  std::vector<int> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    expected[i] = Pattern::takes_first(static_cast<int>(i % block)) ? ~in[i] : 2 * in[i];
  }
  verdict.expect("branch_divergence", d_out.copy(), expected);
}

void constant_broadcast(Verdict& verdict, int block, int grid, int words) {
  const std::vector<int> in = random_numbers<int>(static_cast<std::size_t>(block) * grid);
  const std::vector<int> table = random_numbers<int>(twins::constant_words, 999, 2);
  const DeviceArray<int> d_in(in), d_out(in.size());
  check(cudaMemcpyToSymbol(twins::constant_table, table.data(), table.size() * sizeof(int)),
        "cudaMemcpyToSymbol");
  twins::constant_broadcast<<<grid, block>>>(d_in.data, d_out.data, words);
  verdict.launched("constant_broadcast");
  std::vector<int> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) expected[i] = in[i] + table[i % block % words];
  verdict.expect("constant_broadcast", d_out.copy(), expected);
}

/// `T` is made of `parts` floats.
template <class T>
void global_stride(Verdict& verdict, int block, int grid, int stride) {
  const std::size_t parts = sizeof(T) / sizeof(float);
  const std::size_t threads = static_cast<std::size_t>(block) * grid;
  const std::vector<float> in = random_numbers<float>(threads * stride * parts);
  const DeviceArray<float> d_in(in), d_out(threads * parts);
  twins::global_stride<T><<<grid, block>>>(reinterpret_cast<const T*>(d_in.data),
                                           reinterpret_cast<T*>(d_out.data), stride);
  verdict.launched("global_stride");
  std::vector<float> expected(threads * parts);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    expected[i] = in[i / parts * stride * parts + i % parts];
  }
  verdict.expect("global_stride", d_out.copy(), expected);
}

void global_offset(Verdict& verdict, int block, int grid, int offset) {
  const std::size_t threads = static_cast<std::size_t>(block) * grid;
  const std::vector<float> in = random_numbers<float>(threads + 32);
  const DeviceArray<float> d_in(in), d_out(threads);
  twins::global_offset<<<grid, block>>>(d_in.data, d_out.data, offset);
  verdict.launched("global_offset");
  verdict.expect("global_offset", d_out.copy(),
                 std::vector<float>(in.begin() + offset, in.begin() + offset + threads));
}

/// Each vector times the next one of its block.
std::vector<float> products(const std::vector<float>& in, int block) {
  std::vector<float> result(in.size() / 4);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::size_t next = i / block * block + (i % block + 1) % block;
    for (std::size_t field = 0; field < 4; ++field) {
      result[i] += in[4 * i + field] * in[4 * next + field];
    }
  }
  return result;
}

void vectors(Verdict& verdict, const char* name, int block, int grid) {
  const std::string kernel = name;
  const std::size_t count = static_cast<std::size_t>(block) * grid;
  const std::vector<float> in = random_numbers<float>(4 * count);
  std::vector<float> arranged = in;
  if (kernel == "vector_soa") {
    for (std::size_t i = 0; i < in.size(); ++i) arranged[i % 4 * count + i / 4] = in[i];
  }
  const DeviceArray<float> d_in(arranged), d_out(count);
  const std::size_t shared = 4 * block * sizeof(float);
  if (kernel == "vector_soa") {
    twins::vector_soa<<<grid, block, shared>>>(d_in.data, d_out.data);
  } else if (kernel == "vector_aos_whole") {
    twins::vector_aos_whole<<<grid, block, shared>>>(reinterpret_cast<const float4*>(d_in.data),
                                                     d_out.data);
  } else {
    twins::vector_aos_fields<<<grid, block, shared>>>(d_in.data, d_out.data);
  }
  verdict.launched(name);
  verdict.expect(name, d_out.copy(), products(in, block), 1e-6);
}

/// Blocks of `columns` x `rows` threads.
void block_shape(Verdict& verdict, int columns, int rows, int grid, int pad) {
  const int across = twins::shape_columns / columns;
  const std::size_t count = static_cast<std::size_t>(twins::shape_columns) * rows * grid;
  const std::vector<int> in = random_numbers<int>(count);
  const DeviceArray<int> d_in(in), d_out(count);
  const std::size_t shared = rows * (twins::shape_columns + pad) * sizeof(int);
  twins::block_shape<<<grid * across, dim3(columns, rows), shared>>>(d_in.data, d_out.data, pad);
  verdict.launched("block_shape");
  verdict.expect("block_shape", d_out.copy(), in);
}

template <bool Chases>
void latency_hiding(Verdict& verdict, int block, int grid, int rounds, int arithmetic) {
  const int count = block * grid, warps = count / 32;
  const int jump = warps > 1 ? (warps * 3 / 8 | 1) * 32 : 0;
  const std::vector<int> in = random_numbers<int>(count);
  std::vector<int> data = in;
  for (int i = 0; Chases && i < count; ++i) data[i] = (i + jump) % count;
  const DeviceArray<int> d_in(in), d_data(data), d_out(in.size());
  twins::latency_hiding<Chases>
      <<<grid, block>>>(d_in.data, d_data.data, d_out.data, rounds, arithmetic, jump);
  verdict.launched("latency_hiding");
  std::vector<int> expected(in.size());
  for (int i = 0; i < count; ++i) {
    std::uint32_t sum = static_cast<std::uint32_t>(in[i]);
    for (int load = 0, at = i; load < 4 * rounds; ++load, at = (at + jump) % count) {
      for (int a = 0; a < arithmetic; ++a) sum = 3 * sum + static_cast<std::uint32_t>(data[at]);
    }
    expected[i] = static_cast<int>(sum);
  }
  verdict.expect("latency_hiding", d_out.copy(), expected);
}

template <bool Constant>
void local_array(Verdict& verdict, int block, int grid, int rounds) {
  const std::vector<int> in =
      random_numbers<int>(static_cast<std::size_t>(block) * grid * rounds, 7);
  const DeviceArray<int> d_in(in), d_out(in.size() / rounds);
  twins::local_array<Constant><<<grid, block>>>(d_in.data, d_out.data, rounds);
  verdict.launched("local_array");
  std::vector<int> expected(d_out.count);
  for (int i = 0; i < block * grid; ++i) {
    int counts[8] = {};
    for (int k = 0; k < rounds; ++k) ++counts[in[(i / block * rounds + k) * block + i % block]];
    for (int k = 1; k < 8; ++k) {
      if (counts[k] > counts[expected[i]]) expected[i] = k;
    }
  }
  verdict.expect("local_array", d_out.copy(), expected);
}

}  // namespace

int main(int argc, char** argv) {
  const Wanted wanted(argc, argv, 128);
  const int block = wanted.block, grid = wanted.grid;
  Verdict verdict;
  if (wanted("bank_stride")) {
    for (const int stride : {1, 2, 3, 8, 32, 33}) bank_stride<int>(verdict, grid, stride, 1, 2);
    for (const int stride : {1, 2, 5}) {
      bank_stride<signed char>(verdict, grid, stride, 0, 1);
      bank_stride<short>(verdict, grid, stride, 0, 1);
      bank_stride<int2>(verdict, grid, stride, 0, 1);
      bank_stride<int4>(verdict, grid, stride, 0, 1);
    }
  }
  if (wanted("bank_broadcast")) {
    bank_broadcast<twins::OneWord, int>(verdict, grid);
    bank_broadcast<twins::BytesOfWord, unsigned char>(verdict, grid);
    bank_broadcast<twins::TwoWords, int>(verdict, grid);
    bank_broadcast<twins::TwoRows, int>(verdict, grid);
    bank_broadcast<twins::OwnWords, int>(verdict, grid);
  }
  if (wanted("branch_divergence")) {
    branch_divergence<twins::FirstThread>(verdict, block, grid);
    branch_divergence<twins::OddThreads>(verdict, block, grid);
    branch_divergence<twins::OddWarps>(verdict, block, grid);
  }
  if (wanted("constant_broadcast")) {
    for (const int words : {1, 3, 32}) constant_broadcast(verdict, block, grid, words);
  }
  if (wanted("global_stride")) {
    for (const int stride : {1, 2, 5, 8}) {
      global_stride<float>(verdict, block, grid, stride);
      global_stride<float3>(verdict, block, grid, stride);
      global_stride<float4>(verdict, block, grid, stride);
    }
  }
  if (wanted("global_offset")) {
    for (const int offset : {0, 1, 8, 31}) global_offset(verdict, block, grid, offset);
  }
  for (const char* name : {"vector_aos_fields", "vector_aos_whole", "vector_soa"}) {
    if (wanted(name)) vectors(verdict, name, block, grid);
  }
  // Those whose counters are not recorded (gpu_counters.py): not in "all".
  if (wanted.kernel == "block_shape") {
    for (const int columns : {8, 1, 2, 4, 16, 32}) {
      for (const int pad : {0, columns}) {
        block_shape(verdict, columns, block / columns, grid, pad);
      }
    }
  }
  if (wanted.kernel == "latency_hiding") {
    latency_hiding<true>(verdict, block, grid, 1, 3);
    latency_hiding<true>(verdict, block, grid, 4, 15);
    latency_hiding<false>(verdict, block, grid, 2, 7);
  }
  if (wanted.kernel == "local_array") {
    for (const int rounds : {4, 1, 16}) {
      local_array<false>(verdict, block, grid, rounds);
      local_array<true>(verdict, block, grid, rounds);
    }
  }
  return verdict.finish();
}
