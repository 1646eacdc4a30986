#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "instrumentation/analysis/summary.hpp"

namespace warpscope {

/// A sum of Totals, whatever the accesses are served in.
struct MemoryFigures {
  std::uint64_t requests = 0;
  std::uint64_t served = 0;  ///< wavefronts or sectors
  std::uint64_t ideal = 0;
  [[nodiscard]] std::uint64_t excessive() const { return served > ideal ? served - ideal : 0; }
  friend bool operator==(const MemoryFigures&, const MemoryFigures&) = default;
};

/// When reports have a sum.
enum class Reported : std::uint8_t {
  always,       ///< even if there are none
  with_memory,  ///< if anything is done to its memory
  if_any,
};

/// What one kind of operation does to one memory: a sum of Totals, and its names.
struct TotalsEntry {
  std::string_view key;  ///< in JSON and CSV: "shared_load"
  Space space;
  OperationKind kind;
  SharedTotals Totals::*wavefronts;  ///< nullptr: it is served in sectors
  GlobalTotals Totals::*sectors;     ///< nullptr: it is served in wavefronts
  Reported reported;
  std::string_view words;  ///< a message: "shared load"
  const char* (*line)();   ///< the same where there is little room, translated
  const char* title;       ///< a message: "Shared loads"
  const char* row;         ///< a message, beside others of the memory: "Load wavefronts"
};

/// THE list, in the order in which reports have them.
[[nodiscard]] std::span<const TotalsEntry> totals_table();
/// The sum to which an access adds; nullptr: it is in none.
[[nodiscard]] const TotalsEntry* entry_of(Space space, Operation operation);

[[nodiscard]] MemoryFigures figures(const Totals& totals, const TotalsEntry& entry);
/// Of all operations on a memory.
[[nodiscard]] MemoryFigures figures(const Totals& totals, Space space);
/// Whether a report has it.
[[nodiscard]] bool is_reported(const Totals& totals, const TotalsEntry& entry);

/// Calls `visit` with the sum, SharedTotals or GlobalTotals, const if `totals` are.
template <class AnyTotals>
void visit_sum(AnyTotals& totals, const TotalsEntry& entry, auto&& visit) {
  if (entry.wavefronts != nullptr) {
    visit(totals.*entry.wavefronts);
  } else {
    visit(totals.*entry.sectors);
  }
}

}  // namespace warpscope
