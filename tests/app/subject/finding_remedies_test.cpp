#include "app/subject/finding_remedies.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "app/subject/code_statements.hpp"

namespace warpscope {
namespace {

/// The remedy of a finding in the code, whose first line is line 1.
std::string remedy(const std::string& text, HintSubject subject) {
  const CodeStatements code(text);
  subject.code = &code;
  return finding_remedy(subject).english();
}
HintSubject race(std::uint32_t line, std::uint32_t other, const char* array) {
  return {.line = line, .other_line = other, .array = array};
}
HintSubject race_in(bool one_round, std::uint32_t line, std::uint32_t other, const char* array) {
  HintSubject subject = race(line, other, array);
  subject.one_round = one_round;
  return subject;
}
HintSubject of(FindingKind kind, std::uint32_t line, const char* array, std::int64_t index) {
  return {.kind = kind, .line = line, .array = array, .index = index};
}

const std::string update = " one element.";
constexpr auto bounds = FindingKind::out_of_bounds;
constexpr auto divergence = FindingKind::barrier_divergence;

TEST(FindingRemedies, AnElementThatManyUpdateNeedsThatAtomic) {
  const auto one = [](const std::string& statement, const char* array) {
    std::string text = remedy(
        "__global__ void f(const int* x, int* bins, float* sum, char* small,\n"
        "                  long long* wide, unsigned* bits) {\n" +
            statement + "\n}",
        race(3, 3, array));
    return text.substr(0, text.find(" in place"));
  };
  EXPECT_EQ(one("bins[x[threadIdx.x] / 16]++;", "bins"),
            "Write atomicAdd(&bins[x[threadIdx.x] / 16], 1)");
  EXPECT_EQ(one("int at = bins[0]++;", "bins"), "Write atomicAdd(&bins[0], 1)");
  EXPECT_EQ(one("--bins[2];", "bins"), "Write atomicAdd(&bins[2], -1)");
  EXPECT_EQ(one("*sum += x[0] * 2;", "sum"), "Write atomicAdd(sum, x[0] * 2)");
  EXPECT_EQ(one("sum[0] -= x[0] + 1;", "sum"), "Write atomicAdd(&sum[0], -(x[0] + 1))");
  EXPECT_EQ(one("if (x[1]) bins[k] = bins[k] + x[k];", "bins"), "Write atomicAdd(&bins[k], x[k])");
  EXPECT_EQ(one("bins[k] = max(bins[k], x[k]);", "bins"), "Write atomicMax(&bins[k], x[k])");
  EXPECT_EQ(one("bits[w] |= 1u << k;", "bits"), "Write atomicOr(&bits[w], 1u << k)");
  EXPECT_EQ(one("wide[0] += 3;", "wide"), "Write atomicAdd((unsigned long long *)&wide[0], 3)");
  EXPECT_EQ(one("small[k]++;", "small"),
            "Give small elements of type int, since CUDA has no atomic operations on char, and "
            "write atomicAdd(&small[k], 1)");
  // CUDA has none that does these.
  EXPECT_EQ(one("bins[k] *= 2;", "bins").find("Let bins[k] *= 2 on line 3 be one atomic"), 0U);
  EXPECT_EQ(one("sum[0] = fmaxf(sum[0], 1);", "sum").find("Let sum[0] ="), 0U);
  EXPECT_EQ(one("int at = ++bins[0];", "bins").find("Let ++bins[0] on line 3"), 0U)
      << "an atomic gives the value before";
}

TEST(FindingRemedies, AnUpdateInTwoStatementsIsOne) {
  const std::string code =
      "__global__ void f(int* c, int k) {\n  int old = c[k];\n  c[k] = old + 1;\n}";
  const std::string both = "Make lines 2 and 3 one atomic operation on c[k]";
  EXPECT_EQ(remedy(code, race(3, 2, "c")).find(both), 0U);
  EXPECT_EQ(remedy(code, race(2, 3, "c")).find(both), 0U);
  EXPECT_EQ(remedy(code, race(3, 3, "c")).find(both), 0U);
  EXPECT_EQ(remedy("__global__ void f(int* c) {\n  int x = c[threadIdx.x + 1];\n"
                   "  c[threadIdx.x] = x;\n}",
                   race(3, 2, "c")),
            "Put __syncthreads() behind line 2 and before line 3.");
}

TEST(FindingRemedies, AComparisonAndItsStoreAreOneMaximum) {
  EXPECT_EQ(remedy("__global__ void f(int* best, int v) {\n  if (v > best[0])\n    best[0] = v;\n}",
                   race(3, 2, "best"))
                .substr(0, 50),
            "Write atomicMax(&best[0], v); in place of the if o");
  EXPECT_EQ(remedy("__global__ void f(int* low, int v) {\n  if (*low > v) {\n    *low = v; }\n}",
                   race(3, 2, "low"))
                .substr(0, 30),
            "Write atomicMin(low, v); in pl");
  EXPECT_NE(
      remedy("__global__ void f(float* b, float v) {\n  if (v > *b) *b = v;\n}", race(2, 2, "b"))
          .find("atomicCAS"),
      std::string::npos);
}

TEST(FindingRemedies, OneThreadWritesWhatAllWrite) {
  EXPECT_EQ(remedy("__global__ void f(int* d) {\n  d[0] = threadIdx.x;\n}", race(2, 2, "d")),
            "Let only one thread write d[0] on line 2: several write different values there.");
  EXPECT_EQ(remedy("__global__ void f(int* flag) {\n  int t = threadIdx.x;\n  *flag = t;\n}",
                   race(3, 3, "flag"))
                .find("Let only one thread write *flag"),
            0U);
  EXPECT_EQ(remedy("__global__ void f(int* d) {\n  int t = threadIdx.x;\n  d[t / 2] = t;\n}",
                   race(3, 3, "d")),
            "")
      << "which of them is meant is not known";
}

const std::string next = ": the next round uses what this one does.";

TEST(FindingRemedies, TheNextRoundWaitsAtTheEndOfTheLoop) {
  const std::string sum =
      "__global__ void sum(int* cache) {\n"
      "  int t = threadIdx.x;\n"
      "  for (int s = 128; s > 0; s /= 2) {\n"
      "    if (t < s)\n"
      "      cache[t] += cache[t + s];\n"
      "\n"
      "  }\n"
      "}";
  EXPECT_EQ(
      remedy(sum, race_in(false, 5, 5, "cache")),
      "Put __syncthreads() at the end of the loop of line 3, behind line 5, outside of the if" +
          next);
  EXPECT_EQ(remedy("#define ADD(at, by) s[at] += s[(at) + (by)]\n"
                   "__global__ void f(int* s) {\n  int n = 64;\n  while (n > 0) {\n"
                   "    if (threadIdx.x < n) { ADD(threadIdx.x, n); }\n    n >>= 1;\n  }\n}",
                   race_in(false, 5, 5, "s")),
            "Put __syncthreads() at the end of the loop of line 4, behind line 6" + next);
  EXPECT_EQ(
      remedy("__global__ void f(int* s) {\n  for (int k = 32; k; k /= 2)\n"
             "    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];\n}",
             race_in(false, 3, 3, "s")),
      "Give the loop of line 2 braces, and put __syncthreads() at its end, outside of the if" +
          next);
  // A barrier between the two tells that they are of two rounds, whatever else is known.
  EXPECT_EQ(
      remedy(
          "__global__ void f(float (*tile)[16]) {\n  int x = threadIdx.x;\n  do {\n"
          "    tile[x][0] = 1;\n    __syncthreads();\n    use(tile[0][x]);\n  } while (more());\n}",
          race(4, 6, "tile")),
      "Put __syncthreads() at the end of the loop of line 3, behind line 6" + next);
  HintSubject ours = race_in(false, 5, 5, "cache");
  ours.cuda = false;
  EXPECT_EQ(remedy(sum, ours).find("Put block.sync() at the end"), 0U);
  EXPECT_EQ(remedy(sum, race(5, 5, "cache")), "") << "of which rounds they are is not known";
}

TEST(FindingRemedies, WhatThePreprocessorLeavesOutIsNoPlace) {
  const std::string code =
      "__global__ void f(int* s, int n) {\n  for (int k = 0; k < n; ++k) {\n"
      "    s[threadIdx.x] = k;\n    __syncthreads();\n    use(s[0]);\n#ifdef MENDED\n"
      "    __syncthreads();\n#endif\n  }\n}";
  EXPECT_EQ(remedy(code, race(3, 5, "s")),
            "Put __syncthreads() at the end of the loop of line 2, behind line 5" + next);
  EXPECT_EQ(
      remedy("#define MENDED\n" + code, race(4, 6, "s")).find("behind line 8") != std::string::npos,
      true)
      << "the end of the loop, where that is compiled";
}

TEST(FindingRemedies, NoBarrierStandsInALoopThatThreadsLeaveApart) {
  EXPECT_EQ(remedy("__global__ void f(int* s) {\n  int w = threadIdx.x / 32;\n"
                   "  for (int i = 0; i < 4 - w; ++i)\n    s[i] = s[i + w];\n}",
                   race_in(false, 4, 4, "s"))
                .find("The loop of line 3 has not as many rounds in all threads"),
            0U);
  EXPECT_EQ(
      remedy("__global__ void f(int* s, int n) {\n"
             "  for (int i = threadIdx.x; i < n; i += 32) {\n    s[i] = i;\n    use(s[n - i]);\n"
             "  }\n}",
             race_in(true, 4, 3, "s"))
          .find("The loop of line 2 has not"),
      0U);
}

TEST(FindingRemedies, WhatReadsAndWritesAtOnceIsTakenApart) {
  EXPECT_EQ(
      remedy("__global__ void f(int* s) {\n  unsigned i = threadIdx.x;\n"
             "  for (int d = 1; d < 64; d *= 2) {\n    if (i >= d)\n      s[i] += s[i - d];\n"
             "    __syncthreads();\n  }\n}",
             race(5, 5, "s")),
      "On line 5, read s[i - d] into a variable first, then put __syncthreads() outside of the "
      "if of line 4, and write s[i] behind it.");
  EXPECT_EQ(remedy("__global__ void f(int* row) {\n  row[threadIdx.x] = row[threadIdx.x + 1];\n}",
                   race(2, 2, "row")),
            "On line 2, read row[threadIdx.x + 1] into a variable first, then put __syncthreads(), "
            "and write row[threadIdx.x] behind it.");
}

TEST(FindingRemedies, ABarrierStandsBetweenTwoStatements) {
  EXPECT_EQ(remedy("__global__ void f(int* s, int* d) {\n  int t = threadIdx.x;\n  s[t] = d[t];\n"
                   "  d[t] = s[127 - t];\n}",
                   race(3, 4, "s")),
            "Put __syncthreads() behind line 3 and before line 4.");
  EXPECT_EQ(remedy("__global__ void f(int* s) {\n  int t = threadIdx.x;\n  if (t < 16) {\n"
                   "    s[t] = 0;\n  }\n  int bin = t / 2;\n  s[bin]++;\n}",
                   race(7, 4, "s")),
            "Put __syncthreads() behind line 6 and before line 7, outside of the if.");
  EXPECT_EQ(
      remedy("__global__ void f(int* s, int* d, int n) {\n  int t = threadIdx.x;\n"
             "  if (t < n) {\n    s[t] = d[t];\n    d[t] = s[n - t];\n  }\n}",
             race(5, 4, "s")),
      "End the if of line 3 behind line 4, put __syncthreads() there, outside of it, and begin "
      "it again before line 5.");
  EXPECT_EQ(
      remedy("__global__ void f(int* s) {\n  for (int k = 0; k < 3; ++k) {\n"
             "    int l = s[(threadIdx.x + 1) % 64];\n    int r = s[(threadIdx.x + 2) % 64];\n"
             "    s[threadIdx.x] = l + r;\n    __syncthreads();\n  }\n}",
             race(5, 3, "s")),
      "Put __syncthreads() behind line 4 and before line 5.");
  EXPECT_EQ(remedy("__global__ void f(int* s) {\n  if (threadIdx.x < 9)\n    s[1] = 0;\n  else\n"
                   "    use(s[1]);\n}",
                   race(5, 3, "s")),
            "")
      << "nothing stands between branches";
  EXPECT_EQ(remedy("__device__ void g(int* s) {\n  s[1] = 0;\n}\n__global__ void f(int* s) {\n"
                   "  g(s);\n  use(s[1]);\n}",
                   race(6, 2, "s")),
            "");
}

TEST(FindingRemedies, LanesOfOneWarpWaitForTheWarp) {
  const std::string code =
      "__global__ void f(int* s) {\n  int t = threadIdx.x;\n  if (t < 32) {\n"
      "    s[t] = s[t] + s[t + 16];\n    s[t] = s[t] + s[t + 8];\n  }\n}";
  HintSubject subject = race(5, 4, "s");
  subject.one_warp = true;
  EXPECT_EQ(remedy(code, subject), "Put __syncwarp() behind line 4 and before line 5.");
  subject.other_line = 5;
  EXPECT_EQ(remedy(code, subject)
                .find("On line 5, read s[t + 8] into a variable first, then put "
                      "__syncwarp(), and"),
            0U);
  subject.one_warp = false;
  subject.other_line = 4;
  EXPECT_EQ(remedy(code, subject).find("End the if of line 3"), 0U);
}

const std::string warp_sum =
    "__device__ void warp_sum(volatile int* data, int tid) {\n"
    "  data[tid] += data[tid + 16];\n  data[tid] += data[tid + 8];\n}\n"
    "__global__ void f() {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n"
    "  if (t < 32) warp_sum(s, t);\n}";

/// The remedy of a race in what a kernel's line calls.
std::string remedy_of_call(const std::string& text, HintSubject subject, std::uint32_t call,
                           std::uint32_t other_call, const char* callee) {
  const CodeStatements code(text);
  subject.code = &code;
  if (call > 0) subject.calls = {{&code, call, callee}};
  if (other_call > 0) subject.other_calls = {{&code, other_call, callee}};
  return finding_remedy(subject).english();
}

TEST(FindingRemedies, AFunctionWaitsAsItsCallerAllows) {
  HintSubject subject = race(3, 2, "s");
  EXPECT_EQ(remedy_of_call(warp_sum, subject, 0, 0, ""), "") << "who calls it is not known";
  EXPECT_EQ(remedy_of_call(warp_sum, subject, 8, 8, "warp_sum"), "")
      << "no barrier of a block may stand in the caller's if";
  subject.one_warp = true;
  EXPECT_EQ(remedy_of_call(warp_sum, subject, 8, 8, "warp_sum"),
            "Put __syncwarp() behind line 2 and before line 3.");
  const std::string everywhere =
      "template <class T> __device__ void turn(T* s, int me, int n) {\n  s[me] = me;\n"
      "  if (me < n)\n    s[n - me] += 2;\n}\n"
      "__global__ void f(int* d) {\n  turn<int>(d, threadIdx.x, 64);\n}";
  EXPECT_EQ(remedy_of_call(everywhere, race(4, 2, "d"), 7, 7, "ws::turn<int>"),
            "Put __syncthreads() behind line 2 and before line 3, outside of the if.");
}

TEST(FindingRemedies, CallsInARowHaveTheBarrierBetweenThem) {
  const std::string calls =
      "__device__ void put(int* s, int i) {\n  s[i] = i;\n}\n"
      "__device__ int get(int* s, int i) {\n  return s[i];\n}\n"
      "__global__ void f(int* s, int* out) {\n  int t = threadIdx.x;\n  put(s, t);\n"
      "  out[t] = get(s, 63 - t);\n  for (int k = 1; k < 9; ++k) {\n    put(s, t + k);\n  }\n}";
  const CodeStatements code(calls);
  HintSubject subject = race(5, 2, "s");
  subject.code = &code;
  subject.calls = {{&code, 10, "get"}};
  subject.other_calls = {{&code, 9, "put"}};
  EXPECT_EQ(finding_remedy(subject), "Put __syncthreads() behind line 9 and before line 10.");
  subject.line = 2;
  subject.one_round = false;
  subject.calls = subject.other_calls = {{&code, 12, "put"}};
  EXPECT_EQ(finding_remedy(subject),
            "Put __syncthreads() at the end of the loop of line 11, behind line 12: the next round "
            "uses what this one does.");
}

TEST(FindingRemedies, OneThreadWritesUnlessTheCallerGaveEachItsPlace) {
  const std::string code =
      "__device__ void put(int* s, int at, int value) {\n  s[at] = value;\n}\n"
      "__global__ void f(int* s) {\n  put(s, threadIdx.x / 2, threadIdx.x);\n"
      "  put(s, 3, threadIdx.x);\n}";
  EXPECT_EQ(remedy_of_call(code, race(2, 2, "s"), 5, 5, "put"), "");
  EXPECT_EQ(remedy_of_call(code, race(2, 2, "s"), 6, 6, "put").find("Let only one thread write"),
            0U);
}

TEST(FindingRemedies, APointerToAnArrayIsTheArray) {
  HintSubject subject = race(4, 4, "s");
  EXPECT_EQ(remedy("__global__ void f() {\n  __shared__ int s[64];\n"
                   "  volatile int* v = s; int t = threadIdx.x;\n  v[t] = v[t + 1];\n}",
                   subject),
            "On line 4, read v[t + 1] into a variable first, then put __syncthreads(), and write "
            "v[t] behind it.");
}

TEST(FindingRemedies, OfTwoStatementsOnALineTheAccessTellsWhich) {
  const std::string code =
      "__global__ void f(int* s, int* d) {\n  int t = threadIdx.x;\n"
      "  s[t] = 1; d[t] = s[t + 1];\n}";
  HintSubject subject = race(3, 3, "s");
  EXPECT_EQ(remedy(code, subject), "");
  subject.writes = false;
  subject.other_writes = true;
  EXPECT_EQ(remedy(code, subject), "Put __syncthreads() between the two statements of line 3.");
}

TEST(FindingRemedies, NoBarrierOrdersBlocks) {
  HintSubject subject = race(2, 2, "sum");
  subject.between_blocks = true;
  EXPECT_EQ(remedy("__global__ void f(float* sum) {\n  *sum += 1;\n}", subject)
                .find("Write atomicAdd(sum, 1) in place"),
            0U);
  EXPECT_EQ(
      remedy("__global__ void f(int* s) {\n  s[threadIdx.x] = s[blockIdx.x];\n}", race(2, 2, "s"))
          .find("On line 2, read"),
      0U);
  subject.array = "s";
  EXPECT_EQ(remedy("__global__ void f(int* s) {\n  s[threadIdx.x] = s[blockIdx.x];\n}", subject),
            "");
}

const std::string beyond = ": the other threads have no element there.";

TEST(FindingRemedies, ThreadsBeyondTheEndNeedAGuard) {
  const std::string add =
      "__global__ void add(const float *a, float *c, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  c[i] = a[i] + a[i + 1];\n}";
  EXPECT_EQ(remedy(add, of(bounds, 3, "c", 1000)), "Put if (i < n) around line 3" + beyond);
  EXPECT_EQ(remedy(add, of(bounds, 3, "a", 1000)), "Put if (i + 1 < n) around line 3" + beyond);
  EXPECT_EQ(remedy("#define TOTAL 777\n__global__ void scale(float* values) {\n"
                   "  values[threadIdx.x] *= 2;\n}",
                   of(bounds, 3, "values", 777)),
            "Put if (threadIdx.x < TOTAL) around line 3" + beyond);
  EXPECT_EQ(remedy("__global__ void f(char* p, int width, int height) {\n"
                   "  int x = threadIdx.x, y = threadIdx.y;\n  p[y * width + x] = 0;\n}",
                   of(bounds, 3, "p", 1500)),
            "Put if (x < width && y < height) around line 3" + beyond);
  EXPECT_EQ(remedy("__global__ void f(float* m, int n) {\n  int col = threadIdx.x;\n"
                   "  int row = threadIdx.y;\n  if (col < n) m[col + n * row] = 0;\n}",
                   of(bounds, 4, "m", 64)),
            "Put if (row < n) around line 4" + beyond);
  EXPECT_EQ(remedy("__global__ void f() {\n  __shared__ int s[64];\n  s[threadIdx.x] = 0;\n}",
                   of(bounds, 3, "s", 64)),
            "Put if (threadIdx.x < 64) around line 3" + beyond);
  EXPECT_EQ(remedy("__global__ void f(int* in, int* out, int n) {\n  int i = threadIdx.x;\n"
                   "  if (i < n)\n    out[i] = in[i - 1];\n}",
                   of(bounds, 4, "in", -1)),
            "Put if (i > 0) around line 4" + beyond);
}

TEST(FindingRemedies, WhatIsGuardedIsTooShort) {
  const std::string text =
      "Line 3 already lets only threads with i < n through, so a is too short: give it n elements "
      "where it is allocated.";
  EXPECT_EQ(remedy("__global__ void f(int* a, int n) {\n  int i = threadIdx.x;\n"
                   "  if (i >= n) return;\n  a[i] = i;\n}",
                   of(bounds, 4, "a", 100)),
            text);
  EXPECT_EQ(remedy("__global__ void f(int* a, int n) {\n\n"
                   "  for (int i = threadIdx.x; i < n; i += 32)\n    a[i] = i;\n}",
                   of(bounds, 4, "a", 100)),
            text);
}

TEST(FindingRemedies, OneTooManyIsNamed) {
  EXPECT_EQ(remedy("__global__ void f(float* m, int n) {\n  for (int k = 0; k <= n; ++k)\n"
                   "    use(m[k]);\n}",
                   of(bounds, 3, "m", 100)),
            "Write k < n in place of k <= n on line 2: the last element is that of n - 1.");
  EXPECT_EQ(
      remedy("__global__ void f(float* m, int size) {\n  int me = threadIdx.x;\n"
             "  if (me <= size && size) m[me] = 1;\n}",
             of(bounds, 3, "m", 100)),
      "Write me < size in place of me <= size on line 3: the last element is that of size - 1.");
}

TEST(FindingRemedies, AnIndexThatNoNameBoundsHasNoRemedy) {
  EXPECT_EQ(
      remedy("__global__ void f(int* a, const int* at, int n) {\n  a[at[threadIdx.x]] = 1;\n}",
             of(bounds, 2, "a", 100)),
      "")
      << "the values may be wrong";
  EXPECT_EQ(remedy("__global__ void f(int* a, int n, int count) {\n  a[threadIdx.x] = 1;\n}",
                   of(bounds, 2, "a", 100)),
            "");
}

TEST(FindingRemedies, ABarrierLeavesItsBranch) {
  EXPECT_EQ(
      remedy("__global__ void f(int* s) {\n  int t = threadIdx.x;\n"
             "  for (int k = 64; k > 0; k /= 2) {\n    if (t < k) {\n      s[t] += s[t + k];\n"
             "      __syncthreads();\n    }\n  }\n}",
             of(divergence, 6, "", 0)),
      "Move __syncthreads() of line 6 out of the if of line 4, behind its end on line 7.");
  EXPECT_EQ(
      remedy("__global__ void f(int* s, int n) {\n  const int i = threadIdx.x;\n  if (i < n) {\n"
             "    s[i] = i;\n    block.sync();\n    use(s[n - i]);\n  }\n}",
             of(divergence, 5, "", 0)),
      "End the if of line 3 before line 5, put block.sync() there, outside of it, and begin the "
      "if again behind it.");
  EXPECT_EQ(remedy("__global__ void f() {\n  if (threadIdx.x % 2)\n    __syncthreads();\n  else\n"
                   "    __syncthreads();\n}",
                   of(divergence, 5, "", 0)),
            "Take the barriers out of both branches of the if of line 2, and put one "
            "__syncthreads() behind its end, on line 5.");
  EXPECT_EQ(
      remedy("__global__ void f(int* s) {\n  for (int k = 32; k > 0; k >>= 1)\n"
             "    if (threadIdx.x < k) { s[threadIdx.x] += s[threadIdx.x + k];\n"
             "      __syncthreads(); }\n}",
             of(divergence, 4, "", 0)),
      "Give the loop of line 2 braces, and move __syncthreads() to its end, outside of the if.");
  EXPECT_EQ(remedy("__global__ void f() {\n  int w = threadIdx.x / 32;\n"
                   "  for (int i = 0; i < 4 - w; ++i) {\n    __syncthreads();\n  }\n}",
                   of(divergence, 4, "", 0)),
            "Let all threads do as many rounds of the loop of line 3, with an if around what only "
            "some do, and put __syncthreads() outside of that if.");
  EXPECT_EQ(remedy("__device__ void wait() {\n  __syncthreads();\n}", of(divergence, 2, "", 0)),
            "");
}

TEST(FindingRemedies, CountersAreClearedFirst) {
  constexpr auto unset = FindingKind::uninitialised_read;
  EXPECT_EQ(remedy("__global__ void f(int* x) {\n  __shared__ int c[4];\n"
                   "  atomicAdd(&c[x[threadIdx.x]], 1);\n}",
                   of(unset, 3, "c", 1)),
            "Set c to 0 first, and put __syncthreads() behind that, before line 3.");
  EXPECT_EQ(remedy("__global__ void f(int* n) {\n  n[threadIdx.x] += 2;\n}", of(unset, 2, "n", 1)),
            "Set n to 0 before the launch, with cudaMemset().");
  EXPECT_EQ(remedy("__global__ void f(int* d) {\n  __shared__ int s[64];\n  s[threadIdx.x] = 1;\n"
                   "  d[threadIdx.x] = s[63 - threadIdx.x];\n}",
                   of(unset, 4, "s", 63)),
            "Put __syncthreads() behind line 3 and before line 4.");
  EXPECT_EQ(remedy("__global__ void f(int* d) {\n  d[0] = d[1];\n}", of(unset, 2, "d", 1)), "");
}

TEST(FindingRemedies, WhatIsReadTooEarlyWaitsForItsStore) {
  constexpr auto unset = FindingKind::uninitialised_read;
  EXPECT_EQ(remedy("__global__ void f(int* d) {\n  __shared__ int s[64]; int t = threadIdx.x;\n"
                   "  s[t] = 1;\n  if (t < 32) s[t] += s[t + 32];\n}",
                   of(unset, 4, "s", 63)),
            "Put __syncthreads() behind line 3 and before line 4, outside of the if.")
      << "an update before a store is no counter that nobody cleared";
  EXPECT_EQ(remedy_of_call("__device__ int sum(const int* a) {\n  return a[3];\n}\n"
                           "__global__ void f(int* d) {\n  __shared__ int s[64];\n"
                           "  s[threadIdx.x] = 1;\n  d[1] = sum(s);\n}",
                           of(unset, 2, "s", 63), 7, 0, "sum"),
            "Put __syncthreads() behind line 6 and before line 7.");
}

TEST(FindingRemedies, StreamsNeedAnEventAndTheHostAWait) {
  HintSubject subject = race(5, 4, "d");
  subject.host = true;
  const auto host = [&](const std::string& first, const std::string& second) {
    return remedy("int main() {\n\n\n" + first + "\n" + second + "\n}", subject);
  };
  EXPECT_EQ(
      host("fill<<<1, 256, 0, up>>>(d);", "cudaMemcpyAsync(h, d, 8, kind, down);"),
      "Record an event behind line 4, cudaEventRecord(event, up), and let the other stream wait "
      "for it before line 5: cudaStreamWaitEvent(down, event).");
  EXPECT_EQ(host("cudaMemsetAsync(d, 0, 8, s[0]);", "sum<<<dim3(2, 2), N, 0, s[1]>>>(d);")
                .find("Record an event behind line 4, cudaEventRecord(event, s[0])"),
            0U);
  EXPECT_EQ(host("fill<<<1, 256>>>(d);", "printf(\"%d\", d[1]);"),
            "Put cudaDeviceSynchronize() before line 5.");
  EXPECT_EQ(host("fill<<<1, 256, 0, mine>>>(d);", "int x = d[1];"),
            "Put cudaStreamSynchronize(mine) before line 5.");
}

/// The causes of races of one warp or of a block on these pairs of lines.
std::vector<JoinedCause> causes_of(const CodeStatements& code, bool one_warp,
                                   const std::vector<std::pair<int, int>>& lines) {
  std::vector<HintSubject> subjects;
  for (const auto& [line, other] : lines) {
    HintSubject subject =
        race(static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(other), "s");
    subject.code = &code;
    subject.one_warp = one_warp;
    subjects.push_back(subject);
  }
  return joined_causes(subjects);
}
using Members = std::vector<std::size_t>;

TEST(JoinedCauses, ASumOfAWarpThatReliesOnLockstepIsOne) {
  const CodeStatements code(
      "__global__ void f(volatile int* s) {\n  int t = threadIdx.x;\n  if (t < 32) {\n"
      "    s[t] += s[t + 32];\n    s[t] += s[t + 16];\n    s[t] += s[t + 8];\n\n"
      "    s[t] += s[t + 4];\n  }\n}");
  const auto causes =
      causes_of(code, true, {{5, 4}, {5, 5}, {6, 4}, {6, 6}, {6, 5}, {8, 6}, {8, 8}});
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0].findings.size(), 7U);
  EXPECT_EQ(causes[0].remedy,
            "The lanes of a warp need not run in lockstep. On each of lines 4-6, 8 read what "
            "another lane writes into a variable first, put __syncwarp(), write, and put "
            "__syncwarp() again; or exchange the values with __shfl_down_sync(), which waits by "
            "itself.");
  const auto two = causes_of(code, true, {{5, 4}, {8, 6}});
  ASSERT_EQ(two.size(), 2U) << "nothing links them";
  EXPECT_EQ(two[1].remedy, "Put __syncwarp() behind line 6 and before line 8.");
}

TEST(JoinedCauses, WhatOneBarrierMendsIsOne) {
  const CodeStatements code(
      "__global__ void f(int* s, int* d) {\n  int t = threadIdx.x;\n  s[t] = 1;\n  s[t + 64] = 2;\n"
      "  d[t] = s[t + 1];\n  d[t] += s[t + 2];\n  __syncthreads();\n  s[t] = 3;\n"
      "  d[t] += s[t + 3];\n}");
  const auto causes = causes_of(code, false, {{6, 3}, {9, 8}, {5, 3}, {5, 4}});
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0].findings, (Members{0, 2, 3}));
  EXPECT_EQ(causes[0].remedy, "Put __syncthreads() behind line 4 and before line 5.");
  EXPECT_EQ(causes[1].findings, Members{1});
}

TEST(JoinedCauses, SeveralBarriersOfOneListAreOne) {
  const CodeStatements code(
      "__global__ void f(int* s) {\n  int t = threadIdx.x;\n  s[t] = 1;\n"
      "  if (t < 64) s[t] += s[t + 64];\n  if (t < 32) s[t] += s[t + 32];\n}");
  const auto causes = causes_of(code, false, {{4, 3}, {5, 3}, {5, 4}});
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0].remedy,
            "Put __syncthreads() before each of lines 4, 5, outside of what only some threads do.");
}

TEST(JoinedCauses, WithoutACauseEachIsItsOwn) {
  const CodeStatements code("__global__ void f(int* s) {\n  g(s);\n  h(s);\n}");
  const auto causes = causes_of(code, false, {{9, 8}, {9, 8}});
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_TRUE(causes[1].remedy.empty());
}

TEST(FindingRemedies, NoCodeBreaksThem) {
  for (const char* code : {"", "{", "void f( {", "void f() { if", "void f() {\n if (a[0]) for (;;",
                           "void f() {\na[i]++", "void f() {\na[ = a[", "}}}", "void f() { do",
                           "void f() {\na[0] = ;\n}", "void f() {\n++", "void f() {\n*a"}) {
    for (int kind = 0; kind <= static_cast<int>(last_finding_kind); ++kind) {
      for (const bool host : {false, true}) {
        HintSubject subject = of(static_cast<FindingKind>(kind), 2, "a", 3);
        subject.other_line = 2;
        subject.host = host;
        (void)remedy(code, subject);
      }
    }
  }
  std::string deep = "void f() {\n";
  for (int i = 0; i < 100'000; ++i) deep += "if (a[0]) ";
  EXPECT_EQ(remedy(deep + "\n}", race(2, 2, "a")), "");
}

}  // namespace
}  // namespace warpscope
