#include "app/subject/layout_draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>

#include "app/subject/layout_offers.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_drafted = 6;
constexpr std::size_t most_patterns_of_draft = 256;  // a few milliseconds for each letter

std::string declared_text(const Array& array) {
  std::string text = fmt::format("{} {}", array.type.name(), array.name);
  if (!array.extents.empty()) {
    for (const std::int64_t extent : array.extents) text += fmt::format("[{}]", extent);
    return text;
  }
  if (array.columns == 0) return text + fmt::format("[{}]", array.count);
  return text +
         fmt::format("[{}][{}]", (array.count + array.columns - 1) / array.columns, array.columns);
}

}  // namespace

LayoutDraft::LayoutDraft(DocumentPtr document, std::optional<std::uint32_t> access)
    : document_(std::move(document)) {
  const Trace& trace = *document_->trace;
  std::map<std::string, DraftArray> by_name;
  for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
    const Access& each = trace.accesses[i];
    if (each.array < 0) continue;
    const Array& array = trace.arrays[static_cast<std::size_t>(each.array)];
    if (array.space != Space::shared || array.structure >= 0 || array.count < 2) continue;
    DraftArray& draft = by_name[array.name];
    if (draft.array == nullptr) {
      draft.array = &array;
      draft.shape = declared_text(array);
      draft.index = array.columns > 0 ? "row*W + col" : "i";
    }
    const auto [excess, all] = cost_of(*document_, i);
    draft.wavefronts += static_cast<std::uint64_t>(all);
    draft.ideal += static_cast<std::uint64_t>(all - excess);
  }
  for (auto& [name, draft] : by_name) arrays_.push_back(std::move(draft));
  const std::string first = access ? layout_name(trace, trace.accesses[*access]) : "";
  std::ranges::stable_sort(arrays_, {}, [&](const DraftArray& draft) {
    return std::pair(draft.array->name != first,
                     -static_cast<std::int64_t>(draft.wavefronts - draft.ideal));
  });
  if (arrays_.size() > most_drafted) arrays_.resize(most_drafted);
  for (const DraftArray& draft : arrays_) {
    patterns_.push_back(access_patterns(trace, draft.array->name, most_patterns_of_draft));
  }
}

const DraftAnswer& LayoutDraft::answer(std::size_t array, const std::string& formula) {
  const auto known = kept_.find(array);
  if (known == kept_.end() || known->second.formula != formula) {
    return kept_.insert_or_assign(array, Kept{formula, computed(array, formula)})
        .first->second.answer;
  }
  if (known->second.answer.good() && !known->second.answer.effect.known) {
    ask_run(array, formula, known->second.answer);
  }
  return known->second.answer;
}

void LayoutDraft::ask_run(std::size_t array, const std::string& formula,
                          DraftAnswer& answer) const {
  const Layouts one{{.array = arrays_[array].array->name, .formula = formula}};
  answer.effect = document_->layout_offers().effect(one, false);
  if (!answer.effect.known || answer.effect.effect) return;
  const Status possible = possible_layouts(*document_->trace, one);
  if (!possible) answer.refusal = possible.error().message;
}

DraftAnswer LayoutDraft::computed(std::size_t array, const std::string& formula) const {
  DraftAnswer answer;
  const DraftArray& draft = arrays_[array];
  const Trace& trace = *document_->trace;
  const BankModel model = document_->summary.model;
  Relayout relayout{.array = draft.array->name, .formula = formula};
  if (!formula.empty()) {
    auto made = places_by_formula(formula, *draft.array);
    if (auto* problem = std::get_if<FormulaProblem>(&made)) {
      answer.problem = std::move(*problem);
      return answer;
    }
  }
  std::vector<std::uint32_t> accesses;
  for (const AccessPattern& pattern : patterns_[array]) accesses.push_back(pattern.access);
  const auto moved = formula.empty() ? std::vector<std::optional<SharedRequest>>{}
                                     : relaid_requests(trace, accesses, relayout);
  std::map<std::tuple<std::uint32_t, bool>, DraftLine> lines;
  for (std::size_t k = 0; k < accesses.size(); ++k) {
    const Access& access = trace.accesses[accesses[k]];
    const auto request = shared_request(trace, access);
    if (!request) continue;
    if (!moved.empty() && !moved[k]) {
      answer.problem = FormulaProblem{
          tr("Line {0} moves {1} elements at once: they must stay side by side, and begin at a "
             "multiple of {1}.",
             trace.line_of(access), access.elements),
          -1};
      answer.lines.clear();
      return answer;
    }
    const Wavefronts before = wavefronts(model, *request);
    const Wavefronts after = moved.empty() ? before : wavefronts(model, *moved[k]);
    DraftLine& line = lines[{trace.line_of(access), request->store}];
    if (before.actual - before.ideal + after.actual - after.ideal >=
        line.before + line.after - 2 * line.ideal) {
      line = {trace.line_of(access), access.operation, before.actual, after.actual, before.ideal};
    }
  }
  for (const auto& [place, line] : lines) answer.lines.push_back(line);
  if (!formula.empty()) ask_run(array, formula, answer);
  return answer;
}

Layouts LayoutDraft::layouts(const std::vector<std::string>& formulas) const {
  Layouts layouts;
  for (std::size_t k = 0; k < std::min(formulas.size(), arrays_.size()); ++k) {
    if (formulas[k].empty()) continue;
    layouts.push_back({.array = arrays_[k].array->name, .formula = formulas[k]});
  }
  return layouts;
}

KnownEffect LayoutDraft::together(const std::vector<std::string>& formulas) const {
  const Layouts all = layouts(formulas);
  if (all.empty()) return {};
  return document_->layout_offers().effect(all, false);
}

std::string LayoutDraft::refusal(const std::vector<std::string>& formulas) const {
  const Layouts all = layouts(formulas);
  if (all.empty()) return "";
  const Status possible = possible_layouts(*document_->trace, all);
  return possible ? "" : possible.error().message;
}

}  // namespace warpscope
