#include "app/panes/heat/heat_hover.hpp"

#include <algorithm>
#include <vector>

#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_words = 6;  // listed by name

/// "data[0], data[32], data[64], …": the words that one bank delivers in an access.
std::string words_text(const Trace& trace, const Access& access, BankModel model, int bank) {
  const auto request = shared_request(trace, access);
  if (!request) return "";
  const Array& array = trace.arrays[access.array];
  std::vector<std::int64_t> elements;
  for (const BankDelivery& delivery : bank_deliveries(model, *request)) {
    if (delivery.bank != bank) continue;
    const std::int64_t offset = std::int64_t{delivery.address} - array.base;
    const std::int64_t element = std::max<std::int64_t>(offset, 0) / array.type.bytes();
    if (std::ranges::find(elements, element) == elements.end()) elements.push_back(element);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(most_words, elements.size()); ++i) {
    text += (i > 0 ? ", " : "") +
            cell_text(trace, trace.steps[access.step].launch, access.array, elements[i]);
  }
  return elements.size() > most_words ? text + ", …" : text;
}

/// The access, in two lines.
std::string what_happens(const Trace& trace, std::uint32_t access) {
  const Access& what = trace.accesses[access];
  const Array& array = trace.arrays[what.array];
  const std::uint32_t launch = trace.steps[what.step].launch;
  // Translators: {1} is a step of the kernel, {3} what it does: "shared load", {4} the array.
  std::string text = tr("access {0}, {1}, warp {2}\n{3}, {4}, line {5}", access,
                        step_text(trace, trace.steps[what.step]), what.warp,
                        operation_text(array.space, what.operation),
                        name_in(trace, launch, what.array), trace.line_of(what));
  const std::string source = source_line(trace.source_of(what), trace.line_of(what));
  return source.empty() ? text : text + ": " + source;
}

}  // namespace

std::string heat_text(const Document& document, const HeatMap& map, const HeatSpot& spot,
                      std::uint32_t access) {
  const Trace& trace = *document.trace;
  if (access >= trace.accesses.size()) return "";
  const Access& what = trace.accesses[access];
  const Array& array = trace.arrays[what.array];
  std::string text;
  if (spot.last - spot.first > 1) {
    text = tr("accesses {0} … {1}; the costliest for bank {2}:", spot.first, spot.last - 1,
              spot.bank) +
           "\n";
  }
  text += what_happens(trace, access);
  if (array.space != Space::shared || exchanges(what.operation)) {
    return text + "\n" + tr("uses no bank of shared memory");
  }
  const int here = map.at(spot.bank, access);
  const AccessCost& cost = document.summary.accesses[access];
  if (here == 0) return text + "\n" + tr("bank {}: not wanted", spot.bank);
  text += "\n" + tr_n("bank {2}: {1} wavefront, of {3} in all, ideal {4}",
                      "bank {2}: {1} wavefronts, of {3} in all, ideal {4}", here, count_text(here),
                      spot.bank, cost.wavefronts, cost.ideal);
  return text + "\n" + words_text(trace, what, document.summary.model, spot.bank);
}

std::string words_at(const Document& document, const WordRows& rows, const HeatSpot& spot,
                     std::uint32_t access) {
  const Trace& trace = *document.trace;
  if (access >= trace.accesses.size()) return "";
  const SharedState state = document.replay.at(access + 1);
  const std::uint32_t first = rows.first_word(spot.bank);
  const std::size_t end = std::min<std::size_t>(state.writer.size(), first + rows.words);
  std::uint32_t word = first, latest = 0;  // of several, the one written last
  for (std::size_t w = first; w < end; ++w) {
    if (state.writer[w] <= latest) continue;
    latest = state.writer[w];
    word = static_cast<std::uint32_t>(w);
  }
  const std::string happens = what_happens(trace, access);
  // Translators: the last field tells an access: "access 12, load, warp 3", on two lines.
  std::string text = rows.words == 1 ? tr("word {0} of shared memory\nafter {1}", first, happens)
                                     : tr("words {0} … {1} of shared memory\nafter {2}", first,
                                          first + rows.words - 1, happens);
  text += "\n";
  const std::uint32_t launch = trace.steps[trace.accesses[access].step].launch;
  const bool written = latest != 0 && trace.steps[trace.accesses[latest - 1].step].launch == launch;
  if (!written) return text + tr("nothing has been written there in this launch");
  const Array& array = trace.arrays[trace.accesses[latest - 1].array];
  const std::int64_t offset = std::int64_t{word} * 4 - array.base;
  const std::int64_t index = std::max<std::int64_t>(offset, 0) / array.type.bytes();
  text += cell_text(trace, launch, trace.accesses[latest - 1].array, index) + ": " +
          describe_writer(trace, latest - 1, index);
  const std::uint32_t age = access + 1 - latest;
  return text + ", " +
         (age == 0 ? std::string(tr("just now"))
                   : tr_n("{1} access ago", "{1} accesses ago", age, count_text(age)));
}

}  // namespace warpscope
