#include "app/comparison/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/subject/options.hpp"
#include "app/subject/timings.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

/// A step with this name, value and number of accesses.
struct Part {
  std::string name;
  std::int64_t value = 0;
  int accesses = 1;
};

Trace trace_of(const std::vector<Part>& parts) {
  test::TraceMaker maker(32);
  const int data = maker.shared("data", 32);
  for (const Part& part : parts) {
    for (int i = 0; i < part.accesses; ++i) {
      maker.store(data, 3, all_lanes, [](int lane) { return lane; }, {});
    }
    maker.barrier(part.name, part.value);
  }
  return maker.take();
}

/// The access at the right for each access of the left.
std::vector<std::uint32_t> across(const Trace& left, const Trace& right) {
  const Alignment alignment(left, right);
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = 0; i < left.accesses.size(); ++i) places.push_back(alignment.to_right(i));
  return places;
}
using Places = std::vector<std::uint32_t>;

TEST(Alignment, OfEqualTracesIsTheSamePlace) {
  const Trace trace = trace_of({{"load"}, {"add", 1, 3}, {"add", 2, 2}, {"store"}});
  const Places places = across(trace, trace);
  for (std::uint32_t i = 0; i < places.size(); ++i) EXPECT_EQ(places[i], i);
}

TEST(Alignment, PairsStepsOfOneNameInOrder) {
  // The values run the other way, as in a sum with falling strides.
  const Trace rising = trace_of({{"load"}, {"add", 1}, {"add", 2}, {"add", 4}, {"store"}});
  const Trace falling = trace_of({{"load"}, {"add", 4}, {"add", 2}, {"add", 1}, {"store"}});
  EXPECT_EQ(across(rising, falling), (Places{0, 1, 2, 3, 4}));
}

TEST(Alignment, PrefersEqualValuesWhereBothHaveThem) {
  const Trace all = trace_of({{"load"}, {"add", 1}, {"add", 2}, {"add", 4}, {"store"}});
  const Trace some = trace_of({{"load"}, {"add", 2}, {"add", 4}, {"store"}});
  EXPECT_EQ(across(all, some), (Places{0, 0, 1, 2, 3})) << "it waits for what it has not";
  EXPECT_EQ(across(some, all), (Places{0, 2, 3, 4}));
}

TEST(Alignment, StretchesWhatHasOtherNames) {
  const Trace one = trace_of({{"load"}, {"up", 1, 2}, {"down", 1, 2}, {"store"}});
  const Trace two = trace_of({{"load"}, {"combine", 1, 8}, {"store"}});
  EXPECT_EQ(across(one, two), (Places{0, 1, 3, 5, 7, 9}));
  EXPECT_EQ(across(two, one), (Places{0, 1, 1, 2, 2, 3, 3, 4, 4, 5}));
}

TEST(Alignment, PairsBarriersWhoseLinesHaveMoved) {
  Trace left = trace_of({{"barrier of line 1"}, {"barrier of line 2"}, {"barrier of line 3"}});
  Trace right = trace_of({{"barrier of line 2"}, {"barrier of line 4"}});
  left.sources[0].text = "one\ntwo\nthree\n";
  right.sources[0].text = "// a remark\none\n\nthree\n";
  EXPECT_EQ(across(left, right), (Places{0, 0, 1}));
}

TEST(Alignment, GoesThereAndBackWithinAStep) {
  const Trace one = trace_of({{"load", 0, 4}, {"add", 1, 2}});
  const Trace two = trace_of({{"load", 0, 2}, {"add", 1, 6}});
  const Alignment alignment(one, two);
  for (std::uint32_t i = 0; i < two.accesses.size(); ++i) {
    const std::uint32_t back = alignment.to_left(i);
    EXPECT_EQ(one.accesses[back].step, two.accesses[i].step);
  }
}

TEST(Alignment, StepsWithoutAccessesAndEmptyTracesDoNoHarm) {
  const Trace one = trace_of({{"load", 0, 0}, {"add", 1, 2}, {"end", 0, 0}});
  const Trace two = trace_of({{"load", 0, 2}, {"add", 1, 0}, {"end", 0, 3}});
  for (const std::uint32_t place : across(one, two)) EXPECT_LT(place, two.accesses.size());
  for (const std::uint32_t place : across(two, one)) EXPECT_LT(place, one.accesses.size());
  EXPECT_EQ(Alignment().to_right(7), 0U);
  EXPECT_EQ(Alignment(one, trace_of({})).to_right(1), 0U);
}

TEST(Alignment, HoldsForMoreStepsThanATableHas) {
  std::vector<Part> parts, others;
  for (int i = 0; i < 6000; ++i) {
    parts.push_back({i % 3 == 0 ? "multiply" : "add", i});
    if (i % 100 != 7) others.push_back({i % 3 == 0 ? "multiply" : "add", -i});
  }
  const Trace one = trace_of(parts), two = trace_of(others);
  const Places places = across(one, two);
  EXPECT_TRUE(std::ranges::is_sorted(places));
  std::size_t same = 0;
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    same += one.steps[one.accesses[i].step].name == two.steps[two.accesses[places[i]].step].name;
  }
  EXPECT_GT(same, places.size() * 9 / 10);
}

TEST(Difference, LeavesOutWhatNeitherDoes) {
  Totals left, right;
  left.shared_load = {4, 12, 4};
  right.shared_load = {4, 4, 4};
  right.shuffles = 5;
  const auto rows = difference({left, 1, 1}, {right, 1, 1});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].left, 12U);
  EXPECT_EQ(rows[1].left, 8U);
  EXPECT_EQ(rows[1].right, 0U);
  EXPECT_EQ(rows[2].label, "Shuffles");
}

TEST(Difference, MoreLanesAtWorkAreBetter) {
  Totals left, right;
  left.lane_slots = right.lane_slots = 320;
  left.active_lanes = 80;
  right.active_lanes = 320;
  const auto rows = difference({left, 1, 1}, {right, 1, 1});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].left, 240U) << "idle lanes";
  EXPECT_EQ(rows[1].left, 25U);
  EXPECT_EQ(rows[1].right, 100U);
  EXPECT_TRUE(rows[1].more_is_better);
}

DocumentPtr document(const std::string& kernel, WhatIf what_if = {}) {
  RunRequest request{.kernel = kernel, .size = 256, .block = 256, .what_if = what_if};
  request.machine = MachineKind::emulator;
  return make_document(request, BankModel::cc5).value();
}

// Fewer steps, more work: what the two scans are about.
TEST(Comparison, TellsTheWorkWhereBothSidesDo) {
  const auto scan = [](const char* kernel, int block) {
    RunRequest request{.kernel = kernel, .size = 256, .block = block};
    request.machine = MachineKind::emulator;
    return make_document(request, BankModel::cc5).value();
  };
  const DocumentPtr blelloch = scan("scan_blelloch", 128);
  const Comparison two = compare(*blelloch, *scan("scan_hillis_steele", 256));
  const auto work = std::ranges::find(two.rows, "Work", &DifferenceRow::label);
  ASSERT_NE(work, two.rows.end());
  EXPECT_EQ(work->left, 2U * 255U);
  EXPECT_EQ(work->right, 256U * 8U - 255U);
  const Comparison shuffled = compare(*blelloch, *scan("scan_warp_shuffle", 256));
  EXPECT_EQ(std::ranges::count(shuffled.rows, "Work", &DifferenceRow::label), 0);
}

TEST(Comparison, OfOneKernelSaysWhereItPartsFirst) {
  const DocumentPtr strided = document("reduce_strided");
  const Comparison same = compare(*strided, *strided);
  ASSERT_EQ(same.notes.size(), 1U);
  EXPECT_NE(same.notes[0].text.text().find("same accesses"), std::string::npos);
  const Comparison other = compare(*strided, *document("reduce_sequential"));
  ASSERT_EQ(other.notes.size(), 1U);
  EXPECT_TRUE(other.notes[0].text.text().starts_with("Time: measured"));
}

TEST(Comparison, AMissingBarrierIsToldByWhatItDoes) {
  const Comparison found =
      compare(*document("reduce_strided"), *document("reduce_strided", {.drop_barrier = 34}));
  ASSERT_EQ(found.notes.size(), 3U);
  EXPECT_TRUE(found.notes[0].costly);
  EXPECT_NE(found.notes[0].text.text().find("Right: the result is wrong"), std::string::npos);
  EXPECT_TRUE(found.notes[1].costly);
  EXPECT_NE(found.notes[2].text.text().find("against"), std::string::npos)
      << "values, not the barrier itself: " << found.notes[2].text.text();
  ASSERT_TRUE(found.notes[2].access);
  EXPECT_GT(*found.notes[2].access, 0U);
  EXPECT_EQ(found.rows.front().label, "Faults found");
  EXPECT_EQ(found.rows.front().left, 0U);
  EXPECT_GT(found.rows.front().right, 0U);
  EXPECT_TRUE(std::ranges::find(found.rows, "Barriers", &DifferenceRow::label)->neutral);
}

RunRequest on_emulator(std::string kernel, std::int64_t size, int block) {
  RunRequest request;
  request.kernel = std::move(kernel);
  request.size = size;
  request.block = block;
  request.machine = MachineKind::emulator;
  return request;
}

// Half the elements cost half as much: no table may call that better.
TEST(Comparison, RunsOnUnlikeSizesAreNotJudged) {
  const auto document = [](const RunRequest& request) {
    auto made = make_document(request, BankModel::cc5);
    EXPECT_TRUE(made) << made.error().message;
    return made.value();
  };
  const DocumentPtr whole = document(on_emulator("scan_blelloch", 512, 256));
  const DocumentPtr half = document(on_emulator("scan_blelloch", 256, 128));
  const DocumentPtr blocks = document(on_emulator("scan_hillis_steele", 512, 256));
  const DocumentPtr alike = document(on_emulator("scan_hillis_steele", 512, 512));
  const Comparison unlike = compare(*whole, *half);
  EXPECT_TRUE(std::ranges::all_of(unlike.rows, [](const DifferenceRow& row) {
    return row.neutral || row.nanoseconds;  // times are of one size, whatever is shown
  }));
  ASSERT_FALSE(unlike.unlike.empty());
  EXPECT_EQ(unlike.unlike.text(),
            "The runs differ in size: n is 512 at the left and 256 at the right. Set one size for "
            "both to compare the figures.");
  EXPECT_EQ(std::ranges::count(unlike.notes, unlike.unlike, &Note::text), 1);
  EXPECT_TRUE(std::ranges::none_of(compare(*whole, *alike).rows, &DifferenceRow::neutral));
  // More blocks do the same work in all, while each does less of it.
  EXPECT_TRUE(std::ranges::none_of(compare(*whole, *blocks).rows, &DifferenceRow::neutral));
  EXPECT_FALSE(unlike_work(*whole, *alike));
  const auto said = unlike_work(*whole, *blocks);
  ASSERT_TRUE(said);
  EXPECT_NE(
      said->text().find("at the left one is for 512 of 512 elements, at the right for 256 of 512"),
      std::string::npos)
      << said->text();
}

/// A launch of a program whose block loads 32 words, one sector in every four lanes.
Trace launch_on(std::int32_t blocks) {
  test::TraceMaker maker(32);
  maker.load(maker.global("in", 32), 3, all_lanes, [](int lane) { return lane; });
  Trace trace = maker.take();
  trace.header.program = "sum.cu";
  trace.launches.front().grid = {blocks};
  return trace;
}

DocumentPtr program_on(std::vector<std::int32_t> blocks) {
  Trace trace = launch_on(blocks.front());
  for (std::size_t l = 1; l < blocks.size(); ++l) {
    Launch next = trace.launches.front();
    next.grid = {blocks[l]};
    next.first_step = static_cast<std::uint32_t>(trace.steps.size());
    next.step_count = 0;
    trace.launches.push_back(next);
  }
  return std::make_shared<const Document>(
      RunRequest{}, std::make_shared<const Trace>(std::move(trace)), BankModel::cc5);
}

TEST(Comparison, OneBlockNeverStandsForUnlikeGridsWithoutAWord) {
  const DocumentPtr one = program_on({1}), many = program_on({32});
  EXPECT_FALSE(unlike_work(*many, *many));
  const auto said = unlike_work(*one, *many);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->text(),
            "The figures are of one block, and the grids differ: 1 block at the left, 32 blocks at "
            "the right. Whole grids, estimated as if all blocks did the same: sectors 4 → 128.");
}

TEST(Comparison, TellsWholeGridsAndWhatIsScaled) {
  const Comparison made = compare(*program_on({1}), *program_on({32}));
  EXPECT_TRUE(made.unlike.empty()) << "grids compare whole";
  EXPECT_EQ(made.left_blocks, 1);
  EXPECT_EQ(made.right_blocks, 32);
  const auto sectors = std::ranges::find(made.rows, "Global sectors", &DifferenceRow::label);
  ASSERT_NE(sectors, made.rows.end());
  EXPECT_EQ(left_text(*sectors), "4");
  EXPECT_EQ(right_text(*sectors), "≈128");
  EXPECT_EQ(change_text(*sectors), "≈+124");
  EXPECT_NE(made.notes.back().text.text().find("≈ scaled from the recorded one"),
            std::string::npos);
  const Comparison same = compare(*program_on({1, 1}), *program_on({1, 1}));
  EXPECT_EQ(same.notes.back().text.text().find("≈"), std::string::npos);
  // Shares and degrees are no sums.
  for (const DifferenceRow& row : made.rows)
    EXPECT_TRUE(!row.more_is_better || right_text(row).find("≈") == std::string::npos);
}

TEST(Comparison, SumsOfSeveralLaunchesSayInWhichTheGridsDiffer) {
  const auto said = unlike_work(*program_on({4, 1, 1}), *program_on({4, 1, 8}));
  ASSERT_TRUE(said);
  EXPECT_NE(said->text().find("launch 3 has 1 block at the left, 8 blocks at the right"),
            std::string::npos)
      << said->text();
  EXPECT_FALSE(unlike_work(*program_on({4, 1, 1}), *program_on({4, 1, 1})));
  EXPECT_TRUE(unlike_work(*program_on({4, 1, 1}), *program_on({4, 1})));
  EXPECT_FALSE(unlike_work(*program_on({1, 1}), *program_on({1})))
      << "their blocks are all there is";
}

TEST(ForRival, TakesTheBlockThatDoesTheSameWork) {
  const RunRequest blelloch = on_emulator("scan_blelloch", 512, 256);
  const RunRequest rival = for_rival(blelloch, "scan_hillis_steele");
  EXPECT_EQ(rival.size, 512);
  EXPECT_EQ(rival.block, 512) << "one element a thread, not two";
  const RunRequest first_add =
      for_rival(on_emulator("reduce_strided", 256, 256), "reduce_first_add");
  EXPECT_EQ(first_add.block, 128);
}

/// Raw ids do not belong into the window.
void expect_human(const std::string& text) {
  for (const char* raw : {"Array ", "at byte", "bytes of shared", "0x", "--"}) {
    EXPECT_EQ(text.find(raw), std::string::npos) << text;
  }
}

TEST(Comparison, NamesWhatDiffersInWords) {
  const auto said = [](const RunRequest& left, const RunRequest& right) {
    const auto a = make_document(left, BankModel::cc5), b = make_document(right, BankModel::cc5);
    EXPECT_TRUE(a && b);
    const auto found = first_difference(*a.value()->trace, *b.value()->trace);
    EXPECT_TRUE(found);
    expect_human(found->text.text());
    return found->text.text();
  };
  const RunRequest plain = on_emulator("reduce_strided", 256, 256);
  RunRequest padded = plain;
  padded.what_if.pad = 32;
  EXPECT_NE(said(plain, padded).find("padding only moves them to other banks"), std::string::npos);
  RunRequest relaid = plain;
  relaid.what_if.layouts = {{.array = "data", .pad = 1, .every = 32}};
  EXPECT_NE(said(plain, relaid).find("data with 1 more in 32 only moves them to other banks"),
            std::string::npos);
  EXPECT_EQ(said(plain, on_emulator("reduce_strided", 256, 128)),
            "The blocks differ: 1 block of 256 threads at the left, 2 blocks of 128 threads at the "
            "right.");
  EXPECT_NE(said(plain, on_emulator("reduce_strided", 512, 256)).find("n is 256 at the left"),
            std::string::npos);
}

Document measured_document(const char* kernel, std::map<std::string, std::string> parameters,
                           const char* input = "random") {
  Trace trace = trace_of({{"load"}, {"store"}});
  trace.header.kernel = kernel;
  trace.header.input = input;
  trace.header.parameters = std::move(parameters);
  return {RunRequest{}, std::make_shared<const Trace>(std::move(trace)), BankModel::cc5};
}

class MeasuredComparison : public testing::Test {
 protected:
  MeasuredComparison() : before_(recorded_timings()) {
    const auto result = [](const char* kernel, std::int64_t size, double ms) {
      return BenchResult{.kernel = kernel, .size = size, .median_ms = ms};
    };
    TimingRecord both{.device = "NVIDIA H9", .date = "2031-02-03T00:00:00Z"};
    both.results = {result("reduce_strided", 1 << 10, 3), result("reduce_shuffle", 1 << 10, 4),
                    result("reduce_strided", 1 << 20, 0.25),
                    result("reduce_shuffle", 1 << 20, 0.2)};
    TimingRecord one = both;
    one.results = {result("reduce_strided", 1 << 24, 9)};
    show_timings({.records = {both, one}});
  }
  ~MeasuredComparison() override { show_timings(*before_); }

 private:
  TimingsPtr before_;
};

TEST_F(MeasuredComparison, TellsTheTimesThatWereTakenInOneRecord) {
  const std::map<std::string, std::string> sums{{"type", "int"}, {"op", "add"}};
  const Comparison made =
      compare(measured_document("reduce_strided", sums), measured_document("reduce_shuffle", sums));
  ASSERT_FALSE(made.rows.empty());
  const DifferenceRow& row = made.rows.back();
  EXPECT_EQ(label_text(row), "H9, ms");
  EXPECT_EQ(left_text(row), "0.25");
  EXPECT_EQ(right_text(row), "0.2");
  EXPECT_EQ(change_text(row), "−20 %");
  ASSERT_FALSE(made.notes.empty());
  EXPECT_NE(made.notes.front().text.text().find("H9 on 2031-02-03"), std::string::npos);
  EXPECT_NE(made.notes.front().text.text().find("1,048,576"), std::string::npos);
}

TEST_F(MeasuredComparison, TellsNoTimeOfAChangedRunOrOfOtherParameters) {
  const auto has_time = [](const Document& left, const Document& right) {
    return std::ranges::any_of(compare(left, right).rows, &DifferenceRow::nanoseconds);
  };
  const std::map<std::string, std::string> sums{{"type", "int"}, {"op", "add"}};
  const std::map<std::string, std::string> greatest{{"type", "int"}, {"op", "max"}};
  const std::map<std::string, std::string> padded{{"padded", "32"}};
  EXPECT_TRUE(has_time(measured_document("reduce_strided", sums),
                       measured_document("reduce_shuffle", sums)));
  EXPECT_FALSE(has_time(measured_document("reduce_strided", sums),
                        measured_document("reduce_shuffle", greatest)));
  EXPECT_FALSE(has_time(measured_document("reduce_strided", sums),
                        measured_document("reduce_shuffle", sums, "ones")));
  EXPECT_FALSE(has_time(measured_document("reduce_strided", sums),
                        measured_document("reduce_strided", padded)));
}

}  // namespace
}  // namespace warpscope
