// What lessons on reduction, scan, sorting and solvers say in figures is what their traces say.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <ranges>
#include <set>
#include <sstream>

#include "app/lesson/lesson_answer.hpp"
#include "instrumentation/analysis/caption_russian.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "kernels/solver/pcr_hybrid.cuh"
#include "kernels/sort/onesweep_tile.hpp"
#include "tests/app/lesson/lesson_figures.hpp"
#include "tests/app/lesson/lesson_terms.hpp"

namespace warpscope::test::reduce_scan_sort_solver {
namespace {

using Figures = std::vector<std::string>;

const Step& step_of(const Trace& trace, const Access& access) { return trace.steps[access.step]; }
const std::string& array_of(const Trace& trace, const Access& access) {
  return trace.arrays[access.array].name;
}
bool shared_access(const Trace& trace, const Access& access) {
  return trace.arrays[access.array].space == Space::shared &&
         access.operation != Operation::shuffle;
}

std::uint64_t conflicts(const Document& document) {
  const Totals& totals = document.summary.totals;
  return totals.shared_load.conflicts() + totals.shared_store.conflicts() +
         totals.shared_atomic.conflicts();
}

/// Accesses of a trace that fit.
template <class Fits>
std::vector<Access> accesses_that(const Trace& trace, Fits fits) {
  std::vector<Access> found;
  std::ranges::copy_if(trace.accesses, std::back_inserter(found), fits);
  return found;
}
std::uint64_t lanes_of(const std::vector<Access>& accesses) {
  std::uint64_t lanes = 0;
  for (const Access& access : accesses) lanes += static_cast<std::uint64_t>(access.active());
  return lanes;
}

/// Steps of that name.
std::int64_t steps_named(const Trace& trace, std::string_view name) {
  return std::ranges::count(trace.steps, name, &Step::name);
}

/// The values of the steps with a conflict of just this degree, the largest first.
std::vector<std::int64_t> values_with_degree(const Document& document, int degree) {
  std::set<std::int64_t, std::greater<>> values;
  for (std::size_t a = 0; a < document.trace->accesses.size(); ++a) {
    const Access& access = document.trace->accesses[a];
    const auto value = step_of(*document.trace, access).value;
    if (value && document.summary.accesses[a].degree == degree) values.insert(*value);
  }
  return {values.begin(), values.end()};
}

/// Whether a step of this name has a conflict.
bool has_conflict(const Document& document, std::string_view step) {
  for (std::size_t a = 0; a < document.trace->accesses.size(); ++a) {
    if (step_of(*document.trace, document.trace->accesses[a]).name == step &&
        document.summary.accesses[a].degree > 1) {
      return true;
    }
  }
  return false;
}

bool has_finding(const Document& document, FindingKind kind) {
  return std::ranges::count(document.trace->findings, kind, &Finding::kind) > 0;
}

std::string ms(const std::string& table, const std::string& kernel, std::int64_t size,
               int digits = 2) {
  return figure(h200_ms(table, kernel, size), digits);
}
constexpr std::int64_t largest = std::int64_t{1} << 28;

constexpr FigureClaim of_reductions[] = {
    {"reduce_divergent", "{} numbers. The step s = {} makes {} additions. How many of the {} warps",
     "{} чисел. На шаге s = {} делается {} сложений. Сколько из {} варпов",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const Step& step = step_of(trace, at.entry());
       const auto additions = accesses_that(trace, [&](const Access& access) {
         return access.step == at.entry().step && access.operation == Operation::store;
       });
       return {figure(trace.header.size), figure(*step.value), figure(lanes_of(additions)),
               figure(trace.launches[0].threads() / warp_lanes)};
     }},
    {"reduce_divergent", "the warps need {} accesses to shared memory, and each is a wavefront",
     "варпам нужно {} обращений к памяти, и каждое — волна",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(shared_wavefronts(*at.document), shared_requests(*at.document));
       return {figure(shared_requests(*at.document))};
     }},
    {"reduce_divergent",
     "{} accesses. Its conflicts make {} wavefronts of them all the same, yet fewer instructions "
     "win: for 2^28 numbers an H200 takes {} ms, not {}.",
     "{} обращений. Из-за конфликтов волн всё равно {}, но инструкций меньше, и оно быстрее: "
     "2^28 чисел на H200 — {} мс вместо {}.",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(shared_wavefronts(*at.document), shared_wavefronts(*at.rival));
       return {figure(shared_requests(*at.rival)), figure(shared_wavefronts(*at.rival)),
               ms("reduction", "reduce_strided", largest),
               ms("reduction", "reduce_divergent", largest)};
     }},
    {"reduce_strided", "warp {} only tests its index and goes to the barrier",
     "варп {} лишь проверяет индекс и идёт к барьеру",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       EXPECT_TRUE(step_of(trace, at.entry()).barrier);
       const auto others = accesses_that(trace, [&](const Access& access) {
         return access.step == at.entry().step && access.warp != 0;
       });
       EXPECT_TRUE(others.empty());
       return {figure(trace.launches[0].threads() / warp_lanes - 1)};
     }},
    {"reduce_strided", "so the access takes {} wavefronts instead of {}",
     "обращение занимает {0} волн (wavefronts) вместо одной: конфликт {0}-го порядка",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.cost().degree, at.cost().wavefronts);
       return {figure(at.cost().wavefronts), figure(at.cost().ideal)};
     }},
    {"reduce_strided", "at s = {} the stride is {} words, and all {} lanes of the warp",
     "при s = {} шаг равен {} словам, и все {} нити варпа",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const auto indices = trace.lane_indices(at.entry());
       EXPECT_EQ(at.cost().degree, 32);
       return {figure(*step_of(trace, at.entry()).value), figure(indices[1] - indices[0]),
               figure(at.entry().active())};
     }},
    {"reduce_strided", "not one conflict is left", "не остаётся ни одного конфликта",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(conflicts(*at.rival), 0U);
       return {};
     }},
    {"reduce_sequential", "Two full warps; the others fail the test as a whole",
     "Два полных варпа; в остальных условие не выполнено ни для одной нити",
     [](const SaidAt& at) -> Figures {
       std::set<int> warps;
       for (const Access& access : at.document->trace->accesses) {
         if (access.step != at.entry().step) continue;
         EXPECT_EQ(access.active(), warp_lanes);
         warps.insert(access.warp);
       }
       EXPECT_EQ(warps.size(), 2U);
       return {};
     }},
    {"reduce_sequential", "{} threads do what {} do here",
     "{} нитей делают то, что здесь делают {}",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.rival->trace->header.size, at.document->trace->header.size);
       return {figure(at.rival->trace->launches[0].threads()),
               figure(at.document->trace->launches[0].threads())};
     }},
    {"reduce_first_add",
     "for the same {} numbers: one block too, but of {} threads. It meets at {} barriers, not {}. "
     "For 2^28 numbers an H200 takes {} ms, this kernel {}.",
     "для тех же {} чисел: тоже один блок, но из {} нитей. Барьеров у него {}, а не {}. На H200 "
     "для "
     "2^28 чисел ему нужно {} мс, а этому ядру — {}.",
     [](const SaidAt& at) -> Figures {
       const Trace& rival = *at.rival->trace;
       EXPECT_EQ(rival.header.size, at.document->trace->header.size);
       EXPECT_EQ(rival.launches[0].blocks(), 1);
       return {figure(rival.header.size),
               figure(rival.launches[0].threads()),
               figure(at.rival->summary.totals.barriers),
               figure(at.totals().barriers),
               ms("reduction", "reduce_sequential", largest),
               ms("reduction", "reduce_first_add", largest)};
     }},
    {"reduce_shuffle", "the lane numbered {} higher, within one warp",
     "нити с номером на {} больше, внутри одного варпа",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.entry().operation, Operation::shuffle);
       return {figure(at.document->trace->lane_indices(at.entry())[0])};
     }},
    {"reduce_shuffle",
     "There are {} wavefronts of shared memory instead of {}. For 2^28 numbers an H200 takes {} "
     "ms, "
     "not {}.",
     "У разделяемой памяти {} волны (wavefronts) вместо {}. На H200 для 2^28 чисел — {} мс вместо "
     "{}.",
     [](const SaidAt& at) -> Figures {
       return {figure(shared_wavefronts(*at.document)), figure(shared_wavefronts(*at.rival)),
               ms("reduction", "reduce_shuffle", largest),
               ms("reduction", "reduce_first_add", largest)};
     }},
    {"reduce_unrolled", "dropped for the last six steps", "на последних шести шагах",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(steps_named(*at.document->trace, "unrolled"), 6);
       return {};
     }},
    {"reduce_unrolled_syncwarp", "The same accesses, the same barriers of the block, the same sum",
     "Те же обращения, те же барьеры блока, та же сумма",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.document->trace->indices, at.rival->trace->indices);
       EXPECT_EQ(at.totals().barriers, at.rival->summary.totals.barriers);
       EXPECT_FALSE(has_finding(*at.document, FindingKind::race));
       EXPECT_TRUE(has_finding(*at.rival, FindingKind::race));
       return {};
     }},
    {"reduce_vectorized",
     "The grid stops growing at {} blocks. A larger input is read in this loop: each thread "
     "strides "
     "over it and adds in a register. {} numbers need {} blocks and no turn of the loop.",
     "Сетка растёт лишь до {} блоков. Больший вход читается в этом цикле: нить идёт по нему с "
     "шагом "
     "сетки и складывает в регистре. Для {} чисел хватает {} блоков, и цикл не нужен.",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const auto loads = accesses_that(
           trace, [&](const Access& access) { return array_of(trace, access) == "in"; });
       EXPECT_EQ(loads.size(), 2U) << "one of each warp";
       return {figure(find_kernel("reduce_vectorized").value()->max_grid),
               figure(trace.header.size), figure(trace.launches[0].blocks())};
     }},
    {"reduce_vectorized",
     "Here one load brings {} sectors, in the other kernel {}. For 2^28 numbers an H200 takes {} "
     "ms, not {}.",
     "Здесь одна загрузка приносит {} секторов, в другом ядре {}. На H200 для 2^28 чисел — {} мс "
     "вместо {}.",
     [](const SaidAt& at) -> Figures {
       return {figure(at.cost().sectors), figure(at.rival->summary.accesses[0].sectors),
               ms("reduction", "reduce_vectorized", largest),
               ms("reduction", "reduce_shuffle", largest)};
     }},
};

/// Lanes that add in a scan after Hillis and Steele, by shuffles: those with a partner.
std::uint64_t shuffled_additions(const Trace& trace) {
  std::uint64_t additions = 0;
  for (const Access& access : trace.accesses) {
    if (access.operation != Operation::shuffle) continue;
    additions += static_cast<std::uint64_t>(warp_lanes - *step_of(trace, access).value);
  }
  return additions;
}

/// How much faster the scan became when each status had a sector of its own, in percent, as
/// docs/performance.md tells it: the rates of the first row and of that one.
double gain_of_statuses_apart() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/docs/performance.md");
  double first = 0;
  for (std::string line; std::getline(file, line);) {
    std::smatch rate;
    const bool row = std::regex_search(line, rate, std::regex(R"(([0-9]),([0-9]{3})[^|]*\|$)"));
    if (!row) continue;
    const double value = std::stod(rate[1].str() + rate[2].str());
    if (line.find("ticket, look-back over 32 tiles") != std::string::npos) first = value;
    if (line.find("statuses 32 bytes apart") == std::string::npos) continue;
    // "3,350, with 32 floats a thread 3,570": the first of the two
    const std::size_t cell = line.rfind('|', line.size() - 2);
    EXPECT_TRUE(std::regex_search(line.cbegin() + static_cast<std::ptrdiff_t>(cell), line.cend(),
                                  rate, std::regex("([0-9]),([0-9]{3})")));
    return 100 * (std::stod(rate[1].str() + rate[2].str()) / first - 1);
  }
  return 0;
}

constexpr FigureClaim of_scans[] = {
    {"scan_hillis_steele",
     "about 2n additions instead of n · log2 n, in twice as many steps. Its table shows what it "
     "pays for that: conflicts",
     "около 2n сложений вместо n · log2 n, но шагов вдвое больше. Его таблица показывает, чем оно "
     "за это платит: конфликтами",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(steps_named(*at.rival->trace, "up") + steps_named(*at.rival->trace, "down"),
                 2 * steps_named(*at.document->trace, "combine"));
       EXPECT_EQ(conflicts(*at.document), 0U);
       EXPECT_GT(conflicts(*at.rival), 0U);
       return {};
     }},
    {"scan_blelloch",
     "The degree is {} as before: one bank for the 16 lanes of a half-warp. But there are two "
     "half-warps: {} wavefronts, not {}.",
     "Степень по-прежнему {}: один банк на 16 нитей полуварпа. Но полуварпов два: {} волны "
     "(wavefronts) вместо {}.",
     [](const SaidAt& at) -> Figures {
       const AccessCost before =
           with_model(*at.document, BankModel::cc5)->summary.accesses[at.access];
       EXPECT_EQ(at.cost().degree, before.degree);
       return {figure(at.cost().degree), figure(at.cost().wavefronts), figure(before.wavefronts)};
     }},
    {"scan_blelloch", "{} wavefronts instead of {}, none of them above the ideal",
     "{} волны вместо {}, и ни одного конфликта",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(conflicts(*at.rival), 0U);
       return {figure(shared_wavefronts(*at.rival)), figure(shared_wavefronts(*at.document))};
     }},
    {"scan_padded16",
     "2-way conflicts are left at d = {}, {}, {} and {}. The words that collide are {} elements "
     "apart: {} pads lie between them",
     "Остаются конфликты 2-го порядка при d = {}, {}, {} и {}. Между словами одного банка {} "
     "элементов, то есть {} выравнивающих",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       EXPECT_EQ(array_of(trace, at.entry()), "temp");
       EXPECT_EQ(at.cost().degree, 2);
       Figures figures;
       for (const std::int64_t d : values_with_degree(*at.document, 2))
         figures.push_back(figure(d));
       std::set<int> apart;  // of colliding words, in every access of temp
       for (const Access& access : trace.accesses) {
         if (!shared_access(trace, access)) continue;
         const auto words = trace.lane_indices(access);
         for_each_lane(access.mask, [&](int a, int i) {
           for_each_lane(access.mask, [&](int b, int k) {
             const int difference = words[k] - words[i];
             if (a / 16 == b / 16 && difference > 0 && difference % 16 == 0)
               apart.insert(difference);
           });
         });
       }
       EXPECT_EQ(apart.size(), 1U);
       figures.push_back(figure(*apart.begin() / 17 * 16));
       figures.push_back(figure(*apart.begin() / 17));
       return figures;
     }},
    {"scan_padded16",
     "2-way conflicts at d = {2}, {1} and {0}, and where the tree is loaded and written out",
     "конфликты 2-го порядка при d = {2}, {1} и {0}, а также при загрузке и выгрузке дерева",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.totals().max_degree, 2);
       EXPECT_EQ(array_of(*at.document->trace, at.entry()), "temp");
       EXPECT_TRUE(has_conflict(*at.document, "load"));
       EXPECT_TRUE(has_conflict(*at.document, "store"));
       Figures figures;
       for (const std::int64_t d : values_with_degree(*at.document, 2))
         figures.push_back(figure(d));
       EXPECT_EQ(figures.size(), 3U);
       return figures;
     }},
    {"scan_padded16", "On 16 banks nothing is left to queue for",
     "На 16 банках очередей больше нет",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(conflicts(*at.rival), 0U);
       EXPECT_EQ(array_of(*at.document->trace, at.entry()), "temp");
       return {};
     }},
    {"scan_padded16_twice", "None, at this size and at any other that a block can hold",
     "Ни одной, ни при этом размере, ни при любом другом, что помещается в блок",
     [](const SaidAt&) -> Figures {
       for (int block = 1; block <= 1024; block *= 2) {
         const auto run = emulated_run(
             {.kernel = "scan_padded16_twice", .size = 2 * block, .block = block, .input = {}},
             BankModel::cc1);
         EXPECT_EQ(conflicts(*run), 0U) << block;
       }
       return {};
     }},
    {"scan_padded16_twice", "2-way conflicts come back, at d = {} to {}",
     "возвращаются конфликты 2-го порядка, при d от {} до {}",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.totals().max_degree, 2);
       EXPECT_EQ(array_of(*at.document->trace, at.entry()), "temp");
       const auto values = values_with_degree(*at.document, 2);
       EXPECT_EQ(values.size(), 4U);
       return {figure(values.back()), figure(values.front())};
     }},
    {"scan_padded16_twice", "up to {} elements no second one is needed",
     "до {} элементов ничего больше не нужно",
     [](const SaidAt&) -> Figures {
       int size = 2;
       while (true) {
         const auto run = emulated_run(
             {.kernel = "scan_padded32", .size = size, .block = size / 2, .input = {}});
         if (conflicts(*run) > 0) break;
         size *= 2;
       }
       return {figure(size / 2)};
     }},
    {"scan_padded32",
     "the same loads, stores and barriers, but {} wavefronts instead of {}. For 2^28 numbers an "
     "H200 takes {} ms without pads, {} with them.",
     "те же загрузки, записи и барьеры, но {} волны вместо {}. На H200 для 2^28 чисел — {} мс без "
     "выравнивания и {} с ним.",
     [](const SaidAt& at) -> Figures {
       const Totals& rival = at.rival->summary.totals;
       EXPECT_EQ(at.totals().shared_load.requests, rival.shared_load.requests);
       EXPECT_EQ(at.totals().shared_store.requests, rival.shared_store.requests);
       EXPECT_EQ(at.totals().barriers, rival.barriers);
       return {figure(shared_wavefronts(*at.rival)), figure(shared_wavefronts(*at.document)),
               ms("scan", "scan_blelloch", largest), ms("scan", "scan_padded32", largest)};
     }},
    {"scan_block_sums",
     "{} numbers do not fit one block of {} threads, so four blocks scan {} each",
     "{} числа не помещаются в один блок из {} нитей, поэтому четыре блока сканируют по {}",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       EXPECT_EQ(trace.launches[0].blocks(), 4);
       return {figure(trace.header.size), figure(trace.launches[0].threads()),
               figure(2 * trace.launches[0].threads())};
     }},
    {"scan_distribute", "one addition for {} accesses to global memory",
     "одно сложение на {} обращения к глобальной памяти",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const auto of_a_warp = accesses_that(trace, [&](const Access& access) {
         return access.step == at.entry().step && access.warp == at.entry().warp;
       });
       EXPECT_EQ(at.document->trace->launch_of(at.entry()).shared_bytes, 0U);
       return {figure(of_a_warp.size())};
     }},
    {"scan_warp_shuffle", "makes {} additions for {} numbers. This one makes {}",
     "{} сложений на {} числа. Здесь их {}",
     [](const SaidAt& at) -> Figures {
       const Trace& rival = *at.rival->trace;
       const auto left = accesses_that(rival, [&](const Access& access) {
         return access.operation == Operation::load && step_of(rival, access).name == "combine" &&
                source_line(rival.source_of(access), rival.line_of(access))
                    .starts_with("const T left");
       });
       const Trace& own = *at.document->trace;
       const auto before = accesses_that(own, [&](const Access& access) {
         return step_of(own, access).name == "store" && array_of(own, access) == "sums";
       });
       return {figure(lanes_of(left)), figure(own.header.size),
               figure(shuffled_additions(own) + lanes_of(before))};
     }},
    {"scan_lookback", "statuses lie {} bytes apart", "состояния лежат через {} байт",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const auto indices = trace.lane_indices(at.entry());
       return {figure((indices[0] - indices[1]) * trace.arrays[at.entry().array].type.bytes())};
     }},
    {"scan_lookback", "On an H200 a sector each gave {} % more speed",
     "На H200 так быстрее на {} %",
     [](const SaidAt&) -> Figures { return {figure(gain_of_statuses_apart(), 0)}; }},
    {"scan_lookback", "for 2^28 floats an H200 takes {} ms for it, {} for this",
     "на H200 для 2^28 чисел float — {} мс, а здесь {}",
     [](const SaidAt&) -> Figures {
       return {ms("scan", "scan_block_sums", largest), ms("scan", "scan_lookback", largest)};
     }},
};

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

constexpr FigureClaim of_sorts[] = {
    {"bitonic_shared", "The slides count log2(n)², here {} instead of {}",
     "На слайдах стоит log2(n)², здесь это {} вместо {}",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const std::int64_t merges = steps_named(trace, "merged");  // one for each power of two
       return {figure(merges * merges), figure(merges + steps_named(trace, "half clean"))};
     }},
    {"bitonic_shared", "two lanes each, {} wavefronts. From a distance of {} on",
     "по две нити на банк, {} волны (wavefronts). Начиная с расстояния {} нити",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       std::int64_t longest = 0;  // stride with a conflict; a half-cleaner's value is twice that
       for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
         const Step& step = step_of(trace, trace.accesses[a]);
         if (step.name != "half clean" || at.document->summary.accesses[a].degree < 2) continue;
         longest = std::max(longest, *step.value / 2);
       }
       return {figure(at.cost().wavefronts), figure(2 * longest)};
     }},
    {"odd_even_merge", "as many barriers, {}, but fewer loads", "барьеров столько же, {}, но",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.totals().barriers, at.rival->summary.totals.barriers);
       EXPECT_LT(at.totals().shared_load.requests, at.rival->summary.totals.shared_load.requests);
       return {figure(at.totals().barriers)};
     }},
    {"odd_even_merge", "only {} pairs are compared and not {}",
     "сравнивается лишь {} пара вместо {}",
     [](const SaidAt& at) -> Figures {
       return {figure(comparisons(*at.document->trace)), figure(comparisons(*at.rival->trace))};
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

constexpr FigureClaim of_solvers[] = {
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
    {"simple_iteration", "the limit lies near −0.5", "предел около −0.5",
     [](const SaidAt& at) -> Figures {
       const auto diverges = [](const char* alpha, const char* input) {
         return has_finding(*emulated_run({.kernel = "simple_iteration",
                                           .size = 32,
                                           .block = 32,
                                           .input = {.kind = input},
                                           .parameters = {{"alpha", alpha}, {"iterations", "16"}}}),
                            FindingKind::numerics);
       };
       EXPECT_TRUE(has_finding(*at.document, FindingKind::numerics));
       EXPECT_FALSE(diverges("-0.49", "poisson"));
       EXPECT_TRUE(diverges("-0.51", "poisson"));
       // both signs of eigenvalues: no alpha helps
       EXPECT_TRUE(diverges("-0.01", "dominant"));
       EXPECT_TRUE(diverges("0.01", "dominant"));
       return {};
     }},
};

TEST(FiguresOfReductions, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_reductions) expect_said(claim);
}
TEST(FiguresOfScans, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_scans) expect_said(claim);
}
TEST(FiguresOfSorts, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_sorts) expect_said(claim);
}
TEST(FiguresOfSolvers, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_solvers) expect_said(claim);
}

constexpr std::array families{Family::reduction, Family::scan, Family::sort, Family::solver};

TEST(LessonTerms, AreOneWordForOneThing) { expect_terms(families); }

TEST(LessonTerms, FindsWhatIsUnwanted) {
  EXPECT_EQ(lower("ЛЕЙН, Проход Я и Ёж Abc"), "лейн, проход я и Ёж abc");
  EXPECT_NONFATAL_FAILURE(expect_terms({"It is free of conflicts.", "Так."}, false, "here"),
                          "free");
  EXPECT_NONFATAL_FAILURE(expect_terms({"So.", "Лейн ждёт."}, false, "here"), "нить");
  EXPECT_NONFATAL_FAILURE(expect_terms({"One pass.", "Так."}, false, "here"), "wavefront");
  expect_terms({"One pass, conflict-free.", "Один проход."}, true, "of a sort");
}

TEST(LessonTerms, QuestionsAreToldInTheSameWords) {
  for (const QuestionKind& kind : question_kinds()) {
    expect_terms({std::string(kind.meaning), ""}, false, std::string(kind.id));
  }
}

/// What cannot be the answer should not be offered: 4 of 2 warps.
TEST(LessonChoices, ArePossible) {
  LessonLibrary library;
  for (const KernelInfo* kernel : catalogue()) {
    const Lesson& lesson = *library.find(kernel->id);
    for (std::size_t i = 0; i < lesson.stops.size(); ++i) {
      if (!lesson.stops[i].question) continue;
      const Question& question = *lesson.stops[i].question;
      const auto at = figures::said_at(lesson, i);
      ASSERT_TRUE(at) << lesson.file;
      const Launch& launch = at->document->trace->launch_of(at->entry());
      std::int64_t most = std::numeric_limits<std::int64_t>::max();
      if (question.ask == "step_warps") most = (launch.threads() + warp_lanes - 1) / warp_lanes;
      if (question.ask == "step_threads") most = launch.threads();
      if (question.ask.ends_with("_lanes") || question.ask == "degree") most = warp_lanes;
      if (question.ask == "active_lanes") most = std::min(warp_lanes, launch.threads());
      for (const std::string& choice : question.choices) {
        EXPECT_LE(std::stoll(choice), most) << lesson.file << ":" << question.line;
      }
    }
  }
}

TEST(RussianCaptions, SpeakAsTheLessonsDo) {
  for (const KernelInfo* kernel : catalogue()) {
    const DocumentPtr document = emulated_run({.kernel = std::string(kernel->id), .input = {}});
    ASSERT_NE(document, nullptr) << kernel->id;
    std::set<std::string> parts;
    for (std::uint32_t a = 0; a < document->trace->accesses.size(); ++a) {
      const Caption text = caption_russian(*document->trace, document->summary, a);
      parts.insert({text.sentence, text.verdict, text.detail});
    }
    for (const std::string& part : parts) expect_terms({"", part}, false, std::string(kernel->id));
  }
}

}  // namespace
}  // namespace warpscope::test::reduce_scan_sort_solver
