#include "instrumentation/analysis/copy_model.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

namespace warpscope {
namespace {

/// What moves at once, and the places that it needs for itself at both ends.
struct Moved {
  std::uint32_t lanes = 0;
  std::uint32_t to = 0, from = 0;
  bool reads = true;  // else nothing is read: the lane writes zeros
};

bool meet(const Moved& a, const Moved& b) {
  return a.to == b.to || (a.reads && b.reads && a.from == b.from);
}

/// As many passes as the one that most others stand in the way of; each takes the first pass that is free for it.
CopyPart part_of(const std::vector<Moved>& all) {
  CopyPart part;
  std::vector<int> passes;
  for (const Moved& moved : all) {
    part.lanes |= moved.lanes;
    const auto others =
        std::ranges::count_if(all, [&](const Moved& other) { return meet(moved, other); });
    part.passes = std::max(part.passes, static_cast<int>(others));
    std::uint64_t taken = 0;
    for (std::size_t k = 0; k < passes.size(); ++k) {
      if (meet(moved, all[k])) taken |= std::uint64_t{1} << static_cast<unsigned>(passes[k]);
    }
    passes.push_back(std::countr_one(taken));
    for_each_lane(moved.lanes, [&](int lane, int) {
      part.pass_of_lane[static_cast<std::size_t>(lane)] = passes.back();
    });
  }
  return part;
}

bool reads(const SharedRequest& request, std::size_t lane) {
  return (request.reading >> lane & 1U) != 0;
}

std::vector<CopyPart> words(const SharedRequest& request) {
  const auto bytes = static_cast<std::uint32_t>(request.bytes);
  const std::uint32_t banks = 128 / bytes;
  std::vector<CopyPart> parts;
  for (const std::uint32_t lanes :
       bytes <= 4 ? std::vector{all_lanes} : std::vector<std::uint32_t>{0xffff, 0xffff0000}) {
    std::vector<Moved> all;
    for_each_lane(request.mask & lanes, [&](int lane, int) {
      const auto at = static_cast<std::size_t>(lane);
      all.push_back({1U << static_cast<unsigned>(lane), request.address[at] / bytes % banks,
                     request.source[at] / bytes % banks, reads(request, at)});
    });
    if (!all.empty()) parts.push_back(part_of(all));
  }
  return parts;
}

std::vector<CopyPart> sectors_of_lines(const SharedRequest& request) {
  constexpr std::uint32_t half = 16, sector = 32, line = 128;
  struct Sector {
    std::uint32_t to = 0, from = 0;  // numbers of sectors
    bool crossed = false;            // the lower half goes to the upper one
    bool reads = true;
    auto operator<=>(const Sector&) const = default;
  };
  std::vector<std::pair<Sector, std::uint32_t>> sectors;  // with the lanes, in their order
  std::map<Sector, std::uint32_t> halves;                 // bit 0: the lower one, at the source
  std::vector<std::uint32_t> written;
  for_each_lane(request.mask, [&](int lane, int) {
    const auto at = static_cast<std::size_t>(lane);
    const std::uint32_t to = request.address[at], from = request.source[at];
    if (std::ranges::find(written, to) != written.end()) return;
    written.push_back(to);
    const Sector moved{to / sector, from / sector, ((to ^ from) & half) != 0, reads(request, at)};
    halves[moved] |= (from & half) != 0 ? 2U : 1U;
    const auto known = std::ranges::find(sectors, moved, &decltype(sectors)::value_type::first);
    const std::uint32_t bit = 1U << static_cast<unsigned>(lane);
    if (known == sectors.end()) {
      sectors.emplace_back(moved, bit);
    } else {
      known->second |= bit;
    }
  });
  constexpr std::uint32_t in_line = line / sector;
  using Alike = std::tuple<std::uint32_t, std::uint32_t, bool, bool, std::uint32_t, bool>;
  std::map<Alike, std::vector<Moved>> groups;
  for (const auto& [moved, lanes] : sectors) {
    const bool odd = ((moved.to ^ moved.from) & 1U) != 0;
    groups[{moved.from / in_line, moved.to / in_line, moved.crossed, moved.reads, halves[moved],
            odd}]
        .push_back({lanes, moved.to, moved.from, moved.reads});
  }
  std::vector<CopyPart> parts;
  for (const auto& [alike, all] : groups) parts.push_back(part_of(all));
  return parts;
}

}  // namespace

std::vector<CopyPart> copy_parts(const SharedRequest& request) {
  return request.bytes <= 8 ? words(request) : sectors_of_lines(request);
}

}  // namespace warpscope
