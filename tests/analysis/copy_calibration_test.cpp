// Compares what asynchronous copies cost with a GPU's counters; tests/gpu/async_copies.py writes the file.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "instrumentation/analysis/copy_model.hpp"

namespace warpscope {
namespace {

using nlohmann::json;

std::uint32_t number_at(const std::string& text, std::size_t lane, std::size_t digits) {
  return static_cast<std::uint32_t>(std::stoul(text.substr(digits * lane, digits), nullptr, 16));
}

SharedRequest request_of_copy(const json& launch) {
  SharedRequest request;
  request.copy = request.store = true;
  request.bytes = launch.at("bytes");
  request.mask = request.reading =
      static_cast<std::uint32_t>(std::stoul(launch.at("mask").get<std::string>(), nullptr, 16));
  const auto to = launch.at("to").get<std::string>(), from = launch.at("from").get<std::string>();
  const auto bytes = static_cast<std::uint32_t>(request.bytes);
  for (std::size_t lane = 0; lane < request.address.size(); ++lane) {
    request.address[lane] = bytes * number_at(to, lane, 2);
    request.source[lane] = bytes * number_at(from, lane, 3);
  }
  return request;
}

TEST(CopyCalibration, EveryPatternOfOneWarpIsCountedAsModelled) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/assets/measurements/h100/async_copies.json");
  const json record = file ? json::parse(file, nullptr, false) : json();
  ASSERT_TRUE(record.is_object())
      << "assets/measurements/h100/async_copies.json is missing or damaged: take it anew with "
         "tests/gpu/async_copies.py";
  std::map<int, int> launches;
  std::map<int, std::set<int>> costs;
  for (const json& launch : record.at("launches")) {
    const SharedRequest request = request_of_copy(launch);
    const Wavefronts modelled = wavefronts(BankModel::cc5, request);
    ++launches[request.bytes];
    costs[request.bytes].insert(modelled.actual);
    EXPECT_EQ(modelled.actual, launch.at("wavefronts")) << launch;
    EXPECT_GE(modelled.actual, modelled.ideal) << launch;
    EXPECT_GE(modelled.ideal, 1) << launch;
  }
  EXPECT_EQ(launches, (std::map<int, int>{{4, 500}, {8, 500}, {16, 500}}));
  for (const auto& [bytes, different] : costs) EXPECT_GT(different.size(), 12U) << bytes;
}

TEST(CopyCalibration, NoTwoLanesOfAPassNeedOneBank) {
  SharedRequest request;
  request.copy = true;
  request.bytes = 4;
  request.mask = request.reading = all_lanes;
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    request.address[lane] = 4 * (lane * 5 % 16);
    request.source[lane] = 4 * (lane / 3 * 7);
  }
  for (const CopyPart& part : copy_parts(request)) {
    std::set<std::pair<int, std::uint32_t>> to, from;
    for_each_lane(part.lanes, [&](int lane, int) {
      const auto at = static_cast<std::size_t>(lane);
      const int pass = part.pass_of_lane[at];
      EXPECT_LT(pass, part.passes);
      EXPECT_TRUE(to.emplace(pass, request.address[at] / 4 % 32).second);
      EXPECT_TRUE(from.emplace(pass, request.source[at] / 4 % 32).second);
    });
  }
}

TEST(CopyCalibration, ZerosComeFromNowhere) {
  SharedRequest request;
  request.copy = true;
  request.bytes = 4;
  request.mask = all_lanes;
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) request.address[lane] = 4 * lane;
  EXPECT_EQ(wavefronts(BankModel::cc5, request).actual, 1);
  request.reading = 0xf;  // four lanes, all of the first word
  EXPECT_EQ(wavefronts(BankModel::cc5, request).actual, 4);
}

}  // namespace
}  // namespace warpscope
