#include "instrumentation/program/debug_info/elf_symbols.hpp"

#include <fmt/format.h>

#include "tests/program/debug_info/compiled_object.hpp"

namespace warpscope {
namespace {

using Names = std::vector<std::string>;

constexpr std::string_view symbols_source = R"(
extern thread_local float dynamic[];
namespace ns { extern thread_local int other[]; }
extern "C" void wanted(int);
extern "C" __attribute__((weak)) void perhaps();
static __attribute__((noinline)) void own(float* p) { *p = 1; }
__attribute__((visibility("hidden"))) void hidden() {}
thread_local int defined = 3;
extern int variable;
void offered(int i) {
  dynamic[i] = 1;
  ns::other[i] = defined + variable;
  wanted(i);
  if (perhaps) perhaps();
  own(dynamic);
}
template <int N> void kernel(int* p) { p[N] = 2; }
template void kernel<4>(int*);
)";

bool contains_name(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

class ElfSymbols : public testing::TestWithParam<std::string> {
 protected:
  test::ObjectFolder folder_;
  void SetUp() override {
    if (!test::has_compiler(GetParam())) GTEST_SKIP() << "there is no " << GetParam();
    folder_.write("a.cpp", symbols_source);
    ASSERT_TRUE(folder_.compile({GetParam(), "-O1"}, "-c a.cpp -o a.o"));
    ASSERT_TRUE(folder_.compile({GetParam(), "-O1 -nostdlib"}, "-shared a.o -o a.so"));
  }
};

TEST_P(ElfSymbols, TellsThreadLocalOnesThatAreDefinedElsewhere) {
  for (const char* const file : {"a.o", "a.so"}) {
    const auto names = undefined_symbols(folder_.path(file), true);
    ASSERT_TRUE(names.ok());
    EXPECT_EQ(names.value(), (Names{"_ZN2ns5otherE", "dynamic"})) << file;
  }
}

TEST_P(ElfSymbols, TellsWhatOthersMustDefineWithoutWeakOnes) {
  for (const char* const file : {"a.o", "a.so"}) {
    const auto names = undefined_symbols(folder_.path(file), false);
    ASSERT_TRUE(names.ok());
    for (const char* const name : {"wanted", "variable", "__tsan_write4", "dynamic"}) {
      EXPECT_TRUE(contains_name(names.value(), name)) << name << " of " << file;
    }
    for (const char* const name : {"perhaps", "_Z7offeredi", "_GLOBAL_OFFSET_TABLE_", ""}) {
      EXPECT_FALSE(contains_name(names.value(), name)) << name << " of " << file;
    }
    EXPECT_TRUE(std::ranges::is_sorted(names.value()));
  }
}

TEST_P(ElfSymbols, TellsFunctionsForOthers) {
  for (const char* const file : {"a.o", "a.so"}) {
    const auto names = exported_functions(folder_.path(file));
    ASSERT_TRUE(names.ok());
    EXPECT_TRUE(contains_name(names.value(), "_Z7offeredi")) << file;
    EXPECT_TRUE(contains_name(names.value(), "_Z6kernelILi4EEvPi")) << file;
    EXPECT_FALSE(contains_name(names.value(), "_Z6hiddenv")) << file;
    EXPECT_FALSE(contains_name(names.value(), "_ZL3ownPf")) << file;
    EXPECT_FALSE(contains_name(names.value(), "wanted")) << file;
    EXPECT_FALSE(contains_name(names.value(), "defined")) << file;
  }
}

constexpr std::string_view local_source = R"(
static int counter = 40;
static thread_local int own[4];
static __attribute__((noinline)) int twice(int x) { return 2 * x; }
int count(int i) { own[i] += 1; return twice(++counter) + own[i]; }
int others();
int main(int argc, char**) { count(argc - 1); return others() == 42 + 4 + 84 ? 0 : 1; }
)";
constexpr std::string_view local_elsewhere = R"(
extern int counter asm("p._ZL7counter");
extern thread_local int own[4] asm("p._ZL3own");
extern int twice(int) asm("p._ZL5twicei");
extern __attribute__((weak)) int missing asm("p.missing");
int others() { own[0] += 3; return ++counter + own[0] + twice(counter) + (&missing != nullptr); }
)";

TEST_P(ElfSymbols, GivesLocalOnesFurtherNamesThatOthersUse) {
  folder_.write("local.cpp", local_source);
  folder_.write("others.cpp", local_elsewhere);
  for (const char* const name : {"local", "others"}) {
    ASSERT_TRUE(folder_.compile({GetParam(), "-O1 -g -fno-sanitize=thread"},
                                fmt::format("-c {0}.cpp -o {0}.o", name)));
  }
  const auto wanted = symbols_with_prefix(folder_.path("others.o"), "p.");
  ASSERT_TRUE(wanted.ok());
  EXPECT_EQ(wanted.value(), (Names{"p._ZL3own", "p._ZL5twicei", "p._ZL7counter", "p.missing"}));
  ASSERT_TRUE(add_local_aliases(folder_.path("local.o"), "p.", wanted.value()).ok());
  const auto defined = defined_for_others(folder_.path("local.o"));
  ASSERT_TRUE(defined.ok());
  EXPECT_TRUE(contains_name(defined.value(), "p._ZL3own"));
  EXPECT_FALSE(contains_name(defined.value(), "p.missing"));
  ASSERT_TRUE(folder_.compile({GetParam(), "-fno-sanitize=thread"}, "local.o others.o -o whole"));
  EXPECT_EQ(std::system(folder_.path("whole").c_str()), 0);
}

INSTANTIATE_TEST_SUITE_P(Compilers, ElfSymbols, testing::Values("clang++", "g++"),
                         [](const auto& of) { return of.param.substr(0, of.param.find('+')); });

TEST(ElfSymbolsOf, WhatIsNoObjectIsRefusedWithASentence) {
  const test::ObjectFolder folder;
  folder.write("text.o", "no ELF file at all");
  folder.write("empty.o", "");
  folder.write("magic.o", "\177ELF");
  for (const char* const name : {"text.o", "empty.o", "magic.o", "missing.o", "."}) {
    const auto names = undefined_symbols(folder.path(name), true);
    ASSERT_FALSE(names.ok()) << name;
    EXPECT_NE(names.error().message.find(folder.path(name).string()), std::string::npos);
    EXPECT_FALSE(exported_functions(folder.path(name)).ok()) << name;
    EXPECT_FALSE(add_local_aliases(folder.path(name), "p.", {"p.x"}).ok()) << name;
  }
}

}  // namespace
}  // namespace warpscope
