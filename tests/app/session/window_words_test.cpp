#include "app/session/window_words.hpp"

#include <gtest/gtest.h>

#include "instrumentation/run/run.hpp"

namespace warpscope {
namespace {

TEST(WindowWords, NameNoOptions) {
  EXPECT_EQ(window_words("Try 96 or 112, or another --block."),
            "Try 96 or 112, or another block size.");
  EXPECT_EQ(window_words("Lost. --machine emulator still works."),
            "Lost. The emulator still works.");
  EXPECT_EQ(window_words("Try a smaller size, or --machine emulator."),
            "Try a smaller size, or the emulator.");
  EXPECT_EQ(window_words("needed: give --size 12 or a longer file."),
            "needed: take the size 12 or a longer file.");
  EXPECT_EQ(window_words("Type warpscope bench --json."), "Type warpscope bench --json.");
}

// Reasons why a field of the window may refuse its text.
TEST(WindowWords, OfARefusedSize) {
  RunRequest request;
  request.kernel = "matmul_tiled";
  request.size = 41;
  const auto refused = complete(request);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("--"), std::string::npos) << "else this test says nothing";
  EXPECT_EQ(window_words(refused.error().message).find("--"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
