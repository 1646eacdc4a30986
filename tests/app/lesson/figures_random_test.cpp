// The figures in lessons on random numbers are those of their traces.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <set>
#include <string>
#include <string_view>

#include "kernels/random/distributions.hpp"
#include "kernels/random/philox.hpp"
#include "kernels/random/xorwow.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

std::string whole(std::int64_t count) { return figure(static_cast<std::uint64_t>(count)); }

/// Sectors of the accesses to an array.
std::int64_t sectors_of(const Document& document, std::string_view array, Operation operation) {
  std::int64_t sectors = 0;
  for (std::size_t a = 0; a < document.trace->accesses.size(); ++a) {
    const Access& access = document.trace->accesses[a];
    if (access.operation == operation && array_of(*document.trace, access) == array) {
      sectors += document.summary.accesses[a].sectors;
    }
  }
  return sectors;
}

std::shared_ptr<const Document> sensors(const char* states, const char* readings) {
  return emulated_run({.kernel = "random_xorwow",
                       .size = 64,
                       .block = 32,
                       .parameters = {{"states", states}, {"readings", readings}}});
}

constexpr FigureClaim of_generators[] = {
    {"random_philox", "one word for {} lanes, one sector", "одно слово на {} нити, один сектор",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.cost().sectors, 1);
       return {whole(at.entry().active())};
     }},
    {"random_philox", "until half of all bits differ from its neighbour's",
     "пока от соседнего не будет отличаться половина битов",
     [](const SaidAt&) -> Figures {
       const Words4 a = philox_of_thread(7, 0, 0), b = philox_of_thread(7, 1, 0);
       const int differ = std::popcount(a.x ^ b.x) + std::popcount(a.y ^ b.y) +
                          std::popcount(a.z ^ b.z) + std::popcount(a.w ^ b.w);
       EXPECT_NEAR(differ, 64, 20);
       return {};
     }},
    {"random_philox", "lanes would stand {} bytes apart and a store would want {} sectors",
     "соседние нити отстояли бы на {} байт, и записи понадобилось бы {} секторов",
     [](const SaidAt& at) -> Figures {
       const auto numbers = at.document->trace->header.size / 32;
       EXPECT_EQ(at.cost().sectors, 4);
       return {whole(4 * numbers), whole(32 * 4 * numbers / 32)};
     }},
    {"random_philox", "Four stores of {} sectors stay four", "Четыре записи по {} сектора так и",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.document->trace->header.parameters.at("distribution"), "normal");
       EXPECT_EQ(at.totals().global_store.requests, 4U);
       return {whole(at.cost().sectors)};
     }},
    {"random_philox",
     "2^28 numbers take {} ms, {} GB each second; reading and writing as many bytes in all takes "
     "{}",
     "2^28 чисел занимают {} мс, {} ГБ в секунду; столько же байт прочитать и записать в сумме — "
     "{}",
     [](const SaidAt&) -> Figures {
       const double time = h200_ms("philox", "random_philox", largest);
       const std::string record = "h200/timing_philox.json";
       EXPECT_EQ(measured(record, "limit_copy", largest / 2).at("bytes"),
                 measured(record, "random_philox", largest).at("bytes"));
       return {figure(time, 3),
               whole(std::llround(4.0 * static_cast<double>(largest) / time / 1e6)),
               ms("philox", "limit_copy", largest / 2, 3)};
     }},
};

/// sizeof(curandStateXORWOW): d and v[5], the six words that are loaded here, come first; then what
/// curand_normal keeps, two flags, a float and a double (curand_kernel.h).
constexpr std::int64_t curand_state_bytes = 4 * (1 + 5 + 2 + 1) + 4 + 8;

/// Sectors of six loads of a warp from states of that size, one behind the other.
std::int64_t sectors_of_curand_states() {
  std::int64_t sum = 0;
  for (std::int64_t word = 0; word < 6; ++word) {
    std::set<std::int64_t> touched;
    for (std::int64_t lane = 0; lane < 32; ++lane) {
      touched.insert((lane * curand_state_bytes + 4 * word) / 32);
    }
    sum += static_cast<std::int64_t>(touched.size());
  }
  return sum;
}

constexpr FigureClaim of_sensors[] = {
    {"random_xorwow",
     "The lanes stand {} bytes apart, so that they touch all {} bytes of the warp's states. Each "
     "of the six loads does so again: {} sectors, where six arrays take {}. cuRAND's state has {} "
     "bytes: {}.",
     "Нити отстоят на {} байта, и обращение охватывает все {} байт состояний варпа. Так при каждой "
     "из шести загрузок: {} сектора, а с шестью массивами {}. В cuRAND состояние "
     "занимает {} байт: {}.",
     [](const SaidAt& at) -> Figures {
       const auto indices = at.document->trace->lane_indices(at.entry());
       const std::int64_t apart = 4 * (indices[1] - indices[0]);
       EXPECT_EQ(at.cost().sectors, 24);
       return {whole(apart),
               whole(32 * apart),
               whole(sectors_of(*at.document, "state", Operation::load)),
               whole(sectors_of(*sensors("arrays", "1"), "state", Operation::load)),
               whole(curand_state_bytes),
               whole(sectors_of_curand_states())};
     }},
    {"random_xorwow", "A reading is a word modulo 100, less 50: from −{} to {}",
     "Показание — остаток от деления слова на 100, уменьшенный на 50: от −{} до {}",
     [](const SaidAt&) -> Figures {
       return {whole(-reading_of(100)), whole(reading_of(99))};
     }},
    {"random_xorwow",
     "{} readings are {} sectors; the state costs {} more, in and out, however many are drawn. "
     "With "
     "one reading for a state it would be {} to {}",
     "{} показаний — это {} сектора; состояние стоит ещё {}, туда и обратно, сколько чисел ни "
     "бери. "
     "При одном показании было бы {} против {}",
     [](const SaidAt& at) -> Figures {
       const auto state = [](const Document& document) {
         return sectors_of(document, "state", Operation::load) +
                sectors_of(document, "state", Operation::store);
       };
       const auto one = sensors("arrays", "1");
       return {at.document->trace->header.parameters.at("readings"),
               whole(sectors_of(*at.document, "reading", Operation::store)),
               whole(state(*at.document)), whole(sectors_of(*one, "reading", Operation::store)),
               whole(state(*one))};
     }},
};

/// Sectors of all loads and stores of a warp, for one reading.
std::int64_t sectors_of_one_reading(const char* states) {
  const Totals totals = sensors(states, "1")->summary.totals;
  return static_cast<std::int64_t>(totals.global_load.sectors + totals.global_store.sectors);
}

constexpr FigureClaim of_layouts[] = {
    {"random_xorwow",
     "a warp moves {} sectors with structs, {} with arrays. But all six loads want the same {}, "
     "and "
     "a cache keeps most: on an H100 2^20 threads take {} and {} ms. 8 readings share the cost of "
     "one state: {} and {}.",
     "варп передаёт {} сектора при structs и {} при arrays. Но всем шести загрузкам нужны одни и "
     "те же {}, и почти все удерживает кэш: на H100 2^20 нитей занимают {} и {} мс. 8 показаний "
     "делят цену одного состояния: {} и {}.",
     [](const SaidAt&) -> Figures {
       const auto time = [](const char* states, const char* readings) {
         return figure(h100_ms("xorwow_states", "random_xorwow", 1 << 20,
                               {{"states", states}, {"readings", readings}}),
                       4);
       };
       return {whole(sectors_of_one_reading("structs")),
               whole(sectors_of_one_reading("arrays")),
               whole(24),
               time("structs", "1"),
               time("arrays", "1"),
               time("structs", "8"),
               time("arrays", "8")};
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

/// Points of all launches of a run.
std::int64_t points_of(const Document& document) {
  const int launches = std::atoi(document.trace->header.parameters.at("launches").c_str());
  return document.trace->header.size << (launches - 1);
}

constexpr FigureClaim of_points[] = {
    {"monte_carlo_pi", "{} launches do so, with one warp each",
     "Так делают {} запусков по одному варпу",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       EXPECT_EQ(std::ranges::count(trace.accesses, Operation::shuffle, &Access::operation), 40);
       return {trace.header.parameters.at("launches")};
     }},
    {"monte_carlo_pi", "{} points a thread take as many as {}",
     "На {} точки у нити столько же, сколько на {}",
     [](const SaidAt& at) -> Figures {
       const Document& document = *at.document;
       return {whole(document.trace->header.size / 32), whole(points_of(document) / 2 / 32)};
     }},
    {"monte_carlo_pi",
     "from {} to {}. The distance to 3.1416 should fall as their root: {} times the points, {} "
     "times nearer",
     "от {} до {}. Отклонение от 3.1416 обратно пропорционально корню из числа точек: их в {} раз "
     "больше — оно в {} раза меньше",
     [](const SaidAt& at) -> Figures {
       const std::int64_t first = at.document->trace->header.size, last = points_of(*at.document);
       return {whole(first), whole(last), whole(last / first),
               figure(std::sqrt(static_cast<double>(last) / static_cast<double>(first)), 1)};
     }},
    {"monte_carlo_pi",
     "{} launches are {} points. Each hits with p = π/4, so 4 hits / n is off by some 4 √(p (1 − "
     "p) / n) = {} / √n: here {}",
     "{} запусков — это {} точки. Каждая попадает с p = π/4, и оценка 4 hits / n ошибается "
     "примерно на 4 √(p (1 − p) / n) = {} / √n: здесь {}",
     [](const SaidAt& at) -> Figures {
       const std::int64_t points = points_of(*at.document);
       const double deviation = std::sqrt(std::numbers::pi * (4 - std::numbers::pi));
       return {at.document->trace->header.parameters.at("launches"), whole(points),
               figure(deviation, 2), figure(deviation / std::sqrt(static_cast<double>(points)), 4)};
     }},
    {"monte_carlo_pi",
     "8 launches with 2^23 points in all take {} ms, 16 with 2^31 take {}. What is never in memory "
     "costs only arithmetic: {} points each nanosecond",
     "8 запусков, всего 2^23 точек, занимают {} мс, 16 запусков с 2^31 точками — {}. То, чего нет "
     "в "
     "памяти, стоит лишь арифметики: {} точек за наносекунду",
     [](const SaidAt&) -> Figures {
       const auto time = [](const char* launches) {
         return h200_ms("monte_carlo", "monte_carlo_pi", 1 << 16, {{"launches", launches}});
       };
       return {figure(time("8"), 3), figure(time("16"), 1),
               whole(std::llround(std::ldexp(1.0, 31) / (time("16") * 1e6)))};
     }},
};

TEST(FiguresOfGenerators, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_generators) expect_said(claim);
}
TEST(FiguresOfSensors, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_sensors) expect_said(claim);
  for (const FigureClaim& claim : of_layouts) expect_said(claim);
  for (const FigureClaim& claim : of_normal_readings) expect_said(claim);
}
TEST(FiguresOfTheMonteCarloMethod, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_points) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
