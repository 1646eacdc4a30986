#include "instrumentation/analysis/telling_access.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "instrumentation/analysis/caption_facts.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/space_words.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// How long the lanes of an access queue: turns of the worst queue, then turns above the ideal.
/// Both are 0 if no lane waits for another.
std::pair<int, int> queue_of(const Trace& trace, const Summary& summary, std::uint32_t number) {
  const AccessCost& cost = summary.accesses[number];
  const Access& access = trace.accesses[number];
  if (cost.wavefronts > cost.ideal) return {cost.degree, cost.wavefronts - cost.ideal};
  const bool meets =
      is_atomic(access.operation) && trace.arrays[access.array].space == Space::global;
  const int lanes = meets ? contention(trace, access).lanes : 0;
  return lanes > 1 ? std::pair(lanes, lanes - 1) : std::pair(0, 0);
}

/// Sectors of global or local memory above the ideal.
int spread_of(const Trace& trace, const Summary& summary, std::uint32_t number) {
  const int sectors = summary.accesses[number].sectors;
  if (sectors < 2) return 0;  // most accesses, without a second count
  return sectors - ideal_sectors(trace, trace.accesses[number]);
}

/// The accesses of the kernel that the trace is named after: others, such as the scan within a
/// sort, only serve it. All accesses if it is named after none.
std::vector<std::uint32_t> own_accesses(const Trace& trace) {
  std::vector<std::uint32_t> own;
  for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
    if (trace.launch_of(trace.accesses[i]).kernel == trace.header.kernel) own.push_back(i);
  }
  if (!own.empty()) return own;
  own.resize(trace.accesses.size());
  std::iota(own.begin(), own.end(), 0U);
  return own;
}

/// Whether more sectors are lost than wavefronts taken: then they tell more than what happens
/// within the block.
bool spread_matters(const Trace& trace, const Summary& summary,
                    const std::vector<std::uint32_t>& accesses) {
  std::int64_t lost = 0, wavefronts = 0;
  for (const std::uint32_t access : accesses) {
    lost += spread_of(trace, summary, access);
    wavefronts += summary.accesses[access].wavefronts;
  }
  return lost > wavefronts;
}

/// Idle lanes that have a working lane on either side.
int lanes_between(std::uint32_t mask) {
  const int span = warp_lanes - std::countl_zero(mask) - std::countr_zero(mask);
  return span - std::popcount(mask);
}

/// Whether a barrier, or the end of a launch, stands between two steps.
bool waits_between(const Trace& trace, std::uint32_t from, std::uint32_t to) {
  if (trace.steps[from].launch != trace.steps[to].launch) return true;
  for (; from < to; ++from) {
    if (trace.steps[from].barrier) return true;
  }
  return false;
}

/// For each access, how many lanes of its warp wait while others work: lanes between those that
/// work, or the other arm of a branch, which the warp runs right before or after.
std::vector<int> parted_lanes(const Trace& trace) {
  std::vector<int> parted(trace.accesses.size());
  std::map<std::int32_t, std::uint32_t> last_of_warp;  // since the last barrier
  for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
    const Access& access = trace.accesses[i];
    if (i > 0 && waits_between(trace, trace.accesses[i - 1].step, access.step)) {
      last_of_warp.clear();
    }
    parted[i] = lanes_between(access.mask);
    const auto [last, first] = last_of_warp.try_emplace(access.warp, i);
    if (!first) {
      const Access& before = trace.accesses[last->second];
      if ((before.mask & access.mask) == 0) {
        parted[i] = std::max(parted[i], before.active());
        parted[last->second] = std::max(parted[last->second], access.active());
      }
      last->second = i;
    }
  }
  return parted;
}

/// What a block has done so far with an array of global memory, in one launch.
struct HandedArray {
  std::set<ElementIndex> stored;
  bool read_first = false;  // so that it holds input, which the block may change in place
  bool counted = false;     // an atomic has told how far other blocks are
};

/// For each access, how many elements it reads that other blocks of the launch have left: elements of
/// an array of results that the block has added its own to, after an atomic whose answer it waited
/// for. A trace holds one block, so what others stored follows from what this one did not.
std::vector<int> handed_elements(const Trace& trace) {
  std::vector<int> handed(trace.accesses.size());
  std::map<std::int32_t, HandedArray> arrays;
  std::uint32_t launch = 0;
  for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
    const Access& access = trace.accesses[i];
    if (trace.steps[access.step].launch != launch) arrays.clear();
    launch = trace.steps[access.step].launch;
    if (trace.arrays[access.array].space != Space::global) continue;
    if (is_atomic(access.operation)) {
      for (auto& [number, array] : arrays) array.counted = !array.stored.empty();
      continue;
    }
    HandedArray& array = arrays[access.array];
    const auto indices = trace.lane_indices(access);
    if (writes(access.operation)) {
      array.stored.insert(indices.begin(), indices.end());
    } else if (array.stored.empty()) {
      array.read_first = true;
    } else if (array.counted && !array.read_first) {
      handed[i] = static_cast<int>(std::ranges::count_if(
          indices, [&](ElementIndex index) { return !array.stored.contains(index); }));
    }
  }
  return handed;
}

std::optional<std::uint32_t> middle(const std::vector<std::uint32_t>& list) {
  return list.empty() ? std::nullopt : std::optional(list[list.size() / 2]);
}

/// The middle one of the accesses with the highest cost and, of those, the most working lanes;
/// nullopt if no access costs anything.
template <class Cost>
std::optional<std::uint32_t> costliest(const Trace& trace,
                                       const std::vector<std::uint32_t>& accesses, Cost cost) {
  using Number = decltype(cost(0));
  std::pair<Number, int> most{};
  std::vector<std::uint32_t> found;
  for (const std::uint32_t access : accesses) {
    const std::pair<Number, int> here{cost(access), trace.accesses[access].active()};
    if (here.first <= Number{} || here < most) continue;
    if (here > most) found.clear();
    most = here;
    found.push_back(access);
  }
  return middle(found);
}

/// Of the accesses those of the lines, by array, that lose at least half as much in all as the dearest one: a
/// queue of two in every round outweighs one of four at the start.
template <class Loss>
std::vector<std::uint32_t> of_the_dearest_lines(const Trace& trace,
                                                const std::vector<std::uint32_t>& accesses,
                                                Loss loss) {
  using Line = std::tuple<std::uint32_t, std::uint32_t, std::int32_t>;  // source, line, array
  const auto line_of = [&](std::uint32_t access) {
    const CodeLocation& at = trace.location_of(trace.accesses[access]);
    return Line{at.source, at.line, trace.accesses[access].array};
  };
  std::map<Line, std::int64_t> lost;
  std::int64_t most = 0;
  for (const std::uint32_t access : accesses) {
    const int here = loss(access);
    if (here > 0) most = std::max(most, lost[line_of(access)] += here);
  }
  std::vector<std::uint32_t> found;
  std::ranges::copy_if(accesses, std::back_inserter(found), [&](std::uint32_t access) {
    const auto line = lost.find(line_of(access));
    return line != lost.end() && 2 * line->second >= most;
  });
  return found;
}

/// The middle access of the step in which lanes access most within the block, whose values pictures
/// show. If no access is within the block, global memory counts instead. Of several such steps it
/// takes the middle one, when a part is done and a part is still to come.
std::uint32_t busiest_access(const Trace& trace, const std::vector<std::uint32_t>& accesses) {
  const auto outside = [&](std::uint32_t access) {
    return trace.arrays[trace.accesses[access].array].space == Space::global;
  };
  const bool all_outside = std::ranges::all_of(accesses, outside);
  std::map<std::uint32_t, std::vector<std::uint32_t>> steps;
  for (const std::uint32_t access : accesses) {
    if (all_outside || !outside(access)) steps[trace.accesses[access].step].push_back(access);
  }
  int most = 0;
  std::vector<std::uint32_t> busiest;  // the middle access of each
  for (const auto& [step, inside] : steps) {
    int lanes = 0;
    for (const std::uint32_t access : inside) lanes += trace.accesses[access].active();
    if (lanes < most) continue;
    if (lanes > most) busiest.clear();
    most = lanes;
    busiest.push_back(inside[inside.size() / 2]);
  }
  return middle(busiest).value_or(0);
}

std::string queue_text(const Trace& trace, const Summary& summary, const Access& access,
                       std::uint32_t number) {
  const AccessCost& cost = summary.accesses[number];
  const Space space = trace.arrays[access.array].space;
  if (space == Space::global) {
    return tr_n("{} lane of this warp adds to one element, one after another. Why?",
                "{} lanes of this warp add to one element, one after another. Why?",
                contention(trace, access).lanes);
  }
  if (space == Space::constant) {
    return tr_n("This access takes {} wavefront of constant memory where 1 would do. Why?",
                "This access takes {} wavefronts of constant memory where 1 would do. Why?",
                cost.wavefronts);
  }
  if (cost.ideal == 1) {
    return tr_n("This warp waits for {} wavefront where 1 would do. Why?",
                "This warp waits for {} wavefronts where 1 would do. Why?", cost.wavefronts);
  }
  const int ideal = cost.ideal;
  return tr_n("This warp waits for {0} wavefront where {1} would do. Why?",
              "This warp waits for {0} wavefronts where {1} would do. Why?", cost.wavefronts,
              ideal);
}

std::string spread_text(const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  if (request.ideal == 1) {
    return tr_n("This warp touches {} sector where 1 would hold its bytes. Why?",
                "This warp touches {} sectors where 1 would hold its bytes. Why?", request.sectors);
  }
  return tr_n("This warp touches {0} sector where {1} would hold its bytes. Why?",
              "This warp touches {0} sectors where {1} would hold its bytes. Why?", request.sectors,
              request.ideal);
}

std::string parted_text(const Trace& trace, const Access& access) {
  // Translators: {1} are all lanes of the warp.
  return tr_n("Only {0} of this warp's {1} lanes works here; the others wait. Why?",
              "Only {0} of this warp's {1} lanes work here; the others wait. Why?", access.active(),
              threads_of_warp(trace, access));
}

}  // namespace

Telling telling_access(const Trace& trace, const Summary& summary) {
  if (trace.accesses.empty()) return {};
  const std::vector<std::uint32_t> own = own_accesses(trace);
  const auto queues = of_the_dearest_lines(
      trace, own, [&](std::uint32_t access) { return queue_of(trace, summary, access).second; });
  const auto queue = costliest(
      trace, queues, [&](std::uint32_t access) { return queue_of(trace, summary, access); });
  if (queue) return {*queue, Telling::Reason::queue};
  if (spread_matters(trace, summary, own)) {
    const auto loss = [&](std::uint32_t access) { return spread_of(trace, summary, access); };
    const auto spread = costliest(trace, of_the_dearest_lines(trace, own, loss), loss);
    if (spread) return {*spread, Telling::Reason::spread};
  }
  const std::vector<int> left = handed_elements(trace);
  const auto handed = costliest(trace, own, [&](std::uint32_t access) { return left[access]; });
  if (handed) return {*handed, Telling::Reason::handed};
  const std::vector<int> waiting = parted_lanes(trace);
  const auto parted = costliest(trace, own, [&](std::uint32_t access) { return waiting[access]; });
  if (parted) return {*parted, Telling::Reason::parted};
  return {busiest_access(trace, own), Telling::Reason::busiest};
}

std::string telling_text(const Trace& trace, const Summary& summary, const Telling& telling) {
  if (telling.access >= trace.accesses.size()) return {};
  const Access& access = trace.accesses[telling.access];
  switch (telling.reason) {
    case Telling::Reason::queue: return queue_text(trace, summary, access, telling.access);
    case Telling::Reason::spread: return spread_text(trace, access);
    case Telling::Reason::handed:
      return tr(
          "This block reads results that other blocks have left. How does it know that they are "
          "there?");
    case Telling::Reason::parted: return parted_text(trace, access);
    case Telling::Reason::busiest: break;
  }
  return words_of(trace.arrays[access.array].space).why_fewest();
}

std::string_view without_question(std::string_view telling_text) {
  const std::size_t end = telling_text.rfind(". ");
  return telling_text.ends_with('?') && end != std::string_view::npos
             ? telling_text.substr(0, end + 1)
             : telling_text;
}

}  // namespace warpscope
