// Figures in lessons on memory that take more than an expression; the others are claims in the lessons.
#include <map>
#include <numeric>
#include <set>

#include "app/formula/formula_patterns.hpp"
#include "instrumentation/analysis/warp_schedule.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

/// The run of a stop, with other parameters.
DocumentPtr beside(const SaidAt& at, const std::map<std::string, std::string>& parameters,
                   const std::string& kernel = {}) {
  RunRequest request = at.document->request;
  if (!kernel.empty()) request.kernel = kernel;
  request.parameters = parameters;
  return emulated_run(request, at.document->summary.model);
}

WarpSchedule block_alone(const Document& document) {
  const BlockStream stream =
      block_stream(*document.trace, document.summary, document.flow, 0, LoadWait::use);
  const int warps = static_cast<int>(stream.warps.size());
  return schedule_warps(stream, machine_model(document.summary.model),
                        {.warps = warps, .arithmetic = 3, .rounds = 1});
}

Figures latencies_of_both_orders(const SaidAt& at) {
  const auto dependent =
      beside(at, {{"order", "dependent"}, {"arithmetic", "3"}, {"rounds", "1"}}, "latency_hiding");
  EXPECT_EQ(at.document->request.parameters.at("order"), "independent");
  const WarpSchedule own = block_alone(*at.document), slow = block_alone(*dependent);
  EXPECT_LT(3 * own.first_round, slow.first_round);
  const auto latency =
      static_cast<std::uint32_t>(machine_model(BankModel::cc5).memory(Space::global).latency);
  EXPECT_GE(own.first_round, latency);
  EXPECT_LT(own.first_round, 2 * latency);
  EXPECT_GE(slow.first_round, 4 * latency);
  EXPECT_LT(slow.first_round, 5 * latency);
  EXPECT_EQ(machine_model(BankModel::cc5).schedulers, 4);
  return {};
}

/// The first two lanes that want different words of a bank, and how many banks have such lanes.
Figures pairs_of_stride_3(const SaidAt& at) {
  EXPECT_EQ(at.cost().degree, 2);
  EXPECT_EQ(pattern_answer(FormulaPattern::stride_3_by_4).cost.degree, 1) << "in 4-byte mode";
  const auto indices = at.document->trace->lane_indices(at.entry());
  const std::vector<int> banks = banks_of(at, at.entry());
  constexpr std::int64_t row_words = 64;  // of 32 banks of 8 bytes, which a wavefront delivers
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < banks.size(); ++a) {
    for (std::size_t b = a + 1; b < banks.size(); ++b) {
      if (banks[a] == banks[b] && indices[a] / row_words != indices[b] / row_words) {
        pairs.emplace_back(a, b);
      }
    }
  }
  EXPECT_EQ(pairs.size(), 5U);
  const auto [first, second] = pairs.front();
  return {figure(indices[first]), figure(indices[second]), figure(static_cast<std::int64_t>(first)),
          figure(static_cast<std::int64_t>(second))};
}

constexpr FigureClaim of_memory[] = {
    {"latency_hiding", "less than a third of the cycles that it takes in the dependent order",
     "меньше чем за треть тактов, которые нужны ему при зависимых чтениях",
     latencies_of_both_orders},
    {"bank_stride", "two lanes queue at each of {} banks, so each half-warp takes two wavefronts.",
     "у каждого из {} банков ждут две нити, и обращение полуварпа занимает две волны.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().degree, 2);
       EXPECT_EQ(at.cost().wavefronts, 2 * 2);
       EXPECT_EQ(pattern_answer(FormulaPattern::x2).cost.degree, 2) << "which the stop shows";
       const std::vector<int> banks = banks_of(at, at.entry());
       return Figures{figure(std::ssize(std::set<int>(banks.begin(), banks.end())))};
     }},
    {"bank_stride",
     "Here the stride is {0}: ×{1} again, gcd({0}, {2}). No stride gives ×{3}. The formula shows "
     "another "
     "pattern that does: six lanes",
     "Здесь шаг обращения {0}: снова ×{1}, то есть НОД({0}, {2}). А ×{3} ни при каком шаге "
     "обращения не "
     "бывает. Формула показывает другой случай: шести нитям",
     [](const SaidAt& at) {
       const FormulaAnswer six = pattern_answer(FormulaPattern::x6);
       const std::string stride = at.document->trace->header.parameters.at("stride");
       EXPECT_EQ(std::gcd(std::stoi(stride), 16), at.cost().degree);
       return Figures{stride, figure(at.cost().degree),
                      figure(bank_count(at.document->summary.model)), figure(six.cost.degree)};
     }},
    {"bank_stride",
     "Two: words {} and {}, of lanes {} and {}, lie in one bank, and four other pairs do, too.",
     "Два: слово {0} (нить {2}) и слово {1} (нить {3}) лежат в одном банке; таких пар ещё четыре.",
     pairs_of_stride_3},
    {"bank_stride", "takes two neighbouring banks, and {} pairs serve {} lanes.",
     "занимает два соседних банка, и {} пар обслуживают {} нити.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().degree, 2);
       EXPECT_EQ(pattern_answer(FormulaPattern::column_by_8).cost.degree, 1);
       return Figures{figure(bank_count(BankModel::cc3x4) / 2), figure(at.entry().active())};
     }},
};

TEST(FiguresOfMemory, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_memory) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
