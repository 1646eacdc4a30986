#include "instrumentation/trace/trace_diff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>

#include "tests/trace/sample_trace.hpp"

namespace warpscope {
namespace {

/// Two copies of the sample trace; the second one is changed.
class TraceDiff : public testing::Test {
 protected:
  Trace a_ = sample_trace();
  Trace b_ = a_;

  [[nodiscard]] std::string what() const {
    const auto found = first_divergence(a_, b_);
    return found ? found->what.text() : "none";
  }
  /// A line of the first source, in the second trace.
  std::uint32_t add_line(std::uint32_t line) {
    b_.locations.push_back({0, line});
    return static_cast<std::uint32_t>(b_.locations.size() - 1);
  }
  /// Takes access `k` out of the second trace.
  void remove_access(std::size_t k) {
    const std::uint32_t step = b_.accesses[k].step;
    b_.accesses.erase(b_.accesses.begin() + static_cast<std::ptrdiff_t>(k));
    --b_.steps[step].access_count;
    for (std::size_t s = step + 1; s < b_.steps.size(); ++s) --b_.steps[s].first_access;
  }
};

TEST_F(TraceDiff, EqualTraces) { EXPECT_EQ(first_divergence(a_, b_), std::nullopt); }

TEST_F(TraceDiff, BarriersCanBeLeftOut) {
  for (Step& step : b_.steps) {
    step.barrier = false;
    step.snapshot = -1;
  }
  EXPECT_TRUE(first_divergence(a_, b_));
  EXPECT_FALSE(first_divergence(a_, b_, Barriers::ignored));
  b_.locations[b_.accesses.back().location].line += 1;
  EXPECT_TRUE(first_divergence(a_, b_, Barriers::ignored));
}

TEST_F(TraceDiff, LinesThatMovedAreTheSame) {
  a_.sources[0].text = "one\ntwo\nthree\n";
  b_.sources[0].text = "one\n\n\ntwo\nthree\n";
  a_.steps[0].name = b_.steps[0].name = "barrier of line 2";
  for (CodeLocation& place : a_.locations) {
    if (place.source == 0) place.line = 3;
  }
  for (CodeLocation& place : b_.locations) {
    if (place.source == 0) place.line = 3;
  }
  EXPECT_NE(what(), "none");
  for (CodeLocation& place : b_.locations) {
    if (place.source == 0) place.line = 5;
  }
  b_.steps[0].name = "barrier of line 4";
  EXPECT_EQ(what(), "none");
}

/// Gives a trace's first source that text, with all of its code at one line.
void version(Trace& trace, const std::string& name, const std::string& text, std::uint32_t line) {
  trace.sources[0] = {name, text};
  for (CodeLocation& place : trace.locations) {
    if (place.source == 0) place.line = line;
  }
}

TEST_F(TraceDiff, TheSameCodeInAFileOfAnotherNameIsEqual) {
  version(a_, "before.cu", "one\ntwo\nthree\n", 2);
  version(b_, "after.cu", "one\ntwo\nthree\n", 2);
  EXPECT_EQ(what(), "none");
  version(b_, "after.cu", "// a remark\none\n\ntwo\nthree\n", 4);
  EXPECT_EQ(what(), "none") << "its lines have moved, and it has another name";
  version(a_, "before.cu", "one\n", 0);
  version(b_, "after.cu", "// a remark\none\n", 0);
  EXPECT_EQ(what(), "none") << "nobody knows its lines";
}

TEST_F(TraceDiff, WhatChangedIsComparedWithWhatCameInItsPlace) {
  version(a_, "before.cu", "one\na = b;\nthree\n", 2);
  version(b_, "after.cu", "one\nfirst();\na =\n  b;\nthree\n", 4);
  EXPECT_EQ(what(), "none") << "the access is the same, in other words";
  version(b_, "after.cu", "one\nthree\na = b;\n", 3);
  EXPECT_EQ(what(), "none") << "the line has changed places";
  version(b_, "after.cu", "one\na = b;\nthree\n", 3);
  EXPECT_NE(what(), "none") << "other code does the same";
}

TEST_F(TraceDiff, ADifferenceOfTwoVersionsHasBothLines) {
  version(a_, "before.cu", "one\na = b;\nthree\n", 2);
  version(b_, "after.cu", "// a remark\none\na = c;\nthree\n", 3);
  b_.words[b_.accesses[3].first_word + 2] = 69;
  EXPECT_EQ(
      what(),
      "Launch 1, step 1 (load), warp 1, access 2: line 2 of before.cu and line 3 of after.cu, "
      "lane 4: value 1104 against 69 in data[36].");
}

TEST_F(TraceDiff, ABarrierThatOneLacksIsToldAsSuch) {
  a_.steps[0].name = "barrier of line 2";
  a_.steps[0].barrier = true;
  b_.steps[0].name = "";
  b_.steps[0].barrier = false;
  EXPECT_NE(what().find("ends with a barrier only in the first trace"), std::string::npos)
      << what();
}

TEST_F(TraceDiff, WhereATraceComesFromDoesNotCount) {
  b_.header.machine = "cuda";
  b_.header.date = "2030-01-01T00:00:00Z";
  b_.findings.clear();
  EXPECT_EQ(what(), "none");
}

TEST_F(TraceDiff, Arrays) {
  b_.arrays[0].count = 47;
  EXPECT_EQ(what(),
            "Array 1: shared int data[48] in rows of 12 at byte 0 against shared int data[47] in "
            "rows of 12 at byte 0.");
  b_ = a_;
  b_.arrays.push_back({"out", Space::global, {Scalar::f32, 1}, 2, 0});
  EXPECT_EQ(what(), "Array 8: global float out[2] at byte 0 only in the second trace.");
}

TEST_F(TraceDiff, Launches) {
  b_.launches[0].grid.x = 3;
  EXPECT_EQ(what(),
            "Launch 1: first on 2 blocks of 48 threads with 256 bytes of shared memory, block 1 "
            "traced against first on 3 blocks of 48 threads with 256 bytes of shared memory, "
            "block 1 traced.");
  b_ = a_;
  b_.launches[1].grid = {4, 3, 2};
  EXPECT_EQ(what(),
            "Launch 2: second on 2 × 3 × 4 blocks of 8 × 2 × 2 threads with 256 bytes of shared "
            "memory, block 1 traced against second on 4 × 3 × 2 blocks of 8 × 2 × 2 threads with "
            "256 bytes of shared memory, block 1 traced.");
}

TEST_F(TraceDiff, ALoneLaunchNeedsNoNumber) {
  for (Trace* trace : {&a_, &b_}) {
    trace->launches.pop_back();
    trace->steps.pop_back();
  }
  b_.steps[1].value = 3;
  EXPECT_EQ(what(), "Step 2: \"add -2\" against \"add 3\".");
}

TEST_F(TraceDiff, Steps) {
  b_.steps[1].value = 3;
  EXPECT_EQ(what(), "Launch 1, step 2: \"add -2\" against \"add 3\".");
  b_ = a_;
  b_.steps[1].barrier = true;
  EXPECT_EQ(what(), "Launch 1, step 2 (add -2): ends with a barrier only in the second trace.");
  b_ = a_;
  b_.steps[2].launch = 1;
  EXPECT_EQ(what(), "Launch 1, step 3 (add 4): only in the first trace.");
  b_ = a_;
  a_.steps.push_back({.name = "store", .value = {}, .launch = 1, .first_access = 8});
  EXPECT_EQ(what(), "Launch 2, step 2 (store): only in the first trace.");
}

TEST_F(TraceDiff, AccessThatOneTraceLacks) {
  remove_access(3);
  const auto found = first_divergence(a_, b_);
  ASSERT_TRUE(found);
  EXPECT_EQ(
      found->what.text(),
      "Launch 1, step 1 (load), warp 1, access 2: line 11: store of data only in the first trace.");
  EXPECT_EQ(found->access_a, 3U);
  EXPECT_EQ(found->access_b, std::nullopt);
  EXPECT_EQ(first_divergence(b_, a_)->what.text(),
            "Launch 1, step 1 (load), warp 1, access 2: line 11: store of data only in the second "
            "trace.");
  EXPECT_EQ(first_divergence(b_, a_)->access_b, 3U);
}

TEST_F(TraceDiff, LastAccessOfAWarpThatOthersFollow) {
  remove_access(1);
  EXPECT_EQ(
      what(),
      "Launch 1, step 1 (load), warp 0, access 2: line 11: store of data only in the first trace.");
}

TEST_F(TraceDiff, Line) {
  b_.accesses[3].location = add_line(12);
  const auto found = first_divergence(a_, b_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->what.text(),
            "Launch 1, step 1 (load), warp 1, access 2: line 11 of reduce_strided.cuh (store of "
            "data) against "
            "line 12 of reduce_strided.cuh (store of data).");
  EXPECT_EQ(found->access_a, 3U);
  EXPECT_EQ(found->access_b, 3U);
}

TEST_F(TraceDiff, ArrayOperationAndMask) {
  b_.accesses[1].array = 1;
  EXPECT_EQ(what(),
            "Launch 1, step 1 (load), warp 0, access 2: line 11: array data against flags.");
  b_ = a_;
  b_.accesses[1].operation = Operation::atomic_add;
  EXPECT_EQ(
      what(),
      "Launch 1, step 1 (load), warp 0, access 2: line 11: store against atomic add of data.");
  b_ = a_;
  b_.accesses[3].mask = 0x5545;
  EXPECT_EQ(what(),
            "Launch 1, step 1 (load), warp 1, access 2: line 11: active lanes 0x00005555 against "
            "0x00005545, "
            "a difference in lane 4.");
  b_.accesses[3].mask = 0x8000d59a;
  EXPECT_EQ(what(),
            "Launch 1, step 1 (load), warp 1, access 2: line 11: active lanes 0x00005555 against "
            "0x8000d59a, "
            "a difference in lanes 0-3, 6-7, 15, 31.");
}

TEST_F(TraceDiff, MaskOfAllLanes) {
  a_.accesses[3].mask = 1;
  b_.accesses[3].mask = 0xfffffffe;
  EXPECT_NE(what().find("a difference in lanes 0-31."), std::string::npos) << what();
}

TEST_F(TraceDiff, IndexAndValueOfALane) {
  b_.indices[b_.accesses[3].first_index + 2] = 37;
  EXPECT_EQ(
      what(),
      "Launch 1, step 1 (load), warp 1, access 2: line 11, lane 4: data[36] against data[37].");
  b_ = a_;
  b_.words[b_.accesses[3].first_word + 2] = 69;
  EXPECT_EQ(what(),
            "Launch 1, step 1 (load), warp 1, access 2: line 11, lane 4: value 1104 against 69 in "
            "data[36].");
}

TEST_F(TraceDiff, ValuesDifferBitByBit) {
  const std::uint64_t word = a_.accesses[6].first_word;  // a double of lane 1
  a_.words[word] = b_.words[word] = 0;
  a_.words[word + 1] = 0x80000000;
  b_.words[word + 1] = 0;
  EXPECT_EQ(what(),
            "Launch 2, step 1, warp 0, access 2: line 31, lane 1: value -0 against 0 in wide[1].");
}

// A CPU and a GPU give different ones.
TEST_F(TraceDiff, AllNansAreEqual) {
  const std::uint64_t word = a_.accesses[6].first_word;  // a double of lane 1
  a_.words[word + 1] = 0x7ff80000;
  b_.words[word + 1] = 0xfff80001;
  EXPECT_EQ(what(), "none");
  b_.words[word + 1] = 0x7ff00000;
  a_.words[word] = b_.words[word] = 0;
  EXPECT_NE(what().find("value nan against inf in wide[1]"), std::string::npos) << what();
}

TEST_F(TraceDiff, AllNansAreEqualInSnapshots) {
  const std::array<std::uint8_t, 4> nan{0, 0, 0xc0, 0x7f}, other{0xff, 0xff, 0xff, 0x7f};
  std::ranges::copy(nan, a_.snapshots[0].begin() + 4);
  std::ranges::copy(other, b_.snapshots[0].begin() + 4);
  EXPECT_NE(what(), "none");  // of ints these are different numbers
  for (Trace* trace : {&a_, &b_}) trace->arrays[0].type = {Scalar::f32, 1};
  EXPECT_EQ(what(), "none");
}

TEST_F(TraceDiff, EarlierAccessComesBeforeLaterStep) {
  b_.steps[1].name = "other";
  b_.accesses[0].location = add_line(9);
  EXPECT_EQ(what(),
            "Launch 1, step 1 (load), warp 0, access 1: line 10 of reduce_strided.cuh (load of in) "
            "against "
            "line 9 of reduce_strided.cuh (load of in).");
}

TEST_F(TraceDiff, Snapshots) {
  b_.snapshots[0][5] = 16;
  EXPECT_EQ(
      what(),
      "Launch 1, step 1 (load): shared memory at the end, word 1 (data[1]): 134678021 against "
      "134680581.");
  b_ = a_;
  b_.snapshots[0].pop_back();
  EXPECT_EQ(what(), "Launch 1, step 1 (load): shared memory has 8 against 7 bytes.");
  b_ = a_;
  b_.steps[0].snapshot = -1;
  EXPECT_EQ(what(), "Launch 1, step 1 (load): shared memory was kept only in the first trace.");
}

TEST_F(TraceDiff, BytesThatNothingStoredDoNotCount) {
  for (Trace* trace : {&a_, &b_}) trace->snapshots[0].resize(256);
  b_.snapshots[0][192] = 1;  // flags[0], stored only in the next step
  EXPECT_EQ(what(), "none");
  for (Trace* trace : {&a_, &b_}) trace->snapshots[1].resize(256);
  b_.snapshots[1][192] = 1;
  EXPECT_EQ(what(),
            "Launch 1, step 3 (add 4): shared memory at the end, word 48 (flags[0]): 0 against 1.");
}

TEST_F(TraceDiff, StoresOfAnEarlierLaunchDoNotCount) {
  for (Trace* trace : {&a_, &b_}) {
    trace->steps[3].snapshot = 2;
    trace->snapshots.push_back(std::vector<std::uint8_t>(256));
  }
  b_.snapshots[2][0] = 1;
  EXPECT_EQ(what(), "none");
}

}  // namespace
}  // namespace warpscope
