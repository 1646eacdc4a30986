#include "app/expression/expression.hpp"

#include <gtest/gtest.h>

#include "instrumentation/trace/printable.hpp"
#include "tests/support/mutation.hpp"

namespace warpscope {
namespace {

ExpressionNames names_of_test() {
  ExpressionNames names;
  names.value = [](std::string_view name) -> Result<double> {
    if (name == "degree") return 4.0;
    if (name == "other.degree") return 8.0;
    return usage_error("Nothing is called \"" + printable(name) + "\".");
  };
  names.of_text = {"ms", "other.cell"};
  names.of_number = {"element"};
  names.text_value = [](std::string_view, const std::string& text) -> Result<double> {
    return static_cast<double>(text.size());
  };
  names.number_value = [](std::string_view, double number) -> Result<double> {
    return 10 * number;
  };
  return names;
}

double computed_value(const std::string& expression) {
  const Result<Computed> computed = compute(expression, names_of_test());
  EXPECT_TRUE(computed.ok()) << expression << ": " << (computed ? "" : computed.error().message);
  return computed ? computed.value().value : -1;
}

std::string computed_problem(const std::string& expression) {
  const Result<Computed> computed = compute(expression, names_of_test());
  EXPECT_FALSE(computed.ok()) << expression;
  return computed ? "" : computed.error().message;
}

TEST(Expression, ComputesWithNamesAndFunctions) {
  EXPECT_EQ(computed_value("2 * degree + other.degree / 4"), 10);
  EXPECT_EQ(computed_value("1.5 * 2 ^ 3"), 12);
  EXPECT_EQ(computed_value("-2 ^ 2 + 2 ^ 3 ^ 2 - 8 / 4 / 2"), 507);
  EXPECT_EQ(computed_value("1 + 2 * 3 == 7 && 1 < 2 || 0 > 1"), 1);
  EXPECT_EQ(computed_value("ms(\"abc = d\") + other.cell(\"x[1]\") + element(3)"), 41);
  EXPECT_EQ(computed_value("gcd(12, 18) + mod(7, 4) + floor(2.9) + ceil(0.1) + log2(8)"), 15);
  EXPECT_EQ(computed_value("within(99, 100, 1) + within(98, 100, 1)"), 1);
  EXPECT_EQ(computed_value("degree == 4 && other.degree > degree"), 1);
  EXPECT_EQ(computed_value("degree != 4 || degree >= 5 ? 3 : 5"), 5);
}

TEST(Expression, TellsWhatItWasComputedFrom) {
  EXPECT_EQ(compute("degree + element(2)", names_of_test()).value().reasons(),
            "degree = 4, element(2) = 20");
}

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_NE(computed_problem("dogree + 1").find("dogree"), std::string::npos);
  EXPECT_NE(computed_problem("degree = 4").find("=="), std::string::npos) << "it would always hold";
  EXPECT_NE(computed_problem("degree +").find("complete"), std::string::npos);
  EXPECT_NE(computed_problem("(degree 4)").find("4)"), std::string::npos);
  EXPECT_NE(computed_problem("1, 2").find("more than one"), std::string::npos);
  EXPECT_NE(computed_problem("ratio(1, 0)").find("zero"), std::string::npos);
  EXPECT_NE(computed_problem("degree / (degree - 4) > 3").find("zero"), std::string::npos)
      << "infinity would be more";
  EXPECT_NE(computed_problem("log2(0)").find("no number"), std::string::npos);
  EXPECT_NE(computed_problem("gcd(0.5, 2)").find("whole"), std::string::npos);
  EXPECT_NE(computed_problem(std::string(5000, '(')).find("characters"), std::string::npos);
}

TEST(Expression, SurvivesWhateverIsWritten) {
  test::Mutator mutate(3,
                       {"2 * degree + other.degree / 4", "ms(\"h200/scan x 2^28\") > 3 ? 1 : 0",
                        "within(element(0), gcd(4, 6), 10) && degree == 4"},
                       {"((", "))", "\"", "?", ":", "==", ",", "^", "e", "_pi", ".", "\xff", "&&"});
  for (int round = 0; round < 3000; ++round) {
    const std::string text = mutate.next();
    const Result<Computed> computed = compute(text, names_of_test());
    if (computed) continue;
    EXPECT_FALSE(computed.error().message.empty());
  }
}

Status known_letter(std::string_view name) {
  if (name == "a" || name == "b") return Done{};
  return usage_error("Nothing is called \"" + printable(name) + "\".");
}

TEST(Expression, TellsItsNamesWithoutTheirValues) {
  const auto names =
      names_of_expression("b / (a - b) > 2 * a && gcd(a / 2, 3) < 1 / 0", known_letter);
  ASSERT_TRUE(names.ok()) << names.error().message;
  EXPECT_EQ(names.value(), (std::vector<std::string>{"b", "a"})) << "whatever the numbers give";
}

TEST(Expression, IsReadToItsEnd) {
  const auto problem = [](const std::string& text) {
    const auto names = names_of_expression(text, known_letter);
    EXPECT_FALSE(names.ok()) << text;
    return names ? "" : names.error().message;
  };
  EXPECT_NE(problem("a / 0 > c").find("\"c\""), std::string::npos);
  EXPECT_NE(problem("1 / 0 + (a").find("complete"), std::string::npos);
  EXPECT_NE(problem("a == 1, b == 2").find("more than one"), std::string::npos);
  EXPECT_NE(problem("a = 1").find("=="), std::string::npos);
  EXPECT_NE(problem("a \xc3\xa4 b").find("from"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
