#include "app/subject/capital.hpp"

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

}  // namespace
}  // namespace warpscope
