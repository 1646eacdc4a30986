#include "app/subject/program_options.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "instrumentation/run/run_option_table.hpp"

namespace warpscope {
namespace {

using TypedWords = std::vector<std::string>;

TEST(ProgramOptions, GiveTheTextsThatTheyTake) {
  const std::map<std::string_view, TypedWords> values{{"include", {"a", "b c"}},
                                                      {"define", {"N=2", "FAST"}},
                                                      {"std", {"c++20"}},
                                                      {"optimise", {"2"}},
                                                      {"as-compiled", {""}},
                                                      {"setup", {"n 4", "kernel k, grid 2x2"}},
                                                      {"launch", {"tools::reduce<4>:3"}},
                                                      {"trace-block", {"1,0,2"}},
                                                      {"all-blocks", {""}},
                                                      {"schedule", {"random:7"}},
                                                      {"store-winner", {"highest"}},
                                                      {"check-limit", {"1000"}},
                                                      {"time-limit", {"2.5"}},
                                                      {"memory-limit", {"64"}}};
  ProgramChoice all;
  for (const ProgramOption& option : program_options()) {
    EXPECT_TRUE(option.texts(ProgramChoice{}).empty()) << option.id << " has a default";
    if (option.of_files) continue;
    ASSERT_TRUE(values.contains(option.id)) << option.id;
    ProgramChoice choice;
    for (const std::string& text : values.at(option.id)) {
      ASSERT_TRUE(option.read("--it", text, choice)) << option.id;
      ASSERT_TRUE(option.read("--it", text, all));
    }
    EXPECT_EQ(option.texts(choice), values.at(option.id)) << option.id;
  }
  const std::string words = program_option_words(all);
  EXPECT_EQ(words,
            "-I a -I \"b c\" -D N=2 -D FAST --std c++20 --optimise 2 --as-compiled --setup \"n 4\" "
            "--setup \"kernel k, grid 2x2\" --launch \"tools::reduce<4>:3\" --trace-block 1,0,2 "
            "--all-blocks --schedule random:7 --store-winner highest "
            "--check-limit 1000 --time-limit 2.5 --memory-limit 64");
  ProgramChoice read_again;
  ASSERT_TRUE(read_option_words(words, read_again));
  EXPECT_EQ(program_option_words(read_again), words);
  EXPECT_FALSE(read_option_words("--nonsense 4", read_again));
}

TEST(ProgramOptions, HaveNamesOfTheirOwn) {
  std::set<std::string_view> ids;
  for (const ProgramOption& option : program_options()) {
    EXPECT_TRUE(ids.insert(option.id).second) << option.id;
    EXPECT_NE(option.names.find("--" + std::string(option.id)), std::string_view::npos)
        << option.id;
  }
}

TEST(LaunchChoiceTest, IsANameANumberOrBoth) {
  const auto parsed = [](const std::string& text) {
    return parse_launch_choice("--launch", text).value();
  };
  EXPECT_EQ(parsed("reduce"), (LaunchChoice{"reduce", 0}));
  EXPECT_EQ(parsed("reduce:2"), (LaunchChoice{"reduce", 2}));
  EXPECT_EQ(parsed("17"), (LaunchChoice{"", 17}));
  EXPECT_EQ(parsed("a::b"), (LaunchChoice{"a::b", 0}));
  EXPECT_EQ(parsed("a::b:3"), (LaunchChoice{"a::b", 3}));
  EXPECT_EQ(parsed("a::7"), (LaunchChoice{"a::7", 0})) << "two colons are no number's";
  for (const char* text : {"", "0", "reduce:", "reduce:0", ":"}) {
    EXPECT_FALSE(parse_launch_choice("--launch", text)) << text;
  }
}

TEST(LaunchChoiceTest, FindsKernelsWithoutTheirScopeAndTemplateArguments) {
  const auto launches = [](const TypedWords& kernels) {
    std::vector<ProgramLaunch> list;
    for (const std::string& kernel : kernels) {
      list.emplace_back().kernel = kernel;
      list.back().number = static_cast<int>(list.size());
    }
    return list;
  };
  const auto all = launches(
      {"tools::reduce<256>", "reduce<std::pair<int, float>>", "reduce_all", "tools::reduce<64>"});
  const auto found = [&](const LaunchChoice& choice) {
    const auto matching = matching_launches(choice, all);
    return matching ? matching.value() : std::vector<std::size_t>();
  };
  using Places = std::vector<std::size_t>;
  EXPECT_EQ(found({}), (Places{0, 1, 2, 3}));
  EXPECT_EQ(found({"reduce", 0}), (Places{0, 1, 3}));
  EXPECT_EQ(found({"tools::reduce", 0}), (Places{0, 1, 3}));
  EXPECT_EQ(found({"reduce<256>", 0}), (Places{0}));
  EXPECT_EQ(found({"tools::reduce<64>", 1}), (Places{3}));
  EXPECT_EQ(found({"tools::reduce_all", 0}), (Places{2})) << "a name that lacks its scope";
  EXPECT_EQ(found({"reduce", 3}), (Places{3}));
  EXPECT_EQ(found({"", 3}), (Places{2}));
  EXPECT_TRUE(found({"reduce", 4}).empty());
  EXPECT_TRUE(found({"scan", 0}).empty());
}

TEST(LaunchChoiceTest, TakesTheCostliestThatIsMeantAndRecorded) {
  ProgramOutcome outcome;
  std::vector<Totals> totals(4);
  for (int k = 0; k < 5; ++k) {
    ProgramLaunch& launch = outcome.launches.emplace_back();
    launch.number = k + 1;
    launch.kernel = k < 3 ? "a" : "b";
    launch.trace_launch = k < 4 ? k : -1;
  }
  totals[0].global_load.sectors = 9;
  totals[1].shared_load.wavefronts = 10;
  totals[2].shared_store.wavefronts = 10;
  totals[2].global_store.sectors = 5;
  totals[3].shared_load.wavefronts = 3;
  const auto costliest = [&](const LaunchChoice& choice) {
    return costliest_launch(choice, outcome, totals, BankModel::cc5);
  };
  EXPECT_EQ(costliest({}).value(), 0U) << "9 sectors take 16 cycles";
  EXPECT_EQ(costliest({"b", 0}).value(), 3U);
  EXPECT_EQ(costliest({"a", 2}).value(), 1U);
  EXPECT_FALSE(costliest({"b", 2})) << "it was not recorded";
  outcome.launches[3].grid = {4, 2};
  EXPECT_EQ(costliest({}).value(), 3U) << "24 wavefronts in all blocks";
}

}  // namespace
}  // namespace warpscope
