#include "instrumentation/analysis/operand_rules.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace warpscope {
namespace {

/// Chooses for each site on its own, but never one load for two stores if each may have its own.
class Chooser {
 public:
  Chooser(const FlowSites& sites, std::span<const StoreSite> stores)
      : sites_(sites), stores_(stores), rules_(stores.size()) {}

  std::vector<OperandRule> choose() {
    for (std::size_t s = 0; s < stores_.size(); ++s) {
      rules_[s].copies_alone = stores_[s].copies_alone();
      const std::vector<LoadKey> copied = stores_[s].copied();
      if (copied.size() == 1) copy(s, copied.front());
    }
    // These stores may have copied any of several loads, all equal.
    for (std::size_t s = 0; s < stores_.size(); ++s) {
      const std::vector<LoadKey> copied = stores_[s].copied();
      if (copied.size() > 1) copy(s, likeliest(s, copied));
    }
    for (std::size_t s = 0; s < stores_.size(); ++s) {
      if (rules_[s].kind == OperandRule::Kind::all) select(s);
    }
    return std::move(rules_);
  }

 private:
  void copy(std::size_t s, const LoadKey& key) {
    rules_[s].kind = OperandRule::Kind::one;
    rules_[s].one = key;
    copied_.insert(key);
  }

  /// The load on the store's own line; else one that no other store copies; else the latest.
  [[nodiscard]] LoadKey likeliest(std::size_t s, const std::vector<LoadKey>& keys) const {
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) {
      if (sites_.locations[key->site] == sites_.locations[s]) return *key;
    }
    const auto free =
        std::ranges::find_if(keys, [&](const LoadKey& key) { return !copied_.contains(key); });
    return free == keys.end() ? keys.back() : *free;
  }

  /// Prefers a group of loads that no store to another array selects from.
  void select(std::size_t s) {
    const auto groups = stores_[s].selected();
    for (const auto& group : groups) {
      const auto taken = selected_by_.find(group.front());
      if (taken != selected_by_.end() && taken->second != stores_[s].array()) continue;
      return select(s, group);
    }
    if (!groups.empty()) select(s, groups.front());
  }
  void select(std::size_t s, const std::vector<std::uint32_t>& group) {
    rules_[s].kind = OperandRule::Kind::some;
    rules_[s].sites = group;
    for (const std::uint32_t site : group) selected_by_.try_emplace(site, stores_[s].array());
  }

  const FlowSites& sites_;
  std::span<const StoreSite> stores_;
  std::vector<OperandRule> rules_;
  std::set<LoadKey> copied_;
  std::map<std::uint32_t, std::int32_t> selected_by_;  // load site: array that is stored to
};

std::uint32_t first_site(const OperandRule& rule) {
  return rule.kind == OperandRule::Kind::one ? rule.one.site : rule.sites.front();
}

/// A minimum over falling values always equals one of its loads, yet is no copy. The sign: as a
/// copy it would leave its other load unused. Stores that would do so combine, unless the other
/// load may have told where to read or to store.
void reject_idle_loads(const FlowSites& sites, std::span<const StoreSite> stores,
                       std::vector<bool> used, std::vector<OperandRule>& rules) {
  for (std::size_t s = 0; s < stores.size(); ++s) {
    for (const std::uint32_t load : stores[s].loads()) {
      if (rules[s].takes_from(load)) used[load] = true;
    }
  }
  for (std::size_t s = 0; s < stores.size(); ++s) {
    if (rules[s].kind == OperandRule::Kind::all) continue;
    const std::uint32_t taken = first_site(rules[s]);
    const bool scattered = sites.scattered[s] || sites.scattered[taken];
    const bool idle = std::ranges::any_of(stores[s].loads(), [&](std::uint32_t load) {
      return !used[load] && !(scattered && !stores[s].same_array(load, taken));
    });
    if (idle) rules[s].kind = OperandRule::Kind::all;
  }
}

}  // namespace

bool OperandRule::takes(const LoadKey& key) const {
  return kind == Kind::one ? key == one : takes_from(key.site);
}

bool OperandRule::takes_from(std::uint32_t site) const {
  if (kind == Kind::all) return true;
  return kind == Kind::one ? site == one.site : std::ranges::find(sites, site) != sites.end();
}

std::vector<OperandRule> find_operand_rules(const FlowSites& sites,
                                            std::span<const StoreSite> stores,
                                            const std::vector<bool>& shuffled) {
  std::vector<OperandRule> rules = Chooser(sites, stores).choose();
  reject_idle_loads(sites, stores, shuffled, rules);
  return rules;
}

bool leaves_held_loads(std::span<const StoreSite> stores, std::span<const OperandRule> rules) {
  for (std::size_t s = 0; s < stores.size(); ++s) {
    const bool leaves = std::ranges::any_of(
        stores[s].held(), [&](std::uint32_t load) { return !rules[s].takes_from(load); });
    if (leaves) return true;
  }
  return false;
}

}  // namespace warpscope
