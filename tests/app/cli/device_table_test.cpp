#include "app/cli/device_table.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "app/cli/device_bench.hpp"
#include "instrumentation/run/run.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/timing/device_sample.hpp"

namespace warpscope {
namespace {

std::string printed(const DeviceRecord& record) {
  std::ostringstream out;
  print_device(out, record);
  return out.str();
}

TEST(DeviceTable, HasEverySectionWithItsUnits) {
  const std::string text = printed(test::device_sample());
  for (const char* words : {"Measured on A GPU, 132 multiprocessors.",
                            "add, 32-bit real",
                            "0.25",
                            "4.1",
                            "C2050",
                            "256 MiB",
                            "688.5",
                            "bytes a cycle",
                            "127.5",
                            "GB/s",
                            "451.5",
                            "pinned",
                            "64 KiB",
                            "5.70",
                            "copies out",
                            "2.750",
                            "reduce_last_block",
                            "reduce_strided",
                            "1,032",
                            "matmul_tiled",
                            "hiding: It failed."}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << '\n' << text;
  }
}

TEST(DeviceTable, FitsATerminal) {
  std::istringstream lines(printed(test::device_sample()));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

TEST(DeviceTable, LeavesOutWhatWasNotMeasured) {
  DeviceRecord record = test::device_sample();
  record.copies.clear();
  record.skipped.clear();
  const std::string text = printed(record);
  EXPECT_EQ(text.find("Copies:"), std::string::npos);
  EXPECT_EQ(text.find("Not measured"), std::string::npos);
  EXPECT_NE(text.find("Streams:"), std::string::npos);
}

TEST(DeviceBench, TakesSectionsInTheirOwnOrder) {
  const auto all = chosen_sections({});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->size(), device_sections.size());
  const auto two = chosen_sections({"copies", "operations", "copies"});
  ASSERT_TRUE(two);
  EXPECT_EQ(two.value(), (std::vector{DeviceSection::operations, DeviceSection::copies}));
}

TEST(DeviceBench, RefusesWhatIsNoSection) {
  const Invoked invoked = invoke({"bench", "--device", "operatoins"});
  EXPECT_EQ(invoked.code, 2);
  EXPECT_NE(invoked.err.find("\"operations\""), std::string::npos) << invoked.err;
}

TEST(DeviceBench, RefusesTheOptionsOfKernels) {
  const std::vector<std::vector<std::string>> others{{"--sizes", "2^10"},
                                                     {"--block", "64"},
                                                     {"--input", "ones"},
                                                     {"--seed", "1"},
                                                     {"--alone"},
                                                     {"--json-lines"},
                                                     {"--param", "type=int"},
                                                     {"--no-processor"},
                                                     {"--repetitions", "50"},
                                                     {"--what-if", "conflict-free"}};
  for (const auto& other : others) {
    std::vector<std::string> args{"bench", "--device"};
    args.insert(args.end(), other.begin(), other.end());
    const Invoked invoked = invoke(args);
    EXPECT_EQ(invoked.code, 2) << other[0];
    EXPECT_NE(invoked.err.find("--device"), std::string::npos) << invoked.err;
  }
}

TEST(DeviceBench, WithoutAGpuTheExitCodeIsThree) {
  if (cuda_status().usable) GTEST_SKIP() << "this machine has a GPU";
  for (const auto& args : std::vector<std::vector<std::string>>{
           {"bench", "--device"}, {"bench", "--device", "copies", "--json"}}) {
    const Invoked invoked = invoke(args);
    EXPECT_EQ(invoked.code, 3);
    EXPECT_TRUE(invoked.out.empty()) << invoked.out;
    EXPECT_FALSE(invoked.err.empty());
  }
}

}  // namespace
}  // namespace warpscope
