// The figures in lessons on sorting and solvers are those of their traces.
#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <set>

#include "instrumentation/analysis/coalescing.hpp"
#include "kernels/solver/pcr_hybrid.cuh"
#include "kernels/solver/power_method.cuh"
#include "kernels/sort/onesweep_tile.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

/// Pairs of keys that a network compares.
std::uint64_t comparisons(const Trace& trace) {
  return lanes_of(accesses_that(trace,
                                [&](const Access& access) {
                                  const std::string& step = step_of(trace, access).name;
                                  return shared_access(trace, access) &&
                                         access.operation == Operation::load &&
                                         array_of(trace, access) == "keys" && step != "store";
                                })) /
         2;
}

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

/// Of bitonic_global, in the blocks in which it was timed.
Figures launches_of_a_long_sort(const SaidAt&) {
  constexpr std::int64_t keys = 1 << 24;
  const auto line = measured("h200/timing_sort.json", "bitonic_global", keys);
  const std::int64_t tile = 2 * line.at("block").get<std::int64_t>();
  const auto q =
      static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(keys / tile))) - 1;
  const std::int64_t across = q * (q + 1) / 2, within = q + 1;
  // A key and its value are 8 bytes, and so a pair is two of the limit's numbers.
  EXPECT_EQ(measured("h200/timing_sort.json", "limit_copy", 2 * keys).at("bytes"),
            line.at("bytes"));
  return {
      ms("sort", "bitonic_global", keys),
      figure(q),
      figure(tile),
      figure(across),
      figure(within),
      figure(across + within),
      figure(static_cast<double>(across + within) * h200_ms("sort", "limit_copy", 2 * keys), 2)};
}

constexpr FigureClaim of_sorts[] = {
    {"bitonic_shared", "The slides count log2(n)² steps, here {} instead of {}",
     "На слайдах шагов log2(n)²: здесь это {} вместо {}",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const std::int64_t merges = steps_named(trace, "merged");  // one for each power of two
       return {figure(merges * merges), figure(merges + steps_named(trace, "half clean"))};
     }},
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
    {"bitonic_shared",
     "two lanes each, {} wavefronts. From a distance of {} on, lanes read side by side: "
     "conflict-free. On an H200 conflicts take {} % of the time (2^22 keys).",
     "по две нити на банк, {} волны (wavefronts). Начиная с расстояния {} нити читают подряд, и "
     "конфликтов нет. На H200 конфликты занимают {} % времени (2^22 ключей).",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       std::int64_t longest = 0;  // stride with a conflict; a half-cleaner's value is twice that
       for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
         const Step& step = step_of(trace, trace.accesses[a]);
         if (step.name != "half clean" || at.document->summary.accesses[a].degree < 2) continue;
         longest = std::max(longest, *step.value / 2);
       }
       return {figure(at.cost().wavefronts), figure(2 * longest), conflict_share("bitonic_shared")};
     }},
    {"odd_even_merge", "as many barriers, {}, but fewer loads", "барьеров столько же, {}, но",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.totals().barriers, at.rival->summary.totals.barriers);
       EXPECT_LT(at.totals().shared_load.requests, at.rival->summary.totals.shared_load.requests);
       return {figure(at.totals().barriers)};
     }},
    {"odd_even_merge",
     "only {} pairs are compared and not {}. On an H200 conflicts take {} % of its time (2^22 "
     "keys), there {} %.",
     "сравнивается лишь {} пара вместо {}. На H200 конфликты занимают {} % времени (2^22 ключей), "
     "у битонической {} %.",
     [](const SaidAt& at) -> Figures {
       return {figure(comparisons(*at.document->trace)), figure(comparisons(*at.rival->trace)),
               conflict_share("odd_even_merge"), conflict_share("bitonic_shared")};
     }},
    {"bitonic_global",
     "On an H200 2^24 pairs take {} ms. They are 2^{} tiles of {} keys, so {} launches across "
     "tiles and {} within them; copying the pairs {} times would take {}.",
     "На H200 сортировка 2^24 пар занимает {} мс. Это 2^{} участков по {} ключа, значит, {} "
     "запусков между участками и {} внутри них; скопировать пары {} раз — {}.",
     launches_of_a_long_sort},
    {"radix_split",
     "On an H200 2^24 pairs take {} ms in {} passes of one bit, bitonic_global {}. With eight bits "
     "at a time four passes do: radix_onesweep sorts as many keys, without values, in {}.",
     "На H200 сортировка 2^24 пар занимает {} мс за {} прохода по одному биту, у bitonic_global — "
     "{}. По восемь битов хватает четырёх проходов: radix_onesweep сортирует столько же ключей, "
     "без значений, за {}.",
     [](const SaidAt& at) -> Figures {
       const auto line = measured("h200/timing_sort.json", "radix_split", 1 << 24);
       const auto& bits = at.document->trace->header.parameters.at("bits");
       EXPECT_EQ(line.at("parameters").at("bits"), bits);
       return {ms("sort", "radix_split", 1 << 24, 1), bits, ms("sort", "bitonic_global", 1 << 24),
               ms("sort", "radix_onesweep", 1 << 24, 3)};
     }},
    {"radix_onesweep",
     "On an H200 2^24 keys take {} ms, with CUB {}. Each is read once to be counted, then read and "
     "written by four passes: reading once and copying four times would take {}.",
     "На H200 сортировка 2^24 ключей занимает {} мс, у CUB — {}. Каждый ключ читается раз для "
     "подсчёта и четырежды читается и пишется: прочитать раз и скопировать четыре раза — {}.",
     [](const SaidAt&) -> Figures {
       const std::int64_t size = 1 << 24;
       return {ms("sort", "radix_onesweep", size, 3), ms("sort", "cub_sort_keys", size, 3),
               figure(h200_ms("sort", "limit_read", size) + 4 * h200_ms("sort", "limit_copy", size),
                      3)};
     }},
    {"radix_split", "together they fill whole sectors", "вместе заполняют секторы целиком",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.cost().sectors, ideal_sectors(*at.document->trace, at.entry()));
       return {};
     }},
    {"radix_float", "Then come {} passes", "Затем {} прохода",
     [](const SaidAt& at) -> Figures {
       return {figure((at.document->trace->launches.size() - 2) / 3)};
     }},
    {"radix_float",
     "On an H100 2^24 pairs take {} ms; with unsigned keys, which are not flipped, {}.",
     "На H100 2^24 пар занимают {} мс, а с ключами без знака, которые не инвертируют, — {}.",
     [](const SaidAt&) -> Figures {
       const std::int64_t size = 1 << 24;
       return {figure(h100_ms("sort_float", "radix_float", size), 1),
               figure(h100_ms("sort_float", "radix_split", size), 1)};
     }},
    {"radix_onesweep", "They write only {} words: a counter has {} bits",
     "Слов всего {}: в счётчике {} бит",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const int bytes = trace.arrays[at.entry().array].type.bytes();
       std::set<int> words;
       for (const int index : trace.lane_indices(at.entry())) words.insert(index * bytes / 4);
       return {figure(words.size()), figure(8 * bytes)};
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

/// Operations and steps of one system of 16: Thomas, cyclic reduction, its parallel form. The
/// operations are those that tests/kernels/thomas_test.cpp counts.
Figures costs_of_sixteen() {
  const auto steps = [](const char* kernel, int block, std::initializer_list<const char*> names) {
    const auto run =
        emulated_run({.kernel = kernel, .size = 16, .block = block, .input = {.kind = "dominant"}});
    std::int64_t sum = 0;
    for (const char* name : names) sum += steps_named(*run->trace, name);
    return figure(sum);
  };
  constexpr int n = 16, log = 4;
  return {figure(8 * n - 2),
          steps("thomas", 1, {"eliminate", "substitute"}),
          figure(17 * (n - 2) + 9),
          steps("cyclic_reduction", n / 2, {"reduce", "solve two", "substitute"}),
          figure(12 * n * log + n),
          steps("parallel_cyclic_reduction", n, {"reduce"})};
}

bool iteration_diverges(const char* alpha, const char* input) {
  return has_finding(*emulated_run({.kernel = "simple_iteration",
                                    .size = 32,
                                    .block = 32,
                                    .input = {.kind = input},
                                    .parameters = {{"alpha", alpha}, {"iterations", "16"}}}),
                     FindingKind::numerics);
}

/// The k-th eigenvalue, from 1, of the matrix of n rows with 2 on the diagonal and -1 beside it.
double poisson_eigenvalue(int k, int n) { return 2 - 2 * std::cos(k * std::numbers::pi / (n + 1)); }

/// What the power method's vector moved in each iteration that was made.
std::vector<double> moves_of(const Trace& trace) {
  std::vector<double> moves;
  for (const Access& access : trace.accesses) {
    if (array_of(trace, access) != "moved") continue;
    moves.push_back(static_cast<double>(std::bit_cast<float>(trace.lane_value(access, 0).front())));
  }
  return moves;
}

/// Of the power method at n = 64: launches that compute, and that only look at done.
Figures prices_of_launches(const SaidAt& at) {
  const auto time = [](std::int64_t size, const std::string& iterations) {
    return h100_ms("power_iterations", "power_method", size, {{"iterations", iterations}});
  };
  const std::string usual = at.document->request.parameters.at("iterations");
  const std::size_t needed = moves_of(*at.document->trace).size();
  EXPECT_GT(needed, 8U) << "all launches of 8 iterations compute";
  EXPECT_LT(needed, 32U) << "of what 64 iterations have more, none does";
  return {usual,
          figure(time(1024, usual), 3),
          figure(time(64, usual), 3),
          figure((1024 / 64) * (1024 / 64), 0),
          figure(1000 * time(64, "8") / 16, 1),
          figure(1000 * (time(64, "64") - time(64, "32")) / 64, 1)};
}

/// Of many small systems: both layouts, and cuSPARSE's, which takes whole systems.
Figures layouts_of_systems(const SaidAt& at) {
  const auto contiguous = emulated_run({.kernel = "thomas",
                                        .size = at.document->trace->header.size,
                                        .block = 32,
                                        .parameters = {{"layout", "contiguous"}}});
  const auto moved = [](const Document& document) {
    return document.summary.totals.global_load.sectors +
           document.summary.totals.global_store.sectors;
  };
  const auto time = [](const char* layout, std::int64_t size) {
    return h100_ms("thomas_layouts", "thomas", size, {{"layout", layout}});
  };
  constexpr std::int64_t many = 1 << 22;
  const double own = time("interleaved", many), other = time("contiguous", many);
  return {figure(moved(*at.document)),
          figure(moved(*contiguous)),
          figure(moved(*contiguous) / moved(*at.document)),
          figure(own, 3),
          figure(other, 3),
          figure(other / own, 1),
          figure(h100_ms("thomas_layouts", "cusparse_gtsv", many), 3),
          figure(time("interleaved", 1 << 12), 3),
          figure(at.document->trace->steps.size())};
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
    {"power_method",
     "Iteration {} moved v by less than 1/4096, and set done. The host cannot know without waiting "
     "for it. How many launches does it make for at most {} iterations",
     "Итерация {} сдвинула v меньше чем на 1/4096 и записала done. Хост не узнает этого, не "
     "дождавшись её. Сколько запусков он делает для не более чем {} итераций",
     [](const SaidAt& at) -> Figures {
       const std::vector<double> moves = moves_of(*at.document->trace);
       EXPECT_EQ(PowerScale::tolerance, 1.0F / 4096);
       EXPECT_LE(moves.back(), 1.0 / 4096);
       return {figure(moves.size()), figure(at.document->trace->launches.size() / 2)};
     }},
    {"power_method", "What is launched after iteration {} reads done and ends",
     "То, что запущено после итерации {}, читает done",
     [](const SaidAt& at) -> Figures { return {figure(moves_of(*at.document->trace).size())}; }},
    {"power_method", "takes off a tenth, and {} do not suffice",
     "убирает десятую часть, и {} не хватает",
     [](const SaidAt& at) -> Figures {
       EXPECT_TRUE(has_finding(*at.document, FindingKind::numerics));
       return {figure(moves_of(*at.document->trace).size())};
     }},
    {"power_method",
     "On an H100 at most {} iterations take {} ms for n = 1,024 and {} for n = 64, though that A "
     "has {} times fewer numbers: a launch that computes takes {} µs even there. One that only "
     "reads done takes {}.",
     "На H100 не более {} итераций занимают {} мс при n = 1024 и {} при n = 64, хотя чисел в такой "
     "A в {} раз меньше: запуск, который вычисляет, и там занимает {} мкс, а который лишь читает "
     "done — {}.",
     prices_of_launches},
    {"thomas",
     "{} sectors interleaved, {} contiguous, {} times as many. On an H100 2^22 equations take {} "
     "and {} ms, {} times as long: caches help. cuSPARSE's gtsv2StridedBatch, contiguous too, "
     "takes {}. 2^12 interleaved take {}: {} dependent steps.",
     "{} сектора при чередовании и {} подряд, в {} раз больше. На H100 2^22 уравнений занимают {} "
     "и {} мс, в {} раза дольше: помогает кэш. У gtsv2StridedBatch из cuSPARSE, тоже подряд, — {}. "
     "2^12 при чередовании — {}: {} зависимый шаг.",
     layouts_of_systems},
    {"simple_iteration",
     "for n = 4,096 {} MB, {} ms at the {} GB/s that an H100 reads. It takes {}, {} times that: {} "
     "iterations take {} ms.",
     "при n = 4096 {} МБ, {} мс при {} ГБ/с, с которыми читает H100. Занимает она {}, в {} раз "
     "больше: {} итераций — {} мс.",
     [](const SaidAt& at) -> Figures {
       const auto& iterations = at.document->request.parameters.at("iterations");
       const double bytes = 4.0 * 4096 * 4096;
       const double rate = measured("h100/timing_simple_iteration.json", "limit_read", largest)
                               .at("gigabytes_per_second");
       const double all = h100_ms("simple_iteration", "simple_iteration", 4096,
                                  {{"iterations", iterations}, {"alpha", "-0.4"}});
       const double each = all / std::stod(iterations), reading = bytes / rate / 1e6;
       return {figure(bytes / 1e6, 0),    figure(reading, 3), figure(rate, 0), figure(each, 3),
               figure(each / reading, 0), iterations,         figure(all, 2)};
     }},
    {"power_method", "v turns to and fro for ever", "v качается туда и обратно без конца",
     [](const SaidAt& at) -> Figures {
       const std::vector<double> moves = moves_of(*at.document->trace);
       EXPECT_NEAR(moves[31], moves[30], 1e-3);
       EXPECT_GT(moves[31], 0.01);
       return {};
     }},
    {"cyclic_reduction",
     "Counted for n = {}: {} in {} steps. The Thomas algorithm makes {} in {} steps, the parallel "
     "variant {} in {} and",
     "Для n = {} выходит {} за {} шагов. У прогонки {} за {} шаг, у параллельного варианта {} за "
     "{} шага и",
     [](const SaidAt&) -> Figures {
       const Figures costs = costs_of_sixteen();
       return {"16", costs[2], costs[3], costs[0], costs[1], costs[4], costs[5]};
     }},
    {"thomas",
     "One system of {}. Work against steps: {} operations here, in {} steps; cyclic reduction "
     "makes {} in {}, its parallel form {} in {} steps and a division",
     "Одна система из {}. Работа против шагов: здесь {} операций за {} шаг, у циклической редукции "
     "{} за {}, у параллельной {} за {} шага и деление",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.rival->trace->header.size, 16);
       EXPECT_EQ(at.rival->trace->launches[0].threads(), 8);
       Figures figures = costs_of_sixteen();
       figures.insert(figures.begin(), "16");
       return figures;
     }},
    {"thomas", "{} down and {} up", "{} вниз и {} вверх",
     [](const SaidAt& at) -> Figures {
       return {figure(steps_named(*at.document->trace, "eliminate")),
               figure(steps_named(*at.document->trace, "substitute"))};
     }},
    {"thomas",
     "The lanes are {} bytes apart, so each wants a sector of its own: {} bytes move for {}",
     "Нити отстоят на {} байта, и каждой нужен свой сектор: передаётся {} байта ради {}",
     [](const SaidAt& at) -> Figures {
       const auto indices = at.document->trace->lane_indices(at.entry());
       return {figure(4 * (indices[1] - indices[0])), figure(32 * at.cost().sectors),
               figure(4 * at.entry().active())};
     }},
    {"cyclic_reduction", "For 2^21 equations an H200 takes {} ms; here {}",
     "На H200 для 2^21 уравнений — {} мс, здесь {}",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(conflicts(*at.rival), 0U);
       EXPECT_GT(conflicts(*at.document), 0U);
       return {ms("solver", "parallel_cyclic_reduction", 1 << 21, 3),
               ms("solver", "cyclic_reduction", 1 << 21, 3)};
     }},
    {"pcr_hybrid", "lanes would stand {} bytes apart and queue",
     "нити читали бы через {} байта и ждали",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(conflicts(*at.document), 0U);
       return {figure(PcrHybrid::own * sizeof(float))};
     }},
    {"pcr_hybrid", "expressed its {} inner unknowns", "выразила {} внутренних неизвестных",
     [](const SaidAt&) -> Figures { return {figure(PcrHybrid::own - 2)}; }},
    {"pcr_hybrid", "For 2^21 equations an H200 takes {} ms",
     "На H200 для 2^21 уравнений нужно {} мс",
     [](const SaidAt&) -> Figures { return {ms("solver", "pcr_hybrid", 1 << 21, 3)}; }},
    {"simple_iteration",
     "Here q lies between {} and {}. At alpha = −0.4 the factors reach from {} down to −{}",
     "Здесь q от {} до {}. При alpha = −0.4 множители от {} до −{}",
     [](const SaidAt& at) -> Figures {
       const auto n = static_cast<int>(at.document->trace->header.size);
       const double low = poisson_eigenvalue(1, n), high = poisson_eigenvalue(n, n);
       return {figure(low, 3), figure(high, 3), figure(1 - 0.4 * low, 3),
               figure(0.4 * high - 1, 3)};
     }},
    {"simple_iteration",
     "At alpha = −0.6 the largest q gets the factor −{}: the residual grows without end. The limit "
     "lies near −0.5, where 1 + alpha · {} = −1",
     "При alpha = −0.6 наибольшее q получает множитель −{}: невязка растёт без конца. Предел около "
     "−0.5, где 1 + alpha · {} = −1",
     [](const SaidAt& at) -> Figures {
       const auto n = static_cast<int>(at.document->trace->header.size);
       EXPECT_TRUE(has_finding(*at.document, FindingKind::numerics));
       EXPECT_FALSE(iteration_diverges("-0.49", "poisson"));
       EXPECT_TRUE(iteration_diverges("-0.51", "poisson"));
       const double high = poisson_eigenvalue(n, n);
       EXPECT_NEAR(-2 / high, -0.5, 0.01);
       return {figure(0.6 * high - 1, 3), figure(high, 3)};
     }},
    {"simple_iteration", "This matrix has eigenvalues of both signs",
     "У этой матрицы собственные числа разных знаков",
     [](const SaidAt& at) -> Figures {
       EXPECT_TRUE(has_finding(*at.document, FindingKind::numerics));
       EXPECT_TRUE(iteration_diverges("0.01", "dominant"));
       EXPECT_TRUE(iteration_diverges("-0.001", "dominant"));
       return {};
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
