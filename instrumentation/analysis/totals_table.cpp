#include "instrumentation/analysis/totals_table.hpp"

#include <algorithm>
#include <array>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::array entries = std::to_array<TotalsEntry>({
    {"shared_load", Space::shared, OperationKind::load, &Totals::shared_load, nullptr,
     Reported::always, tr_noop("shared load"),
     [] { return tr_c("what a line does", "shared load"); }, tr_noop("Shared loads"),
     tr_noop("Load wavefronts")},
    {"shared_store", Space::shared, OperationKind::store, &Totals::shared_store, nullptr,
     Reported::always, tr_noop("shared store"),
     [] { return tr_c("what a line does", "shared store"); }, tr_noop("Shared stores"),
     tr_noop("Store wavefronts")},
    {"shared_atomic", Space::shared, OperationKind::atomic, &Totals::shared_atomic, nullptr,
     Reported::always, tr_noop("shared atomic"),
     [] { return tr_c("what a line does", "shared atomic"); }, tr_noop("Shared atomics"),
     tr_noop("Atomic wavefronts")},
    {"shared_copy", Space::shared, OperationKind::copy, &Totals::shared_copy, nullptr,
     Reported::if_any, tr_noop("asynchronous copy"),
     [] { return tr_c("what a line does", "async copy"); }, tr_noop("Asynchronous copies"),
     tr_noop("Copy wavefronts")},
    {"global_load", Space::global, OperationKind::load, nullptr, &Totals::global_load,
     Reported::always, tr_noop("global load"),
     [] { return tr_c("what a line does", "global load"); }, tr_noop("Global loads"),
     tr_noop("Load sectors")},
    {"global_store", Space::global, OperationKind::store, nullptr, &Totals::global_store,
     Reported::always, tr_noop("global store"),
     [] { return tr_c("what a line does", "global store"); }, tr_noop("Global stores"),
     tr_noop("Store sectors")},
    {"global_atomic", Space::global, OperationKind::atomic, nullptr, &Totals::global_atomic,
     Reported::always, tr_noop("global atomic"),
     [] { return tr_c("what a line does", "global atomic"); }, tr_noop("Global atomics"),
     tr_noop("Atomic sectors")},
    {"local_load", Space::local, OperationKind::load, nullptr, &Totals::local_load,
     Reported::with_memory, tr_noop("local load"),
     [] { return tr_c("what a line does", "local load"); }, tr_noop("Local loads"),
     tr_noop("Local load sectors")},
    {"local_store", Space::local, OperationKind::store, nullptr, &Totals::local_store,
     Reported::with_memory, tr_noop("local store"),
     [] { return tr_c("what a line does", "local store"); }, tr_noop("Local stores"),
     tr_noop("Local store sectors")},
    {"constant_load", Space::constant, OperationKind::load, &Totals::constant_load, nullptr,
     Reported::always, tr_noop("constant load"),
     [] { return tr_c("what a line does", "constant load"); }, tr_noop("Constant loads"),
     tr_noop("Constant wavefronts")},
});

/// What has no sum of its own and writes counts as a store, as an atomic on local memory does.
const TotalsEntry* find_entry(Space space, OperationKind kind) {
  const auto of_kind = [&](OperationKind wanted) {
    const auto* found = std::ranges::find_if(entries, [&](const TotalsEntry& entry) {
      return entry.space == space && entry.kind == wanted;
    });
    return found == entries.end() ? nullptr : &*found;
  };
  const TotalsEntry* own = of_kind(kind);
  const bool writes = kind == OperationKind::atomic || kind == OperationKind::copy;
  return own == nullptr && writes ? of_kind(OperationKind::store) : own;
}

}  // namespace

std::span<const TotalsEntry> totals_table() { return entries; }

const TotalsEntry* entry_of(Space space, Operation operation) {
  static const auto table = [] {
    std::array<std::array<const TotalsEntry*, operation_traits.size()>, space_traits.size()> made{};
    for (const SpaceTraits& at : space_traits) {
      for (const OperationTraits& of : operation_traits) {
        made[static_cast<std::size_t>(at.space)][static_cast<std::size_t>(of.operation)] =
            find_entry(at.space, of.kind);
      }
    }
    return made;
  }();
  return table[static_cast<std::size_t>(space)][static_cast<std::size_t>(operation)];
}

MemoryFigures figures(const Totals& totals, const TotalsEntry& entry) {
  if (entry.wavefronts != nullptr) {
    const SharedTotals& sum = totals.*entry.wavefronts;
    return {sum.requests, sum.wavefronts, sum.ideal};
  }
  const GlobalTotals& sum = totals.*entry.sectors;
  return {sum.requests, sum.sectors, sum.ideal};
}

MemoryFigures figures(const Totals& totals, Space space) {
  MemoryFigures sum;
  for (const TotalsEntry& entry : entries) {
    if (entry.space != space) continue;
    const MemoryFigures more = figures(totals, entry);
    sum.requests += more.requests;
    sum.served += more.served;
    sum.ideal += more.ideal;
  }
  return sum;
}

bool is_reported(const Totals& totals, const TotalsEntry& entry) {
  switch (entry.reported) {
    case Reported::always: return true;
    case Reported::with_memory: return figures(totals, entry.space).requests > 0;
    case Reported::if_any: return figures(totals, entry).requests > 0;
  }
  return true;
}

}  // namespace warpscope
