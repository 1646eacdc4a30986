#include "app/subject/layout_search.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "app/subject/layout_offers.hpp"
#include "instrumentation/analysis/swizzle_search.hpp"
#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_searched = 8;  // arrays; each takes a dozen passes over the trace

/// What a search knows of an array before it tries anything.
struct Conflicts {
  int array = 0;   // its first one of that name
  int widest = 1;  // elements that a lane moves at once
  std::uint64_t excessive = 0;
  std::uint64_t wavefronts = 0, ideal = 0;
};

/// By the name of a layout. Of a member of structures the figures are those of the whole array: its layout moves the other
/// members, too.
std::map<std::string, Conflicts> conflicts_of_arrays(const Document& document) {
  std::map<std::string, Conflicts> all;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> of_whole;  // wavefronts, ideal
  const Trace& trace = *document.trace;
  struct Known {
    Conflicts* found = nullptr;
    std::pair<std::uint64_t, std::uint64_t>* whole = nullptr;
  };
  std::vector<Known> known(
      trace.arrays.size());  // a look-up by name for each access would take too long
  for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
    const Access& access = trace.accesses[i];
    if (access.array < 0) continue;
    const Array& array = trace.arrays[static_cast<std::size_t>(access.array)];
    if (array.space != Space::shared) continue;
    Known& here = known[static_cast<std::size_t>(access.array)];
    if (here.found == nullptr || array.structure >= 0) {
      here = {&all.try_emplace(layout_name(trace, access), Conflicts{.array = access.array})
                   .first->second,
              &of_whole[array.name]};
    }
    const auto [excess, whole] = cost_of(document, i);
    auto& [wavefronts, ideal] = *here.whole;
    wavefronts += static_cast<std::uint64_t>(whole);
    ideal += static_cast<std::uint64_t>(whole - excess);
    here.found->widest = std::max<int>(here.found->widest, access.elements);
    here.found->excessive += static_cast<std::uint64_t>(excess);
  }
  std::erase_if(all, [](const auto& each) { return each.second.excessive == 0; });
  for (auto& [name, found] : all) {
    const std::string& array = trace.arrays[static_cast<std::size_t>(found.array)].name;
    std::tie(found.wavefronts, found.ideal) = of_whole[array];
  }
  return all;
}

}  // namespace

const LayoutTrial* ArrayTrials::cheapest() const {
  const bool saves = !list.empty() && list.front().effect &&
                     list.front().effect->after < list.front().effect->before;
  return saves ? &list.front() : nullptr;
}

const LayoutTrial* ArrayTrials::usual_refused() const {
  const auto usual = std::ranges::find_if(
      list, [](const LayoutTrial& trial) { return !trial.effect && trial.relayout.pad == 1; });
  return usual == list.end() ? nullptr : &*usual;
}

LayoutSearch::LayoutSearch(DocumentPtr document, std::optional<std::uint32_t> access)
    : document_(std::move(document)) {
  find_arrays(access);
  complete_ = questions_.empty();
  // All are begun, so that the first is worked out first: the newest question is.
  for (auto question = questions_.rbegin(); question != questions_.rend(); ++question) {
    for (const Relayout& layout : question->layouts) {
      static_cast<void>(document_->layout_offers().effect({layout}, false));
    }
  }
}

void LayoutSearch::find_arrays(std::optional<std::uint32_t> access) {
  const Trace& trace = *document_->trace;
  for (const auto& [name, found] : conflicts_of_arrays(*document_)) {
    const Array& array = trace.arrays[static_cast<std::size_t>(found.array)];
    questions_.push_back(
        {{.array = name, .wavefronts = found.wavefronts, .ideal = found.ideal, .list = {}},
         relayouts_of(trace, array, document_->summary.model, name, found.widest),
         &array,
         found.excessive,
         found.widest});
  }
  const std::string first = access ? layout_name(trace, trace.accesses[*access]) : "";
  std::ranges::stable_sort(questions_, {}, [&](const Question& question) {
    return std::pair(question.of.array != first, -static_cast<std::int64_t>(question.excessive));
  });
  if (questions_.size() > most_searched) questions_.resize(most_searched);
  for (Question& question : questions_) {
    question.of.tried = question.layouts.size();
    const SwizzleSearch swizzles =
        best_swizzles(trace, *question.array, document_->summary.model, question.widest);
    question.of.tried += swizzles.tried;
    for (const Relayout& swizzle : swizzles.best) {
      if (std::ranges::count(question.layouts, swizzle) > 0) continue;
      question.layouts.push_back(swizzle);
    }
  }
}

bool LayoutSearch::answer(const Question& question, bool wait) {
  ArrayTrials trials = question.of;
  for (const Relayout& layout : question.layouts) {
    const KnownEffect found = document_->layout_offers().effect({layout}, wait);
    if (!found.known) return false;
    trials.list.push_back({layout, source_text(layout, *question.array), found.effect});
    if (found.effect) continue;
    const Status possible = possible_layouts(*document_->trace, {layout});
    if (!possible) trials.list.back().why = possible.error().message;
  }
  std::ranges::stable_sort(trials.list, {}, [](const LayoutTrial& trial) {
    const RelayoutEffect effect = trial.effect.value_or(RelayoutEffect{});
    return std::tuple(!trial.effect, effect.after, effect.extra_bytes);
  });
  arrays_.push_back(std::move(trials));
  return true;
}

bool LayoutSearch::find_cheapest(bool wait) {
  Layouts together;
  for (const ArrayTrials& trials : arrays_) {
    if (const LayoutTrial* cheapest = trials.cheapest()) together.push_back(cheapest->relayout);
  }
  // Each fits by itself. If they do not together, those that save least stay as they are.
  for (; !together.empty(); together.pop_back()) {
    const KnownEffect found = document_->layout_offers().effect(together, wait);
    if (!found.known) return false;
    if (!found.effect) continue;
    cheapest_ = std::move(together);
    effect_ = found.effect;
    return true;
  }
  return true;
}

bool LayoutSearch::look(bool wait) {
  if (complete_) return true;
  while (arrays_.size() < questions_.size()) {
    if (!answer(questions_[arrays_.size()], wait)) return false;
  }
  complete_ = find_cheapest(wait);
  return complete_;
}

std::string layout_effect_text(const Document& document, const RelayoutEffect& effect) {
  const Totals& totals = document.summary.totals;
  const std::uint64_t before = figures(totals, Space::shared).served;
  const std::uint64_t after = before - effect.before + effect.after;
  const auto extra = static_cast<std::int64_t>(effect.extra_bytes);
  if (extra == 0) {
    return tr("{0} → {1} wavefronts, no more memory", grouped(before), grouped(after));
  }
  return tr_n("{1} → {2} wavefronts, {3} byte more", "{1} → {2} wavefronts, {3} bytes more", extra,
              grouped(before), grouped(after), grouped(static_cast<std::uint64_t>(extra)));
}

}  // namespace warpscope
