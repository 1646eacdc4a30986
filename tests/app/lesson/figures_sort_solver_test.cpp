// Figures in lessons on sorting and solvers that take more than an expression; the others are claims in the lessons.
#include <algorithm>
#include <bit>
#include <set>

#include "instrumentation/analysis/coalescing.hpp"
#include "kernels/sort/onesweep_tile.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

/// Sectors that a warp touches on average when it writes out a sorted tile that is timed.
double sectors_of_a_timed_tile() {
  const auto run = emulated_run({.kernel = "radix_onesweep",
                                 .size = 65'536,
                                 .block = FullSpeedTile::threads,
                                 .input = {.kind = "wide"},
                                 .traced_block = 1});
  const Trace& trace = *run->trace;
  std::uint64_t sum = 0, count = 0;
  for (const Access& access : trace.accesses) {
    const bool written = access.operation == Operation::store &&
                         step_of(trace, access).name == "store" &&
                         trace.launch_of(access).kernel == "radix_onesweep" &&
                         trace.arrays[access.array].space == Space::global;
    if (!written) continue;
    sum += static_cast<std::uint64_t>(sectors(trace, access));
    ++count;
  }
  EXPECT_GT(count, 0U);
  return static_cast<double>(sum) / static_cast<double>(count);
}

/// The keys in shared memory at the end of the stop's step, if it stores, else before it; a digit each.
std::string key_digits(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  const auto keys = std::ranges::find_if(trace.arrays, [](const Array& array) {
    return array.name == "keys" && array.space == Space::shared;
  });
  const Step* step = &step_of(trace, at.entry());
  if (at.entry().operation != Operation::store) --step;
  const auto& bytes = trace.snapshots[static_cast<std::size_t>(step->snapshot)];
  std::string digits;
  for (std::int64_t i = 0; i < keys->count; ++i) {
    digits += std::to_string(static_cast<int>(bytes[static_cast<std::size_t>(keys->base + 4 * i)]));
  }
  return digits;
}

constexpr FigureClaim of_sorts[] = {
    {"bitonic_shared", "Before the last merge they are bitonic: {} zeros, {} ones, {} zeros",
     "перед последним слиянием — {} нуля, {} единиц, {} нуля",
     [](const SaidAt& at) -> Figures {
       const std::string keys = key_digits(at);
       const std::size_t first = keys.find('1'), last = keys.rfind('1');
       EXPECT_EQ(keys.find('0', first), last + 1) << keys;
       return {figure(first), figure(last + 1 - first), figure(keys.size() - last - 1)};
     }},
    {"bitonic_shared", "The left one is {} {}: still bitonic",
     "Левая, {} {}, осталась битонической",
     [](const SaidAt& at) -> Figures {
       const std::string keys = key_digits(at);
       EXPECT_EQ(keys.substr(8), "11111111");
       return {keys.substr(0, 4), keys.substr(4, 4)};
     }},
    {"radix_onesweep",
     "The tile that is timed has {} keys, {} for each digit: then a warp touches {} sectors on "
     "average",
     "В участке, который измеряют, {} ключей, по {} на цифру: тогда варп затрагивает в среднем {} "
     "секторов",
     [](const SaidAt&) -> Figures {
       return {figure(FullSpeedTile::keys), figure(FullSpeedTile::keys / digits),
               figure(sectors_of_a_timed_tile(), 0)};
     }},
};

/// What the power method's vector moved in each iteration that was made.
std::vector<double> moves_of(const Trace& trace) {
  std::vector<double> moves;
  for (const Access& access : trace.accesses) {
    if (array_of(trace, access) != "moved") continue;
    moves.push_back(static_cast<double>(std::bit_cast<float>(trace.lane_value(access, 0).front())));
  }
  return moves;
}

constexpr FigureClaim of_solvers[] = {
    {"power_method", "falls by the same factor each time, {}: the ratio of the second eigenvalue",
     "каждый раз умножается на одно и то же число, {}: это отношение второго",
     [](const SaidAt& at) -> Figures {
       const std::vector<double> moves = moves_of(*at.document->trace);
       for (std::size_t k = 8; k < moves.size(); ++k) {
         EXPECT_NEAR(moves[k] / moves[k - 1], 0.5, 0.05) << k;
       }
       return {"0.5"};
     }},
};

TEST(FiguresOfSorts, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_sorts) expect_said(claim);
}
TEST(FiguresOfSolvers, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_solvers) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
