#include "instrumentation/analysis/caption.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string_view>

#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/source_text.hpp"

namespace warpscope {
namespace {

/// "two", but "16".
std::string in_words(std::int64_t number) {
  constexpr std::array<std::string_view, 13> words{"no",   "one",    "two",   "three", "four",
                                                   "five", "six",    "seven", "eight", "nine",
                                                   "ten",  "eleven", "twelve"};
  const bool small = number >= 0 && number < static_cast<std::int64_t>(words.size());
  return small ? std::string(words[static_cast<std::size_t>(number)]) : std::to_string(number);
}

std::string with_noun(const std::string& number, std::int64_t count, std::string_view noun) {
  return number + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}
/// "two banks", "one lane"
std::string count_of(std::int64_t number, std::string_view noun) {
  return with_noun(in_words(number), number, noun);
}
/// "8 wavefronts", "1 sector": costs stay digits, so that they can be compared.
std::string cost_of(std::int64_t number, std::string_view noun) {
  return with_noun(std::to_string(number), number, noun);
}

std::string bytes_text(std::int64_t bytes) { return cost_of(bytes, "byte"); }

std::string actors(int lanes, std::string_view verb) {
  return count_of(lanes, "lane") + ' ' + std::string(verb) + (lanes == 1 ? "s " : " ");
}

std::string_view verb_of(Operation operation) {
  switch (operation) {
    case Operation::load: return "want";
    case Operation::store: return "write";
    case Operation::atomic_add: return "add to";
    case Operation::shuffle: break;
  }
  return "read";
}

/// "Warp 0 reads data[tid] on line 44".
std::string subject(const Trace& trace, const Access& access) {
  std::string_view verb = "shuffles";
  if (access.operation == Operation::load) verb = "reads";
  if (access.operation == Operation::store) verb = "writes";
  if (access.operation == Operation::atomic_add) verb = "adds to";
  std::string text = "Warp " + std::to_string(access.warp) + ' ' + std::string(verb);
  if (access.operation != Operation::shuffle) text += ' ' + written_as(trace, access);
  return text + " on line " + std::to_string(access.line);
}

/// Lanes that the warp has but this access leaves idle; a block's last warp may be a short one.
std::string idle_lanes(const Trace& trace, const Access& access) {
  const int threads = std::clamp(trace.launch_of(access).block - access.warp * warp_lanes,
                                 access.active(), warp_lanes);
  const int idle = threads - access.active();
  if (idle == 0) return {};
  if (2 * idle == threads) return " Half of its lanes are idle.";
  return " " + std::to_string(idle) + " of its " + std::to_string(threads) + " lanes are idle.";
}

/// What a request asks of shared memory, as far as it can be seen.
struct Demand {
  int lanes = 0;
  int words = 0;  // different ones; elements where they are wider than a word
  int banks = 0;  // that hold them
  int bytes = 0;  // of an element
  [[nodiscard]] bool wide() const { return bytes > 4; }
};

Demand demand_of(BankModel model, const SharedRequest& request) {
  std::set<std::uint32_t> words;
  std::set<int> banks;
  const auto unit = static_cast<std::uint32_t>(std::max(request.bytes, 4));
  for_each_lane(request.mask, [&](int lane, int) {
    const std::uint32_t address = request.address[static_cast<std::size_t>(lane)];
    words.insert(address / unit);
    banks.insert(bank_of(model, address));
  });
  return {std::popcount(request.mask), static_cast<int>(words.size()),
          static_cast<int>(banks.size()), request.bytes};
}

std::string words_text(const Demand& demand) {
  const std::string different = demand.words > 1 ? " different" : "";
  const std::string noun = demand.wide() ? " element" : " word";
  std::string text = in_words(demand.words) + different + noun + (demand.words == 1 ? "" : "s");
  if (demand.wide()) text += " of " + bytes_text(demand.bytes);
  return text;
}

/// "one wavefront serves them all"
std::string served(const Demand& demand, const Wavefronts& cost) {
  const std::string whom = demand.lanes == 1 ? " serves it" : " serves them all";
  if (cost.actual == 1) return "one wavefront" + whom;
  return cost_of(cost.actual, "wavefront") + (demand.lanes == 1 ? " serve it" : " serve them all") +
         ", the fewest possible";
}

std::string free_access(const Demand& demand, Operation operation, const Wavefronts& cost) {
  const std::string who = actors(demand.lanes, verb_of(operation));
  if (demand.lanes > 1 && demand.words == 1) {
    const std::string same = who + "the same " + (demand.wide() ? "element" : "word");
    if (operation == Operation::store) return same + ", and one of them wins";
    return same + ", which is broadcast: " + served(demand, cost);
  }
  if (demand.words < demand.lanes) {
    return who + "only " + words_text(demand) +
           (operation == Operation::store ? ": " : " and share them by broadcast: ") +
           served(demand, cost);
  }
  if (demand.wide() || demand.lanes == 1)
    return who + words_text(demand) + ": " + served(demand, cost);
  return who + words_text(demand) + " of " + count_of(demand.banks, "bank") + ", so " +
         served(demand, cost);
}

std::string conflict(const Demand& demand, Operation operation, BankModel model,
                     const Wavefronts& cost) {
  std::string text = actors(demand.lanes, verb_of(operation)) + words_text(demand);
  if (operation == Operation::atomic_add) {
    text += ", and lanes of one bank take turns";
  } else if (demand.wide()) {
    text += " whose banks coincide";
  } else if (demand.words >= 2 * demand.banks) {
    text += " of only " + count_of(demand.banks, "bank");
  } else if (model == BankModel::cc1 && demand.words <= demand.banks) {
    text += ", but only one word at a time can be broadcast";
  } else {
    text += " of " + count_of(demand.banks, "bank") + ", up to " + in_words(cost.degree) +
            " of one bank";
  }
  return text + ", so the access takes " + cost_of(cost.actual, "wavefront") + " instead of " +
         std::to_string(cost.ideal);
}

void describe_shared(Caption& caption, const SharedRequest& request, Operation operation,
                     BankModel model) {
  const Demand demand = demand_of(model, request);
  const Wavefronts cost = wavefronts(model, request);
  caption.costly = cost.conflicts() > 0;
  caption.detail = cost_of(cost.actual, "wavefront") + ", ideal " + std::to_string(cost.ideal);
  if (caption.costly) {
    caption.verdict = std::to_string(cost.degree) + "-way conflict";
    caption.sentence += conflict(demand, operation, model, cost);
    return;
  }
  const bool broadcast = operation == Operation::load && demand.lanes > 1 && demand.words == 1;
  caption.verdict = broadcast ? "broadcast" : "no conflict";
  caption.sentence += free_access(demand, operation, cost);
}

void describe_global(Caption& caption, const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  caption.costly = request.sectors > request.ideal;
  caption.verdict = cost_of(request.sectors, "sector") + ", ideal " + std::to_string(request.ideal);
  caption.detail = bytes_text(request.bytes) + " wanted, " +
                   std::to_string(request.sectors * sector_bytes) + " moved";

  const bool same = access.active() > 1 && request.bytes == trace.arrays[access.array].type.bytes();
  caption.sentence += actors(access.active(), verb_of(access.operation)) +
                      (same ? "the same " : "") + bytes_text(request.bytes);
  if (caption.costly) {
    caption.sentence += " spread over " + count_of(request.sectors, "sector") +
                        " of 32 bytes, where " + in_words(request.ideal) + " would do";
  } else {
    caption.sentence +=
        " in " + count_of(request.sectors, "sector") + " of 32 bytes, the fewest possible";
  }
}

/// Whose register a lane reads, when one sentence tells it for all lanes.
std::string partners(const Trace& trace, const Access& access) {
  const auto indices = trace.lane_indices(access);
  std::set<int> distances;  // of lanes that read another one's register
  for_each_lane(access.mask, [&](int lane, int k) {
    const int source = indices[static_cast<std::size_t>(k)] - access.warp * warp_lanes;
    if (source != lane) distances.insert(source - lane);
  });
  const std::set<std::int32_t> sources(indices.begin(), indices.end());
  if (sources.size() == 1 && access.active() > 1) {
    return "every lane reads the register of lane " + std::to_string(indices[0] % warp_lanes);
  }
  if (distances.size() != 1) return "every lane reads the register of a partner lane";
  const int distance = *distances.begin();
  return "every lane reads the register of the lane " + in_words(std::abs(distance)) +
         (std::abs(distance) == 1 ? " place " : " places ") + (distance > 0 ? "above" : "below");
}

void describe_shuffle(Caption& caption, const Trace& trace, const Access& access) {
  caption.verdict = "shuffle";
  caption.detail = "no shared memory";
  caption.sentence += partners(trace, access) + ", without shared memory";
}

std::string step_text(const Trace& trace, const Access& access) {
  const Step& step = trace.steps[access.step];
  const Launch& launch = trace.launches[step.launch];
  std::string text = "Step " + std::to_string(access.step - launch.first_step + 1) + " of " +
                     std::to_string(launch.step_count);
  if (trace.launches.size() > 1) {
    text = "Launch " + std::to_string(step.launch + 1) + " of " +
           std::to_string(trace.launches.size()) + ", step" + text.substr(4);
  }
  const std::string label = step_label(trace, step);
  return label.empty() ? text : text + " · " + label;
}

}  // namespace

std::string step_label(const Trace& trace, const Step& step) {
  if (!step.value) return step.name;
  const std::string variable =
      step_variable(trace.sources[trace.launches[step.launch].source], step.name);
  const std::string value = std::to_string(*step.value);
  return variable.empty() ? step.name + ' ' + value : step.name + ", " + variable + " = " + value;
}

Caption caption(const Trace& trace, const Summary& summary, std::uint32_t number) {
  const Access& access = trace.accesses[number];
  Caption caption;
  caption.step = step_text(trace, access);
  caption.sentence = subject(trace, access) + ": ";
  if (const auto request = shared_request(trace, access)) {
    describe_shared(caption, *request, access.operation, summary.model);
  } else if (access.operation == Operation::shuffle) {
    describe_shuffle(caption, trace, access);
  } else {
    describe_global(caption, trace, access);
  }
  caption.sentence += '.' + idle_lanes(trace, access);
  return caption;
}

}  // namespace warpscope
