#include "app/cli/bench_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

BenchSchedule planned(const BenchOptions& options) {
  auto schedule = bench_schedule(options);
  EXPECT_TRUE(schedule) << schedule.error().message;
  return schedule ? std::move(schedule).value() : BenchSchedule{};
}

TEST(BenchPlan, OneGroupPerFamilyAndSize) {
  const auto schedule = planned({.names = {"reduction", "scan"}, .sizes = "2^12:2^14"});
  ASSERT_EQ(schedule.groups.size(), 6U);
  EXPECT_EQ(schedule.groups[0].what, "reduction, 2^12");
  EXPECT_EQ(schedule.groups[5].what, "scan, 2^14");
  for (const BenchItem& item : schedule.groups[1].items) {
    EXPECT_EQ(item.size(), 1 << 13) << item.id();
  }
}

TEST(BenchPlan, RivalsStandBesideTheKernelsUnlessLeftOut) {
  BenchOptions options{.names = {"reduce_strided"}, .sizes = "2^12"};
  const auto subjects = [&](TimedKind subject) {
    const auto schedule = planned(options);
    return std::ranges::count(schedule.groups.at(0).items, subject, &BenchItem::subject);
  };
  EXPECT_EQ(subjects(TimedKind::kernel), 1);
  EXPECT_EQ(subjects(TimedKind::library), 1);
  EXPECT_EQ(subjects(TimedKind::processor), 2);
  options.no_processor = true;
  EXPECT_EQ(subjects(TimedKind::library), 1);
  EXPECT_EQ(subjects(TimedKind::processor), 0);
  options.alone = true;
  EXPECT_EQ(subjects(TimedKind::library), 0);
}

TEST(BenchPlan, AllResultsAreCheckedIfAskedFor) {
  BenchOptions options{.names = {"reduce_strided"}, .sizes = "2^28"};
  const auto checked = [&] {
    const auto schedule = planned(options);
    return std::ranges::count_if(schedule.groups.at(0).items, [](const BenchItem& item) {
      return item.subject == TimedKind::kernel ? item.check_all : item.rival.check_all;
    });
  };
  EXPECT_EQ(checked(), 0);
  options.check_all = true;
  EXPECT_EQ(checked(), 4) << "the kernel, CUB and the processor's two";
}

TEST(BenchPlan, RivalsDoWhatTheKernelsDo) {
  const auto schedule = planned({.names = {"reduction"},
                                 .parameters = {"type=float", "op=max"},
                                 .sizes = "2^12",
                                 .input = "ramp"});
  const auto& items = schedule.groups.at(0).items;
  const auto cub = std::ranges::find(items, "cub_reduce", &BenchItem::id);
  ASSERT_NE(cub, items.end());
  EXPECT_EQ(cub->rival.parameters.at("type"), "float");
  EXPECT_EQ(cub->rival.parameters.at("op"), "max");
  EXPECT_EQ(cub->rival.input, "ramp");
  EXPECT_EQ(std::ranges::count(items, "cub_reduce", &BenchItem::id), 1) << "one for all kernels";
}

TEST(BenchPlan, SystemsOfRivalsAreAsLargeAsTheKernels) {
  const auto schedule = planned({.names = {"pcr_hybrid"}, .sizes = "2^14", .no_processor = true});
  const auto& items = schedule.groups.at(0).items;
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].run.block, 128) << "more than one system a block";
  EXPECT_EQ(items[1].rival.parameters.at("equations"), "512");
}

TEST(BenchPlan, EachOfSeveralValuesIsTimed) {
  const auto schedule = planned({.names = {"bank_stride"},
                                 .parameters = {"stride=1,2,4", "offset=0,1"},
                                 .sizes = "2^12",
                                 .alone = true});
  const auto& items = schedule.groups.at(0).items;
  ASSERT_EQ(items.size(), 6U);
  EXPECT_EQ(items[5].run.parameters.at("stride"), "4");
  EXPECT_EQ(items[5].run.parameters.at("offset"), "1");
}

TEST(BenchPlan, AParameterHoldsForTheKernelsThatHaveIt) {
  const auto schedule = planned({.names = {"reduce_strided", "transpose_naive"},
                                 .parameters = {"type=float"},
                                 .sizes = "2^10",
                                 .alone = true});
  ASSERT_EQ(schedule.groups.size(), 2U);
  EXPECT_EQ(schedule.groups[0].items[0].run.parameters.at("type"), "float");
  EXPECT_EQ(schedule.groups[1].items[0].run.parameters.count("type"), 0U);
}

TEST(BenchPlan, TakesTheBlockForFullSpeedUnlessToldOtherwise) {
  BenchOptions options{.names = {"pcr_hybrid"}, .sizes = "2^14", .alone = true};
  EXPECT_EQ(planned(options).groups.at(0).items.at(0).run.block, 128);
  options.block = "32";
  EXPECT_EQ(planned(options).groups.at(0).items.at(0).run.block, 32);
}

TEST(BenchPlan, SaysWhichSizesAKernelDoesNotTake) {
  const auto schedule =
      planned({.names = {"jacobi", "cyclic_reduction"}, .sizes = "2^10:2^20", .alone = true});
  ASSERT_FALSE(schedule.groups.empty());
  ASSERT_FALSE(schedule.skipped.empty());
  EXPECT_EQ(schedule.skipped[0].kernel, "jacobi");
  EXPECT_NE(schedule.skipped[0].why.find("the most that"), std::string::npos);
}

TEST(BenchPlan, MistakesAreNamed) {
  const std::vector<std::pair<BenchOptions, std::string>> cases{
      {{.names = {"reduce_stridet"}}, "\"reduce_strided\""},
      {{.names = {"reduce_strided"}, .parameters = {"type=cat"}}, "type=cat"},
      {{.names = {"reduce_strided"}, .parameters = {"type"}}, "NAME=VALUE"},
      {{.names = {"reduce_strided"}, .parameters = {"tipe=int"}}, "\"type\""},
      {{.names = {"reduce_strided"}, .parameters = {"type="}}, "type="},
      {{.names = {"reduce_strided"}, .sizes = "4:x"}, "--sizes"},
      {{.names = {"reduce_strided"}, .block = "x"}, "--block"},
      {{.names = {"reduce_strided"}, .input = "rendom"}, "\"random\""},
      {{.names = {"reduce_strided"}, .sizes = "2^40"}, "the most that"}};
  for (const auto& [options, words] : cases) {
    const auto schedule = bench_schedule(options);
    ASSERT_FALSE(schedule) << words;
    EXPECT_EQ(schedule.error().kind, ErrorKind::usage);
    EXPECT_NE(schedule.error().message.find(words), std::string::npos) << schedule.error().message;
  }
}

TEST(BenchPlan, AWhatIfTimesEachKernelWithAndWithoutItsConflicts) {
  const auto schedule =
      planned({.names = {"matrix"}, .sizes = "2^10", .what_if = std::string(conflict_free)});
  const auto& items = schedule.groups.at(0).items;
  ASSERT_EQ(items.size(), 4U)
      << "two kernels of the family have conflicts, and no rival stands here";
  for (std::size_t i = 0; i < items.size(); i += 2) {
    EXPECT_EQ(items[i].id(), items[i + 1].id());
    EXPECT_EQ(items[i].run, items[i + 1].run);
    EXPECT_FALSE(items[i].conflict_free);
    EXPECT_TRUE(items[i + 1].conflict_free);
  }
  EXPECT_GT(planned({.what_if = std::string(conflict_free)}).groups.size(), 20U);
}

TEST(BenchPlan, AWhatIfRefusesWhatItWouldNotChange) {
  const auto why = [](const std::string& name, const std::string& what_if) {
    const auto schedule = bench_schedule({.names = {name}, .what_if = what_if});
    EXPECT_FALSE(schedule);
    return schedule ? "" : schedule.error().message;
  };
  EXPECT_NE(why("transpose_padded", "conflict-free").find("no bank conflicts"), std::string::npos);
  EXPECT_NE(why("radix_onesweep", "conflict-free").find("wait"), std::string::npos);
  EXPECT_NE(why("random", "conflict-free").find("No kernel of random"), std::string::npos);
  EXPECT_NE(why("reduction", "padded").find("conflict-free"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
