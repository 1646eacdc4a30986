#include "instrumentation/trace/only_launch.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/support/several_launches.hpp"
#include "tests/trace/program_trace.hpp"
#include "tests/trace/sample_trace.hpp"

namespace warpscope {
namespace {

using test::several_launches;
using test::TraceMaker;

std::vector<std::string> names_of(const std::vector<Array>& arrays) {
  std::vector<std::string> names;
  for (const Array& array : arrays) names.push_back(array.name);
  return names;
}

TEST(OnlyLaunch, OfATraceOfOneLaunchIsThatTrace) {
  for (const Trace& trace : {program_trace(), sample_trace()}) {
    ASSERT_FALSE(find_fault(trace));
    if (trace.launches.size() != 1) continue;
    EXPECT_EQ(encode_trace(only_launch(trace, 0)), encode_trace(trace));
  }
  EXPECT_EQ(program_trace().launches.size(), 1U) << "this test would test nothing";
}

TEST(OnlyLaunch, HasWhatBelongsToItAndNothingElse) {
  const Trace all = several_launches();
  ASSERT_EQ(all.launches.size(), 3U);
  const Trace add = only_launch(all, 1);
  EXPECT_FALSE(find_fault(add)) << *find_fault(add);
  EXPECT_EQ(names_of(add.arrays), (std::vector<std::string>{"data", "step", "tile"}));
  ASSERT_EQ(add.sources.size(), 1U);
  EXPECT_EQ(add.sources.front().text, all.sources[1].text);
  ASSERT_EQ(add.launches.size(), 1U);
  EXPECT_EQ(add.launches.front().kernel, "add");
  EXPECT_EQ(add.launches.front().grid, (Dim3{4}));
  EXPECT_EQ(add.steps.size(), 1U);
  EXPECT_EQ(add.accesses.size(), 3U);
  EXPECT_TRUE(add.snapshots.empty());
  EXPECT_EQ(add.header, all.header);
  ASSERT_EQ(add.host.size(), 1U);
  EXPECT_EQ(add.host.front(), (HostStep{0, std::string("sets sums to zero")}));
  const Trace first = only_launch(all, 0), last = only_launch(all, 2);
  EXPECT_EQ(first.host.size(), 2U) << "before it and after it";
  EXPECT_EQ(first.host.back().launch, 1U);
  ASSERT_EQ(last.host.size(), 1U);
  EXPECT_EQ(last.host.front(), (HostStep{1, std::string("copies 64 int back from data")}));
}

TEST(OnlyLaunch, KeepsSeveralInTheirOrder) {
  const Trace all = several_launches();
  const std::vector<std::size_t> every{0, 1, 2}, outer{0, 2}, last{1, 2};
  EXPECT_EQ(encode_trace(only_launches(all, every)), encode_trace(all));
  const Trace scans = only_launches(all, outer);
  EXPECT_FALSE(find_fault(scans)) << *find_fault(scans);
  ASSERT_EQ(scans.launches.size(), 2U);
  EXPECT_EQ(scans.accesses.size(), 2 * only_launch(all, 0).accesses.size());
  EXPECT_EQ(encode_trace(only_launch(scans, 0)), encode_trace(only_launches(scans, {{0}})));
  EXPECT_FALSE(first_divergence(only_launch(scans, 1), only_launch(all, 2)));
  EXPECT_EQ(scans.host, (std::vector<HostStep>{all.host[0],
                                               {1, std::string("sets sums to zero")},
                                               {2, std::string("copies 64 int back from data")}}));
  const Trace behind = only_launches(all, last);
  EXPECT_FALSE(find_fault(behind)) << *find_fault(behind);
  EXPECT_EQ(behind.launches.front().kernel, "add");
  EXPECT_FALSE(first_divergence(only_launch(behind, 1), only_launch(all, 2)));
}

TEST(OnlyLaunch, IsTheTraceOfThatLaunchAlone) {
  const auto scan = [](TraceMaker& make, int temp, std::uint32_t line) {
    const auto x = make.load(temp, line, all_lanes, test::own);
    make.barrier("load");
    make.store(
        temp, line + 1, all_lanes, [](int lane) { return 31 - lane; }, x);
    make.barrier("store", 4);
  };
  TraceMaker both(32), alone(32);
  const int here = both.shared("temp", 64), there = alone.shared("temp", 64);
  const int other = both.shared("other", 8);
  both.store(other, 3, 1U, test::own, test::all(7));
  both.barrier("before");
  both.launch(32);
  scan(both, here, 5);
  both.launch(32);
  both.store(other, 3, 1U, test::own, test::all(9));
  scan(alone, there, 5);
  Trace expected = alone.take();
  const Trace one = only_launch(both.take(), 1);
  expected.launches.front().shared_bytes = one.launches.front().shared_bytes;
  for (auto& snapshot : expected.snapshots) snapshot.resize(one.launches.front().shared_bytes);
  EXPECT_FALSE(find_fault(one)) << *find_fault(one);
  EXPECT_EQ(one.arrays, expected.arrays);
  EXPECT_EQ(one.locations, expected.locations);
  EXPECT_EQ(one.steps, expected.steps);
  EXPECT_EQ(one.indices, expected.indices);
  EXPECT_EQ(one.words, expected.words);
  const auto difference = first_divergence(one, expected);
  EXPECT_FALSE(difference) << difference->what.text();
}

TEST(OnlyLaunch, KeepsItsOwnFindingsAndTheirPlaces) {
  Trace all = several_launches();
  const auto step_of = [&](std::size_t launch) { return all.launches[launch].first_step; };
  const auto tile = static_cast<std::int32_t>(std::ranges::find(all.arrays, "tile", &Array::name) -
                                              all.arrays.begin());
  all.findings = {
      {.line = 5, .step = step_of(0), .message = say("of the first")},
      {.line = 6, .source = 1, .step = step_of(1), .array = tile, .message = say("of add")},
      {.line = 7, .step = step_of(2) + 1, .message = say("of the last")}};
  const Trace add = only_launch(all, 1), last = only_launch(all, 2);
  ASSERT_EQ(add.findings.size(), 1U);
  EXPECT_EQ(add.findings[0].message.english(), "of add");
  EXPECT_EQ(add.findings[0].source, 0);
  EXPECT_EQ(add.findings[0].step, 0U);
  EXPECT_EQ(add.arrays[static_cast<std::size_t>(add.findings[0].array)].name, "tile");
  ASSERT_EQ(last.findings.size(), 1U);
  EXPECT_EQ(last.findings[0].step, 1U);
  EXPECT_FALSE(find_fault(add));
  EXPECT_FALSE(find_fault(last));
}

TEST(OnlyLaunch, KeepsArraysThatNobodyUses) {
  TraceMaker make(32);
  const int used = make.global("used", 32);
  make.global("unused", 32);
  make.load(used, 3, all_lanes, test::own);
  make.launch(32);
  const int other = make.global("other", 32);
  make.load(other, 4, all_lanes, test::own);
  const Trace all = make.take();
  EXPECT_EQ(names_of(only_launch(all, 0).arrays), (std::vector<std::string>{"used", "unused"}));
  EXPECT_EQ(names_of(only_launch(all, 1).arrays), (std::vector<std::string>{"unused", "other"}));
}

TEST(OnlyLaunch, KeepsTheCallsThatLedToAnAccess) {
  Trace all = several_launches();
  const auto called = static_cast<std::uint32_t>(all.locations.size());
  const std::uint32_t caller = all.accesses.back().location;
  all.locations.push_back({1, 9, static_cast<std::int32_t>(caller), "helper"});
  all.accesses.back().location = called;
  const Trace last = only_launch(all, 2);
  EXPECT_FALSE(find_fault(last));
  const CodeLocation& place = last.location_of(last.accesses.back());
  EXPECT_EQ(place.function, "helper");
  EXPECT_EQ(last.sources[place.source].text, all.sources[1].text);
  ASSERT_GE(place.caller, 0);
  EXPECT_EQ(last.locations[static_cast<std::size_t>(place.caller)].line,
            all.locations[caller].line);
}

}  // namespace
}  // namespace warpscope
