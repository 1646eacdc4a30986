#include "instrumentation/analysis/telling.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "instrumentation/analysis/caption_parts.hpp"
#include "instrumentation/analysis/caption_russian.hpp"
#include "instrumentation/analysis/coalescing.hpp"

namespace warpscope {
namespace {

/// How long the lanes of an access queue: turns of the worst queue, then turns above the ideal.
/// {0, 0} where no lane waits for another.
std::pair<int, int> queue_of(const Trace& trace, const Summary& summary, std::uint32_t number) {
  const AccessCost& cost = summary.accesses[number];
  const Access& access = trace.accesses[number];
  if (cost.wavefronts > cost.ideal) return {cost.degree, cost.wavefronts - cost.ideal};
  const bool meets = access.operation == Operation::atomic_add &&
                     trace.arrays[access.array].space == Space::global;
  const int lanes = meets ? contention(trace, access).lanes : 0;
  return lanes > 1 ? std::pair(lanes, lanes - 1) : std::pair(0, 0);
}

/// Sectors of global memory above the ideal.
int spread_of(const Trace& trace, const Summary& summary, std::uint32_t number) {
  const int sectors = summary.accesses[number].sectors;
  if (sectors < 2) return 0;  // most accesses, without a second count
  return sectors - ideal_sectors(trace, trace.accesses[number]);
}

/// Idle lanes that have a working lane on either side.
int parted_lanes(std::uint32_t mask) {
  const int span = warp_lanes - std::countl_zero(mask) - std::countr_zero(mask);
  return span - std::popcount(mask);
}

/// The first access at which a cost is highest; nullopt where it is nowhere above nothing.
template <class Cost>
std::optional<std::uint32_t> first_of_most(const Trace& trace, Cost cost) {
  using Number = decltype(cost(0));
  Number most{};
  std::optional<std::uint32_t> found;
  for (std::uint32_t access = 0; access < trace.accesses.size(); ++access) {
    const Number here = cost(access);
    if (here <= most) continue;
    most = here;
    found = access;
  }
  return found;
}

std::uint32_t middle_of_busiest_step(const Trace& trace) {
  std::uint64_t most = 0;
  std::uint32_t middle = 0;
  for (const Step& step : trace.steps) {
    std::uint64_t lanes = 0;
    for (std::uint32_t k = 0; k < step.access_count; ++k) {
      lanes += static_cast<std::uint64_t>(trace.accesses[step.first_access + k].active());
    }
    if (lanes <= most) continue;
    most = lanes;
    middle = step.first_access + step.access_count / 2;
  }
  return middle;
}

std::string queue_text(bool russian, const Trace& trace, const Summary& summary,
                       const Access& access, std::uint32_t number) {
  const AccessCost& cost = summary.accesses[number];
  const Space space = trace.arrays[access.array].space;
  if (space == Space::global) {
    const int lanes = contention(trace, access).lanes;
    return russian
               ? "К одному элементу по очереди прибавляют нити варпа: " + std::to_string(lanes) +
                     ". Почему?"
               : std::to_string(lanes) +
                     " lanes of this warp add to one element, one after another. Why?";
  }
  if (space == Space::constant) {
    return russian ? "Обращение к константной памяти занимает проходов: " +
                         std::to_string(cost.wavefronts) + ", хотя хватило бы одного. Почему?"
                   : "This access takes " + cost_of(cost.wavefronts, "pass") +
                         " of constant memory where 1 would do. Why?";
  }
  const std::string ideal = std::to_string(cost.ideal);
  return russian ? "Этот варп ждёт " + counted_russian(cost.wavefronts, "волну", "волны", "волн") +
                       ", хотя хватило бы " + ideal + ". Почему?"
                 : "This warp waits for " + cost_of(cost.wavefronts, "wavefront") + " where " +
                       ideal + " would do. Why?";
}

std::string spread_text(bool russian, const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  const std::string ideal = std::to_string(request.ideal);
  return russian ? "Обращение затрагивает " +
                       counted_russian(request.sectors, "сектор", "сектора", "секторов") +
                       ", хотя данные поместились бы в " + ideal + ". Почему?"
                 : "This warp touches " + cost_of(request.sectors, "sector") + " where " + ideal +
                       " would hold its bytes. Why?";
}

std::string parted_text(bool russian, const Trace& trace, const Access& access) {
  const std::string active = std::to_string(access.active());
  const std::string all = std::to_string(threads_of_warp(trace, access));
  return russian
             ? "Нитей варпа здесь работает " + active + " из " + all + ", остальные ждут. Почему?"
             : "Only " + active + " of this warp's " + all +
                   " lanes work here; the others wait. Why?";
}

/// Nothing costs more than it must: that is what there is to understand.
std::string busiest_text(bool russian, const Totals& totals) {
  if (totals.max_degree > 0) {
    return russian ? "Все обращения к разделяемой памяти здесь без конфликтов. Почему?"
                   : "Every access of this run to shared memory is conflict-free. Why?";
  }
  if (totals.global_load.requests + totals.global_store.requests > 0) {
    return russian ? "Обращения к глобальной памяти здесь обходятся наименьшим числом секторов. "
                     "Почему?"
                   : "Every access of this run to global memory takes the fewest sectors. Why?";
  }
  return russian ? "Это самый загруженный шаг. Что он делает?"
                 : "This is the busiest step of the run. What does it do?";
}

}  // namespace

Telling telling_access(const Trace& trace, const Summary& summary) {
  if (trace.accesses.empty()) return {};
  const auto queue =
      first_of_most(trace, [&](std::uint32_t access) { return queue_of(trace, summary, access); });
  if (queue) return {*queue, Telling::Reason::queue};
  const auto spread =
      first_of_most(trace, [&](std::uint32_t access) { return spread_of(trace, summary, access); });
  if (spread) return {*spread, Telling::Reason::spread};
  const auto parted = first_of_most(
      trace, [&](std::uint32_t access) { return parted_lanes(trace.accesses[access].mask); });
  if (parted) return {*parted, Telling::Reason::parted};
  return {middle_of_busiest_step(trace), Telling::Reason::busiest};
}

std::string telling_text(std::string_view language, const Trace& trace, const Summary& summary,
                         const Telling& telling) {
  if (telling.access >= trace.accesses.size()) return {};
  const Access& access = trace.accesses[telling.access];
  const bool russian = language == "ru";
  switch (telling.reason) {
    case Telling::Reason::queue: return queue_text(russian, trace, summary, access, telling.access);
    case Telling::Reason::spread: return spread_text(russian, trace, access);
    case Telling::Reason::parted: return parted_text(russian, trace, access);
    case Telling::Reason::busiest: break;
  }
  return busiest_text(russian, summary.totals);
}

}  // namespace warpscope
