#include "instrumentation/program/compile/device_facts.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpscope {
namespace {

TEST(FactsOfDevices, AThreadsNumberStaysAndAWarpsWordsTouchNoMemory) {
  const std::string module =
      "@t = internal thread_local global [9 x float] zeroinitializer, align 16\n"
      "  %1 = load i32, ptr @ws_thread_index, align 4, !dbg !3\n"
      "  %2 = load i32, ptr %p, align 4\n"
      "  %3 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @t), !dbg !4\n"
      "declare i32 @ws_ballot(i32, i32) #7\n"
      "declare void @ws_syncthreads() #7\n";
  const std::string text = with_facts_of_devices(module, 19);
  EXPECT_NE(text.find("global [9 x float] zeroinitializer, align 4\n"), std::string::npos) << text;
  EXPECT_NE(text.find("!dbg !3, !invariant.load !"), std::string::npos) << text;
  EXPECT_NE(text.find("  %2 = load i32, ptr %p, align 4\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  %3 = call ptr @llvm.threadlocal.address.p0(ptr @t), !dbg !4\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("memory(inaccessiblemem: readwrite) #7"), std::string::npos) << text;
  EXPECT_NE(text.find("declare void @ws_syncthreads() #7"), std::string::npos) << text;
  EXPECT_NE(with_facts_of_devices(module, 14).find(" inaccessiblememonly #7"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
