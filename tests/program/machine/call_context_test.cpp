#include "instrumentation/program/machine/call_context.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(CallContextTest, EqualCallsAreOneObject) {
  CallContext root;
  EXPECT_EQ(root.entered(10), root.entered(10));
  EXPECT_NE(root.entered(10), root.entered(20));
  EXPECT_EQ(root.entered(10)->entered(5)->depth, 2);
}

TEST(CallContextTest, InOneFunctionTheLowerAddressIsBehind) {
  CallContext root;
  EXPECT_LT(compare_progress(&root, 10, &root, 20), 0);
  EXPECT_GT(compare_progress(&root, 20, &root, 10), 0);
  EXPECT_EQ(compare_progress(&root, 10, &root, 10), 0);
}

TEST(CallContextTest, ALaneInACallStandsAtTheCall) {
  CallContext root;
  const CallContext* const callee = root.entered(15);
  // Whatever the address of the called function.
  EXPECT_LT(compare_progress(callee, 900, &root, 20), 0);
  EXPECT_LT(compare_progress(callee, 1, &root, 20), 0);
  EXPECT_GT(compare_progress(callee, 1, &root, 10), 0);
  // Back at the instruction behind the call, where the others wait.
  EXPECT_LT(compare_progress(callee, 900, &root, 15), 0);
}

TEST(CallContextTest, CallsFromTwoPlacesAreOrderedByThePlaces) {
  CallContext root;
  CallContext* const first = root.entered(10);
  CallContext* const second = root.entered(20);
  EXPECT_LT(compare_progress(first, 500, second, 100), 0);
  EXPECT_LT(compare_progress(first->entered(500)->entered(7), 1, second, 100), 0);
  EXPECT_GT(compare_progress(second, 1, first->entered(500), 1), 0);
}

TEST(CallContextTest, RecursionIsComparedWhereItParts) {
  CallContext root;
  CallContext* const one = root.entered(10);
  CallContext* const two = one->entered(50);
  CallContext* const three = two->entered(50);
  EXPECT_GT(compare_progress(one, 60, three, 1), 0);
  EXPECT_LT(compare_progress(one, 40, three, 1), 0);
}

}  // namespace
}  // namespace warpscope
