#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/analysis/summary.hpp"

namespace warpscope {

/// What all blocks of a launch's grid do, or those of several launches together.
struct GridTotals {
  Totals totals;            ///< max_degree is of the counted blocks
  std::int64_t blocks = 0;  ///< of the grid
  std::int64_t counted =
      0;  ///< blocks whose accesses were counted; the totals are scaled from them
  [[nodiscard]] bool exact() const { return counted == blocks; }
  GridTotals& operator+=(const GridTotals& other);
};
/// As if each of the grid's blocks did what the counted ones did on average.
[[nodiscard]] GridTotals grid_totals(const Totals& of_counted, std::int64_t counted,
                                     std::int64_t blocks);
/// Of all launches of a trace, which holds one block of each.
[[nodiscard]] GridTotals grid_totals(const Trace& trace, BankModel model);

/// Cycles for which the totals take up one multiprocessor: those of its shared memory's pipe (a wavefront takes
/// one, up to compute capability 2.x two) or those of its share of the bandwidth (a sector takes 32 bytes divided by
/// the bytes per cycle that were measured or published), whichever are more. Unit for unit what makes a launch costly.
[[nodiscard]] double modelled_cycles(const Totals& totals, BankModel model);
/// The same, rounded; the largest number stands for what is beyond it.
[[nodiscard]] std::int64_t whole_cycles(const Totals& totals, BankModel model);
/// How modelled_cycles() counts, as a sentence: "Cycles of one multiprocessor: …".
[[nodiscard]] std::string cycles_text(BankModel model);

/// "1,024"; "≈1,024" and "≈41.5M" if it is scaled.
[[nodiscard]] std::string grid_figure_text(std::uint64_t figure, bool scaled);
[[nodiscard]] std::string grid_figure_text(const GridTotals& grid, std::uint64_t figure);

/// Of shared memory.
[[nodiscard]] std::uint64_t wavefronts_of(const Totals& totals);
/// Those above the ideal.
[[nodiscard]] std::uint64_t excessive_wavefronts_of(const Totals& totals);
/// Of global memory.
[[nodiscard]] std::uint64_t sectors_of(const Totals& totals);
[[nodiscard]] std::uint64_t ideal_sectors_of(const Totals& totals);

}  // namespace warpscope
