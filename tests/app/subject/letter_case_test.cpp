#include "app/subject/letter_case.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Capital, IsThatOfTheFirstLetter) {
  EXPECT_EQ(with_capital("scan"), "Scan");
  EXPECT_EQ(with_capital("банк"), "Банк");
  EXPECT_EQ(with_capital("свёртка"), "Свёртка");
  EXPECT_EQ(with_capital("ёмкость"), "Ёмкость");
  for (const char* same : {"", "1 a", "Scan", "Ячейка", "× 2"}) EXPECT_EQ(with_capital(same), same);
}

TEST(SmallLetters, MayBeThatOfTheBeginning) {
  EXPECT_EQ(with_small("Step 4 of N"), "step 4 of N");
  EXPECT_EQ(with_small("Шаг 4 из N"), "шаг 4 из N");
  EXPECT_EQ(with_small("Ёмкость"), "ёмкость");
  for (const char* same : {"", "1 A", "⟦Step", "scan"}) EXPECT_EQ(with_small(same), same);
}

TEST(SmallLetters, AreThoseOfBothAlphabets) {
  EXPECT_EQ(small_letters("AZ az 09"), "az az 09");
  EXPECT_EQ(small_letters("АПРЯЁ апряё"), "апряё апряё");
  EXPECT_EQ(small_letters("\xD0"), "\xD0");
}

}  // namespace
}  // namespace warpscope
