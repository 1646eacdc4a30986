#include "app/panes/multiprocessor/latency_figures.hpp"

#include <algorithm>
#include <functional>

#include "app/subject/document.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t most_accesses = 50'000;
constexpr std::uint32_t curve_issues = 8'000;  // over which each point counts

}  // namespace

void LatencyFigures::prepare(const Document& document, const LatencyChoice& choice) {
  const bool first = !choice_;
  const bool stream = first || choice_->launch != choice.launch || choice_->wait() != choice.wait();
  const bool curve = stream || choice_->machine != choice.machine ||
                     choice_->latency != choice.latency ||
                     choice_->arithmetic != choice.arithmetic || choice_->waiting != choice.waiting;
  if (!curve && choice_->warps == choice.warps) return;
  choice_ = choice;
  ++version_;
  machine_ = choice.model();
  if (stream) {
    stream_ = block_stream(*document.trace, document.summary, document.flow, choice.launch,
                           choice.wait(), most_accesses);
  }
  schedule_ = schedule_warps(stream_, machine_, choice.request());
  present_ = throughput_of_blocks(stream_, machine_, choice.request(), curve_issues);
  sum_states();
  if (curve) draw_curve(choice);
}

void LatencyFigures::draw_curve(const LatencyChoice& choice) {
  curve_.clear();
  ScheduleRequest request = choice.request();
  for (request.warps = 1; request.warps <= machine_.max_warps; ++request.warps) {
    // Each one up to 8, then each fourth.
    if (request.warps > 8 && request.warps % 4 != 0) continue;
    curve_.push_back(
        {request.warps, throughput_of_blocks(stream_, machine_, request, curve_issues).busy});
  }
  little_ = little_line(stream_, machine_, request);
}

void LatencyFigures::sum_states() {
  states_.fill(0);
  double all = 0;
  for (const auto& warp : schedule_.warps) {
    for (const WarpSpan& span : warp) {
      const double cycles = span.end - span.begin;
      states_[static_cast<std::size_t>(span.state)] += cycles;
      all += cycles;
    }
  }
  for (double& state : states_) state /= std::max(all, 1.0);
}

std::vector<WarpState> LatencyFigures::states_by_share() const {
  std::vector<WarpState> states;
  for (std::size_t i = 0; i < warp_states; ++i) {
    if (states_[i] > 0) states.push_back(static_cast<WarpState>(i));
  }
  std::ranges::stable_sort(states, std::greater{}, [&](WarpState state) {
    return states_[static_cast<std::size_t>(state)];
  });
  return states;
}

std::optional<LatencyFigures::Place> LatencyFigures::place_of(std::uint32_t access,
                                                              const Trace& trace) const {
  if (access >= trace.accesses.size()) return std::nullopt;
  const auto warp = static_cast<std::size_t>(trace.accesses[access].warp);
  if (warp >= schedule_.warps.size()) return std::nullopt;
  const auto& spans = schedule_.warps[warp];
  const auto found = std::ranges::find_if(spans, [&](const WarpSpan& span) {
    return span.state == WarpState::issue && span.access == access;
  });
  if (found == spans.end()) return std::nullopt;
  return Place{warp, static_cast<std::size_t>(found - spans.begin())};
}

}  // namespace warpscope
