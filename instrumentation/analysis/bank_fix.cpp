#include "instrumentation/analysis/bank_fix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "instrumentation/analysis/swizzle_search.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

// In elements that a lane moves at once: one bank at least, even of bytes.
constexpr std::array pads = {1, 2, 3, 4, 8, 16};
constexpr int most_asked = 6;           // effects of one kind: each takes a pass over the trace
constexpr int fewest_of_two_parts = 5;  // lanes that make a rule of two parts believable

/// The lanes with their indices.
struct LaneIndices {
  std::array<int, warp_lanes> lanes{};
  std::span<const ElementIndex> indices;
};

/// The rise of the index per `run` if it is whole.
std::optional<std::int64_t> rise_per(std::int64_t rise, std::int64_t run) {
  return rise % run == 0 ? std::optional(rise / run) : std::nullopt;
}

std::optional<LaneRule> rule_of_width(const LaneIndices& all, int width) {
  const std::size_t count = all.indices.size();
  const int lane0 = all.lanes[0];
  const auto rise = [&](std::size_t k) { return all.indices[k] - all.indices[0]; };
  LaneRule rule{.width = width};
  for (std::size_t k = 1; k < count; ++k) {
    if (all.lanes[k] / width != lane0 / width) break;
    const auto stride = rise_per(rise(k), all.lanes[k] - lane0);
    if (!stride) return std::nullopt;
    rule.stride = *stride;
  }
  for (std::size_t k = 1; k < count; ++k) {
    const int parts = all.lanes[k] / width - lane0 / width;
    if (parts == 0) continue;
    const int across = all.lanes[k] % width - lane0 % width;
    const auto step = rise_per(rise(k) - rule.stride * across, parts);
    if (!step) return std::nullopt;
    rule.step = *step;
    break;
  }
  rule.offset = all.indices[0] - rule.stride * (lane0 % width) - rule.step * (lane0 / width);
  for (std::size_t k = 0; k < count; ++k) {
    const int lane = all.lanes[k];
    const std::int64_t index =
        rule.stride * (lane % width) + rule.step * (lane / width) + rule.offset;
    if (index != all.indices[k]) return std::nullopt;
  }
  return rule;
}

/// Adds "32·lane" to a sum.
void add_term(std::string& sum, std::int64_t factor, const std::string& of) {
  if (factor == 0) return;
  if (!sum.empty()) {
    sum += factor < 0 ? " − " : " + ";
  } else if (factor < 0) {
    sum += "−";
  }
  const std::int64_t size = factor < 0 ? -factor : factor;
  sum += size == 1 ? of : fmt::format("{}·{}", size, of);
}

std::string sum_text(const LaneRule& rule) {
  std::string sum;
  if (rule.width == warp_lanes) {
    add_term(sum, rule.stride, "lane");
  } else {
    add_term(sum, rule.stride, fmt::format("(lane mod {})", rule.width));
    // Whole wherever it stands first or alone: lane / 8 · 2 would read as another product.
    const std::string part = fmt::format("lane / {}", rule.width);
    const bool alone = rule.step == 1 || rule.step == -1;
    add_term(sum, rule.step, alone ? part : '(' + part + ')');
  }
  if (rule.offset != 0 || sum.empty()) {
    sum += sum.empty() ? "" : " + ";
    sum += fmt::format("{}", rule.offset);
  }
  return sum;
}

std::int64_t modulo(std::int64_t value, std::int64_t of) { return ((value % of) + of) % of; }

/// The bytes after which the bank changes.
int bank_stride(BankModel model) { return bank_of(model, 4) == bank_of(model, 0) ? 8 : 4; }

/// "(32·lane + 3)", of byte addresses: "((3·lane + 1) / 4)" if lanes share a word.
std::string word_text(LaneRule bytes, BankModel model) {
  const int stride = bank_stride(model);
  const std::int64_t round = std::int64_t{stride} * bank_count(model);
  bytes.offset = modulo(bytes.offset, round);
  if (bytes.stride % stride != 0 || bytes.step % stride != 0) {
    return fmt::format("(({}) / {})", sum_text(bytes), stride);
  }
  bytes.stride /= stride;
  bytes.step /= stride;
  bytes.offset /= stride;
  return '(' + sum_text(bytes) + ')';
}

}  // namespace

std::optional<LaneRule> lane_rule(std::uint32_t mask, std::span<const ElementIndex> indices) {
  if (indices.size() < 2) return std::nullopt;
  LaneIndices all{{}, indices};
  for_each_lane(mask, [&](int lane, int k) { all.lanes[static_cast<std::size_t>(k)] = lane; });
  for (int width = warp_lanes; width > 1; width /= 2) {
    if (width < warp_lanes && std::ssize(indices) < fewest_of_two_parts) break;
    if (const auto rule = rule_of_width(all, width)) return rule;
  }
  return std::nullopt;
}

std::optional<BankFormula> bank_formula(const Trace& trace, const Access& access, BankModel model) {
  const auto request = shared_request(trace, access);
  const auto rule = lane_rule(access.mask, trace.lane_indices(access));
  if (!request || !rule) return std::nullopt;
  const Array& array = trace.arrays[access.array];
  const std::int64_t size = array.type.bytes();
  const LaneRule bytes{rule->width, rule->stride * size, rule->step * size,
                       rule->offset * size + array.base};
  std::set<int> banks;
  for_each_lane(access.mask, [&](int lane, int) {
    banks.insert(bank_of(model, request->address[static_cast<std::size_t>(lane)]));
  });
  const char* first = request->bytes > bank_stride(model) ? tr("first bank") : tr("bank");
  const std::string text =
      fmt::format("{} = {} mod {}", first, word_text(bytes, model), bank_count(model));
  constexpr std::size_t most_named = 4;
  if (banks.size() == 1) {
    return BankFormula{text, tr(" = {} for every lane", *banks.begin())};
  }
  if (banks.size() <= most_named) {
    return BankFormula{text, fmt::format(" = {}", fmt::join(banks, ", "))};
  }
  return BankFormula{text, tr(": {0} of {1} banks", banks.size(), bank_count(model))};
}

namespace {

/// An array as layouts see it, and how many of the access's elements one of its elements consists of.
struct LayoutShape {
  Array array;
  int of_element = 1;
};

/// Of the array, or of the member of its structures that has the name; nullopt: of structures themselves.
std::optional<LayoutShape> shape_of(const Trace& trace, const Array& array,
                                    const std::string& name) {
  if (array.structure < 0) return LayoutShape{array};
  for (const Member& member : trace.structures[static_cast<std::size_t>(array.structure)].members) {
    if (member.count < 2 || fmt::format("{}.{}", array.name, member.name) != name) continue;
    LayoutShape shape{array, std::max(1, member.type.bytes() / array.type.bytes())};
    shape.array.name = name;
    shape.array.type = member.type;
    shape.array.count = member.count;
    shape.array.columns = 0;
    return shape;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Relayout> relayouts_of(const Trace& trace, const Array& whole, BankModel model,
                                   const std::string& name, int moved) {
  std::vector<Relayout> list;
  if (whole.space != Space::shared || !layouts_of(trace).empty()) return list;
  const auto shape = shape_of(trace, whole, name);
  if (!shape) return list;
  const Array& array = shape->array;
  const int together = std::max(1, moved / shape->of_element);
  const int row_of_banks = bank_count(model) * bank_stride(model);
  const int size = array.type.bytes();
  const int across = std::max(1, row_of_banks / size);  // elements that all banks hold
  const bool matrix = array.columns > 0;
  for (const int pad : pads) {
    // More than all banks hold moves nothing further.
    if (pad > 1 && pad * together >= across) break;
    list.push_back({.array = array.name, .pad = pad * together, .every = matrix ? 0 : across});
  }
  // Within rows, or more often: lanes that are less than a row of all banks apart.
  for (const int every : {across, across / 2, across / 4}) {
    if (!matrix && every == across) continue;  // listed above
    if (every < 1 || every % together != 0) continue;
    if (matrix && (every >= array.columns || array.columns % every != 0)) continue;
    list.push_back({.array = array.name, .pad = together, .every = every});
  }
  if (array.columns < 2) return list;
  const auto add_xor = [&](int rows) {
    list.push_back({.array = array.name, .rows = rows, .unit = together});
  };
  add_xor(1);
  // Rows shorter than all banks together: those that lie beside one another swap alike.
  const std::int64_t beside = row_of_banks / (array.columns * size);
  if (beside > 1) add_xor(static_cast<int>(beside));
  return list;
}

std::vector<BankFix> bank_fixes(const Trace& trace, const Access& access, BankModel model) {
  std::vector<BankFix> fixes;
  const auto request = shared_request(trace, access);
  if (!request) return fixes;
  const Wavefronts now = wavefronts(model, *request);
  if (now.conflicts() == 0) return fixes;
  const Array& array = trace.arrays[access.array];
  std::vector<Relayout> all =
      relayouts_of(trace, array, model, layout_name(trace, access), access.elements);
  for (Relayout& swizzle : swizzles_of(trace, array, model, access.elements)) {
    if (std::ranges::count(all, swizzle) == 0) all.push_back(std::move(swizzle));
  }
  for (const Relayout& relayout : all) {
    const auto moved = relaid_request(trace, access, relayout);
    if (!moved) continue;
    const int after = wavefronts(model, *moved).actual;
    if (after >= now.actual) continue;
    fixes.push_back({relayout, source_text(relayout, array), now.actual, after});
  }
  return fixes;
}

std::optional<std::vector<OfferedFix>> best_fixes(
    std::span<const BankFix> fixes, const std::function<KnownEffect(const Relayout&)>& effect_of) {
  std::vector<BankFix> ordered(fixes.begin(), fixes.end());
  std::ranges::stable_sort(ordered, {}, &BankFix::after);
  std::vector<OfferedFix> list;
  bool all_known = true;
  for (const bool padding : {true, false}) {
    int asked = 0;
    for (const BankFix& fix : ordered) {
      if ((fix.relayout.pad > 0) != padding || ++asked > most_asked) continue;
      const KnownEffect found = effect_of(fix.relayout);
      all_known &= found.known;
      if (!found.known) break;
      if (!found.effect || found.effect->after > found.effect->before) continue;
      list.push_back({fix, *found.effect});
      break;
    }
  }
  if (!all_known) return std::nullopt;
  std::ranges::stable_sort(list, {}, [](const OfferedFix& offer) {
    return std::pair(offer.effect.after, offer.fix.relayout.pad == 0);
  });
  return list;
}

}  // namespace warpscope
