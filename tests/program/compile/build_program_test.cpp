// Whole builds, with each compiler that is here.
#include "instrumentation/program/compile/build_program.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "instrumentation/program/compile/program_cache.hpp"
#include "instrumentation/program/debug_info/debug_info.hpp"
#include "instrumentation/program/debug_info/elf_file.hpp"
#include "instrumentation/program/debug_info/elf_symbols.hpp"
#include "tests/program/compile/build_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using test::build;
using test::BuildFolder;
using test::told;

class BuildProgram : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (find_program(GetParam()).empty()) GTEST_SKIP() << GetParam() << " is not here";
  }
  BuildFolder folder_{GetParam()};
};

constexpr const char* sum_cu = R"(#include "parts/scale.cuh"
#include <cstdio>
__device__ int counter;
__constant__ const float factors[2] = {1, 2};
__global__ void sum(const float* in, float* out) {
  extern __shared__ float dynamic[];
  dynamic[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[0] = dynamic[0] + factors[1];
}
template <class T> __global__ void typed(T* p) {
  extern __shared__ int others[];
  others[0] = 1;
  *p = others[0];
}
int helper(int);
int main() {
  float* data = nullptr;
  cudaMalloc(&data, 400);
  sum<<<1, 32, 128>>>(data, data);
  scale<<<1, 32>>>(data, float(helper(2)));
  typed<<<1, 1, 4>>>(data);
  std::printf("%s", __FILE__);
}
)";

TEST_P(BuildProgram, MakesAnObjectOfSeveralFiles) {
  folder_.write(
      "parts/scale.cuh",
      "#pragma once\n#include \"../more.h\"\ntemplate <class T> __global__ void scale(T* p, T by) "
      "{ *p *= by + MORE; }\n");
  folder_.write("more.h", "#define MORE 1\n");
  BuildRequest request;
  request.files = {
      folder_.write("sum.cu", sum_cu),
      folder_.write("helper.cpp",
                    "int twice(int); extern \"C\" int in_c(int);\n"
                    "int helper(int a) { return twice(in_c(a)); }\n"),
      folder_.write("twice.cc", "#include <vector>\nint twice(int a) { return 2 * a; }\n"),
      folder_.write("plain.c", "int in_c(int class) { return class + NUMBER; }\n")};
  request.defines = {"NUMBER=3"};
  std::vector<std::string> stages;
  const BuildResult result =
      build_program(request, {}, [&](const std::string& stage) { stages.push_back(stage); });
  ASSERT_TRUE(result.program) << told(result);
  EXPECT_FALSE(result.program->from_cache);
  EXPECT_GT(result.program->seconds, 0);
  EXPECT_EQ(stages.size(), 5U);
  EXPECT_EQ(stages.back(), "linking");
  EXPECT_NE(std::ranges::find(stages, "compiling sum.cu"), stages.end());

  std::vector<fs::path> sources{"helper.cpp", "more.h", "parts/scale.cuh",
                                "plain.c",    "sum.cu", "twice.cc"};
  for (fs::path& source : sources) source = folder_.path() / source;
  EXPECT_EQ(result.program->sources, sources);

  const auto wanted = undefined_symbols(result.program->object, false);
  ASSERT_TRUE(wanted) << wanted.error().message;
  const auto wants = [&](const char* name) {
    return std::ranges::find(wanted.value(), name) != wanted->end();
  };
  EXPECT_TRUE(wants("__tsan_read4"));
  EXPECT_TRUE(wants("ws_launch"));
  EXPECT_TRUE(wants("ws_register_kernel")) << "for cudaLaunchKernel";
  EXPECT_FALSE(wants("dynamic")) << "every extern __shared__ array has a place";
  EXPECT_TRUE(folder_.cached(temporary_mark).empty()) << "what lay on the way is gone";
}

TEST_P(BuildProgram, NamesTheUsersFilesInDebugInformation) {
  folder_.write("parts/scale.cuh",
                "template <class T>\n__global__ void scale(T* p, T by) {\n  *p *= by; }\n");
  BuildRequest request;
  request.files = {folder_.write("sum.cu", sum_cu),
                   folder_.write("helper.cpp", "int helper(int a) { return a; }\n")};
  const BuildResult result = build(request);
  ASSERT_TRUE(result.program) << told(result);
  const auto debug = DebugInfo::open(result.program->object);
  ASSERT_TRUE(debug) << debug.error().message;
  bool counter = false, dynamic = false;
  for (const ProgramVariable& variable : debug->variables()) {
    if (variable.name == "counter") {
      counter = true;
      EXPECT_EQ(variable.file, (folder_.path() / "sum.cu").string());
      EXPECT_EQ(variable.line, 3U);
      EXPECT_EQ(variable.section, "ws_device");
    }
    if (variable.name == "factors") {
      EXPECT_EQ(variable.section, "ws_constant");
    }
    dynamic = dynamic || variable.name == "dynamic";
  }
  EXPECT_TRUE(counter);
  const std::string object = [&] {
    std::ifstream in(result.program->object, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  EXPECT_EQ(object.find(folder_.cache() / temporary_mark), std::string::npos)
      << "no name of a folder that is gone";
}

TEST_P(BuildProgram, FileMacroSaysWhatTheUserTyped) {
  folder_.write("sub/file.cuh", "constexpr const char* header = __FILE__;\n");
  folder_.write("sub/main.cu",
                "#include \"file.cuh\"\nstatic_assert(__builtin_strcmp(__FILE__, \"sub/main.cu\") "
                "== 0, \"\");\n"
                "static_assert(__builtin_strcmp(header, \"sub/file.cuh\") == 0, \"\");\n"
                "static_assert(__LINE__ == 4, \"\");\nint main() {}\n");
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  const BuildResult result = build({.files = {"sub/main.cu"}});
  fs::current_path(before);
  EXPECT_TRUE(result.program) << told(result);
}

TEST_P(BuildProgram, FindsHeadersInFoldersAndThroughLinks) {
  folder_.write("include/kernels.cuh",
                "template <class T> __global__ void fill(T* p) { *p = 1; }\n");
  folder_.write("elsewhere/other.cuh", "__global__ void other() {}\n");
  fs::create_symlink(folder_.path() / "elsewhere", folder_.path() / "link");
  BuildRequest request;
  request.files = {
      folder_.write("a b/main.cu",
                    "#include <kernels.cuh>\n#include \"../link/other.cuh\"\n"
                    "int main() { int* p = nullptr; fill<<<1, 1>>>(p); other<<<1, 1>>>(); }\n")};
  request.include_folders = {(folder_.path() / "include").string()};
  const BuildResult result = build(request);
  EXPECT_TRUE(result.program) << told(result);
}

TEST_P(BuildProgram, TakesTheStandardAndTheDefines) {
  BuildRequest request;
  request.files = {folder_.write("main.cu",
                                 "#if __cplusplus != WANTED\n#error \"another standard\"\n#endif\n"
                                 "static_assert(sizeof(TEXT) == 4, \"\");\nint main() {}\n")};
  request.defines = {"WANTED=201402L", "TEXT=\"a b\""};
  request.standard = "c++14";
  EXPECT_TRUE(build(request).program);
  request.standard = "c++17";
  const BuildResult other = build(request);
  ASSERT_FALSE(other.program);
  EXPECT_EQ(other.failure.kind, BuildFailure::Kind::compile_error);
  EXPECT_EQ(other.failure.diagnostics.at(0).line, 2);
}

struct ErrorCase {
  const char* name;
  const char* text;
  int line;
  const char* message;  // of the first diagnostic: its beginning, of clang or of gcc
  const char* of_gcc;   // null: the same
  BuildFailure::Kind kind;
};
using Kind = BuildFailure::Kind;

const ErrorCase error_cases[] = {
    {"Undeclared", "int main() {\n  return x + 1;\n}\n", 2, "use of undeclared identifier 'x'",
     "'x' was not declared in this scope", Kind::compile_error},
    {"Syntax", "__global__ void k(int* p) { *p = 1 }\nint main() {}\n", 1,
     "expected ';' after expression", "expected ';' before '}' token", Kind::compile_error},
    {"NumberOfArguments",
     "__global__ void k(int* p, int n) {}\nint main() {\n  k<<<1, 1>>>(nullptr);\n}\n", 3,
     "The launch and the kernel differ in their number of arguments.", nullptr,
     Kind::compile_error},
    {"TypeOfArgument",
     "__global__ void k(int* p) {}\nint main() {\n  float* f = nullptr;\n  k<<<1, 1>>>(f);\n}\n", 4,
     "An argument of the launch does not convert to the kernel's parameter.", nullptr,
     Kind::compile_error},
    {"OnlyAGrid", "__global__ void k(int* p) {}\nint main() {\n  k<<<1>>>(nullptr);\n}\n", 3,
     "between <<< and >>> stand the grid and the block (dim3 or int), then the bytes of shared "
     "memory and the "
     "stream, if any",
     nullptr, Kind::compile_error},
    {"NoKernel", "int main() {\n  int v = 3;\n  v<<<1, 1>>>(1);\n}\n", 3,
     "what stands before <<< is no kernel, or which of several kernels is not certain: give "
     "template arguments",
     nullptr, Kind::compile_error},
    {"UnknownKernel", "int main() {\n  nothing<<<1, 1>>>(1);\n}\n", 2,
     "use of undeclared identifier 'nothing'", "'nothing' was not declared in this scope",
     Kind::compile_error},
    {"Unmatched", "__global__ void k() {}\nint main() {\n  k<<<1, 1>>;\n}\n", 3,
     "The launch that begins with <<< has no >>> and arguments in parentheses: write "
     "kernel<<<grid, "
     "block>>>(arguments).",
     nullptr, Kind::compile_error},
    {"Instantiated",
     "template <class T> __global__ void k(T* p) { p->foo(); }\nint main() { int* p = nullptr;\n"
     "  k<<<1, 1>>>(p);\n}\n",
     1, "member reference base type 'int' is not a structure or union",
     "request for member 'foo' in '* p', which is of non-class type 'int'", Kind::compile_error},
    {"InTheStandardLibrary",
     "#include <algorithm>\nstruct S {};\nint main() { S s[2];\n  std::sort(s, s + 2);\n}\n", 4,
     "invalid operands to binary expression ('S' and 'S')", "no match for 'operator<' in ",
     Kind::compile_error},
    {"NotFound", "\n#include \"notthere.h\"\nint main() {}\n", 2, "'notthere.h' file not found",
     "notthere.h: No such file or directory", Kind::compile_error},
    {"OwnError", "#error don't\nint main() {}\n", 1, "don't", nullptr, Kind::compile_error},
    {"Ptx",
     "__device__ int f() {\n  int i; asm(\"mov.u32 %0, %laneid;\" : \"=r\"(i)); return i; }\nint "
     "main() {}\n",
     2, "Inline PTX is not emulated (mov.u32 %0, %laneid): write threadIdx.x % warpSize instead.",
     nullptr, Kind::unsupported},
    {"Dynamic",
     "__global__ void k() {}\n__global__ void parent() {\n  k<<<1, 1>>>(); }\nint main() {}\n", 3,
     "A kernel that launches a kernel (dynamic parallelism) is not emulated: launch it from the "
     "host.",
     nullptr, Kind::unsupported},
    {"Clusters", "\n__global__ void __cluster_dims__(2, 1, 1) k() {}\nint main() {}\n", 2,
     "Clusters of blocks (__cluster_dims__) are not emulated: launch blocks without clusters, and "
     "use global "
     "memory between blocks.",
     nullptr, Kind::unsupported},
    {"Library", "#include <cstdio>\n#include <cublas_v2.h>\nint main() { cublasHandle_t h; }\n", 2,
     "cuBLAS is not emulated: write the operation as a kernel.", nullptr, Kind::unsupported},
    {"Driver", "int main() {\n  cuInit(0);\n}\n", 2,
     "cuInit is not emulated: use CUDA's runtime (cuda_runtime.h) in place of its driver.", nullptr,
     Kind::unsupported},
    {"UnknownCall", "int main() {\n  cudaDoSomethingStrange(0);\n}\n", 2,
     "cudaDoSomethingStrange is not emulated, or misspelled.", nullptr, Kind::unsupported},
    {"LibrarysFunction",
     "extern \"C\" void cublasSgemm_v2(int);\nint main() {\n  cublasSgemm_v2(3);\n}\n", 3,
     "cublasSgemm_v2 is not emulated: write the operation as a kernel.", nullptr,
     Kind::unsupported},
    {"NotDefined", "void missing(int);\nint main() {\n  missing(3);\n}\n", 3,
     "missing(int) is used, but no file of the program defines it.", nullptr, Kind::compile_error},
};

class BuildErrors : public testing::TestWithParam<std::tuple<ErrorCase, const char*>> {};

void PrintTo(const ErrorCase& each, std::ostream* out) { *out << each.name; }

TEST_P(BuildErrors, SayWhatAndWhere) {
  const auto& [each, compiler] = GetParam();
  if (find_program(compiler).empty()) GTEST_SKIP() << compiler << " is not here";
  const BuildFolder folder(compiler);
  const fs::path file = folder.write("main.cu", each.text);
  const BuildResult result = build({.files = {file}});
  ASSERT_FALSE(result.program);
  EXPECT_EQ(result.failure.kind, each.kind) << told(result);
  ASSERT_FALSE(result.failure.diagnostics.empty()) << told(result);
  const Diagnostic& first = result.failure.diagnostics.front();
  EXPECT_EQ(first.severity, Diagnostic::Severity::error);
  EXPECT_EQ(first.file, file.string());
  EXPECT_EQ(first.line, each.line);
  const bool gcc = std::string_view(compiler) == "g++" && each.of_gcc != nullptr;
  EXPECT_TRUE(first.message.starts_with(gcc ? each.of_gcc : each.message)) << told(result);
  std::istringstream lines(each.text);
  std::string line;
  for (int k = 0; k < each.line; ++k) std::getline(lines, line);
  EXPECT_EQ(first.source_line, line);
  if (each.kind == Kind::unsupported) {
    EXPECT_EQ(result.failure.message, first.message);
  }
  for (const Diagnostic& other : result.failure.diagnostics) {
    EXPECT_EQ(other.file, file.string()) << other.message << ": only the user's own files";
    for (const char* inside : {"$", "ws::", "ws_", "/$(", "$$"}) {
      EXPECT_EQ(other.message.find(inside), std::string::npos) << other.message;
    }
  }
  EXPECT_TRUE(folder.cached("program-").empty());
  EXPECT_TRUE(folder.cached(temporary_mark).empty());
}

INSTANTIATE_TEST_SUITE_P(Table, BuildErrors,
                         testing::Combine(testing::ValuesIn(error_cases),
                                          testing::Values("clang++", "g++")),
                         [](const auto& each) {
                           return std::string(std::get<0>(each.param).name) +
                                  (std::get<1>(each.param)[0] == 'c' ? "Clang" : "Gcc");
                         });

TEST_P(BuildProgram, ErrorsKeepTheirColumnBehindARewrittenLaunch) {
  const std::string text =
      "template <class T> __global__ void k(T);\nint main() {\n  k<<<1, 1>>>(2); unknown = 1;\n}\n";
  const BuildResult result = build({.files = {folder_.write("main.cu", text)}});
  ASSERT_FALSE(result.program);
  const Diagnostic& first = result.failure.diagnostics.at(0);
  EXPECT_EQ(first.line, 3);
  EXPECT_EQ(first.column, static_cast<int>(first.source_line.find("unknown")) + 1);
}

TEST_P(BuildProgram, ErrorsOfIncludedFilesStandInThem) {
  folder_.write("sub/wrong.cuh", "#pragma once\n\ninline int f() { return undeclared; }\n");
  folder_.write("right.cuh", "#include \"sub/wrong.cuh\"\n");
  const BuildResult result =
      build({.files = {folder_.write("main.cu",
                                     "#include \"right.cuh\"\nint main() { return f(); }\n")}});
  ASSERT_FALSE(result.program);
  const Diagnostic& first = result.failure.diagnostics.at(0);
  EXPECT_EQ(first.file, (folder_.path() / "sub/wrong.cuh").string());
  EXPECT_EQ(first.line, 3);
  EXPECT_EQ(first.column, 25);
  EXPECT_EQ(first.source_line, "inline int f() { return undeclared; }");
}

TEST_P(BuildProgram, WhatThePreprocessorHidesIsNoProblem) {
  const BuildResult result =
      build({.files = {folder_.write(
                 "main.cu",
                 "#ifdef NEVER\n__device__ void f() { asm(\"bar.sync 0;\"); }\n"
                 "__global__ void k() { k<<<1, 1>>>(); }\n#endif\nint main() {}\n")}});
  EXPECT_TRUE(result.program) << told(result);
}

TEST_P(BuildProgram, SaysWhichFunctionIsDefinedTwice) {
  const fs::path a = folder_.write("a.cu", "int f() { return 1; }\nint main() {}\n");
  const fs::path b = folder_.write("b.cu", "\nint f() { return 2; }\n");
  const BuildResult result = build({.files = {a, b}});
  ASSERT_FALSE(result.program);
  EXPECT_EQ(result.failure.message, "The program does not link.");
  ASSERT_EQ(result.failure.diagnostics.size(), 1U);
  EXPECT_EQ(result.failure.diagnostics[0].message, "f() is defined more than once");
  EXPECT_EQ(result.failure.diagnostics[0].file, b.string());
  EXPECT_EQ(result.failure.diagnostics[0].line, 2);
}

TEST_P(BuildProgram, TakesOldC) {
  BuildRequest request;
  request.files = {
      folder_.write("main.c",
                    "int shared_by_all;\nmain(argc, argv) char** argv; {\n"
                    "  float* p = 0; char* q = p; cudaSetDevice(0); return other(q);\n}\n"),
      folder_.write("other.c", "int shared_by_all;\nother(p) char* p; { return 0; }\n")};
  const BuildResult result = build(request);
  ASSERT_TRUE(result.program) << told(result);
  const auto wants = undefined_symbols(result.program->object, false);
  ASSERT_TRUE(wants);
  EXPECT_NE(std::ranges::find(wants.value(), "ws_cudaSetDevice"), wants->end());
  EXPECT_EQ(std::ranges::find(wants.value(), "cudaSetDevice"), wants->end());
}

TEST_P(BuildProgram, RewritesWhateverACudaFileIncludes) {
  folder_.write("kernels.c", "__global__ void k() {}\nvoid go() { k<<<1, 1>>>(); }\n");
  const BuildResult result = build(
      {.files = {folder_.write("main.cu", "#include \"kernels.c\"\nint main() { go(); }\n")}});
  EXPECT_TRUE(result.program) << told(result);
}

TEST_P(BuildProgram, WantsAMain) {
  const BuildResult result = build({.files = {folder_.write("a.cu", "__device__ void k() {}\n")}});
  ASSERT_FALSE(result.program);
  EXPECT_EQ(result.failure.message,
            "The program has no main(): add the file that has it, or write one that launches the "
            "kernel.");
}

TEST_P(BuildProgram, IsFoundAgainUntilSomethingChanges) {
  folder_.write("part.cuh", "#define VALUE 1\n");
  folder_.write("named.h", "#define NAMED 1\n");
  BuildRequest request;
  request.files = {folder_.write("main.cu",
                                 "#include \"part.cuh\"\n#define NAME \"named.h\"\n#include NAME\n"
                                 "int main() { return VALUE + NAMED; }\n")};
  const auto from_cache = [&] {
    const BuildResult result = build(request);
    EXPECT_TRUE(result.program) << told(result);
    return result.program && result.program->from_cache;
  };
  EXPECT_FALSE(from_cache());
  EXPECT_TRUE(from_cache());
  folder_.write("part.cuh", "#define VALUE 2\n");
  EXPECT_FALSE(from_cache()) << "an included file has changed";
  EXPECT_TRUE(from_cache());
  folder_.write("named.h", "#define NAMED 1 + 1\n");
  EXPECT_FALSE(from_cache()) << "one that only the compiler knows has changed";
  EXPECT_TRUE(from_cache());
  request.defines = {"OTHER"};
  EXPECT_FALSE(from_cache());
  request.optimise = 2;
  EXPECT_FALSE(from_cache());
  request.standard = "c++14";
  EXPECT_FALSE(from_cache());
  request.files = {folder_.write("other/main.cu", "int main() {}\n")};
  EXPECT_FALSE(from_cache());
  request.files = {folder_.write("another/main.cu", "int main() {}\n")};
  EXPECT_FALSE(from_cache()) << "the same text, but messages and __FILE__ name another file";
}

TEST_P(BuildProgram, DamagedEntriesAndHeadersAreMadeAgain) {
  const BuildRequest request{
      .files = {
          folder_.write("main.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")}};
  ASSERT_TRUE(build(request).program);
  const auto damage = [&](const fs::path& file, const auto& how) {
    how(file);
    const BuildResult result = build(request);
    ASSERT_TRUE(result.program) << told(result);
    EXPECT_FALSE(result.program->from_cache) << file;
    const BuildResult again = build(request);
    ASSERT_TRUE(again.program);
    EXPECT_TRUE(again.program->from_cache) << file;
  };
  const fs::path entry = folder_.cached("program-").at(0);
  damage(entry / "program.so",
         [](const fs::path& file) { fs::resize_file(file, fs::file_size(file) / 2); });
  damage(entry / "program.so", [](const fs::path& file) { fs::remove(file); });
  damage(entry / "program.so", [](const fs::path& file) {
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(200).put('!');
  });
  damage(entry / "entry.json",
         [](const fs::path& file) { std::ofstream(file) << "{\"object\": 3}"; });
  damage(entry / "entry.json", [](const fs::path& file) { std::ofstream(file) << "["; });
  const fs::path headers = folder_.cached("headers-").at(0);
  damage(entry / "program.so", [&](const fs::path& file) {
    std::ofstream(headers / "cuda_runtime.h") << "#error damaged\n";
    fs::remove(file);
  });
}

TEST_P(BuildProgram, EndsAtOnceWhenNobodyWantsIt) {
  // More work than anybody waits for: each type is another one.
  const std::string text =
      "template <class A, int n> struct F { static constexpr long value = F<F<A, 0>, n - 1>::value "
      "+ F<A*, n - 1>::value; };\n"
      "template <class A> struct F<A, 0> { static constexpr long value = 1; };\n"
      "int main() { return F<int, 200>::value; }\n";
  std::stop_source source;
  std::jthread other;
  const auto result = build_program({.files = {folder_.write("main.cu", text)}}, source.get_token(),
                                    [&](const std::string&) {
                                      other = std::jthread([&] {
                                        std::this_thread::sleep_for(std::chrono::milliseconds(200));
                                        source.request_stop();
                                      });
                                    });
  ASSERT_FALSE(result.program);
  EXPECT_EQ(result.failure.kind, Kind::cancelled) << told(result);
  EXPECT_EQ(result.failure.message, "Compiling was cancelled.");
  EXPECT_TRUE(folder_.cached(temporary_mark).empty());
}

TEST_P(BuildProgram, TwoAtOnceMakeTheSame) {
  const BuildRequest request{
      .files = {
          folder_.write("main.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")}};
  std::vector<BuildResult> results(4);
  {
    std::vector<std::jthread> threads;
    for (BuildResult& result : results) threads.emplace_back([&] { result = build(request); });
  }
  for (const BuildResult& result : results) {
    ASSERT_TRUE(result.program) << told(result);
    EXPECT_TRUE(fs::exists(result.program->object));
  }
  EXPECT_EQ(folder_.cached("program-").size(), 1U);
  EXPECT_EQ(folder_.cached("").size(), 2U) << "an entry, the headers, and nothing else";
}

INSTANTIATE_TEST_SUITE_P(Compiler, BuildProgram, testing::Values("clang++", "g++"),
                         [](const auto& each) {
                           return std::string(each.param[0] == 'c' ? "Clang" : "Gcc");
                         });

TEST(BuildProgramFiles, ThatCannotBeReadAreNamed) {
  const BuildFolder folder;
  if (!find_compiler()) GTEST_SKIP() << "no compiler is here";
  const BuildResult result = build({.files = {folder.path() / "none.cu"}});
  ASSERT_FALSE(result.program);
  EXPECT_EQ(result.failure.kind, Kind::io);
  EXPECT_NE(result.failure.message.find("none.cu"), std::string::npos) << result.failure.message;
  EXPECT_EQ(build({}).failure.message, "There is no file to compile: name one.");
}

TEST(FindCompiler, TakesTheOneThatIsNamed) {
  const auto found = find_compiler();
  if (!found) GTEST_SKIP() << found.error().message;
  EXPECT_GE(found->major, 9);
  EXPECT_FALSE(found->version.empty());
  EXPECT_EQ(found->kind == Compiler::Kind::clang,
            found->version.find("clang") != std::string::npos);
  const BuildFolder folder("no_such_compiler");
  const auto none = find_compiler();
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(none.error().message,
            "WARPSCOPE_CXX names no_such_compiler, which is no C++ compiler that runs here: name "
            "clang++ or g++, "
            "or unset it.");
  EXPECT_EQ(build({.files = {"main.cu"}}).failure.kind, Kind::no_compiler);
}

TEST(BuildProgramOptions, ThatTheCompilerDoesNotKnowAreLeftOut) {
  if (find_program("clang++").empty()) GTEST_SKIP() << "clang++ is not here";
  BuildFolder folder;
  const fs::path strange = folder.write(
      "clang++",
      "#!/bin/sh\nfor word; do case $word in\n"
      "-disable-vector-combine) echo \"clang (LLVM option parsing): Unknown command line argument "
      "'$word'.  "
      "Try: 'clang --help'\"; exit 1;;\n"
      "-fstack-clash-protection) echo \"clang: error: unknown argument: '$word'\"; exit 1;;\n"
      "esac; done\nexec " +
          find_program("clang++").string() + " \"$@\"\n");
  fs::permissions(strange, fs::perms::owner_all);
  ::setenv("WARPSCOPE_CXX", strange.c_str(), 1);
  const BuildResult result = build({.files = {folder.write("main.cu", "int main() {}\n")}});
  EXPECT_TRUE(result.program) << told(result);
}

bool has_section(const fs::path& object, const std::string& name) {
  const auto file = ElfFile::open(object);
  for (std::size_t k = 1; file && k < 200; ++k) {
    if (file->section_name(k) == name) return true;
  }
  return false;
}

TEST(BuildProgramAtSpeed, IsThereUnlessTheCompilerRefusesIt) {
  if (find_program("clang++").empty()) GTEST_SKIP() << "clang++ is not here";
  for (const bool refuses : {false, true}) {
    const BuildFolder folder("clang++");
    const fs::path script = folder.write(
        "clang-script", std::string("#!/bin/sh\ncase \"$*\" in *.speed.ll*) ") +
                            (refuses ? "exit 1" : ":") + ";; esac\nexec clang++ \"$@\"\n");
    fs::permissions(script, fs::perms::owner_all);
    ::setenv("WARPSCOPE_CXX", script.c_str(), 1);
    const auto file = folder.write("sum.cu",
                                   "static __device__ int n;\n"
                                   "__global__ void k() { ++n; }\n"
                                   "int main() { k<<<1, 1>>>(); }\n");
    const BuildResult result = build({.files = {file}});
    ASSERT_TRUE(result.program) << told(result);
    EXPECT_EQ(has_section(result.program->object, at_speed_section), !refuses);
  }
}

TEST(FindCompiler, WithoutAnySaysWhatToInstall) {
  const BuildFolder folder;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  const auto found = find_compiler();
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("apt install clang"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
