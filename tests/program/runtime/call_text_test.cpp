#include "instrumentation/program/runtime/call_text.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using Texts = std::vector<std::string>;

TEST(CallText, SplitsArgumentsAtTheirOwnCommas) {
  EXPECT_EQ(
      arguments_of_call("a;\n  cudaMemcpy(d_in, h(1, 2), n * sizeof(int), K);\n", 2, "cudaMemcpy"),
      (Texts{"d_in", "h(1, 2)", "n * sizeof(int)", "K"}));
  EXPECT_EQ(arguments_of_call("f(x[1, 2], \"),(\", ')')", 1, "f"),
            (Texts{"x[1, 2]", "\"),(\"", "')'"}));
}

TEST(CallText, FindsTheCallInAMacroAndOverLines) {
  EXPECT_EQ(arguments_of_call("CHECK(cudaMalloc(&p, 4));", 1, "cudaMalloc"), (Texts{"&p", "4"}));
  EXPECT_EQ(arguments_of_call("CHECK(\n  cudaMalloc(&p,\n  4));", 3, "cudaMalloc"),
            (Texts{"&p", "4"}));
  EXPECT_EQ(arguments_of_call("cudaMalloc<float>(&p, 4)", 1, "cudaMalloc"), (Texts{"&p", "4"}));
}

TEST(CallText, TakesNoOtherFunctionAndNoOtherLine) {
  EXPECT_EQ(arguments_of_call("cudaMallocHost(&p, 4); my_cudaMalloc(q);", 1, "cudaMalloc"),
            Texts{});
  EXPECT_EQ(arguments_of_call("cudaFree(a);\n\n\n\n\n\n\nx;", 8, "cudaFree"), Texts{});
  EXPECT_EQ(arguments_of_call("cudaFree(a);\nFREE(b);", 2, "cudaFree"), Texts{})
      << "a macro's call is not the one of the line before";
  EXPECT_EQ(arguments_of_call("cudaFree(a", 1, "cudaFree"), Texts{});
  EXPECT_EQ(arguments_of_call("cudaFree(a)", 0, "cudaFree"), Texts{});
  EXPECT_EQ(arguments_of_call("cudaFree(a)", 7, "cudaFree"), Texts{});
}

TEST(CallText, TakesTheCallOfTheColumnIfALineHasSeveral) {
  const std::string_view text = "x;\n  cudaFree(a); cudaFree(b); // cudaFree(c)\n";
  EXPECT_EQ(arguments_of_call(text, 2, "cudaFree", 3), Texts{"a"});
  EXPECT_EQ(arguments_of_call(text, 2, "cudaFree", 24), Texts{"b"});
  EXPECT_EQ(arguments_of_call(text, 2, "cudaFree", 15), Texts{});
  EXPECT_EQ(arguments_of_call(text, 2, "cudaFree"), Texts{});
}

TEST(CallText, NamesTheVariableBehindCasts) {
  for (const char* const argument :
       {"d_in", "&d_in", "(void**)&d_in", "(void **) & d_in", "reinterpret_cast<void**>(&d_in)",
        "((void**)(&d_in))", "static_cast<void*>(d_in)", " d_in "})
    EXPECT_EQ(variable_of(argument), "d_in") << argument;
  EXPECT_EQ(variable_of("&m->data[2]"), "m->data[2]");
  EXPECT_EQ(variable_of("d_in + 4"), "d_in + 4");
  EXPECT_EQ(variable_of("get(a)"), "get(a)");
}

TEST(CallText, NamesNothingThatSaysNothing) {
  for (const char* const argument : {"", "0", "NULL", "nullptr", "&", "(", "(void**)&",
                                     "a_function_of(many, different) + arguments[i * n + j]"})
    EXPECT_EQ(variable_of(argument), "") << argument;
}

}  // namespace
}  // namespace warpscope
