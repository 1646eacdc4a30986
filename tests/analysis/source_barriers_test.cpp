#include "instrumentation/analysis/source_barriers.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(SourceBarriers, AreFoundByLineAndNotInComments) {
  const auto barriers = barriers_of(SourceFile{"a.cuh",
                                               "// block.sync(\"no\");\n"
                                               "  block.sync(\"load\");  // waits\n"
                                               "x[i] = 1;  // before block.sync(\"add\")\n"
                                               "\n"
                                               "    if (n > 1) block.syncwarp();\n"
                                               "block.step(\"store\");"});
  ASSERT_EQ(barriers.size(), 2U);
  EXPECT_EQ(barriers[0].line, 2U);
  EXPECT_EQ(barriers[0].text, "block.sync(\"load\");");
  EXPECT_FALSE(barriers[0].of_warp);
  EXPECT_EQ(barriers[1].line, 5U);
  EXPECT_TRUE(barriers[1].of_warp);
}

TEST(SourceBarriers, NoneInAnEmptyFile) { EXPECT_TRUE(barriers_of(SourceFile{}).empty()); }

}  // namespace
}  // namespace warpscope
