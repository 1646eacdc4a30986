#include "app/cli/bench_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "app/cli/typed_run_options.hpp"
#include "app/subject/catalogue_subject.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/numbers.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/timing/rivals.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/with_conflicts.hpp"

namespace warpscope {
namespace {

using Texts = std::vector<std::string>;
/// The groups of a family, keyed by the requested size.
using Groups = std::map<std::int64_t, BenchGroup>;

Error unknown_name(const std::string& wanted) {
  Texts known;
  for (const KernelInfo* kernel : catalogue()) {
    const std::string family(kernel->family->name);
    if (std::ranges::count(known, family) == 0) known.push_back(family);
    known.emplace_back(kernel->id);
  }
  return {ErrorKind::usage,
          tr("There is no kernel or family \"{0}\". {1} warpscope list shows them all.", wanted,
             did_you_mean(wanted, known))};
}

/// The kernels that ids and family names stand for, in the catalogue's order; all if none is given.
Result<std::vector<const KernelInfo*>> chosen_kernels(const Texts& names) {
  const auto means = [](const std::string& wanted, const KernelInfo* kernel) {
    return wanted == kernel->id || wanted == kernel->family->name;
  };
  for (const std::string& wanted : names) {
    if (std::ranges::none_of(catalogue(), [&](const auto* each) { return means(wanted, each); })) {
      return unknown_name(wanted);
    }
  }
  std::vector<const KernelInfo*> chosen;
  for (const KernelInfo* kernel : catalogue()) {
    const bool wanted = names.empty() || std::ranges::any_of(names, [&](const std::string& each) {
                          return means(each, kernel);
                        });
    if (wanted) chosen.push_back(kernel);
  }
  return chosen;
}

/// Those of them that have bank conflicts. Fails if none has, or if one that was named by its id
/// has none.
Result<std::vector<const KernelInfo*>> with_conflicts(const std::vector<const KernelInfo*>& kernels,
                                                      const Texts& names) {
  std::vector<const KernelInfo*> left;
  for (const KernelInfo* kernel : kernels) {
    if (has_conflicts(kernel->id)) {
      left.push_back(kernel);
    } else if (std::ranges::count(names, kernel->id) > 0) {
      return Error{
          ErrorKind::usage,
          kernel->blocks_wait
              ? tr("{} is not built for --what-if conflict-free: its blocks wait for one another, "
                   "and would wait forever for what a wrong word says.",
                   kernel->id)
              : tr("{} is not built for --what-if conflict-free: it has no bank conflicts that "
                   "could take any time.",
                   kernel->id)};
    }
  }
  if (left.empty()) {
    return Error{ErrorKind::usage,
                 tr("No kernel of {} has bank conflicts that could take any time.",
                    fmt::format("{}", fmt::join(names, ", ")))};
  }
  return left;
}

/// The kernels that are timed.
Result<std::vector<const KernelInfo*>> timed_kernels(const BenchOptions& options) {
  auto kernels = chosen_kernels(options.names);
  if (!kernels || options.what_if.empty()) return kernels;
  if (options.what_if != conflict_free) {
    return Error{ErrorKind::usage, tr("There is no --what-if \"{0}\" of times; there is \"{1}\".",
                                      options.what_if, conflict_free)};
  }
  return with_conflicts(kernels.value(), options.names);
}

/// The requested sizes, else those that keep a GPU busy.
Result<NumberRange> sizes_of(const KernelInfo& kernel, const std::string& asked) {
  if (!asked.empty()) return parse_range("--sizes", asked, 1);
  const bool matrix = kernel.shape == Shape::square;  // its size is a side
  const NumberRange usual = matrix ? NumberRange{256, 4096} : NumberRange{1 << 20, 1 << 26};
  if (kernel.max_size < usual.first) return NumberRange{kernel.default_size, kernel.max_size};
  return NumberRange{usual.first, std::min(usual.last, kernel.max_size)};
}

std::string name_in(const std::string& text) { return text.substr(0, text.find('=')); }

bool has_parameter(const KernelInfo& kernel, const std::string& name) {
  return std::ranges::count(kernel.parameters, name, &Parameter::name) > 0;
}

/// The choices of parameters to time a kernel with: "stride=1,2,4" gives three, two such texts give
/// all pairs. Leaves out parameters that only others of the chosen kernels have.
std::vector<Texts> choices_of(const KernelInfo& kernel,
                              const std::vector<const KernelInfo*>& chosen, const Texts& asked) {
  std::vector<Texts> choices{{}};
  for (const std::string& text : asked) {
    const std::string name = name_in(text);
    const bool of_others = std::ranges::any_of(
        chosen, [&](const KernelInfo* each) { return has_parameter(*each, name); });
    if (of_others && !has_parameter(kernel, name)) continue;
    const std::string values = text.substr(std::min(text.size(), name.size() + 1));
    std::vector<Texts> longer;
    for (std::size_t from = 0; from <= values.size();) {
      const std::size_t comma = std::min(values.find(',', from), values.size());
      for (Texts choice : choices) {
        const bool whole = name.size() < text.size();  // else it is refused as it stands
        choice.push_back(whole ? name + "=" + values.substr(from, comma - from) : text);
        longer.push_back(std::move(choice));
      }
      from = comma + 1;
    }
    choices = std::move(longer);
  }
  return choices;
}

/// The largest size up to `size` that the kernel's blocks divide: blocks of 192 threads, say, take
/// no power of two.
std::int64_t legal_below(const KernelInfo& kernel, RunRequest request, std::int64_t size) {
  request.size = kernel.default_size;
  const auto whole = complete(request);
  if (!whole || kernel.shape != Shape::segments || kernel.max_grid > 0) return size;
  const std::int64_t rest = size % tile_of(kernel, *whole->block, whole->parameters);
  return rest < size ? size - rest : size;
}

/// The request at a size, or at the next one below that is legal; with the block for full speed if
/// it fits.
Result<RunRequest> at_size(const KernelInfo& kernel, RunRequest request, std::int64_t size) {
  request.size = size;
  if (!request.block && kernel.full_speed_block > 0) {
    RunRequest fast = request;
    fast.block = kernel.full_speed_block;
    auto whole = complete(fast);
    if (whole) return whole;
  }
  if (!complete(request)) request.size = legal_below(kernel, request, size);
  return complete(request);
}

/// Adds an item per size that the kernel takes; notes in `skipped` if it takes none, or not the
/// largest.
Status add_items(const KernelInfo& kernel, const Texts& parameters, const BenchOptions& options,
                 Groups& groups, std::vector<SkippedBench>& skipped) {
  RunOptions run;
  run["block"] = options.block;
  run["input"] = options.input;
  run["seed"] = options.seed;
  run.set(run_option("param"), parameters);
  const Result<RunRequest> request = run_request(*catalogue_subject(kernel.id), run);
  if (!request) return request.error();
  const Result<NumberRange> sizes = sizes_of(kernel, options.sizes);
  if (!sizes) return sizes.error();
  std::optional<SkippedBench> refused;
  bool any = false;
  // Sizes double as long as they stay within the range; the check avoids overflow.
  for (std::int64_t size = sizes->first, next = 0; size > 0; size = next) {
    next = size <= sizes->last / 2 ? 2 * size : 0;
    const Result<RunRequest> legal = at_size(kernel, request.value(), size);
    if (!legal) {
      // A size that is too small is reported only if no other is taken.
      if (!refused || (size > kernel.max_size && refused->size <= kernel.max_size)) {
        refused = {.kernel = request->kernel, .size = size, .why = legal.error().message};
      }
      continue;
    }
    any = true;
    BenchGroup& group = groups[size];
    group.what = fmt::format("{}, {}", kernel.family->name, bench_size_text(size));
    group.items.push_back({.subject = TimedKind::kernel, .run = legal.value()});
    if (!options.what_if.empty()) {
      group.items.push_back(group.items.back());
      group.items.back().conflict_free = true;
    }
  }
  if (refused && (!any || refused->size > kernel.max_size)) skipped.push_back(*refused);
  return Done{};
}

bool same_rival(const BenchItem& a, const BenchItem& b) {
  return a.subject == b.subject && a.rival.id == b.rival.id && a.rival.size == b.rival.size &&
         a.rival.parameters == b.rival.parameters;
}

/// Adds the rivals that do the task of the group's kernels, once for each size and choice of
/// parameters.
void add_rivals(BenchGroup& group, bool processor) {
  const std::vector<BenchItem> kernels = group.items;
  for (const RivalInfo& rival : rivals()) {
    if (rival.subject == TimedKind::processor && !processor) continue;
    for (const BenchItem& item : kernels) {
      const KernelInfo& kernel = *find_kernel(item.run.kernel).value();
      if (!stands_beside(rival, kernel)) continue;
      BenchItem beside{.subject = rival.subject};
      beside.rival.id = rival.id;
      beside.rival.size = item.size();
      beside.rival.parameters =
          rival_parameters(rival, kernel, item.run.block.value_or(0), item.run.parameters);
      beside.rival.input = item.run.input.kind;
      beside.rival.seed = item.run.input.seed;
      const bool known = std::ranges::any_of(
          group.items, [&](const BenchItem& each) { return same_rival(each, beside); });
      if (!known) group.items.push_back(std::move(beside));
    }
  }
}

}  // namespace

Result<BenchSchedule> bench_schedule(const BenchOptions& options) {
  const auto kernels = timed_kernels(options);
  if (!kernels) return kernels.error();
  std::vector<Groups> families;  // in the catalogue's order
  const Family* last = nullptr;
  BenchSchedule schedule;
  for (const KernelInfo* kernel : kernels.value()) {
    if (kernel->family != last) families.emplace_back();
    last = kernel->family;
    for (const Texts& choice : choices_of(*kernel, kernels.value(), options.parameters)) {
      const Status added = add_items(*kernel, choice, options, families.back(), schedule.skipped);
      if (!added) return added.error();
    }
  }
  for (Groups& groups : families) {
    for (auto& [size, group] : groups) {
      if (!options.alone && options.what_if.empty()) add_rivals(group, !options.no_processor);
      for (BenchItem& item : group.items) item.check_all = item.rival.check_all = options.check_all;
      schedule.groups.push_back(std::move(group));
    }
  }
  if (schedule.groups.empty() && !schedule.skipped.empty()) {
    return Error{ErrorKind::usage, schedule.skipped.front().why};
  }
  return schedule;
}

}  // namespace warpscope
