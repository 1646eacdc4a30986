// Figures in lessons on sparse matrices that take more than an expression; the others are claims in the lessons.
#include <algorithm>
#include <map>

#include "kernels/sparse/triangular_system.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

std::string count_figure(std::int64_t count) { return figure(static_cast<std::uint64_t>(count)); }

/// How far most of the lanes stand from the next one, in bytes.
std::int64_t usual_distance(const SaidAt& at) {
  const auto indices = at.document->trace->lane_indices(at.entry());
  std::map<std::int64_t, int> times;
  for (std::size_t lane = 1; lane < 32; ++lane) ++times[4 * (indices[lane] - indices[lane - 1])];
  return std::ranges::max_element(times, {}, [](const auto& pair) { return pair.second; })->first;
}

constexpr FigureClaim of_products[] = {
    {"spmv_scalar",
     "most of them {} bytes, so hardly two share a sector. {} bytes move for {}; the next loads "
     "want nearly the same sectors again",
     "чаще всего на {} байт, и сектор почти ни с кем не делят. Передаётся {} байта ради {}",
     [](const SaidAt& at) -> Figures {
       EXPECT_GT(at.cost().sectors, 29);
       return {count_figure(usual_distance(at)), count_figure(32 * at.cost().sectors),
               count_figure(4 * at.entry().active())};
     }},
};

/// The levels of a triangular system.
int levels_of(const char* rows, std::size_t unknowns) {
  return level_sets(triangular_system(rows, std::vector<float>(unknowns)).lower).levels();
}

/// More unknowns than the emulator solves.
constexpr FigureClaim of_triangles[] = {
    {"sptrsv_levels", "ms banded, in {} levels", "мс ({} уровня)",
     [](const SaidAt&) -> Figures { return {count_figure(levels_of("banded", 8192))}; }},
    {"sptrsv_levels", "random, in {}", "({} уровней)",
     [](const SaidAt&) -> Figures { return {count_figure(levels_of("random", 8192))}; }},
    {"sptrsv_levels", "power_law, in {}", "({}). Уровней меньше",
     [](const SaidAt&) -> Figures { return {count_figure(levels_of("power_law", 8192))}; }},
};

TEST(FiguresOfTriangularSystems, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_triangles) expect_said(claim);
}
TEST(FiguresOfSparseProducts, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_products) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
