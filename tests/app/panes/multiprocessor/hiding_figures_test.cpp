#include "app/panes/multiprocessor/hiding_figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/panes/multiprocessor/hiding_layout.hpp"
#include "app/panes/multiprocessor/hiding_text.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/language/language.hpp"
#include "tests/timing/device_sample.hpp"

namespace warpscope {
namespace {

/// The record of an H200 that comes with the program.
const DeviceRecord& hidden_h200() {
  static const Timings timings = read_timings({});
  return timings.devices.at(0);
}

LatencyChoice choice_of(int warps, int arithmetic) {
  LatencyChoice choice;
  choice.machine = &machine_model(BankModel::cc5);
  choice.warps = warps;
  choice.arithmetic = arithmetic;
  choice.latency = choice.machine->memory(Space::global).latency;
  return choice;
}

HidingFigures figures_at(int warps, int arithmetic, const DeviceRecord& record = hidden_h200()) {
  HidingFigures figures;
  prepare_hiding(figures, &record, choice_of(warps, arithmetic));
  return figures;
}

TEST(HidingCurves, AreOneForEachAmountOfArithmetic) {
  const auto curves = hiding_curves(hidden_h200());
  ASSERT_EQ(curves.size(), 5U);
  std::vector<int> arithmetic;
  std::size_t points = 0;
  for (const HidingCurve& curve : curves) {
    arithmetic.push_back(curve.arithmetic);
    points += curve.points.size();
    EXPECT_TRUE(std::ranges::is_sorted(curve.points, {}, &HidingFigure::warps));
    EXPECT_EQ(curve.points.front()->warps, 1);
    EXPECT_EQ(curve.points.back()->warps, 64);
  }
  EXPECT_EQ(arithmetic, (std::vector<int>{0, 4, 16, 64, 256}));
  EXPECT_EQ(points, hidden_h200().hiding.size());
}

TEST(HidingCurves, TheSlidersFindTheNearestOne) {
  const auto nearest = [](int warps, int arithmetic) {
    const HidingFigures figures = figures_at(warps, arithmetic);
    return std::pair(figures.point().warps, figures.point().arithmetic);
  };
  EXPECT_EQ(nearest(1, 0), std::pair(1, 0));
  EXPECT_EQ(nearest(13, 3), std::pair(12, 4));
  EXPECT_EQ(nearest(64, 64), std::pair(64, 64));
  EXPECT_EQ(nearest(34, 40), std::pair(32, 64));
}

TEST(ModelledLoads, FollowFromLatencyAndArithmeticWhileNothingIsUsedUp) {
  const MachineModel& machine = machine_model(BankModel::cc5);
  // The last of a line's four sectors comes later by what three of them take of the bandwidth.
  const double load = machine.memory(Space::global).latency + 6;
  for (const int arithmetic : {0, 4, 64}) {
    const double turn = load + arithmetic * machine.arithmetic_latency;
    for (const int warps : {1, 4, 16}) {
      EXPECT_NEAR(modelled_loads(machine, arithmetic, warps), warps / turn, 0.02 * warps / turn)
          << warps << ' ' << arithmetic;
    }
  }
}

TEST(ModelledLoads, EndWhereTheMultipliersAreFull) {
  const MachineModel& machine = machine_model(BankModel::cc5);
  const int cycles = multiply_add_cycles(hidden_h200(), machine);
  EXPECT_EQ(cycles, 2) << "of four schedulers; half a cycle of the multiprocessor each";
  for (const int arithmetic : {64, 256}) {
    const double full = machine.schedulers / (2.0 * arithmetic);
    EXPECT_NEAR(modelled_loads(machine, arithmetic, 64, cycles), full, 0.03 * full) << arithmetic;
  }
  EXPECT_DOUBLE_EQ(modelled_loads(machine, 64, 1, cycles), modelled_loads(machine, 64, 1))
      << "a warp alone waits for its own results anyway";
  EXPECT_EQ(multiply_add_cycles(DeviceRecord{}, machine), 0) << "not measured";
}

TEST(ModelledLoads, EndAtTheIssueSlotsOrAtTheBandwidth) {
  const MachineModel& machine = machine_model(BankModel::cc5);
  // The model runs a few turns, and the first and the last one are not full.
  EXPECT_NEAR(modelled_loads(machine, 256, 64), machine.schedulers / 257.0, 0.0008);
  MachineModel quick = machine;
  quick.memory(Space::global).latency = 100;
  EXPECT_NEAR(modelled_loads(quick, 0, 64), machine.bytes_per_cycle / bytes_of_a_warps_load, 0.002);
  EXPECT_EQ(modelled_loads(machine, 2'000'000'000, 64), 0) << "of a foreign record";
}

// The figures that the page shows are those of the record and of the model.
TEST(HidingText, SaysHowFarModelAndMeasurementPart) {
  const HidingFigures few = figures_at(4, 3);
  EXPECT_EQ(hiding_point_text(few), "4 warps, 4 multiply-adds");
  EXPECT_EQ(hiding_modelled_text(few), "modelled 5.64 (9.0)");
  EXPECT_EQ(hiding_measured_text(few), "measured 5.35 = 0.95 × modelled (NVIDIA H200, 2026-11-24)");
  EXPECT_EQ(hiding_little_text(few), "Little's law, from one warp 5.39");
  const HidingFigures many = figures_at(60, 60);
  EXPECT_EQ(hiding_point_text(many), "64 warps (nearest to 60), 64 multiply-adds");
  EXPECT_EQ(hiding_limit_text(many), "multipliers full at 31.2");
  EXPECT_EQ(hiding_limit_text(few), "") << "no number of warps comes to it";
}

TEST(HidingText, IsTranslated) {
  const InLanguage russian(*find_language("ru"));
  const HidingFigures many = figures_at(60, 60);
  EXPECT_EQ(hiding_point_text(many), "варпов 64 (ближе всего к 60), умножений со сложением 64");
  EXPECT_EQ(hiding_measured_text(many), "измерено 27,6 = 0,89 × модель (NVIDIA H200, 2026-11-24)");
}

TEST(HidingText, SaysWhyTheyPart) {
  const std::string meaning = hiding_meaning(figures_at(4, 3));
  EXPECT_NE(meaning.find("warps / 742 cycles"), std::string::npos) << meaning;
  EXPECT_NE(meaning.find("takes up its scheduler's multipliers for 2 cycles, as measured"),
            std::string::npos)
      << meaning;
  EXPECT_NE(meaning.find("measured: NVIDIA H200, 2026-11-24"), std::string::npos);
}

TEST(HidingText, TellsAPointWithItsBandwidth) {
  const HidingFigures figures = figures_at(64, 0);
  const std::string text = hiding_figure_text(figures, figures.point());
  EXPECT_NE(text.find("79.7 loads in 1,000 cycles, 2.50 TB/s in all"), std::string::npos) << text;
  EXPECT_NE(text.find("803 cycles from a load to the next one"), std::string::npos) << text;
  EXPECT_NE(text.find("measured is 0.8"), std::string::npos) << text;
}

TEST(HidingFigures, TakeTheLatencyOfTheSlider) {
  LatencyChoice choice = choice_of(8, 4);
  HidingFigures figures;
  prepare_hiding(figures, &hidden_h200(), choice);
  const double before = figures.modelled_point();
  choice.latency = 200;
  prepare_hiding(figures, &hidden_h200(), choice);
  EXPECT_GT(figures.modelled_point(), 2.5 * before);
  choice.machine = &book_machine();
  prepare_hiding(figures, &hidden_h200(), choice);
  EXPECT_EQ(figures.machine->capability, "9.0") << "the book's machine is no H200";
  EXPECT_DOUBLE_EQ(figures.modelled_point(), before);
}

TEST(HidingFigures, SayWhenAGenerationIsNotModelled) {
  DeviceRecord record = test::device_sample();
  record.device.compute = "8.6";
  const HidingFigures figures = figures_at(12, 3, record);
  EXPECT_FALSE(figures.machine);
  EXPECT_EQ(hiding_modelled_text(figures), "");
  EXPECT_EQ(hiding_measured_text(figures), "measured 15.6 (A GPU, 2026-11-24)");
  EXPECT_NE(hiding_meaning(figures).find("not modelled"), std::string::npos);
}

TEST(Stamps, TheNearestBlockIsShown) {
  EXPECT_EQ(nearest_stamps(hidden_h200(), 1, 0)->warps, 4);
  EXPECT_EQ(nearest_stamps(hidden_h200(), 9, 64)->warps, 8);
  EXPECT_EQ(nearest_stamps(hidden_h200(), 9, 12)->arithmetic, 16);
  EXPECT_EQ(nearest_stamps(hidden_h200(), 9, 200)->arithmetic, 256);
  EXPECT_EQ(nearest_stamps(hidden_h200(), 64, 3)->warps, 32);
  EXPECT_EQ(nearest_stamps(DeviceRecord{}, 4, 3), nullptr);
}

TEST(Stamps, AreDrawnAsTheModelsWarps) {
  const StampedBlock& block = *nearest_stamps(hidden_h200(), 4, 64);
  const auto spans = stamped_spans(block);
  ASSERT_EQ(spans.size(), 4U);
  std::size_t drawn = 0;
  for (const auto& warp : spans) {
    for (std::size_t i = 0; i < warp.size(); ++i) {
      EXPECT_LT(warp[i].begin, warp[i].end);
      if (i > 0) {
        EXPECT_EQ(warp[i].begin, warp[i - 1].end);
      }
      drawn += warp[i].state == WarpState::ended ? 0 : 1;
    }
  }
  EXPECT_EQ(drawn, block.stamps.size());
  EXPECT_EQ(spans[0][0].state, WarpState::memory);
  EXPECT_EQ(spans[0][0].end, static_cast<std::uint32_t>(block.stamps[0].end));
  EXPECT_EQ(spans[0][1].state, WarpState::arithmetic);
}

TEST(Stamps, LeaveOutWhatNoBlockHas) {
  StampedBlock block{.warps = 2, .arithmetic = 64};
  block.stamps = {{.warp = 5, .what = "load", .begin = 0, .end = 10},
                  {.warp = 1, .what = "load", .begin = 20, .end = 30},
                  {.warp = 1, .what = "load", .begin = 25, .end = 40},
                  {.warp = 0, .what = "load", .begin = 0, .end = std::int64_t{1} << 40}};
  const auto spans = stamped_spans(block);
  EXPECT_TRUE(spans[0].empty());
  ASSERT_EQ(spans[1].size(), 3U);
  EXPECT_EQ(spans[1][0].state, WarpState::ended) << "before its first stamp";
  EXPECT_EQ(spans[1][2].begin, 30U) << "spans do not overlap";
  DeviceRecord record;
  record.stamps = {{.warps = 2'000'000'000, .arithmetic = 1}};
  EXPECT_EQ(nearest_stamps(record, 4, 3), nullptr);
}

TEST(Stamps, AreComparedWithTheModel) {
  EXPECT_EQ(stamps_turn_text(figures_at(4, 64)), "both 958 cycles, modelled 949");
  EXPECT_EQ(stamps_title(figures_at(4, 64)),
            "Measured, one block alone: 4 warps; NVIDIA H200, 2026-11-24");
  EXPECT_NE(stamps_title(figures_at(5, 3)).find("(nearest to 5 warps and 3 instructions)"),
            std::string::npos);
  EXPECT_EQ(stamps_arithmetic_text(figures_at(4, 200)), "256 integer multiply-adds");
  EXPECT_EQ(stamps_arithmetic_text(figures_at(4, 0)), "") << "loads alone";
}

TEST(Stamps, AreCountedInRussian) {
  const InLanguage russian(*find_language("ru"));
  EXPECT_EQ(stamps_turn_text(figures_at(32, 64)), "вместе 1\u202f492 такта, модель 1\u202f083");
  EXPECT_EQ(stamps_turn_text(figures_at(4, 64)), "вместе 958 тактов, модель 949");
}

TEST(Stamps, AreNotShownBesideTheBooksMachine) {
  LatencyChoice choice = choice_of(4, 64);
  HidingFigures figures;
  prepare_hiding(figures, &hidden_h200(), choice);
  EXPECT_FALSE(figures.spans.empty());
  choice.waiting = WarpWaiting::book;
  prepare_hiding(figures, &hidden_h200(), choice);
  EXPECT_TRUE(figures.spans.empty());
  choice.waiting = WarpWaiting::use;
  prepare_hiding(figures, &hidden_h200(), choice);
  EXPECT_FALSE(figures.spans.empty()) << "and come back";
}

TEST(HidingPlot, HasItsPartsApartOrNoBox) {
  for (const float width : {60.0F, 200.0F, 400.0F, 1400.0F}) {
    for (const float height : {30.0F, 90.0F, 200.0F, 500.0F}) {
      const Rect area{5, 7, width, height};
      const HidingPlot plot = hiding_plot(area, {.words = 3, .most_loads = 93.4});
      if (plot.box.h <= 0) continue;
      EXPECT_GE(plot.box.x, area.x);
      EXPECT_LE(plot.names.right(), area.right() + 0.01F);
      EXPECT_LE(plot.box.right(), plot.names.x);
      EXPECT_GE(plot.box.y, std::max(plot.words.bottom(), plot.head.bottom()));
      EXPECT_LE(plot.below.bottom(), area.bottom() + 0.01F);
      EXPECT_EQ(plot.most_loads, 100);
      EXPECT_NEAR(plot.at(64, 100).y, plot.box.y, 0.01);
      EXPECT_NEAR(plot.at(64, 1e9).y, plot.box.y, 0.01) << "stays inside";
      EXPECT_NEAR(plot.at(0, 0).x, plot.box.x, 0.01);
    }
  }
  EXPECT_GT(hiding_plot({0, 0, 400, 240}, {.words = 3}).box.h, 80);
}

TEST(HidingPlot, EndsAtARoundNumber) {
  EXPECT_EQ(round_above(93.4), 100);
  EXPECT_EQ(round_above(100), 100);
  EXPECT_EQ(round_above(101), 150);
  EXPECT_EQ(round_above(0.61), 0.8);
  EXPECT_EQ(round_above(0), 1);
}

TEST(FlowLines, BreakWhereTheLineIsFull) {
  EXPECT_EQ(flow_lines({40, 50, 60, 200, 10}, 10, 100), (std::vector<int>{0, 0, 1, 2, 3}));
  EXPECT_EQ(flow_lines({}, 10, 100), (std::vector<int>{}));
}

}  // namespace
}  // namespace warpscope
