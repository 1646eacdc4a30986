#include "instrumentation/program/machine/block_races.hpp"

#include <algorithm>
#include <utility>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {
namespace {

constexpr std::size_t bytes_of_word = 4;

}  // namespace

void BlockRaces::begin_block(std::int64_t number, std::size_t warps) {
  blocks_.push_back(number);
  clocks_.begin_block(warps);
  begin_ = static_cast<Mark>(instructions_.size() * warp_lanes);
}

void BlockRaces::grid_barrier() {
  forget();
  blocks_.clear();
}

void BlockRaces::skipped() {
  // They may have passed on what the ones before them signalled.
  if (clocks_.has_fenced()) grid_barrier();
}

void BlockRaces::forget() {
  clocks_.forget();
  instructions_.resize(1);
  pages_.clear();
  cells_ = 0;
  last_ = nullptr;
  begin_ = warp_lanes;
}

void BlockRaces::signal(int warp, const void* flag, bool reads, bool changes, std::uint32_t site) {
  clocks_.signal(static_cast<std::uint32_t>(warp), reinterpret_cast<std::uintptr_t>(flag), reads,
                 changes, now(), site);
}

void BlockRaces::begin_instruction(int warp, std::uint32_t site, Does does) {
  if (instructions_.size() >= most_instructions || cells_ >= most_cells) {
    // Of the block that runs no more is known than that it has begun.
    const std::int64_t number = blocks_.back();
    const std::size_t warps = clocks_.warps();
    grid_barrier();
    begin_block(number, warps);
  }
  const auto own = static_cast<std::uint32_t>(warp);
  instructions_.push_back({clocks_.block(), site, own});
  does_ = does;
  if (does == Does::write) clocks_.wrote(own, now());
}

std::span<BlockRaces::Cell> BlockRaces::cells_of(std::uintptr_t at, std::size_t bytes) {
  const std::uintptr_t number = at / page_bytes;
  if (last_ == nullptr || last_number_ != number) {
    last_ = &pages_[number];
    last_number_ = number;
  }
  Page& page = *last_;
  if (page.cells.empty()) {
    page.cells.resize(page_bytes / bytes_of_word);
    cells_ += page.cells.size();
  }
  if (!page.of_bytes() && (at % bytes_of_word != 0 || bytes % bytes_of_word != 0)) {
    std::vector<Cell> of_bytes;
    of_bytes.reserve(page_bytes);
    for (const Cell& cell : page.cells) of_bytes.insert(of_bytes.end(), bytes_of_word, cell);
    cells_ += page_bytes - page.cells.size();
    page.cells = std::move(of_bytes);
  }
  const std::size_t width = page.of_bytes() ? 1 : bytes_of_word;
  return std::span(page.cells).subspan(at % page_bytes / width, bytes / width);
}

bool BlockRaces::Race::lacks_fence() const {
  return signal && signal->time >= time &&
         (signal->barrier >= time ||
          signal->warp == static_cast<std::uint32_t>(thread / warp_lanes));
}

std::optional<BlockRaces::Race> BlockRaces::conflict(Mark mark, Does then) const {
  if (mark == 0 || mark >= begin_) return std::nullopt;
  const LaunchTime time = mark / warp_lanes;
  const Instruction& other = instructions_[time];
  const std::uint32_t warp = instructions_.back().warp;
  const BlockDeed deed{other.block, other.warp, time};
  Race race{.does = then,
            .block = other.block,
            .site = other.site,
            .thread = static_cast<std::int32_t>(other.warp * warp_lanes + mark % warp_lanes),
            .time = time,
            .signal = {}};
  if (clocks_.follows(warp, deed)) {
    if (does_ != Does::read || then == Does::read || !clocks_.may_be_stale(warp)) {
      return std::nullopt;
    }
    race.stale = !clocks_.gave_up();
    return race.stale ? std::optional(race) : std::nullopt;
  }
  race.signal = clocks_.signal_for(deed);
  // What was read before a signal needs no fence: nothing is to become visible.
  if (then == Does::read && race.lacks_fence()) return std::nullopt;
  return race;
}

std::optional<BlockRaces::Race> BlockRaces::conflict(const std::array<Mark, 2>& marks,
                                                     Does then) const {
  if (auto race = conflict(marks[0], then)) return race;
  return conflict(marks[1], then);
}

std::optional<BlockRaces::Race> BlockRaces::look(const Cell& cell) const {
  if (auto race = conflict(cell.write, Does::write)) return race;
  // What the block's own atomic has found there comes before what the block does next.
  if (does_ != Does::update && cell.updates[0] < begin_) {
    if (auto race = conflict(cell.updates, Does::update)) return race;
  }
  return does_ == Does::read ? std::nullopt : conflict(cell.reads, Does::read);
}

void BlockRaces::remember(Cell& cell, Mark mark) const {
  if (does_ == Does::write) {
    cell.write = mark;
    return;
  }
  std::array<Mark, 2>& marks = does_ == Does::update ? cell.updates : cell.reads;
  if (marks[0] != 0 && marks[0] < begin_) marks[1] = marks[0];
  marks[0] = mark;
}

std::optional<BlockRaces::Race> BlockRaces::touch(const void* address, std::size_t bytes,
                                                  int lane) {
  const auto mark = static_cast<Mark>(now() * warp_lanes + static_cast<Mark>(lane));
  std::optional<Race> found;
  auto at = reinterpret_cast<std::uintptr_t>(address);
  // Two halves of a structure may lie in two pages.
  for (const std::uintptr_t end = at + bytes; at < end;) {
    const std::size_t part = std::min<std::size_t>(end - at, page_bytes - at % page_bytes);
    for (Cell& cell : cells_of(at, part)) {
      if (!found) found = look(cell);
      remember(cell, mark);
    }
    at += part;
  }
  return found;
}

}  // namespace warpscope
