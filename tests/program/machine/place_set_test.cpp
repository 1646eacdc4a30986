#include "instrumentation/program/machine/place_set.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <memory>
#include <random>
#include <set>

namespace warpscope {
namespace {

TEST(PlaceSetTest, FindsTheNearestPlacesAsASetDoes) {
  constexpr int places = 16384;
  const auto set = std::make_unique<PlaceSet<places>>();
  std::set<int> known;
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    const auto place = static_cast<int>(random() % places);
    if (random() % 3 == 0 && !known.empty()) {
      const int gone = *known.begin();
      known.erase(gone);
      set->erase(gone);
    } else {
      known.insert(place);
      set->insert(place);
    }
    const auto asked = static_cast<int>(random() % places);
    const auto next = known.lower_bound(asked);
    ASSERT_EQ(set->first_from(asked), next == known.end() ? -1 : *next);
    const auto behind = known.upper_bound(asked);
    ASSERT_EQ(set->last_up_to(asked), behind == known.begin() ? -1 : *std::prev(behind));
    ASSERT_EQ(set->empty(), known.empty());
  }
  EXPECT_EQ(set->last_up_to(-1), -1);
  EXPECT_EQ(set->first_from(places), -1);
}

}  // namespace
}  // namespace warpscope
