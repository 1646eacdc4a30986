// Compares the cc5 model with a GPU's counters of thousands of seeded accesses;
// tests/gpu/bank_patterns.py writes the file.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>

#include "instrumentation/analysis/bank_model.hpp"
#include "tests/support/bank_patterns.hpp"

namespace warpscope {
namespace {

using nlohmann::json;
using test::BankPattern;
using test::PatternOp;

const json& record() {
  static const json read = [] {
    std::ifstream file(WARPSCOPE_SOURCE_DIR "/assets/measurements/h200/bank_patterns.json");
    return file ? json::parse(file, nullptr, false) : json();
  }();
  return read;
}

SharedRequest request_of(const json& pattern) {
  SharedRequest request;
  const auto text = pattern.at("address").get<std::string>();
  const auto op = pattern.at("op").get<std::string>();
  request.mask =
      static_cast<std::uint32_t>(std::stoul(pattern.at("mask").get<std::string>(), nullptr, 16));
  request.bytes = pattern.at("bytes").get<int>();
  request.store = op != "load";
  request.atomic = op != "load" && op != "store";
  request.counting = op == "increment_unused";
  for_each_lane(request.mask, [&](int lane, int k) {
    request.address[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(
        std::stoul(text.substr(static_cast<std::size_t>(k) * 4, 4), nullptr, 16));
  });
  return request;
}

class BankCalibration : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(record().is_object()) << "assets/measurements/h200/bank_patterns.json is missing "
                                         "or damaged: take it anew with tests/gpu/bank_patterns.py";
    for (const auto& [name, counter] : record().at("counters").items()) {
      counters_.insert(name);
    }
  }

  /// The model's figure for each counter of the file; those of the other operations are 0.
  [[nodiscard]] std::map<std::string, int> modelled(const json& pattern) const {
    const auto op = pattern.at("op").get<std::string>();
    const std::string kind = op == "load" || op == "store" ? op : "atomic";
    const int times = pattern.at("times").get<int>();
    const Wavefronts cost = wavefronts(BankModel::cc5, request_of(pattern));
    std::map<std::string, int> figures;
    for (const char* other : {"load", "store", "atomic"}) {
      figures[std::string(other) + "_wavefronts"] = kind == other ? times * cost.actual : 0;
      figures[std::string(other) + "_conflicts"] = kind == other ? times * cost.conflicts() : 0;
    }
    std::erase_if(figures, [&](const auto& figure) { return !counters_.contains(figure.first); });
    return figures;
  }

  /// Compares the patterns of one operation; the failure shows the first few that differ.
  void compare(std::string_view op) const {
    int compared = 0, differing = 0;
    std::string first_few;
    for (const json& pattern : record().at("patterns")) {
      if (pattern.at("op") != op) continue;
      ++compared;
      bool same = true;
      std::string figures;
      for (const auto& [name, expected] : modelled(pattern)) {
        const int measured = pattern.at("counters").value(name, 0);
        same = same && measured == expected;
        if (measured != expected) {
          figures += " " + name + " modelled " + std::to_string(expected) + ", measured " +
                     std::to_string(measured) + ";";
        }
      }
      if (same) continue;
      if (++differing <= 5) first_few += "\n" + pattern.dump() + figures;
    }
    EXPECT_GT(compared, 0);
    EXPECT_EQ(differing, 0) << "of " << compared << " patterns" << first_few;
  }

  std::set<std::string> counters_;
};

TEST_F(BankCalibration, FileHoldsTwoThousandDifferentLoadsAndStores) {
  for (const char* key : {"kind", "device", "driver", "date", "command"}) {
    EXPECT_TRUE(record().contains(key)) << key;
  }
  EXPECT_NE(record().at("device").get<std::string>().find("H200"), std::string::npos);
  for (const char* counter :
       {"load_wavefronts", "load_conflicts", "store_wavefronts", "store_conflicts"}) {
    EXPECT_TRUE(counters_.contains(counter)) << counter;
  }
  std::set<std::tuple<std::string, int, std::string, std::string>> accesses;
  std::map<std::pair<std::string, int>, int> of_width;
  for (const json& pattern : record().at("patterns")) {
    const auto op = pattern.at("op").get<std::string>();
    if (op != "load" && op != "store") continue;
    const int bytes = pattern.at("bytes").get<int>();
    accesses.emplace(op, bytes, pattern.at("mask"), pattern.at("address"));
    ++of_width[{op, bytes}];
  }
  EXPECT_GE(accesses.size(), 2000U);
  for (const int bytes : {1, 2, 4, 8, 16}) {
    EXPECT_GE((of_width[{"load", bytes}]), 100) << bytes;
    EXPECT_GE((of_width[{"store", bytes}]), 100) << bytes;
  }
}

// The file holds every pattern that the seed gives, unchanged.
TEST_F(BankCalibration, FileHoldsThePatternsOfTheSeed) {
  const auto seeded = test::bank_patterns();
  const json& patterns = record().at("patterns");
  ASSERT_EQ(patterns.size(), seeded.size());
  for (std::size_t i = 0; i < seeded.size(); ++i) {
    const SharedRequest read = request_of(patterns[i]);
    const SharedRequest& made = seeded[i].request;
    ASSERT_EQ(patterns[i].at("op"), test::name(seeded[i].op)) << i;
    ASSERT_EQ(patterns[i].at("family"), seeded[i].family) << i;
    ASSERT_EQ(patterns[i].at("times"), seeded[i].times) << i;
    ASSERT_EQ(read.mask, made.mask) << i;
    ASSERT_EQ(read.bytes, made.bytes) << i;
    for_each_lane(made.mask, [&](int lane, int) {
      const auto at = static_cast<std::size_t>(lane);
      EXPECT_EQ(read.address[at], made.address[at]) << i;
    });
  }
}

// The model's rule for the constant 1 rests on the instruction that nvcc makes of it.
TEST_F(BankCalibration, FileNamesTheInstructionsOfTheAtomics) {
  const json& instructions = record().at("instructions");
  for (const char* op : {"add", "add_unused", "add_uniform", "increment"}) {
    EXPECT_EQ(instructions.at(std::string(op) + " 4"), "ATOMS.ADD") << op;
  }
  EXPECT_EQ(instructions.at("increment_unused 4"), "ATOMS.POPC.INC.32");
}

// Otherwise a model without the measured rules would pass as well.
TEST_F(BankCalibration, RulesMatterInManyPatterns) {
  std::map<std::string, std::pair<int, int>> with_and_without;
  for (const json& pattern : record().at("patterns")) {
    const SharedRequest request = request_of(pattern);
    SharedRequest plain = request;
    plain.store = true;  // of loads: never more lanes at once
    plain.counting = false;
    auto& [matters, does_not] =
        with_and_without[pattern.at("op").get<std::string>() + std::to_string(request.bytes)];
    const bool same = wavefronts(BankModel::cc5, request) == wavefronts(BankModel::cc5, plain);
    ++(same ? does_not : matters);
  }
  for (const char* rule : {"load8", "load16", "increment_unused4"}) {
    EXPECT_GE(with_and_without[rule].first, 30) << rule;
    EXPECT_GE(with_and_without[rule].second, 30) << rule;
  }
}

TEST_F(BankCalibration, LoadsCostWhatTheModelSays) { compare("load"); }
TEST_F(BankCalibration, StoresCostWhatTheModelSays) { compare("store"); }

class AtomicCalibration : public BankCalibration,
                          public ::testing::WithParamInterface<std::string_view> {};

TEST_P(AtomicCalibration, CostWhatTheModelSays) {
  ASSERT_TRUE(counters_.contains("atomic_wavefronts"));
  compare(GetParam());
}

INSTANTIATE_TEST_SUITE_P(EveryAtomic, AtomicCalibration,
                         ::testing::Values("add", "add_unused", "add_uniform", "increment",
                                           "increment_unused"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace warpscope
