#include "instrumentation/analysis/bank_fix.hpp"

#include <gtest/gtest.h>

#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::TraceMaker;

/// One warp loads from an array that `declare` declares.
template <class Declare, class Index>
Trace one_load(Declare declare, Index index, std::uint32_t mask = all_lanes) {
  TraceMaker maker(32);
  const int array = declare(maker);
  maker.load(array, 5, mask, index);
  maker.barrier("read");
  return maker.take();
}
auto flat(std::int64_t count, ElementType type = {}) {
  return [=](TraceMaker& maker) { return maker.shared("data", count, type); };
}
auto tile(std::int64_t rows, std::int64_t columns, ElementType type = {}) {
  return [=](TraceMaker& maker) { return maker.matrix("tile", rows, columns, type); };
}

std::string formula(const Trace& trace, BankModel model = BankModel::cc5) {
  const auto found = bank_formula(trace, trace.accesses[0], model);
  return found ? found->rule + found->banks : "";
}

/// "tile[32][33] 32 -> 1" of each fix that is offered.
std::vector<std::string> offers(const Trace& trace, BankModel model = BankModel::cc5) {
  const auto fixes = bank_fixes(trace, trace.accesses[0], model);
  const auto best = best_fixes(fixes, [&](const Relayout& relayout) {
    const auto effect = relayout_effect(trace, {relayout}, model);
    return KnownEffect{true, effect ? std::optional(effect.value()) : std::nullopt};
  });
  std::vector<std::string> list;
  for (const OfferedFix& offer : *best) {
    list.push_back(offer.fix.text.text() + " " + std::to_string(offer.fix.before) + " -> " +
                   std::to_string(offer.fix.after));
  }
  return list;
}
using Offers = std::vector<std::string>;

TEST(LaneRule, IsTheWidestThatFits) {
  const auto rule = [](std::uint32_t mask, auto index) {
    std::vector<ElementIndex> indices;
    for_each_lane(mask, [&](int lane, int) { indices.push_back(index(lane)); });
    return lane_rule(mask, indices);
  };
  EXPECT_EQ(rule(all_lanes, [](int lane) { return 32 * lane + 3; }), (LaneRule{32, 32, 0, 3}));
  EXPECT_EQ(rule(0x11111111U, [](int lane) { return -lane; }), (LaneRule{32, -1, 0, 0}));
  EXPECT_EQ(rule(all_lanes, [](int lane) { return lane % 8 * 32 + lane / 8; }),
            (LaneRule{8, 32, 1, 0}));
  EXPECT_EQ(rule(all_lanes, [](int lane) { return lane % 16 + 17 * (lane / 16) + 5; }),
            (LaneRule{16, 1, 17, 5}));
  EXPECT_EQ(rule(0xffff0000U, [](int lane) { return lane % 4 * 8 + lane / 4; }),
            (LaneRule{4, 8, 1, 0}));
  EXPECT_EQ(rule(all_lanes, [](int) { return 7; }), (LaneRule{32, 0, 0, 7}));
  EXPECT_FALSE(rule(all_lanes, [](int lane) { return lane * lane; }));
  EXPECT_FALSE(rule(0x17U, [](int lane) { return lane % 2 * 8 + lane / 2; })) << "by chance";
  EXPECT_FALSE(rule(1U, [](int lane) { return lane; })) << "one point is no line";
}

TEST(BankFormula, SaysWhichBanks) {
  EXPECT_EQ(formula(one_load(tile(32, 32), [](int lane) { return 32 * lane + 3; })),
            "bank = (32·lane + 3) mod 32 = 3 for every lane");
  EXPECT_EQ(formula(one_load(flat(64), [](int lane) { return 2 * lane + 1; })),
            "bank = (2·lane + 1) mod 32: 16 of 32 banks");
  EXPECT_EQ(formula(one_load(flat(1024), [](int lane) { return 8 * lane; })),
            "bank = (8·lane) mod 32 = 0, 8, 16, 24");
  EXPECT_EQ(formula(one_load(tile(32, 32), [](int lane) { return lane % 8 * 32 + lane / 8; })),
            "bank = (32·(lane mod 8) + lane / 8) mod 32 = 0, 1, 2, 3");
  EXPECT_EQ(formula(one_load(flat(64), [](int lane) { return 31 - lane; })),
            "bank = (−lane + 31) mod 32: 32 of 32 banks");
  EXPECT_EQ(formula(one_load(flat(64), [](int lane) { return 2 * lane; }), BankModel::cc1),
            "bank = (2·lane) mod 16: 8 of 16 banks");
  EXPECT_EQ(formula(one_load(flat(1024, {Scalar::f64, 1}), [](int lane) { return 16 * lane; })),
            "first bank = (32·lane) mod 32 = 0 for every lane");
  EXPECT_EQ(formula(one_load(flat(4096, {Scalar::u8, 1}), [](int lane) { return 3 * lane; })),
            "bank = ((3·lane) / 4) mod 32: 24 of 32 banks");
}

TEST(BankFormula, IsTheBankOfEveryLane) {
  TraceMaker maker(32);
  static_cast<void>(maker.shared("head", 37));
  const int data = maker.shared("data", 4096);
  maker.load(data, 5, all_lanes, [](int lane) { return 64 * lane; });
  maker.barrier("read");
  const Trace trace = maker.take();
  const int bank = bank_of(BankModel::cc5, trace.arrays[1].base);
  EXPECT_NE(bank, 0);
  EXPECT_EQ(formula(trace), "bank = (64·lane + " + std::to_string(bank) +
                                ") mod 32 = " + std::to_string(bank) + " for every lane");
}

TEST(BankFormula, NoneForAnIndexThatDependsOnData) {
  EXPECT_EQ(formula(one_load(flat(1024), [](int lane) { return lane * lane % 97; })), "");
}

TEST(BankFix, FreesTheColumnOfATile) {
  const Trace trace = one_load(tile(32, 32), [](int lane) { return 32 * lane + 3; });
  EXPECT_EQ(offers(trace), (Offers{"tile[32][33] 32 -> 1", "tile[row][col ^ row] 32 -> 1"}));
  EXPECT_EQ(offers(trace, BankModel::cc1),
            (Offers{"tile[32][33] 32 -> 2", "tile[row][col ^ row] 32 -> 2"}));
}

TEST(BankFix, KnowsTheSizeOfElements) {
  // Two half-warps of 8 bytes a lane.
  const Trace doubles =
      one_load(tile(32, 32, {Scalar::f64, 1}), [](int lane) { return 32 * lane + 3; });
  EXPECT_EQ(offers(doubles), (Offers{"tile[32][33] 32 -> 2", "tile[row][col ^ row] 32 -> 2"}));
  // Rows of 16 words: two of them cross all banks, so that two swap alike.
  const Trace narrow = one_load(tile(32, 16), [](int lane) { return 16 * lane + 3; });
  EXPECT_EQ(offers(narrow), (Offers{"tile[32][17] 16 -> 1", "tile[row][col ^ row / 2] 16 -> 1"}));
}

TEST(BankFix, PadsOrSwapsWhatIsNoMatrix) {
  EXPECT_EQ(offers(one_load(flat(64), [](int lane) { return 2 * lane; })),
            (Offers{"one element more after every 32 2 -> 1", "data[i ^ i / 32] 2 -> 1"}));
  EXPECT_EQ(offers(one_load(flat(64), [](int lane) { return 2 * lane; }), BankModel::cc1),
            (Offers{"one element more after every 16 4 -> 2", "data[i ^ i / 16] 4 -> 2"}));
  EXPECT_EQ(offers(one_load(flat(64, {Scalar::f64, 1}), [](int lane) { return 2 * lane; })),
            (Offers{"one element more after every 16 4 -> 2", "data[i ^ i / 16] 4 -> 2"}));
  // A bank holds four bytes, so that fewer than four move nothing to another one.
  EXPECT_EQ(offers(one_load(flat(4096, {Scalar::u8, 1}), [](int lane) { return 128 * lane; })),
            (Offers{"4 elements more after every 128 32 -> 1", "data[i ^ i / 128 * 4] 32 -> 1"}));
}

TEST(BankFix, KeepsVectorsWhole) {
  Trace trace = one_load(tile(32, 32), [](int lane) { return 32 * lane; });
  trace.accesses[0].elements = 4;
  trace.words.assign(4 * warp_lanes, 0);
  EXPECT_EQ(offers(trace),
            (Offers{"tile[32][36] 32 -> 4", "tile[row][col ^ row % 8 * 4] 32 -> 4"}));
}

TEST(BankFix, OffersNothingThatDoesNotHelp) {
  EXPECT_EQ(offers(one_load(tile(32, 32), [](int lane) { return lane; })), Offers{})
      << "no conflict";
  Trace structures = one_load(tile(32, 32), [](int lane) { return 32 * lane; });
  structures.structures.push_back({.name = "S", .bytes = 8});
  structures.arrays[0].structure = 0;
  EXPECT_EQ(offers(structures), Offers{});
  Trace relaid_before = one_load(tile(32, 33), [](int lane) { return 16 * lane; });
  relaid_before.header.parameters["relayout"] = "tile:pad=1";
  EXPECT_EQ(offers(relaid_before), Offers{}) << "one layout at a time";
  // No exclusive or with the row, since 24 is no power of two; and the columns are all the same.
  for (const std::string& offer :
       offers(one_load(tile(32, 24), [](int lane) { return 24 * lane + 3; }))) {
    EXPECT_EQ(offer.find('^'), std::string::npos) << offer;
  }
}

TEST(BankFix, DoesNotMakeTheRunWorse) {
  // One column is read; a diagonal, free as it is, is read often.
  TraceMaker maker(32);
  const int tile = maker.matrix("tile", 32, 32);
  maker.load(tile, 5, all_lanes, [](int lane) { return 32 * lane; });
  for (int k = 0; k < 40; ++k) {
    maker.load(tile, 6, all_lanes, [](int lane) { return 32 * lane + lane; });
  }
  maker.barrier("read");
  // The exclusive or with the whole row puts the diagonal into column 0.
  EXPECT_EQ(offers(maker.take()),
            (Offers{"tile[32][34] 32 -> 2", "tile[row][col ^ row / 2] 32 -> 2"}))
      << "rows of 33 elements would give each second bank of the diagonal two words";
}

TEST(BankFix, AnIndexThatDependsOnDataMayBeFreedToo) {
  const auto counters = [](int lane) { return lane * lane * 32 % 1024; };
  const Trace trace = one_load(flat(1024), counters);
  EXPECT_EQ(formula(trace), "");
  for (const BankFix& fix : bank_fixes(trace, trace.accesses[0], BankModel::cc5)) {
    EXPECT_LT(fix.after, fix.before) << fix.text.text();
  }
}

}  // namespace
}  // namespace warpscope
