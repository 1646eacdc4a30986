#include "app/subject/finding_hints.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/subject/code_statements.hpp"

namespace warpscope {
namespace {

TEST(FindingHints, EveryKindHasAnother) {
  std::set<std::string> hints;
  for (int k = 0; k <= static_cast<int>(last_finding_kind); ++k) {
    for (const bool host : {false, true}) {
      const std::string hint =
          finding_hint({.kind = static_cast<FindingKind>(k), .host = host}).english();
      EXPECT_TRUE(hint.ends_with('.')) << k << ": " << hint;
      EXPECT_LE(hint.size(), 200U) << hint;
    }
    const std::string kernel = finding_hint({.kind = static_cast<FindingKind>(k)}).english();
    EXPECT_TRUE(hints.insert(kernel).second) << kernel;
  }
}

TEST(FindingHints, WithoutASourceARaceIsOnlyToldAsOne) {
  const std::string hint = finding_hint({.line = 30, .other_line = 21}).english();
  EXPECT_EQ(hint.find("Nothing orders the two accesses"), 0U) << hint;
  EXPECT_NE(finding_hint({.between_blocks = true}).english(), hint);
}

TEST(FindingHints, ACauseThatTheSourceTellsHasItsRemedy) {
  const CodeStatements code("__global__ void f(int* s) {\n  s[threadIdx.x] = 1;\n  use(s[0]);\n}");
  HintSubject subject{.line = 3, .other_line = 2, .code = &code, .array = "s"};
  EXPECT_EQ(finding_hint(subject), "Put __syncthreads() behind line 2 and before line 3.");
  subject.cuda = false;
  EXPECT_EQ(finding_hint(subject), "Put block.sync() behind line 2 and before line 3.");
}

TEST(FindingHints, TheHostDoesOtherThingsWrong) {
  EXPECT_NE(finding_hint({.kind = FindingKind::out_of_bounds, .host = true}).english(),
            finding_hint({.kind = FindingKind::out_of_bounds}).english());
}

}  // namespace
}  // namespace warpscope
