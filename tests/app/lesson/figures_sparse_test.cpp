// The figures in lessons on sparse matrices are those of their traces.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include "kernels/catalogue.hpp"
#include "kernels/sparse/sparse_matrix.hpp"
#include "kernels/sparse/triangular_system.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

/// Loads of an array by a run, and its sectors.
struct ArrayLoads {
  std::uint64_t requests = 0, lanes = 0, sectors = 0;
};
ArrayLoads loads_of_array(const Document& document, std::string_view array) {
  const Trace& trace = *document.trace;
  ArrayLoads loads;
  for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
    const Access& access = trace.accesses[a];
    if (access.operation != Operation::load || array_of(trace, access) != array) continue;
    ++loads.requests;
    loads.lanes += static_cast<std::uint64_t>(access.active());
    loads.sectors += static_cast<std::uint64_t>(document.summary.accesses[a].sectors);
  }
  return loads;
}

/// The matrix of the stop's run, and how long its rows are, the longest first.
SparseMatrix matrix_of(const SaidAt& at) {
  const TraceHeader& header = at.document->trace->header;
  return sparse_matrix(header.parameters.at("rows"), header.size);
}
std::vector<int> longest_first(const SparseMatrix& matrix) {
  std::vector<int> lengths;
  for (int row = 0; row < matrix.rows(); ++row) lengths.push_back(matrix.length(row));
  std::ranges::sort(lengths, std::greater<>());
  return lengths;
}

std::string count_figure(std::int64_t count) { return figure(static_cast<std::uint64_t>(count)); }

/// Places of a matrix that keeps its zeros, too.
std::string places(const SparseMatrix& matrix) {
  return count_figure(std::int64_t{matrix.rows()} * matrix.rows());
}

/// How far most of the lanes stand from the next one, in bytes.
std::int64_t usual_distance(const SaidAt& at) {
  const auto indices = at.document->trace->lane_indices(at.entry());
  std::map<std::int64_t, int> times;
  for (std::size_t lane = 1; lane < 32; ++lane) ++times[4 * (indices[lane] - indices[lane - 1])];
  return std::ranges::max_element(times, {}, [](const auto& pair) { return pair.second; })->first;
}

/// Banded, random, power_law.
Figures sparse_times(const char* kernel, std::int64_t size, int digits) {
  Figures times;
  for (const char* rows : {"banded", "random", "power_law"}) {
    times.push_back(figure(h200_ms("sparse", kernel, size, {{"rows", rows}}), digits));
  }
  return times;
}

constexpr FigureClaim of_products[] = {
    {"spmv_scalar", "Of {} entries {} are not zero", "Из {} элементов ненулевых {}",
     [](const SaidAt& at) -> Figures {
       const SparseMatrix matrix = matrix_of(at);
       return {places(matrix), count_figure(matrix.entries())};
     }},
    {"spmv_scalar",
     "most of them {} bytes, so hardly two share a sector. {} bytes move for {}; the next loads "
     "want nearly the same sectors again",
     "чаще всего на {} байт, и сектор почти ни с кем не делят. Передаётся {} байта ради {}",
     [](const SaidAt& at) -> Figures {
       EXPECT_GT(at.cost().sectors, 29);
       return {count_figure(usual_distance(at)), count_figure(32 * at.cost().sectors),
               count_figure(4 * at.entry().active())};
     }},
    {"spmv_scalar", "here the fewest sectors possible, {}",
     "здесь это {} сектора, меньше не бывает",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.cost().sectors, 4);
       return {count_figure(at.cost().sectors)};
     }},
    {"spmv_scalar", "x fills {} sectors", "x занимает {} секторов",
     [](const SaidAt& at) -> Figures {
       return {count_figure(at.document->trace->header.size * 4 / 32)};
     }},
    {"spmv_scalar", "{} lanes still have a fifth entry", "Пятый элемент есть у {} нитей",
     [](const SaidAt& at) -> Figures { return {count_figure(at.entry().active())}; }},
    {"spmv_scalar", "half of them have a single entry", "в половине всего один элемент",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(std::ranges::count(longest_first(matrix_of(at)), 1), 16);
       EXPECT_EQ(at.entry().active(), 16);
       return {};
     }},
    {"spmv_scalar",
     "The longest row has {} entries, and from the {}th on its lane is alone. In {} turns, 32 "
     "lanes "
     "could multiply {} times; here they do so {} times",
     "В самой длинной строке {} элемента, и с {}-го её нить работает одна. За {} итерации 32 нити "
     "могли бы умножить {} раза, здесь они умножают {} раз",
     [](const SaidAt& at) -> Figures {
       const std::vector<int> lengths = longest_first(matrix_of(at));
       const ArrayLoads loads = loads_of_array(*at.document, "value");
       EXPECT_EQ(at.entry().active(), 1);
       return {count_figure(lengths[0]), count_figure(lengths[1] + 1), figure(loads.requests),
               figure(32 * loads.requests), figure(loads.lanes)};
     }},
    {"spmv_scalar", "{} sectors of value instead of {}, though it takes {} loads instead of {}",
     "{} сектора value вместо {}, хотя загрузок {} вместо {}",
     [](const SaidAt& at) -> Figures {
       const ArrayLoads own = loads_of_array(*at.document, "value");
       const ArrayLoads beside = loads_of_array(*at.rival, "value");
       return {figure(beside.sectors), figure(own.sectors), figure(beside.requests),
               figure(own.requests)};
     }},
    {"spmv_warp", "its {0} entries lie side by side, and {0} lanes read one each",
     "её {0} элементов лежат подряд, и {0} нитей читают по одному",
     [](const SaidAt& at) -> Figures {
       const auto indices = at.document->trace->lane_indices(at.entry());
       EXPECT_EQ(indices[8] - indices[0], 8);
       return {count_figure(at.entry().active())};
     }},
    {"spmv_warp",
     "{0} words side by side fill {1} sectors wherever they begin: coalesced. A thread per row "
     "wants "
     "{2} sectors for 32 entries of such rows",
     "{0} слов подряд занимают {1} сектора, где бы ни начинались: коалесинг. При строке на нить "
     "для "
     "32 элементов таких строк нужны {2} сектора",
     [](const SaidAt& at) -> Figures {
       const int words = at.entry().active();
       for (int begin = 0; begin < 8; ++begin) {
         EXPECT_EQ((begin + words - 1) / 8 + 1, at.cost().sectors) << begin;
       }
       // Rows 32 to 63 all have so many entries.
       const auto scalar =
           emulated_run({.kernel = "spmv_scalar", .size = 96, .block = 32, .traced_block = 1});
       const ArrayLoads loads = loads_of_array(*scalar, "value");
       EXPECT_EQ(loads.requests, static_cast<std::uint64_t>(words));
       return {count_figure(words), count_figure(at.cost().sectors),
               figure(loads.sectors / loads.requests)};
     }},
    {"spmv_warp", "{} for each row: they halve the warp, not the row",
     "По {} на строку: делится пополам варп, а не строка",
     [](const SaidAt& at) -> Figures {
       return {count_figure(steps_named(*at.document->trace, "shuffle") /
                            at.document->trace->header.size)};
     }},
    {"spmv_warp",
     "row {} has {} entries. A thread would walk through them alone, {} turns; the warp takes them "
     "in one, with all its lanes",
     "В строке {} — {} элемента: одной нити нужны {} итерации, варп берёт их за одну, всеми "
     "нитями",
     [](const SaidAt& at) -> Figures {
       const std::int64_t row = *step_of(*at.document->trace, at.entry()).value;
       const int length = matrix_of(at).length(static_cast<int>(row));
       EXPECT_EQ(at.entry().active(), length);
       return {count_figure(row), count_figure(length), count_figure(length)};
     }},
    {"spmv_warp", "The next row has a single entry, as half of the rows",
     "В следующей строке один элемент, как и в половине строк",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.entry().active(), 1);
       EXPECT_EQ(std::ranges::count(longest_first(matrix_of(at)), 1), 16);
       return {};
     }},
    {"spmv_warp",
     "both take {} loads of value, but {} sectors there and {} here. Neither keeps its lanes "
     "busy: {} entries for {} places",
     "загрузок value у обоих {}, но секторов там {}, а здесь {}. Занять все нити не удаётся ни "
     "там, "
     "ни здесь: {} элементов на {} места",
     [](const SaidAt& at) -> Figures {
       const ArrayLoads own = loads_of_array(*at.document, "value");
       const ArrayLoads beside = loads_of_array(*at.rival, "value");
       EXPECT_EQ(own.requests, beside.requests);
       EXPECT_EQ(own.lanes, beside.lanes);
       return {figure(own.requests), figure(beside.sectors), figure(own.sectors), figure(own.lanes),
               figure(32 * own.requests)};
     }},
};

/// Lanes that add to y in all of a run.
std::uint64_t atomic_additions(const Document& document) {
  return lanes_of(accesses_that(*document.trace, [](const Access& access) {
    return access.operation == Operation::atomic_add;
  }));
}
std::int64_t shuffles_of(const Document& document) {
  return std::ranges::count(document.trace->accesses, Operation::shuffle, &Access::operation);
}
std::shared_ptr<const Document> beside_coo(const SaidAt& at, const char* kernel) {
  const TraceHeader& header = at.document->trace->header;
  return emulated_run({.kernel = kernel,
                       .size = header.size,
                       .block = 32,
                       .parameters = {{"rows", header.parameters.at("rows")}}});
}

constexpr FigureClaim of_coordinates[] = {
    {"spmv_coo", "here those of rows {} to {} and {} of row {}",
     "строки с {} по {} и {} элементов строки {}",
     [](const SaidAt& at) -> Figures {
       const SparseMatrix matrix = matrix_of(at);
       EXPECT_EQ(at.entry().active(), 32);
       const int last = matrix.entry_rows()[31];
       const int whole = matrix.row_begin[static_cast<std::size_t>(last)];
       EXPECT_LT(32 - whole, matrix.length(last)) << "a part of the last row only";
       return {"0", count_figure(last - 1), count_figure(32 - whole), count_figure(last)};
     }},
    {"spmv_coo",
     "One shuffle compares rows, five add, for 32 entries whatever their rows. The matrix has {} "
     "entries",
     "Один shuffle сравнивает строки, пять складывают — на 32 элемента, каковы бы ни были строки. "
     "В "
     "матрице {} элементов",
     [](const SaidAt& at) -> Figures { return {count_figure(matrix_of(at).entries())}; }},
    {"spmv_coo", "{} turns of {}. A warp per row takes {} for the same matrix: 5 for each row",
     "{} итераций по {}. При строке на варп на ту же матрицу уходит {}: по 5 на строку",
     [](const SaidAt& at) -> Figures {
       const std::int64_t turns = steps_named(*at.document->trace, "products");
       const std::int64_t by_rows = shuffles_of(*beside_coo(at, "spmv_warp"));
       EXPECT_EQ(by_rows, 5 * at.document->trace->header.size);
       return {count_figure(turns), count_figure(shuffles_of(*at.document) / turns),
               count_figure(by_rows)};
     }},
    {"spmv_coo", "{}, for rows {} to {}. The rest of row {}",
     "{}, по строкам с {} по {}. Остаток строки {}",
     [](const SaidAt& at) -> Figures {
       const auto rows = at.document->trace->lane_indices(at.entry());
       EXPECT_EQ(matrix_of(at).entry_rows()[32], rows.back());
       return {count_figure(at.entry().active()), count_figure(rows.front()),
               count_figure(rows.back()), count_figure(rows.back())};
     }},
    {"spmv_coo", "Rows of {} entries down to one, {} in all",
     "Строки длиной от {} элементов до одного, всего {}",
     [](const SaidAt& at) -> Figures {
       const std::vector<int> lengths = longest_first(matrix_of(at));
       EXPECT_EQ(lengths.back(), 1);
       return {count_figure(lengths.front()), count_figure(matrix_of(at).entries())};
     }},
    {"spmv_coo",
     "{} turns have {} places for {} entries. Both other kernels take {} places for the same "
     "matrix",
     "За {} итерации {} мест на {} элементов. У обоих других ядер на ту же матрицу {} места",
     [](const SaidAt& at) -> Figures {
       const ArrayLoads own = loads_of_array(*at.document, "value");
       const ArrayLoads by_rows = loads_of_array(*beside_coo(at, "spmv_scalar"), "value");
       EXPECT_EQ(by_rows.requests, loads_of_array(*beside_coo(at, "spmv_warp"), "value").requests);
       return {figure(own.requests), figure(32 * own.requests), figure(own.lanes),
               figure(32 * by_rows.requests)};
     }},
    {"spmv_coo",
     "{} loads of value and {} sectors here, {} and {} with a warp per row. The price: 4 more "
     "bytes an entry for its row, and {} atomic additions where that stores {} times",
     "Здесь {} загрузки value и {} секторов, при строке на варп — {} и {}. Цена: ещё 4 байта на "
     "элемент под его строку и {} атомарных сложения там, где тот пишет {} раза",
     [](const SaidAt& at) -> Figures {
       const ArrayLoads own = loads_of_array(*at.document, "value");
       const ArrayLoads beside = loads_of_array(*at.rival, "value");
       return {figure(own.requests),
               figure(own.sectors),
               figure(beside.requests),
               figure(beside.sectors),
               figure(atomic_additions(*at.document)),
               count_figure(at.rival->trace->header.size)};
     }},
    {"spmv_coo",
     "2^20 rows take {} ms banded, {} random and {} power_law; cuSPARSE takes {}, {} and {}. A "
     "thread "
     "per row is faster in the band alone: {}",
     "2^20 строк занимают {} мс у banded, {} у random и {} у power_law; у cuSPARSE — {}, {} и {}. "
     "Вариант «нить на строку» быстрее только для ленточной матрицы: {}",
     [](const SaidAt&) -> Figures {
       Figures all;
       for (const char* who : {"spmv_coo", "cusparse_spmv"}) {
         for (const char* rows : {"banded", "random", "power_law"}) {
           all.push_back(figure(h200_ms("spmv", who, 1 << 20, {{"rows", rows}}), 3));
         }
       }
       all.push_back(figure(h200_ms("spmv", "spmv_scalar", 1 << 20, {{"rows", "banded"}}), 3));
       return all;
     }},
};

/// The levels of a triangular system.
int levels_of(const char* rows, std::size_t unknowns) {
  return level_sets(triangular_system(rows, std::vector<float>(unknowns)).lower).levels();
}
/// The first row of the step's level, and where the level begins and ends in level_row.
struct LevelOfStop {
  int row = 0, begin = 0, end = 0;
};
LevelOfStop level_of(const SaidAt& at) {
  const TraceHeader& header = at.document->trace->header;
  const TriangularSystem system = triangular_system(
      header.parameters.at("rows"), std::vector<float>(static_cast<std::size_t>(header.size)));
  const LevelSets sets = level_sets(system.lower);
  const auto level = static_cast<std::size_t>(*step_of(*at.document->trace, at.entry()).value);
  const int begin = sets.level_begin[level];
  return {sets.row[static_cast<std::size_t>(begin)], begin, sets.level_begin[level + 1]};
}

constexpr FigureClaim of_triangles[] = {
    {"sptrsv_levels",
     "{}, {}, −{} and −{}. Each row needs all unknowns before it, so {} rows are {} steps",
     "{}, {}, −{} и −{}. Каждой строке нужны все предыдущие неизвестные: {} строки — это {} шага",
     [](const SaidAt& at) -> Figures {
       const auto x = forward_substitution(triangular_system("slide", std::vector<float>(4)));
       EXPECT_LT(x[2], 0);
       EXPECT_LT(x[3], 0);
       Figures figures{figure(static_cast<double>(x[0]), 0), figure(static_cast<double>(x[1]), 0),
                       figure(std::abs(static_cast<double>(x[2])), 2),
                       figure(std::abs(static_cast<double>(x[3])), 0)};
       EXPECT_EQ(at.entry().active(), 1);
       figures.push_back(count_figure(at.document->trace->header.size));
       figures.push_back(count_figure(steps_named(*at.document->trace, "level")));
       return figures;
     }},
    {"sptrsv_levels", "stores {}, {}, {} and {} again: the right side b",
     "снова пишет {}, {}, {} и {} — правую часть b",
     [](const SaidAt& at) -> Figures {
       const auto right_side = triangular_system("slide", std::vector<float>(4)).right_side;
       Figures stored;
       for (int row = 0; row < 4; ++row) {
         const auto word = at.document->trace->value_of(at.entry(), row)[0];
         EXPECT_FLOAT_EQ(std::bit_cast<float>(word), right_side[static_cast<std::size_t>(row)]);
         stored.push_back(figure(static_cast<double>(std::bit_cast<float>(word)), 0));
       }
       return stored;
     }},
    {"sptrsv_levels", "unknowns 1 and 2 need only 0, and 3 needs both",
     "неизвестным 1 и 2 нужно лишь 0, а 3 нужны оба",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.entry().active(), 2);
       const SparseMatrix lower = triangular_system("diamond", std::vector<float>(4)).lower;
       EXPECT_EQ(lower.column, (std::vector<int>{0, 0, 1, 0, 2, 1, 2, 3}));
       return {};
     }},
    {"sptrsv_levels",
     "{0} unknowns. The host has walked through the matrix once and sorted its rows: {1} levels. "
     "{2} "
     "rows need nothing, so {2} lanes solve them, each with one division",
     "{0} неизвестных. Хост один раз прошёл по матрице и рассортировал строки: {1} уровней. {2} "
     "строкам ничего не нужно, и {2} нитей решают их, по одному делению каждая",
     [](const SaidAt& at) -> Figures {
       const LevelOfStop level = level_of(at);
       EXPECT_EQ(level.end - level.begin, at.entry().active());
       return {count_figure(at.document->trace->header.size),
               count_figure(steps_named(*at.document->trace, "level")),
               count_figure(at.entry().active())};
     }},
    {"sptrsv_levels", "level 1 begins at place {} of level_row, and level 2 at place {}",
     "уровень 1 начинается с места {}, а уровень 2 — с места {}",
     [](const SaidAt& at) -> Figures {
       const LevelOfStop level = level_of(at);
       EXPECT_EQ(at.entry().active(), level.end - level.begin);
       return {count_figure(level.begin), count_figure(level.end)};
     }},
    {"sptrsv_levels", "a single lane multiplies {} entries, one after another, and {} wait",
     "единственная нить умножает {} элемента подряд, {} ждёт",
     [](const SaidAt& at) -> Figures {
       const LevelOfStop level = level_of(at);
       const Trace& trace = *at.document->trace;
       const TriangularSystem system = triangular_system("power_law", std::vector<float>(32));
       EXPECT_EQ(level.end - level.begin, 1);
       for (int row = 0; row < 32; ++row) {
         EXPECT_LE(system.lower.length(row), system.lower.length(level.row)) << row;
       }
       const auto loads = accesses_that(trace, [&](const Access& access) {
         return access.step == at.entry().step && array_of(trace, access) == "column";
       });
       return {figure(lanes_of(loads)), count_figure(32 - at.entry().active())};
     }},
    {"spmv_scalar", "2^20 rows take {} ms banded, {} random and {} power_law",
     "2^20 строк занимают {} мс у banded, {} у random и {} у power_law",
     [](const SaidAt&) -> Figures { return sparse_times("spmv_scalar", 1 << 20, 3); }},
    {"spmv_warp",
     "2^20 rows take {} ms banded, {} random and {} power_law; a thread per row {}, {} and {}",
     "2^20 строк занимают {} мс у banded, {} у random и {} у power_law; по нити на строку — {}, {} "
     "и {}",
     [](const SaidAt&) -> Figures {
       Figures all = sparse_times("spmv_warp", 1 << 20, 3);
       const Figures scalar = sparse_times("spmv_scalar", 1 << 20, 3);
       all.insert(all.end(), scalar.begin(), scalar.end());
       return all;
     }},
    {"sptrsv_levels",
     "{} unknowns take {} ms banded, in {} levels; {} random, in {}; {} power_law, in {}",
     "{} неизвестных занимают {} мс у banded, уровней {}; {} у random, их {}; {} у power_law, их "
     "{}",
     [](const SaidAt&) -> Figures {
       const auto time = [](const char* rows, int digits) {
         return figure(h200_ms("sptrsv", "sptrsv_levels", 8192, {{"rows", rows}}), digits);
       };
       return {"8192",
               time("banded", 2),
               count_figure(levels_of("banded", 8192)),
               time("random", 3),
               count_figure(levels_of("random", 8192)),
               time("power_law", 3),
               count_figure(levels_of("power_law", 8192))};
     }},
    {"sptrsv_levels",
     "cuSPARSE takes {}, {} and {} ms: our kernel is one block, and {} of {} multiprocessors idle. "
     "A "
     "chain does not suit a GPU anyway: Eigen, on one thread of the processor, takes {}, {} and {}",
     "cuSPARSE нужно {}, {} и {} мс: наше ядро — один блок, и {} из {} мультипроцессоров "
     "простаивают. А длинная цепь и так не для GPU: Eigen в одном потоке CPU нужно {}, {} и {}",
     [](const SaidAt&) -> Figures {
       EXPECT_EQ(find_kernel("sptrsv_levels").value()->max_grid, 1);
       const auto all = measurement("h200/device.json").at("multiprocessors").get<std::int64_t>();
       const auto ours = [](const char* rows) {
         return h200_ms("sptrsv", "sptrsv_levels", 8192, {{"rows", rows}}) /
                h200_ms("sptrsv", "cusparse_spsv", 8192, {{"rows", rows}});
       };
       EXPECT_GT(ours("random"), 3);  // the other multiprocessors help here, but not in a chain
       EXPECT_GT(ours("power_law"), 3);
       EXPECT_LT(ours("banded"), 1);
       const auto time = [](const char* who, const char* rows, int digits) {
         return figure(h200_ms("sptrsv", who, 8192, {{"rows", rows}}), digits);
       };
       return {time("cusparse_spsv", "banded", 2),
               time("cusparse_spsv", "random", 3),
               time("cusparse_spsv", "power_law", 3),
               count_figure(all - 1),
               count_figure(all),
               time("cpu_eigen_sptrsv", "banded", 3),
               time("cpu_eigen_sptrsv", "random", 3),
               time("cpu_eigen_sptrsv", "power_law", 3)};
     }},
};

TEST(FiguresOfTriangularSystems, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_triangles) expect_said(claim);
}
TEST(FiguresOfProductsByEntries, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_coordinates) expect_said(claim);
}
TEST(FiguresOfSparseProducts, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_products) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
