#include "app/views/parts/view_parts.hpp"

#include <gtest/gtest.h>

#include <set>

#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

std::string doing(const char* language, Operation operation) {
  const InLanguage speaking(find_language(language).value());
  return doing_text(operation, "bins");
}

// "now {0} {1}" of a verb and an array was "сейчас adds to bins".
TEST(DoingText, IsAWholeSentenceForEachOperation) {
  EXPECT_EQ(doing("en", Operation::atomic_add), "now adds to bins");
  EXPECT_EQ(doing("ru", Operation::atomic_add), "сейчас прибавляет к bins");
  EXPECT_EQ(doing("ru", Operation::store), "сейчас пишет в bins");
  std::set<std::string> all;
  for (const OperationTraits& traits : operation_traits) {
    const std::string russian = doing("ru", traits.operation);
    EXPECT_TRUE(russian.starts_with("сейчас ")) << russian;
    EXPECT_TRUE(all.insert(russian).second) << russian;
  }
}

TEST(CostText, CountsInTheUnitOfTheSpace) {
  EXPECT_EQ(cost_text(Space::shared, 1), "1 wavefront");
  EXPECT_EQ(cost_text(Space::constant, 1024), "1,024 wavefronts");
  EXPECT_EQ(cost_text(Space::global, 3), "3 sectors");
  EXPECT_EQ(cost_text(Space::local, 1), "1 sector");
  const InLanguage speaking(find_language("ru").value());
  EXPECT_EQ(cost_text(Space::shared, 22), "22 волны");
  EXPECT_EQ(cost_text(Space::global, 5), "5 секторов");
}

}  // namespace
}  // namespace warpscope
