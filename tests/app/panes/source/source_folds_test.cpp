#include "app/panes/source/source_folds.hpp"

#include <gtest/gtest.h>

#include <string>

#include "app/panes/source/source_page.hpp"

namespace warpscope {
namespace {

constexpr std::string_view folded_text =
    "namespace sums {\n"                    // 0
    "template <int N>\n"                    // 1
    "__device__ int add(const int* in,\n"   // 2
    "                   int n) {\n"         // 3
    "  int s = 0;  // { of a comment\n"     // 4
    "  for (int i = 0; i < n; ++i) {\n"     // 5
    "    if (in[i] > 0) {\n"                // 6
    "      s += in[i];\n"                   // 7
    "      s += '{';\n"                     // 8
    "    } else {\n"                        // 9
    "      s -= 1;\n"                       // 10
    "      s -= 2;\n"                       // 11
    "    }\n"                               // 12
    "  }\n"                                 // 13
    "  return s;\n"                         // 14
    "}\n"                                   // 15
    "#define OPEN {\n"                      // 16
    "__global__ void sum(const int* in)\n"  // 17
    "{\n"                                   // 18
    "  run([&] {\n"                         // 19
    "    add<4>(in, 3);\n"                  // 20
    "    add<4>(in, 5);\n"                  // 21
    "  });\n"                               // 22
    "}\n"                                   // 23
    "}\n";                                  // 24

TEST(SourceBlocks, AreFoundByTheirBraces) {
  const auto lines = read_source(folded_text);
  const std::vector<SourceBlock> expected{{0, 25, false}, {2, 16, true}, {5, 14, true},
                                          {6, 9, true},   {9, 13, true}, {17, 24, true},
                                          {19, 23, true}};
  EXPECT_EQ(blocks_of(lines), expected);
  EXPECT_TRUE(blocks_of(read_source("}\n}\nint a[] = {1};\nvoid f() {\n")).empty());
}

TEST(SourceFolds, TakeLinesOutOfSightAndGiveThemBack) {
  SourceFolds folds(read_source(folded_text));
  EXPECT_EQ(folds.rows().size(), 25U);
  EXPECT_TRUE(folds.toggle(7)) << "the innermost block that holds it";
  EXPECT_NE(folds.folded_at(6), nullptr);
  EXPECT_EQ(folds.rows().size(), 23U);
  EXPECT_EQ(folds.row_of(8), folds.row_of(6)) << "its block stands for it";
  EXPECT_EQ(folds.line_at(folds.row_of(9)), 9);
  EXPECT_TRUE(folds.toggle(8)) << "opens what hides it";
  EXPECT_EQ(folds.rows().size(), 25U);
  EXPECT_FALSE(SourceFolds().toggle(0));
}

TEST(SourceFolds, AllFoldsButWhatHoldsTheLine) {
  SourceFolds folds(read_source(folded_text));
  folds.toggle(7);
  folds.fold_others(8);
  EXPECT_EQ(folds.folded_at(0), nullptr) << "a namespace only holds functions";
  EXPECT_NE(folds.folded_at(17), nullptr);
  EXPECT_EQ(folds.row_of(8), 8) << "what holds it is open";
  EXPECT_NE(folds.folded_at(9), nullptr) << "not what stands beside it";
  folds.fold_others(20);
  EXPECT_NE(folds.folded_at(2), nullptr);
  EXPECT_EQ(folds.folded_at(17), nullptr);
  folds.reveal(8);
  EXPECT_EQ(folds.row_of(8), 8);
  folds.unfold();
  EXPECT_EQ(folds.rows().size(), 25U);
}

TEST(SourceFolds, StayFoldedInAnotherVersionOfTheFile) {
  constexpr std::string_view loop = "for (;;) {\n  a();\n  b();\n}\n";
  SourcePage before, after;
  before.read("void f() {\n" + std::string(loop) + std::string(loop) + "}\n");
  before.folds.fold(5);
  after.read("// new\nvoid f() {\n" + std::string(loop) + std::string(loop) + "}\n");
  after.fold_as(before);
  EXPECT_EQ(after.folds.folded_at(2), nullptr) << "of lines that are alike, only the second";
  EXPECT_NE(after.folds.folded_at(6), nullptr);
}

TEST(SourceFolds, AreKnownByTheLinesThatNameThem) {
  SourceFolds folds(read_source(folded_text));
  folds.toggle(7);
  const std::vector<int> one = folds.heads();
  ASSERT_EQ(one.size(), 1U);
  folds.fold_others(8);
  EXPECT_NE(folds.heads(), one);
  folds.fold_only(one);
  EXPECT_EQ(folds.heads(), one);
  EXPECT_EQ(folds.rows().size(), 23U);
  folds.fold_only({});
  EXPECT_EQ(folds.rows().size(), 25U);
}

}  // namespace
}  // namespace warpscope
