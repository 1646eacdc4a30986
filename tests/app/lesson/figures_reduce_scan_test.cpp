// The figures in lessons on reduction and scan are those of their traces.
#include <algorithm>
#include <fstream>
#include <set>

#include "instrumentation/patterns/launch_nesting.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

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
     "{} обращений. Из-за конфликтов волн всё равно {}, но команд меньше, и оно быстрее: "
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
    {"reduce_to_one", "leave a result for each block: {} of them here",
     "оставляют по результату на блок, здесь их {}",
     [](const SaidAt& at) -> Figures {
       return {figure(at.document->trace->launches[0].blocks())};
     }},
    {"reduce_to_one", "{} numbers fill {} blocks, and {} results no warp",
     "{} чисел заполняют {} блоков, а {} результатов — не целый варп",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const std::uint64_t blocks =
           trace.header.size / (4 * static_cast<std::uint64_t>(trace.launches[0].threads()));
       return {figure(trace.header.size), figure(blocks), figure(blocks)};
     }},
    {"reduce_to_one", "at most {} blocks stride over an input of any size",
     "не больше {} блоков обходят",
     [](const SaidAt&) -> Figures {
       return {figure(find_kernel("reduce_to_one").value()->max_grid)};
     }},
    {"reduce_to_one",
     "the kernel that stops at {} results. The recorded block of the first launch is the same; the "
     "second launch, two warps, adds {} sectors to the {} of that block",
     "ядро, которое останавливается на {0} результатах. Записанный блок первого запуска тот же; "
     "второй запуск, два варпа, добавляет к его {2} секторам ещё {1}",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.document->trace->launches[1].threads(), 2 * warp_lanes);
       const std::uint64_t both = at.totals().global_load.sectors;
       const std::uint64_t first = at.rival->summary.totals.global_load.sectors;
       return {figure(at.rival->trace->launches[0].blocks()), figure(both - first), figure(first)};
     }},
    {"reduce_to_one",
     "2^28 numbers take {} ms, with CUB {}; 2^16 take {} and {}. While one block suffices, at "
     "2^10, "
     "it is {}",
     "2^28 чисел занимают {} мс, у CUB — {}; 2^16 — {} и {}. Пока хватает одного блока, при 2^10, "
     "нужно {}",
     [](const SaidAt&) -> Figures {
       const char* table = "reduction_to_one";
       return {ms(table, "reduce_to_one", largest, 3), ms(table, "cub_reduce", largest, 3),
               ms(table, "reduce_to_one", 1 << 16, 4), ms(table, "cub_reduce", 1 << 16, 4),
               ms(table, "reduce_to_one", 1 << 10, 4)};
     }},
    {"reduce_last_block",
     "2^28 numbers take {} ms, with two launches {}; 2^16 take {} and {}. One launch less gains "
     "little",
     "2^28 чисел занимают {} мс, с двумя запусками {}; 2^16 — {} и {}. Выигрыш мал",
     [](const SaidAt&) -> Figures {
       const char* table = "reduction_to_one";
       return {ms(table, "reduce_last_block", largest, 3), ms(table, "reduce_to_one", largest, 3),
               ms(table, "reduce_last_block", 1 << 16, 4), ms(table, "reduce_to_one", 1 << 16, 4)};
     }},
    {"compact", "2^26 numbers take {} ms; copying them takes {}",
     "2^26 чисел занимают {} мс, а их копирование — {}",
     [](const SaidAt&) -> Figures {
       return {ms("compact", "compact", 1 << 26), ms("compact", "limit_copy", 1 << 26, 3)};
     }},
    {"scan_merging", "2^26 numbers take {} ms, the scan of Hillis and Steele {}",
     "2^26 чисел занимают {} мс, у сканирования Хиллиса и Стила — {}",
     [](const SaidAt&) -> Figures {
       return {ms("scan_newer", "scan_merging", 1 << 26, 3),
               ms("scan_int", "scan_hillis_steele", 1 << 26, 3)};
     }},
    {"scan_merging", "the {} steps and their barriers are the same", "{} шагов и их барьеры те же",
     [](const SaidAt& at) -> Figures {
       const auto steele = emulated_run(
           {.kernel = "scan_hillis_steele", .size = 256, .block = 256, .input = {.kind = "ones"}});
       EXPECT_EQ(at.totals().barriers, steele->summary.totals.barriers);
       return {figure(steps_named(*at.document->trace, "merge"))};
     }},
    {"scan_reductions", "2^24 numbers take {} ms, merging halves {}",
     "2^24 чисел занимают {} мс, слияние половин — {}",
     [](const SaidAt&) -> Figures {
       return {ms("scan_newer", "scan_reductions", 1 << 24),
               ms("scan_newer", "scan_merging", 1 << 24, 3)};
     }},
    {"scan_segmented", "2^26 numbers with irregular heads take {} ms, the plain scan {}",
     "2^26 чисел с irregular занимают {} мс, обычное сканирование — {}",
     [](const SaidAt&) -> Figures {
       return {ms("scan_newer", "scan_segmented", 1 << 26, 3),
               ms("scan_int", "scan_hillis_steele", 1 << 26, 3)};
     }},
    {"reduce_last_block", "wait for the other {}. Each counts instead",
     "Ждать остальные {} блоков не нужно",
     [](const SaidAt& at) -> Figures {
       return {figure(at.document->trace->launches[0].blocks() - 1)};
     }},
    {"reduce_last_block", "so block {} gets {}", "и блок {} получает {}",
     [](const SaidAt& at) -> Figures {
       // Of blocks that run in order each finds those before it.
       const int block = at.document->trace->launches[0].traced_block;
       return {figure(block), figure(block)};
     }},
    {"reduce_last_block", "learns that {} are done before it",
     "что до него закончили {}, и остаётся",
     [](const SaidAt& at) -> Figures {
       return {figure(at.document->trace->launches[0].blocks() - 1)};
     }},
    {"reduce_last_block", "One for each of the {} blocks", "По одной на каждый из {} блоков",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.entry().active(), at.document->trace->launches[0].blocks());
       return {figure(at.document->trace->launches[0].blocks())};
     }},
    {"reduce_last_block", "over {} threads, then over {} results",
     "по {} нитям, затем по {} результатам",
     [](const SaidAt& at) -> Figures {
       const Launch& launch = at.document->trace->launches[0];
       return {figure(launch.threads()), figure(launch.blocks())};
     }},
    {"reduce_last_block",
     "The recorded blocks load {} sectors each. The second launch is gone; instead there are {} "
     "atomics",
     "Записанные блоки обоих загружают по {} секторов. Второго запуска больше нет, вместо него {} "
     "атомарные",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.totals().global_load.sectors, at.rival->summary.totals.global_load.sectors);
       return {figure(at.totals().global_load.sectors),
               figure(at.document->trace->launches[0].blocks())};
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

/// Lanes that add: those of the accesses to lines that begin so.
std::uint64_t lanes_of_line(const Trace& trace, Operation operation, std::string_view line) {
  return lanes_of(accesses_that(trace, [&](const Access& access) {
    return access.operation == operation &&
           source_line(trace.source_of(access), trace.line_of(access)).starts_with(line);
  }));
}
/// Additions of scans that were recorded.
std::uint64_t hillis_steele_additions(const Trace& trace) {
  return lanes_of_line(trace, Operation::load, "const T left = from[tid - s]");
}
std::uint64_t merging_additions(const Trace& trace) {
  return lanes_of_line(trace, Operation::store, "data[tid] = op(last, own)");
}
DocumentPtr scan_of(const char* kernel, std::int64_t size, int block) {
  return emulated_run({.kernel = kernel, .size = size, .block = block, .input = {.kind = "ones"}});
}

constexpr FigureClaim of_scans[] = {
    {"scan_merging",
     "Both scans take {} steps. Hillis and Steele make {} additions, merging {}: n / 2 · log2 n. "
     "Blelloch: {}, in {} steps",
     "Шагов у обоих {}; у Хиллиса и Стила {} сложения, здесь {}: n / 2 · log2 n. У Блеллоха {}, но "
     "шагов {}",
     [](const SaidAt& at) -> Figures {
       const Trace& steele = *at.document->trace;
       const Trace& merging = *at.rival->trace;
       EXPECT_EQ(steps_named(steele, "combine"), steps_named(merging, "merge"));
       const auto blelloch = scan_of("scan_blelloch", 256, 128);
       const Trace& tree = *blelloch->trace;
       return {figure(steps_named(merging, "merge")), figure(hillis_steele_additions(steele)),
               figure(merging_additions(merging)),
               figure(lanes_of_line(tree, Operation::store, "temp[b] = op")),
               figure(steps_named(tree, "up") + steps_named(tree, "down"))};
     }},
    {"scan_merging", "{} wavefronts against {}", "{} волны против {}",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(conflicts(*at.document), 0U);
       return {figure(shared_wavefronts(*at.document)),
               figure(shared_wavefronts(*scan_of("scan_hillis_steele", 256, 256)))};
     }},
    {"scan_merging", "What lies left of the group, {}, comes in the last step",
     "Сумму того, что левее группы, {}, прибавит последний шаг",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;  // of 0, 1, 2, …; the group begins at 8
       return {figure(trace.header.size / 2 * (trace.header.size / 2 - 1) / 2)};
     }},
    {"scan_reductions", "{0} + 1 is added in seven rows", "{0} + 1 — в семи строках",
     [](const SaidAt& at) -> Figures {
       int rows = 0;
       const Trace& trace = *at.document->trace;
       for (const Access& access : trace.accesses) {
         const Step& step = step_of(trace, access);
         if (step.name != "combine" || step.value != 1 || access.operation != Operation::store)
           continue;
         const auto cells = trace.lane_indices(access);
         rows +=
             static_cast<int>(std::ranges::count_if(cells, [](int cell) { return cell % 8 == 0; }));
       }
       EXPECT_EQ(rows, 7);
       return {"0"};
     }},
    {"scan_reductions",
     "For {} numbers these are {}, by {} threads; Hillis and Steele make {} in as many steps, "
     "merging halves {}",
     "Для {} чисел это {}, на {} нитях; Хиллис и Стил делают {} за столько же шагов, слияние "
     "половин — {}",
     [](const SaidAt& at) -> Figures {
       const Trace& steele = *at.document->trace;
       const Trace& reductions = *at.rival->trace;
       EXPECT_EQ(steps_named(steele, "combine"), steps_named(reductions, "combine"));
       return {figure(reductions.header.size),
               figure(lanes_of_line(reductions, Operation::store, "rows[cell] = op")),
               figure(reductions.launches[0].threads()), figure(hillis_steele_additions(steele)),
               figure(merging_additions(*scan_of("scan_merging", 32, 32)->trace))};
     }},
    {"scan_reductions", "it takes {} threads and {} times the additions",
     "{} нити и около {} сложений вместо одного",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const std::uint64_t n = trace.header.size;
       const std::uint64_t made = lanes_of_line(trace, Operation::store, "rows[cell] = op");
       return {figure(static_cast<std::uint64_t>(trace.launches[0].threads()) / n),
               figure(made / (n - 1))};
     }},
    {"scan_segmented",
     "The plain scan makes {} additions, this one {}: lanes stop at their heads. But it moves "
     "flags as well, {} sectors of global memory instead of {}",
     "Обычное сканирование делает {} сложения, это — {}: нити останавливаются у начал. Но нужны и "
     "флаги: {} секторов глобальной памяти вместо {}",
     [](const SaidAt& at) -> Figures {
       const auto global = [](const Document& document) {
         return document.summary.totals.global_load.sectors +
                document.summary.totals.global_store.sectors;
       };
       return {figure(hillis_steele_additions(*at.rival->trace)),
               figure(hillis_steele_additions(*at.document->trace)), figure(global(*at.document)),
               figure(global(*at.rival))};
     }},
    {"scan_segmented", "Without heads it is the plain scan, addition by addition",
     "Без начал это обычное сканирование, сложение в сложение",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(hillis_steele_additions(*at.document->trace),
                 hillis_steele_additions(*at.rival->trace));
       return {};
     }},
    {"compact", "{} lanes of this warp keep their value, and they sit apart",
     "в этом варпе значение остаётся у {} нитей, и стоят они вразброс",
     [](const SaidAt& at) -> Figures {
       EXPECT_NE(at.entry().mask & (at.entry().mask + 1), 0U);
       return {figure(at.entry().active())};
     }},
    {"compact", "{} bytes for the {} that are wanted", "{} байт ради нужных {}",
     [](const SaidAt& at) -> Figures {
       return {figure(32 * at.cost().sectors), figure(4 * at.entry().active())};
     }},
    {"compact", "{} × 4 bytes fill {} sectors", "{} × 4 байта — это {} сектора",
     [](const SaidAt& at) -> Figures {
       return {figure(at.entry().active()), figure(at.cost().sectors)};
     }},
    {"compact", "{} values side by side: half the sectors", "{} значений подряд: вдвое меньше",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(2 * at.cost().sectors, 4);
       return {figure(at.entry().active())};
     }},
    {"scan_hillis_steele", "Inclusive here, 1 to {}; exclusive beside it, 0 to {}",
     "Здесь включающее сканирование, от 1 до {}, рядом исключающее, от 0 до {}",
     [](const SaidAt& at) -> Figures {
       const auto last = [](const Trace& trace) {  // stored to out
         return trace.words[trace.accesses.back().first_word + trace.accesses.back().active() - 1];
       };
       return {figure(last(*at.document->trace)), figure(last(*at.rival->trace))};
     }},
    {"scan_blelloch", "append the root, {}, which was cleared here",
     "допишите корень, {}: здесь он",
     [](const SaidAt& at) -> Figures { return {figure(at.document->trace->header.size)}; }},
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
    {"scan_distribute",
     "{} give {} sums, these {}, and one block scans those. The host calls itself, and the "
     "brackets "
     "show it: what a level begins, its last launch ends. {} launches, two for each of {} levels",
     "из {} получается {} суммы, из них {}, и эти сканирует один блок. Хост вызывает сам себя, и "
     "это видно по скобкам: начатое уровнем завершает его последний запуск. {} запусков: по два на "
     "каждый из {} уровней",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const auto nests = launch_nests(trace);
       EXPECT_EQ(trace.launches.size(), 2 * nests.size() + 1);
       EXPECT_EQ(trace.launches[2].blocks(), 1);
       return {figure(trace.header.size), figure(trace.launches[0].blocks()),
               figure(trace.launches[1].blocks()), figure(trace.launches.size()),
               figure(nests.size())};
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

TEST(FiguresOfReductions, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_reductions) expect_said(claim);
}
TEST(FiguresOfScans, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_scans) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
