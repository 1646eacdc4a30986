// Figures in lessons on random numbers that take more than an expression; the others are claims in the lessons.
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "kernels/random/distributions.hpp"
#include "kernels/random/philox.hpp"
#include "kernels/random/xorwow.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

std::string whole(std::int64_t count) { return figure(static_cast<std::uint64_t>(count)); }

constexpr FigureClaim of_generators[] = {
    {"random_philox", "until half of all bits differ from its neighbour's",
     "пока от соседнего не будет отличаться половина битов",
     [](const SaidAt&) -> Figures {
       const Words4 a = philox_of_thread(7, 0, 0), b = philox_of_thread(7, 1, 0);
       const int differ = std::popcount(a.x ^ b.x) + std::popcount(a.y ^ b.y) +
                          std::popcount(a.z ^ b.z) + std::popcount(a.w ^ b.w);
       EXPECT_NEAR(differ, 64, 20);
       return {};
     }},
};

constexpr FigureClaim of_sensors[] = {
    {"random_xorwow", "A reading is a word modulo 100, less 50: from −{} to {}",
     "Показание — остаток от деления слова на 100, уменьшенный на 50: от −{} до {}",
     [](const SaidAt&) -> Figures {
       return {whole(-reading_of(100)), whole(reading_of(99))};
     }},
};

/// Words that a thread draws for so many normal readings.
std::int64_t words_drawn(int readings) {
  Xorwow state;
  NormalReadings distribution;
  for (int k = 0; k < readings; ++k) distribution.next(state);
  return state.count / 362437;
}

constexpr FigureClaim of_normal_readings[] = {
    {"random_xorwow",
     "{} readings still draw {} words and move {} sectors; of {} the last pair would lose its half",
     "{} показаний по-прежнему берут {} слов и передают {} секторов; при {} у последней пары "
     "пропала "
     "бы половина",
     [](const SaidAt& at) -> Figures {
       const auto& parameters = at.document->trace->header.parameters;
       const int readings = std::atoi(parameters.at("readings").c_str());
       const Totals& totals = at.totals();
       EXPECT_EQ(words_drawn(readings - 1), words_drawn(readings));
       return {whole(readings), whole(words_drawn(readings)),
               figure(totals.global_load.sectors + totals.global_store.sectors),
               whole(readings - 1)};
     }},
};

TEST(FiguresOfGenerators, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_generators) expect_said(claim);
}
TEST(FiguresOfSensors, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_sensors) expect_said(claim);
  for (const FigureClaim& claim : of_normal_readings) expect_said(claim);
}
}  // namespace
}  // namespace warpscope::test::figures
