// The figures in lessons on scans are those of their traces.
#include <algorithm>
#include <fstream>
#include <set>

#include "instrumentation/patterns/launch_nesting.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

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

/// Of reductions and of merging in the blocks that were timed: the stop must have them, too.
Figures timed_reductions(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  const int block = trace.launches[0].threads();
  for (const char* kernel : {"scan_reductions", "scan_merging"}) {
    EXPECT_EQ(measured("h200/timing_scan_newer.json", kernel, 1 << 24).at("block"), block);
  }
  const auto merged = scan_of("scan_merging", block, block);
  EXPECT_EQ(merged->trace->launches[0].threads(), merged->trace->header.size);
  const auto size = static_cast<double>(trace.header.size);
  const double threads = block / size;
  const double additions =
      static_cast<double>(lanes_of_line(trace, Operation::store, "rows[cell] = op")) / size;
  const double merging = static_cast<double>(merging_additions(*merged->trace)) / block;
  const double time = h200_ms("scan_newer", "scan_reductions", 1 << 24);
  const double time_of_merging = h200_ms("scan_newer", "scan_merging", 1 << 24);
  return {figure(block),
          figure(threads, 0),
          figure(additions, 1),
          figure(merging, 0),
          figure(time, 2),
          figure(time_of_merging, 3),
          figure(time / time_of_merging, 0),
          figure(additions / merging, 1),
          figure(threads, 0)};
}

/// Whether memory limits a scan by segments, and what does.
Figures limits_of_segments(const SaidAt& at) {
  const double copies = 2 * h200_ms("scan", "limit_copy", largest);
  const double whole = h200_ms("scan", "scan_block_sums", largest);
  const double segments = h200_ms("scan", "scan_padded32", largest);
  const auto line = measured("h200/timing_scan.json", "scan_padded32", largest);
  const auto block = line.at("block").get<int>();
  const auto one = scan_of("scan_padded32", std::int64_t{2} * block, block);
  const Trace& trace = *one->trace;
  EXPECT_LT(2 * copies, whole) << "memory is not the limit";
  EXPECT_GT(segments, copies);
  return {
      figure(at.rival->trace->launches.size()),
      figure(copies, 2),
      figure(whole, 2),
      ms("scan", "scan_lookback", largest),
      figure(steps_named(trace, "up") + steps_named(trace, "clear") + steps_named(trace, "down")),
      figure(segments, 2)};
}

/// On the way up d is the number of threads that work, and the stride is what that leaves of n.
Figures threads_and_stride(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  const Step& step = step_of(trace, at.entry());
  EXPECT_EQ(step.name, "up");
  EXPECT_EQ(step.value, at.entry().active());
  return {figure(*step.value), figure(trace.header.size / *step.value)};
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
    {"scan_reductions",
     "In blocks of {} an element takes {} threads and {} additions; merging halves one thread and "
     "{}. On an H200 2^24 numbers take {} ms, merging {}: {} times as long for {} times the "
     "additions, but {} times the threads.",
     "При блоках из {} нитей на элемент идут {} нитей и {} сложения, у слияния половин — одна нить "
     "и {}. На H200 2^24 чисел занимают {} мс, слияние — {}: в {} раз дольше, хотя сложений больше "
     "в {} раза, а нитей — в {}.",
     timed_reductions},
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
    {"scan_merging", "Why are one array and one barrier a step enough?",
     "Почему хватает одного массива и одного барьера на шаг?",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       EXPECT_EQ(at.totals().barriers,
                 static_cast<std::uint64_t>(1 + steps_named(trace, "merge")));  // 1: the load
       return {};
     }},
    {"scan_blelloch", "d = {0}: {0} threads work and read with a stride of {1} words",
     "d = {0}: работают {0} нити и читают с шагом {1} слов", threads_and_stride},
    {"scan_padded16", "512 elements, 16 banks, d = {} threads at work",
     "512 элементов, 16 банков, работают d = {} нити", threads_and_stride},
    {"scan_padded32", "d = {} threads read every {}th element",
     "d = {} нити читают каждый {}-й элемент", threads_and_stride},
    {"scan_padded16_twice", "d = {} threads work and read with a stride of {} elements",
     "Работают d = {} нити и читают с шагом {} элементов", threads_and_stride},
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
    {"scan_blelloch",
     "{} wavefronts instead of {}, none of them above the ideal. On an H200 conflicts take {} % of "
     "this kernel's time (2^22 numbers).",
     "{} волны вместо {}, и ни одного конфликта. На H200 конфликты занимают {} % времени этого "
     "ядра (2^22 чисел).",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(conflicts(*at.rival), 0U);
       return {figure(shared_wavefronts(*at.rival)), figure(shared_wavefronts(*at.document)),
               conflict_share("scan_blelloch")};
     }},
    {"scan_padded16",
     "2-way conflicts are left at d = {}, {}, {} and {}. The words that collide are {} elements "
     "apart: {} pads lie between them",
     "Остаются конфликты 2-го порядка при d = {}, {}, {} и {}. Слова одного банка разделяют {} "
     "элементов и {} выравнивающих",
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
    {"scan_lookback",
     "makes {} launches and moves everything twice: copying 2^28 floats twice takes an H200 {} ms. "
     "It takes {}, this one {}: scanning the segments alone, {} steps between barriers, takes {}.",
     "{} запуска, и всё дважды идёт через память. Дважды скопировать 2^28 чисел float — {} мс на "
     "H200. Оно занимает {}, а это — {}: одно лишь сканирование отрезков, {} шагов между "
     "барьерами, занимает {}.",
     limits_of_segments},
    {"scan_distribute",
     "Copying 2^28 floats takes an H200 {} ms; with this kernel the scan takes {} longer than its "
     "segments alone.",
     "Скопировать 2^28 float — {} мс на H200, а с этим ядром сканирование занимает на {} больше, "
     "чем одни отрезки.",
     [](const SaidAt&) -> Figures {
       return {ms("scan", "limit_copy", largest),
               figure(h200_ms("scan", "scan_distribute", largest) -
                          h200_ms("scan", "scan_padded32", largest),
                      2)};
     }},
};

TEST(FiguresOfScans, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_scans) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
