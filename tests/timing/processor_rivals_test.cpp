#include "instrumentation/timing/processor_rivals.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "instrumentation/timing/processor_clock.hpp"
#include "tests/timing/rival_cases.hpp"

namespace warpscope {
namespace {

class ProcessorRivals : public testing::TestWithParam<std::string> {};

TEST_P(ProcessorRivals, GiveTheRightResultAgainAndAgain) {
  for (const RivalRequest& request : rival_cases(*find_rival(GetParam()))) {
    SCOPED_TRACE(testing::Message() << "size " << request.size);
    // However busy this machine is.
    const auto made = make_processor(request, std::numeric_limits<double>::infinity());
    if (!made && made.error().message.find("was not found") != std::string::npos) {
      GTEST_SKIP() << made.error().message;
    }
    ASSERT_TRUE(made) << made.error().message;
    expect_right_again_and_again(made.value());
  }
}
INSTANTIATE_TEST_SUITE_P(All, ProcessorRivals, testing::ValuesIn(rival_ids(TimedKind::processor)),
                         [](const auto& id) { return id.param; });

TEST(ProcessorRival, SaysWhatItMovesAndDoes) {
  const auto made = make_processor({.id = "cpu_threads_scan", .size = 1000, .input = "ones"},
                                   std::numeric_limits<double>::infinity());
  ASSERT_TRUE(made) << made.error().message;
  const BenchResult& result = made->result;
  EXPECT_EQ(result.kernel, "cpu_threads_scan");
  EXPECT_EQ(result.subject, TimedKind::processor);
  EXPECT_EQ(result.bytes, 8000U);
  EXPECT_EQ(result.operations, 999U);
  const std::map<std::string, std::string> all{{"type", "int"}, {"input", "ones"}};
  EXPECT_EQ(result.parameters, all);
}

TEST(ProcessorRival, RepeatsAnInputThatIsLongerThanWhatIsMade) {
  const std::int64_t size = (std::int64_t{1} << 21) + 3;
  const RivalRequest request{.id = "cpu_threads_reduce", .size = size, .sets = 1};
  const auto made = make_processor(request, std::numeric_limits<double>::infinity());
  ASSERT_TRUE(made) << made.error().message;
  made->timeable->start(0);
  ASSERT_TRUE(made->mismatch);
  EXPECT_EQ(made->mismatch(), "");
}

TEST(ProcessorRival, SkipsWhatTakesLong) {
  // 2^43 multiply-adds are minutes on any core.
  const auto made = make_processor({.id = "cpu_sequential_matmul", .size = 20480});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::unavailable);
  EXPECT_NE(made.error().message.find("more than 0.3 s is skipped"), std::string::npos)
      << made.error().message;
}

TEST(ProcessorRival, SkipsWhatMemoryDoesNotHold) {
  const auto made = make_processor({.id = "cpu_threads_reduce", .size = 1 << 20, .sets = 1 << 24});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::unavailable);
  EXPECT_NE(made.error().message.find("half of this computer's"), std::string::npos)
      << made.error().message;
}

TEST(ProcessorRival, SystemsMustBeWhole) {
  const auto made = make_processor(
      {.id = "cpu_threads_thomas", .size = 1000, .parameters = {{"equations", "256"}}});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::unavailable);
}

TEST(ProcessorRival, ReadsNumbersAsKernelsDo) {
  const auto result_of = [](const char* equations) {
    return rival_result(*find_rival("cpu_threads_thomas"), 1024, {{"equations", equations}});
  };
  ASSERT_TRUE(result_of("5.12e2"));
  EXPECT_EQ(result_of("5.12e2")->parameters.at("equations"), "512");
  for (const char* wrong : {"nan", "512 x", "512.5"}) EXPECT_FALSE(result_of(wrong)) << wrong;
}

TEST(ProcessorRival, RefusesWhatItDoesNotKnow) {
  for (const RivalRequest& request :
       {RivalRequest{.id = "cub_scan", .size = 10}, RivalRequest{.id = "nothing", .size = 10},
        RivalRequest{.id = "cpu_threads_scan", .size = 10, .parameters = {{"type", "half"}}},
        RivalRequest{.id = "cpu_threads_thomas", .size = 10, .parameters = {{"equations", "0"}}},
        RivalRequest{.id = "cpu_threads_scan", .size = 10, .input = "no such file"}}) {
    const auto made = make_processor(request);
    ASSERT_FALSE(made) << request.id;
    EXPECT_EQ(made.error().kind, ErrorKind::usage) << made.error().message;
  }
}

TEST(Growth, FollowsTheWork) {
  EXPECT_EQ(growth(*find_rival("cpu_threads_scan"), 1000, 4000), 4);
  EXPECT_EQ(growth(*find_rival("cpu_threads_transpose"), 1000, 4000), 16);
  EXPECT_EQ(growth(*find_rival("cpu_threads_matmul"), 1000, 4000), 64);
  EXPECT_GT(growth(*find_rival("cpu_sequential_sort_keys"), 1000, 4000), 4);
}

TEST(ProcessorClock, TimesTheStartAlone) {
  struct Counted final : Timeable {
    [[nodiscard]] int sets() const override { return 1; }
    void prepare(int) override { ++prepared; }
    void start(int) override { ++started; }
    int prepared = 0, started = 0;
  } counted;
  ProcessorClock clock;
  EXPECT_GE(clock.milliseconds(counted, 0), 0);
  EXPECT_EQ(counted.started, 1);
  EXPECT_EQ(counted.prepared, 0);
}

}  // namespace
}  // namespace warpscope
