// Transpositions and products: matrix [KERNEL [SIDE_OF_BLOCK [TILES]]].

#include "../../../../assets/twins/matrix.cuh"
#include "../twin_program.cuh"

namespace {

using Transposition = void (*)(const twins::Exact<int>*, twins::Exact<int>*, int);
using Product = void (*)(const twins::Exact<float>*, const twins::Exact<float>*,
                         twins::Exact<float>*, int);

void transpose(Verdict& verdict, const char* name, Transposition kernel, int tiles) {
  const int n = tiles * twins::tile_side;
  const std::vector<int> in = random_numbers<int>(static_cast<std::size_t>(n) * n, 99999);
  const DeviceArray<int> d_in(in), d_out(in.size());
  const dim3 grid(tiles, tiles), block(twins::tile_side, twins::tile_rows);
  kernel<<<grid, block>>>(d_in.data, d_out.data, n);
  verdict.launched(name);
  std::vector<int> expected(in.size());
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) expected[row * n + column] = in[column * n + row];
  }
  verdict.expect(name, d_out.copy(), expected);
}

std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, int n,
                           bool second_is_transposed) {
  std::vector<float> expected(a.size());
  for (int row = 0; row < n; ++row) {
    for (int k = 0; k < n; ++k) {
      for (int column = 0; column < n; ++column) {
        expected[row * n + column] +=
            a[row * n + k] * (second_is_transposed ? b[column * n + k] : b[k * n + column]);
      }
    }
  }
  return expected;
}

void multiply(Verdict& verdict, const char* name, Product kernel, int side, int tiles,
              int shared_count, bool second_is_transposed) {
  const int n = tiles * side;
  const std::vector<float> a = random_numbers<float>(static_cast<std::size_t>(n) * n, 9);
  const std::vector<float> b = random_numbers<float>(a.size(), 9, 2);
  const DeviceArray<float> d_a(a), d_b(b), d_c(a.size());
  kernel<<<dim3(tiles, tiles), dim3(side, side), shared_count * sizeof(float)>>>(d_a.data, d_b.data,
                                                                                 d_c.data, n);
  verdict.launched(name);
  verdict.expect(name, d_c.copy(), product(a, b, n, second_is_transposed), 1e-5);
}

/// A block has Side x Side elements of the product.
template <int Side>
void multiply_in_registers(Verdict& verdict, int tiles) {
  const int n = tiles * Side, threads = Side * Side / (twins::own_rows * twins::own_columns);
  const std::vector<float> a = random_numbers<float>(static_cast<std::size_t>(n) * n, 9);
  const std::vector<float> b = random_numbers<float>(a.size(), 9, 2);
  const DeviceArray<float> left(a), right(b), result(a.size());
  const std::size_t shared = 2 * twins::tile_depth * (Side / 2 + 1) * sizeof(float4);
  twins::matmul_register_tiled<Side><<<dim3(tiles, tiles), threads, shared>>>(
      left.data, reinterpret_cast<const float4*>(right.data),
      reinterpret_cast<float4*>(result.data), n);
  verdict.launched("matmul_register_tiled");
  verdict.expect("matmul_register_tiled", result.copy(), product(a, b, n, false), 1e-5);
}

}  // namespace

int main(int argc, char** argv) {
  const Wanted wanted(argc, argv, 16);
  const int side = wanted.block, tiles = wanted.grid;
  Verdict verdict;
  const auto turn = [&](const char* name, Transposition kernel) {
    if (wanted(name)) transpose(verdict, name, kernel, tiles);
  };
  turn("transpose_naive", twins::transpose_naive);
  turn("transpose_tiled", twins::transpose_tiled<0>);
  turn("transpose_padded", twins::transpose_tiled<1>);
  const auto products = [&](const char* name, Product kernel, int shared_count, bool transposed) {
    if (wanted(name)) multiply(verdict, name, kernel, side, tiles, shared_count, transposed);
  };
  products("matmul_naive", twins::matmul_naive, 0, false);
  products("matmul_tiled", twins::matmul_tiled, 2 * side * side, false);
  products("matmul_abt", twins::matmul_abt<0>, 2 * side * side, true);
  products("matmul_abt_padded", twins::matmul_abt<1>, 2 * side * (side + 1), true);
  // Its counters are not recorded (gpu_counters.py): not in "all".
  if (wanted.kernel == "matmul_register_tiled") {
    multiply_in_registers<64>(verdict, tiles);
    multiply_in_registers<128>(verdict, 1);
  }
  return verdict.finish();
}
