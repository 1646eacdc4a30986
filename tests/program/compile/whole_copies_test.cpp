#include "instrumentation/program/compile/whole_copies.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpscope {
namespace {

std::string with_copies(const std::string& instructions) {
  const std::string begin = "define void @k(ptr %p) {\n  %local = alloca %struct.Pair, align 8\n",
                    end = "  ret void\n}\n";
  const std::string text = with_whole_copies(begin + instructions + end);
  EXPECT_TRUE(text.starts_with(begin) && text.ends_with(end)) << text;
  return text.substr(begin.size(), text.size() - begin.size() - end.size());
}

TEST(WholeCopies, AlignedStructureIsOneVector) {
  EXPECT_EQ(with_copies("  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr noundef align 8 "
                        "dereferenceable(8) %b, i64 8, i1 false), !dbg !7, !tbaa.struct !8\n"),
            "  %ws.copied.1.0 = load <2 x i32>, ptr %b, align 8, !dbg !7\n"
            "  store <2 x i32> %ws.copied.1.0, ptr %a, align 8, !dbg !7\n");
}

TEST(WholeCopies, PointersWithTypesAreConverted) {
  EXPECT_EQ(
      with_copies("  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 16 bitcast (%struct.Quad* @g "
                  "to i8*), i8* align 16 %5, i64 16, i1 false)\n"),
      "  %ws.copied.1.0.from = bitcast i8* %5 to <4 x i32>*\n"
      "  %ws.copied.1.0 = load <4 x i32>, <4 x i32>* %ws.copied.1.0.from, align 16\n"
      "  %ws.copied.1.0.to = bitcast i8* bitcast (%struct.Quad* @g to i8*) to <4 x i32>*\n"
      "  store <4 x i32> %ws.copied.1.0, <4 x i32>* %ws.copied.1.0.to, align 16\n");
}

TEST(WholeCopies, PiecesAreAsWideAsBothEndsAllow) {
  EXPECT_EQ(with_copies("  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 4 %b, i64 8, "
                        "i1 false)\n"),
            "  %ws.copied.1.0 = load <2 x i16>, ptr %b, align 4\n"
            "  %ws.copied.1.4.from.byte = getelementptr inbounds i8, ptr %b, i64 4\n"
            "  %ws.copied.1.4 = load <2 x i16>, ptr %ws.copied.1.4.from.byte, align 4\n"
            "  store <2 x i16> %ws.copied.1.0, ptr %a, align 4\n"
            "  %ws.copied.1.4.to.byte = getelementptr inbounds i8, ptr %a, i64 4\n"
            "  store <2 x i16> %ws.copied.1.4, ptr %ws.copied.1.4.to.byte, align 4\n");
}

TEST(WholeCopies, OthersStayAsTheyAre) {
  for (
      const std::string copy : {
          // From one local variable to another, volatile, of a size that is computed, large, a fill.
          "  %part = getelementptr inbounds %struct.Pair, ptr %local, i32 0, i32 1\n"
          "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %local, ptr align 8 %part, i64 8, i1 "
          "false)\n",
          "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 8 %b, i64 8, i1 true)\n",
          "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 8 %b, i64 %n, i1 false)\n",
          "  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %a, ptr align 1 %b, i64 64, i1 false)\n",
          "  call void @llvm.memset.p0.i64(ptr align 8 %a, i8 0, i64 8, i1 false)\n",
      }) {
    EXPECT_EQ(with_copies(copy), copy);
  }
}

}  // namespace
}  // namespace warpscope
