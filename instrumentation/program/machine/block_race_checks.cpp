#include "instrumentation/program/machine/block_race_checks.hpp"

#include <cstring>
#include <utility>

#include "instrumentation/language/say.hpp"

namespace warpscope {
void BlockRaceChecks::begin_block(const SimtBlock& block) {
  stores_.clear();
  if (!alone_) races_.begin_block(block.number, static_cast<std::size_t>(block.warps));
}

void BlockRaceChecks::grid_barrier() {
  if (!alone_) races_.grid_barrier();
}

void BlockRaceChecks::skipped() {
  if (!alone_) races_.skipped();
}

void BlockRaceChecks::barrier() {
  if (!alone_) races_.barrier();
}

void BlockRaceChecks::told(const SimtLane& lane, const LaneTelling& what) {
  if (alone_ || !what.of_device) return;
  const int warp = lane.rank / warp_lanes;
  races_.fence(warp);
  if (what.address == nullptr) return;
  races_.begin_instruction(warp, sites_.of(lane), BlockRaces::Does::update);
  races_.signal(warp, what.address, true, true, sites_.of(lane));
  races_.fence(warp);
}

void BlockRaceChecks::access(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& region,
                             std::uint32_t site) {
  stores_.clear();
  // The heap gives one block's memory to the next.
  if (alone_ || (region.allocation != nullptr && region.allocation->heap)) return;
  const SimtLane& first = *lanes[0];
  const BlockRaces::Does does = Footprint::of(first.operation);
  const bool is_update = does == BlockRaces::Does::update;
  const bool signals = is_update || first.is_volatile || first.is_atomic;
  races_.begin_instruction(warp, site, signals ? BlockRaces::Does::update : does);
  if (signals) {
    const bool reads = !stores(first.operation), changes = first.operation != Operation::load;
    for (const SimtLane* lane : lanes) races_.signal(warp, lane->address, reads, changes, site);
    if (!is_update) return;
  }
  for (const SimtLane* lane : lanes) {
    auto race = races_.touch(lane->address, lane->bytes, lane->lane());
    if (!race || (race->stale && lane->is_uncached)) continue;
    const Found found{.race = *race,
                      .lane = lane,
                      .address = lane->address,
                      .does = does,
                      .region = &region,
                      .site = site};
    if (does == BlockRaces::Does::write) {
      std::memcpy(stores_.emplace_back(found).before.data(), lane->address, lane->bytes);
    } else {
      report(block, found);
    }
  }
}

void BlockRaceChecks::stored(const SimtBlock& block) {
  for (const Found& found : stores_) {
    const SimtLane& lane = *found.lane;
    if (std::memcmp(found.before.data(), lane.stored.data(), lane.stored_bytes) != 0) {
      report(block, found);
    }
  }
  stores_.clear();
}

Sentence BlockRaceChecks::message(const Found& found) const {
  const BlockRaces::Race& race = found.race;
  const Sentence who = findings_.thread_text(*found.lane), does = LaunchFindings::verb(found.does),
                 line = sites_.line_text(found.site),
                 other = findings_.thread_text(
                     {.block = races_.number_of(race.block), .rank = race.thread}),
                 did = LaunchFindings::verb(race.does), other_line = sites_.line_text(race.site);
  const std::string what = found.region->element_text(found.address);
  if (race.stale) {
    return say(
        "{0} {1} {2} on {3}, and {4} {5} it on {6}. An atomic or volatile access orders them, but "
        "no "
        "__threadfence() follows it before {3}: a load that is neither volatile nor __ldcg may "
        "give what was there before.",
        who, does, what, line, other, did, other_line);
  }
  using enum Footprint::Does;
  if (!race.signal || race.does == update || found.does == update) {
    return say(
        "{0} {1} {2} on {3}, and {4} {5} it on {6}: the blocks of a launch run in any order, and "
        "nothing makes one of these wait for the other.",
        who, does, what, line, other, did, other_line);
  }
  const Sentence signal = sites_.line_text(race.signal->site);
  if (race.lacks_fence()) {
    return say(
        "{0} {1} {2} on {3}, and {4} {5} it on {6}. Only the access on {7} could order them, and "
        "no "
        "__threadfence() stands between it and what that thread does before: other blocks may see "
        "the one without the other.",
        who, does, what, line, other, did, other_line, signal);
  }
  return say(
      "{0} {1} {2} on {3}, and {4} {5} it on {6}. Only the access on {7} could order them, but it "
      "does not wait for that thread: what threads do before it must stand before a "
      "__syncthreads().",
      who, does, what, line, other, did, other_line, signal);
}

void BlockRaceChecks::report(const SimtBlock& block, const Found& found) {
  const BlockRaces::Race& race = found.race;
  using enum Footprint::Does;
  const bool by_atomic = race.does == update || found.does == update;
  LaunchFindings::Wrong wrong{
      .kind = by_atomic || race.stale ? FindingKind::undefined_order : FindingKind::race,
      .lane = found.lane,
      .site = found.site,
      .region = found.region,
      .index = found.region->index(found.address),
      .other_site = race.site,
      .other_thread =
          LaunchFindings::OtherThread{.block = races_.number_of(race.block), .rank = race.thread}};
  if (race.signal && !by_atomic) {
    (race.lacks_fence() ? wrong.unfenced_signal : wrong.early_signal) = race.signal->site;
  }
  if (race.stale) {
    if (std::exchange(told_stale_, true)) return;
    findings_.note(block, wrong, [&] { return message(found); });
    return;
  }
  if (wrong.kind == FindingKind::undefined_order && std::exchange(told_order_, true)) return;
  findings_.report(block, wrong, [&] { return message(found); });
}

}  // namespace warpscope
