#include "instrumentation/analysis/swizzle_search.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "instrumentation/analysis/access_patterns.hpp"

namespace warpscope {
namespace {

constexpr int most_columns = 1024;          // that a part counts alike
constexpr std::size_t most_patterns = 128;  // that are tried: a tenth of a second
constexpr std::size_t most_best = 4;

/// Wavefronts of the patterns; nullopt: an access would be torn apart.
std::optional<std::uint64_t> cost_with(const Trace& trace,
                                       const std::vector<AccessPattern>& patterns,
                                       const Relayout& relayout, BankModel model) {
  std::vector<std::uint32_t> accesses;
  for (const AccessPattern& pattern : patterns) accesses.push_back(pattern.access);
  const auto moved = relaid_requests(trace, accesses, relayout);
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < patterns.size(); ++k) {
    if (!moved[k]) return std::nullopt;
    sum += patterns[k].times * static_cast<std::uint64_t>(wavefronts(model, *moved[k]).actual);
  }
  return sum;
}

}  // namespace

std::vector<Relayout> swizzles_of(const Trace& trace, const Array& array, BankModel model,
                                  int moved) {
  std::vector<Relayout> list;
  if (array.space != Space::shared || array.structure >= 0 || array.count < 2) return list;
  if (!layouts_of(trace).empty() || !std::has_single_bit(static_cast<unsigned>(moved))) return list;
  const bool matrix = array.columns > 0;
  const std::int64_t row = matrix ? array.columns : array.count;
  const bool by_rows = matrix && row > 1 && std::has_single_bit(static_cast<std::uint64_t>(row)) &&
                       array.count % row == 0;
  const std::int64_t height = by_rows ? array.count / row : 1;
  const std::int64_t all_banks = std::int64_t{bank_count(model)} * bank_bytes(model);
  for (const int factor : {1, 2, 4}) {
    const int unit = moved * factor;
    if (unit >= row || unit * array.type.bytes() >= all_banks) break;
    for (int rows = 0; rows < std::min<std::int64_t>(height, 16); rows = rows == 0 ? 1 : rows * 2) {
      for (int columns = 0; columns < std::min<std::int64_t>(row, most_columns + 1);
           columns = columns == 0 ? 2 * unit : columns * 2) {
        if (columns > 0 && row % columns != 0) break;
        if (rows == 0 && columns == 0) continue;
        list.push_back({.array = array.name, .rows = rows, .unit = unit, .columns = columns});
      }
    }
  }
  std::ranges::stable_sort(list, {}, [](const Relayout& one) {
    return std::tuple(one.rows > 0 && one.columns > 0, one.unit);
  });
  return list;
}

SwizzleSearch best_swizzles(const Trace& trace, const Array& array, BankModel model, int moved) {
  SwizzleSearch search;
  const std::vector<Relayout> all = swizzles_of(trace, array, model, moved);
  search.tried = all.size();
  if (all.empty()) return search;
  const std::vector<AccessPattern> patterns = access_patterns(trace, array.name, most_patterns);
  std::uint64_t now = 0;
  for (const AccessPattern& pattern : patterns) {
    const auto request = shared_request(trace, trace.accesses[pattern.access]);
    if (!request) continue;
    now += pattern.times * static_cast<std::uint64_t>(wavefronts(model, *request).actual);
  }
  std::vector<std::pair<std::uint64_t, const Relayout*>> cheaper;
  for (const Relayout& relayout : all) {
    const auto cost = cost_with(trace, patterns, relayout, model);
    if (cost && *cost < now) cheaper.emplace_back(*cost, &relayout);
  }
  std::ranges::stable_sort(cheaper, {}, &std::pair<std::uint64_t, const Relayout*>::first);
  if (cheaper.size() > most_best) cheaper.resize(most_best);
  for (const auto& [cost, relayout] : cheaper) search.best.push_back(*relayout);
  return search;
}

}  // namespace warpscope
