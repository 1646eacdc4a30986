#include "instrumentation/analysis/caption_english.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope::english_words {
namespace {

std::string sectors_of(const GlobalRequest& request) {
  return cost_of(request.sectors, "sector") + ", ideal " + std::to_string(request.ideal);
}

std::string moved(const GlobalRequest& request) {
  return cost_of(request.bytes, "byte") + " wanted, " + whole_text(request.sectors * sector_bytes) +
         " moved";
}

}  // namespace

void tell(Caption& caption, const ContentionFacts& facts, Operation operation, int lanes) {
  const auto& [request, met] = facts;
  caption.verdict = sectors_of(request);
  caption.detail = lanes == 1 ? "one lane alone" : "every lane has an element of its own";
  caption.sentence += actors(lanes, deed(operation));
  if (met.lanes == 1) {
    caption.sentence +=
        met.elements == 1 ? "one element" : std::to_string(met.elements) + " different elements";
    caption.sentence += " in " + count_of(request.sectors, "sector") + " of 32 bytes";
    return;
  }
  caption.verdict = std::to_string(met.lanes) + " lanes on one element";
  caption.detail = sectors_of(request);
  if (met.elements == 1) {
    caption.sentence += "the same element";
  } else {
    caption.sentence += "only " + in_words(met.elements) + " different elements; up to " +
                        in_words(met.lanes) + " meet on one";
  }
  caption.sentence += " and take turns, and every turn counts its sector again";
}

void tell(Caption& caption, const ConstantFacts& facts, int lanes) {
  const std::string served = cost_of(facts.words, "wavefront");
  caption.verdict = caption.costly ? std::to_string(facts.words) + " different words"
                    : lanes > 1    ? "broadcast"
                                   : "one word";
  caption.detail = served + ", ideal 1";
  caption.sentence += actors(lanes, "read");
  if (facts.words == 1) {
    caption.sentence += "one word of constant memory: one wavefront";
  } else {
    caption.sentence +=
        in_words(facts.words) + " different words of constant memory, one after another: " + served;
  }
}

void tell(Caption& caption, const GlobalFacts& facts, Operation operation, int lanes) {
  const GlobalRequest& request = facts.request;
  caption.verdict = sectors_of(request);
  caption.detail = moved(request);
  caption.sentence += actors(lanes, deed(operation)) + (facts.same ? "the same " : "") +
                      cost_of(request.bytes, "byte");
  if (request.requests > 1) {
    const std::string verb = stores(operation) ? ", stored" : ", fetched";
    caption.sentence += verb + " in " + in_words(request.requests) + " pieces that touch " +
                        count_of(request.sectors, "sector") + " of 32 bytes, where " +
                        in_words(request.ideal) + " would do";
  } else if (caption.costly) {
    caption.sentence += " spread over " + count_of(request.sectors, "sector") +
                        " of 32 bytes, where " + in_words(request.ideal) + " would do";
  } else {
    caption.sentence +=
        " in " + count_of(request.sectors, "sector") + " of 32 bytes, the fewest possible";
  }
}

void tell(Caption& caption, const LocalFacts& facts, int lanes) {
  const GlobalRequest& request = facts.request;
  caption.verdict = sectors_of(request);
  caption.detail = moved(request);
  const std::string sectors = cost_of(request.sectors, "sector") + " of 32 bytes";
  if (facts.element >= 0) {
    const bool alone = lanes == 1;
    caption.sentence += std::string(alone ? "the lane" : "each lane") + " uses element " +
                        std::to_string(facts.element) + " of its own array" +
                        (alone ? ": " : ", and these lie side by side: ") + sectors;
  } else {
    caption.sentence +=
        "lanes use different elements of their own arrays, which lie in different "
        "rows: " +
        sectors +
        (caption.costly ? ", where " + in_words(request.ideal) + " would do"
                        : ", the fewest possible");
  }
}

}  // namespace warpscope::english_words
