// A trace from somebody else: its names and its source reach terminals, other programs and
// spreadsheets.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/support/test_folder.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

const std::string wild = "=cmd\x1b]0;owned\x07\u202e\n\x7f";

/// A trace whose every text is hostile.
Trace foreign_trace() {
  test::TraceMaker make(32);
  make.launch(32, wild);
  make.source("first\n" + wild + "\xff\xfe\n  =\x1b[2J\xc0 data[i] = 1;\n");
  const int data = make.shared(wild, 64);
  make.store(data, 3, all_lanes, [](int lane) { return 2 * lane; }, {});
  make.barrier(wild);
  make.host(wild);
  Trace trace = make.take();
  trace.header = {.kernel = wild,
                  .title = wild,
                  .size = 64,
                  .input = wild,
                  .machine = wild,
                  .device = wild,
                  .date = wild};
  trace.findings = {{.line = 3, .array = 0, .message = wild}};
  return trace;
}

class ForeignTrace : public testing::Test {
 protected:
  TestFolder folder_;
  std::string file_ = folder_.file("a.wscope");
  void SetUp() override { ASSERT_TRUE(write_trace(foreign_trace(), file_)); }
};

TEST_F(ForeignTrace, IsReportedInTextWithoutAWordToTheTerminal) {
  for (const auto& args : std::vector<std::vector<std::string>>{
           {"info", file_}, {"report", file_}, {"compare", file_, file_}, {"diff", file_, file_}}) {
    const Invoked invoked = invoke(args);
    EXPECT_EQ(invoked.code, 0) << args[0] << invoked.err;
    EXPECT_EQ(invoked.out, printable_lines(invoked.out)) << args[0];
    EXPECT_FALSE(invoked.out.empty());
    EXPECT_EQ(invoked.err, "");
  }
}

TEST_F(ForeignTrace, IsReportedInJsonThatOthersCanRead) {
  for (const auto& args : std::vector<std::vector<std::string>>{{"info", file_, "--json"},
                                                                {"report", file_, "--json"},
                                                                {"compare", file_, file_, "--json"},
                                                                {"diff", file_, file_, "--json"}}) {
    const Invoked invoked = invoke(args);
    EXPECT_EQ(invoked.code, 0) << args[0] << invoked.err;
    EXPECT_TRUE(nlohmann::json::accept(invoked.out)) << args[0];
    EXPECT_EQ(invoked.out, printable_lines(invoked.out)) << args[0];
  }
}

TEST_F(ForeignTrace, IsExportedWithoutFormulas) {
  for (const char* view : {"lines", "totals"}) {
    const std::string table = folder_.file("a.csv");
    ASSERT_EQ(invoke({"export", file_, "--view", view, "-o", table}).code, 0);
    std::ifstream file(table);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find(",="), std::string::npos) << text;
    EXPECT_EQ(text.find("\n="), std::string::npos) << text;
    EXPECT_EQ(text.find("\"="), std::string::npos) << text;
  }
}

TEST(ForeignFiles, PipesAndDevicesInPlaceOfTracesAreRefused) {
  const TestFolder folder;
  const std::string pipe = folder.file("pipe.wscope");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& file : {pipe, std::string("/dev/zero")}) {
    for (const auto& args : std::vector<std::vector<std::string>>{
             {"info", file},
             {"report", file},
             {"diff", file, file},
             {"export", file, "-o", folder.file("x.csv"), "--view", "lines"},
             {"report", "reduce_strided", "--machine", "emulator", "--input", file}}) {
      const Invoked invoked = invoke(args);
      EXPECT_EQ(invoked.code, 2) << args[0];
      EXPECT_NE(invoked.err.find("no regular file"), std::string::npos) << invoked.err;
    }
  }
}

TEST(ForeignFiles, ArgumentsAreQuotedTameAndShort) {
  for (const std::string& word : {std::string("\x1b]0;owned\x07"), std::string(100'000, 'x')}) {
    for (const auto& args :
         std::vector<std::vector<std::string>>{{"report", word},
                                               {word},
                                               {"report", "reduce_strided", "--input", word},
                                               {"report", "reduce_strided", "--size", word},
                                               {"lesson", word},
                                               {"bench", word}}) {
      const Invoked invoked = invoke(args);
      EXPECT_EQ(invoked.code, 2);
      EXPECT_EQ(invoked.err, printable_lines(invoked.err));
      EXPECT_LT(invoked.err.size(), 2000U) << args[0];
    }
  }
}

}  // namespace
}  // namespace warpscope
