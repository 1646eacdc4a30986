#include "app/comparison/resume_place.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/trace/moved_lines.hpp"

namespace warpscope {
namespace {

/// The launch that is the k-th of its kernel, as `number` is in `before`; else the one of that
/// number.
std::optional<std::uint32_t> same_launch(const Trace& before, std::uint32_t number,
                                         const Trace& after) {
  const std::string& kernel = before.launches[number].kernel;
  const auto is_of_kernel = [&](const Launch& launch) { return launch.kernel == kernel; };
  auto k = std::count_if(before.launches.begin(), before.launches.begin() + number, is_of_kernel);
  std::optional<std::uint32_t> last;
  for (std::uint32_t l = 0; l < after.launches.size(); ++l) {
    if (!is_of_kernel(after.launches[l])) continue;
    last = l;
    if (k-- == 0) return l;
  }
  if (last) return last;
  if (number < after.launches.size()) return number;
  return std::nullopt;
}

/// What makes accesses of one place alike.
bool are_alike(const Trace& a, const Access& one, const Trace& b, const Access& other) {
  const auto name = [](const Trace& trace, const Access& access) -> const std::string& {
    return name_in(trace, trace.steps[access.step].launch, access.array);
  };
  return one.operation == other.operation && name(a, one) == name(b, other);
}

std::optional<std::uint32_t> source_called(const Trace& trace, const std::string& name) {
  const auto found = std::ranges::find(trace.sources, name, &SourceFile::name);
  if (found == trace.sources.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - trace.sources.begin());
}

}  // namespace

std::pair<std::uint32_t, std::uint32_t> launch_accesses(const Trace& trace, std::uint32_t launch) {
  const Launch& chosen = trace.launches[launch];
  if (chosen.step_count == 0) return {0, 0};
  const Step& first = trace.steps[chosen.first_step];
  const Step& last = trace.steps[chosen.first_step + chosen.step_count - 1];
  return {first.first_access, last.first_access + last.access_count};
}

bool same_but_for_values(const Trace& before, const Trace& after) {
  const TraceHeader& a = before.header;
  const TraceHeader& b = after.header;
  return a.program.empty() && b.program.empty() && a.kernel == b.kernel && a.size == b.size &&
         a.parameters == b.parameters && before.launches == after.launches;
}

std::optional<std::uint32_t> resume_place(const Trace& before, std::uint32_t access,
                                          const Trace& after) {
  if (access >= before.accesses.size() || after.accesses.empty()) return std::nullopt;
  const Access& was = before.accesses[access];
  const std::uint32_t old_launch = before.steps[was.step].launch;
  const auto launch = same_launch(before, old_launch, after);
  if (!launch) return std::nullopt;
  const auto [begin, end] = launch_accesses(after, *launch);
  if (begin == end) return std::nullopt;

  // Which occurrence it is.
  const CodeLocation& place = before.location_of(was);
  std::uint32_t occurrence = 0;
  for (std::uint32_t i = launch_accesses(before, old_launch).first; i < access; ++i) {
    const Access& other = before.accesses[i];
    const CodeLocation& at = before.location_of(other);
    occurrence += static_cast<std::uint32_t>(other.warp == was.warp && at.line == place.line &&
                                             at.source == place.source &&
                                             are_alike(before, was, before, other));
  }

  const SourceFile& file = before.sources[place.source];
  const auto source = source_called(after, file.name);
  if (!source) return begin;
  const auto lines = moved_lines(file.text, after.sources[*source].text);
  const std::uint32_t line = place.line < lines.size() ? lines[place.line] : place.line;

  // The best of what is there: the nearest line, then the same warp and deed, then the occurrence.
  std::optional<std::uint32_t> best;
  std::pair<std::uint32_t, int> best_fit{std::numeric_limits<std::uint32_t>::max(), 0};
  std::uint32_t seen = 0;  // of the best fit
  for (std::uint32_t i = begin; i < end; ++i) {
    const Access& other = after.accesses[i];
    const CodeLocation& at = after.location_of(other);
    const std::uint32_t apart = at.source != *source ? std::numeric_limits<std::uint32_t>::max() - 1
                                : at.line > line     ? at.line - line
                                                     : line - at.line;
    const int unlike =
        (other.warp == was.warp ? 0 : 2) + (are_alike(before, was, after, other) ? 0 : 1);
    const std::pair fit{apart, unlike};
    if (fit > best_fit) continue;
    if (fit < best_fit) {
      best_fit = fit;
      seen = 0;
      best = i;
    } else if (seen <= occurrence) {
      best = i;
    }
    ++seen;
  }
  return best;
}

}  // namespace warpscope
