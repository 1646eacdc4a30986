#include "app/subject/finding_hints.hpp"

#include <gtest/gtest.h>

#include <set>

namespace warpscope {
namespace {

TEST(FindingHints, EveryKindHasAnother) {
  std::set<std::string> hints;
  for (int k = 0; k <= static_cast<int>(last_finding_kind); ++k) {
    for (const bool host : {false, true}) {
      const std::string hint = finding_hint({.kind = static_cast<FindingKind>(k), .host = host});
      EXPECT_TRUE(hint.ends_with('.')) << k << ": " << hint;
      EXPECT_LE(hint.size(), 200U) << hint;
    }
    const std::string kernel = finding_hint({.kind = static_cast<FindingKind>(k)});
    EXPECT_TRUE(hints.insert(kernel).second) << kernel;
  }
}

TEST(FindingHints, ARaceNeedsABarrierBetweenItsLines) {
  EXPECT_EQ(finding_hint({.line = 30, .other_line = 21}),
            "Put __syncthreads() between line 21 and line 30.");
  const std::string back = finding_hint({.line = 21, .other_line = 30});
  EXPECT_NE(back.find("between line 21 and line 30; if a loop leads back"), std::string::npos)
      << back;
  EXPECT_NE(finding_hint({.line = 9, .other_line = 9}).find("On line 9"), std::string::npos);
  EXPECT_EQ(finding_hint({.line = 9, .other_line = 4, .same_file = false}),
            "Put __syncthreads() between the two accesses.");
}

TEST(FindingHints, KernelsOfTheCatalogueHaveTheirOwnBarrier) {
  EXPECT_EQ(finding_hint({.line = 30, .other_line = 21, .cuda = false}),
            "Put block.sync() between line 21 and line 30.");
}

TEST(FindingHints, TheHostDoesOtherThingsWrong) {
  EXPECT_NE(finding_hint({.kind = FindingKind::out_of_bounds, .host = true}),
            finding_hint({.kind = FindingKind::out_of_bounds}));
}

}  // namespace
}  // namespace warpscope
