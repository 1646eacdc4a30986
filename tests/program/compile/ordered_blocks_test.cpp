#include "instrumentation/program/compile/ordered_blocks.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

/// The labels, in the order of the text.
std::vector<std::string> labels(const std::string& body) {
  std::istringstream lines(with_ordered_blocks("define void @f(i1 %c) {\n" + body + "}\n"));
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == ':') found.push_back(line.substr(0, line.size() - 1));
  }
  return found;
}

using Labels = std::vector<std::string>;

TEST(OrderedBlocks, WhatFollowsALoopStandsBehindIt) {
  EXPECT_EQ(labels("entry:\n  br i1 %c, label %end, label %loop\n"
                   "end:\n  ret void\n"
                   "loop:\n  br i1 %c, label %inside, label %next\n"
                   "inside:\n  br label %next\n"
                   "next:\n  br i1 %c, label %loop, label %end\n"),
            (Labels{"entry", "loop", "inside", "next", "end"}));
}

TEST(OrderedBlocks, LoopsStayTogether) {
  EXPECT_EQ(labels("entry:\n  br label %outer\n"
                   "left:\n  br label %last\n"
                   "outer:\n  br label %inner\n"
                   "after:\n  br i1 %c, label %outer, label %left\n"
                   "inner:\n  br i1 %c, label %inner, label %after\n"
                   "last:\n  ret void\n"),
            (Labels{"entry", "outer", "inner", "after", "left", "last"}));
}

TEST(OrderedBlocks, BranchesKeepTheirOrderAndMeetBehindBoth) {
  EXPECT_EQ(labels("entry:\n  br i1 %c, label %a, label %b\n"
                   "meet:\n  ret void\n"
                   "a:\n  br label %meet\n"
                   "b:\n  br label %meet\n"),
            (Labels{"entry", "a", "b", "meet"}));
}

TEST(OrderedBlocks, NumbersBecomeNames) {
  EXPECT_EQ(with_ordered_blocks("define void @f(i32 %0, ptr %1) #2 {\n"
                                "  br label %4\n"
                                "\n"
                                "3:                  ; preds = %4\n"
                                "  ret void, !dbg !12\n"
                                "\n"
                                "4:\n"
                                "  %5 = phi i32 [ %0, %2 ], !dbg !7\n"
                                "  call void asm \"mov %0\", \"r\"(i32 %5)\n"
                                "  br label %3\n"
                                "}\n"),
            "define void @f(i32 %n0, ptr %n1) #2 {\n"
            "n2:\n"
            "  br label %n4\n"
            "\n"
            "n4:\n"
            "  %n5 = phi i32 [ %n0, %n2 ], !dbg !7\n"
            "  call void asm \"mov %0\", \"r\"(i32 %n5)\n"
            "  br label %n3\n"
            "n3:\n"
            "  ret void, !dbg !12\n"
            "\n"
            "}\n");
}

TEST(OrderedBlocks, TenThousandBlocksNeedNoStack) {
  std::string body = "b0:\n  br label %b1\n";
  for (int k = 1; k < 10000; ++k) {
    body += "b" + std::to_string(k) + ":\n  br i1 %c, label %b" + std::to_string(k) + ", label %b" +
            std::to_string(k + 1) + "\n";
  }
  EXPECT_EQ(labels(body + "b10000:\n  ret void\n").size(), 10001U);
}

}  // namespace
}  // namespace warpscope
