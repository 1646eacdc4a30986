#include "instrumentation/program/debug_info/debug_info.hpp"

#include <map>
#include <random>
#include <set>

#include "instrumentation/program/debug_info/program_variables.hpp"
#include "tests/program/debug_info/compiled_object.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view device_header = R"(#pragma once
template <class T> inline __attribute__((always_inline)) T twice(T* a, int i) {
  a[i] = a[i + 1];
  return a[i] * 2;
}
struct alignas(16) float4 { float x, y, z, w; };
struct float3 { float x, y, z; };
struct alignas(8) float2 { float x, y; float2() = default; float2(float a, float b) : x(a), y(b) {} };
struct dim3 { unsigned x, y, z; };
typedef float2 cuFloatComplex;
struct __half { unsigned short bits; };
typedef __half half;
struct __nv_bfloat16 { unsigned short bits; };
enum Color { red, green };
enum class Small : unsigned char { a };
enum Signed { minus = -1 };
struct Base { int id; };
struct Inner { float2 v[2]; double d; };
struct Particle { float3 position; float velocity[3]; int kind; };
struct Mixed : Base {
  Inner in[2];
  float f[2][3];
  long l;
  int* p;
  bool flag;
  unsigned bits : 3;
  half h;
  Small s;
  static int count;
  union { float a; int b; } u;
  union { int i; float r; };
};
typedef struct { int a; short b; } Nameless;
typedef float row[4];
template <class T> struct Box { T value; };
)";

// What stands behind "//:" is how tests name the line.
constexpr std::string_view program_source = R"(#include "sub/../device.h"
#define DEVICE __attribute__((section("ws_device")))
extern thread_local double dynamic[];
DEVICE int Mixed::count = 3;
DEVICE Mixed mixed[2];
DEVICE Nameless nameless;
DEVICE row rows[3];
DEVICE float (*to_row)[32];
DEVICE const volatile char* text[5];
DEVICE Color color;
DEVICE Small small;
DEVICE Signed negative;
DEVICE half halves[3];
DEVICE __nv_bfloat16 brain;
DEVICE cuFloatComplex complex;
DEVICE dim3 extent;
DEVICE unsigned long long ull;
DEVICE long lo;
DEVICE decltype(sizeof(0)) size;
DEVICE signed char sc;
DEVICE unsigned char uc;
DEVICE short sh;
DEVICE bool flag;
DEVICE long double wide;
DEVICE Box<Inner> box;
DEVICE void (*callback)(int);
DEVICE float vec __attribute__((vector_size(16)));
__attribute__((section("ws_constant"))) float coefficients[16];
static int counter;
const int constants[] = {1, 2, 3};
const char* const names[] = {"a", "b"};

template <int N, class T>
void reduce(T* in, const T* __restrict out, unsigned n, float4 v, Particle* particles) {  //: reduce
  thread_local T data[N];  //: data
  thread_local Particle cache[7];
  alignas(8) thread_local char raw[64];
  data[n] = twice(in, n) + out[0];  //: call of twice
  auto add = [&](int j) __attribute__((always_inline)) {
    data[j] += data[j + 1];  //: in lambda
    counter++;
  };
  add(3);  //: call of lambda
  cache[n].kind = particles[n].kind + coefficients[n];
  raw[n] = 1;
  in[0] = data[4] + cache[2].kind + v.x + raw[2] + cache[n].velocity[n];
}
template void reduce<256, float>(float*, const float*, unsigned, float4, Particle*);
template void reduce<128u, int>(int*, const int*, unsigned, float4, Particle*);

namespace {
__attribute__((noinline)) void transpose(float (*q)[32], const float* const rows[], int n) {  //: transpose
  thread_local float tile[32][33];
  tile[n][1] = q[n][2] + rows[n][3];
  q[1][n] = tile[2][n];
}
inline __attribute__((always_inline)) void only_inlined(int* p) {
  thread_local int hidden[8];
  hidden[p[0]] = p[1];  //: only inlined
  p[2] = hidden[p[3]];
}
}
extern "C" void c_kernel(int* p, float (*q)[32], const float* const* r, int n) {
  thread_local int cube[2][3][4];
  static int calls;
  calls++;
  cube[n][1][2] = p[n];
  p[1] = cube[n][0][1] + dynamic[n];
  only_inlined(p);  //: call of only_inlined
  transpose(q, r, n);
  p[7] = constants[n] + names[n][0];
}
__attribute__((noinline)) int fibonacci(int* x, int n) {  //: fibonacci
  if (n < 2) return x[n];
  return fibonacci(x, n - 1) + fibonacci(x, n - 2);
}
struct Functor {
  float* p;
  void __attribute__((noinline)) run(int i) { p[i] = 2; }
  void __attribute__((always_inline)) operator()(int i) const { p[i] += 1; }  //: functor
};
template <class F> __attribute__((noinline)) void apply(F f, int n) { f(n); }  //: apply
template <class... T> __attribute__((noinline)) void pack(T*... t) { ((*t = 1), ...); }
int use(int* a, float* b) {
  apply([=](int i) __attribute__((always_inline)) { a[i] = 3; }, 2);  //: passed lambda
  Functor f{b};
  apply(f, 3);
  f.run(1);
  pack(a, b);
  return fibonacci(a, 5);
}
)";

// All dynamic shared memory lies at one place, as the program's builder defines it.
constexpr std::string_view dynamic_assembler = R"(
 .section .tbss,"awT",%nobits
 .globl dynamic
 .type dynamic,%object
 .balign 16
dynamic:
 .zero 4096
 .section .note.GNU-stack,"",%progbits
)";

std::string file_name(const std::string& path) { return fs::path(path).filename().string(); }

/// "device.h:3 twice<float> < program.cpp:38 reduce<256, float>"
std::string chain_text(const std::vector<ProgramFrame>& frames) {
  std::string text;
  for (const ProgramFrame& frame : frames) {
    if (!text.empty()) text += " < ";
    text += file_name(frame.file) + ':' + std::to_string(frame.line) + ' ' + frame.function;
  }
  return text;
}

std::string type_text(const ProgramType& type) {
  std::string text = type.name;
  for (const std::int64_t extent : type.extents) text += '[' + std::to_string(extent) + ']';
  text += std::string(static_cast<std::size_t>(type.pointers), '*');
  for (const std::int64_t extent : type.pointed_extents) text += '(' + std::to_string(extent) + ')';
  return text + ' ' + std::to_string(type.bytes) + ' ' +
         (type.element     ? type.element->name()
          : type.structure ? "structure"
                           : "unknown");
}

struct CompiledCase {
  std::string name;
  test::CompilerCall call;
};
void PrintTo(const CompiledCase& compiled, std::ostream* out) { *out << compiled.name; }

/// One shared object for all tests of a case: compiling takes most of the time.
struct CompiledProgram {
  test::ObjectFolder folder;
  std::optional<DebugInfo> info;
  std::vector<DefinedSymbol> symbols;

  explicit CompiledProgram(const test::CompilerCall& call) {
    folder.write("device.h", device_header);
    folder.write("program.cpp", program_source);
    folder.write("dynamic.s", dynamic_assembler);
    fs::create_directory(folder.path("sub"));
    if (!folder.compile(call, "-shared program.cpp dynamic.s -o program.so")) return;
    if (auto opened = DebugInfo::open(folder.path("program.so"))) {
      info = std::move(opened).value();
    }
    if (const auto file = ElfFile::open(folder.path("program.so"))) {
      symbols = defined_symbols(file.value());
    }
  }
};

class DebugInfoOf : public testing::TestWithParam<CompiledCase> {
 protected:
  static CompiledProgram& compiled() {
    static std::map<std::string, CompiledProgram> all;
    return all.try_emplace(GetParam().name, GetParam().call).first->second;
  }
  void SetUp() override {
    const std::string& compiler = GetParam().call.compiler;
    if (!test::has_compiler(compiler)) GTEST_SKIP() << "there is no " << compiler;
    ASSERT_TRUE(compiled().info.has_value());
  }

  static const DebugInfo& info() { return *compiled().info; }
  static DefinedSymbol symbol(const std::string& name) {
    const auto found = std::ranges::find(compiled().symbols, name, &DefinedSymbol::name);
    EXPECT_NE(found, compiled().symbols.end()) << name;
    return found == compiled().symbols.end() ? DefinedSymbol{} : *found;
  }
  /// Every chain of calls of a function's bytes.
  static std::set<std::string> chains(const std::string& function) {
    const DefinedSymbol code = symbol(function);
    std::set<std::string> texts;
    for (std::uint64_t i = 0; i < code.bytes; ++i) {
      texts.insert(chain_text(info().frames(code.value + i)));
    }
    return texts;
  }
  static std::string line_of(std::string_view mark) {
    const std::size_t at = program_source.find("//: " + std::string(mark) + '\n');
    EXPECT_NE(at, std::string_view::npos) << mark;
    return std::to_string(1 + std::ranges::count(program_source.substr(0, at), '\n'));
  }
  static std::string place(std::string_view mark) { return "program.cpp:" + line_of(mark) + ' '; }
  static ProgramVariable variable(const std::string& name, const std::string& function = {}) {
    for (const ProgramVariable& v : info().variables()) {
      if (v.name == name && (function.empty() || v.function == function)) return v;
    }
    ADD_FAILURE() << name << " of " << function;
    return {};
  }
  static std::string type_of_variable(const std::string& name) {
    return type_text(variable(name).type);
  }
};

const std::string reduce_symbol = "_Z6reduceILi256EfEvPT0_PKS0_j6float4P8Particle";

TEST_P(DebugInfoOf, FramesGoThroughFunctionsThatAHeaderInlines) {
  const auto found = chains(reduce_symbol);
  EXPECT_TRUE(
      found.contains("device.h:3 twice<float> < " + place("call of twice") + "reduce<256, float>"));
  EXPECT_TRUE(found.contains(place("call of twice") + "reduce<256, float>"));
}

TEST_P(DebugInfoOf, FramesNameLambdasAfterTheFunctionAroundThem) {
  EXPECT_TRUE(chains(reduce_symbol)
                  .contains(place("in lambda") + "lambda in reduce<256, float> < " +
                            place("call of lambda") + "reduce<256, float>"));
}

TEST_P(DebugInfoOf, FramesOfAllCodeOfAFunctionEndInIt) {
  const DefinedSymbol code = symbol(reduce_symbol);
  ASSERT_GT(code.bytes, 0U);
  for (std::uint64_t i = 0; i < code.bytes; ++i) {
    const auto frames = info().frames(code.value + i);
    ASSERT_FALSE(frames.empty());
    EXPECT_EQ(frames.back().function, "reduce<256, float>");
    EXPECT_EQ(file_name(frames.back().file), "program.cpp");
  }
  EXPECT_TRUE(chains("_Z6reduceILi128EiEvPT0_PKS0_j6float4P8Particle")
                  .contains(place("call of twice") + "reduce<128, int>"));
}

TEST_P(DebugInfoOf, FramesOfRecursionStayInTheFunction) {
  const DefinedSymbol code = symbol("_Z9fibonacciPii");
  for (std::uint64_t i = 0; i < code.bytes; ++i) {
    for (const ProgramFrame& frame : info().frames(code.value + i)) {
      EXPECT_EQ(frame.function, "fibonacci");
    }
  }
}

TEST_P(DebugInfoOf, FramesOfFunctionsOfClassesAndOfPassedLambdas) {
  std::set<std::string> found;
  for (const DefinedSymbol& code : compiled().symbols) {
    if (code.type != STT_FUNC || code.name.find("apply") == std::string::npos) continue;
    found.merge(chains(code.name));
  }
  EXPECT_TRUE(found.contains(place("functor") + "Functor::operator() < " + place("apply") +
                             "apply<Functor>"));
  EXPECT_TRUE(found.contains(place("passed lambda") + "lambda in use < " + place("apply") +
                             "apply<lambda>"));
}

TEST_P(DebugInfoOf, FileNamesAreAbsoluteAndCanonical) {
  std::set<std::string> files;
  const DefinedSymbol code = symbol(reduce_symbol);
  for (std::uint64_t i = 0; i < code.bytes; ++i) {
    for (const auto& frame : info().frames(code.value + i)) files.insert(frame.file);
  }
  EXPECT_EQ(files, (std::set<std::string>{compiled().folder.path("device.h").string(),
                                          compiled().folder.path("program.cpp").string()}));
}

TEST_P(DebugInfoOf, NothingIsKnownOfAddressesOutsideTheCode) {
  for (const std::uint64_t address : {std::uint64_t{0}, std::uint64_t{64}, symbol("mixed").value,
                                      ~std::uint64_t{0}, std::uint64_t{1} << 40}) {
    EXPECT_TRUE(info().frames(address).empty()) << address;
    EXPECT_FALSE(info().function(address).has_value()) << address;
  }
}

TEST_P(DebugInfoOf, AKernelHasNamesAndTypesOfItsParameters) {
  const DefinedSymbol code = symbol(reduce_symbol);
  const auto function = info().function(code.value);
  ASSERT_TRUE(function.has_value());
  EXPECT_EQ(function->name, "reduce<256, float>");
  EXPECT_EQ(function->linkage_name, reduce_symbol);
  EXPECT_EQ(file_name(function->file), "program.cpp");
  EXPECT_EQ(std::to_string(function->line), line_of("reduce"));
  ASSERT_EQ(function->parameters.size(), 5U);
  const auto parameter = [&](std::size_t i) {
    return function->parameters[i].name + ": " + type_text(function->parameters[i].type);
  };
  EXPECT_EQ(parameter(0), "in: float* 4 float");
  EXPECT_EQ(parameter(1), "out: float* 4 float");
  EXPECT_EQ(parameter(2), "n: unsigned int 4 unsigned int");
  EXPECT_EQ(parameter(3), "v: float4 16 float4");
  EXPECT_EQ(parameter(4), "particles: Particle* 28 structure");
  EXPECT_EQ(info().function(code.value + code.bytes - 1)->name, function->name);
}

TEST_P(DebugInfoOf, ALocalKernelIsNamedAsTheLinkerDoes) {
  std::string linkage;
  for (const DefinedSymbol& code : compiled().symbols) {
    // GCC may have changed its parameters: "….isra.0".
    if (code.type == STT_FUNC && code.name.find("9transpose") != std::string::npos) {
      const auto function = info().function(code.value);
      ASSERT_TRUE(function.has_value());
      EXPECT_EQ(function->name, "transpose");
      EXPECT_EQ(std::to_string(function->line), line_of("transpose"));
      ASSERT_EQ(function->parameters.size(), 3U);
      EXPECT_EQ(type_text(function->parameters[0].type), "float*(32) 4 float");
      EXPECT_EQ(type_text(function->parameters[1].type), "float** 4 float");
      linkage = function->linkage_name;
    }
  }
  EXPECT_EQ(linkage, "_ZN12_GLOBAL__N_19transposeEPA32_fPKPKfi");
  const auto c_kernel = info().function(symbol("c_kernel").value);
  ASSERT_TRUE(c_kernel.has_value());
  EXPECT_EQ(c_kernel->linkage_name, "c_kernel");
}

TEST_P(DebugInfoOf, APackHasAParameterForEachArgument) {
  const auto function = info().function(symbol("_Z4packIJifEEvDpPT_").value);
  ASSERT_TRUE(function.has_value());
  ASSERT_EQ(function->parameters.size(), 2U);
  EXPECT_EQ(type_text(function->parameters[0].type), "int* 4 int");
  EXPECT_EQ(type_text(function->parameters[1].type), "float* 4 float");
}

TEST_P(DebugInfoOf, SharedArraysOfAKernelTemplate) {
  const ProgramVariable data = variable("data", reduce_symbol);
  EXPECT_TRUE(data.thread_local_storage);
  EXPECT_EQ(type_text(data.type), "float[256] 4 float");
  EXPECT_EQ(data.linkage_name, "_ZZ6reduceILi256EfEvPT0_PKS0_j6float4P8ParticleE4data");
  EXPECT_EQ(data.offset, symbol(data.linkage_name).value);
  EXPECT_EQ(data.bytes, 1024U);
  EXPECT_EQ(data.section, ".tbss");
  EXPECT_EQ(std::to_string(data.line), line_of("data"));
  const ProgramVariable of_int = variable("data", "_Z6reduceILi128EiEvPT0_PKS0_j6float4P8Particle");
  EXPECT_EQ(type_text(of_int.type), "int[128] 4 int");
  EXPECT_NE(of_int.offset, data.offset);

  EXPECT_EQ(type_text(variable("raw", reduce_symbol).type), "char[64] 1 signed char");
  const ProgramVariable cache = variable("cache", reduce_symbol);
  EXPECT_EQ(type_text(cache.type), "Particle[7] 28 structure");
  const Structure particle{"Particle",
                           28,
                           {{"position", 0, {Scalar::f32, 3}},
                            {"velocity", 12, {Scalar::f32}, 3},
                            {"kind", 24, {Scalar::i32}}}};
  EXPECT_EQ(cache.type.structure, particle);
}

TEST_P(DebugInfoOf, SharedArraysOfLocalAndInlinedFunctions) {
  EXPECT_EQ(type_text(variable("tile", "_ZN12_GLOBAL__N_19transposeEPA32_fPKPKfi").type),
            "float[32][33] 4 float");
  EXPECT_EQ(type_text(variable("hidden", "_ZN12_GLOBAL__N_112only_inlinedEPi").type),
            "int[8] 4 int");
  EXPECT_EQ(type_text(variable("cube", "c_kernel").type), "int[2][3][4] 4 int");
  const ProgramVariable calls = variable("calls", "c_kernel");
  EXPECT_FALSE(calls.thread_local_storage);
  EXPECT_EQ(calls.section, ".bss");
  EXPECT_TRUE(chains("c_kernel")
                  .contains(place("only inlined") + "only_inlined < " +
                            place("call of only_inlined") + "c_kernel"));
}

TEST_P(DebugInfoOf, DynamicSharedMemoryHasAPlaceAndNoEnd) {
  const ProgramVariable dynamic = variable("dynamic");
  EXPECT_TRUE(dynamic.thread_local_storage);
  EXPECT_EQ(dynamic.offset, symbol("dynamic").value);
  EXPECT_EQ(dynamic.type.extents, (std::vector<std::int64_t>{0}));
  // clang says nothing of what is only declared.
  const bool typed = GetParam().call.compiler == "g++";
  EXPECT_EQ(type_text(dynamic.type), typed ? "double[0] 8 double" : "[0] 0 unknown");
}

TEST_P(DebugInfoOf, VariablesOfTheDevice) {
  const ProgramVariable constants = variable("coefficients");
  EXPECT_EQ(constants.section, "ws_constant");
  EXPECT_EQ(constants.offset, symbol("coefficients").value);
  EXPECT_EQ(constants.bytes, 64U);
  EXPECT_EQ(type_text(constants.type), "float[16] 4 float");
  EXPECT_EQ(constants.function, "");
  EXPECT_EQ(variable("counter").linkage_name, "_ZL7counter");
  EXPECT_EQ(variable("mixed").section, "ws_device");
  EXPECT_EQ(variable("count").linkage_name, "_ZN5Mixed5countE");
}

TEST_P(DebugInfoOf, TypesOfVariables) {
  EXPECT_EQ(type_of_variable("rows"), "float[3][4] 4 float");
  EXPECT_EQ(type_of_variable("to_row"), "float*(32) 4 float");
  EXPECT_EQ(type_of_variable("text"), "char[5]* 1 signed char");
  EXPECT_EQ(type_of_variable("color"), "Color 4 unsigned int");
  EXPECT_EQ(type_of_variable("small"), "Small 1 unsigned char");
  EXPECT_EQ(type_of_variable("negative"), "Signed 4 int");
  EXPECT_EQ(type_of_variable("halves"), "half[3] 2 half");
  EXPECT_EQ(type_of_variable("brain"), "__nv_bfloat16 2 nv_bfloat16");
  EXPECT_EQ(type_of_variable("complex"), "cuFloatComplex 8 float2");
  EXPECT_EQ(type_of_variable("extent"), "dim3 12 uint3");
  EXPECT_EQ(type_of_variable("ull"), "unsigned long long 8 unsigned long long");
  EXPECT_EQ(type_of_variable("lo"), "long 8 long long");
  EXPECT_EQ(type_of_variable("size"), "unsigned long 8 unsigned long long");
  EXPECT_EQ(type_of_variable("sc"), "signed char 1 signed char");
  EXPECT_EQ(type_of_variable("uc"), "unsigned char 1 unsigned char");
  EXPECT_EQ(type_of_variable("sh"), "short 2 short");
  EXPECT_EQ(type_of_variable("flag"), "bool 1 bool");
  EXPECT_EQ(type_of_variable("wide"), "long double 16 unknown");
  EXPECT_EQ(type_of_variable("callback"), "function* 0 unknown");
  EXPECT_EQ(type_of_variable("vec"), "float 16 float4");
  EXPECT_EQ(type_of_variable("counter"), "int 4 int");
}

TEST_P(DebugInfoOf, StructuresAreFlattened) {
  const Structure mixed{"Mixed",
                        112,
                        {{"id", 0, {Scalar::i32}},
                         {"in[0].v", 8, {Scalar::f32, 2}, 2},
                         {"in[0].d", 24, {Scalar::f64}},
                         {"in[1].v", 32, {Scalar::f32, 2}, 2},
                         {"in[1].d", 48, {Scalar::f64}},
                         {"f", 56, {Scalar::f32}, 6},
                         {"l", 80, {Scalar::i64}},
                         {"p", 88, {Scalar::u64}},
                         {"flag", 96, {Scalar::b8}},
                         {"h", 98, {Scalar::f16}},
                         {"s", 100, {Scalar::u8}},
                         {"u.a", 104, {Scalar::f32}},
                         {"i", 108, {Scalar::i32}}}};
  ASSERT_TRUE(variable("mixed").type.structure.has_value());
  const Structure found = *variable("mixed").type.structure;
  EXPECT_EQ(found.name, mixed.name);
  EXPECT_EQ(found.bytes, mixed.bytes);
  ASSERT_EQ(found.members.size(), mixed.members.size());
  for (std::size_t i = 0; i < mixed.members.size(); ++i) {
    EXPECT_EQ(found.members[i], mixed.members[i])
        << found.members[i].name << " at " << found.members[i].offset;
  }
  EXPECT_EQ(variable("nameless").type.structure->name, "Nameless");
  EXPECT_EQ(variable("box").type.structure->name, "Box<Inner>");
}

TEST_P(DebugInfoOf, VariablesAreWritableAndInTheOrderOfTheirPlaces) {
  const auto variables = info().variables();
  for (const ProgramVariable& v : variables) {
    EXPECT_NE(v.name, "constants");
    EXPECT_NE(v.name, "names");
    EXPECT_FALSE(v.section.empty()) << v.name;
  }
  EXPECT_TRUE(std::ranges::is_sorted(variables, {}, [](const ProgramVariable& v) {
    return std::pair(v.thread_local_storage, v.offset);
  }));
  const auto again = DebugInfo::open(compiled().folder.path("program.so"));
  ASSERT_TRUE(again.ok());
  std::vector<std::string> names, same;
  for (const auto& v : variables) names.push_back(v.linkage_name + v.function);
  for (const auto& v : again->variables()) same.push_back(v.linkage_name + v.function);
  EXPECT_EQ(names, same);
}

// Damaged files give a sentence or less knowledge, and never end the program.
TEST_P(DebugInfoOf, DamagedFilesDoNoHarm) {
  const std::string good = compiled().folder.read("program.so");
  const DefinedSymbol code = symbol(reduce_symbol);
  std::mt19937_64 random(13);
  int refused = 0, opened = 0;
  for (int i = 0; i < 120; ++i) {
    std::string bad = good;
    if (i % 3 == 0) bad.resize(random() % good.size());
    for (int k = 0; i % 3 == 1 && k < 100; ++k) {
      bad[good.size() / 4 + random() % (good.size() / 2)] = static_cast<char>(random());
    }
    if (i % 3 == 2) bad[random() % 128] = static_cast<char>(random());
    compiled().folder.write("damaged.so", bad);
    const auto info = DebugInfo::open(compiled().folder.path("damaged.so"));
    if (!info.ok()) {
      EXPECT_NE(info.error().message.find("damaged.so"), std::string::npos);
      ++refused;
      continue;
    }
    ++opened;
    EXPECT_LT(info->variables().size(), good.size());
    for (std::uint64_t k = 0; k < code.bytes; k += 7) {
      EXPECT_LT(info->frames(code.value + k).size(), good.size());
      (void)info->function(code.value + k);
    }
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(opened, 20);
}

// Each test of each case compiles, since each runs in a process of its own: so only five.
std::vector<CompiledCase> compiled_cases() {
  return {{"clang1", {"clang++", "-O1 -gdwarf-5"}},
          {"clang2", {"clang++", "-O2 -gdwarf-4"}},
          {"clang0", {"clang++", "-O0 -g"}},
          {"gcc1", {"g++", "-O1 -gdwarf-4"}},
          {"gcc2", {"g++", "-O2 -gdwarf-5"}}};
}
INSTANTIATE_TEST_SUITE_P(Compilers, DebugInfoOf, testing::ValuesIn(compiled_cases()),
                         [](const auto& of) { return of.param.name; });

class DebugInfoFiles : public testing::TestWithParam<std::string> {
 protected:
  test::ObjectFolder folder_;
  void SetUp() override {
    if (!test::has_compiler(GetParam())) GTEST_SKIP() << "there is no " << GetParam();
  }
  [[nodiscard]] std::string refusal(const std::string& name) const {
    const auto info = DebugInfo::open(folder_.path(name));
    return info.ok() ? "opened" : info.error().message;
  }
};

TEST_P(DebugInfoFiles, ThoseWithoutDebugInformationAreRefused) {
  folder_.write("a.cpp", "int f(int* p) { return *p; }");
  ASSERT_TRUE(folder_.compile({GetParam(), "-g0"}, "-shared a.cpp -o without.so"));
  EXPECT_NE(refusal("without.so").find("no debug information"), std::string::npos);
  ASSERT_TRUE(folder_.compile({GetParam(), "-g"}, "-c a.cpp -o object.o"));
  EXPECT_NE(refusal("object.o").find("is not linked"), std::string::npos);
  EXPECT_NE(refusal("a.cpp").find("is no ELF file"), std::string::npos);
  EXPECT_NE(refusal("missing.so").find("missing.so"), std::string::npos);
}

// The linker keeps one of the functions that several objects define, but the debug information of
// all.
TEST_P(DebugInfoFiles, WhatSeveralObjectsDefineIsThereOnce) {
  folder_.write("shared.h", R"(template <class T> void kernel(T* p, int n) {
  thread_local T data[64];
  data[n] = p[n];
  p[n + 1] = data[n + 1];
}
)");
  folder_.write("a.cpp", "#include \"shared.h\"\nint a; template void kernel<int>(int*, int);");
  folder_.write("b.cpp",
                "#include \"shared.h\"\nthread_local int first[3]; void g(int i) { first[i] = i; }"
                "template void kernel<int>(int*, int);");
  ASSERT_TRUE(folder_.compile({GetParam(), "-O1 -g"}, "-shared a.cpp b.cpp -o both.so"));
  const auto info = DebugInfo::open(folder_.path("both.so"));
  ASSERT_TRUE(info.ok());
  std::vector<std::string> names;
  for (const auto& v : info->variables()) names.push_back(v.name + ' ' + type_text(v.type));
  std::ranges::sort(names);
  EXPECT_EQ(names,
            (std::vector<std::string>{"a int 4 int", "data int[64] 4 int", "first int[3] 4 int"}));
}

TEST_P(DebugInfoFiles, CopiesThatTheCompilerWritesAreTheCallersLine) {
  folder_.write("a.cpp", R"(struct Three {
  float x, y, z;
  __attribute__((always_inline)) Three& operator=(const Three& o) {
    x = o.x;
    y = o.y;
    z = o.z;
    return *this;
  }
};
struct Body { Three at; float mass; };
void copy(Body* bodies) {
  bodies[0] = bodies[1];
}
)");
  ASSERT_TRUE(
      folder_.compile({GetParam(), "-O1 -g -fno-tree-slp-vectorize"}, "-shared a.cpp -o a.so"));
  const auto info = DebugInfo::open(folder_.path("a.so"));
  const auto file = ElfFile::open(folder_.path("a.so"));
  ASSERT_TRUE(info.ok() && file.ok());
  std::set<std::string> found;
  for (const DefinedSymbol& code : defined_symbols(file.value())) {
    if (code.name != "_Z4copyP4Body") continue;
    for (std::uint64_t i = 0; i < code.bytes; ++i) {
      found.insert(chain_text(info->frames(code.value + i)));
    }
  }
  EXPECT_TRUE(found.contains("a.cpp:12 copy"));  // mass
  EXPECT_TRUE(found.contains("a.cpp:5 Three::operator= < a.cpp:12 copy"));
}

// With this clang tells the type of dynamic shared memory, too.
TEST_P(DebugInfoFiles, AMarkTellsTheTypeOfDynamicSharedMemory) {
  folder_.write("a.cpp", R"(extern __thread float plain[];
namespace ns { extern thread_local int rows[][32]; }
struct Pair { int a; float b; };
template <int N> void kernel(float* p, int n) {
  extern thread_local Pair pairs[];
  static __typeof__(&pairs[0]) __ws_type_of_pairs __attribute__((used));
  pairs[n].b = p[n] + plain[n] + ns::rows[n][1];
}
static __typeof__(&plain[0]) __ws_type_of_plain __attribute__((used));
namespace ns { static __typeof__(&rows[0]) __ws_type_of_rows __attribute__((used)); }
template void kernel<3>(float*, int);
)");
  folder_.write("d.s", R"(
 .section .tbss,"awT",%nobits
 .globl plain, pairs, _ZN2ns4rowsE
 .balign 16
plain:
pairs:
_ZN2ns4rowsE:
 .zero 4096
 .section .note.GNU-stack,"",%progbits
)");
  ASSERT_TRUE(folder_.compile({GetParam(), "-O1 -g"}, "-shared a.cpp d.s -o a.so"));
  const auto info = DebugInfo::open(folder_.path("a.so"));
  ASSERT_TRUE(info.ok());
  std::vector<std::string> found;
  for (const auto& v : info->variables()) {
    found.push_back(v.name + ": " + type_text(v.type) + " in " + v.function);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"rows: int[0][32] 4 int in ",
                                             "pairs: Pair[0] 8 structure in _Z6kernelILi3EEvPfi",
                                             "plain: float[0] 4 float in "}));
}

INSTANTIATE_TEST_SUITE_P(Compilers, DebugInfoFiles, testing::Values("clang++", "g++"),
                         [](const auto& of) { return of.param.substr(0, of.param.find('+')); });

}  // namespace
}  // namespace warpscope
