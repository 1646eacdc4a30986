// Holds kernels/random against cuRAND's device functions and against the host, number for number.
// Prints JSON. Exit 1 where a uniform number or a word differs, where a normal number is not the
// host's to the bit, more than 4 places off cuRAND's formula with CUDA's sine, or further from
// curand_normal4(), whose sine is __sincosf(), than that sine's error allows.
// Use: random_against_curand [THREADS]

#include <curand_kernel.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernels/random/distributions.hpp"

namespace {

using namespace warpscope;

constexpr int per_thread = 4;

/// Four numbers of each thread, in several ways; each has its array.
enum Way { uniform, curand_uniforms, normal, curand_normals, accurate, ways };
/// Likewise of XORWOW, whose words go on from the states that the host made.
enum XorwowWay { words, curand_words, pairs, curand_pairs, xorwow_ways };

/// cuRAND's formula with CUDA's logarithm, sine and cosine, none of them approximate.
__device__ float2 accurate_normals(unsigned a, unsigned b) {
  const float u = a * CURAND_2POW32_INV + CURAND_2POW32_INV / 2;
  const float v = fmaf(static_cast<float>(b), CURAND_2POW32_INV_2PI, CURAND_2POW32_INV_2PI / 2);
  const float radius = sqrtf(-2.0F * logf(u));
  float2 result;
  sincosf(v, &result.x, &result.y);
  return {result.x * radius, result.y * radius};
}

__global__ void draw_philox(std::uint64_t seed, float* out) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t way = std::size_t{gridDim.x} * blockDim.x * per_thread;
  const auto put = [&](Way which, auto all) {
    float* own = out + which * way + thread * per_thread;
    own[0] = all.x;
    own[1] = all.y;
    own[2] = all.z;
    own[3] = all.w;
  };
  const Words4 drawn = philox_of_thread(seed, thread, 0);
  put(uniform, UniformNumbers{}(drawn));
  put(normal, NormalNumbers{}(drawn));
  const float2 first = accurate_normals(drawn.x, drawn.y);
  const float2 second = accurate_normals(drawn.z, drawn.w);
  put(accurate, float4{first.x, first.y, second.x, second.y});
  curandStatePhilox4_32_10_t state;
  curand_init(seed, thread, 0, &state);
  put(curand_uniforms, curand_uniform4(&state));
  curand_init(seed, thread, 0, &state);
  put(curand_normals, curand_normal4(&state));
}

__global__ void draw_xorwow(std::uint64_t seed, const Xorwow* states, std::uint32_t* out) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t way = std::size_t{gridDim.x} * blockDim.x * per_thread;
  const auto at = [&](XorwowWay which) { return out + which * way + thread * per_thread; };
  Xorwow own = states[thread];
  for (int k = 0; k < per_thread; ++k) at(words)[k] = own.draw();
  own = states[thread];
  NormalReadings readings;
  for (int k = 0; k < per_thread; ++k) at(pairs)[k] = __float_as_uint(readings.next(own));
  curandStateXORWOW_t state;
  curand_init(seed, thread, 0, &state);
  for (int k = 0; k < per_thread; ++k) at(curand_words)[k] = curand(&state);
  curand_init(seed, thread, 0, &state);
  for (int k = 0; k < per_thread; ++k) {
    at(curand_pairs)[k] = __float_as_uint(curand_normal(&state));
  }
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(3);
}

/// Runs a kernel that fills so many values on the device, and fetches them.
template <class T, class Launch>
std::vector<T> fetched(std::size_t count, const Launch& launch) {
  T* device = nullptr;
  std::vector<T> host(count);
  check(cudaMalloc(&device, count * sizeof(T)));
  launch(device);
  check(cudaGetLastError());
  check(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  check(cudaFree(device));
  return host;
}

std::int64_t rank(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value);
  return bits < 0 ? -std::int64_t{bits & 0x7fffffff} : bits;
}

/// How far two ways of drawing lie apart.
struct Distance {
  std::array<std::int64_t, 6> by_places{};  ///< numbers 0 to 4 last places apart, and more
  std::int64_t most_places = 0;
  double most = 0;  ///< absolute
  std::int64_t differ() const { return count() - by_places[0]; }
  std::int64_t count() const {
    std::int64_t all = 0;
    for (const std::int64_t some : by_places) all += some;
    return all;
  }
  void add(float a, float b) {
    const std::int64_t places = std::abs(rank(a) - rank(b));
    ++by_places[static_cast<std::size_t>(std::min<std::int64_t>(places, 5))];
    most_places = std::max(most_places, places);
    most = std::max(most, std::abs(static_cast<double>(a) - b));
  }
  void print(const char* name, const char* end) const {
    std::printf("  {\"what\":\"%s\",\"numbers\":%lld,\"places_apart\":[", name,
                static_cast<long long>(count()));
    for (std::size_t i = 0; i < by_places.size(); ++i) {
      std::printf("%s%lld", i > 0 ? "," : "", static_cast<long long>(by_places[i]));
    }
    std::printf("],\"most_places\":%lld,\"most\":%.3g}%s\n", static_cast<long long>(most_places),
                most, end);
  }
};

struct Distances {
  Distance uniforms, philox_on_host, accurate_sine, philox_normals, xorwow_words, xorwow_on_host,
      xorwow_normals;
};

void compare_philox(std::uint64_t seed, unsigned blocks, Distances& all) {
  const std::size_t way = std::size_t{blocks} * 256 * per_thread;
  const auto out =
      fetched<float>(ways * way, [&](float* to) { draw_philox<<<blocks, 256>>>(seed, to); });
  for (std::size_t i = 0; i < way; ++i) {
    const auto of = [&](Way which) { return out[which * way + i]; };
    all.uniforms.add(of(uniform), of(curand_uniforms));
    all.philox_normals.add(of(normal), of(curand_normals));
    all.accurate_sine.add(of(normal), of(accurate));
    const auto thread = static_cast<std::uint32_t>(i / per_thread);
    const Vec4<float> four = NormalNumbers{}(philox_of_thread(seed, thread, 0));
    const float expected[] = {four.x, four.y, four.z, four.w};
    all.philox_on_host.add(of(normal), expected[i % per_thread]);
  }
}

void compare_xorwow(std::uint64_t seed, unsigned blocks, Distances& all) {
  const std::size_t way = std::size_t{blocks} * 256 * per_thread;
  const std::vector<Xorwow> states = xorwow_states(seed, std::int64_t{blocks} * 256);
  Xorwow* on_device = nullptr;
  check(cudaMalloc(&on_device, states.size() * sizeof(Xorwow)));
  check(
      cudaMemcpy(on_device, states.data(), states.size() * sizeof(Xorwow), cudaMemcpyHostToDevice));
  const auto out = fetched<std::uint32_t>(xorwow_ways * way, [&](std::uint32_t* to) {
    draw_xorwow<<<blocks, 256>>>(seed, on_device, to);
  });
  check(cudaFree(on_device));
  for (std::size_t t = 0; t < states.size(); ++t) {
    Xorwow own = states[t];
    NormalReadings readings;
    for (int k = 0; k < per_thread; ++k) {
      const auto of = [&](XorwowWay which) { return out[which * way + t * per_thread + k]; };
      const auto number = [&](XorwowWay which) { return std::bit_cast<float>(of(which)); };
      all.xorwow_words.add(number(words), number(curand_words));
      all.xorwow_normals.add(number(pairs), number(curand_pairs));
      all.xorwow_on_host.add(number(pairs), readings.next(own));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::fprintf(stderr, "skipped: there is no GPU\n");
    return 77;
  }
  const long threads = argc > 1 ? std::atol(argv[1]) : 1'000'000;
  const auto blocks = static_cast<unsigned>((threads + 255) / 256);
  Distances all;
  for (const std::uint64_t seed : {0ULL, 7ULL, 1234ULL, 4294967295ULL}) {
    compare_philox(seed, blocks, all);
    compare_xorwow(seed, std::min(blocks, 256U), all);
  }
  std::printf("{\"results\":[\n");
  all.uniforms.print("random_philox, uniform: curand_uniform4", ",");
  all.xorwow_words.print("random_xorwow, words: curand", ",");
  all.philox_on_host.print("random_philox, normal: the host", ",");
  all.xorwow_on_host.print("random_xorwow, normal: the host", ",");
  all.accurate_sine.print("random_philox, normal: curand_normal4 with sincosf", ",");
  all.philox_normals.print("random_philox, normal: curand_normal4", ",");
  all.xorwow_normals.print("random_xorwow, normal: curand_normal", "");
  std::printf("]}\n");
  // __sincosf() is said to be 2^-21.4 off from -π to π, and more beyond; the radius is up to 6.8.
  constexpr double allowed = 6.8 * 0x1p-19;
  const bool good = all.uniforms.differ() == 0 && all.xorwow_words.differ() == 0 &&
                    all.philox_on_host.differ() == 0 && all.xorwow_on_host.differ() == 0 &&
                    all.accurate_sine.by_places[5] == 0 && all.philox_normals.most <= allowed &&
                    all.xorwow_normals.most <= allowed;
  return good ? 0 : 1;
}
