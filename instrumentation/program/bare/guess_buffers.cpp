#include "instrumentation/program/bare/guess_buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <set>
#include <utility>

#include "instrumentation/program/bare/bare_types.hpp"
#include "instrumentation/program/bare/guess_words.hpp"

namespace warpscope::guess {

namespace {

using ArgumentKind = BareArgument::Kind;

}  // namespace

bool Buffers::is_index_name(std::string_view name) const {
  constexpr std::array<std::string_view, 16> words{
      "idx",  "index", "indices", "perm",      "col",    "cols",        "map",  "order",
      "next", "edges", "columns", "neighbors", "parent", "permutation", "inds", "lookup"};
  return has_part(name, words) || lower(name).find("idx") != std::string::npos ||
         lower(name).find("ind") != std::string::npos;
}

void Buffers::settle_contents() {
  launch_.contents.clear();
  for (const BareParameter& parameter : kernel_.parameters) {
    if (!parameter.is_pointer || !is_whole_number_type(type_of(parameter.element))) continue;
    const BareArgument* const said = given_.find(parameter.name);
    launch_.contents[parameter.name] = {
        type_of(parameter.element) == "char" ? std::int64_t{'a'} : 0, usual_below(parameter) - 1};
    if (said != nullptr) launch_.contents[parameter.name] = said_contents(*said, parameter);
  }
  const RangeReport first = look();
  for (const auto& [name, use] : first.arrays) {
    if (use.bounds_loops && given_.find(name) == nullptr) {
      const std::int64_t last = std::max<std::int64_t>(count_of_bounds(name, first) - 1, 1);
      launch_.contents[name] = {0, last * bounds_step};
    }
  }
  for (auto& [name, range] : launch_.contents) {
    const auto use = first.arrays.find(name);
    const bool bounds = use != first.arrays.end() && use->second.bounds_loops;
    if (given_.find(name) == nullptr && !bounds) narrow_contents(name, range);
  }
}

std::int64_t Buffers::count_of_bounds(const std::string& name, const RangeReport& report) const {
  const auto use = report.arrays.find(name);
  const bool known = use != report.arrays.end() && use->second.bounded &&
                     use->second.elements.hi >= use->second.elements.lo;
  return known ? use->second.elements.hi + 1 : largest_number() + 1;
}

std::int64_t Buffers::usual_below(const BareParameter& parameter) const {
  const std::string type = type_of(parameter.element);
  if (type == "bool") return 2;
  if (type == "char") return 'z' + 1;
  if (type == "unsigned char" || type == "uint8_t" || type == "uchar") return 256;
  return 100;
}

WholeRange Buffers::said_contents(const BareArgument& said, const BareParameter& parameter) const {
  switch (said.kind) {
    case ArgumentKind::zero: return {0, 0};
    case ArgumentKind::ones: return {1, 1};
    case ArgumentKind::letters: return {'a', 'z'};
    case ArgumentKind::random:
      return {0, (said.below > 0 ? said.below : usual_below(parameter)) - 1};
    default: break;
  }
  if (said.count == 0) return {0, largest_number()};
  const std::int64_t last = said.count - 1;
  return {std::min<std::int64_t>(0, last * said.step),
          std::max<std::int64_t>(0, last * (said.kind == ArgumentKind::ramp ? said.step : 1))};
}

std::int64_t Buffers::largest_number() const {
  const std::int64_t size = number_with(Role::size);
  return size > 0 ? size : std::max<std::int64_t>(usual_side, number_with(Role::rows));
}

const BareParameter* Buffers::parameter_named(const std::string& name) const {
  const auto found = std::ranges::find(kernel_.parameters, name, &BareParameter::name);
  return found == kernel_.parameters.end() ? nullptr : &*found;
}

void Buffers::narrow_contents(const std::string& name, WholeRange& range) {
  const RangeReport now = look();
  std::int64_t below = range.hi + 1;
  for (const auto& [array, use] : now.arrays) {
    if (!use.indexed_by.contains(name)) continue;
    const BareParameter* const target = parameter_named(array);
    const BareArgument* const said = given_.find(array);
    const std::int64_t own = number_named_like_bins();
    if (said != nullptr && said->count > 0) {
      below = std::min(below, said->count);
    } else if (own > 0 && target != nullptr && !is_index_name(name)) {
      below = std::min(below, own);
    } else if (is_index_name(name) || use.scattered_by.contains(name) || use.direct) {
      below = largest_number();
    }
  }
  if (number_named_like_bins() > 0 && now.dynamic_indexed_by.contains(name)) {
    below = std::min(below, number_named_like_bins());
  }
  const WholeRange wanted = range;
  range.hi = std::max(below - 1, range.lo);
  // Static arrays in shared memory.
  if (coverage(look()) >= 0) return;
  range = wanted;
  for (const std::int64_t each : {128, 100, 64, 32, 16, 10, 8, 4, 2}) {
    if (each > below || each <= range.lo) continue;
    range.hi = each - 1;
    if (coverage(look()) >= 0) return;
  }
  range = wanted;
}

std::int64_t Buffers::number_named_like_bins() const {
  for (const BareParameter& parameter : kernel_.parameters) {
    const auto known = launch_.numbers.find(parameter.name);
    const std::string name = lower(parameter.name);
    const bool bins = name.find("bin") != std::string::npos ||
                      name.find("bucket") != std::string::npos ||
                      name.find("class") != std::string::npos;
    if (bins && known != launch_.numbers.end()) return known->second;
  }
  return 0;
}

std::set<std::int64_t> Buffers::likely_counts() const {
  std::vector<std::int64_t> sides;
  for (const BareParameter& parameter : kernel_.parameters) {
    const auto known = launch_.numbers.find(parameter.name);
    if (known == launch_.numbers.end() || role_of(parameter) == Role::other) continue;
    if (known->second > 1) sides.push_back(known->second);
  }
  std::set<std::int64_t> counts(sides.begin(), sides.end());
  for (const std::int64_t a : sides) {
    for (const std::int64_t b : sides) {
      counts.insert(a * b);
      for (const std::int64_t c : sides) {
        if (sides.size() >= 3 || is_solid()) counts.insert(a * b * c);
      }
    }
  }
  return counts;
}

std::pair<std::int64_t, std::int64_t> Buffers::elements_of(const BareParameter& parameter,
                                                           const RangeReport& report) const {
  const auto found = report.arrays.find(parameter.name);
  if (found == report.arrays.end() || (!found->second.bounded && !found->second.direct) ||
      (!found->second.bounded && found->second.elements.lo > found->second.elements.hi)) {
    return {count_by_name(found == report.arrays.end() ? nullptr : &found->second), 0};
  }
  const ArrayUse& use = found->second;
  if (use.elements.lo > use.elements.hi) return {count_by_name(&use), 0};
  const std::int64_t touched = use.elements.hi + 1;
  if (!use.bounded) return {std::max(touched, count_by_name(&use)), 0};
  if (use.bounds_loops) return {touched, 0};
  const auto counts = likely_counts();
  if (counts.empty() && use.elements.lo < 0) {
    // Without a size, the caller has seen to it that there is something on both sides.
    const std::int64_t halo = -use.elements.lo;
    constexpr std::int64_t widest = 64;
    if (halo <= widest && touched > 2 * halo) return {touched - halo, halo};
  }
  const std::int64_t most_side = std::max({number_with(Role::columns), number_with(Role::rows),
                                           number_with(Role::side), std::int64_t{0}});
  std::int64_t nearest = touched, distance = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t count : counts) {
    // More than a count is a mistake of the kernel's, if it is little.
    const bool flat = count == number_with(Role::size) || most_side == 0;
    const std::int64_t plane = is_solid() ? count / 8 : 0;
    std::int64_t slack = (flat ? 9 : most_side + 9) + plane;
    // Each thread takes two elements, a block apart.
    const std::int64_t pair = 2 * launch_.block.count();
    if (flat && touched > count && count % pair == 0) slack = launch_.block.count();
    const std::int64_t apart = std::abs(touched - count);
    if (apart > slack || apart * 4 > count || apart >= distance) continue;
    nearest = count;
    distance = apart;
  }
  return {std::max<std::int64_t>(nearest, 1), 0};
}

std::int64_t Buffers::count_by_name(const ArrayUse* use) const {
  const std::int64_t columns = number_with(Role::columns), rows = number_with(Role::rows);
  const std::int64_t size = number_with(Role::size), side = number_with(Role::side);
  const std::int64_t threads = launch_.grid.count() * launch_.block.count();
  if (use != nullptr && use->atomic && size == 0 && number_named_like_bins() > 0) {
    return number_named_like_bins();
  }
  if (columns > 0 && rows > 0) return columns * rows;
  if (!is_flat() && std::max({size, side, columns}) > 0) {
    const std::int64_t n = std::max({size, side, columns});
    return n * n;
  }
  return std::max({size, columns * columns, rows, threads});
}

BareArgument Buffers::buffer(const BareParameter& parameter, const RangeReport& report) const {
  BareArgument argument{.name = parameter.name};
  const BareArgument* const said = given_.find(parameter.name);
  if (said != nullptr) argument = *said;
  if (argument.type.empty()) argument.type = element_type(parameter);
  if (argument.count == 0) {
    const auto [count, halo] = elements_of(parameter, report);
    argument.count = count;
    if (argument.halo == 0) argument.halo = halo;
  }
  if (said == nullptr) choose_contents(parameter, report, argument);
  return argument;
}

std::string Buffers::element_type(const BareParameter& parameter) const {
  const auto bound = launch_.types.find(parameter.element);
  return bound == launch_.types.end() ? parameter.element : bound->second;
}

void Buffers::choose_contents(const BareParameter& parameter, const RangeReport& report,
                              BareArgument& argument) const {
  const auto found = report.arrays.find(parameter.name);
  const ArrayUse use = found == report.arrays.end() ? ArrayUse{} : found->second;
  const std::string type = type_of(parameter.element);
  const bool is_number = bare_type_bytes(type) != 0;
  const bool only_written = (use.written || use.atomic) && !use.read && !use.escapes;
  const bool result = !parameter.is_const && has_part(parameter.name, result_words);
  argument.kind = ArgumentKind::random;
  if (!is_number || only_written || (result && !use.read) || (result && use.atomic)) {
    argument.kind = ArgumentKind::zero;
    return;
  }
  if (use.bounds_loops) {
    argument.kind = ArgumentKind::ramp;
    argument.step = bounds_step;
    return;
  }
  if (type == "char") {
    argument.kind = ArgumentKind::letters;
    return;
  }
  const auto contents = launch_.contents.find(parameter.name);
  if (contents == launch_.contents.end()) return;
  const bool scatters = std::ranges::any_of(report.arrays, [&](const auto& each) {
    return each.second.scattered_by.contains(parameter.name);
  });
  const std::int64_t below = contents->second.hi + 1;
  if (scatters && argument.count <= below) {
    argument.kind = ArgumentKind::shuffled;
  } else if (below != usual_below(parameter)) {
    argument.below = below;
  }
}

}  // namespace warpscope::guess
