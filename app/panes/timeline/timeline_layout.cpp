#include "app/panes/timeline/timeline_layout.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/source_phases.hpp"
#include "instrumentation/analysis/step_text.hpp"

namespace warpscope {
namespace {

constexpr float label_inset = 6;   // from the tick to the text
constexpr float label_gap = 12;    // free space after a text
constexpr float least_label = 24;  // narrower names are not worth measuring

std::string step_text(const Step& step) {
  std::string name(shown_step(step.name));
  return step.value ? name + ' ' + std::to_string(*step.value) : name;
}

/// The names of steps, each once, as long as they are few: "flags, combine, store"; else the first
/// and the last. In front, how many times they come in turns: "3 × flags, combine".
std::string names_text(std::span<const Step> steps) {
  constexpr std::size_t few = 3;
  std::vector<std::string_view> names;
  std::size_t turns = 0;
  std::string_view before;
  for (const Step& step : steps) {
    if (step.name.empty() || step.name == before) continue;
    before = step.name;
    if (std::ranges::find(names, step.name) == names.end()) names.push_back(step.name);
    if (step.name == names.front()) ++turns;
  }
  std::string text = turns > 1 ? std::to_string(turns) + " × " : "";
  if (names.size() > few) {
    return text.append(shown_step(names.front())).append(" … ").append(shown_step(names.back()));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    text.append(i > 0 ? ", " : "").append(shown_step(names[i]));
  }
  return text;
}

/// What a group of steps is called by: those of them that have names. Empty if none has.
std::string group_text(std::span<const Step> steps) {
  const auto named = [](const Step& step) { return !step_text(step).empty(); };
  const auto first = std::ranges::find_if(steps, named);
  if (first == steps.end()) return {};
  const auto last = std::ranges::find_if(steps.rbegin(), steps.rend(), named);
  const auto alike = [&](const Step& step) {
    return !named(step) || step_text(step) == step_text(*first);
  };
  if (std::ranges::all_of(steps, alike)) {
    const auto times = std::ranges::count_if(steps, named);
    return step_text(*first) + (times > 1 ? " × " + std::to_string(times) : "");
  }
  const bool one_name = std::ranges::all_of(
      steps, [&](const Step& step) { return !named(step) || step.name == first->name; });
  if (!one_name) return names_text(steps);
  if (!last->value) return step_text(*first) + " … " + step_text(*last);
  return step_text(*first) + " … " + std::to_string(*last->value);
}

}  // namespace

MaxPyramid::MaxPyramid(std::vector<std::uint8_t> values) {
  levels_.push_back(std::move(values));
  while (levels_.back().size() > 1) {
    const std::vector<std::uint8_t>& below = levels_.back();
    std::vector<std::uint8_t> above((below.size() + 1) / 2);
    for (std::size_t i = 0; i < below.size(); ++i) above[i / 2] = std::max(above[i / 2], below[i]);
    levels_.push_back(std::move(above));
  }
}

std::uint8_t MaxPyramid::max(std::size_t first, std::size_t last) const {
  std::uint8_t best = 0;
  last = std::min(last, size());
  for (std::size_t level = 0; first < last; ++level, first /= 2, last /= 2) {
    // An odd end is not covered by a whole pair above: take it here.
    if (first % 2 == 1) best = std::max(best, levels_[level][first++]);
    if (last % 2 == 1) best = std::max(best, levels_[level][--last]);
  }
  return best;
}

std::vector<std::uint8_t> cost_degrees(const Trace& trace, const Summary& summary) {
  std::vector<std::uint8_t> degrees(trace.accesses.size(), 1);
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    const AccessCost& cost = summary.accesses[i];
    if (cost.sectors > 0) {
      const int ideal = std::max(1, ideal_sectors(trace, trace.accesses[i]));
      degrees[i] = static_cast<std::uint8_t>((cost.sectors + ideal - 1) / ideal);
    } else if (cost.degree > 0) {
      degrees[i] = cost.degree;
    }
  }
  return degrees;
}

DegreeCounts::DegreeCounts(std::vector<std::uint8_t> degrees) : most_(std::move(degrees)) {
  std::array<bool, 256> occurs{};
  for (std::size_t i = 0; i < size(); ++i) occurs[most_.at(i)] = true;
  for (std::size_t degree = 0; degree < occurs.size(); ++degree) {
    if (!occurs[degree]) continue;
    place_[degree] = static_cast<std::uint8_t>(degrees_.size());
    degrees_.push_back(static_cast<std::uint8_t>(degree));
  }
  std::vector<std::uint32_t> sums(degrees_.size(), 0);
  before_.reserve((size() / block + 1) * degrees_.size());
  for (std::size_t i = 0; i < size(); ++i) {
    if (i % block == 0) before_.insert(before_.end(), sums.begin(), sums.end());
    ++sums[place_[most_.at(i)]];
  }
  before_.insert(before_.end(), sums.begin(), sums.end());
}

std::vector<std::uint32_t> DegreeCounts::count(std::size_t first, std::size_t last) const {
  std::vector<std::uint32_t> counts(degrees_.size(), 0);
  last = std::min(last, size());
  const std::size_t from = (first + block - 1) / block, to = last / block;
  if (from < to) {
    const std::size_t kinds = counts.size();
    for (std::size_t k = 0; k < kinds; ++k) {
      counts[k] = before_[to * kinds + k] - before_[from * kinds + k];
    }
    for (std::size_t i = first; i < from * block; ++i) ++counts[place_[most_.at(i)]];
    first = to * block;
  }
  for (std::size_t i = first; i < last; ++i) ++counts[place_[most_.at(i)]];
  return counts;
}

float TimeScale::x_of(std::size_t access) const {
  if (count == 0) return static_cast<float>(x);
  return static_cast<float>(x + w * (static_cast<double>(access) / static_cast<double>(count)));
}

std::uint32_t TimeScale::access_at(float at) const {
  const double part = w > 0 ? (static_cast<double>(at) - x) / w : 0;
  const double access = std::floor(part * static_cast<double>(count));
  return static_cast<std::uint32_t>(std::clamp(access, 0.0, static_cast<double>(count - 1)));
}

int degree_tier(int degree) {
  const auto above = std::ranges::upper_bound(least_of_tier, std::max(1, degree));
  return static_cast<int>(above - least_of_tier.begin()) - 1;
}

std::size_t accesses_of_bar(const TimeScale& scale) {
  constexpr double least_bar = 2;  // pixels
  std::size_t accesses = 1;
  if (scale.count == 0 || scale.w <= 0) return accesses;
  const double each = scale.w / static_cast<double>(scale.count);
  while (accesses < scale.count && static_cast<double>(accesses) * each < least_bar) accesses *= 2;
  return accesses;
}

void fill_bar(TimelineBar& bar, Rect area, const DegreeCounts& degrees, std::size_t first,
              std::size_t last, bool alone, int max_degree) {
  bar.degree = std::max<int>(1, degrees.max(first, last));
  bar.rect.h = area.h;
  if (alone) {
    const float full = 1 + std::log2(static_cast<float>(std::max(8, max_degree)));
    bar.rect.h *= (1 + std::log2(static_cast<float>(bar.degree))) / full;
    bar.shares[static_cast<std::size_t>(degree_tier(bar.degree))] = 1;
  } else {
    const std::vector<std::uint32_t> counts = degrees.count(first, last);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const auto tier = static_cast<std::size_t>(degree_tier(degrees.degrees()[k]));
      bar.shares[tier] += static_cast<float>(counts[k]) / static_cast<float>(last - first);
    }
  }
  bar.rect.y = area.bottom() - bar.rect.h;
}

std::vector<TimelineBar> timeline_bars(Rect area, const TimeScale& scale,
                                       const DegreeCounts& degrees, int max_degree) {
  std::vector<TimelineBar> bars;
  const std::size_t count = degrees.size();
  if (count == 0) return bars;
  const std::size_t each = accesses_of_bar(scale);
  const double width = scale.w * static_cast<double>(each) / static_cast<double>(count);
  const float gap = each > 1 ? 0.0F : width >= 8 ? 2.0F : width >= 4 ? 1.0F : 0.0F;
  const std::size_t end = std::size_t{scale.access_at(area.right())} + 1;
  for (std::size_t first = scale.access_at(area.x) / each * each; first < end; first += each) {
    const std::size_t last = std::min(first + each, count);
    TimelineBar bar{{}, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)};
    float left = scale.x_of(first), right = scale.x_of(last) - gap;
    if (each > 1) {
      // Whole pixels: neighbours leave no seam.
      left = std::round(left);
      right = std::round(right);
    }
    bar.rect.x = left;
    bar.rect.w = right - left;
    fill_bar(bar, area, degrees, first, last, each == 1, max_degree);
    bars.push_back(bar);
  }
  return bars;
}

std::vector<TrackLabel> step_labels(std::span<const Step> steps, TimeScale scale,
                                    const MeasureText& measure) {
  std::vector<TrackLabel> labels;
  const auto end = static_cast<float>(scale.x + scale.w);
  std::size_t first = 0;
  auto taken = static_cast<float>(scale.x);  // where the last text ends
  while (first < steps.size()) {
    const float tick = scale.x_of(steps[first].first_access);
    std::size_t last = first;
    std::optional<std::string> text;
    float wanted = least_label;
    for (; last < steps.size(); ++last) {
      const bool final = last + 1 == steps.size();
      const float next = final ? end + label_gap : scale.x_of(steps[last + 1].first_access);
      const float room = next - tick - label_inset - label_gap;
      if (room < wanted || steps[last].access_count == 0) continue;
      std::string candidate = group_text(steps.subspan(first, last - first + 1));
      wanted = measure(candidate);
      if (wanted > room) continue;
      text = std::move(candidate);
      break;
    }
    if (text) {
      if (!text->empty()) taken = tick + label_inset + measure(*text) + label_gap;
      labels.push_back({tick + label_inset, tick, std::move(*text)});
    } else {
      // The last steps are too narrow together, so their name may lean against the right end.
      const std::string name = group_text(steps.subspan(first));
      const float x = end - measure(name);
      if (x >= taken && !name.empty()) labels.push_back({x, tick, name});
      break;
    }
    first = last + 1;
  }
  return labels;
}

std::vector<LaunchMark> launch_marks(const Trace& trace, TimeScale scale,
                                     const MeasureText& measure) {
  std::vector<LaunchMark> marks;
  for (std::uint32_t s = 0; s < trace.steps.size(); ++s) {
    const Step& step = trace.steps[s];
    const bool fresh = marks.empty() || marks.back().launch != step.launch;
    if (step.access_count == 0 || !fresh) continue;
    marks.push_back({scale.x_of(step.first_access), step.launch, ""});
  }
  if (marks.size() < 2) return {};
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const float end = i + 1 < marks.size() ? marks[i + 1].x : static_cast<float>(scale.x + scale.w);
    const float room = end - marks[i].x - label_inset - label_gap / 2;
    if (room < least_label / 3) continue;
    std::string number = std::to_string(launch_number(trace, marks[i].launch));
    const std::string& kernel = trace.launches[marks[i].launch].kernel;
    std::string both = number;
    both += ' ';
    both += kernel;
    if (measure(both) <= room) {
      marks[i].text = std::move(both);
    } else if (measure(number) <= room) {
      marks[i].text = std::move(number);
    }
  }
  return marks;
}

std::span<const Step> steps_between(std::span<const Step> steps, const TimeScale& scale,
                                    Rect seen) {
  if (steps.empty() || scale.count == 0) return {};
  const std::uint32_t from = scale.access_at(seen.x), to = scale.access_at(seen.right()) + 1;
  auto first = std::ranges::upper_bound(steps, from, {}, &Step::first_access);
  if (first != steps.begin()) --first;
  return {first, std::ranges::lower_bound(first, steps.end(), to, {}, &Step::first_access)};
}

std::vector<Step> titled_steps(const Trace& trace) {
  const TracePhases phases(trace);
  std::vector<Step> titled;
  std::string before;
  for (const Step& step : trace.steps) {
    std::string title = phases.title_of(trace, step);
    const bool goes_on = !title.empty() && title == before && titled.back().launch == step.launch;
    before = title;
    if (goes_on) {
      titled.back().access_count += step.access_count;
      continue;
    }
    titled.push_back(step);
    if (title.empty()) continue;
    titled.back().name = std::move(title);
    titled.back().value.reset();
  }
  return titled;
}

std::vector<TrackLabel> steps_in_sight(std::span<const Step> steps, const TimeScale& scale,
                                       Rect seen, const MeasureText& measure) {
  std::vector<TrackLabel> labels = step_labels(steps_between(steps, scale, seen), scale, measure);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    TrackLabel& label = labels[i];
    const float next = i + 1 < labels.size() ? labels[i + 1].tick : seen.right();
    if (label.tick < seen.x) label.x = seen.x;
    // A label that shows only a piece of the name says nothing.
    const float room = std::min(next, seen.right()) - label.x;
    if (label.x >= label.tick && measure(label.text) > room + 0.5F) label.text.clear();
  }
  return labels;
}

std::vector<LaunchMark> launches_in_sight(std::vector<LaunchMark> marks, Rect seen,
                                          const MeasureText& measure) {
  std::vector<LaunchMark> shown;
  for (LaunchMark& mark : marks) {
    if (mark.x >= seen.right()) break;
    if (mark.x < seen.x) shown.clear();  // only the last one that began before
    shown.push_back(std::move(mark));
  }
  for (std::size_t i = 0; i < shown.size(); ++i) {
    shown[i].x = std::max(shown[i].x, seen.x);
    const float next = i + 1 < shown.size() ? shown[i + 1].x : seen.right();
    if (shown[i].x + 5 + measure(shown[i].text) > next + 0.5F) shown[i].text.clear();
  }
  return shown;
}

std::vector<float> step_ticks(std::span<const Step> steps, TimeScale scale, float spacing) {
  std::vector<float> ticks;
  for (const Step& step : steps) {
    const float x = scale.x_of(step.first_access);
    const bool apart = ticks.empty() || x - ticks.back() >= spacing;
    if (step.access_count > 0 && apart) ticks.push_back(x);
  }
  return ticks;
}

}  // namespace warpscope
