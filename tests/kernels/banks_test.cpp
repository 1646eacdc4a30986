// Checks the lectures' claims on banks, broadcasts and vectors, on the emulator's traces.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;
using test::refusal;
using Parameters = std::map<std::string, std::string>;

/// The cost of the kernel at its own size with these parameters.
Totals totals(const std::string& kernel, const Parameters& parameters,
              BankModel model = BankModel::cc5) {
  return test::totals({.kernel = kernel, .parameters = parameters}, model);
}

Parameters strided(int stride, int offset = 0, int width = 4) {
  return {{"stride", std::to_string(stride)},
          {"offset", std::to_string(offset)},
          {"width", std::to_string(width)}};
}
std::uint64_t gcd(int a, int b) { return static_cast<std::uint64_t>(std::gcd(a, b)); }

/// The CUDA C Programming Guide's rules for 4-byte words, computed by hand: which bank has a word,
/// and which of its words it delivers together. 1.x serves half-warps.
std::size_t documented_degree(BankModel model, int stride, int offset) {
  const int lanes = model == BankModel::cc1 ? 16 : 32;
  std::map<int, std::set<int>> rows_of_bank;
  for (int lane = 0; lane < lanes; ++lane) {
    const int word = lane * stride + offset;
    switch (model) {
      case BankModel::cc1: rows_of_bank[word % 16].insert(word); break;
      case BankModel::cc3x4: rows_of_bank[word % 32].insert(word / 64); break;
      case BankModel::cc3x8: rows_of_bank[word / 2 % 32].insert(word / 2); break;
      default: rows_of_bank[word % 32].insert(word); break;
    }
  }
  std::size_t most = 0;
  for (const auto& [bank, rows] : rows_of_bank) most = std::max(most, rows.size());
  return most;
}

TEST(BankStride, HasTheDegreeThatIsDocumentedForEveryStrideAndModel) {
  for (int stride = 0; stride <= 64; ++stride) {
    for (const int offset : {0, 3, 31}) {
      const auto trace =
          emulate({.kernel = "bank_stride", .parameters = strided(stride, offset)}).trace;
      for (const BankModel model : all_bank_models) {
        EXPECT_EQ(static_cast<std::size_t>(summarize(*trace, model).totals.max_degree),
                  documented_degree(model, stride, offset))
            << id(model) << ", stride " << stride << ", offset " << offset;
      }
    }
  }
}

TEST(BankStride, TakesGcdOfStrideAndBanksPassesWhateverTheOffset) {
  for (int stride = 1; stride <= 64; ++stride) {
    for (const int offset : {0, 1, 17, 31}) {
      const Totals sums = totals("bank_stride", strided(stride, offset));
      EXPECT_EQ(sums.shared_load.wavefronts, gcd(stride, 32)) << stride << " + " << offset;
      EXPECT_EQ(sums.shared_store.wavefronts, gcd(stride, 32)) << stride << " + " << offset;
    }
  }
}

// Elements of 8 bytes are served by half-warps, of 16 bytes by quarter-warps.
TEST(BankStride, OfWideElementsIsCountedWithinHalvesAndQuarters) {
  for (int stride = 1; stride <= 64; ++stride) {
    const Totals by8 = totals("bank_stride", strided(stride, 0, 8));
    EXPECT_EQ(by8.shared_load.ideal, 2U);
    EXPECT_EQ(by8.shared_load.wavefronts, 2 * gcd(stride, 16)) << stride;
    const Totals by16 = totals("bank_stride", strided(stride, 0, 16));
    EXPECT_EQ(by16.shared_load.ideal, 4U);
    EXPECT_EQ(by16.shared_load.wavefronts, 4 * gcd(stride, 8)) << stride;
  }
}

TEST(BankStride, OfNarrowElementsSharesWordsSince2AndQueuesBefore) {
  for (const int stride : {1, 2, 3, 4}) {
    EXPECT_EQ(totals("bank_stride", strided(stride, 0, 1)).max_degree, 1) << stride;
  }
  for (int words = 1; words <= 16; ++words) {
    EXPECT_EQ(totals("bank_stride", strided(4 * words, 0, 1)).shared_load.wavefronts,
              gcd(words, 32));
    EXPECT_EQ(totals("bank_stride", strided(2 * words, 0, 2)).shared_load.wavefronts,
              gcd(words, 32));
  }
  EXPECT_EQ(totals("bank_stride", strided(1, 0, 1), BankModel::cc1).max_degree, 4);
  EXPECT_EQ(totals("bank_stride", strided(1, 0, 2), BankModel::cc1).max_degree, 2);
  EXPECT_EQ(totals("bank_stride", strided(1, 0, 8), BankModel::cc1).max_degree, 2);
  EXPECT_EQ(totals("bank_stride", strided(1, 0, 16), BankModel::cc1).max_degree, 4);
}

TEST(BankStride, OfZeroLetsOneLaneSurviveAndSaysSo) {
  for (const int width : {1, 2, 4, 8, 16}) {
    const auto result = emulate(
        {.kernel = "bank_stride", .input = {.kind = "ramp"}, .parameters = strided(0, 5, width)});
    ASSERT_EQ(result.trace->findings.size(), 1U) << width;
    EXPECT_EQ(result.trace->findings[0].kind, FindingKind::undefined_order);
    EXPECT_EQ(std::set<double>(result.output.begin(), result.output.end()).size(), 1U);
    EXPECT_EQ(summarize(*result.trace, BankModel::cc5).totals.shared_load.conflicts(), 0U);
  }
}

TEST(BankStride, WritesBytesOfOneWordWithoutHarm) {
  const auto result = emulate({.kernel = "bank_stride", .parameters = strided(1, 0, 1)});
  EXPECT_TRUE(result.trace->findings.empty());
}

// Shared memory is the bound: each round is one store and one load of the same degree.
TEST(BankStride, OfManyRoundsTakesAsManyTimesThePasses) {
  for (const int stride : {0, 1, 2, 8, 32, 33}) {
    for (const int width : {1, 4, 16}) {
      auto parameters = strided(stride, 1, width);
      const Totals once = totals("bank_stride", parameters);
      parameters["rounds"] = "7";
      const RunResult result = emulate({.kernel = "bank_stride", .parameters = parameters});
      const Totals sums = summarize(*result.trace, BankModel::cc5).totals;
      EXPECT_EQ(sums.shared_load.wavefronts, 7 * once.shared_load.wavefronts) << stride;
      EXPECT_EQ(sums.shared_store.wavefronts, 7 * once.shared_store.wavefronts) << stride;
      EXPECT_EQ(sums.shared_load.requests, 7U);
      EXPECT_EQ(sums.barriers, once.barriers);
      EXPECT_EQ(std::ranges::count(result.trace->findings, FindingKind::race, &Finding::kind), 0)
          << stride;
    }
  }
  EXPECT_NE(refusal({.kernel = "bank_stride", .parameters = {{"rounds", "0"}}})
                .find("a whole number from 1 to 4096"),
            std::string::npos);
}

TEST(BankStride, FitsIntoSharedMemoryAtItsLimitsAndRefusesMore) {
  const auto largest = emulate({.kernel = "bank_stride", .parameters = strided(64, 31, 16)});
  EXPECT_EQ(largest.trace->launches.at(0).shared_bytes, (31U * 64U + 32U) * 16U);
  EXPECT_TRUE(largest.trace->findings.empty());
  EXPECT_EQ(refusal({.kernel = "bank_stride", .parameters = {{"stride", "65"}}}),
            "stride=65 is not possible: bank_stride takes a whole number from 0 to 64, since a "
            "block's array should fit in its shared memory.");
  EXPECT_NE(refusal({.kernel = "bank_stride", .parameters = {{"stride", "1.5"}}}), "");
  EXPECT_NE(refusal({.kernel = "bank_stride", .parameters = {{"width", "3"}}}), "");
  EXPECT_NE(refusal({.kernel = "bank_stride", .size = 64, .block = 64}), "");
}

int degree_of_read(const std::string& pattern, BankModel model) {
  const auto trace =
      emulate({.kernel = "bank_broadcast", .parameters = {{"pattern", pattern}}}).trace;
  int degree = 0;
  for (const Access& access : trace->accesses) {
    const auto request = shared_request(*trace, access);
    if (request && !request->store) degree = wavefronts(model, *request).degree;
  }
  return degree;
}

TEST(BankBroadcast, IsFreeForOneWordAndItsBytesOnEveryModel) {
  for (const BankModel model : all_bank_models) {
    EXPECT_EQ(degree_of_read("one_word", model), 1) << id(model);
    EXPECT_EQ(degree_of_read("bytes_of_word", model), 1) << id(model);
    EXPECT_EQ(degree_of_read("own_words", model), 1) << id(model);
  }
}

TEST(BankBroadcast, OfTwoWordsIsFreeInTwoBanksSince2AndNeverInOne) {
  for (const BankModel model : all_bank_models) {
    EXPECT_EQ(degree_of_read("two_words", model), model == BankModel::cc1 ? 2 : 1) << id(model);
    EXPECT_EQ(degree_of_read("two_rows", model), 2) << id(model);
  }
}

/// The cost of 512 vectors in one block.
Totals of_vectors(const std::string& kernel, const Parameters& parameters,
                  BankModel model = BankModel::cc5) {
  return test::totals({.kernel = kernel, .size = 4 * 512, .block = 512, .parameters = parameters},
                      model);
}

TEST(VectorAos, FieldByFieldQueuesFourWays) {
  const Parameters fields{{"access", "fields"}};
  for (const BankModel model : {BankModel::cc1, BankModel::cc2, BankModel::cc5}) {
    const Totals sums = of_vectors("vector_aos", fields, model);
    EXPECT_EQ(sums.max_degree, 4) << id(model);
    EXPECT_EQ(sums.shared_load.wavefronts, 4 * sums.shared_load.ideal) << id(model);
    EXPECT_EQ(sums.shared_store.wavefronts, 4 * sums.shared_store.ideal) << id(model);
  }
  const GlobalTotals loads = of_vectors("vector_aos", fields).global_load;
  EXPECT_EQ(loads.requests, 16U * 4U) << "16 warps, four fields";
  EXPECT_EQ(loads.sectors, 16 * loads.requests);
  EXPECT_EQ(loads.ideal, 4 * loads.requests);
}

// The lecture's four-way conflict belongs to 4-byte accesses, and to 1.x.
TEST(VectorAos, AsAWholeHasNoConflictToday) {
  const Parameters whole{{"access", "whole"}};
  const Totals today = of_vectors("vector_aos", whole);
  EXPECT_EQ(today.shared_load.conflicts() + today.shared_store.conflicts(), 0U);
  EXPECT_EQ(today.shared_load.wavefronts, 4 * today.shared_load.requests);
  EXPECT_EQ(today.global_load.requests, 16U);
  EXPECT_EQ(today.global_load.sectors, today.global_load.ideal);
  EXPECT_EQ(of_vectors("vector_aos", whole, BankModel::cc1).max_degree, 4);
}

TEST(VectorSoa, TakesAQuarterOfThePassesAndSectors) {
  const Totals aos = of_vectors("vector_aos", {{"access", "fields"}}),
               soa = of_vectors("vector_soa", {});
  EXPECT_EQ(aos.shared_load.wavefronts, 4 * soa.shared_load.wavefronts);
  EXPECT_EQ(aos.shared_store.wavefronts, 4 * soa.shared_store.wavefronts);
  EXPECT_EQ(aos.global_load.sectors, 4 * soa.global_load.sectors);
  EXPECT_EQ(aos.global_load.requests, soa.global_load.requests);
  for (const BankModel model : all_bank_models) {
    const Totals sums = of_vectors("vector_soa", {}, model);
    EXPECT_EQ(sums.shared_load.conflicts() + sums.shared_store.conflicts(), 0U) << id(model);
  }
}

TEST(Vectors, GiveTheSameInEveryLayout) {
  const auto fields = emulate({.kernel = "vector_aos", .size = 4096});
  const auto whole =
      emulate({.kernel = "vector_aos", .size = 4096, .parameters = {{"access", "whole"}}});
  const auto apart = emulate({.kernel = "vector_soa", .size = 4096});
  EXPECT_EQ(fields.output, whole.output);
  EXPECT_EQ(fields.output, apart.output);
}

}  // namespace
}  // namespace warpscope
