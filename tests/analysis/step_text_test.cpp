#include "instrumentation/analysis/step_text.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

std::string said(const char* language, const StepName& step) {
  const InLanguage speaking(find_language(language).value());
  return step_text(step);
}

TEST(StepText, ShowsTheNameOfTheSourceBesideThatOfTheLanguage) {
  const StepName up{"up", "d", 64};
  EXPECT_EQ(said("en", up), "up, d = 64");
  EXPECT_EQ(said("ru", up), "вверх (up), d = 64");
  EXPECT_EQ(said("pseudo", up), "up, d = 64");
  EXPECT_EQ(said("ru", {"half clean", "", 8}), "полуочистка (half clean) 8");
  EXPECT_EQ(said("ru", {"if", "", {}}), "if");
  EXPECT_EQ(said("ru", {"of a user", "", {}}), "of a user");
  EXPECT_EQ(said("ru", {"", "", {}}), "");
}

}  // namespace
}  // namespace warpscope
