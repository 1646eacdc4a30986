#include "instrumentation/program/compile/joined_accesses.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

namespace warpscope {
namespace {

constexpr const char* module_head =
    "%struct.Three = type { float, float, float }\n"
    "@s = internal thread_local global [512 x float] zeroinitializer, align 4\n"
    "@odd = internal thread_local global [33 x float] zeroinitializer, align 4\n"
    "@after = internal thread_local global [512 x float] zeroinitializer, align 4\n";

/// A kernel with that body; %i is the thread's own number.
std::string kernel(const std::string& body, const std::string& before = module_head) {
  return before +
         "define void @k(ptr %g, i32 %n) #0 {\n"
         "  %i = load i32, ptr @ws_thread_index, align 4\n" +
         body +
         "  ret void\n}\n"
         "attributes #0 = { noinline nounwind }\n";
}

/// An element's address and the hook of its load or store.
std::string access(const std::string& name, const std::string& array, const std::string& index,
                   bool store = false, const std::string& alignment = "4") {
  const std::string pointer = "%p." + name;
  return "  " + pointer + " = getelementptr float, ptr " + array + ", i32 " + index +
         "\n  call void @__tsan_" + (store ? "write4" : "read4") + "(ptr " + pointer +
         "), !dbg !1\n" +
         (store ? "  store float 1.0, ptr " + pointer
                : "  %" + name + " = load float, ptr " + pointer) +
         ", align " + alignment + "\n";
}

/// "read4", "write16": the hooks that are left, in order.
std::vector<std::string> hooks(const std::string& module) {
  const std::string text = with_joined_accesses(module);
  const std::regex hook(R"(call void @__tsan_(\w+)\()");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), hook), end; at != end; ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

using Hooks = std::vector<std::string>;
const std::string even_and_odd = "  %even = shl i32 %i, 1\n  %odd1 = or i32 %even, 1\n";

TEST(JoinedAccesses, TwoWordsAtAnEvenPlaceAreOne) {
  EXPECT_EQ(hooks(kernel(even_and_odd + access("a", "@s", "%even") + access("b", "@s", "%odd1"))),
            Hooks{"read8"});
  EXPECT_EQ(hooks(kernel(even_and_odd + access("a", "@s", "%even", true) +
                         access("b", "@s", "%odd1", true))),
            Hooks{"write8"});
}

TEST(JoinedAccesses, NotWhereNobodySeesThatThePlaceIsEven) {
  const std::string next = "  %next = add i32 %i, 1\n";
  EXPECT_EQ(hooks(kernel(next + access("a", "@s", "%i") + access("b", "@s", "%next"))),
            (Hooks{"read4", "read4"}));
  // A GPU's compiler puts variables one behind another.
  EXPECT_EQ(hooks(kernel(even_and_odd + access("x", "@odd", "%i") + access("a", "@after", "%even") +
                         access("b", "@after", "%odd1"))),
            (Hooks{"read4", "read4", "read4"}));
  const std::string falling =
      "  %m = mul i32 %i, -2\n  %f = add i32 %m, 254\n  %e = add i32 %m, 255\n";
  EXPECT_EQ(hooks(kernel(falling + access("a", "@s", "%f") + access("b", "@s", "%e"))),
            (Hooks{"read4", "read4"}));
}

TEST(JoinedAccesses, ThreeOfFourAreOneLoadAndTwoStores) {
  std::string loads = "  %q = shl i32 %i, 2\n", stores = loads;
  for (const std::string k : {"1", "2"}) {
    loads += "  %q" + k + " = add i32 %q, " + k + "\n";
    stores += "  %q" + k + " = add i32 %q, " + k + "\n";
  }
  for (const std::string k : {"", "1", "2"}) {
    loads += access("v" + k, "@s", "%q" + k);
    stores += access("v" + k, "@s", "%q" + k, true);
  }
  EXPECT_EQ(hooks(kernel(loads)), Hooks{"read16"});
  EXPECT_EQ(hooks(kernel(stores)), (Hooks{"write8", "write4"}));
}

TEST(JoinedAccesses, ABarrierAStoreAndAnEndOfABlockPartThem) {
  const std::string a = access("a", "@s", "%even"), b = access("b", "@s", "%odd1");
  for (const std::string& between :
       {std::string("  call void @ws_syncthreads()\n"), access("c", "@after", "%i", true),
        std::string("  br label %next\nnext:\n")}) {
    EXPECT_EQ(hooks(kernel(even_and_odd + a + between + b)).back(), "read4") << between;
  }
  const std::string shuffle = "  %v = call i32 @ws_ballot(i32 -1, i32 1)\n";
  EXPECT_EQ(hooks(kernel(even_and_odd + a + shuffle + b)), Hooks{"read8"});
  const std::string root = "  %v = call float @expf(float 1.0)\n";
  EXPECT_EQ(hooks(kernel(even_and_odd + a + root + b)), (Hooks{"read4", "read4"}));
  EXPECT_EQ(hooks(kernel(even_and_odd + a + root + b) +
                  "declare float @expf(float) #9\n"
                  "attributes #9 = { nounwind readnone willreturn }\n"),
            Hooks{"read8"});
  EXPECT_EQ(hooks(kernel(even_and_odd + a + access("c", "%g", "%i", true) + b)),
            (Hooks{"read8", "write4"}));
}

TEST(JoinedAccesses, GlobalMemoryIsJoinedByItsTypeAlone) {
  EXPECT_EQ(hooks(kernel(even_and_odd + access("a", "%g", "%even") + access("b", "%g", "%odd1"))),
            (Hooks{"read4", "read4"}));
  EXPECT_EQ(hooks(kernel(even_and_odd + access("a", "%g", "%even", false, "8") +
                         access("b", "%g", "%odd1"))),
            Hooks{"read8"});
}

TEST(JoinedAccesses, WhatABlockHasLoadedItDoesNotLoadAgain) {
  const std::string a = access("a", "@s", "%i"), again = access("b", "@s", "%i");
  EXPECT_EQ(hooks(kernel(a + access("c", "%g", "%i", true) + again)), (Hooks{"read4", "write4"}));
  EXPECT_EQ(hooks(kernel(a + access("c", "@after", "%n", true) + again)),
            (Hooks{"read4", "write4", "read4"}));
}

TEST(JoinedAccesses, PointersWithTypesAreReadToo) {
  const std::string typed =
      "@s = internal thread_local global [512 x float] zeroinitializer, align 4\n"
      "define void @k() #0 {\n"
      "  %i = load i32, i32* @ws_thread_index, align 4\n"
      "  %e = shl i32 %i, 1\n  %x = sext i32 %e to i64\n  %y = or i64 %x, 1\n"
      "  %p = getelementptr inbounds [512 x float], [512 x float]* @s, i64 0, i64 %x, !dbg !1\n"
      "  %pb = bitcast float* %p to i8*\n  call void @__tsan_read4(i8* %pb)\n"
      "  %a = load float, float* %p, align 4\n"
      "  %q = getelementptr inbounds [512 x float], [512 x float]* @s, i64 0, i64 %y, !dbg !1\n"
      "  %qb = bitcast float* %q to i8*\n  call void @__tsan_read4(i8* %qb)\n"
      "  %b = load float, float* %q, align 4\n  ret void\n}\n"
      "attributes #0 = { noinline }\n";
  EXPECT_EQ(hooks(typed), Hooks{"read8"});
  EXPECT_NE(with_joined_accesses(typed).find("declare void @__tsan_read8(i8*)"), std::string::npos);
}

/// How an atomic on an element is called, with its operand and, if anybody asks, its result.
std::string atomic(const std::string& address, const std::string& operand, bool used, int type = 4,
                   int operation = 0) {
  return "  %slot = alloca i32, align 4\n"
         "  call void asm \"movl $1, $0\", \"=*m,r,~{flags}\"(ptr elementtype(i32) %slot, i32 " +
         operand + ") #3\n  call void @ws_atomic(i32 noundef " + std::to_string(operation) +
         ", i32 noundef " + std::to_string(type) + ", ptr noundef " + address +
         ", ptr noundef nonnull %slot, ptr noundef null)\n"
         "  %was = call i32 asm \"movl $1, $0\", \"=r,*m,~{flags}\"(ptr elementtype(i32) %slot) "
         "#3\n" +
         (used ? "  store i32 %was, ptr %g, align 4\n" : "");
}
bool is_one_of_warp(const std::string& body) {
  return with_joined_accesses(kernel(body)).find("call void @ws_atomic_of_warp(") !=
         std::string::npos;
}

TEST(JoinedAccesses, OneLaneDoesAWarpsAtomicOnOneElement) {
  constexpr int add = 0, least = 3, exchange = 2, i32 = 4, u64 = 7, f32 = 8;
  EXPECT_TRUE(is_one_of_warp(atomic("@s", "%i", false)));
  EXPECT_TRUE(is_one_of_warp(atomic("%g", "%i", true)));
  EXPECT_TRUE(is_one_of_warp(atomic("@s", "%i", false, i32, least)));
  EXPECT_FALSE(is_one_of_warp(atomic("@s", "%i", true, i32, least)));
  EXPECT_FALSE(is_one_of_warp(atomic("@s", "%i", false, i32, exchange)));
  EXPECT_FALSE(is_one_of_warp(atomic("@s", "%i", false, f32, add)));
  EXPECT_TRUE(is_one_of_warp(atomic("@s", "5", false, u64, add)));
  EXPECT_FALSE(is_one_of_warp(atomic("@s", "%i", false, u64, add)));
  const std::string own = "  %own = getelementptr float, ptr @s, i32 %i\n";
  EXPECT_FALSE(is_one_of_warp(own + atomic("%own", "%i", false)));
}

TEST(JoinedAccesses, OtherTextStaysAsItIs) {
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("define void @f(\n"), std::string("@x = "),
        std::string("define void @f() {\n  call void @__tsan_read4(\n}\n"),
        std::string(
            "%t = type { %t, [9999999999999999999 x float] }\n@a = thread_local global %t x\n")}) {
    EXPECT_FALSE(with_joined_accesses(text).empty() && !text.empty()) << text;
  }
}

}  // namespace
}  // namespace warpscope
