#include "app/subject/layout_choices.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "app/subject/layout_offers.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

// Each array costs a few passes over the trace.
constexpr std::size_t most_arrays = 4, most_accesses = 200'000;

/// The costliest access to each shared array with a conflict.
std::map<int, std::uint32_t> costliest_of_arrays(const Document& document) {
  std::map<int, std::uint32_t> costliest;
  const Trace& trace = *document.trace;
  for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
    const int array = trace.accesses[i].array;
    if (array < 0 || trace.arrays[static_cast<std::size_t>(array)].space != Space::shared) continue;
    const int excess = cost_of(document, i).first;
    if (excess <= 0) continue;
    const auto [known, fresh] = costliest.try_emplace(array, i);
    if (!fresh && excess > cost_of(document, known->second).first) known->second = i;
  }
  return costliest;
}

}  // namespace

LayoutChoices layout_choices(const Document& document, std::uint32_t access) {
  const LayoutOffers& offers = document.layout_offers();
  LayoutChoices choices;
  std::set<std::string> arrays;
  const auto add = [&](std::uint32_t of) {
    auto found = offers.at(of);
    choices.complete = choices.complete && found;
    if (!choices.complete) return;  // what follows is begun, and listed once this is there
    for (OfferedFix& offer : *found) {
      const bool known = std::ranges::count(choices.list, offer) > 0;
      arrays.insert(offer.fix.relayout.array);
      if (!known) choices.list.push_back(std::move(offer));
    }
  };
  add(access);
  if (document.trace->accesses.size() > most_accesses) return choices;
  for (const auto& [array, costliest] : costliest_of_arrays(document)) {
    const std::string& name = document.trace->arrays[static_cast<std::size_t>(array)].name;
    if (arrays.size() < most_arrays && !arrays.contains(name)) add(costliest);
  }
  return choices;
}

std::string layout_effect_text(const Document& document, const OfferedFix& offer) {
  const std::uint64_t before = figures(document.summary.totals, Space::shared).served;
  const std::uint64_t after = before - offer.effect.before + offer.effect.after;
  const auto extra = static_cast<std::int64_t>(offer.effect.extra_bytes);
  if (extra == 0) {
    return tr("{0} → {1} wavefronts, no more memory", grouped(before), grouped(after));
  }
  return tr_n("{1} → {2} wavefronts, {3} byte more", "{1} → {2} wavefronts, {3} bytes more", extra,
              grouped(before), grouped(after), grouped(static_cast<std::uint64_t>(extra)));
}

}  // namespace warpscope
