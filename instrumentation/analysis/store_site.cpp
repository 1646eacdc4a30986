#include "instrumentation/analysis/store_site.hpp"

#include <algorithm>

namespace warpscope {
namespace {

bool contains(const std::vector<std::uint32_t>& sites, std::uint32_t site) {
  return std::ranges::find(sites, site) != sites.end();
}
void insert_once(std::vector<std::uint32_t>& sites, std::uint32_t site) {
  if (!contains(sites, site)) sites.push_back(site);
}

}  // namespace

void StoreSite::add_loads(std::int32_t array, std::span<const LoadKey> keys, std::size_t held) {
  if (array_ < 0) array_ = array;
  std::uint32_t last = 0xffffffffU;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (keys[k].site == last) continue;
    last = keys[k].site;
    insert_once(loads_, last);
    if (k < held) insert_once(held_, last);
  }
}

void StoreSite::see(std::span<const Reaching> loads) {
  keep_matches(loads);
  if (loads.size() > most_selected) selects_ = false;
  if (selects_) keep_families(loads);
  seen_ = true;
}

/// All candidates the first time, later those that still are.
void StoreSite::keep_matches(std::span<const Reaching> loads) {
  if (loads.size() > most_matches) {
    matches_.clear();
    return;
  }
  if (!seen_) {
    for (const Reaching& load : loads) {
      if (load.equal) matches_.push_back({load.key, false});
    }
  }
  auto from = loads.begin();  // matches and loads are in one order: each is found right here
  std::erase_if(matches_, [&](Match& match) {
    auto found = std::ranges::find(from, loads.end(), match.key, &Reaching::key);
    if (found == loads.end()) found = std::ranges::find(loads, match.key, &Reaching::key);
    if (found == loads.end() || !found->equal) return true;
    from = found + 1;
    match.own_cell |= found->own_cell && loads.size() > 1;
    return false;
  });
}

void StoreSite::keep_families(std::span<const Reaching> loads) {
  for (Family& family : families_) family.equal = false;
  for (std::size_t l = 0; l < loads.size(); ++l) {
    const std::uint32_t site = loads[l].key.site;
    Family& family = family_of(site);
    family.equal |= loads[l].equal;
    for (std::size_t other = 0; other < l; ++other) {
      if (loads[other].array == loads[l].array) join(loads[other].key.site, site);
    }
  }
  for (Family& family : families_) {
    family.always = (family.always || !seen_) && family.equal;
  }
  selects_ = std::ranges::any_of(families_, &Family::always);
}

StoreSite::Family& StoreSite::family_of(std::uint32_t site) {
  const auto found = std::ranges::find_if(
      families_, [&](const Family& family) { return contains(family.sites, site); });
  if (found != families_.end()) return *found;
  families_.push_back({.sites = {site}});
  return families_.back();
}

void StoreSite::join(std::uint32_t a, std::uint32_t b) {
  if (same_array(a, b)) return;
  const Family moved = family_of(b);
  std::erase_if(families_, [&](const Family& family) { return contains(family.sites, b); });
  Family& family = family_of(a);
  family.sites.insert(family.sites.end(), moved.sites.begin(), moved.sites.end());
  family.always |= moved.always;
  family.equal |= moved.equal;
}

bool StoreSite::same_array(std::uint32_t a, std::uint32_t b) const {
  return std::ranges::any_of(families_, [&](const Family& family) {
    return contains(family.sites, a) && contains(family.sites, b);
  });
}

std::vector<LoadKey> StoreSite::copied() const {
  std::vector<LoadKey> keys;
  for (const Match& match : matches_) {
    if (!match.own_cell) keys.push_back(match.key);
  }
  return keys;
}

std::vector<std::vector<std::uint32_t>> StoreSite::selected() const {
  std::vector<std::vector<std::uint32_t>> groups;
  if (!seen_ || !selects_ || families_.size() < 2) return groups;
  for (const Family& family : families_) {
    if (family.always) groups.push_back(family.sites);
  }
  return groups;
}

}  // namespace warpscope
