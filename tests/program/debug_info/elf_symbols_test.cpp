#include "instrumentation/program/debug_info/elf_symbols.hpp"

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
  }
}

}  // namespace
}  // namespace warpscope
