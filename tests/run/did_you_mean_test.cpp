#include "instrumentation/run/did_you_mean.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

const std::vector<std::string> names{"reduce_strided", "reduce_sequential", "scan_blelloch",
                                     "list"};

TEST(Nearest, FindsSlipsOfTheFinger) {
  EXPECT_EQ(nearest_names("reduce_stridet", names).front(), "reduce_strided");
  EXPECT_EQ(nearest_names("lsit", names), std::vector<std::string>{"list"});
  EXPECT_EQ(nearest_names("scan", names), std::vector<std::string>{"scan_blelloch"});
}

TEST(Nearest, OffersNothingForSomethingElse) {
  EXPECT_TRUE(nearest_names("histogram", names).empty());
  EXPECT_TRUE(nearest_names("", names).empty());
}

TEST(Nearest, OfVeryManyNamesThreeAreEnough) {
  std::vector<std::string> many(60, "zzzzzzzzzzzz");
  many.insert(many.begin() + 30, names.begin(), names.end());
  EXPECT_EQ(did_you_mean("reduction", many),
            "The nearest are \"reduce_strided\", \"reduce_sequential\" and \"list\".");
}

TEST(Nearest, SentenceNamesTheNearOrElseAll) {
  EXPECT_EQ(did_you_mean("lsit", names), "Did you mean \"list\"?");
  EXPECT_EQ(did_you_mean("histogram", names),
            "Known are reduce_strided, reduce_sequential, scan_blelloch, list.");
  EXPECT_EQ(one_of(names), "reduce_strided, reduce_sequential, scan_blelloch or list");
}

}  // namespace
}  // namespace warpscope
