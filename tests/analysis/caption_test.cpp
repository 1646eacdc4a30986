#include "instrumentation/analysis/caption.hpp"

#include <gtest/gtest.h>

#include "tests/support/caption_in.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::first_lanes;
using test::Lanes;
using test::own;
using test::TraceMaker;

Caption first_caption(const Trace& trace, BankModel model = BankModel::cc5) {
  return caption(trace, summarize(trace, model), 0);
}

template <class Index>
Trace shared_load(std::uint32_t mask, Index index, ElementType type = {}, int block = 32) {
  TraceMaker make(block);
  make.load(make.shared("data", 4096, type), 2, mask, index);
  Trace trace = make.take();
  trace.sources[0].text = "first\n  x = data[tid];\n";
  return trace;
}

TEST(CaptionTest, AConflictNamesLanesWordsAndBanks) {
  Trace trace = shared_load(first_lanes(16), [](int lane) { return 16 * lane + 8; });
  trace.sources[0].text = "\n  data[index] += data[index + s];";
  const Caption text = first_caption(trace);
  EXPECT_EQ(text.sentence,
            "Warp 0 reads “data” on line 2: 16 lanes want 16 different words of only two banks, so "
            "the access takes 8 wavefronts instead of 1. Half of its lanes are idle.");
  EXPECT_EQ(text.verdict, "8-way conflict");
  EXPECT_EQ(text.detail, "8 wavefronts, ideal 1");
  EXPECT_TRUE(text.costly);
}

TEST(CaptionTest, NoConflict) {
  const Caption text = first_caption(shared_load(all_lanes, own));
  EXPECT_EQ(text.sentence,
            "Warp 0 reads data[tid] on line 2: 32 lanes want 32 different words of 32 banks, so "
            "one wavefront serves them all.");
  EXPECT_EQ(text.verdict, "conflict-free");
  EXPECT_EQ(text.detail, "1 wavefront, ideal 1");
  EXPECT_FALSE(text.costly);
}

TEST(CaptionTest, HalfWarpsNeedTwoWavefronts) {
  const Caption text = first_caption(shared_load(all_lanes, own), BankModel::cc1);
  EXPECT_NE(text.sentence.find("2 wavefronts serve them all, the fewest possible."),
            std::string::npos);
  EXPECT_FALSE(text.costly);
}

TEST(CaptionTest, AnUnevenConflictSaysHowManyMeet) {
  const Caption text =
      first_caption(shared_load(all_lanes, [](int lane) { return lane == 31 ? 32 : lane; }));
  EXPECT_NE(text.sentence.find("32 different words of 31 banks, up to two of one bank, so the "
                               "access takes 2 wavefronts instead of 1."),
            std::string::npos)
      << text.sentence;
}

TEST(CaptionTest, OneWordIsBroadcast) {
  const Caption text = first_caption(shared_load(all_lanes, [](int) { return 5; }));
  EXPECT_EQ(text.verdict, "broadcast");
  EXPECT_NE(text.sentence.find("32 lanes want the same word, which is broadcast: one wavefront "
                               "serves them all."),
            std::string::npos);
}

TEST(CaptionTest, TheFirstHardwareBroadcastsOneWordAtATime) {
  const Caption text =
      first_caption(shared_load(all_lanes, [](int lane) { return lane % 2; }), BankModel::cc1);
  EXPECT_EQ(text.verdict, "2-way conflict");
  EXPECT_NE(text.sentence.find("two different words, but only one word at a time can be broadcast"),
            std::string::npos);
}

TEST(CaptionTest, OneLaneIsSingular) {
  const Caption text = first_caption(shared_load(1, own));
  EXPECT_EQ(text.sentence,
            "Warp 0 reads data[tid] on line 2: one lane wants one word: one wavefront serves it. "
            "31 of its 32 lanes are idle.");
}

TEST(CaptionTest, AShortWarpIsNotIdle) {
  const Caption text = first_caption(shared_load(first_lanes(8), own, {}, 8));
  EXPECT_EQ(text.sentence.find("idle"), std::string::npos);
}

// Lanes without a thread are not idle ones: a warp has 32 lanes, a block of 8 fills 8 of them.
TEST(CaptionTest, OfAShortWarpThreadsAreIdle) {
  const auto idle = [](int active) {
    const std::string text = first_caption(shared_load(first_lanes(active), own, {}, 8)).sentence;
    return text.substr(text.rfind(". ") + 2);
  };
  EXPECT_EQ(idle(1), "7 of its 8 threads are idle.");
  EXPECT_EQ(idle(4), "Half of its 8 threads are idle.");
  EXPECT_EQ(idle(7), "One of its 8 threads is idle.");
}

TEST(CaptionTest, WideElementsAreNamedByTheirSize) {
  const Caption text = first_caption(shared_load(all_lanes, own, {Scalar::f64, 1}));
  EXPECT_NE(text.sentence.find("32 different elements of 8 bytes: 2 wavefronts serve them all"),
            std::string::npos)
      << text.sentence;
}

TEST(CaptionTest, StoresAndAtomicsToOneWord) {
  TraceMaker make;
  const int data = make.shared("data", 4);
  const auto zero = [](int) { return 0; };
  make.store(data, 3, all_lanes, zero, Lanes{});
  make.atomic_add(data, 4, all_lanes, zero, Lanes{});
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  EXPECT_EQ(caption(trace, summary, 0).sentence,
            "Warp 0 writes “data” on line 3: 32 lanes write the same word, and one of them wins.");
  const Caption atomic = caption(trace, summary, 1);
  EXPECT_EQ(atomic.sentence,
            "Warp 0 adds to “data” on line 4: 32 lanes add to one word, and lanes of one bank take "
            "turns, so the access takes 32 wavefronts instead of 1.");
  EXPECT_EQ(atomic.verdict, "32-way conflict");
}

TEST(CaptionTest, LanesThatCountInOneWordAreCountedTogether) {
  TraceMaker make;
  const int bins = make.shared("bins", 64);
  Lanes ones;
  ones.fill(1);
  make.atomic_add(
      bins, 3, all_lanes, [](int lane) { return lane / 16; }, ones);
  const Trace trace = make.take();
  const Caption today = caption(trace, summarize(trace, BankModel::cc5), 0);
  EXPECT_EQ(
      today.sentence,
      "Warp 0 adds to “bins” on line 3: 32 lanes add 1 to two different words, and lanes of one "
      "word are counted together: one wavefront serves them all.");
  EXPECT_FALSE(today.costly);
  EXPECT_TRUE(caption(trace, summarize(trace, BankModel::cc2), 0).costly);
}

TEST(CaptionTest, GlobalAccessesCountSectors) {
  TraceMaker make;
  const int in = make.global("in", 1024);
  make.load(in, 3, all_lanes, own);
  make.load(in, 4, all_lanes, [](int lane) { return 8 * lane; });
  make.load(in, 5, all_lanes, [](int) { return 9; });
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  const Caption neighbours = caption(trace, summary, 0);
  EXPECT_EQ(neighbours.sentence,
            "Warp 0 reads “in” on line 3: 32 lanes want 128 bytes in four sectors of 32 bytes, the "
            "fewest possible.");
  EXPECT_EQ(neighbours.verdict, "4 sectors, ideal 4");
  EXPECT_EQ(neighbours.detail, "128 bytes wanted, 128 moved");
  const Caption spread = caption(trace, summary, 1);
  EXPECT_EQ(spread.sentence,
            "Warp 0 reads “in” on line 4: 32 lanes want 128 bytes spread over 32 sectors of 32 "
            "bytes, where four would do.");
  EXPECT_TRUE(spread.costly);
  const Caption same = caption(trace, summary, 2);
  EXPECT_NE(same.sentence.find("want the same 4 bytes in one sector of 32 bytes"),
            std::string::npos);
  EXPECT_EQ(same.verdict, "1 sector, ideal 1");
}

TEST(CaptionTest, BytesOfOneWordAreNoCollision) {
  TraceMaker make;
  const int counts = make.shared("counts", 64, {Scalar::u8, 1});
  make.store(counts, 3, first_lanes(4), own, Lanes{});
  make.store(counts, 4, all_lanes, own, Lanes{});
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  EXPECT_NE(caption(trace, summary, 0)
                .sentence.find("four lanes write four elements of 1 byte in the same word: one "
                               "wavefront serves them all"),
            std::string::npos)
      << caption(trace, summary, 0).sentence;
  EXPECT_NE(caption(trace, summary, 1).sentence.find("32 lanes write only eight different words"),
            std::string::npos);
}

TEST(CaptionTest, TwelveBytesComeInPieces) {
  TraceMaker make;
  make.load(make.global("in", 64, {Scalar::f32, 3}), 3, all_lanes, own);
  const Caption text = first_caption(make.take());
  EXPECT_NE(text.sentence.find("32 lanes want 384 bytes, fetched in three pieces that touch 36 "
                               "sectors of 32 bytes, where twelve would do"),
            std::string::npos)
      << text.sentence;
  EXPECT_TRUE(text.costly);
}

TEST(CaptionTest, ConstantMemoryServesAWordAPass) {
  TraceMaker make;
  const int factors = make.constant("factors", 64);
  make.load(factors, 3, all_lanes, [](int) { return 5; });
  make.load(factors, 4, all_lanes, [](int lane) { return lane % 7; });
  make.load(factors, 5, 1, own);
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  const Caption same = caption(trace, summary, 0);
  EXPECT_EQ(same.sentence,
            "Warp 0 reads “factors” on line 3: 32 lanes read one word of constant memory: one "
            "wavefront.");
  EXPECT_EQ(same.verdict, "broadcast");
  EXPECT_EQ(same.detail, "1 wavefront, ideal 1");
  EXPECT_FALSE(same.costly);
  const Caption different = caption(trace, summary, 1);
  EXPECT_EQ(different.sentence,
            "Warp 0 reads “factors” on line 4: 32 lanes read seven different words of constant "
            "memory, one after another: 7 wavefronts.");
  EXPECT_EQ(different.verdict, "7 different words");
  EXPECT_TRUE(different.costly);
  EXPECT_EQ(caption(trace, summary, 2).verdict, "one word");
}

TEST(CaptionTest, LocalMemorySaysWhetherLanesUseOneElement) {
  TraceMaker make(64);
  const int counts = make.local("counts", 8);
  const auto element = [](auto of) {
    return [of](int lane) { return local_index(8, lane, of(lane)); };
  };
  make.load(counts, 3, all_lanes, element([](int) { return 5; }));
  make.store(counts, 4, all_lanes, element([](int lane) { return lane % 8; }), {});
  make.load(counts, 5, all_lanes, element([](int lane) { return lane / 16; }));
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  const Caption same = caption(trace, summary, 0);
  EXPECT_EQ(same.sentence,
            "Warp 0 reads “counts” on line 3: each lane uses element 5 of its own array, and these "
            "lie side by side: 4 sectors of 32 bytes.");
  EXPECT_FALSE(same.costly);
  const Caption different = caption(trace, summary, 1);
  EXPECT_EQ(different.verdict, "32 sectors, ideal 4");
  EXPECT_NE(different.sentence.find("which lie in different rows: 32 sectors of 32 bytes, where "
                                    "four would do."),
            std::string::npos)
      << different.sentence;
  EXPECT_TRUE(different.costly);
  EXPECT_FALSE(caption(trace, summary, 2).costly) << "two rows of which each gives two sectors";
  EXPECT_EQ(test::caption_in("ru", trace, summary, 1).verdict, "32 сектора, идеал 4");
  EXPECT_EQ(summary.totals.local_load.sectors, 8U);
  EXPECT_EQ(summary.totals.local_store.sectors, 32U);
  EXPECT_EQ(summary.totals.global_load.requests, 0U);
}

TEST(CaptionTest, GlobalAtomicsSayWhoMeets) {
  TraceMaker make;
  const int bins = make.global("bins", 256);
  make.atomic_add(bins, 3, all_lanes, own, Lanes{});
  make.atomic_add(
      bins, 4, all_lanes, [](int lane) { return lane < 8 ? 3 : lane; }, Lanes{});
  make.atomic_add(
      bins, 5, all_lanes, [](int) { return 0; }, Lanes{});
  make.atomic_add(bins, 6, 1, own, Lanes{});
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  const Caption apart = caption(trace, summary, 0);
  EXPECT_EQ(
      apart.sentence,
      "Warp 0 adds to “bins” on line 3: 32 lanes add to 32 different elements in four sectors "
      "of 32 bytes.");
  EXPECT_FALSE(apart.costly);
  const Caption meeting = caption(trace, summary, 1);
  EXPECT_NE(meeting.sentence.find("only 25 different elements; up to eight meet on one"),
            std::string::npos)
      << meeting.sentence;
  EXPECT_EQ(meeting.verdict, "8 lanes on one element");
  EXPECT_TRUE(meeting.costly);
  EXPECT_NE(caption(trace, summary, 2)
                .sentence.find("32 lanes add to the same element and take turns, "
                               "and every turn counts its sector again."),
            std::string::npos);
  EXPECT_EQ(caption(trace, summary, 2).detail, "32 sectors, ideal 1");
  EXPECT_NE(caption(trace, summary, 3).sentence.find("one lane adds to one element in one sector"),
            std::string::npos);
}

TEST(CaptionTest, ShufflesNameThePartner) {
  TraceMaker make(64);
  const int registers = make.registers();
  make.warp(1);
  make.shuffle(registers, 3, all_lanes, [](int lane) { return lane < 16 ? lane + 16 : lane; }, {});
  make.shuffle(registers, 4, all_lanes, [](int lane) { return lane > 0 ? lane - 1 : lane; }, {});
  make.shuffle(registers, 5, all_lanes, [](int) { return 3; }, {});
  make.shuffle(registers, 6, all_lanes, [](int lane) { return lane ^ 1; }, {});
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  EXPECT_EQ(
      caption(trace, summary, 0).sentence,
      "Warp 1 shuffles on line 3: each lane takes the register of the lane whose number is 16 "
      "higher, if there is one, without shared memory.");
  EXPECT_NE(caption(trace, summary, 1).sentence.find("number is one lower"), std::string::npos);
  EXPECT_NE(caption(trace, summary, 2).sentence.find("of lane 3,"), std::string::npos);
  EXPECT_NE(caption(trace, summary, 3).sentence.find("a partner lane"), std::string::npos);
  EXPECT_EQ(caption(trace, summary, 0).verdict, "shuffle");
}

TEST(CaptionTest, AShuffleOfAFileMayNameAnyRegister) {
  TraceMaker make(64);
  const int registers = make.registers();
  make.warp(1);
  make.shuffle(registers, 3, 0b1100, [](int) { return 3; }, {});
  Trace trace = make.take();
  for (const std::int32_t index :
       {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()}) {
    trace.indices = {index, index};  // 2 below the least number
    const Summary summary = summarize(trace, BankModel::cc5);
    EXPECT_FALSE(caption(trace, summary, 0).sentence.empty());
    trace.indices = {index, index < 0 ? index + 1 : index - 1};
    EXPECT_FALSE(caption(trace, summary, 0).sentence.empty());
  }
}

TEST(CaptionTest, StepsAreCountedWithinTheirLaunch) {
  TraceMaker make;
  const int data = make.shared("data", 32);
  make.load(data, 3, all_lanes, own);
  make.barrier("load");
  make.load(data, 3, all_lanes, own);
  Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  EXPECT_EQ(caption(trace, summary, 0).step, "Step 1 of 2 · load");
  EXPECT_EQ(caption(trace, summary, 1).step, "Step 2 of 2");
  trace.launches.push_back(trace.launches.front());
  EXPECT_EQ(caption(trace, summary, 0).step, "Launch 1 of 2, step 1 of 2 · load");
}

// Bytes of one word are one word, whatever the first hardware makes of it.
TEST(CaptionTest, BytesOfOneWordAreNotTwoWordsOfOneBank) {
  const ElementType byte{Scalar::u8, 1};
  const Caption three = first_caption(shared_load(
                                          all_lanes, [](int lane) { return 3 * lane; }, byte),
                                      BankModel::cc1);
  EXPECT_TRUE(three.costly);
  EXPECT_EQ(three.sentence.find("of one bank"), std::string::npos) << three.sentence;
  EXPECT_NE(three.sentence.find("only one word at a time can be broadcast"), std::string::npos)
      << three.sentence;
  const Caption apart = first_caption(shared_load(
                                          all_lanes, [](int lane) { return 64 * lane; }, byte),
                                      BankModel::cc1);
  EXPECT_EQ(apart.sentence.find("broadcast"), std::string::npos) << apart.sentence;
}

}  // namespace
}  // namespace warpscope
