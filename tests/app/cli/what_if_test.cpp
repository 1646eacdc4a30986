#include <gtest/gtest.h>

#include "tests/app/cli_harness.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

TEST(CliWhatIf, PaddingTakesConflictsAway) {
  const auto conflicts = [](const std::vector<std::string>& more) {
    std::vector<std::string> args{"report", "transpose_tiled", "--machine", "emulator", "--json"};
    args.insert(args.end(), more.begin(), more.end());
    return invoke(args).json()["totals"]["shared_load"]["conflicts"].get<int>();
  };
  EXPECT_GT(conflicts({}), 0);
  EXPECT_EQ(conflicts({"--pad", "32"}), 0);
}

TEST(CliWhatIf, ATraceFileCanBePaddedButNotRunWithoutABarrier) {
  const TestFolder folder;
  const std::string file = folder.file("strided.wscope");
  ASSERT_EQ(invoke({"trace", "reduce_strided", "--machine", "emulator", "-o", file}).code, 0);
  EXPECT_EQ(invoke({"report", file, "--pad", "32"}).code, 0);
  const Invoked refused = invoke({"report", file, "--drop-barrier", "34"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("--drop-barrier"), std::string::npos) << refused.err;
}

TEST(CliWhatIf, AnArrayCanBeLaidOutOtherwise) {
  const TestFolder folder;
  const std::string file = folder.file("tiled.wscope");
  ASSERT_EQ(invoke({"trace", "transpose_tiled", "--machine", "emulator", "-o", file}).code, 0);
  for (const std::string& target : {std::string("transpose_tiled"), file}) {
    for (const char* layout : {"tile:pad=1", "tile:xor"}) {
      const Invoked invoked = invoke({"report", target, "--relayout", layout, "--json"});
      EXPECT_EQ(invoked.code, 0) << invoked.err;
      EXPECT_EQ(invoked.json()["totals"]["shared_load"]["conflicts"], 0) << target << layout;
    }
    const Invoked refused = invoke({"report", target, "--relayout", "foo:xor"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("no shared array foo"), std::string::npos) << refused.err;
  }
  const Invoked several = invoke({"report", "matmul_tiled", "--machine", "emulator", "--relayout",
                                  "tile_a:pad=1", "--relayout", "tile_b:xor", "--json"});
  EXPECT_EQ(several.code, 0) << several.err;
  const Invoked twice =
      invoke({"report", "matmul_tiled", "--relayout", "tile_a:pad=1", "--relayout", "tile_a:xor"});
  EXPECT_EQ(twice.code, 2);
  EXPECT_NE(twice.err.find("tile_a twice"), std::string::npos) << twice.err;
  const Invoked compared = invoke({"compare", "transpose_tiled", "--relayout", "tile:pad=1"});
  EXPECT_EQ(compared.code, 0) << compared.err;
  EXPECT_NE(compared.out.find("tile[32][33]"), std::string::npos) << compared.out;
}

TEST(CliWhatIf, TheCheapestLayoutsAreFoundWithoutAnEdit) {
  const Invoked found =
      invoke({"report", "transpose_tiled", "--machine", "emulator", "--layouts", "--json"});
  ASSERT_EQ(found.code, 0) << found.err;
  const auto json = found.json();
  ASSERT_EQ(json["layouts"].size(), 1U);
  const auto& tile = json["layouts"][0];
  EXPECT_EQ(tile["array"], "tile");
  EXPECT_GE(tile["tried"].size(), 3U) << "two paddings and an exclusive or";
  EXPECT_LT(tile["tried"][0]["wavefronts"], tile["wavefronts"]);
  const auto& cheapest = json["cheapest_layouts"];
  ASSERT_EQ(cheapest["relayout"].size(), 1U);
  EXPECT_EQ(cheapest["relayout"][0], tile["tried"][0]["relayout"]);
  // What was foretold is what the run costs so.
  const auto totals = invoke({"report", "transpose_tiled", "--machine", "emulator", "--json",
                              "--relayout", cheapest["relayout"][0].get<std::string>()})
                          .json()["totals"];
  EXPECT_EQ(totals["shared_load"]["wavefronts"].get<int>() +
                totals["shared_store"]["wavefronts"].get<int>(),
            cheapest["wavefronts"].get<int>());
  const Invoked table = invoke({"report", "transpose_tiled", "--machine", "emulator", "--layouts"});
  EXPECT_NE(table.out.find("Layouts of tile"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("cheapest"), std::string::npos) << table.out;
  const Invoked none =
      invoke({"report", "reduce_sequential", "--machine", "emulator", "--layouts"});
  EXPECT_NE(none.out.find("no shared array has a conflict"), std::string::npos) << none.out;
}

TEST(CliWhatIf, WithoutABarrierTheResultIsWrongAndTheTraceSaysWhy) {
  const TestFolder folder;
  const std::string file = folder.file("wrong.wscope");
  const Invoked reported =
      invoke({"report", "reduce_strided", "--machine", "emulator", "--drop-barrier", "42"});
  EXPECT_EQ(reported.code, 1) << reported.err;
  EXPECT_NE(reported.out.find("without_barrier"), std::string::npos) << reported.out;
  ASSERT_EQ(invoke({"trace", "reduce_strided", "--drop-barrier", "42", "-o", file}).code, 0);
  EXPECT_EQ(invoke({"info", file, "--json"}).json()["parameters"]["without_barrier"], "line 42");
}

TEST(CliWhatIf, RefusesWithASentence) {
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"report", "reduce_strided", "--drop-barrier", "1"},
           {"report", "reduce_strided", "--drop-barrier", "x"},
           {"report", "reduce_strided", "--drop-barrier", "42", "--machine", "cuda"},
           {"report", "reduce_strided", "--pad", "0"},
           {"report", "vector_soa", "--drop-barrier", "10"},
           {"--pad", "32"}}) {
    const Invoked invoked = invoke(args);
    EXPECT_EQ(invoked.code, 2) << args.back();
    EXPECT_FALSE(invoked.err.empty());
  }
}

TEST(CliCompare, OneKernelAgainstAChangeOfIt) {
  const Invoked padded =
      invoke({"compare", "transpose_tiled", "--machine", "emulator", "--pad", "32", "--json"});
  EXPECT_EQ(padded.code, 0) << padded.err;
  const auto json = padded.json();
  EXPECT_GT(json["a"]["totals"]["shared_load"]["conflicts"], 0) << "the left is not padded";
  EXPECT_EQ(json["b"]["totals"]["shared_load"]["conflicts"], 0);
  EXPECT_EQ(json["change"], "pad 32");

  const Invoked banks = invoke(
      {"compare", "scan_blelloch", "--machine", "emulator", "--against-banks", "cc1", "--json"});
  EXPECT_EQ(banks.json()["a"]["banks"], "cc5");
  EXPECT_EQ(banks.json()["b"]["banks"], "cc1");
  EXPECT_NE(banks.json()["first_difference"].get<std::string>().find("same accesses"),
            std::string::npos);
}

TEST(CliCompare, TellsWhereAMissingBarrierFirstMatters) {
  const Invoked invoked = invoke({"compare", "reduce_strided", "--drop-barrier", "34"});
  EXPECT_EQ(invoked.code, 1) << "the right side's result is wrong";
  EXPECT_NE(invoked.out.find("drop-barrier 34"), std::string::npos) << invoked.out;
  EXPECT_NE(invoked.out.find("First difference: Step"), std::string::npos) << invoked.out;
}

TEST(CliCompare, TwoKernelsKeepTheirContract) {
  const auto json = invoke({"compare", "reduce_strided", "reduce_sequential", "--machine",
                            "emulator", "--pad", "32", "--json"})
                        .json();
  EXPECT_EQ(json.size(), 3U) << json;
  EXPECT_EQ(json["a"]["totals"]["shared_load"]["conflicts"], 0) << "both are padded";
}

TEST(CliCompare, NeedsSomethingToCompareWith) {
  const Invoked invoked = invoke({"compare", "reduce_strided"});
  EXPECT_EQ(invoked.code, 2);
  EXPECT_NE(invoked.err.find("--against-banks"), std::string::npos) << invoked.err;
  EXPECT_EQ(invoke({"compare", "reduce_strided", "--against-block", "x"}).code, 2);
}

}  // namespace
}  // namespace warpscope
