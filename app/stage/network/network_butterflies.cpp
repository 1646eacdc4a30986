#include "app/stage/network/network_butterflies.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace warpscope {
namespace {

/// A join that may be part of a butterfly, with its wires in ascending order.
struct Wing {
  std::array<std::int32_t, most_wings> wires{};
  std::uint32_t count = 0;
  std::uint32_t op = 0;

  [[nodiscard]] bool shares(const Wing& other) const {
    return count == other.count && wires == other.wires;
  }
};

std::vector<Wing> wings_of(std::span<const NetworkOp> ops, std::span<const std::int32_t> sources) {
  std::vector<Wing> wings;
  for (std::uint32_t i = 0; i < ops.size(); ++i) {
    const NetworkOp& op = ops[i];
    if (op.kind != NetworkKind::join || op.source_count < 2 || op.source_count > most_wings) {
      continue;
    }
    Wing wing{.count = op.source_count, .op = i};
    std::ranges::copy(sources.subspan(op.first_source, op.source_count), wing.wires.begin());
    std::sort(wing.wires.begin(), wing.wires.begin() + wing.count);
    wings.push_back(wing);
  }
  std::ranges::stable_sort(wings, [](const Wing& a, const Wing& b) {
    return a.count != b.count ? a.count < b.count : a.wires < b.wires;
  });
  return wings;
}

}  // namespace

std::uint32_t find_butterflies(std::span<NetworkOp> ops, std::span<const std::int32_t> sources) {
  const std::vector<Wing> wings = wings_of(ops, sources);
  std::vector<std::span<const Wing>> whole;
  for (std::size_t begin = 0, end = 0; begin < wings.size(); begin = end) {
    while (end < wings.size() && wings[end].shares(wings[begin])) ++end;
    if (end - begin == wings[begin].count) {
      whole.push_back(std::span(wings).subspan(begin, end - begin));
    }
  }
  std::ranges::sort(whole, {}, [](std::span<const Wing> one) { return one.front().op; });
  for (std::uint32_t number = 0; number < whole.size(); ++number) {
    for (const Wing& wing : whole[number]) ops[wing.op].butterfly = number;
  }
  return static_cast<std::uint32_t>(whole.size());
}

}  // namespace warpscope
