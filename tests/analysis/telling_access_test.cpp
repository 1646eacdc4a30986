#include "instrumentation/analysis/telling_access.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/language.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::first_lanes;
using test::TraceMaker;
using Reason = Telling::Reason;

constexpr auto own_word = [](int lane) { return lane; };
constexpr auto every = [](int step) { return [step](int lane) { return step * lane; }; };

struct Told {
  std::uint32_t access;
  Reason reason;
  std::string english, russian;
};
Told told(const Trace& trace, BankModel model = BankModel::cc5) {
  const Summary summary = summarize(trace, model);
  const Telling telling = telling_access(trace, summary);
  std::string russian;
  {
    const InLanguage speaking(find_language("ru").value());
    russian = telling_text(trace, summary, telling);
  }
  return {telling.access, telling.reason, telling_text(trace, summary, telling), russian};
}

TEST(TellingTest, IsTheMiddleOneOfTheWorstConflicts) {
  TraceMaker make(32);
  const int data = make.shared("data", 1024), out = make.global("out", 1024);
  make.load(out, 1, all_lanes, every(32));  // touches most sectors, but a queue tells more
  make.load(data, 2, all_lanes, every(2));
  make.load(data, 3, all_lanes, every(8));
  make.store(data, 4, all_lanes, every(8), {});
  make.load(data, 5, all_lanes, every(8));
  make.load(data, 6, first_lanes(16), every(16));  // as many ways, but fewer lanes
  make.load(data, 7, all_lanes, every(4));
  const Told found = told(make.take());
  EXPECT_EQ(found.access, 3U);
  EXPECT_EQ(found.reason, Reason::queue);
  EXPECT_EQ(found.english, "This warp waits for 8 wavefronts where 1 would do. Why?");
  EXPECT_EQ(found.russian, "Этот варп ждёт 8 волн, хотя хватило бы одной. Почему?");
}

TEST(TellingTest, ALineThatLosesMoreInAllOutweighsALongerQueue) {
  const auto of_rounds = [](int rounds) {
    TraceMaker make(32);
    const int stored = make.shared("stored", 1024), loaded = make.shared("loaded", 1024);
    make.store(stored, 1, all_lanes, every(8), {});                              // loses 7
    for (int i = 0; i < rounds; ++i) make.load(loaded, 2, all_lanes, every(2));  // 1 each
    return told(make.take()).access;
  };
  EXPECT_EQ(of_rounds(14), 0U);  // twice as much is no reason yet
  EXPECT_EQ(of_rounds(15), 8U);  // the middle one of them
}

TEST(TellingTest, ShowsABlockThatReadsWhatOthersHaveLeft) {
  const auto made = [](bool counts, bool in_place) {
    TraceMaker make(32);
    const int in = make.global("in", 1024), results = make.global("results", 64);
    const int done = make.global("done", 1);
    make.load(in, 1, all_lanes, own_word);
    if (in_place) make.load(results, 2, first_lanes(1), [](int) { return 7; });
    make.store(results, 3, first_lanes(1), [](int) { return 7; }, {});
    if (counts) make.atomic_add(done, 4, first_lanes(1), [](int) { return 0; }, {});
    make.load(results, 5, first_lanes(16), own_word);
    make.load(in, 6, all_lanes, own_word);
    return make.take();
  };
  const Told found = told(made(true, false));
  EXPECT_EQ(found.access, 3U);
  EXPECT_EQ(found.reason, Reason::handed);
  EXPECT_EQ(found.english,
            "This block reads results that other blocks have left. How does it know that they are "
            "there?");
  EXPECT_EQ(
      found.russian,
      "Этот блок читает результаты, которые записали другие блоки. Откуда он знает, что они уже "
      "готовы?");
  EXPECT_NE(told(made(false, false)).reason, Reason::handed) << "nothing says that they are there";
  EXPECT_NE(told(made(true, true)).reason, Reason::handed) << "it may be input, changed in place";
}

TEST(TellingTest, FollowsTheBankModel) {
  TraceMaker make(32);
  const int data = make.shared("data", 1024);
  make.load(data, 1, all_lanes, own_word);
  make.load(data, 2, all_lanes, [](int lane) { return lane % 16 + lane / 16 * 32; });
  const Trace trace = make.take();
  EXPECT_EQ(told(trace).access, 1U);
  EXPECT_EQ(told(trace, BankModel::cc1).reason, Reason::busiest);
}

TEST(TellingTest, LanesAlsoQueueAtAnElementOfGlobalMemory) {
  TraceMaker make(32);
  const int bins = make.global("bins", 64);
  test::Lanes ones;
  ones.fill(1);
  make.atomic_add(
      bins, 1, all_lanes, [](int lane) { return lane / 4; }, ones);
  make.atomic_add(
      bins, 2, all_lanes, [](int lane) { return lane % 2; }, ones);
  const Told found = told(make.take());
  EXPECT_EQ(found.access, 1U);
  EXPECT_EQ(found.reason, Reason::queue);
  EXPECT_EQ(found.english, "16 lanes of this warp add to one element, one after another. Why?");
  EXPECT_EQ(found.russian, "16 нитей варпа прибавляют к одному элементу по очереди. Почему?");
}

TEST(TellingTest, AndForWordsOfConstantMemory) {
  TraceMaker make(32);
  const int table = make.constant("table", 64);
  make.load(table, 1, all_lanes, [](int) { return 3; });
  make.load(table, 2, all_lanes, [](int lane) { return lane % 4; });
  const Told found = told(make.take());
  EXPECT_EQ(found.access, 1U);
  EXPECT_EQ(found.english,
            "This access takes 4 wavefronts of constant memory where 1 would do. Why?");
  EXPECT_EQ(found.russian,
            "Обращение к константной памяти занимает 4 волны, хотя хватило бы одной. Почему?");
}

TEST(TellingTest, WithoutAQueueItIsWhereMostSectorsAreLost) {
  TraceMaker make(32);
  const int data = make.shared("data", 64), in = make.global("in", 1024);
  make.store(data, 1, 0x55555555U, own_word, {});
  make.load(in, 2, all_lanes, every(2));
  make.load(in, 3, all_lanes, every(8));
  make.load(in, 4, all_lanes, every(16));  // no more sectors than there are lanes
  const Told found = told(make.take());
  EXPECT_EQ(found.access, 3U);  // of two the middle one
  EXPECT_EQ(found.reason, Reason::spread);
  EXPECT_EQ(found.english, "This warp touches 32 sectors where 4 would hold its bytes. Why?");
  EXPECT_EQ(found.russian,
            "Обращение затрагивает 32 сектора, хотя данные поместились бы в 4. Почему?");
}

TEST(TellingTest, ElseWhereMostLanesIdleBetweenOthers) {
  TraceMaker make(64);
  const int data = make.shared("data", 64);
  make.load(data, 1, 0x55555555U, own_word);  // 15 idle between
  make.load(data, 2, 0x11111111U, own_word);  // 21
  make.load(data, 3, 0x01010101U, own_word);  // 21
  make.load(data, 4, 0x00000001U, own_word);  // none: those behind it are simply done
  const Told found = told(make.take());
  EXPECT_EQ(found.access, 1U);
  EXPECT_EQ(found.reason, Reason::parted);
  EXPECT_EQ(found.english, "Only 8 of this warp's 32 lanes work here; the others wait. Why?");
  EXPECT_EQ(found.russian, "Здесь работает 8 нитей варпа из 32, остальные ждут. Почему?");
}

TEST(TellingTest, AFewLostSectorsTellLessThanTheWorkWithin) {
  TraceMaker make(32);
  const int data = make.shared("data", 64), out = make.global("out", 64);
  for (int k = 0; k < 6; ++k) make.load(data, 1, all_lanes, own_word);
  make.store(out, 2, all_lanes, every(2), {});  // eight sectors, where four would do
  EXPECT_EQ(told(make.take()).reason, Reason::busiest);
}

TEST(TellingTest, ABranchPartsAWarpThatRunsBothArms) {
  const auto branch = [](bool barrier) {
    TraceMaker make(64);
    const int data = make.shared("data", 64);
    make.load(data, 1, 0x00000001U, own_word);
    make.store(data, 2, 0x00000001U, own_word, {});
    barrier ? make.barrier("if") : make.step("if");
    make.load(data, 3, 0xfffffffeU, own_word);
    return make.take();
  };
  const Told found = told(branch(false));
  EXPECT_EQ(found.access, 1U);
  EXPECT_EQ(found.reason, Reason::parted);
  EXPECT_EQ(found.english, "Only 1 of this warp's 32 lanes works here; the others wait. Why?");
  EXPECT_EQ(told(branch(true)).reason, Reason::busiest) << "they do not wait for each other";
}

TEST(TellingTest, ElseItIsTheMiddleOfTheBusiestStep) {
  TraceMaker make(32);
  const int data = make.shared("data", 64), in = make.global("in", 64);
  make.load(in, 1, all_lanes, own_word);
  make.barrier("load");
  for (int k = 0; k < 4; ++k) make.load(data, 2, first_lanes(16), own_word);
  make.barrier("add");
  for (int k = 0; k < 5; ++k) make.load(data, 3, first_lanes(2), own_word);
  const Told found = told(make.take());
  EXPECT_EQ(found.access, 3U);  // the third of the four of "add"
  EXPECT_EQ(found.reason, Reason::busiest);
  EXPECT_EQ(found.english, "Every access of this kernel to shared memory is conflict-free. Why?");
  EXPECT_EQ(found.russian,
            "Все обращения этого ядра к разделяемой памяти — без конфликтов. Почему?");
}

TEST(TellingTest, SaysNothingOfBanksWhereNoneIsUsed) {
  TraceMaker make(32);
  make.load(make.global("in", 64), 1, all_lanes, own_word);
  EXPECT_EQ(told(make.take()).english,
            "Every access of this kernel to global memory takes the fewest sectors. Why?");
}

TEST(TellingTest, LooksAtTheKernelThatTheTraceIsNamedAfter) {
  TraceMaker make(32);
  const int data = make.shared("data", 1024);
  make.load(data, 1, all_lanes, own_word);
  make.launch(32, "helper");
  make.load(data, 1, all_lanes, every(8));
  Trace trace = make.take();
  EXPECT_EQ(told(trace).access, 1U) << "it is named after none of them";
  trace.header.kernel = "hand_made";
  EXPECT_EQ(told(trace).access, 0U);
  EXPECT_EQ(told(trace).reason, Reason::busiest);
}

TEST(TellingTest, AnEmptyTraceTellsNothing) {
  const Told found = told(TraceMaker(32).take());
  EXPECT_EQ(found.access, 0U);
  EXPECT_EQ(found.english, "");
}

}  // namespace
}  // namespace warpscope
