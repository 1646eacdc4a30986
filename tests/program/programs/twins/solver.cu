// Systems of equations: solver [KERNEL [BLOCK [GRID]]].

#include "../../../../assets/twins/solver.cuh"
#include "../twin_program.cuh"

#include <algorithm>

namespace {

/// Systems of n equations one after the other, their main diagonal strong.
struct Bands {
  std::vector<float> lower, diagonal, upper, right_side;

  Bands(int n, int systems) {
    const std::size_t count = static_cast<std::size_t>(n) * systems;
    lower = random_numbers<float>(count, 9, 1);
    upper = random_numbers<float>(count, 9, 2);
    right_side = random_numbers<float>(count, 99, 3);
    diagonal.assign(count, 25);
    for (std::size_t first = 0; first < count; first += n) lower[first] = upper[first + n - 1] = 0;
  }

  std::vector<float> solution(int n) const {
    std::vector<float> result(diagonal.size());
    for (std::size_t first = 0; first < result.size(); first += n) {
      std::vector<double> c(n), f(n);
      for (int i = 0; i < n; ++i) {
        const std::size_t row = first + i;
        const double before = i > 0 ? c[i - 1] : 0, above = i > 0 ? f[i - 1] : 0;
        const double pivot = diagonal[row] - lower[row] * before;
        c[i] = upper[row] / pivot;
        f[i] = (right_side[row] - lower[row] * above) / pivot;
      }
      double x = 0;
      for (int i = n - 1; i >= 0; --i) {
        x = f[i] - c[i] * x;
        result[first + i] = static_cast<float>(x);
      }
    }
    return result;
  }
};

void tridiagonal(Verdict& verdict, const char* name, int block, int grid) {
  const bool parallel = std::string(name) == "parallel_cyclic_reduction";
  const int n = parallel ? block : 2 * block;
  const Bands bands(n, grid);
  const DeviceArray<float> lower(bands.lower), diagonal(bands.diagonal), upper(bands.upper),
      right_side(bands.right_side), solution(bands.diagonal.size());
  const std::size_t shared = (parallel ? 8 : 5) * (n + 2) * sizeof(float);
  const auto kernel = parallel ? twins::parallel_cyclic_reduction : twins::cyclic_reduction;
  kernel<<<grid, block, shared>>>(lower.data, diagonal.data, upper.data, right_side.data,
                                  solution.data);
  verdict.launched(name);
  verdict.expect(name, solution.copy(), bands.solution(n), 1e-4);
}

/// A system of 512 equations for each warp.
void hybrid(Verdict& verdict, int block, int grid) {
  const int n = 32 * twins::lane_equations, systems = block / 32 * grid;
  const Bands all(n, systems);
  const DeviceArray<float> lower(all.lower), diagonal(all.diagonal), upper(all.upper),
      right_side(all.right_side), solution(all.diagonal.size());
  const auto vectors = [](const DeviceArray<float>& array) {
    return reinterpret_cast<float4*>(array.data);
  };
  const std::size_t shared = block * twins::lane_equations * sizeof(float);
  twins::pcr_hybrid<<<grid, block, shared>>>(vectors(lower), vectors(diagonal), vectors(upper),
                                             vectors(right_side), vectors(solution));
  verdict.launched("pcr_hybrid");
  verdict.expect("pcr_hybrid", solution.copy(), all.solution(n), 1e-4);
}

/// x = B x + g, whose rows of B add up to less than a half.
void jacobi(Verdict& verdict, int block, int grid) {
  const int n = block * grid - 7, iterations = 12;  // the last block is not full
  std::vector<float> b = random_numbers<float>(static_cast<std::size_t>(n) * n);
  for (float& entry : b) entry /= 200.0F * static_cast<float>(n);
  const std::vector<float> g = random_numbers<float>(n, 99, 2);
  const DeviceArray<float> d_b(b), d_g(g), r(n), residual(iterations);
  DeviceArray<float> x0(n), x1(n);
  x0.clear();
  std::vector<double> x(n), next(n);
  std::vector<float> residuals;
  for (int k = 0; k < iterations; ++k) {
    const DeviceArray<float>&from = k % 2 == 0 ? x0 : x1, &to = k % 2 == 0 ? x1 : x0;
    twins::jacobi<<<grid, block>>>(d_b.data, d_g.data, from.data, to.data, r.data, n);
    verdict.launched("jacobi");
    twins::residual_norm<<<1, block, block * sizeof(float)>>>(r.data, residual.data, n, k);
    verdict.launched("residual_norm");
    double largest = 0;
    for (int i = 0; i < n; ++i) {
      double sum = g[i];
      for (int j = 0; j < n; ++j) sum += b[static_cast<std::size_t>(i) * n + j] * x[j];
      next[i] = sum;
      largest = std::max(largest, std::fabs(sum - x[i]));
    }
    x.swap(next);
    residuals.push_back(static_cast<float>(largest));
  }
  const std::vector<float> expected(x.begin(), x.end());
  verdict.expect("jacobi", (iterations % 2 == 0 ? x0 : x1).copy(), expected, 1e-4);
  verdict.expect("residual_norm", residual.copy(), residuals, 1e-3);
}

}  // namespace

int main(int argc, char** argv) {
  const Wanted wanted(argc, argv, 64);
  const int block = wanted.block, grid = wanted.grid;
  Verdict verdict;
  for (const char* name : {"cyclic_reduction", "parallel_cyclic_reduction"}) {
    if (wanted(name)) tridiagonal(verdict, name, block, grid);
  }
  if (wanted("jacobi")) jacobi(verdict, block, grid);
  // Its counters are not recorded (gpu_counters.py): not in "all".
  if (wanted.kernel == "pcr_hybrid") hybrid(verdict, block, grid);
  return verdict.finish();
}
