// The figures in lessons on matrices are those of the emulator's traces and of the H200's times.
#include <algorithm>
#include <set>

#include "instrumentation/analysis/coalescing.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

/// The access before, of the same warp.
const Access& before(const SaidAt& at) {
  const std::vector<Access>& all = at.document->trace->accesses;
  std::uint32_t access = at.access;
  do --access;
  while (all[access].warp != at.entry().warp);
  return all[access];
}

std::size_t count_of(const SaidAt& at, std::string_view array, Operation operation, int warp) {
  const Trace& trace = *at.document->trace;
  return static_cast<std::size_t>(std::ranges::count_if(trace.accesses, [&](const Access& access) {
    return trace.arrays[access.array].name == array && access.operation == operation &&
           access.warp == warp;
  }));
}

/// The bytes that a load wants, and those that it moves, of B and of A just before.
Figures bytes_of_b_and_a(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  const GlobalRequest b = global_request(trace, at.entry());
  const GlobalRequest a = global_request(trace, before(at));
  EXPECT_EQ(trace.arrays[before(at).array].name, "a");
  EXPECT_EQ(b.sectors * sector_bytes, b.bytes);
  return {figure(b.bytes), figure(std::int64_t{a.sectors} * sector_bytes), figure(a.bytes)};
}

Figures loads_of_a_multiply_add(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  EXPECT_EQ(trace.arrays[at.entry().array].name, "tile_b");
  EXPECT_EQ(trace.arrays[before(at).array].name, "tile_a");
  const auto index = static_cast<std::size_t>(&before(at) - trace.accesses.data());
  EXPECT_EQ(at.cost().wavefronts + at.document->summary.accesses[index].wavefronts, 2);
  return {};
}

/// Every load of tile_b: an even k has no conflict, an odd one that of lanes 0 and 31.
Figures odd_columns_in_wide_banks(const SaidAt& at) {
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

Figures column_of_a_matrix(const SaidAt& at) {
  const GlobalRequest request = global_request(*at.document->trace, at.entry());
  EXPECT_EQ(request.sectors, at.entry().active());
  return {figure(sector_bytes), figure(request.bytes / request.sectors)};
}

constexpr FigureClaim of_matrices[] = {
    {"matmul_naive",
     "the same for both rows of the warp: {} bytes, all of them used. The load of A before it "
     "moved {} bytes as well, for {} that it wanted.",
     "одни и те же для обеих строк варпа: {} байта, и все нужны. Чтение из A перед этим тоже "
     "принесло {} байта, а нужны были {}.",
     bytes_of_b_and_a},
    {"matmul_tiled", "a warp's multiply-add costs two wavefronts of shared memory",
     "стоит варпу двух волн разделяемой памяти", loads_of_a_multiply_add},
    {"matmul_tiled", "{} ms against {} for n = {}, since caches serve repeats.",
     "{} мс против {} при n = {}, так как повторные чтения обслуживает кэш.",
     [](const SaidAt&) {
       return Figures{figure(h200_ms("matrix", "matmul_tiled", 2048), 2),
                      figure(h200_ms("matrix", "matmul_naive", 2048), 2), "2048"};
     }},
    {"matmul_abt", "lies in a single bank. The {} lanes are served one after another.",
     "целиком лежит в одном банке. {} нити обслуживаются одна за другой.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().wavefronts, at.entry().active());
       return Figures{figure(at.cost().wavefronts)};
     }},
    {"matmul_abt",
     "each half-warp queues {} deep. The lecture, though, sets this example on 32 banks, and 1.x "
     "runs no block of {} threads",
     "каждый полуварп стоит в очереди из {}. Но в лекции этот пример дан для 32 банков, а блок из "
     "{} нитей на 1.x невозможен",
     [](const SaidAt& at) {
       return Figures{figure(at.cost().degree),
                      figure(at.document->trace->launches.front().threads())};
     }},
    {"matmul_abt",
     "n = {} takes {} ms instead of {}. With conflict-free indices, but else the same kernel, {} % "
     "of its time goes.",
     "при n = {} нужно {} мс вместо {}. То же ядро с индексами без конфликтов теряет {} % своего "
     "времени.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.rival->summary.totals.max_degree, 1);
       return Figures{"2048", figure(h200_ms("matrix", "matmul_abt_padded", 2048), 2),
                      figure(h200_ms("matrix", "matmul_abt", 2048), 1),
                      conflict_share("matmul_abt", false)};
     }},
    {"matmul_abt_padded", "too little where k is odd: lanes 0 and 31 meet, a {}-way conflict.",
     "встречаются нити 0 и 31, конфликт {}-го порядка.", odd_columns_in_wide_banks},
    {"matmul_register_tiled", "A pad of one vector in each row sends these stores to different",
     "Выравнивающий вектор в каждом ряду разводит эти записи по разным банкам.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().wavefronts, at.cost().ideal);
       return Figures{};
     }},
    {"matmul_register_tiled",
     "On an H200 n = {} takes {} ms, {} times less than with matmul_tiled, and n = {} hardly more "
     "than with cuBLAS: {} against {} ms.",
     "На H200 при n = {} нужно {} мс, в {} раза меньше, чем у matmul_tiled, а при n = {} почти "
     "столько же, сколько у cuBLAS: {} против {} мс.",
     [](const SaidAt&) {
       const double tiled = h200_ms("matrix", "matmul_tiled", 2048);
       const double registers = h200_ms("matrix", "matmul_register_tiled", 2048);
       return Figures{"2048",
                      figure(registers, 3),
                      figure(tiled / registers, 1),
                      "8192",
                      figure(h200_ms("matrix", "matmul_register_tiled", 8192), 1),
                      figure(h200_ms("matrix", "cublas_sgemm", 8192), 1)};
     }},
    {"transpose_tiled", "On an H200 conflicts take {} % of this kernel's time (n = {}).",
     "На H200 конфликты занимают {} % времени этого ядра (n = {}).",
     [](const SaidAt& at) {
       EXPECT_EQ(at.rival->summary.totals.max_degree, 1);
       return Figures{conflict_share("transpose_tiled", false), "2048"};
     }},
    {"transpose_naive", "a tile of 32 × 32 numbers, four elements a thread.",
     "подматрицу 32 × 32, по четыре элемента на нить.",
     [](const SaidAt& at) {
       EXPECT_EQ(count_of(at, "in", Operation::load, 0), 4U);
       return Figures{};
     }},
    {"transpose_naive", "of each {} bytes that are touched only {} are written.",
     "из каждых {} затронутых байт записываются лишь {}.", column_of_a_matrix},
    {"transpose_tiled", "n = {} takes {} ms instead of {} ms.",
     "при n = {} нужно {} мс вместо {} мс.",
     [](const SaidAt&) {
       return Figures{"8192", figure(h200_ms("matrix", "transpose_tiled", 8192), 2),
                      figure(h200_ms("matrix", "transpose_naive", 8192), 2)};
     }},
    {"transpose_padded", "make it {} times as fast: {} ms, not {} (n = {}).",
     "ускоряет в {} раза: {} мс вместо {} (n = {}).",
     [](const SaidAt& at) {
       EXPECT_EQ(at.totals().max_degree, 1);
       const double padded = h200_ms("matrix", "transpose_padded", 8192);
       const double tiled = h200_ms("matrix", "transpose_tiled", 8192);
       return Figures{figure(tiled / padded, 1), figure(padded, 3), figure(tiled, 3), "8192"};
     }},
};

TEST(FiguresOfMatrices, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_matrices) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
