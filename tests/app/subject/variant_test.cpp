#include "app/subject/variant.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/session.hpp"
#include "app/subject/find_subject.hpp"
#include "instrumentation/run/what_if.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::settle;

Options strided_options() {
  Options options;
  options.request.kernel = "reduce_strided";
  options.request.machine = MachineKind::emulator;
  return options;
}

TEST(Variant, MovesAlongWithTheLeft) {
  Options options = strided_options();
  options.variant = Variant{.block_step = -1, .what_if = {.pad = 32}};
  options.request.size = 1024;
  const auto right = varied(options);
  ASSERT_TRUE(right) << right.error().message;
  EXPECT_EQ(right->request.size, 1024);
  EXPECT_EQ(right->request.block, 128);
  EXPECT_EQ(right->request.what_if.pad, 32);
  EXPECT_FALSE(right->variant);
  EXPECT_EQ(changes_text(*options.variant, options), "padded by 1 in 32, blocks of 128");
}

TEST(Variant, SaysWhatIsNotPossible) {
  Options options = strided_options();
  options.request.block = 32;
  options.variant = Variant{.block_step = -1};
  while (varied(options)) options.request.block = *varied(options)->request.block;
  EXPECT_NE(varied(options).error().message.find("smaller block"), std::string::npos);
  options = strided_options();
  options.opened = file_subject("some.wscope");
  options.variant = Variant{.what_if = {.drop_barrier = 34}};
  EXPECT_FALSE(varied(options));
  options.variant = Variant{.what_if = {.pad = 16}};
  EXPECT_TRUE(varied(options)) << "a trace can be padded";
}

TEST(Variant, EveryChoiceIsPossibleAndSaysWhatItIs) {
  const Options options = strided_options();
  const auto choices = what_if_choices(options);
  std::set<std::string> texts;
  for (const WhatIfChoice& choice : choices) {
    Options tried = options;
    tried.variant = choice.variant;
    EXPECT_TRUE(varied(tried)) << choice.text;
    EXPECT_TRUE(is_what_if(choice.variant));
    EXPECT_FALSE(choice.about.empty());
    texts.insert(choice.text);
  }
  EXPECT_EQ(texts.size(), choices.size());
  EXPECT_TRUE(texts.contains("Without the barrier of line 34"));
  EXPECT_TRUE(texts.contains("Padded by 1 in 32"));
  EXPECT_TRUE(texts.contains("Blocks of 128"));
  EXPECT_TRUE(texts.contains("Banks 16 × 4 B (1.x)"));
}

TEST(Variant, LosesWhatAnotherKernelDoesNotHave) {
  Options options = strided_options();
  options.variant = Variant{.what_if = {.drop_barrier = 34, .pad = 32}};
  EXPECT_EQ(kept_variant(options), options.variant);
  options.request.kernel = "vector_soa";
  EXPECT_EQ(kept_variant(options), (Variant{.what_if = {.pad = 32}}));
  options.variant->what_if.pad = 0;
  EXPECT_EQ(kept_variant(options), std::nullopt);
}

class VariantSessionTest : public testing::Test {
 protected:
  VariantSessionTest() {
    Options options = strided_options();
    EXPECT_TRUE(session_.change(options));
    settle(session_);
  }
  void compare_with(const Variant& variant) {
    const Status status = session_.comparison.with(variant);
    ASSERT_TRUE(status) << status.error().message;
    settle(session_);
    ASSERT_TRUE(session_.comparison.on());
  }
  [[nodiscard]] const Document& right() const { return *session_.playback.right().document(); }
  [[nodiscard]] const Document& left() const { return *session_.playback.left().document(); }
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
};

TEST_F(VariantSessionTest, TwoBankModelsShareOneTrace) {
  compare_with({.model = BankModel::cc1});
  EXPECT_EQ(right().trace, left().trace);
  EXPECT_EQ(right().summary.model, BankModel::cc1);
  EXPECT_EQ(left().summary.model, BankModel::cc5);
  session_.playback.seek(17);
  EXPECT_EQ(session_.playback.right().position(), 17U);
}

TEST_F(VariantSessionTest, ASizeChangesBothSidesAndUndoBringsBothBack) {
  compare_with({.what_if = {.pad = 32}});
  Options next = session_.options();
  next.request.size = 1024;
  ASSERT_TRUE(session_.change(next));
  settle(session_);
  EXPECT_EQ(left().trace->header.size, 1024);
  EXPECT_EQ(right().trace->header.size, 1024);
  EXPECT_EQ(right().trace->header.parameters.at("padded"), "1 in 32");
  EXPECT_LT(right().summary.totals.shared_load.conflicts(),
            left().summary.totals.shared_load.conflicts());
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_EQ(right().trace->header.size, 256);
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_FALSE(session_.comparison.on());
  commands_.press(chord("Ctrl+Y"));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(right().trace->header.parameters.at("padded"), "1 in 32");
}

TEST_F(VariantSessionTest, KeyCBringsTheLastChangeBack) {
  compare_with({.what_if = {.drop_barrier = 42}});
  EXPECT_NE(right().mismatch, "");
  EXPECT_TRUE(commands_.run("difference"));
  const auto values = [](const Playhead& head) {
    const Trace& trace = *head.document()->trace;
    return trace.lane_value(trace.accesses[head.position()], 0)[0];
  };
  EXPECT_NE(values(session_.playback.left()), values(session_.playback.right()))
      << "here they part";
  commands_.press(chord("C"));
  settle(session_);
  EXPECT_FALSE(session_.comparison.on());
  commands_.press(chord("C"));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(session_.options().variant->what_if.drop_barrier, 42);
}

TEST_F(VariantSessionTest, AnotherKernelEndsAChangeThatItDoesNotHave) {
  compare_with({.what_if = {.drop_barrier = 42}});
  ASSERT_TRUE(session_.choose_kernel("vector_soa"));
  settle(session_);
  EXPECT_EQ(left().trace->header.kernel, "vector_soa");
  EXPECT_FALSE(session_.comparison.on());
}

TEST_F(VariantSessionTest, ATraceFileStandsAtTheRight) {
  const TestFolder folder;
  const auto path = folder.path() / "variant_test.wscope";
  ASSERT_TRUE(write_trace(*left().trace, path));
  compare_with({.opened = file_subject(path)});
  EXPECT_NE(right().trace, left().trace);
  ASSERT_FALSE(session_.shown().comparison->notes.empty());
  EXPECT_NE(session_.shown().comparison->notes[0].text.text().find("same accesses"),
            std::string::npos);
}

TEST_F(VariantSessionTest, WhatIsImpossibleIsSaidAndChangesNothing) {
  const Status refused = session_.comparison.with(Variant{.what_if = {.drop_barrier = 1}});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("no barrier"), std::string::npos);
  EXPECT_FALSE(session_.options().variant);
}

TEST_F(VariantSessionTest, AClickAtTheRightSeeksBothSides) {
  compare_with({.kernel = "reduce_sequential"});
  session_.playback.seek_right(20);
  const auto step = [](const Playhead& head) {
    return head.document()->trace->accesses[head.position()].step;
  };
  EXPECT_EQ(step(session_.playback.left()), right().trace->accesses[20].step);
  EXPECT_EQ(step(session_.playback.right()), right().trace->accesses[20].step);
}

TEST_F(VariantSessionTest, AChangeBelongsToTheKernelThatItWasTriedOn) {
  compare_with({.what_if = {.pad = 32}});
  ASSERT_TRUE(session_.choose_kernel("reduce_divergent"));
  settle(session_);
  EXPECT_FALSE(session_.comparison.on());
  commands_.press(chord("C"));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(right().trace->header.kernel, "reduce_strided") << "the next kernel, not the padding";
  EXPECT_FALSE(right().trace->header.parameters.contains("padded"));
  commands_.press(chord("C"));
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  settle(session_);
  commands_.press(chord("C"));
  settle(session_);
  EXPECT_EQ(session_.options().variant, (Variant{.what_if = {.pad = 32}})) << "chosen for this one";
}

TEST_F(VariantSessionTest, KeyCTakesTheOtherKernelThatWasChosenForThisOne) {
  compare_with({.kernel = "reduce_shuffle"});
  commands_.press(chord("C"));
  settle(session_);
  commands_.press(chord("C"));
  settle(session_);
  EXPECT_EQ(right().trace->header.kernel, "reduce_shuffle");
}

}  // namespace
}  // namespace warpscope
