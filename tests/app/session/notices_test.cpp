#include "app/session/notices.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

TEST(NoticesTest, AMessageGoesAwayByItself) {
  Notices notices;
  EXPECT_FALSE(notices.tick(100));
  notices.say(say("Saved."));
  EXPECT_FALSE(notices.tick(3.5F));
  ASSERT_TRUE(notices.toast());
  EXPECT_FLOAT_EQ(notices.seconds_until_change(), 0.5F);
  EXPECT_TRUE(notices.tick(0.5F));
  EXPECT_FALSE(notices.toast());
  EXPECT_GT(notices.seconds_until_change(), 1e5F);
}

TEST(NoticesTest, OneThatOffersAnActionStaysLonger) {
  Notices notices;
  notices.say(say("Bookmark 1 deleted."), say("Undo"), "bookmark.undo");
  EXPECT_FALSE(notices.tick(5));
  ASSERT_TRUE(notices.toast());
  EXPECT_EQ(notices.toast()->command, "bookmark.undo");
  notices.say(say("Saved."));
  EXPECT_TRUE(notices.toast()->action.empty()) << "the newer message offers nothing";
}

TEST(NoticesTest, TellsProblemsOfOneTimeTogether) {
  Notices notices;
  notices.say(say("Saved."));
  notices.complain({ErrorKind::failed, "The first file is damaged."});
  notices.complain({ErrorKind::failed, "The second file is damaged."});
  ASSERT_TRUE(notices.toast());
  EXPECT_EQ(notices.toast()->text.text(), "The first file is damaged. The second file is damaged.");
  EXPECT_FALSE(notices.tick(1));
  notices.complain({ErrorKind::failed, "The disk is full."});
  EXPECT_EQ(notices.toast()->text.text(), "The disk is full.");
  notices.dismiss();
  EXPECT_FALSE(notices.toast());
}

}  // namespace
}  // namespace warpscope
