#include "instrumentation/program/compile/speed_module.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

constexpr const char* text = R"(
$inlined = comdat any

module asm ".balign 4"

@seen = dso_local global i32 1, section "ws_device", align 4, !dbg !0
@local = internal global [2 x i32] zeroinitializer, section "ws_device", align 4, !dbg !1
@shared = internal thread_local global i32 0, align 4
@constants = internal constant [2 x i32] [i32 1, i32 2], align 4
@host = internal global i32 0, align 4
@table = linkonce_odr unnamed_addr constant [1 x i32 (i32)*] [i32 (i32)* @helper], comdat($inlined), align 8
@.str = private unnamed_addr constant [6 x i8] c"@host\00", align 1
@elsewhere = external global i32
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @begin, i8* null }]

define internal void @begin() #0 section ".text.startup" !dbg !2 {
  store i32 1, i32* @host
  ret void
}

define dso_local void @"a kernel"(i32* noundef %0) #1 !dbg !3 {
  call void @llvm.dbg.declare(metadata i32* %0, metadata !4, metadata !DIExpression()), !dbg !5
  %2 = call i32 @helper(i32 noundef 3)
  %3 = call i32 @other(i32 noundef 4)
  %4 = load i32 (i32)*, i32 (i32)** getelementptr inbounds ([1 x i32 (i32)*], [1 x i32 (i32)*]* @table, i64 0, i64 0)
  store i32 %2, i32* @seen
  store i32 %3, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @local, i64 0, i64 1)
  store i32 %3, i32* @shared
  store i32 (i32)* @helper, i32 (i32)** undef
  %5 = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str, i64 0, i64 0))
  ret void
}

define linkonce_odr hidden i32 @helper(i32 noundef %0) #0 section "a comdat" comdat($inlined) align 2 {
  %2 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @constants, i64 0, i64 1)
  ret i32 %2
}

define dso_local i32 @main() #0 {
  call void @take(void (i32*)* @"a kernel")
  ret i32 0
}

declare i32 @other(i32 noundef) #2
declare i32 @printf(i8*, ...) #2
declare void @take(void (i32*)*) #2

attributes #0 = { disable_sanitizer_instrumentation uwtable }
attributes #1 = { noinline uwtable }
attributes #2 = { nounwind }

!2 = distinct !DISubprogram(name: "@host", unit: !9, retainedNodes: !8)
!9 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug, enums: !7, globals: !6, splitDebugInlining: false)
)";

class SpeedModuleOf : public testing::Test {
 protected:
  SpeedModule module_{text, 3};
  std::string made_ = module_.text_at_speed({{"other", "other.at_speed.1"}}, {});
  [[nodiscard]] bool has(const std::string& line) const {
    return made_.find('\n' + line + '\n') != std::string::npos;
  }
  [[nodiscard]] bool mentions(const std::string& part) const {
    return made_.find(part) != std::string::npos;
  }
};

TEST_F(SpeedModuleOf, AnObjectUsesTheVariablesOfTheFirst) {
  EXPECT_TRUE(
      has(R"(@seen = available_externally dso_local global i32 1, section "ws_device", align 4)"))
      << made_;
  EXPECT_TRUE(has(
      R"(@"__ws_local.3.local" = available_externally hidden global [2 x i32] zeroinitializer, section "ws_device", align 4)"));
  EXPECT_TRUE(
      has(R"(@"__ws_local.3.shared" = linkonce hidden thread_local global i32 0, align 4)"));
  EXPECT_TRUE(has(R"(  store i32 %3, i32* @"__ws_local.3.shared")"));
  EXPECT_TRUE(has(R"(@constants = internal constant [2 x i32] [i32 1, i32 2], align 4)"));
  EXPECT_TRUE(has(R"(@.str = private unnamed_addr constant [6 x i8] c"@host\00", align 1)"));
}

TEST_F(SpeedModuleOf, AnObjectHasFunctionsOfItsOwnAndTakesAddressesOfTheFirst) {
  EXPECT_TRUE(has(R"(define hidden void @"a kernel.at_speed.3"(i32* noundef %0) #1 !dbg !3 {)"))
      << made_;
  EXPECT_TRUE(has(
      R"(define hidden i32 @"helper.at_speed.3"(i32 noundef %0) #0 section "a comdat" align 2 {)"));
  EXPECT_TRUE(has(R"(declare i32 @"helper"(i32 noundef %0))"));
  EXPECT_TRUE(has(R"(  %2 = call i32 @"helper.at_speed.3"(i32 noundef 3))"));
  EXPECT_TRUE(has(R"(  store i32 (i32)* @"helper", i32 (i32)** undef)"));
  EXPECT_TRUE(has(R"(  %3 = call i32 @"other.at_speed.1"(i32 noundef 4))"));
  EXPECT_TRUE(has(R"(declare i32 @"other.at_speed.1"(i32 noundef))"));
  EXPECT_TRUE(mentions("call i32 (i8*, ...) @printf("));
  EXPECT_TRUE(has(R"(attributes #0 = { sanitize_thread uwtable })"));
}

TEST_F(SpeedModuleOf, AnObjectHasNothingOfTheHost) {
  for (const char* const gone :
       {"@main", "@take(void (i32*)* @\"a", "@begin", "@host =", "global_ctors", ".balign 4",
        "llvm.dbg", "globals:", "retainedNodes", "FullDebug", "noinline uwtable comdat"}) {
    EXPECT_FALSE(mentions(gone)) << gone << " in " << made_;
  }
}

TEST_F(SpeedModuleOf, AnObjectPairsKernels) {
  ASSERT_TRUE(module_.has_kernels());
  EXPECT_TRUE(mentions(R"(module asm ".quad \22a kernel\22, \22a kernel.at_speed.3\22")")) << made_;
  EXPECT_FALSE(mentions(R"(\22helper\22, )"));
}

TEST_F(SpeedModuleOf, AFileSaysWhatItsKernelsNeed) {
  std::set<std::string> needed;
  module_.add_needed(needed);
  EXPECT_TRUE(needed.contains("other"));
  EXPECT_FALSE(needed.contains("take"));
  EXPECT_EQ(module_.offered().at("helper"), "helper.at_speed.3");
  EXPECT_FALSE(module_.offered().contains("begin"));
  EXPECT_FALSE(SpeedModule("define i32 @f() {\n  ret i32 0\n}\n", 0).is_needed(needed));
  EXPECT_TRUE(SpeedModule("define i32 @other() {\n  ret i32 0\n}\n", 0).is_needed(needed));
}

TEST_F(SpeedModuleOf, WhatIsNoTextOfLlvmHasNoKernels) {
  for (const char* const other :
       {"", "\n\n", "@", "@\"", "define ", "define @f(", "attributes #", "@x = internal"}) {
    const SpeedModule module(other, 0);
    EXPECT_FALSE(module.has_kernels()) << other;
    static_cast<void>(module.text_at_speed({}, {}));
  }
}

}  // namespace
}  // namespace warpscope
