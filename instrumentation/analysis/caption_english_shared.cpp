#include "instrumentation/analysis/caption_english.hpp"

namespace warpscope::english_words {
namespace {

std::string words_text(const Demand& demand) {
  const std::string different = demand.words > 1 ? " different" : "";
  const std::string noun = demand.wide() ? " element" : " word";
  std::string text = in_words(demand.words) + different + noun + (demand.words == 1 ? "" : "s");
  if (demand.wide()) text += " of " + cost_of(demand.bytes, "byte");
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
  const std::string who = actors(demand.lanes, deed(operation));
  if (demand.counted && demand.words < demand.lanes) {
    return actors(demand.lanes, "add 1 to") + words_text(demand) +
           ", and lanes of one word are counted together: " + served(demand, cost);
  }
  if (demand.lanes > 1 && demand.words == 1) {
    const std::string same = who + "the same " + (demand.wide() ? "element" : "word");
    if (stores(operation) && demand.elements > 1) {
      return who + in_words(demand.elements) + " elements of " + cost_of(demand.bytes, "byte") +
             " in the same word: " + served(demand, cost);
    }
    if (stores(operation)) return same + ", and one of them wins";
    return same + ", which is broadcast: " + served(demand, cost);
  }
  if (demand.words < demand.lanes) {
    return who + "only " + words_text(demand) +
           (stores(operation) ? ": " : " and share them by broadcast: ") + served(demand, cost);
  }
  if (demand.wide() || demand.lanes == 1)
    return who + words_text(demand) + ": " + served(demand, cost);
  return who + words_text(demand) + " of " + count_of(demand.banks, "bank") + ", so " +
         served(demand, cost);
}

std::string conflict(const SharedFacts& facts, Operation operation) {
  const Demand& demand = facts.demand;
  std::string text = actors(demand.lanes, deed(operation)) + words_text(demand);
  if (facts.copy) {
    text += demand.bytes <= 8
                ? ", and lanes whose banks coincide there or at the source take turns"
                : ", and a pass copies only what comes from one line of 128 bytes, goes "
                  "to one, and lies alike in both";
  } else if (is_atomic(operation)) {
    text += demand.counted ? ", and those of one bank take turns"
                           : ", and lanes of one bank take turns";
  } else if (demand.wide()) {
    text += " whose banks coincide";
  } else if (facts.one_broadcast && demand.stacked <= 1) {
    text += ", but only one word at a time can be broadcast";
  } else if (demand.words >= 2 * demand.banks) {
    text += " of only " + count_of(demand.banks, "bank");
  } else if (facts.one_broadcast) {
    text += " of " + count_of(demand.banks, "bank") + ", up to " + in_words(demand.stacked) +
            " of one bank, and only one word at a time can be broadcast";
  } else {
    text += " of " + count_of(demand.banks, "bank") + ", up to " + in_words(facts.cost.degree) +
            " of one bank";
  }
  return text + ", so the access takes " + cost_of(facts.cost.actual, "wavefront") +
         " instead of " + std::to_string(facts.cost.ideal);
}

}  // namespace

void tell(Caption& caption, const SharedFacts& facts, Operation operation) {
  const auto& [demand, cost, copy, one_broadcast] = facts;
  caption.detail = cost_of(cost.actual, "wavefront") + ", ideal " + std::to_string(cost.ideal);
  if (caption.costly) {
    caption.verdict = conflict_text(cost.degree);
    caption.sentence += conflict(facts, operation);
    return;
  }
  const bool broadcast = operation == Operation::load && demand.lanes > 1 && demand.words == 1;
  caption.verdict = broadcast ? "broadcast" : conflict_text(1);
  caption.sentence += free_access(demand, operation, cost);
}

}  // namespace warpscope::english_words
