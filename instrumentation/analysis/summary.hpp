#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Sums over warp accesses to shared memory, in Nsight Compute's words.
struct SharedTotals {
  std::uint64_t requests = 0;  ///< warp instructions
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal = 0;
  [[nodiscard]] std::uint64_t conflicts() const { return wavefronts - ideal; }
};
struct GlobalTotals {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;  ///< of 32 bytes
  std::uint64_t ideal = 0;    ///< sectors if the same bytes lay side by side
};

struct Totals {
  SharedTotals shared_load, shared_store, shared_atomic;
  SharedTotals shared_copy;  ///< of asynchronous copies: what they write
  GlobalTotals global_load, global_store, global_atomic;
  GlobalTotals local_load, local_store;
  SharedTotals constant_load;  ///< one pass per different word
  std::uint64_t shuffles = 0;
  std::uint64_t barriers = 0;
  std::uint64_t steps = 0;
  std::uint64_t active_lanes = 0;  ///< summed over accesses
  std::uint64_t lane_slots = 0;    ///< 32 × accesses: active_lanes / lane_slots is SIMT efficiency
  int max_degree = 0;
};

/// The cost of one source line with one operation on one space.
struct LineCost {
  std::uint32_t source = 0;  ///< into Trace::sources
  std::uint32_t line = 0;
  Operation operation = Operation::load;
  Space space = Space::shared;
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;  ///< shared, constant: passes; global, local: sectors;
                                 ///< registers: 0
  std::uint64_t ideal = 0;
  int max_degree = 0;
  std::uint64_t active_lanes = 0;
};

/// The cost of one access under the chosen model. Scrubber, gutter and caption read it.
struct AccessCost {
  std::uint8_t wavefronts = 0;  ///< 0 unless shared or constant
  std::uint8_t ideal = 0;
  std::uint8_t degree = 0;
  std::uint8_t sectors = 0;  ///< 0 unless global or local
};

struct Summary {
  BankModel model = BankModel::cc5;
  Totals totals;
  std::vector<LineCost> lines;       ///< ordered by source, line, space and operation
  std::vector<AccessCost> accesses;  ///< one per Trace::accesses
};
[[nodiscard]] Summary summarize(const Trace& trace, BankModel model);

/// The part of a line's cost that goes to one array, on one way of calls.
struct SiteCost {
  LineCost cost;
  std::string array;         ///< as the launch calls it; empty: none, as of shuffles
  std::int32_t caller = -1;  ///< CodeLocation::caller
};
/// Ordered as Summary::lines, then by array and caller; those of a line add up to its cost.
[[nodiscard]] std::vector<SiteCost> costs_of_sites(const Trace& trace, BankModel model);

/// The totals of each launch: Trace::launches.size() of them.
[[nodiscard]] std::vector<Totals> totals_of_launches(const Trace& trace, BankModel model);
/// Counts what another block or launch did, too; of the degrees the larger one stays.
void add(Totals& to, const Totals& more);

/// A line of a source file, 1 is the first, without leading blanks; empty if there is none.
/// Printable, and cut if it is far longer than any line of a program.
[[nodiscard]] std::string source_line(const SourceFile& source, std::uint32_t line);

/// Finds line after line: if their numbers rise, it searches the source only once.
class LineFinder {
 public:
  [[nodiscard]] std::string line(const SourceFile& source, std::uint32_t line);

 private:
  const SourceFile* source_ = nullptr;  // that line_ is of
  std::uint32_t line_ = 1;
  std::size_t begin_ = 0;  // of it
};

}  // namespace warpscope
