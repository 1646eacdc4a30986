// The figures in lessons on reduction are those of their traces.
#include <set>

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

TEST(FiguresOfReductions, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_reductions) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
