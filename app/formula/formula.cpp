#include "app/formula/formula.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <limits>
#include <utility>
#include <variant>

#include "app/layout/banks_layout.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::array<std::string_view, 6> given{"lane", "tid", "warp", "block", "n", "recorded"};
constexpr std::int64_t largest_index = std::int64_t{1} << 27;  // 16 bytes each: 31-bit addresses

constexpr std::array<FormulaExample, 7> examples{{
    {tr_noop("stride"), "tid * stride", "stride = 2"},
    {tr_noop("padded stride"), "tid * stride + (tid * stride >> 5)", "stride = 2"},
    {tr_noop("column, 32 × 32"), "lane * width", "width = 32"},
    {tr_noop("column, 32 × 33"), "lane * (width + pad)", "width = 32, pad = 1"},
    {tr_noop("xor swizzle"), "lane * 32 + (column ^ lane)", "column = 0"},
    {tr_noop("broadcast"), "lane / share", "share = 8"},
    {tr_noop("present access, padded"), "recorded + (recorded >> 5)", ""},
}};

std::optional<std::int64_t> whole_value(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  constexpr std::int64_t most = 1'000'000'000;
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value < -most || value > most ? std::nullopt : std::optional(value);
}

/// One "name = value".
std::variant<FormulaValue, std::string> read_value(std::string_view part) {
  const std::size_t sign = part.find('=');
  const std::string name(without_outer_blanks(part.substr(0, sign)));
  if (sign == std::string_view::npos) return tr("Say name = number, such as stride = 2.");
  if (!FormulaParser::is_name(name)) {
    return tr("'{}' is no name: use letters, digits and _, a letter first.", name);
  }
  if (name == "lane" || name == "tid" || name == "recorded") {
    return tr("'{}' differs from lane to lane and cannot be set.", name);
  }
  const auto value = whole_value(without_outer_blanks(part.substr(sign + 1)));
  if (!value) return tr("'{}' must be a whole number of at most a billion.", name);
  return FormulaValue{name, *value};
}

/// Indices of all lanes; the first problem ends it.
std::optional<FormulaProblem> evaluate(const Playground& question, const FormulaPlace& place,
                                       FormulaAnswer& out) {
  std::vector<std::string> names(given.begin(), given.end());
  for (const FormulaValue& value : out.values) {
    if (std::ranges::find(names, value.name) == names.end()) names.push_back(value.name);
  }
  FormulaParser parser(question.formula, names);
  std::ranges::copy_if(out.values, std::back_inserter(out.used),
                       [&](const FormulaValue& value) { return parser.uses(value.name); });
  out.unrecorded = parser.uses("recorded") && !place.request;
  if (out.unrecorded) {
    return FormulaProblem{
        tr("The present access uses no shared memory. Step to one that does, or write a formula "
           "without 'recorded'."),
        -1};
  }
  std::vector<std::int64_t> values(names.size());
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const auto slot = static_cast<std::size_t>(lane);
    values[2] = place.warp;
    values[3] = place.block;
    values[4] = place.n;
    for (const FormulaValue& value : out.values) {
      values[static_cast<std::size_t>(std::ranges::find(names, value.name) - names.begin())] =
          value.value;
    }
    values[0] = lane;
    values[1] = values[2] * warp_lanes + lane;
    values[5] = place.recorded[slot];
    const auto index = parser.value(values);
    if (const auto* problem = std::get_if<FormulaProblem>(&index)) return *problem;
    out.index[slot] = std::get<std::int64_t>(index);
    if ((out.request.mask >> static_cast<unsigned>(lane) & 1U) == 0) continue;
    if (out.index[slot] < 0 || out.index[slot] > largest_index) {
      return FormulaProblem{tr("Lane {0} gets index {1}; an index lies between 0 and 134,217,728.",
                               lane, out.index[slot]),
                            -1};
    }
  }
  return std::nullopt;
}

std::string lanes_list(std::uint32_t mask) {
  std::string text;
  const int count = std::popcount(mask);
  for_each_lane(mask, [&](int lane, int k) {
    if (k < 6) text += (k > 0 ? ", " : "") + std::to_string(lane);
  });
  // Translators: {1} is the numbers of lanes: "lane 3", "lanes 0, 8, 16".
  return count > 6 ? tr_n("lane {1}, …", "lanes {1}, …", count, text)
                   : tr_n("lane {1}", "lanes {1}", count, text);
}

/// The words that collide at the busiest bank of the request's worst part.
std::string collision_text(BankModel model, const SharedRequest& request) {
  struct Queue {
    int words = 0;
    std::uint32_t lanes = 0;
  };
  std::array<Queue, warp_lanes> queues{};
  for (const BankDelivery& delivery : bank_deliveries(model, request)) {
    Queue& queue = queues[static_cast<std::size_t>(delivery.bank)];
    ++queue.words;
    queue.lanes |= delivery.lanes;
  }
  const auto worst = std::ranges::max_element(queues, {}, &Queue::words);
  if (worst->words < 2) return "";
  const auto busy = std::ranges::count(queues, worst->words, &Queue::words);
  const auto bank = worst - queues.begin();
  const std::string lanes = lanes_list(worst->lanes);
  // Translators: {1} is "lanes 0, 8, 16".
  if (busy == 1) return tr("Bank {0} serves {1} in {2} wavefronts.", bank, lanes, worst->words);
  return tr_n("Bank {1} serves {2} in {3} wavefronts; one other bank does the same.",
              "Bank {1} serves {2} in {3} wavefronts; {0} other banks do the same.", busy - 1, bank,
              lanes, worst->words);
}

void judge(FormulaAnswer& out) {
  out.cost = wavefronts(out.model, out.request);
  const SharedRequest& request = out.request;
  const int first = std::countr_zero(request.mask);
  bool same = std::popcount(request.mask) > 1;
  std::vector<ElementIndex> indices;
  for_each_lane(request.mask, [&](int lane, int) {
    const auto slot = static_cast<std::size_t>(lane);
    indices.push_back(static_cast<ElementIndex>(out.index[slot]));
    same = same && out.index[slot] == out.index[static_cast<std::size_t>(first)];
  });
  if (const auto line = linear_index(request.mask, indices)) out.line = line->text();
  if (out.cost.conflicts() > 0) {
    out.verdict = conflict_text(out.cost.degree);
    out.collision = collision_text(out.model, request);
  } else {
    out.verdict = same && !request.store ? std::string(tr("broadcast")) : conflict_text(1);
  }
  out.detail = tr_n("{0} wavefront, ideal {1}", "{0} wavefronts, ideal {1}", out.cost.actual,
                    out.cost.ideal);
}

}  // namespace

FormulaPlace formula_place(const Trace& trace, BankModel model, std::uint32_t access) {
  FormulaPlace place;
  place.model = model;
  place.n = trace.header.size;
  if (access >= trace.accesses.size()) return place;
  const Access& what = trace.accesses[access];
  place.warp = what.warp;
  place.block = trace.launch_of(what).threads();
  place.request = shared_request(trace, what);
  if (!place.request) return place;
  place.base = trace.arrays[what.array].base;
  const auto indices = trace.lane_indices(what);
  for_each_lane(what.mask, [&](int lane, int k) {
    // In pieces as large as a lane moves, which are aligned to their size.
    place.recorded[static_cast<std::size_t>(lane)] =
        indices[static_cast<std::size_t>(k)] / what.elements;
  });
  return place;
}

FormulaAnswer answer(const Playground& question, const FormulaPlace& place) {
  FormulaAnswer out;
  FormulaValues read = formula_values(question.values);
  out.values = std::move(read.values);
  out.values_problem = std::move(read.problem);
  out.model = question.model.value_or(place.model);
  if (place.request) out.request = *place.request;
  if (question.all_lanes || out.request.mask == 0) out.request.mask = warpscope::all_lanes;
  if (question.store) {
    out.request.store = *question.store;
    out.request.atomic = out.request.counting = false;
  }
  out.request.bytes = question.bytes.value_or(out.request.bytes);
  out.problem = evaluate(question, place, out);
  if (!out.good()) return out;
  for (std::size_t lane = 0; lane < out.index.size(); ++lane) {
    const std::int64_t address =
        place.base + out.index[lane] * static_cast<std::int64_t>(out.request.bytes);
    out.request.address[lane] = static_cast<std::uint32_t>(address);
  }
  judge(out);
  return out;
}

FormulaValues formula_values(std::string_view text) {
  FormulaValues out;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.size(), text.find(',', begin));
    const std::string_view part = text.substr(begin, end - begin);
    if (!without_outer_blanks(part).empty()) {
      auto read = read_value(part);
      if (auto* sentence = std::get_if<std::string>(&read)) {
        const std::size_t at = begin + part.find_first_not_of(" \t");
        out.problem = {std::move(*sentence), static_cast<int>(at)};
        return out;
      }
      out.values.push_back(std::get<FormulaValue>(std::move(read)));
    }
    begin = end + 1;
  }
  return out;
}

std::string values_text(std::span<const FormulaValue> values) {
  std::string text;
  for (const FormulaValue& value : values) {
    text += (text.empty() ? "" : ", ") + value.name + " = " + std::to_string(value.value);
  }
  return text;
}

std::string starting_formula(const FormulaPlace& place) {
  if (!place.request) return "lane";
  std::vector<ElementIndex> indices;
  for_each_lane(place.request->mask, [&](int lane, int) {
    indices.push_back(static_cast<ElementIndex>(place.recorded[static_cast<std::size_t>(lane)]));
  });
  const auto line = linear_index(place.request->mask, indices);
  if (!line) return "recorded";
  std::string text = line->stride == 1    ? "lane"
                     : line->stride == -1 ? "-lane"
                     : line->stride == 0  ? ""
                                          : std::to_string(line->stride) + " * lane";
  if (text.empty()) return std::to_string(line->offset);
  if (line->offset > 0) text += " + " + std::to_string(line->offset);
  if (line->offset < 0) text += " - " + std::to_string(-line->offset);
  return text;
}

std::span<const FormulaExample> formula_examples() { return examples; }

}  // namespace warpscope
