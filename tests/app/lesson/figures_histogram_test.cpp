// The figures in lessons on histograms are those of the emulator's traces and of the H200's times.
#include <algorithm>
#include <set>

#include "instrumentation/analysis/coalescing.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

/// In a block of another place, warps want the same bins.
Figures bins_of_a_ramp(const SaidAt& at) {
  const std::set<ElementIndex> bins = indices_of(*at.document->trace, at.entry());
  RunRequest request = at.document->request;
  request.traced_block = 1;
  const auto run = emulated_run(request);
  const Trace& other = *run->trace;
  EXPECT_TRUE(std::ranges::any_of(other.accesses, [&](const Access& access) {
    return access.operation == Operation::atomic_add && indices_of(other, access) == bins;
  }));
  return {figure(std::ssize(bins))};
}

/// One lane per wavefront, while a load takes one for all.
Figures turns_on_one_word(const SaidAt& at) {
  EXPECT_EQ(indices_of(*at.document->trace, at.entry()).size(), 1U);
  EXPECT_EQ(at.cost().wavefronts, at.entry().active());
  return {figure(at.cost().wavefronts)};
}

/// Counters of the H200 when all lanes add the constant 1 to one word.
Figures ones_counted_together(const SaidAt& at) {
  EXPECT_EQ(at.cost().wavefronts, 1);
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/assets/measurements/h200/bank_patterns.json");
  int found = 0;
  const auto record = nlohmann::json::parse(file);
  for (const auto& pattern : record.at("patterns")) {
    if (pattern.at("op") != "increment_unused" || pattern.at("mask") != "ffffffff") continue;
    const std::string lanes = pattern.at("address");
    bool same = true;
    for (std::size_t i = 4; i < lanes.size(); i += 4) {
      same = same && lanes.compare(i, 4, lanes, 0, 4) == 0;
    }
    if (!same) continue;
    ++found;
    EXPECT_EQ(pattern.at("counters").at("atomic_wavefronts"), 1);
  }
  EXPECT_GE(found, 1);
  return {};
}

/// As many elements, counted by twice as many threads.
Figures price_of_more_threads(const SaidAt& at) {
  const Launch& own = at.document->trace->launches.front();
  const Launch& rival = at.rival->trace->launches.front();
  EXPECT_EQ(at.document->request.size, at.rival->request.size);
  EXPECT_EQ(own.blocks(), 1);
  EXPECT_EQ(rival.blocks(), 1);
  EXPECT_EQ(rival.threads(), 2 * own.threads());
  EXPECT_EQ(at.rival->summary.totals.max_degree, 1);
  return {figure(rival.threads()), figure(shared_wavefronts(*at.rival)),
          figure(shared_wavefronts(*at.document))};
}

Figures layouts_measured(const SaidAt& at) {
  const double slowest =
      h200_ms("histogram", "histogram64_permuted32", largest, {{"per_thread", "16"}});
  const double atomics = h200_ms("histogram", "histogram_shared_atomic", largest);
  std::string others;
  for (const char* other :
       {"histogram64_thread_major", "histogram64_bin_major", "histogram64_permuted16"}) {
    const double ms = h200_ms("histogram", other, largest, {{"per_thread", "32"}});
    EXPECT_LT(ms, slowest) << other;
    EXPECT_GE(ms, atomics) << other;
    EXPECT_TRUE(others.empty() || others == figure(ms, 2)) << other;
    others = figure(ms, 2);
  }
  EXPECT_EQ(at.totals().max_degree, 1);
  return {figure(slowest, 2), "16", "32", others, figure(atomics, 2)};
}

/// The words of one bin in neighbouring tables.
Figures tables_apart(const SaidAt& at) {
  const std::int64_t bytes = 4 * at.document->trace->arrays[at.entry().array].columns;
  EXPECT_EQ(bytes % 1024, 0);
  EXPECT_EQ(global_request(*at.document->trace, at.entry()).bytes, 128);
  EXPECT_GE(bytes, sector_bytes);  // so each word lies in a sector of its own
  return {figure(bytes / 1024), figure(at.entry().active())};
}

Figures second_launch_is_plain(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  EXPECT_EQ(trace.launches.size(), 2U);
  EXPECT_EQ(trace.launches.back().shared_bytes, 0U);
  for (const Step& step : trace.steps) {
    EXPECT_FALSE(step.launch == 1 && step.barrier) << step.name;
  }
  for (const Access& access : trace.accesses) {
    const bool second = trace.steps[access.step].launch == 1;
    EXPECT_FALSE(second && access.operation == Operation::atomic_add);
  }
  return {};
}

Figures elements_of_a_load(const SaidAt& at) {
  const GlobalRequest request = global_request(*at.document->trace, at.entry());
  EXPECT_EQ(request.sectors * sector_bytes, request.bytes);
  return {figure(request.bytes / at.entry().active()), figure(request.bytes)};
}

/// Lane l of every warp.
Figures column_of_a_lane(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  std::set<int> warps;
  for (const Access& access : trace.accesses) {
    if (access.operation != Operation::atomic_add || access.array != at.entry().array) continue;
    warps.insert(access.warp);
    const auto indices = trace.lane_indices(access);
    for_each_lane(access.mask, [&](int lane, int k) {
      EXPECT_EQ(indices[static_cast<std::size_t>(k)] % 32, lane);
    });
  }
  EXPECT_GT(warps.size(), 1U);
  return {};
}

constexpr FigureClaim of_histograms[] = {
    {"histogram64_thread_major", "so the bank is value / {}: the data decide",
     "поэтому банк равен value / {}: его определяют данные",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       for (const ElementIndex byte : trace.lane_indices(at.entry())) {  // 64 · tid + value
         const auto address =
             trace.arrays[at.entry().array].base + static_cast<std::uint32_t>(byte);
         EXPECT_EQ(bank_of(at.document->summary.model, address), byte % 64 / 4) << byte;
       }
       return {"4"};
     }},
    {"histogram_global_atomic", "Other warps want the same {} bins, though.",
     "те же {} счётчика нужны и другим варпам.", bins_of_a_ramp},
    {"histogram_global_atomic", "2²⁸ random elements take {} ms here and {} ms there.",
     "для 2²⁸ случайных элементов: {} мс здесь и {} мс там.",
     [](const SaidAt&) {
       return Figures{figure(h200_ms("histogram", "histogram_global_atomic", largest), 1),
                      figure(h200_ms("histogram", "histogram_shared_atomic", largest), 2)};
     }},
    {"histogram_global_atomic", "on an H100 2²⁸ ones take {} ms, random numbers {}.",
     "на H100 2²⁸ единиц — {} мс, случайных чисел — {}.",
     [](const SaidAt&) {
       const auto kernel = "histogram_global_atomic";
       return Figures{figure(h100_ms("histogram_ones", kernel, largest, {{"input", "ones"}}), 0),
                      figure(h100_ms("histogram_random", kernel, largest, {{"input", ""}}), 1)};
     }},
    {"histogram_shared_atomic", "an H100 takes {} ms for 2²⁸ ones, {} for random numbers.",
     "H100 нужно {} мс для 2²⁸ единиц и {} для случайных чисел.",
     [](const SaidAt& at) {
       const auto kernel = "histogram_shared_atomic";
       EXPECT_EQ(at.document->request.parameters.at("weight"), "1");
       return Figures{
           figure(h100_ms("histogram_ones", kernel, largest, {{"input", "ones"}, {"weight", "1"}}),
                  2),
           figure(h100_ms("histogram_random", kernel, largest, {{"input", ""}, {"weight", "1"}}),
                  2)};
     }},
    {"histogram_shared_atomic", "One word, {} lanes: they take turns, one in each wavefront.",
     "Одно слово, {} нити: они обращаются к нему по очереди, по одной за волну.",
     turns_on_one_word},
    {"histogram_shared_atomic", "one bin costs no more wavefronts than many. The counters of an",
     "один класс требует не больше волн, чем много.", ones_counted_together},
    {"histogram64_permuted16",
     "the same idea with {} threads has no conflict on 32 banks, but {} wavefronts against {}:",
     "та же идея со {} нитями: на 32 банках конфликтов нет, но волн {} против {}.",
     price_of_more_threads},
    {"histogram64_permuted32",
     "2²⁸ elements take {} ms with {} a thread. The other three, with {} a thread, take {} ms, no "
     "less than shared atomics ({} ms).",
     "2²⁸ элементов за {} мс, по {} на нить. Три другие, по {} на нить: {} мс, не меньше, чем с "
     "атомарными операциями в разделяемой памяти ({} мс).",
     layouts_measured},
    {"histogram_merge", "their words lie {} KiB apart, so {} of them touch 32 sectors",
     "слова лежат через {} КиБ, поэтому {} слова затрагивают 32 сектора", tables_apart},
    {"histogram_merge", "This second launch needs no shared memory, no barrier and no atomic:",
     "Второму запуску не нужны ни разделяемая память, ни барьеры, ни атомарные операции:",
     second_launch_is_plain},
    {"histogram_privatized", "One load brings {} elements to each lane: {} bytes lie side by side",
     "Одно чтение приносит каждой нити {} элементов: {} байт лежат подряд", elements_of_a_load},
    {"histogram_privatized", "because lane l of the block's other warps counts in that column",
     "в том же столбце считает нить l и других варпов блока", column_of_a_lane},
    {"histogram_privatized", "this input takes {} ms, a random one {} ms (2²⁸ elements).",
     "такой вход занимает {} мс, случайный {} мс (2²⁸ элементов).",
     [](const SaidAt&) {
       const auto kernel = "histogram_privatized";
       return Figures{figure(h200_ms("histogram_one_bin", kernel, largest), 3),
                      figure(h200_ms("histogram", kernel, largest), 3)};
     }},
    {"histogram_privatized", "The price is the table, {} KiB for each block.",
     "таблица в {} КиБ на каждый блок.",
     [](const SaidAt& at) {
       return Figures{figure(at.document->trace->launches.front().shared_bytes / 1024)};
     }},
};

TEST(FiguresOfHistograms, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_histograms) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
