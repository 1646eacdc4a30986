#include "instrumentation/program/source/active_code.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace warpscope {
namespace {

/// The lower-case letters that stay: each line of a test's text is one.
std::string left(const std::string& text, const CompiledSo& compiled = {}) {
  std::string letters;
  std::string line;
  for (const char letter : active_code(text, compiled) + "\n") {
    if (letter != '\n') {
      line += letter;
      continue;
    }
    if (line.size() == 1 && line[0] != ' ') letters += line;
    line.clear();
  }
  return letters;
}

TEST(ActiveCode, KeepsEveryLineAndByteInItsPlace) {
  const std::string text = "a\n#ifdef X\nleft \"out\n#else\nb\n#endif\nc\n";
  const std::string active = active_code(text, {});
  ASSERT_EQ(active.size(), text.size());
  EXPECT_EQ(active.find("left"), std::string::npos);
  EXPECT_EQ(active.find('b'), text.find('b'));
  EXPECT_EQ(std::ranges::count(active, '\n'), std::ranges::count(text, '\n'));
}

TEST(ActiveCode, NamesOfTheFileAndOfTheCommandLineDecide) {
  const std::string text = "#ifdef MENDED\na\n#else\nb\n#endif\n";
  EXPECT_EQ(left(text), "b");
  EXPECT_EQ(left(text, {.defines = {"MENDED"}}), "a");
  EXPECT_EQ(left("#define MENDED\n" + text), "a");
  EXPECT_EQ(left("#define MENDED\n#undef MENDED\n" + text), "b");
  EXPECT_EQ(left("#ifdef OTHER\n#define MENDED\n#endif\n" + text), "b");
  EXPECT_EQ(left("#ifndef PAD\n#define PAD 4\n#endif\n#if PAD\na\n#endif"), "a");
  EXPECT_EQ(left("#ifndef PAD\n#define PAD 4\n#endif\n#if PAD\na\n#endif", {.defines = {"PAD=0"}}),
            "");
}

TEST(ActiveCode, OfSeveralBranchesOneStays) {
  const auto of = [](int way) {
    return left(
        "#if WAY == 0\na\n#elif WAY < 2\nb\n#if 1\nc\n#else\nd\n#endif\n#else\ne\n#endif\nf",
        {.defines = {"WAY=" + std::to_string(way)}});
  };
  EXPECT_EQ(of(0), "af");
  EXPECT_EQ(of(1), "bcf");
  EXPECT_EQ(of(2), "ef");
}

TEST(ActiveCode, ConditionsAreThoseOfC) {
  const auto holds = [](const std::string& condition) {
    return left("#define N 12\n#define TWICE (N * 2)\n#if " + condition + "\na\n#else\nb\n#endif");
  };
  for (const char* const yes :
       {"1", "!0", "N", "N == 12 && TWICE == 24", "defined(N) && !defined M", "(1 << 3) == 8",
        "-1 < 0", "0x10 == 16", "010 == 8", "1'000UL > 999", "0 ? 0 : 2", "2 + 3 * 4 == 14",
        "~0 == -1", "5 % 3 == 2 /* rest */", "UNKNOWN == 0", "__CUDA_ARCH__ >= 700",
        "defined(__CUDACC__) // a comment", "1 || 1 / 0", "7 & 3 ^ 1 | 8"}) {
    EXPECT_EQ(holds(yes), "a") << yes;
  }
  for (const char* const no : {"0", "!N", "N > 12", "defined(M)", "M", "0 && 1 / 0"}) {
    EXPECT_EQ(holds(no), "b") << no;
  }
  for (const char* const unknown : {"__has_include(<x.h>)", "1 / 0", "", "N +", "F(2)", "\"a\""}) {
    EXPECT_EQ(holds(unknown), "ab") << unknown << ": both stay";
  }
}

TEST(ActiveCode, AHeaderOfTheUsersMayDefineWhatNothingElseDoes) {
  const std::string text = "#ifdef FAST\na\n#else\nb\n#endif\n";
  EXPECT_EQ(left("#include <vector>\n#include \"cuda_runtime.h\"\n" + text), "b");
  EXPECT_EQ(left("#include \"config.h\"\n" + text), "ab") << "both stay";
  EXPECT_EQ(left("#include \"config.h\"\n#undef FAST\n" + text), "b");
}

TEST(ActiveCode, ALineThatRanTellsMoreThanTheCondition) {
  const std::string text = "#include \"config.h\"\n#ifdef FAST\na\n#else\nb\n#endif\n";
  EXPECT_EQ(left(text, {.lines_that_ran = {3}}), "a");
  EXPECT_EQ(left(text, {.lines_that_ran = {5}}), "b");
  EXPECT_EQ(left(text, {.lines_that_ran = {1, 7}}), "ab");
}

TEST(ActiveCode, NoTextBreaksIt) {
  for (const char* const text :
       {"#endif\na", "#else\na", "#if 1\na", "#if (((((\na\n#elif )\nb", "#ifdef\na\n#endif\n",
        "#define\n#define X\n#if X\na\n#endif", "#define X X\n#if X\na\n#endif"}) {
    EXPECT_NE(left(text).find('a'), std::string::npos) << text;
  }
  EXPECT_EQ(left("#if " + std::string(5000, '(') + "\na\n#endif"), "a");
  EXPECT_EQ(left("#if " + std::string(5000, '!') + "1\na\n#endif"), "a");
}

TEST(ActiveCode, ATraceKnowsTheMacrosOfItsCommandLine) {
  Trace trace;
  EXPECT_EQ(defines_of(trace), std::vector<std::string>{});
  note_defines(trace, {"MENDED", "PAD=4"});
  EXPECT_EQ(defines_of(trace), (std::vector<std::string>{"MENDED", "PAD=4"}));
}

}  // namespace
}  // namespace warpscope
