// Blocks that use the same memory: BlockRaces by itself, and whole programs.
#include "instrumentation/program/machine/block_races.hpp"

#include "instrumentation/program/machine/sum_order.hpp"
#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

using Does = BlockRaces::Does;

/// Blocks of two warps.
struct BlockRacesTest : testing::Test {
  BlockRaces races;
  alignas(BlockRaces::page_bytes) std::array<std::byte, 4 * BlockRaces::page_bytes> memory{};

  BlockRacesTest() { races.begin_block(10, 2); }
  std::optional<BlockRaces::Race> one(Does does, std::size_t at, std::size_t bytes = 4,
                                      int thread = 0, std::uint32_t site = 0) {
    races.begin_instruction(thread / 32, site, does);
    return races.touch(&memory.at(at), bytes, thread % 32);
  }
};

TEST_F(BlockRacesTest, SayWhoDidWhat) {
  EXPECT_FALSE(one(Does::write, 8, 4, 40, 3));
  EXPECT_FALSE(one(Does::read, 8));
  races.begin_block(17, 2);
  const auto race = one(Does::read, 8);
  ASSERT_TRUE(race);
  EXPECT_EQ(race->does, Does::write);
  EXPECT_EQ(race->thread, 40);
  EXPECT_EQ(race->site, 3U);
  EXPECT_EQ(races.number_of(race->block), 10);
  EXPECT_EQ(races.number(), 17);
  EXPECT_FALSE(race->signal);
}

TEST_F(BlockRacesTest, ReadsDoNotRaceAndAtomicsDoNot) {
  EXPECT_FALSE(one(Does::read, 0));
  EXPECT_FALSE(one(Does::update, 4));
  races.begin_block(11, 2);
  EXPECT_FALSE(one(Does::read, 0));
  EXPECT_FALSE(one(Does::update, 4));
  EXPECT_TRUE(one(Does::write, 0)) << "of the first block's read";
  EXPECT_FALSE(one(Does::read, 4)) << "its own atomic came after the other block's";
  races.begin_block(12, 2);
  EXPECT_TRUE(one(Does::read, 4));
}

TEST_F(BlockRacesTest, RememberOneReaderOfAnotherBlock) {
  EXPECT_FALSE(one(Does::read, 0));
  races.begin_block(11, 2);
  EXPECT_FALSE(one(Does::read, 0));
  EXPECT_FALSE(one(Does::read, 0));
  const auto race = one(Does::write, 0);
  ASSERT_TRUE(race);
  EXPECT_EQ(races.number_of(race->block), 10);
}

TEST_F(BlockRacesTest, KnowTheBytesOfAWord) {
  EXPECT_FALSE(one(Does::write, 16, 4));
  EXPECT_FALSE(one(Does::write, 20, 1));
  races.begin_block(11, 2);
  EXPECT_FALSE(one(Does::write, 21, 1));
  EXPECT_TRUE(one(Does::write, 19, 1)) << "of a word that was written before there were bytes";
  EXPECT_TRUE(one(Does::read, 20, 4));
}

TEST_F(BlockRacesTest, KnowWideAccessesThatCrossAPage) {
  EXPECT_FALSE(one(Does::write, BlockRaces::page_bytes - 8, 16));
  races.begin_block(11, 2);
  EXPECT_TRUE(one(Does::read, BlockRaces::page_bytes + 4));
  EXPECT_FALSE(one(Does::read, BlockRaces::page_bytes + 8));
}

TEST_F(BlockRacesTest, EndAtTheBarrierOfTheGrid) {
  EXPECT_FALSE(one(Does::write, 0));
  races.grid_barrier();
  races.begin_block(11, 2);
  EXPECT_FALSE(one(Does::read, 0));
}

TEST_F(BlockRacesTest, ForgetWhatUnseenBlocksMayHaveOrdered) {
  EXPECT_FALSE(one(Does::write, 0));
  races.skipped();
  races.begin_block(11, 2);
  EXPECT_TRUE(one(Does::read, 0)) << "nobody has done a fence";
  races.fence(0);
  races.skipped();
  races.begin_block(12, 2);
  EXPECT_FALSE(one(Does::write, 0));
}

TEST(SumOrder, KnowsWhatIsRounded) {
  const auto bytes = [](auto value) {
    SumOrder::Number number{};
    std::memcpy(number.data(), &value, sizeof value);
    return number;
  };
  EXPECT_FALSE(rounds_sum(Scalar::f32, bytes(1.5F), bytes(0.25F)));
  EXPECT_TRUE(rounds_sum(Scalar::f32, bytes(1.0F), bytes(1e-9F)));
  EXPECT_TRUE(rounds_sum(Scalar::f64, bytes(0.1), bytes(0.2)));
  EXPECT_FALSE(rounds_sum(Scalar::f64, bytes(1e300), bytes(1e300)));
  EXPECT_FALSE(rounds_sum(Scalar::f16, bytes(std::uint16_t{0x3c00}), bytes(std::uint16_t{0x3c00})));
  // 2048 + 1 has twelve digits.
  EXPECT_TRUE(rounds_sum(Scalar::f16, bytes(std::uint16_t{0x6800}), bytes(std::uint16_t{0x3c00})));
  EXPECT_FALSE(rounds_sum(Scalar::i32, bytes(1), bytes(2)));
}

TEST(SumOrder, AsksWhetherABarrierStandsBetween) {
  SumOrder sums;
  SumOrder::Number tenth{}, fifth{};
  const double values[] = {0.1, 0.2};
  std::memcpy(tenth.data(), &values[0], 8);
  std::memcpy(fifth.data(), &values[1], 8);
  const auto add = [&](std::int64_t block, std::uint32_t interval, std::int32_t rank) {
    return sums.added({block, interval, rank}, &values, false, Scalar::f64, tenth, fifth);
  };
  EXPECT_FALSE(add(0, 0, 0));
  EXPECT_FALSE(add(0, 1, 1));
  EXPECT_FALSE(add(0, 1, 1)) << "one thread";
  EXPECT_TRUE(add(1, 1, 1));
  EXPECT_TRUE(sums.found());
}

struct BlocksOfPrograms : test::WithCompiler {
  static test::WholeProgramRun run(const std::string& name) {
    return test::run_whole_program((test::program_tests / "programs/blocks" / name).string());
  }
};

TEST_P(BlocksOfPrograms, WithoutOrderAreFoundAtBothLines) {
  const auto done = run("without_order.cu");
  ASSERT_EQ(done.exit_code, 1) << done.said;
  auto all = done.json["findings"];
  std::size_t stale = 0;
  for (const auto& note : done.json["notes"]) {
    if (note["message"].get<std::string>().find("__ldcg") != std::string::npos) {
      ++stale;
    } else {
      all.push_back(note);
    }
  }
  const std::string text = test::text_of(test::program_tests / "programs/blocks/without_order.cu");
  EXPECT_EQ(test::found_lines(all), test::expected_lines(text)) << all.dump(1);
  EXPECT_EQ(done.json["findings"].size(), 7);
  EXPECT_EQ(stale, 1) << "too_early() reads without a fence";
  const auto& first = done.json["findings"][0];
  EXPECT_EQ(first["block"], (std::vector{1, 0, 0}));
  EXPECT_EQ(first["other_block"], (std::vector{0, 0, 0}));
}

TEST_P(BlocksOfPrograms, SayWhatIsMissing) {
  const auto done = run("without_order.cu");
  const auto says = [&](const char* kernel_line, const char* what) {
    for (const auto& finding : done.json["findings"]) {
      const auto message = finding["message"].get<std::string>();
      if (message.find(kernel_line) != std::string::npos) {
        return message.find(what) != std::string::npos;
      }
    }
    return false;
  };
  EXPECT_TRUE(says("parts[0] on line 29", "no __threadfence()"));
  EXPECT_TRUE(says("parts[0] on line 42", "no __threadfence()"));
  EXPECT_TRUE(says("data[32] on line 56", "__syncthreads()"));
  EXPECT_TRUE(says("sum[0] on line 66", "no __threadfence()"));
  const auto remedy = [&](std::uint32_t line) {
    for (const auto& finding : done.json["findings"]) {
      if (finding["line"] == line) return finding.value("remedy", std::string());
    }
    return std::string("no finding");
  };
  EXPECT_NE(remedy(10).find("atomicAdd(sum"), std::string::npos) << remedy(10);
  EXPECT_EQ(remedy(16), "") << "only another algorithm helps";
  EXPECT_NE(remedy(29).find("__threadfence() before the signal of line 25"), std::string::npos);
  EXPECT_NE(remedy(56).find("__syncthreads() before the signal of line 51"), std::string::npos);
  EXPECT_NE(remedy(72).find("only one thread"), std::string::npos) << remedy(72);
}

TEST_P(BlocksOfPrograms, InOrderAreSilent) {
  const auto done = run("in_order.cu");
  EXPECT_EQ(done.exit_code, 0) << done.said;
  ASSERT_FALSE(done.json.is_null());
  EXPECT_TRUE(done.json["findings"].empty()) << done.json["findings"].dump(1);
  EXPECT_TRUE(done.json["notes"].empty()) << done.json["notes"].dump(1);
}

INSTANTIATE_TEST_SUITE_P(Compilers, BlocksOfPrograms, testing::Values("clang++", "g++"),
                         [](const auto& tested) {
                           return std::string(tested.param) == "g++" ? "Gcc" : "Clang";
                         });

}  // namespace
}  // namespace warpscope
