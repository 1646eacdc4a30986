#include "app/export/chrome_trace.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;
using Track = std::pair<int, int>;  // pid, tid

/// Slices of one track lie one after the other or one within the other, in order.
void expect_nested(const std::vector<Json>& slices) {
  std::vector<std::int64_t> ends;
  std::int64_t last = 0;
  for (const Json& slice : slices) {
    const auto start = slice.at("ts").get<std::int64_t>();
    const auto end = start + slice.at("dur").get<std::int64_t>();
    EXPECT_GE(start, last) << slice;
    last = start;
    while (!ends.empty() && ends.back() <= start) ends.pop_back();
    EXPECT_TRUE(ends.empty() || end <= ends.back()) << slice;
    ends.push_back(end);
  }
}

std::map<Track, std::vector<Json>> slices_of(const Json& trace) {
  std::map<Track, std::vector<Json>> tracks;
  for (const Json& event : trace.at("traceEvents")) {
    if (event.at("ph") == "X")
      tracks[{event.at("pid").get<int>(), event.at("tid").get<int>()}].push_back(event);
  }
  return tracks;
}

std::string text_of(const Document& document) {
  std::string text;
  EXPECT_TRUE(write_chrome_trace(document, [&](std::string_view piece, std::uint64_t) {
    text += piece;
    return true;
  }));
  return text;
}

class ChromeTrace : public testing::TestWithParam<const char*> {};

TEST_P(ChromeTrace, IsWellFormed) {
  RunRequest request;
  request.kernel = GetParam();
  request.machine = MachineKind::emulator;
  const auto made = make_document(request, BankModel::cc5);
  ASSERT_TRUE(made) << made.error().message;
  const Document& document = *made.value();
  const Json trace = Json::parse(text_of(document));

  std::set<Track> named;
  std::size_t accesses = 0, barriers = 0;
  std::map<std::pair<int, std::string>, std::int64_t> counters;
  for (const Json& event : trace.at("traceEvents")) {
    const auto phase = event.at("ph").get<std::string>();
    const Track track{event.at("pid").get<int>(), event.at("tid").get<int>()};
    EXPECT_GE(track.first, 1);
    EXPECT_LE(track.first, static_cast<int>(document.trace->launches.size()));
    if (phase == "M") {
      const bool names_track = event.at("name") == "thread_name";
      EXPECT_TRUE(!names_track || named.insert(track).second);
      continue;
    }
    EXPECT_TRUE(event.at("ts").is_number_unsigned()) << event;
    EXPECT_FALSE(event.at("name").get<std::string>().empty()) << event;
    if (phase == "C") {
      auto& last = counters[{track.first, event.at("name").get<std::string>()}];
      EXPECT_GE(event.at("ts").get<std::int64_t>(), last);
      last = event.at("ts").get<std::int64_t>();
      EXPECT_TRUE(event.at("args").at(event.at("name").get<std::string>()).is_number());
    } else if (phase == "i") {
      ++barriers;
      EXPECT_EQ(event.at("s"), "p");
    } else {
      ASSERT_EQ(phase, "X");
      if (track.second != 0) ++accesses;
    }
  }
  EXPECT_EQ(accesses, document.trace->accesses.size());
  EXPECT_EQ(barriers, document.summary.totals.barriers);
  for (const auto& [track, slices] : slices_of(trace)) {
    EXPECT_EQ(named.count(track), 1U) << "a track without a name";
    expect_nested(slices);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, ChromeTrace,
                         testing::Values("reduce_strided", "scan_blelloch", "reduce_shuffle",
                                         "constant_broadcast", "radix_split"),
                         [](const auto& kernel) { return std::string(kernel.param); });

TEST(ChromeTraceOf, AWarpsSlicesSayWhatTheSummarySays) {
  const DocumentPtr document = test::emulated("reduce_strided", 256, 256);
  const Json trace = Json::parse(text_of(*document));
  std::uint64_t time = 0;
  for (const auto& [track, slices] : slices_of(trace)) {
    if (track.second == 0) continue;
    for (const Json& slice : slices) {
      const Json& args = slice.at("args");
      const auto number = args.at("access").get<std::size_t>();
      const Access& access = document->trace->accesses.at(number);
      const AccessCost& cost = document->summary.accesses.at(number);
      EXPECT_EQ(track.second, access.warp + 1);
      EXPECT_EQ(slice.at("dur"), cost.wavefronts + cost.sectors);
      EXPECT_EQ(args.at("line"), document->trace->line_of(access));
      EXPECT_EQ(args.at("lanes"), access.active());
      EXPECT_EQ(args.at("degree"), cost.degree);
      EXPECT_EQ(args.at("array"), document->trace->arrays[access.array].name);
      EXPECT_FALSE(args.at("source").get<std::string>().empty());
      time += slice.at("dur").get<std::uint64_t>();
    }
  }
  // The whole length is the cost of the run.
  const Totals& totals = document->summary.totals;
  EXPECT_EQ(time, totals.shared_load.wavefronts + totals.shared_store.wavefronts +
                      totals.global_load.sectors + totals.global_store.sectors);
  const Json launch = slices_of(trace).at({1, 0}).front();
  EXPECT_EQ(launch.at("dur").get<std::uint64_t>(), time);
}

TEST(ChromeTraceOf, NamesThatAreNoTextDoNotBreakIt) {
  const DocumentPtr clean = test::emulated("reduce_strided", 256, 256);
  Trace trace = *clean->trace;
  trace.arrays[0].name = "da\xff\"ta\n";
  const Json parsed = Json::parse(text_of(*test::document_of(std::move(trace))));
  EXPECT_GT(parsed.at("traceEvents").size(), 54U);
}

TEST(ChromeTraceOf, ComesInPiecesAndStopsWhenItIsAsked) {
  const DocumentPtr document = test::emulated("bitonic_shared", 1024, 512);
  std::uint64_t last = 0;
  int pieces = 0;
  EXPECT_TRUE(write_chrome_trace(*document, [&](std::string_view piece, std::uint64_t accesses) {
    EXPECT_LT(piece.size(), std::size_t{1} << 19);
    EXPECT_GE(accesses, last);
    last = accesses;
    ++pieces;
    return true;
  }));
  EXPECT_EQ(last, document->trace->accesses.size());
  EXPECT_GT(pieces, 2);
  int taken = 0;
  EXPECT_FALSE(
      write_chrome_trace(*document, [&](std::string_view, std::uint64_t) { return ++taken < 2; }));
  EXPECT_EQ(taken, 2);
}

}  // namespace
}  // namespace warpscope
