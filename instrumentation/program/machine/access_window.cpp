#include "instrumentation/program/machine/access_window.hpp"

#include <algorithm>

namespace warpscope {
namespace {

/// The largest power of two, up to what may move at once, in which all lanes touch the same place; 0: what they touch is
/// no less than that.
std::size_t chunk_of(const WarpAccess& access) {
  std::size_t chunk = access.region->at_once;
  const auto differs = [&](std::size_t lane) {
    return (access.offset(lane) ^ access.offset(0)) % static_cast<std::int64_t>(chunk) != 0;
  };
  for (std::size_t lane = 1; lane < access.indices.size(); ++lane) {
    while (chunk > access.bytes() && differs(lane)) chunk /= 2;
  }
  return chunk > access.bytes() ? chunk : 0;
}

std::int64_t place_in(std::size_t chunk, std::int64_t offset) {
  return offset & (static_cast<std::int64_t>(chunk) - 1);
}

/// Whether a compiler must take two accesses to be to the same memory, for what it knows of types: other members of
/// structures lie elsewhere.
bool may_meet(const WarpAccess& a, const WarpAccess& b) {
  const MemoryRegion &one = *a.region, &other = *b.region;
  if (one.array.space != other.array.space) return false;
  if (&one != &other && one.array.space == Space::shared) return false;
  if (!one.structure || !other.structure) return one.array.type == other.array.type;
  const std::int64_t at = a.offset(0) % one.structure->bytes;
  const std::int64_t other_at = b.offset(0) % other.structure->bytes;
  return at < other_at + static_cast<std::int64_t>(b.bytes()) &&
         other_at < at + static_cast<std::int64_t>(a.bytes());
}

}  // namespace

WarpAccess& AccessWindow::next() {
  if (count_ == held_.size()) held_.emplace_back();
  return held_[count_].access;
}

void AccessWindow::add(std::uint32_t run, bool together) {
  run_ = run;
  const std::size_t own = count_++;
  Held& added = held_[own];
  added.leader = own;
  added.chunk = together ? chunk_of(added.access) : 0;
  if (added.chunk == 0) return;
  for (std::size_t leader = 0; leader < own; ++leader) {
    if (held_[leader].leader != leader || !joins(added, leader)) continue;
    if (added.access.operation == Operation::load) {
      added.leader = leader;
    } else {
      for (std::size_t k = 0; k < own; ++k) {
        if (held_[k].leader == leader) held_[k].leader = own;
      }
    }
    return;
  }
}

bool AccessWindow::joins(const Held& added, std::size_t leader) const {
  const WarpAccess& access = added.access;
  const Held& with = held_[leader];
  if (with.chunk == 0 || with.access.operation != access.operation ||
      with.access.region != access.region || with.access.cells != access.cells) {
    return false;
  }
  const std::size_t chunk = std::min(with.chunk, added.chunk);
  for (std::size_t lane = 0; lane < access.indices.size(); ++lane) {
    const std::int64_t a = with.access.offset(lane), b = access.offset(lane);
    if (a - place_in(chunk, a) != b - place_in(chunk, b)) return false;
  }
  const bool load = access.operation == Operation::load;
  for (std::size_t k = 0; k < count_ - 1; ++k) {
    const Held& between = held_[k];
    if (between.leader == leader) {
      if (between.access.indices[0] == access.indices[0]) return false;  // touched once more
      continue;
    }
    if (load) {
      // It moves to the leader's place, ahead of the stores since then.
      const bool later = k > leader && stores(between.access.operation);
      if (later && may_meet(between.access, access)) return false;
    } else {
      // The others move to its place, behind what follows them.
      for (std::size_t part = 0; part < k; ++part) {
        if (held_[part].leader == leader && may_meet(between.access, held_[part].access)) {
          return false;
        }
      }
    }
  }
  return true;
}

void AccessWindow::collect(std::size_t leader) {
  parts_.clear();
  for (std::size_t k = 0; k < count_; ++k) {
    if (held_[k].leader == leader) parts_.push_back(&held_[k]);
  }
  std::ranges::sort(parts_, {}, [](const Held* part) { return part->access.indices[0]; });
}

std::size_t AccessWindow::moved_at_once(std::size_t from) const {
  std::size_t chunk = parts_[from]->chunk;
  const auto bytes = static_cast<std::int64_t>(parts_[from]->access.bytes());
  const std::int64_t begin = parts_[from]->access.offset(0);
  std::size_t run = 1;
  while (from + run < parts_.size() &&
         parts_[from + run]->access.offset(0) == begin + static_cast<std::int64_t>(run) * bytes) {
    chunk = std::min(chunk, parts_[from + run]->chunk);
    ++run;
  }
  std::size_t count = 1;
  for (std::size_t twice = 2; twice <= run; twice *= 2) {
    const std::int64_t width = static_cast<std::int64_t>(twice) * bytes;
    if (width > static_cast<std::int64_t>(chunk) || begin % width != 0) break;
    count = twice;
  }
  return count;
}

const WarpAccess& AccessWindow::joined(std::size_t from, std::size_t count) {
  const Held& first = *parts_[from];
  joined_.site = first.access.site;
  joined_.mask = first.access.mask;
  joined_.operation = first.access.operation;
  joined_.region = first.access.region;
  joined_.cells = first.access.cells * count;
  joined_.indices = first.access.indices;
  joined_.words.clear();
  const std::size_t lanes = first.access.indices.size();
  const auto words = static_cast<std::ptrdiff_t>(first.access.words.size() / lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (std::size_t part = from; part < from + count; ++part) {
      const auto of_lane =
          parts_[part]->access.words.begin() + static_cast<std::ptrdiff_t>(lane) * words;
      joined_.words.insert(joined_.words.end(), of_lane, of_lane + words);
    }
  }
  return joined_;
}

}  // namespace warpscope
