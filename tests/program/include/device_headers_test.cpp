// The CUDA headers that a user's program sees, with each compiler that this machine has.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "tests/program/include/header_program.hpp"

namespace warpscope {
namespace {

using test::content_of;
using test::header_tests;
using test::HeaderProgram;
using test::program_sources;
using test::Said;

class DeviceHeaders : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (test::sanitizer_has_no_part) GTEST_SKIP() << "nothing here is built with the sanitizer";
    if (!HeaderProgram::exists(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  }
  HeaderProgram program_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Compiler, DeviceHeaders, testing::Values("clang++", "g++"),
                         [](const auto& compiler) {
                           return std::string(compiler.param) == "g++" ? "gcc" : "clang";
                         });

std::vector<std::string> header_lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_P(DeviceHeaders, GiveTheBitsOfAGpuWhereTheyAreFixed) {
  const Said compiled =
      program_.compile_file(header_tests / "exact_intrinsics.cu", "-std=c++17 -w");
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  const auto said = header_lines_of(program_.start().text);
  const auto expected = header_lines_of(content_of(header_tests / "exact_intrinsics.txt"));
  ASSERT_EQ(said.size(), expected.size());
  for (std::size_t i = 0; i < said.size(); i++) EXPECT_EQ(said[i], expected[i]);
}

TEST_P(DeviceHeaders, GiveWordsOfAWarpAsAGpu) {
  const Said compiled = program_.compile_file(header_tests / "warp_words.cu", "-std=c++17 -w");
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  const auto said = header_lines_of(program_.start().text);
  const auto expected = header_lines_of(content_of(header_tests / "warp_words.txt"));
  ASSERT_EQ(said.size(), expected.size());
  for (std::size_t i = 0; i < said.size(); i++) EXPECT_EQ(said[i], expected[i]) << "line " << i + 1;
}

/// Differences in units of the last place of the narrower type that the values fit in.
double places_apart(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return INFINITY;
  const bool single = static_cast<double>(static_cast<float>(b)) == b;
  return std::abs(a - b) / (std::max(std::abs(a), std::abs(b)) * (single ? 0x1p-23 : 0x1p-52));
}

TEST_P(DeviceHeaders, GiveFunctionsCloseToThoseOfAGpu) {
  const Said compiled = program_.compile_file(header_tests / "close_functions.cu", "-std=c++17 -w");
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  const auto said = header_lines_of(program_.start().text);
  const auto expected = header_lines_of(content_of(header_tests / "close_functions.txt"));
  ASSERT_EQ(said.size(), expected.size());
  for (std::size_t i = 0; i < said.size(); i++) {
    std::istringstream ours(said[i]), theirs(expected[i]);
    std::string name, other;
    ours >> name;
    // The fast forms: documented as good to a number of places that grows with the argument.
    const double allowed = name.rfind("__", 0) == 0 ? 128 : 4;
    while (theirs >> other && ours) {
      if (other == name) continue;
      std::string word;
      ours >> word;
      char* end = nullptr;
      const double value = std::strtod(word.c_str(), &end);
      if (end == word.c_str()) continue;  // the rest of a name
      // sin and cos near their zeros: what counts is the difference itself.
      const double wanted = std::strtod(other.c_str(), nullptr);
      if (allowed > 4 && std::abs(value - wanted) < 1e-6) continue;
      EXPECT_LE(places_apart(value, wanted), allowed) << said[i] << "\n" << expected[i];
    }
  }
}

struct HookedAccess {
  const char* body;  ///< of a kernel of one thread
  const char* hooks;
};
const std::vector<HookedAccess> hooked_accesses{
    // One access for a vector, three for a type of three members, two for 32 bytes.
    {"at<char2>(1) = at<char2>(0);", " read2 1 write2 1"},
    {"at<uchar4>(1) = at<uchar4>(0);", " read4 1 write4 1"},
    {"at<short2>(1) = at<short2>(0);", " read4 1 write4 1"},
    {"at<ushort4>(1) = at<ushort4>(0);", " read8 1 write8 1"},
    {"at<int2>(1) = at<int2>(0);", " read8 1 write8 1"},
    {"at<float2>(1) = at<float2>(0);", " read8 1 write8 1"},
    {"at<uint4>(1) = at<uint4>(0);", " read16 1 write16 1"},
    {"at<float4>(1) = at<float4>(0);", " read16 1 write16 1"},
    {"at<double2>(1) = at<double2>(0);", " read16 1 write16 1"},
    {"at<longlong2>(1) = at<longlong2>(0);", " read16 1 write16 1"},
    {"at<double4>(1) = at<double4>(0);", " read16 2 write16 2"},
    {"at<float3>(1) = at<float3>(0);", " read4 3 write4 3"},
    {"at<half>(1) = at<half>(0);", " read2 1 write2 1"},
    {"at<half2>(1) = at<half2>(0);", " read4 1 write4 1"},
    // Used by members: still one load; and what is written by members is written so.
    {"float4 v = at<float4>(0); at<float>(9) = v.x + v.y + v.z + v.w;", " read16 1 write4 1"},
    {"uchar4 v = at<uchar4>(0); at<int>(9) = v.x + v.y + v.z + v.w;", " read4 1 write4 1"},
    {"half2 v = at<half2>(0); at<float>(9) = __low2float(v) + __high2float(v);",
     " read4 1 write4 1"},
    {"at<float4>(1) = make_float4(1, 2, 3, at<float>(0));", " read4 1 write16 1"},
    {"at<float4>(1).y = at<float4>(0).z;", " read4 1 write4 1"},
    {"volatile float4* p = &at<float4>(0); p[1].x = p[0].w;", " read4 1 write4 1"},
    {"struct S { float4 a; int2 b; int c; }; at<S>(1) = at<S>(0);",
     " read4 1 read8 1 read16 1 write4 1 write8 1 write16 1"},
    {"at<float4>(1) = __ldg(&at<float4>(0));", " read16 1 write16 1"},
    {"__stcg(&at<float2>(1), __ldcs(&at<float2>(0)));", " read8 1 write8 1"},
    {"at<half>(1) = at<half>(0) * at<half>(2) + half(1.0f);", " read2 2 write2 1"},
    // Builtins, words and atomics are no accesses.
    {"at<unsigned>(0) = threadIdx.x + blockIdx.y * blockDim.z + gridDim.x + warpSize;",
     " write4 1"},
    {"uint3 t = threadIdx; dim3 d = blockDim; dim3 e(gridDim); at<int>(0) = t.x + d.x + e.x;",
     " write4 1"},
    {"atomicAdd(&at<int>(0), 1); atomicCAS(&at<unsigned long long>(1), 1ull, 2ull);", ""},
    {"__shfl_sync(~0u, 1.5, 0); __ballot_sync(~0u, 1); __syncthreads(); __syncwarp();", ""},
    {"at<float>(0) = __fadd_rz(at<float>(1), __float2int_rd(at<float>(2)));", " read4 2 write4 1"},
};

TEST_P(DeviceHeaders, CallOneHookForEachAccess) {
  std::string text =
      "#include <cuda_fp16.h>\n"
      "alignas(32) char memory[1024];\n"
      "template <class T> T& at(int i) { return reinterpret_cast<T*>(memory)[i]; }\n";
  std::string main = "int main() {\n";
  for (std::size_t i = 0; i < hooked_accesses.size(); i++) {
    const std::string name = "k" + std::to_string(i);
    text += "__global__ void " + name + "() { " + hooked_accesses[i].body + " }\n";
    main += "  " + name + "/$(1, 1)  ();\n";
  }
  // As build_program compiles: newer clangs would move a float3 as two accesses, and a uchar4 whose
  // members are used as four.
  const std::string apart =
      std::string(GetParam()) == "g++" ? "" : " -fno-slp-vectorize -mllvm -disable-vector-combine";
  for (const char* const level : {"-std=c++17", "-std=c++11 -O2"}) {
    const std::string flags = level + apart + " -fsanitize=thread -w";
    const Said compiled = program_.compile(text + main + "}\n", flags);
    ASSERT_EQ(compiled.code, 0) << compiled.text;
    std::vector<std::string> said;
    for (const std::string& line : header_lines_of(program_.start("COUNT_HOOKS=1").text)) {
      if (line.rfind("launch ", 0) == 0) said.push_back(line.substr(line.find(':') + 1));
    }
    ASSERT_EQ(said.size(), hooked_accesses.size());
    for (std::size_t i = 0; i < said.size(); i++) {
      EXPECT_EQ(said[i], hooked_accesses[i].hooks) << hooked_accesses[i].body << " with " << flags;
    }
  }
}

TEST_P(DeviceHeaders, KeepABarrierOneInstruction) {
  // Both paths of the condition go through the same two barriers. A compiler likes to make a copy for each.
  const std::string threads = std::string(GetParam()) == "g++" ? " -fno-thread-jumps" : "";
  for (const char* const level : {"-O1", "-O2"}) {
    const Said compiled = program_.compile(R"cuda(
__global__ void k(int* p, bool first) {
  if (first) p[0] = 1;
  __syncthreads();
  if (first) p[1] = p[0];
  __syncthreads();
  if (!first) p[2] = 5; else p[3] = 4;
}
int main() {
  static int memory[4];
  k/$(1, 1)  (memory, true);
  k/$(1, 1)  (memory, false);
})cuda",
                                           "-fsanitize=thread -w " + std::string(level) + threads);
    ASSERT_EQ(compiled.code, 0) << compiled.text;
    EXPECT_EQ(program_.start("TELL_BARRIERS=1").text, "2 barriers so far\n2 barriers so far\n")
        << level;
  }
}

TEST_P(DeviceHeaders, LaunchWithConvertedArguments) {
  const Said compiled = program_.compile(R"cuda(
struct Pair { float a; double b; };
struct Vec { float4 v; int n; };
struct Twice { __device__ float operator()(float x) const { return 2 * x; } };
__device__ float half_of(float x) { return x / 2; }

__global__ void plain(int* p, float f, const char* s, bool b) {
  printf("plain %d %g %s %d\n", p == nullptr, f, s == nullptr ? "null" : s, b);
}
__global__ void none() { printf("none %u %u\n", blockIdx.x, gridDim.x * blockDim.y); }
__global__ void structs(Pair p, const Vec v, const float* const q, float4 w) {
  printf("structs %g %g %g %d %d %g\n", p.a, p.b, v.v.w, v.n, q == nullptr, w.z);
}
template <class T, int N> __global__ void typed(T a, T b) { printf("typed %d %d\n", (int)(a + b), N); }
template <class F> __global__ void calls(F f, float x) { printf("calls %g\n", f(x)); }
template <class T> __global__ void deduced(T* p, T v, unsigned n) {
  printf("deduced %zu %g %u\n", sizeof(T), (double)v, n);
}
__global__ void overloaded(int) { printf("int\n"); }
__global__ void overloaded(double) { printf("double\n"); }
__global__ void defaults(int a, int b = 5) { printf("defaults %d\n", a + b); }
namespace inner { __global__ void k(unsigned char c) { printf("inner %d\n", c); } }
struct Holder { template <class T> static __global__ void k(T v) { printf("static %g\n", (double)v); } };
#define LAMBDA(name) [&](auto&&... ws_a) { name(static_cast<decltype(ws_a)&&>(ws_a)...); }

int count = 0;
int next() { return ++count; }
enum Sizes { four = 4 };

int main() {
  plain/$(1, 1)  (NULL, 2, 0, 1.5);
  plain/$(1, 1)  (nullptr, 2.5, "text", 0);
  plain/$(dim3(1), dim3(1, 1, 1), 16u, 0)  (0, 'A', nullptr, true);
  size_t big = 2;
  none/$(big, dim3(1, 3))  ();
  none/$(four / 2, 1.0)  ();
  structs/$(1, 1)  (Pair{1, 2}, Vec{{1, 2, 3, 4}, 5}, nullptr, make_float4(1, 2, 3, 4));
  typed<long, 3>/$(1, 1)  (1, 2u);
  typed<unsigned char, 4>/$(1, 1)  (next(), 2);
  float factor = 3;
  LAMBDA(calls)/$(1, 1)  ([=] __device__(float x) { return x * factor; }, 2);
  LAMBDA(calls)/$(1, 1)  (Twice(), 2);
  LAMBDA(calls)/$(1, 1)  (half_of, 3);
  calls<Twice>/$(1, 1)  (Twice(), 7);
  double* p = nullptr;
  LAMBDA(deduced)/$(1, 1)  (p, 2.0, 3);
  LAMBDA(overloaded)/$(1, 1)  (1);
  LAMBDA(overloaded)/$(1, 1)  (1.0);
  LAMBDA(defaults)/$(1, 1)  (1);
  inner::k/$(1, 1)  (300 - 44 + 7);
  Holder::k<double>/$(1, 1)  (1.25);
  void (*pointer)(int, int) = defaults;
  pointer/$(1, 1)  (1, 1);
  auto chosen = next() > 1 ? &defaults : pointer;
  chosen/$(next(), 1)  (2, 3);
  dim3 blockDim(2), gridDim(1);
  none/$(gridDim, blockDim)  ();
  ::ws::register_kernel(&structs);
  return 0;
}
)cuda",
                                         "-std=c++17");
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  const std::string said = program_.start("TELL_LAUNCHES=1").text;
  EXPECT_EQ(said, R"(launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 8 4 8 1
plain 1 2 null 1
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 8 4 8 1
plain 1 2.5 text 0
launch grid 1,1,1 block 1,1,1 shared 16 stream 0 parameters 8 4 8 1
plain 1 65 null 1
launch grid 2,1,1 block 1,3,1 shared 0 stream 0 parameters
none 0 6
none 0 6
none 0 6
none 1 6
none 1 6
none 1 6
launch grid 2,1,1 block 1,1,1 shared 0 stream 0 parameters
none 0 2
none 1 2
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 16 32 8 16
structs 1 2 4 5 1 3
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 8 8
typed 3 3
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 1 1
typed 3 4
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 4 4
calls 6
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 1 4
calls 4
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 8 4
calls 1.5
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 1 4
calls 14
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 8 8 4
deduced 8 2 3
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 4
int
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 8
double
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 4
defaults 6
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 1
inner 7
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 8
static 1.25
launch grid 1,1,1 block 1,1,1 shared 0 stream 0 parameters 4 4
defaults 2
launch grid 3,1,1 block 1,1,1 shared 0 stream 0 parameters 4 4
defaults 5
defaults 5
defaults 5
launch grid 1,1,1 block 2,1,1 shared 0 stream 0 parameters
none 0 1
none 0 1
registered 16 32 8 16
)");
}

TEST_P(DeviceHeaders, LaunchWithArgumentsInBraces) {
  const Said compiled = program_.compile(R"cuda(
struct Pair { float a; double b; };
template <class T> struct Of { T x, y; };
__global__ void plain(int* p, float2 v, const Pair q, dim3 d) {
  printf("plain %d %g %g %g %g %u\n", p == nullptr, v.x, v.y, q.a, q.b, d.z);
}
template <class T> __global__ void deduced(const T* p, Of<T> v, int n) {
  printf("deduced %zu %g %d\n", sizeof(T), (double)(v.x + v.y), n);
}
template <class T> ::ws::found_kernel<decltype(&deduced<T>), &deduced<T>> ws_of_deduced(
    const T* p, Of<T> v, int n);
__global__ void overloaded(int, int2 v) { printf("int %d\n", v.y); }
::ws::found_kernel<void (*)(int, int2), &overloaded> ws_of_overloaded(int, int2);
__global__ void overloaded(double, int3 v) { printf("double %d\n", v.z); }
::ws::found_kernel<void (*)(double, int3), &overloaded> ws_of_overloaded(double, int3);
int count = 0;
int next() { return ++count; }

int main() {
  int value = 0, *p = &value;
  plain/$(1, 1)  .of(plain)(NULL, {1, 2}, {3, 4}, {});
  plain/$(1, 2)  .of(plain)(p, {float(next()), float(next())}, {}, {1, 2, 3});
  double* q = nullptr;
  deduced/$(1, 1)  .of(decltype(ws_of_deduced(q, {1, 2.5}, next())){})(q, {1, 2.5}, next());
  deduced<char>/$(1, 1)  .of(deduced<char>)({}, {1, 2}, 'a');
  overloaded/$(1, 1)  .of(decltype(ws_of_overloaded(1, {2, 3})){})(1, {2, 3});
  overloaded/$(1, 1)  .of(decltype(ws_of_overloaded(1., {2, 3, 4})){})(1., {2, 3, 4});
  void (*table[])(int, int2) = {overloaded};
  table[0]/$(1, 1)  .of(table[0])(next(), {5, 6});
})cuda",
                                         "-std=c++17");
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  EXPECT_EQ(program_.start().text, R"(plain 1 1 2 3 4 1
plain 0 1 2 0 0 3
plain 0 1 2 0 0 3
deduced 8 3.5 3
deduced 1 3 97
int 3
double 4
int 6
)");
}

TEST_P(DeviceHeaders, RefuseALaunchFromAKernelAndNumbersForPointers) {
  const Said compiled = program_.compile(R"cuda(
__global__ void child(int* p) {}
__global__ void parent() { child/$(1, 1)  (nullptr); }
int main(int argc, char**) {
  if (getenv("NUMBER")) child/$(1, 1)  (argc);
  parent/$(1, 1)  ();
})cuda",
                                         "-std=c++17 -w");
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  EXPECT_EQ(program_.start().text,
            "a launch inside a kernel (dynamic parallelism) is not emulated: launch from the host, "
            "or call "
            "a __device__ function.\n");
  EXPECT_EQ(program_.start("NUMBER=1").text,
            "a launch with a number for a pointer is not emulated: pass a pointer, or nullptr.\n");
}

TEST_P(DeviceHeaders, RefuseLargeTilesWhenTheyAreMade) {
  const Said compiled = program_.compile(R"cuda(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <unsigned int size> __global__ void k(int* sum) {
  __shared__ cg::block_tile_memory<256> memory;
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block(memory));
  *sum = cg::reduce(tile, 1, cg::plus<int>());
}
int main(int argc, char**) {
  static int sum;
  k<32>/$(1, 32)  (&sum);
  printf("%d\n", sum);
  k<64>/$(1, 1)  (&sum);
})cuda");
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  EXPECT_EQ(program_.start().text,
            "32\na tile of more than 32 threads is not emulated: use this_thread_block(), or tiles "
            "of 32.\n");
}

TEST_P(DeviceHeaders, NameAtomicsWithTheirOperands) {
  const Said compiled = program_.compile(R"cuda(
#include <cuda_fp16.h>
__device__ int i;
__device__ unsigned u;
__device__ unsigned long long l;
__device__ long long s;
__device__ float f;
__device__ double d;
__device__ unsigned short h;
__device__ half2 pair;
// An own one, as programs for old devices have it, takes the place of CUDA's.
__device__ double atomicAdd(double* address, double value) { return *address += value, 42.0; }
__global__ void k() {
  i = 5;
  printf("%d\n", atomicAdd(&i, 2));
  printf("%d\n", atomicSub(&i, 1));
  atomicMin(&i, -1);
  atomicMax(&u, 3u);
  atomicInc(&u, 7);
  atomicDec(&u, 8);
  atomicAnd(&l, 9ull);
  atomicOr_block(&i, 16);
  atomicXor_system(&u, 17u);
  atomicMax(&s, -2LL);
  atomicExch(&f, 1.5f);
  atomicAdd(&f, 1);
  printf("%g\n", atomicAdd(&d, 1.0));
  printf("%d\n", atomicCAS(&i, 7, 9));
  atomicCAS(&h, (unsigned short)0, (unsigned short)5);
  atomicAdd(&pair, half2(1.0f, 2.0f));
}
int main() { k/$(1, 1)  (); })cuda",
                                         "-std=c++17 -w");
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  EXPECT_EQ(program_.start().text, R"(atomic 0 type 4 operand 2 compare 0
5
atomic 1 type 4 operand 1 compare 0
7
atomic 3 type 4 operand ffffffff compare 0
atomic 4 type 5 operand 3 compare 0
atomic 5 type 5 operand 7 compare 0
atomic 6 type 5 operand 8 compare 0
atomic 7 type 7 operand 9 compare 0
atomic 8 type 4 operand 10 compare 0
atomic 9 type 5 operand 11 compare 0
atomic 4 type 6 operand fffffffffffffffe compare 0
atomic 2 type 8 operand 3fc00000 compare 0
atomic 0 type 8 operand 3f800000 compare 0
42
atomic 10 type 4 operand 9 compare 7
7
atomic 10 type 3 operand 5 compare 0
atomic 0 type 10 operand 3c00 compare 0
atomic 0 type 10 operand 4000 compare 0
)");
}

TEST_P(DeviceHeaders, ChooseTheOverloadsThatCudaChooses) {
  const std::string text = R"cuda(
#include <algorithm>
#include <cmath>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <memory>
using namespace std;
template <class A, class B> struct is { static const bool value = false; };
template <class A> struct is<A, A> { static const bool value = true; };
#define IS(T, expression) static_assert(is<T, decltype(expression)>::value, #expression)
IS(int, min(1, 2));
IS(unsigned int, min(1, 2u));
IS(unsigned int, max(1u, 2));
IS(unsigned long, min(1l, 2ul));
IS(long long, max(1ll, 2ll));
IS(unsigned long long, max(1ll, 2ull));
IS(float, min(1.0f, 2.0f));
IS(double, min(1.0f, 2.0));
IS(float, abs(-1.0f));
IS(int, abs(-1));
IS(double, pow(2.0f, 2));
IS(float, pow(2.0f, 2.0f));
IS(float, sqrt(2.0f));
IS(float, rsqrt(2.0f));
IS(double, rsqrt(2.0));
IS(double, norm3d(1.0f, 2.0f, 3.0f));
IS(float, fminf(1, 2));
IS(float, sinpi(1.0f));
IS(unsigned int, blockDim.x + 1);
IS(float, __int_as_float(1));
IS(half, half(1.0f) + half(2.0f));
IS(bool, half(1.0f) < half(2.0f));
IS(half2, __half2(1.0f, 2.0f) * __half2(1.0f, 2.0f));
IS(__nv_bfloat16, __float2bfloat16(1.0f) * __float2bfloat16(2.0f));
IS(half, __shfl_sync(0u, half(1.0f), 1));
IS(long, __shfl_sync(0u, 1l, 1));
IS(float4, __ldg((const float4*)nullptr));
IS(half2, __float22half2_rn(float2()));
static_assert(min(3, 4) == 3 && max(3u, 4) == 4, "for constants, too");
static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "");
static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "");
static_assert(sizeof(double4) == 32 && alignof(double4) == 16, "");
static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4, "");
static_assert(sizeof(short2) == 4 && alignof(short2) == 4, "");
static_assert(sizeof(char3) == 3 && alignof(char3) == 1, "");
static_assert(sizeof(half2) == 4 && alignof(half2) == 4, "");
__constant__ float4 constants[2] = {{1, 2, 3, 4}, {5}};
__managed__ int2 managed = {1, 2};
__ws_gvar_ uint3 variable = {1, 2, 3};
union Either { float4 v; float f[4]; };
__global__ void k(float4* p, const int* __restrict__ q) {
  __shared__ float4 tile[8];
  extern __ws_dyns_ float dynamic[];
  float4 a = {1, 2, 3, 4}, b = {0}, c = {}, d{1, 2}, e = a;
  Either u;
  u.v = a;
  e = *p;
  tile[0] = e;
  tile[threadIdx.x].x = u.f[2] + b.x + c.y + d.z + dynamic[0];
  float3 f = make_float3(1, 2, 3);
  const uchar4 g = make_uchar4(1, 2, 3, 4);
  int2 h = {*q, static_cast<int>(f.x) + g.w};
  dim3 block = blockDim, grid(gridDim), one = 7, index = threadIdx, copy(blockIdx);
  uint3 i = threadIdx, j = blockDim;
  int warpSize_ = warpSize;
  const auto x = threadIdx.x;
  printf("%d %u\n", threadIdx.x, std::max(x, blockIdx.y));
  atomicAdd(&tile[0].x, 1);
  p[0] = tile[0];
  p[h.x].x = one.x + grid.x + block.x + index.x + copy.x + i.x + j.x + warpSize_;
  assert(p != nullptr);
  unsigned n = __popc(3) + __clz(1) + __ffs(2) + __brev(4u);
  float s, t;
  sincosf(1.0f, &s, &t);
  p[n].y = fmaxf(s, t) + __fdividef(s, t) + __saturatef(s) + rsqrtf(s) + exp10f(t) + norm3df(s, t, 1);
}
)cuda";
  for (const char* const standard :
       {"-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20", "-std=gnu++17"}) {
    const Said compiled =
        program_.compile(text, std::string(standard) +
                                   " -Wno-narrowing -Wno-attributes -Wno-unknown-warning-option");
    EXPECT_EQ(compiled.code, 0) << standard << "\n" << compiled.text;
  }
}

struct HeaderRefusal {
  const char* text;
  const char* sentence;
};
const std::vector<HeaderRefusal> header_refusals{
    {"__device__ int f(int v) { return __shfl(v, 0); }",
     "__shfl is not emulated: CUDA 9 replaced it by __shfl_sync, which takes a mask first"},
    {"__device__ int f(float v) { return __shfl_down(v, 1); }",
     "__shfl_down is not emulated: CUDA 9 replaced it by __shfl_down_sync"},
    {"__device__ int f(int v) { return __ballot(v) + __any(v) + __all(v); }",
     "__ballot is not emulated: CUDA 9 replaced it by __ballot_sync"},
    {"texture<float, 2, cudaReadModeElementType> t;",
     "texture<> of more than one dimension is not emulated: bind linear memory to texture<T, 1>"},
    {"__device__ float f() { return tex2D<float>(1, 2, 3); }",
     "tex2D is not emulated: fetch from linear memory with tex1Dfetch()"},
    {"__global__ void __cluster_dims__(2, 1, 1) k();\nvoid f() { k/$(1, 1)  (); }",
     "__cluster_dims__ is not emulated: launch blocks"},
    {"#include <cooperative_groups.h>\nvoid f() { cooperative_groups::this_cluster(); }",
     "this_cluster() is not emulated: use this_thread_block()"},
    {"#include <cooperative_groups.h>\nvoid f() { cooperative_groups::this_multi_grid(); }",
     "this_multi_grid() is not emulated: use this_grid()"},
    {"__device__ unsigned f(void* p) { return __isShared(p); }",
     "__isShared is not emulated: an address"},
    {"__global__ void k(__int128* p) { __nv_atomic_exchange_n(p, 1, __NV_ATOMIC_RELAXED); }",
     "__nv_atomic_exchange_n of 16 bytes is not emulated: split the value"},
    {"__global__ void k(float2* p) { atomicAdd(p, *p); }",
     "atomicAdd() of float2 is not emulated: add each member by itself"},
    {"__global__ void k(int* p); void f() { k/$(1, 1)  (1.5); }",
     "an argument of the launch does not convert to the kernel's parameter"},
    {"__global__ void k(int* p); void f() { k/$(1, 1)  (); }",
     "the launch and the kernel differ in their number of arguments"},
    {"#include <thrust/device_vector.h>", "Thrust is not emulated: copy the data to the host"},
    {"#include <cub/cub.cuh>", "CUB is not emulated: write the step as a kernel"},
    {"#include <cuda/std/atomic>",
     "libcu++ (the headers cuda/ and nv/) is not emulated: use the atomic functions"},
    {"#include <curand_kernel.h>", "cuRAND is not emulated: make the numbers on the host"},
    {"#include <cublas_v2.h>", "cuBLAS is not emulated"},
    {"#include <mma.h>", "matrix multiplication by tensor cores (wmma, mma.h) is not emulated"},
};

TEST_P(DeviceHeaders, RefuseByNameWithASentence) {
  for (const HeaderRefusal& refusal : header_refusals) {
    const Said compiled = program_.compile(refusal.text, "-std=c++17 -w");
    EXPECT_NE(compiled.code, 0) << refusal.text;
    EXPECT_NE(compiled.text.find(refusal.sentence), std::string::npos) << refusal.text << "\n"
                                                                       << compiled.text;
  }
}

TEST_P(DeviceHeaders, EachCompilesAloneOrIsRefused) {
  const auto headers = program_sources / "include";
  std::string every, refused;
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(headers)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = std::filesystem::relative(entry.path(), headers).string();
    if (name.rfind("ws/", 0) == 0 || name.rfind("bits/", 0) == 0) continue;
    const std::string text = content_of(entry.path());
    if (text.find("ws/refused/") != std::string::npos) {
      // All of one sentence: that it is one is the family's business, below.
      const std::size_t begin = text.find('"') + 1;
      const auto family = entry.path().parent_path() / text.substr(begin, text.rfind('"') - begin);
      const std::string sentence = content_of(family);
      EXPECT_NE(sentence.find("#error "), std::string::npos) << name << " includes " << family;
      EXPECT_NE(sentence.find(" is not emulated: "), std::string::npos) << name << ": " << sentence;
      count++;
      continue;
    }
    every += "#include <" + name + ">\n";
    if (std::count(text.begin(), text.end(), '\n') <= 4) continue;  // nothing but another's name
    const Said alone = program_.compile("#include <" + name + ">\n", "-std=c++11 -include " + name);
    EXPECT_EQ(alone.code, 0) << name << "\n" << alone.text;
  }
  EXPECT_GT(count, 100);
  const Said together = program_.compile(every + every, "-std=c++20");
  EXPECT_EQ(together.code, 0) << together.text;
}

TEST_P(DeviceHeaders, GiveTheSameVectorsToC) {
  const Said compiled = program_.compile_c(
      "#include <vector_types.h>\n#include <vector_functions.h>\n#include <math_constants.h>\n"
      "float f(float4 v, struct dim3 d) {\n"
      "  dim3 e = {1, 2, 3};\n  int2 i = make_int2(1, 2);\n"
      "  return v.w + d.x + e.z + i.y + (float)CUDART_PI;\n}\n"
      "_Static_assert(sizeof(float4) == 16 && __alignof__(float4) == 16, \"float4\");\n"
      "_Static_assert(sizeof(double4) == 32 && __alignof__(double4) == 16, \"double4\");\n"
      "_Static_assert(sizeof(char3) == 3 && sizeof(uint3) == 12, \"three\");\n");
  EXPECT_EQ(compiled.code, 0) << compiled.text;
}

TEST_P(DeviceHeaders, LeaveHostFilesTheirOwnNames) {
  // A .cpp file of a program includes CUDA's headers, but is no device code.
  const Said compiled = program_.compile(
      "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <cuComplex.h>\n"
      "int threadIdx = 1, blockIdx = 2, blockDim = 3, gridDim = 4, warpSize = 5;\n"
      "int min(int a, int b) { return a + b; }\nint atomicAdd(int* p, int v) { return *p += v; }\n"
      "float4 f(dim3 d) { return make_float4(d.x, 2, 3, (float)__half(1.5f)); }\n",
      "-std=c++17 -U__CUDACC__");
  EXPECT_EQ(compiled.code, 0) << compiled.text;
}

}  // namespace
}  // namespace warpscope
