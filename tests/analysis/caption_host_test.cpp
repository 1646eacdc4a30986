#include "instrumentation/analysis/caption_host.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/say.hpp"
#include "tests/support/caption_in.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::own;
using test::TraceMaker;

/// Three launches, of which the second does nothing in the traced block.
Trace launches_with_host_steps() {
  TraceMaker make(64);
  const int data = make.global("data", 64);
  make.host("copies in 64 int to data");
  make.load(data, 3, all_lanes, own);
  make.load(data, 4, all_lanes, own);
  make.host(say("allocates {0} for “{1}”", "4 int", "sums"));
  make.launch(32, "quiet");
  make.launch(256, "add");
  make.load(data, 5, all_lanes, own);
  make.load(data, 6, all_lanes, own);
  make.host("copies data out");
  Trace trace = make.take();
  trace.launches[2].grid = {32, 32};
  trace.launches[2].block = {16, 16};
  return trace;
}

std::string host_of(const Trace& trace, std::uint32_t access, std::string_view language = "en") {
  return test::caption_in(language, trace, summarize(trace, BankModel::cc5), access).host;
}

TEST(HostTextTest, IsToldWhereALaunchBeginsAndAtTheEnd) {
  const Trace trace = launches_with_host_steps();
  ASSERT_EQ(trace.accesses.size(), 4U);
  EXPECT_EQ(host_of(trace, 0),
            "Host: copies in 64 int to data, launches hand_made on 1 block of 64 threads.");
  EXPECT_EQ(host_of(trace, 1), "");
  EXPECT_EQ(
      host_of(trace, 2),
      "Host: allocates 4 int for “sums”, launches quiet on 1 block of 32 threads, launches add on "
      "32 × 32 blocks of 16 × 16 threads.");
  EXPECT_EQ(host_of(trace, 3), "Host, afterwards: copies data out.");
  EXPECT_EQ(host_of(trace, 0, "ru"), "Хост запускает hand_made: 1 блок, в нём 64 нити.");
  EXPECT_EQ(
      host_of(trace, 2, "ru"),
      "Хост выделяет 4 int для «sums», запускает quiet: 1 блок, в нём 32 нити, затем add: 32 × "
      "32 блока по 16 × 16 "
      "нитей.");
  EXPECT_EQ(host_of(trace, 3, "ru"), "") << "an older trace has it in English only";
}

TEST(HostTextTest, ALoneLaunchWithoutHostStepsNeedsNone) {
  TraceMaker make;
  make.load(make.shared("data", 32), 2, all_lanes, own);
  EXPECT_EQ(host_of(make.take(), 0), "");
}

TEST(HostTextTest, ShapesAreGrouped) {
  EXPECT_EQ(shape_text({.grid = {1048576}, .block = {1024}}), "1,048,576 blocks of 1,024 threads");
  EXPECT_EQ(shape_text({.grid = {1}, .block = {1}}), "1 block of 1 thread");
}

}  // namespace
}  // namespace warpscope
