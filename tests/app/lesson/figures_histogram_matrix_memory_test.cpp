// The figures in lessons on histograms, matrices and memory are those of the emulator's traces and
// of the H200's times.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "app/session/formula_patterns.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/warp_schedule.hpp"
#include "tests/app/lesson/lesson_figures.hpp"
#include "tests/app/lesson/lesson_terms.hpp"

namespace warpscope {
namespace {

using test::emulated_run, test::figure, test::h200_ms, test::shared_wavefronts;
using test::FigureClaim, test::SaidAt;
using Computed = std::vector<std::string>;

constexpr std::int64_t two_to_26 = std::int64_t{1} << 26;
constexpr std::int64_t two_to_28 = std::int64_t{1} << 28;

std::string wide(std::int64_t number) { return std::to_string(number); }

/// The run of a stop, with other parameters.
DocumentPtr beside(const SaidAt& at, const std::map<std::string, std::string>& parameters,
                   const std::string& kernel = {}) {
  RunRequest request = at.document->request;
  if (!kernel.empty()) request.kernel = kernel;
  request.parameters = parameters;
  return emulated_run(request, at.document->summary.model);
}

std::set<ElementIndex> indices_of(const Trace& trace, const Access& access) {
  const auto indices = trace.lane_indices(access);
  return {indices.begin(), indices.end()};
}

/// The access before, of the same warp.
const Access& before(const SaidAt& at) {
  const std::vector<Access>& all = at.document->trace->accesses;
  std::uint32_t access = at.access;
  do --access;
  while (all[access].warp != at.entry().warp);
  return all[access];
}

/// Banks of an access to 4-byte elements, in lane order.
std::vector<int> banks_of(const SaidAt& at, const Access& access) {
  const Trace& trace = *at.document->trace;
  std::vector<int> banks;
  for (const ElementIndex index : trace.lane_indices(access)) {
    const std::uint32_t address =
        trace.arrays[access.array].base + 4 * static_cast<std::uint32_t>(index);
    banks.push_back(bank_of(at.document->summary.model, address));
  }
  return banks;
}

std::size_t count_of(const SaidAt& at, std::string_view array, Operation operation, int warp) {
  const Trace& trace = *at.document->trace;
  return static_cast<std::size_t>(std::ranges::count_if(trace.accesses, [&](const Access& access) {
    return trace.arrays[access.array].name == array && access.operation == operation &&
           access.warp == warp;
  }));
}

// ---- Histograms

/// In a block of another place, warps want the same bins.
Computed bins_of_a_ramp(const SaidAt& at) {
  const std::set<ElementIndex> bins = indices_of(*at.document->trace, at.entry());
  RunRequest request = at.document->request;
  request.traced_block = 1;
  const auto run = emulated_run(request);
  const Trace& other = *run->trace;
  EXPECT_TRUE(std::ranges::any_of(other.accesses, [&](const Access& access) {
    return access.operation == Operation::atomic_add && indices_of(other, access) == bins;
  }));
  return {wide(std::ssize(bins))};
}

/// One lane per wavefront, while a load takes one for all.
Computed turns_on_one_word(const SaidAt& at) {
  EXPECT_EQ(indices_of(*at.document->trace, at.entry()).size(), 1U);
  EXPECT_EQ(at.cost().wavefronts, at.entry().active());
  return {figure(at.cost().wavefronts)};
}

/// Counters of the H200 when all lanes add the constant 1 to one word.
Computed ones_counted_together(const SaidAt& at) {
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
Computed price_of_more_threads(const SaidAt& at) {
  const Launch& own = at.document->trace->launches.front();
  const Launch& rival = at.rival->trace->launches.front();
  EXPECT_EQ(at.document->request.size, at.rival->request.size);
  EXPECT_EQ(own.blocks(), 1);
  EXPECT_EQ(rival.blocks(), 1);
  EXPECT_EQ(rival.threads(), 2 * own.threads());
  EXPECT_EQ(at.rival->summary.totals.max_degree, 1);
  return {wide(rival.threads()), figure(shared_wavefronts(*at.rival)),
          figure(shared_wavefronts(*at.document))};
}

Computed layouts_measured(const SaidAt& at) {
  const double slowest =
      h200_ms("histogram", "histogram64_permuted32", two_to_28, {{"per_thread", "16"}});
  const double atomics = h200_ms("histogram", "histogram_shared_atomic", two_to_28);
  std::string others;
  for (const char* other :
       {"histogram64_thread_major", "histogram64_bin_major", "histogram64_permuted16"}) {
    const double ms = h200_ms("histogram", other, two_to_28, {{"per_thread", "32"}});
    EXPECT_LT(ms, slowest) << other;
    EXPECT_GE(ms, atomics) << other;
    EXPECT_TRUE(others.empty() || others == figure(ms, 2)) << other;
    others = figure(ms, 2);
  }
  EXPECT_EQ(at.totals().max_degree, 1);
  return {figure(slowest, 2), "16", "32", others, figure(atomics, 2)};
}

/// The words of one bin in neighbouring tables.
Computed tables_apart(const SaidAt& at) {
  const std::int64_t bytes = 4 * at.document->trace->arrays[at.entry().array].columns;
  EXPECT_EQ(bytes % 1024, 0);
  EXPECT_EQ(global_request(*at.document->trace, at.entry()).bytes, 128);
  EXPECT_GE(bytes, sector_bytes);  // so each word lies in a sector of its own
  return {wide(bytes / 1024), wide(at.entry().active())};
}

Computed second_launch_is_plain(const SaidAt& at) {
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

Computed elements_of_a_load(const SaidAt& at) {
  const GlobalRequest request = global_request(*at.document->trace, at.entry());
  EXPECT_EQ(request.sectors * sector_bytes, request.bytes);
  return {wide(request.bytes / at.entry().active()), wide(request.bytes)};
}

/// Lane l of every warp.
Computed column_of_a_lane(const SaidAt& at) {
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

constexpr FigureClaim histogram_claims[] = {
    {"histogram_global_atomic", "Other warps want the same {} bins, though.",
     "те же {} счётчика нужны и другим варпам.", bins_of_a_ramp},
    {"histogram_global_atomic", "2²⁸ random elements take {} ms here and {} ms there.",
     "для 2²⁸ случайных элементов: {} мс здесь и {} мс там.",
     [](const SaidAt&) {
       return Computed{figure(h200_ms("histogram", "histogram_global_atomic", two_to_28), 1),
                       figure(h200_ms("histogram", "histogram_shared_atomic", two_to_28), 2)};
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
       return Computed{figure(h200_ms("histogram_one_bin", kernel, two_to_28), 3),
                       figure(h200_ms("histogram", kernel, two_to_28), 3)};
     }},
    {"histogram_privatized", "The price is the table, {} KiB for each block.",
     "таблица в {} КиБ на каждый блок.",
     [](const SaidAt& at) {
       return Computed{wide(at.document->trace->launches.front().shared_bytes / 1024)};
     }},
};

// ---- Matrices

/// The bytes that a load wants, and those that it moves, of B and of A just before.
Computed bytes_of_b_and_a(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  const GlobalRequest b = global_request(trace, at.entry());
  const GlobalRequest a = global_request(trace, before(at));
  EXPECT_EQ(trace.arrays[before(at).array].name, "a");
  EXPECT_EQ(b.sectors * sector_bytes, b.bytes);
  return {wide(b.bytes), wide(std::int64_t{a.sectors} * sector_bytes), wide(a.bytes)};
}

Computed loads_of_a_multiply_add(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  EXPECT_EQ(trace.arrays[at.entry().array].name, "tile_b");
  EXPECT_EQ(trace.arrays[before(at).array].name, "tile_a");
  const auto index = static_cast<std::size_t>(&before(at) - trace.accesses.data());
  EXPECT_EQ(at.cost().wavefronts + at.document->summary.accesses[index].wavefronts, 2);
  return {};
}

/// Every load of tile_b: an even k has no conflict, an odd one that of lanes 0 and 31.
Computed odd_columns_in_wide_banks(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  std::uint8_t worst = 0;
  for (std::size_t i = 0; i < trace.accesses.size(); ++i) {
    const Access& access = trace.accesses[i];
    if (access.array != at.entry().array || access.operation != Operation::load) continue;
    std::vector<int> banks = banks_of(at, access);
    const bool odd = trace.lane_indices(access).front() % 2 == 1;
    EXPECT_EQ(banks.front() == banks.back(), odd);
    if (odd) banks.pop_back();
    EXPECT_EQ((std::set<int>(banks.begin(), banks.end()).size()), banks.size());
    EXPECT_EQ(at.document->summary.accesses[i].degree, odd ? 2 : 1);
    worst = std::max(worst, at.document->summary.accesses[i].degree);
  }
  EXPECT_EQ(at.cost().degree, worst);  // the stop shows one of them
  return {figure(worst)};
}

Computed column_of_a_matrix(const SaidAt& at) {
  const GlobalRequest request = global_request(*at.document->trace, at.entry());
  EXPECT_EQ(request.sectors, at.entry().active());
  return {wide(sector_bytes), wide(request.bytes / request.sectors)};
}

constexpr FigureClaim matrix_claims[] = {
    {"matmul_naive",
     "the same for both rows of the warp: {} bytes, all of them used. The load of A before it "
     "moved {} bytes as well, for {} that it wanted.",
     "одни и те же для обеих строк варпа: {} байта, и все нужны. Чтение из A перед этим тоже "
     "принесло {} байта, а нужны были {}.",
     bytes_of_b_and_a},
    {"matmul_tiled", "a warp's multiply-add costs two wavefronts of shared memory",
     "стоит варпу двух волн разделяемой памяти", loads_of_a_multiply_add},
    {"matmul_tiled", "{} ms against {} for n = {}, since caches serve repeats.",
     "{} мс против {} при n = {}, так как повторы отдаёт кэш.",
     [](const SaidAt&) {
       return Computed{figure(h200_ms("matrix", "matmul_tiled", 2048), 2),
                       figure(h200_ms("matrix", "matmul_naive", 2048), 2), "2048"};
     }},
    {"matmul_abt", "lies in a single bank. The {} lanes are served one after another.",
     "целиком лежит в одном банке. {} нити обслуживаются одна за другой.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().wavefronts, at.entry().active());
       return Computed{figure(at.cost().wavefronts)};
     }},
    {"matmul_abt",
     "each half-warp queues {} deep. The lecture, though, sets this example on 32 banks, and 1.x "
     "runs no block of {} threads",
     "каждый полуварп стоит в очереди из {}. Но в лекции этот пример дан для 32 банков, а блок из "
     "{} нитей на 1.x невозможен",
     [](const SaidAt& at) {
       return Computed{figure(at.cost().degree),
                       wide(at.document->trace->launches.front().threads())};
     }},
    {"matmul_abt", "n = {} takes {} ms instead of {} ms.", "при n = {} нужно {} мс вместо {} мс.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.rival->summary.totals.max_degree, 1);
       return Computed{"2048", figure(h200_ms("matrix", "matmul_abt_padded", 2048), 2),
                       figure(h200_ms("matrix", "matmul_abt", 2048), 1)};
     }},
    {"matmul_abt_padded", "too little where k is odd: lanes 0 and 31 meet, a {}-way conflict.",
     "встречаются нити 0 и 31, конфликт {}-го порядка.", odd_columns_in_wide_banks},
    {"matmul_register_tiled", "A pad of one vector in each row sends these stores to different",
     "Выравнивающий вектор в каждом ряду разводит эти записи по разным банкам.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().wavefronts, at.cost().ideal);
       return Computed{};
     }},
    {"matmul_register_tiled", "comes close to cuBLAS: {} against {} ms for n = {}.",
     "почти догоняет cuBLAS: {} против {} мс при n = {}.",
     [](const SaidAt&) {
       return Computed{figure(h200_ms("matrix", "matmul_register_tiled", 8192), 1),
                       figure(h200_ms("matrix", "cublas_sgemm", 8192), 1), "8192"};
     }},
    {"transpose_naive", "a tile of 32 × 32 numbers, four elements a thread.",
     "подматрицу 32 × 32, по четыре элемента на нить.",
     [](const SaidAt& at) {
       EXPECT_EQ(count_of(at, "in", Operation::load, 0), 4U);
       return Computed{};
     }},
    {"transpose_naive", "of each {} bytes that are touched only {} are written.",
     "из каждых {} затронутых байт записываются лишь {}.", column_of_a_matrix},
    {"transpose_tiled", "n = {} takes {} ms instead of {} ms.",
     "при n = {} нужно {} мс вместо {} мс.",
     [](const SaidAt&) {
       return Computed{"8192", figure(h200_ms("matrix", "transpose_tiled", 8192), 2),
                       figure(h200_ms("matrix", "transpose_naive", 8192), 2)};
     }},
    {"transpose_padded", "make it {} times as fast: {} ms, not {} (n = {}).",
     "ускоряет в {} раза: {} мс вместо {} (n = {}).",
     [](const SaidAt& at) {
       EXPECT_EQ(at.totals().max_degree, 1);
       const double padded = h200_ms("matrix", "transpose_padded", 8192);
       const double tiled = h200_ms("matrix", "transpose_tiled", 8192);
       return Computed{figure(tiled / padded, 1), figure(padded, 3), figure(tiled, 3), "8192"};
     }},
};

// ---- Memory

Computed stride_times(const SaidAt&) {
  const auto of = [](const char* stride) {
    return h200_ms("bank_stride", "bank_stride", std::int64_t{1} << 22, {{"stride", stride}});
  };
  return {figure(of("2") / of("1"), 2), figure(of("32") / of("1"), 1)};
}

/// With the odd threads in the first arm, and with the odd warps.
Computed requests_of_both_arms(const SaidAt& at) {
  const auto odd = beside(at, {{"pattern", "odd"}});
  const std::size_t agreed = at.document->trace->accesses.size();
  const std::size_t parted = odd->trace->accesses.size();
  EXPECT_EQ(parted, 2 * agreed);
  return {figure(std::uint64_t{agreed}), figure(std::uint64_t{parted})};
}

Computed three_requests(const SaidAt& at) {
  const GlobalRequest request = global_request(*at.document->trace, at.entry());
  EXPECT_EQ(request.requests, 3);
  return {wide(request.sectors), wide(request.ideal)};
}

/// The most and the fewest sectors of 32 floats in a row.
Computed sectors_of_any_offset(const SaidAt& at) {
  int most = 0, fewest = 32;
  for (int offset = 0; offset < 32; ++offset) {
    const auto moved = beside(at, {{"offset", std::to_string(offset)}});
    const int touched = sectors(*moved->trace, moved->trace->accesses.front());
    most = std::max(most, touched);
    fewest = std::min(fewest, touched);
  }
  EXPECT_EQ(most, 5);
  EXPECT_EQ(4 * (most - fewest), fewest);  // a quarter more
  return {};
}

Computed quarter_of_the_cost(const SaidAt& at) {
  EXPECT_EQ(shared_wavefronts(*at.document), 4 * shared_wavefronts(*at.rival));
  EXPECT_EQ(at.totals().global_load.sectors, 4 * at.rival->summary.totals.global_load.sectors);
  return {};
}

Computed layouts_of_vectors(const SaidAt& at) {
  EXPECT_EQ(at.totals().max_degree, 1);
  const auto whole = beside(at, {{"access", "whole"}}, "vector_aos");
  EXPECT_EQ(whole->summary.totals.max_degree, 1);
  return {figure(h200_ms("memory", "vector_soa", two_to_26), 3),
          figure(h200_ms("memory", "vector_aos", two_to_26, {{"access", "fields"}}), 3)};
}

Computed last_row_of_a_block(const SaidAt& at) {
  const Dim3 block = at.document->trace->launches.front().block;
  const Dim3 first = coordinates(warp_lanes, block);
  const auto last = static_cast<int>(block.count()) - 1;
  EXPECT_EQ(at.entry().warp, 1);
  EXPECT_EQ(coordinates(last, block), (Dim3{7, 7, 0}));
  return {wide(warp_lanes), wide(first.x), wide(block.x), wide(first.y), wide(last)};
}

WarpSchedule block_alone(const Document& document) {
  const BlockStream stream =
      block_stream(*document.trace, document.summary, document.flow, 0, LoadWait::use);
  const int warps = static_cast<int>(stream.warps.size());
  return schedule_warps(stream, machine_model(document.summary.model),
                        {.warps = warps, .arithmetic = 3, .rounds = 1});
}

Computed latencies_of_both_orders(const SaidAt& at) {
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

Computed bytes_under_way_on_an_h200(const SaidAt& at) {
  const MachineModel& machine = machine_model(at.document->summary.model);
  EXPECT_EQ(machine.device, "H200");
  const int bytes = sector_bytes * sectors(*at.document->trace, at.entry());
  EXPECT_LT(machine.max_warps * bytes, bytes_under_way(machine));
  return {wide(machine.memory(Space::global).latency), figure(machine.bytes_per_cycle, 1),
          figure(bytes_under_way(machine) / 1024, 1), wide(bytes), wide(machine.max_warps)};
}

/// Warps at which the line of Little's law on the book's machine ends.
double little_warps(const SaidAt& at, int arithmetic) {
  const Document& document = *at.document;
  const BlockStream stream =
      block_stream(*document.trace, document.summary, document.flow, 0, LoadWait::each);
  const LittleLine line =
      little_line(stream, book_machine(), {.arithmetic = arithmetic, .arithmetic_waits = false});
  EXPECT_EQ(line.most, 1) << "the slots are used up, no memory is";
  return line.warps();
}

Computed every_fourth_instruction(const SaidAt& at) {
  const MachineModel& machine = book_machine();
  const LoadLoop goes_on{.arithmetic = 3, .arithmetic_waits = false}, waits{.arithmetic = 3};
  const double warps = warps_that_hide(machine, goes_on);
  return {wide(4 * std::int64_t{machine.issue_cycles}),
          wide(machine.memory(Space::global).latency),
          figure(warps, 1),
          figure(std::ceil(warps), 0),
          figure(loop_period(machine, waits), 0),
          figure(std::ceil(warps_that_hide(machine, waits)), 0),
          figure(little_warps(at, 3), 1)};
}

/// The first two lanes that want different words of a bank, and how many banks have such lanes.
Computed pairs_of_stride_3(const SaidAt& at) {
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
  return {wide(indices[first]), wide(indices[second]), wide(static_cast<std::int64_t>(first)),
          wide(static_cast<std::int64_t>(second))};
}

constexpr FigureClaim memory_claims[] = {
    {"latency_hiding", "which takes {} cycles. Bars: it waits for its load, {} cycles.",
     "это {} такта. Полосы: он ждёт своё чтение, {} тактов.",
     [](const SaidAt&) {
       return Computed{wide(book_machine().issue_cycles),
                       wide(book_machine().memory(Space::global).latency)};
     }},
    {"latency_hiding",
     "{0} / {1} = {2} warps fill every slot. But 1.x holds at most {3}. Little's law, with the "
     "store "
     "at the end, which waits for nothing, says {4}: so {2} warps.",
     "{0} / {1} = {2} варпов занимают все слоты. Но на 1.x их не больше {3}. Закон Литтла вместе с "
     "записью в конце, которая ничего не ждёт, даёт {4}: нужно {2} варпов.",
     [](const SaidAt& at) {
       const MachineModel& machine = book_machine();
       const double warps = warps_that_hide(machine, {});
       EXPECT_EQ(warps, 50);
       return Computed{wide(machine.memory(Space::global).latency), wide(machine.issue_cycles),
                       figure(warps, 0), wide(machine_model(BankModel::cc1).max_warps),
                       figure(little_warps(at, 0), 1)};
     }},
    {"latency_hiding",
     "a warp fills {0} cycles of {1}: {1} / {0} = {2}, with the store at the end {6}, so {3} "
     "warps. "
     "If the arithmetic needs the value, a round takes {4} cycles, and it takes {5}.",
     "варп занимает {0} тактов из {1}: {1} / {0} = {2}, с записью в конце {6}, нужно {3} варпов. "
     "Если арифметике нужно значение, круг длится {4} тактов, и варпов нужно {5}.",
     every_fourth_instruction},
    {"latency_hiding", "less than a third of the cycles that it takes in the dependent order",
     "меньше чем за треть тактов, которые нужны ему при зависимых чтениях",
     latencies_of_both_orders},
    {"latency_hiding",
     "{} cycles × {} bytes = {} KiB on a multiprocessor of an H200. A load of a warp is {} "
     "bytes, "
     "so even {} warps with one each are few.",
     "{} тактов × {} байта = {} КиБ на мультипроцессор H200. Чтение варпа — {} байт: даже {} "
     "варпов с одним чтением у каждого мало.",
     bytes_under_way_on_an_h200},
    {"local_array", "so they use one row: {} words side by side, {} sectors.",
     "обращаются к одной строке: {} слова подряд, {} сектора.",
     [](const SaidAt& at) {
       return Computed{wide(at.entry().active()), wide(sectors(*at.document->trace, at.entry()))};
     }},
    {"local_array", "same index in all lanes: {} sectors each time, whatever was counted.",
     "индекс у всех нитей один: всегда {} сектора.",
     [](const SaidAt& at) {
       const Trace& trace = *at.document->trace;
       for (const Access& access : trace.accesses) {
         if (access.step != at.entry().step) continue;
         EXPECT_EQ(sectors(trace, access), sectors(trace, at.entry()));
       }
       return Computed{wide(sectors(trace, at.entry()))};
     }},
    {"local_array", "a stack frame of {} bytes before, {} bytes now.",
     "кадр стека в {} байта раньше и {} байтов теперь.",
     [](const SaidAt& at) {
       const auto local = beside(at, {{"index", "runtime"}}, "local_array");
       const auto bytes = [](const Trace& trace) {
         std::int64_t sum = 0;  // of a thread's arrays
         for (const Array& array : trace.arrays) {
           if (array.space == Space::local) sum += array.extents[1] * array.type.bytes();
         }
         return sum;
       };
       return Computed{wide(bytes(*local->trace)), wide(bytes(*at.document->trace))};
     }},
    {"local_array",
     "Measured on an H200: {} cycles for a load of local memory that the L1 cache holds, {} for "
     "shared memory.",
     "Измерено на H200: чтение локальной памяти из кэша L1 занимает {} тактов, разделяемой — {}.",
     [](const SaidAt&) {  // MachineModel.OfAnH200IsThatOfItsRecord holds both against the record
       const MachineModel& machine = machine_model(BankModel::cc5);
       return Computed{wide(machine.memory(Space::local).latency),
                       wide(machine.memory(Space::shared).latency)};
     }},
    {"local_array",
     "For 2^24 numbers an H200 takes {} ms with the array in local memory, {} with the same array",
     "Для 2^24 чисел H200 нужно {} мс, если массив в локальной памяти, и {}, если тот же массив",
     [](const SaidAt&) {
       const auto ms = [](const char* index) {
         return figure(
             h200_ms("local_array", "local_array", std::int64_t{1} << 24, {{"index", index}}), 3);
       };
       return Computed{ms("runtime"), ms("constant")};
     }},
    {"block_shape",
     "{0} = {1} + {2}·{3}, so x is {1} and y is {3}. Warp 1 is the lower half of the block, down "
     "to "
     "its last thread, (7, 7), whose number is {4}.",
     "{0} = {1} + {2}·{3}, значит, x равен {1}, а y равен {3}. Варп 1 — нижняя половина блока до "
     "последней нити (7, 7) с номером {4}.",
     last_row_of_a_block},
    {"block_shape", "whatever y: {} threads queue at each of {} banks.",
     "к каждому из {1} банков стоят в очереди {0} нити.",
     [](const SaidAt& at) {
       const std::vector<int> banks = banks_of(at, at.entry());
       const std::set<int> different(banks.begin(), banks.end());
       return Computed{wide(at.cost().degree), wide(std::ssize(different))};
     }},
    {"block_shape", "that equals the block's width is always conflict-free.",
     "Если пустых слов столько, сколько нитей в строке блока, конфликтов нет.",
     [](const SaidAt& at) {
       for (const int width : {1, 2, 4, 8, 16, 32}) {
         const auto padded =
             beside(at,
                    {{"shape", std::to_string(width) + "x" + std::to_string(32 / width)},
                     {"pad", std::to_string(width)}},
                    "block_shape");
         EXPECT_EQ(padded->summary.totals.max_degree, 1) << width;
       }
       return Computed{};
     }},
    {"block_shape", "In the tile it is a {}-way conflict", "В подматрице это {}-кратный конфликт",
     [](const SaidAt& at) { return Computed{wide(at.totals().max_degree)}; }},
    {"bank_stride", "all words lie in one bank, as in a column of a matrix 32 words wide.",
     "все слова лежат в одном банке, как столбец матрицы шириной 32 слова.",
     [](const SaidAt& at) {
       const std::vector<int> banks = banks_of(at, at.entry());
       EXPECT_EQ((std::set<int>(banks.begin(), banks.end()).size()), 1U);
       EXPECT_EQ(at.cost().degree, 32);
       return Computed{};
     }},
    {"bank_stride", "two lanes queue at each of {} banks, so each half-warp takes two wavefronts.",
     "у каждого из {} банков ждут две нити, и полуварп занимает две волны.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().degree, 2);
       EXPECT_EQ(at.cost().wavefronts, 2 * 2);
       EXPECT_EQ(pattern_answer(FormulaPattern::x2).cost.degree, 2) << "which the stop shows";
       const std::vector<int> banks = banks_of(at, at.entry());
       return Computed{wide(std::ssize(std::set<int>(banks.begin(), banks.end())))};
     }},
    {"bank_stride",
     "×{}: six lanes of a half-warp want different words of bank 0, and ten that could go at once "
     "wait with them. The row at the bottom: {} banks would make ×{} of it.",
     "×{}: шести нитям полуварпа нужны разные слова банка 0, и с ними ждут десять, которым хватило "
     "бы одной волны. Нижняя строка: на {} банках вышло бы ×{}.",
     [](const SaidAt&) {
       const FormulaAnswer six = pattern_answer(FormulaPattern::x6);
       return Computed{wide(six.cost.degree), wide(bank_count(BankModel::cc5)),
                       wide(wavefronts(BankModel::cc5, six.request).degree)};
     }},
    {"bank_stride",
     "Two: words {} and {}, of lanes {} and {}, lie in one bank, and four other pairs do.",
     "Два: слова {} и {} нитей {} и {} лежат в одном банке, и есть ещё четыре такие пары.",
     pairs_of_stride_3},
    {"bank_stride", "takes two neighbouring banks, and {} pairs serve {} lanes.",
     "занимает два соседних банка, и {} пар обслуживают {} нити.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().degree, 2);
       EXPECT_EQ(pattern_answer(FormulaPattern::column_by_8).cost.degree, 1);
       return Computed{wide(bank_count(BankModel::cc3x4) / 2), wide(at.entry().active())};
     }},
    {"bank_stride", "An H200 needs {} and {} times:", "На H200 в {} и {} раза:", stride_times},
    {"bank_broadcast", "are one word for the bank: again a single wavefront.",
     "для банка — одно слово: снова одна волна.",
     [](const SaidAt& at) {
       EXPECT_EQ(indices_of(*at.document->trace, at.entry()).size(), 4U);  // bytes
       EXPECT_EQ(at.cost().wavefronts, 1);
       return Computed{};
     }},
    {"bank_broadcast", "the same access takes two wavefronts for each half-warp.",
     "то же обращение занимает две волны на каждый полуварп.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().degree, 2);
       EXPECT_EQ(at.cost().wavefronts, 4);
       return Computed{};
     }},
    {"branch_divergence", "with half the requests: {} in the block instead of {}.",
     "за вдвое меньшее число обращений: {} на блок вместо {}.", requests_of_both_arms},
    {"global_stride", "a sector of its own: {} sectors, and {} of each {} bytes are used.",
     "у каждой нити свой сектор: {0} сектора, и из каждых {2} байт нужны {1}.",
     [](const SaidAt& at) {
       const GlobalRequest request = global_request(*at.document->trace, at.entry());
       EXPECT_EQ(request.sectors, at.entry().active());
       return Computed{wide(request.sectors), wide(request.bytes / request.sectors),
                       wide(sector_bytes)};
     }},
    {"global_stride", "a float3 is three requests, together {} sectors where {} would do.",
     "float3 — это три запроса, вместе {} секторов там, где хватило бы {}.", three_requests},
    {"global_offset", "So does each row of a grid 1,000 floats wide",
     "Так же начинается и каждая строка сетки шириной 1000 float",
     [](const SaidAt& at) {
       EXPECT_EQ(1000 * 4 % sector_bytes, 0);
       EXPECT_EQ(sectors(*at.document->trace, at.entry()), 4);
       return Computed{};
     }},
    {"global_offset",
     "neighbours never touch more than five sectors. Today a misaligned row costs a quarter more "
     "sectors",
     "затрагивают не больше пяти секторов. Сегодня невыровненная строка требует на четверть больше "
     "секторов",
     sectors_of_any_offset},
    {"vector_aos", "four wavefronts are the fewest for {} bytes.",
     "четыре волны — минимум для {} байт.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().wavefronts, 4);
       EXPECT_EQ(at.cost().ideal, 4);
       return Computed{wide(16 * std::int64_t{at.entry().active()})};
     }},
    {"vector_aos", "Wavefronts and loaded sectors fall to a quarter.",
     "Волн и прочитанных секторов вчетверо меньше.", quarter_of_the_cost},
    {"vector_soa", "On an H200: {} ms, by fields of structures {} (2²⁶ floats).",
     "На H200: {} мс, по полям структур {} (2²⁶ float).", layouts_of_vectors},
};

TEST(LessonFigures, OfHistograms) {
  for (const FigureClaim& claim : histogram_claims) expect_said(claim);
}
TEST(LessonFigures, OfMatrices) {
  for (const FigureClaim& claim : matrix_claims) expect_said(claim);
}
TEST(LessonFigures, OfMemory) {
  for (const FigureClaim& claim : memory_claims) expect_said(claim);
}

}  // namespace
}  // namespace warpscope
