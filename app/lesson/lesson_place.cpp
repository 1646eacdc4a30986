#include "app/lesson/lesson_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "app/subject/cuda_twin.hpp"
#include "app/subject/program_launches.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"

namespace warpscope {
namespace {

/// True if a lesson treats both as one operation, as it does all atomics.
bool alike(Operation a, Operation b) { return traits_of(a).key == traits_of(b).key; }

/// For each launch its number, from 1, among those of the place's kernel; 0: it is of another.
std::vector<std::int64_t> numbers_of_launches(const Trace& trace, const StopPlace& place) {
  std::vector<std::int64_t> numbers;
  std::int64_t count = 0;
  for (const Launch& launch : trace.launches) {
    const bool meant = place.kernel.empty() || is_kernel_named(launch.kernel, place.kernel);
    numbers.push_back(meant ? ++count : 0);
  }
  return numbers;
}

/// The steps that a place allows, as a flag each.
class Steps {
 public:
  Steps(const Trace& trace, const StopPlace& place) : allowed_(trace.steps.size(), false) {
    const std::vector<std::int64_t> launches = numbers_of_launches(trace, place);
    std::int64_t round = 0;
    for (std::size_t s = 0; s < trace.steps.size(); ++s) {
      const Step& step = trace.steps[s];
      if (place.step && step.name != *place.step) continue;
      if (place.value && step.value != place.value) continue;
      const std::int64_t launch = launches[step.launch];
      if (launch == 0 || (place.launch && launch != *place.launch)) continue;
      if (step.access_count == 0) continue;
      ++round;
      if (place.round && round != *place.round) continue;
      allowed_[s] = true;
      any_ = true;
    }
  }
  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] bool has(std::uint32_t step) const { return allowed_[step]; }

 private:
  std::vector<bool> allowed_;
  bool any_ = false;
};

std::string step_as_written(const Step& step) {
  return step.value ? fmt::format("{} {}", step.name, *step.value) : step.name;
}

Error no_step(const Trace& trace, const StopPlace& place) {
  std::vector<std::string> names;
  for (const Step& step : trace.steps) {
    const std::string name = step_as_written(step);
    if (step.access_count > 0 && std::ranges::count(names, name) == 0) names.push_back(name);
  }
  constexpr std::size_t most = 24;
  const bool more = names.size() > most;
  if (more) names.resize(most);
  std::string wanted = place.step.value_or("any step");
  if (place.value) wanted += fmt::format(", value {}", *place.value);
  if (place.round) wanted += fmt::format(", round {}", *place.round);
  if (place.launch) wanted += fmt::format(", launch {}", *place.launch);
  if (!place.kernel.empty()) wanted += fmt::format(", of {}", place.kernel);
  return usage_error(
      tr("There is no step \"{0}\" that accesses memory; this run has {1}, in {2} "
         "launches.",
         wanted, fmt::format("{}{}", fmt::join(names, ", "), more ? ", …" : ""),
         trace.launches.size()));
}

/// Source lines, as (source, line), that hold a text.
using Lines = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Lines find_lines(const Trace& trace, const std::string& part) {
  Lines lines;
  for (std::uint32_t s = 0; s < trace.sources.size(); ++s) {
    const std::string_view text = trace.sources[s].text;
    std::uint32_t number = 1;
    for (std::size_t begin = 0; begin < text.size(); ++number) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (text.substr(begin, end - begin).find(part) != std::string_view::npos) {
        lines.emplace(s, number);
      }
      begin = end + 1;
    }
  }
  return lines;
}

Error no_array(const Trace& trace, const std::string& name) {
  std::vector<std::string> names;
  for (const Array& array : trace.arrays) names.push_back(array.name);
  return usage_error(tr("There is no array \"{0}\" in this run; it has {1}.", name,
                        fmt::format("{}", fmt::join(names, ", "))));
}

bool is_of_array(const Trace& trace, const Access& access, const std::string& name) {
  return access.array >= 0 &&
         is_name_in(trace, trace.steps[access.step].launch, access.array, name);
}

/// Of accesses to arrays of one name keeps those to shared memory, if there are any.
void keep_shared(const Trace& trace, std::vector<std::uint32_t>& found) {
  const auto is_shared = [&](std::uint32_t access) {
    return trace.arrays[trace.accesses[access].array].space == Space::shared;
  };
  if (std::ranges::none_of(found, is_shared)) return;
  std::erase_if(found, [&](std::uint32_t access) { return !is_shared(access); });
}

/// The accesses that pass all filters, in order.
Result<std::vector<std::uint32_t>> fitting(const Trace& trace, const StopPlace& place) {
  const Steps steps(trace, place);
  if (!steps.any()) return no_step(trace, place);
  Lines lines;
  if (place.line) {
    lines = find_lines(trace, *place.line);
    if (lines.empty()) {
      return usage_error(
          tr("No source line contains \"{}\"; copy a part of one as it stands "
             "there.",
             *place.line));
    }
  }
  if (place.array && !array_named(trace, *place.array)) return no_array(trace, *place.array);
  std::vector<std::uint32_t> found;
  for (std::uint32_t a = 0; a < trace.accesses.size(); ++a) {
    const Access& access = trace.accesses[a];
    if (!steps.has(access.step)) continue;
    if (place.warp && access.warp != *place.warp) continue;
    if (place.operation && !alike(access.operation, *place.operation)) continue;
    if (place.array && !is_of_array(trace, access, *place.array)) continue;
    if (place.line && !lines.contains({trace.location_of(access).source, trace.line_of(access)}))
      continue;
    found.push_back(a);
  }
  if (place.array) keep_shared(trace, found);
  if (!found.empty()) return found;
  return usage_error(
      tr("No access fits all that \"at\" says together (step, line, array, operation, warp); "
         "leave some of it out."));
}

}  // namespace

std::optional<std::int32_t> array_named(const Trace& trace, const std::string& name) {
  std::optional<std::int32_t> found;
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    const auto id = static_cast<std::int32_t>(i);
    const auto calls_it = [&](const Launch& launch) {
      return std::ranges::any_of(launch.names, [&](const ArrayName& called) {
        return called.array == id && called.name == name;
      });
    };
    if (trace.arrays[i].name != name && std::ranges::none_of(trace.launches, calls_it)) continue;
    if (found && trace.arrays[i].space != Space::shared) continue;
    found = static_cast<std::int32_t>(i);
  }
  return found;
}

Result<std::vector<std::uint32_t>> find_places(const Document& document, const StopPlace& place) {
  return fitting(*document.trace, place);
}

Result<std::uint32_t> pick_place(const Document& document, const StopPlace& place,
                                 const std::vector<std::uint32_t>& found) {
  switch (place.pick) {
    case StopPlace::Pick::first: return found.front();
    case StopPlace::Pick::last: return found.back();
    case StopPlace::Pick::number:
      if (place.number <= std::ssize(found)) {
        return found[static_cast<std::size_t>(place.number - 1)];
      }
      return usage_error(
          tr("\"access\" is {0}, but only {1} accesses fit.", place.number, found.size()));
    case StopPlace::Pick::costliest: break;
  }
  return *std::ranges::max_element(found, {},
                                   [&](std::uint32_t access) { return cost_of(document, access); });
}

Result<std::uint32_t> find_place(const Document& document, const StopPlace& place) {
  const Result<std::vector<std::uint32_t>> found = find_places(document, place);
  if (!found) return found.error();
  return pick_place(document, place, found.value());
}

std::vector<std::uint32_t> lines_with(const Trace& trace, std::uint32_t access,
                                      const std::string& part) {
  std::vector<std::uint32_t> lines;
  const std::uint32_t source = trace.launch_of(trace.accesses[access]).source;
  for (const auto& [file, line] : find_lines(trace, part)) {
    if (file == source) lines.push_back(line);
  }
  return lines;
}

Result<FoundMarks> find_marks(const Document& document, std::uint32_t access, const Marks& marks) {
  const Trace& trace = *document.trace;
  FoundMarks found;
  found.source = trace.launch_of(trace.accesses[access]).source;
  if (!marks.line.empty()) {
    found.lines = lines_with(trace, access, marks.line);
    if (found.lines.empty()) {
      return usage_error(
          tr("No line of {0} contains \"{1}\", which is to be highlighted; copy a "
             "part of one as it stands there.",
             trace.sources[found.source].name, marks.line));
    }
  }
  found.cuda = marks.cuda;
  if (!marks.cuda.empty() && cuda_twin(trace.header.kernel).find(marks.cuda) == std::string::npos) {
    return usage_error(
        tr("No line of {0} as plain CUDA contains \"{1}\", which is to be "
           "highlighted; copy a part of one as it stands there.",
           trace.header.kernel, marks.cuda));
  }
  for (const std::int64_t lane : marks.lanes) found.lanes |= 1U << static_cast<unsigned>(lane);
  for (const std::int64_t bank : marks.banks) found.banks |= 1U << static_cast<unsigned>(bank);
  if (marks.array.empty()) return found;
  auto array = array_named(trace, marks.array);
  if (!array) return no_array(trace, marks.array);
  // Launches of a program may have arrays of one name.
  if (is_of_array(trace, trace.accesses[access], marks.array)) array = trace.accesses[access].array;
  found.array = *array;
  found.cells = marks.cells;
  std::ranges::sort(found.cells);
  const std::int64_t count = trace.arrays[*array].count;
  if (!found.cells.empty() && found.cells.back() >= count) {
    return usage_error(tr("{0}[{1}] is to be highlighted, but {2} has the elements 0 to {3}.",
                          marks.array, found.cells.back(), marks.array, count - 1));
  }
  return found;
}

}  // namespace warpscope
