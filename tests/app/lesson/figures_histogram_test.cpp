// Figures in lessons on histograms that take more than an expression; the others are claims in the lessons.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

/// In a block of another place, warps want the same bins.
Figures bins_of_a_ramp(const SaidAt& at) {
  const std::set<ElementIndex> bins = indices_of(*at.document->trace, at.entry());
  RunRequest request = at.document->request;
  request.traced_block = 1;
  const auto run = emulated_run(request);
  const Trace& other = *run->trace;
  EXPECT_TRUE(std::ranges::any_of(other.accesses, [&](const Access& access) {
    return access.operation == Operation::atomic_add && indices_of(other, access) == bins;
  }));
  return {figure(std::ssize(bins))};
}

/// Counters of the H200 when all lanes add the constant 1 to one word.
Figures ones_counted_together(const SaidAt& at) {
  EXPECT_EQ(at.cost().wavefronts, 1);
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/assets/measurements/h200/bank_patterns.json");
  int found = 0;
  const auto record = nlohmann::json::parse(file);
  for (const auto& pattern : record.at("patterns")) {
    if (pattern.at("op") != "increment_unused" || pattern.at("mask") != "ffffffff") continue;
    const std::string lanes = pattern.at("address");
    bool same = true;
    for (std::size_t i = 4; i < lanes.size(); i += 4) {
      same = same && lanes.compare(i, 4, lanes, 0, 4) == 0;
    }
    if (!same) continue;
    ++found;
    EXPECT_EQ(pattern.at("counters").at("atomic_wavefronts"), 1);
  }
  EXPECT_GE(found, 1);
  return {};
}

constexpr FigureClaim of_histograms[] = {
    {"histogram_global_atomic", "Other warps want the same {} bins, though.",
     "те же {} счётчика нужны и другим варпам.", bins_of_a_ramp},
    {"histogram_shared_atomic", "one bin costs no more wavefronts than many.",
     "один класс требует не больше волн, чем много классов.", ones_counted_together},
};

TEST(FiguresOfHistograms, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_histograms) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
