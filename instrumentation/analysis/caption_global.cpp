#include <algorithm>
#include <map>
#include <set>

#include "instrumentation/analysis/caption_parts.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {

Contention contention(const Trace& trace, const Access& access) {
  Contention found;
  std::map<ElementIndex, int> lanes_of;
  for (const ElementIndex index : trace.lane_indices(access)) {
    found.lanes = std::max(found.lanes, ++lanes_of[index]);
  }
  found.elements = static_cast<int>(lanes_of.size());
  return found;
}

void describe_global_atomic(Caption& caption, const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  const Contention found = contention(trace, access);
  const std::string cost =
      cost_of(request.sectors, "sector") + ", ideal " + std::to_string(request.ideal);
  caption.costly = request.sectors > request.ideal || found.lanes > 1;
  caption.verdict = cost;
  caption.detail = access.active() == 1 ? "one lane alone" : "every lane has an element of its own";
  caption.sentence += actors(access.active(), traits_of(access.operation).want);
  if (found.lanes == 1) {
    caption.sentence += found.elements == 1
                            ? "one element"
                            : std::to_string(found.elements) + " different elements";
    caption.sentence += " in " + count_of(request.sectors, "sector") + " of 32 bytes";
    return;
  }
  caption.verdict = std::to_string(found.lanes) + " lanes on one element";
  caption.detail = cost;
  if (found.elements == 1) {
    caption.sentence += "the same element";
  } else {
    caption.sentence += "only " + in_words(found.elements) + " different elements; up to " +
                        in_words(found.lanes) + " meet on one";
  }
  caption.sentence += " and take turns, and every turn counts its sector again";
}

/// Source: CUDA C Programming Guide, constant memory.
void describe_constant(Caption& caption, const Trace& trace, const Access& access) {
  const auto indices = trace.lane_indices(access);
  const auto words = std::ssize(std::set<ElementIndex>(indices.begin(), indices.end()));
  const std::string served = cost_of(words, "wavefront");
  caption.costly = words > 1;
  const int lanes = access.active();
  caption.verdict = caption.costly ? std::to_string(words) + " different words"
                    : lanes > 1    ? "broadcast"
                                   : "one word";
  caption.detail = served + ", ideal 1";
  caption.sentence += count_of(lanes, "lane") + (lanes == 1 ? " reads" : " read");
  if (words == 1) {
    caption.sentence += " one word of constant memory: one wavefront";
  } else {
    caption.sentence +=
        ' ' + in_words(words) + " different words of constant memory, one after another: " + served;
  }
}

void describe_global(Caption& caption, const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  caption.costly = request.sectors > request.ideal;
  caption.verdict = cost_of(request.sectors, "sector") + ", ideal " + std::to_string(request.ideal);
  caption.detail = cost_of(request.bytes, "byte") + " wanted, " +
                   whole_text(request.sectors * sector_bytes) + " moved";

  const bool same = access.active() > 1 && request.bytes == trace.lane_bytes(access);
  caption.sentence += actors(access.active(), traits_of(access.operation).want) +
                      (same ? "the same " : "") + cost_of(request.bytes, "byte");
  if (request.requests > 1) {
    const std::string verb = access.operation == Operation::store ? ", stored" : ", fetched";
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

std::int64_t same_local_element(const Trace& trace, const Access& access) {
  const Array& array = trace.arrays[access.array];
  std::int64_t same = -1;
  for (const ElementIndex index : trace.lane_indices(access)) {
    const std::int64_t element = local_place(array, index).element;
    if (same >= 0 && element != same) return -1;
    same = element;
  }
  return same;
}

void describe_local(Caption& caption, const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  const std::int64_t element = same_local_element(trace, access);
  caption.costly = request.sectors > request.ideal;
  caption.verdict = cost_of(request.sectors, "sector") + ", ideal " + std::to_string(request.ideal);
  caption.detail = cost_of(request.bytes, "byte") + " wanted, " +
                   whole_text(request.sectors * sector_bytes) + " moved";
  const bool alone = access.active() == 1;
  if (element >= 0) {
    caption.sentence += std::string(alone ? "the lane" : "each lane") + " uses element " +
                        std::to_string(element) + " of its own array" +
                        (alone ? ": " : ", and these lie side by side: ") +
                        cost_of(request.sectors, "sector") + " of 32 bytes";
  } else {
    caption.sentence +=
        "lanes use different elements of their own arrays, which lie in different "
        "rows: " +
        cost_of(request.sectors, "sector") + " of 32 bytes" +
        (caption.costly ? ", where " + in_words(request.ideal) + " would do"
                        : ", the fewest possible");
  }
}

}  // namespace warpscope
