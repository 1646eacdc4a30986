#include "instrumentation/timing/measure.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace warpscope {
namespace {

double time_once(Timeable& subject, Clock& clock, int round) {
  const int set = round % std::max(1, subject.sets());
  subject.prepare(set);
  return clock.milliseconds(subject, set);
}

}  // namespace

double quantile(std::vector<double> values, double q) {
  assert(!values.empty());
  std::ranges::sort(values);
  const double position = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
}

std::vector<Times> measure(std::span<Timeable* const> subjects, Clock& clock,
                           const MeasurePlan& plan, const std::function<void(double)>& progress,
                           const std::stop_token& stop) {
  std::vector<Times> times(subjects.size());
  const int rounds = plan.warmup + plan.repetitions;
  const auto end = [&](const std::string& why) {
    for (Times& each : times) {
      if (std::ssize(each.milliseconds) < plan.repetitions) each.ended = why;
    }
  };
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (stop.stop_requested()) {
        end("cancelled");
        return times;
      }
      const std::size_t turn = (i + static_cast<std::size_t>(round)) % subjects.size();
      try {
        const double taken = time_once(*subjects[turn], clock, round);
        if (round >= plan.warmup) times[turn].milliseconds.push_back(taken);
      } catch (const TimingStopped& stopped) {
        end(stopped.why);
        return times;
      }
    }
    if (progress) progress(static_cast<double>(round + 1) / rounds);
  }
  return times;
}

}  // namespace warpscope
