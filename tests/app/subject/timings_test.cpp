#include "app/subject/timings.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/test_folder.hpp"
#include "tests/timing/device_sample.hpp"

namespace warpscope {
namespace {

TEST(Timings, TellsDevicesFromKernelsInTheFolder) {
  const TestFolder folder;
  const std::size_t supplied = read_timings(folder.file("")).devices.size();
  std::ofstream(folder.file("a.json")) << device_json(test::device_sample());
  std::ofstream(folder.file("b.json")) << timing_json({.device = "B", .command = "bench"});
  std::ofstream(folder.file("c.json")) << R"({"kind": "device", "device": "C"})";
  const Timings read = read_timings(folder.file(""));
  ASSERT_EQ(read.devices.size(), supplied + 1);
  EXPECT_EQ(read.devices.back().device.name, "A GPU");
  ASSERT_EQ(read.records.size(), read.supplied + 1);
  EXPECT_EQ(read.records.back().device, "B");
  ASSERT_EQ(read.damaged.size(), 1U);
  EXPECT_NE(read.damaged[0].find("c.json"), std::string::npos) << read.damaged[0];
}

}  // namespace
}  // namespace warpscope
