#include "instrumentation/program/debug_info/symbol_names.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(TidyName, WritesBothCompilersTheSame) {
  EXPECT_EQ(tidy_name("pack<int *, const float &>"), "pack<int*, const float&>");
  EXPECT_EQ(tidy_name("pack<int*, const float&>"), "pack<int*, const float&>");
  EXPECT_EQ(tidy_name("f<256U, 12UL, Box<3u> >"), "f<256, 12, Box<3>>");
  EXPECT_EQ(tidy_name("f<a1u, 'u', x2L>"), "f<a1u, 'u', x2L>");
  EXPECT_EQ(tidy_name("reduce<256, float>"), "reduce<256, float>");
  EXPECT_EQ(tidy_name("operator>>"), "operator>>");
  EXPECT_EQ(tidy_name(""), "");
}

TEST(TidyName, CallsLambdasLambda) {
  EXPECT_EQ(tidy_name("apply<(lambda at /a/b (x)/m.cu:24:102)>"), "apply<lambda>");
  EXPECT_EQ(tidy_name("apply<use(int*, float (*)[32])::<lambda(int)> >"), "apply<lambda>");
  EXPECT_EQ(tidy_name("apply<int, use()::<lambda(int)>, 4>"), "apply<int, lambda, 4>");
  EXPECT_EQ(tidy_name("two<(lambda at m.cu:2:1), (lambda at m.cu:3:1)>"), "two<lambda, lambda>");
  EXPECT_EQ(tidy_name("damaged<(lambda at "), "damaged<(lambda at ");
  EXPECT_EQ(tidy_name("damaged<lambda<lambda("), "damaged<lambda<lambda(");
}

TEST(FunctionAround, IsTheVariablesFunction) {
  EXPECT_EQ(function_around("_ZZ1kPfE1s", "s"), "_Z1kPf");
  EXPECT_EQ(function_around("_ZZ1kPfE1s_0", "s"), "_Z1kPf");
  EXPECT_EQ(function_around("_ZZN12_GLOBAL__N_14anonEPfE1t", "t"), "_ZN12_GLOBAL__N_14anonEPf");
  EXPECT_EQ(function_around("_ZZZ3usePiENKUliE_clEiE4data", "data"), "_ZZ3usePiENKUliE_clEi");
  EXPECT_EQ(function_around("_ZZ5ckernE4tile", "tile"), "ckern");
  EXPECT_EQ(function_around("_ZN2ns1sE", "s"), "");
  EXPECT_EQ(function_around("_ZZ1kPfE1s", "t"), "");
  EXPECT_EQ(function_around("_ZZ", ""), "");
}

TEST(FunctionAroundLambda, IsReadFromTheSymbol) {
  EXPECT_EQ(function_around_lambda("_ZZ6reduceILi256EfEvPT0_ENKUliE_clEi"), "reduce<256, float>");
  EXPECT_EQ(function_around_lambda("_ZZZ3usePiENKUliE_clEiENKUliE_clEi"), "use");
  EXPECT_EQ(function_around_lambda("_Z3usePi"), "");
  EXPECT_EQ(function_around_lambda("main"), "");
}

TEST(LastName, LeavesOutWhatIsAround) {
  EXPECT_EQ(last_name("_ZZN2ns4kernEPfE4data"), "data");
  EXPECT_EQ(last_name("_ZN2ns5nsdynE"), "nsdyn");
  EXPECT_EQ(last_name("dynamic"), "dynamic");
  EXPECT_EQ(last_name("_ZZZZZ"), "_ZZZZZ");
}

}  // namespace
}  // namespace warpscope
