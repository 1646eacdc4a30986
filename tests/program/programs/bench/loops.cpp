// What the programs beside this file compute, as plain loops on one core: loops NAME [LOG2_SIZE [TIMES]].
// Built with -O2 -fno-tree-vectorize: what emulated threads are held against.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

__attribute__((noinline)) void vector_add(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

__attribute__((noinline)) void polynomial(const float* in, float* out, int n) {
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < 64; ++k) sum = sum * in[i] + 0.5F;
    out[i] = sum;
  }
}

__attribute__((noinline)) void reduce_shared(const int* in, int* out, int blocks) {
  constexpr int threads = 256;
  int data[threads];
  for (int b = 0; b < blocks; ++b) {
    for (int t = 0; t < threads; ++t) data[t] = in[b * threads + t];
    for (int s = threads / 2; s > 0; s /= 2) {
      for (int t = 0; t < s; ++t) data[t] += data[t + s];
    }
    out[b] = data[0];
  }
}

__attribute__((noinline)) void matmul_tiled(const float* a, const float* b, float* c, int n) {
  constexpr int tile = 16;
  float part_a[tile][tile], part_b[tile][tile], sums[tile][tile];
  for (int by = 0; by < n; by += tile) {
    for (int bx = 0; bx < n; bx += tile) {
      for (auto& row : sums) {
        for (float& sum : row) sum = 0;
      }
      for (int first = 0; first < n; first += tile) {
        for (int y = 0; y < tile; ++y) {
          for (int x = 0; x < tile; ++x) {
            part_a[y][x] = a[(by + y) * n + first + x];
            part_b[y][x] = b[(first + y) * n + bx + x];
          }
        }
        for (int y = 0; y < tile; ++y) {
          for (int x = 0; x < tile; ++x) {
            for (int k = 0; k < tile; ++k) sums[y][x] += part_a[y][k] * part_b[k][x];
          }
        }
      }
      for (int y = 0; y < tile; ++y) {
        for (int x = 0; x < tile; ++x) c[(by + y) * n + bx + x] = sums[y][x];
      }
    }
  }
}

void time(int times, const std::function<void()>& work) {
  for (int k = 0; k < times; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("seconds %.9f\n", seconds.count());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  const int log2 = argc > 2 ? std::atoi(argv[2]) : 20, times = argc > 3 ? std::atoi(argv[3]) : 5;
  const int n = 1 << log2;
  if (name == "vector_add" || name == "polynomial") {
    std::vector<float> a(n, 0.25F), b(n, 2), c(n);
    time(times, [&] {
      if (name == "vector_add") vector_add(a.data(), b.data(), c.data(), n);
      if (name == "polynomial") polynomial(a.data(), c.data(), n);
    });
  } else if (name == "reduce_shared") {
    std::vector<int> in(n, 3), out(n / 256);
    time(times, [&] { reduce_shared(in.data(), out.data(), n / 256); });
  } else if (name == "matmul_tiled") {
    const std::size_t count = static_cast<std::size_t>(n) * n;
    std::vector<float> a(count, 1), b(count, 2), c(count);
    time(times, [&] { matmul_tiled(a.data(), b.data(), c.data(), n); });
  } else {
    std::fprintf(stderr, "loops: vector_add, polynomial, reduce_shared or matmul_tiled\n");
    return 2;
  }
  return 0;
}
