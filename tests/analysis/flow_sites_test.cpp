#include "instrumentation/analysis/flow_sites.hpp"

#include <gtest/gtest.h>

#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::first_lanes;
using test::Lanes;
using test::own;
using test::TraceMaker;

TEST(FlowSites, ArraysThatSwapRolesBetweenLaunchesShareTheSitesOfALine) {
  TraceMaker make;
  const int a = make.global("a", 32), b = make.global("b", 32);
  for (const auto& [from, to] : {std::pair{a, b}, {b, a}}) {
    const Lanes x = make.load(from, 3, all_lanes, own);
    make.store(to, 3, all_lanes, own, x);  // of another array, on the same line
    make.store(to, 4, all_lanes, own, x);
    make.launch(32);
  }
  const Trace trace = make.take();
  const FlowSites sites = find_sites(trace);
  EXPECT_EQ(sites.of_access, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
  std::vector<std::uint32_t> lines;
  for (const std::uint32_t location : sites.locations) {
    lines.push_back(trace.locations[location].line);
  }
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{3, 3, 4}));
}

TEST(FlowSites, ArraysThatSwapRolesWithinALaunchDoNot) {
  TraceMaker make;
  const int a = make.shared("a", 32), b = make.shared("b", 32);
  make.load(a, 3, all_lanes, own);
  make.load(b, 3, all_lanes, own);
  EXPECT_EQ(find_sites(make.take()).of_access, (std::vector<std::uint32_t>{0, 1}));
}

TEST(FlowSites, KernelsOfTwoSourcesShareNone) {
  TraceMaker make;
  const int a = make.global("a", 32);
  make.load(a, 3, all_lanes, own);
  make.launch(32, "helper");
  make.load(a, 3, all_lanes, own);
  EXPECT_EQ(find_sites(make.take()).of_access, (std::vector<std::uint32_t>{0, 1}));
}

TEST(FlowSites, PlacesThatFollowNoRuleAreScattered) {
  TraceMaker make;
  const int a = make.global("a", 4096);
  make.load(a, 1, all_lanes, own);
  make.load(a, 2, 0x91a4c3f5U, [](int lane) { return 8 * lane + 3; });            // lanes with gaps
  make.load(a, 3, all_lanes, [](int lane) { return lane / 8 * 64 + lane % 8; });  // four rows
  make.load(a, 4, all_lanes, [](int) { return 7; });
  make.load(a, 5, all_lanes, [](int lane) { return lane * lane * 37 % 4093; });
  make.load(a, 6, first_lanes(4), [](int lane) { return lane * lane; });  // too few to tell
  EXPECT_EQ(find_sites(make.take()).scattered,
            (std::vector<bool>{false, false, false, false, true, false}));
}

TEST(FlowSites, WhatNothingInItsStepUsesIsKept) {
  TraceMaker make;
  const int a = make.global("a", 32), s = make.shared("s", 32);
  const Lanes x = make.load(a, 1, all_lanes, own);
  make.store(s, 2, all_lanes, own, x);
  make.barrier("load");
  make.load(s, 3, all_lanes, own);
  make.barrier("hold");
  make.store(s, 4, all_lanes, own, x);
  const Trace trace = make.take();
  const FlowSites sites = find_sites(trace);
  EXPECT_EQ(kept_beyond_their_step(trace, sites), (std::vector<bool>{false, false, true, false}));
  EXPECT_TRUE(keeps_values(trace));
  EXPECT_FALSE(keeps_values(Trace{}));
}

}  // namespace
}  // namespace warpscope
