#include "instrumentation/run/run_option_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace warpscope {
namespace {

/// A request in which every option is set to something other than its default.
RunRequest everything() {
  RunRequest request;
  request.kernel = "reduce_strided";
  request.size = 512;
  request.block = 128;
  request.input = {"ones", 3};
  request.parameters = {{"op", "max"}, {"type", "float"}};
  request.machine = MachineKind::emulator;
  request.traced_block = 2;
  request.schedule = {true, 9, true};
  request.what_if = {
      .drop_barrier = 33,
      .pad = 16,
      .layouts = {{.array = "tile", .pad = 1}, {.array = "row", .rows = 1, .unit = 4}}};
  return request;
}

TEST(RunOptions, TheirTextsGiveBackTheRequest) {
  const RunRequest request = everything();
  RunRequest made;
  made.kernel = request.kernel;
  for (const RunOption& option : run_options()) {
    const auto texts = option.texts(request);
    EXPECT_FALSE(texts.empty()) << option.id << " is not written as text";
    EXPECT_TRUE(option.repeated || texts.size() == 1) << option.id;
    for (const std::string& text : texts) {
      const Status read = option.read(option.id, text, made);
      EXPECT_TRUE(read) << option.id << ": " << read.error().message;
    }
    EXPECT_EQ(option.texts(made), texts) << option.id;
  }
  EXPECT_EQ(made, request) << "a member of RunRequest has no option";
}

TEST(RunOptions, WriteNothingOfWhatIsNotSet) {
  for (const RunOption& option : run_options()) {
    EXPECT_TRUE(option.texts(RunRequest{}).empty()) << option.id;
  }
}

TEST(RunOptions, EachChangesNothingButItself) {
  std::set<std::string_view> ids;
  for (const RunOption& option : run_options()) {
    EXPECT_TRUE(ids.insert(option.id).second) << option.id;
    RunRequest made;
    for (const std::string& text : option.texts(everything())) {
      ASSERT_TRUE(option.read(option.id, text, made));
    }
    for (const RunOption& other : run_options()) {
      if (&other != &option) {
        EXPECT_TRUE(other.texts(made).empty()) << option.id;
      }
    }
  }
}

TEST(RunOptions, NameThemselvesInWhatTheyRefuse) {
  for (const RunOption& option : run_options()) {
    if (option.id == "input") continue;  // any text may be a file
    RunRequest made;
    const Status read = option.read("--what", "no such thing", made);
    ASSERT_FALSE(read) << option.id;
    EXPECT_EQ(read.error().kind, ErrorKind::usage);
    EXPECT_NE(read.error().message.find("--what"), std::string::npos) << read.error().message;
    EXPECT_EQ(made, RunRequest{}) << option.id;
  }
}

}  // namespace
}  // namespace warpscope
