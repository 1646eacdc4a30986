#include "app/ui/moved_pointer.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

constexpr Point here{10, 20}, there{11, 20};

TEST(MovedPointer, MeansWhatItWasMovedTo) {
  MovedPointer pointer;
  EXPECT_FALSE(pointer.means_it());
  pointer.hear(here, true, false, false);
  EXPECT_TRUE(pointer.means_it());
  pointer.hear(here, true, false, false);
  EXPECT_TRUE(pointer.means_it()) << "it rests there";
}

TEST(MovedPointer, MeansNothingAfterAKeyOrAPopup) {
  MovedPointer pointer;
  pointer.hear(here, true, false, false);
  pointer.hear(here, true, false, true);
  EXPECT_FALSE(pointer.means_it()) << "a key has changed what is below";
  pointer.hear(there, true, false, false);
  EXPECT_TRUE(pointer.means_it());
  pointer.hear(here, false, true, false);
  pointer.hear(here, true, false, false);
  EXPECT_FALSE(pointer.means_it()) << "it chose something in a popup, which has closed";
  pointer.hear(here, true, true, false);
  EXPECT_TRUE(pointer.means_it());
}

}  // namespace
}  // namespace warpscope
