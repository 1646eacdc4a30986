#include "app/stage/tree/tree_labels.hpp"

#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Whether only one step name of these rows carries numbers.
bool numbers_one_name(const Trace& trace, std::span<const TreeRow> rows) {
  std::string_view numbered;
  for (const TreeRow& row : rows) {
    const Step& step = trace.steps[row.step];
    if (!step.value) continue;
    if (!numbered.empty() && numbered != step.name) return false;
    numbered = step.name;
  }
  return true;
}

std::vector<bool> launches_that_repeat_names(const Trace& trace) {
  std::vector<bool> repeats(trace.launches.size(), false);
  std::set<std::tuple<std::uint32_t, std::string_view, std::optional<std::int64_t>>> seen;
  for (const Step& step : trace.steps) {
    if (step.name.empty() || step.access_count == 0) continue;
    if (!seen.emplace(step.launch, step.name, step.value).second) repeats[step.launch] = true;
  }
  return repeats;
}

}  // namespace

TreeLabels::TreeLabels(const Trace& trace, std::span<const TreeRow> rows)
    : one_numbered_(numbers_one_name(trace, rows)), numbered_(launches_that_repeat_names(trace)) {
  const TreeRow* above = nullptr;
  for (const TreeRow& row : rows) {
    const bool repeats = above != nullptr && above->step == row.step;
    for (const LabelLength length : label_lengths) {
      rows_[static_cast<std::size_t>(length)].push_back(repeats ? "" : of(trace, row.step, length));
    }
    before_.push_back(before_.back() + (rows_[0].back().empty() ? 0 : 1));
    above = &row;
  }
}

std::string TreeLabels::of(const Trace& trace, std::uint32_t number, LabelLength length) const {
  const Step& step = trace.steps[number];
  const bool whole = length == LabelLength::whole;
  std::string label = whole ? step_label(trace, step) : shown_step_label(step);
  const std::size_t comma = label.find(", ");
  if (whole && step.value && one_numbered_ && comma != std::string::npos) label.erase(0, comma + 2);
  if (!numbered_[step.launch]) return label;
  constexpr std::string_view barrier = "barrier of ";
  if (label.starts_with(barrier)) label.erase(0, barrier.size());
  const std::string place = std::to_string(number - trace.launches[step.launch].first_step + 1);
  const std::string number_text = length == LabelLength::least ? place : tr("step {}", place);
  return label.empty() ? number_text : number_text + " · " + label;
}

}  // namespace warpscope
