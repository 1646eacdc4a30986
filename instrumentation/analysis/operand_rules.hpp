#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/analysis/flow_sites.hpp"
#include "instrumentation/analysis/store_site.hpp"

namespace warpscope {

/// Says which loads the stores of a site take, of those that may feed them.
struct OperandRule {
  enum class Kind : std::uint8_t {
    all,   ///< they combine them
    one,   ///< always the same one: they copy it
    some,  ///< always one of some sites, now this, now that: they select among these
  };
  Kind kind = Kind::all;
  LoadKey one;
  std::vector<std::uint32_t> sites;  ///< of `some`
  bool copies_alone = true;          ///< if only one load may feed a store, it copies that

  [[nodiscard]] bool takes(const LoadKey& key) const;
  /// Whether the rule takes some load of a site.
  [[nodiscard]] bool takes_from(std::uint32_t site) const;
};

/// The rule of each site, decided once per site over the whole trace, so that values
/// which happen to be equal do not mislead.
[[nodiscard]] std::vector<OperandRule> find_operand_rules(const FlowSites& sites,
                                                          std::span<const StoreSite> stores,
                                                          const std::vector<bool>& shuffled);

/// Whether some load waited in a register for a store that does not take it: it was meant for
/// another.
[[nodiscard]] bool leaves_held_loads(std::span<const StoreSite> stores,
                                     std::span<const OperandRule> rules);

}  // namespace warpscope
