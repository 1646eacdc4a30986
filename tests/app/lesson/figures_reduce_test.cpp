// The figures in lessons on reduction are those of their traces.
#include <set>

#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

/// What counting and the last block's second tree take, of as many blocks as were timed: against a
/// reduction that ends with the sums of the blocks.
Figures price_of_the_last_block(const SaidAt&) {
  const char* table = "reduction_to_one";
  constexpr std::int64_t few = 1 << 10, many = 1 << 16;
  const auto blocks = [](const char* kernel, std::int64_t size) {
    const auto line = measured("h200/timing_reduction_to_one.json", kernel, size);
    const auto run =
        emulated_run({.kernel = kernel, .size = size, .block = line.at("block").get<int>()});
    EXPECT_TRUE(size != few || run->trace->launches.size() == 1);
    return run->trace->launches[0].blocks();
  };
  const double alone =
      h200_ms(table, "reduce_last_block", few) - h200_ms(table, "reduce_to_one", few);
  const double behind =
      h200_ms(table, "reduce_last_block", many) - h200_ms("reduction", "reduce_vectorized", many);
  EXPECT_EQ(blocks("reduce_to_one", few), blocks("reduce_last_block", few));
  EXPECT_NEAR(behind / alone, 1, 0.1) << "it does not depend on the number of blocks";
  return {ms(table, "reduce_last_block", largest, 3), ms(table, "reduce_to_one", largest, 3),
          ms(table, "reduce_last_block", many, 4),    ms(table, "reduce_to_one", many, 4),
          figure(blocks("reduce_last_block", few)),   figure(1000 * alone, 2),
          figure(blocks("reduce_last_block", many)),  figure(1000 * behind, 2)};
}

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
    {"reduce_strided",
     "not one conflict is left. On an H200 they take {} % of the time here (2^22 numbers, blocks "
     "of {}).",
     "не остаётся ни одного конфликта. На H200 они занимают здесь {} % времени (2^22 чисел, блоки "
     "по {}).",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(conflicts(*at.rival), 0U);
       const auto line = measured("h200/timing_conflicts_vectors.json", "reduce_strided", 1 << 22);
       return {conflict_share("reduce_strided"), figure(line.at("block").get<int>())};
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
     "2^28 numbers take {} ms, with two launches {}; 2^16 take {} and {}. What follows the blocks' "
     "sums takes as long with {} block, {} µs, as with {}, {}:",
     "2^28 чисел занимают {} мс, с двумя запусками {}; 2^16 — {} и {}. То, что следует за суммами "
     "блоков, длится при {} блоке {} мкс, при {} — {}:",
     price_of_the_last_block},
    {"reduce_last_block", "only two fences settle it", "надёжны только два",
     [](const SaidAt& at) -> Figures {
       const std::string& text = at.document->trace->source_of(at.entry()).text;
       int fences = 0;
       for (std::size_t i = 0; (i = text.find("block.fence()", i)) != std::string::npos; ++i) {
         ++fences;
       }
       EXPECT_EQ(fences, 2);
       return {};
     }},
    {"compact",
     "2^26 numbers take {} ms; copying them takes {}. More than half is the scan of the flags: "
     "alone it takes {}. Keeping fewer, below 10, or more, below 90, changes little: {} and {}.",
     "2^26 чисел занимают {} мс, а их копирование — {}. Больше половины — сканирование флагов: "
     "само по себе оно занимает {}. Оставить меньше (below 10) или больше (below 90) — почти всё "
     "равно: {} и {}.",
     [](const SaidAt&) -> Figures {
       constexpr std::int64_t size = 1 << 26;
       const auto below = [](const char* value) {
         return h100_ms("compact", "compact", size, {{"below", value}});
       };
       const double scan = h100_ms("compact", "scan_block_sums", size);
       EXPECT_GT(scan / below("50"), 0.5);
       return {figure(below("50"), 2), figure(h100_ms("compact", "limit_copy", size), 3),
               figure(scan, 3), figure(below("10"), 2), figure(below("90"), 2)};
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
    {"scan_segmented",
     "2^26 numbers take {} ms so, {} with irregular heads, and the plain scan {}: {} is the price "
     "of the flags",
     "2^26 чисел занимают так {} мс, с irregular — {}, а обычное сканирование — {}: {} — цена "
     "флагов",
     [](const SaidAt& at) -> Figures {
       const auto heads = [](const std::string& value) {
         return h100_ms("segmented", "scan_segmented", 1 << 26, {{"heads", value}});
       };
       const double own = heads(at.document->request.parameters.at("heads"));
       const double plain = h100_ms("segmented", "scan_hillis_steele", 1 << 26);
       return {figure(own, 3), figure(heads("irregular"), 3), figure(plain, 3),
               figure(own - plain, 3)};
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
