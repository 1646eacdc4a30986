#include "instrumentation/timing/rivals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/tr_noop.hpp"
#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/family_entry.hpp"
#include "kernels/parameter_value.hpp"

namespace warpscope {
namespace {

constexpr RivalInfo limit(std::string_view id, std::string_view title, std::string_view note) {
  return {.id = id, .subject = TimedKind::limit, .title = title, .note = note};
}

constexpr std::array limits{
    limit("limit_read", tr_noop("Reading"),
          tr_noop("A kernel of ours that reads 16 bytes a thread at a time and adds them.")),
    limit("limit_copy", tr_noop("Copying"),
          tr_noop("A kernel of ours that copies 16 bytes a thread at a time.")),
    limit("limit_memcpy", "cudaMemcpy",
          tr_noop("The driver's copy from device memory to device memory.")),
    limit("limit_fp32", tr_noop("FP32 multiply-adds"),
          tr_noop("A kernel of ours that does nothing else, from registers.")),
    limit("limit_launch", tr_noop("Empty launch"),
          tr_noop("A kernel that does nothing: no launch takes less.")),
};

/// "sort_pairs:int" is a form of "sort_pairs".
std::string_view without_form(std::string_view task) { return task.substr(0, task.find(':')); }

}  // namespace

std::span<const RivalInfo> rivals() {
  static const std::vector<RivalInfo> all = [] {
    std::vector<RivalInfo> found;
    for (const FamilyEntry& entry : families()) {
      for (RivalInfo rival : entry.rivals) {
        rival.family = &entry.family;
        found.push_back(rival);
      }
    }
    std::ranges::stable_sort(found, {}, &RivalInfo::subject);
    found.insert(found.end(), limits.begin(), limits.end());
    return found;
  }();
  return all;
}

const CountedInfo* counted_in(std::string_view kernel) {
  for (const FamilyEntry& entry : families()) {
    const auto found = std::ranges::find(entry.counted, kernel, &CountedInfo::kernel);
    if (found != entry.counted.end()) return &*found;
  }
  return nullptr;
}

std::uint64_t count_of(const BenchResult& result) {
  const CountedInfo* counted = counted_in(result.kernel);
  const KernelInfo* kernel = kernel_of(result.kernel);
  if (counted == nullptr || kernel == nullptr || result.size <= 0) return 0;
  TaskChoices choices = result.parameters;
  for (const Parameter& parameter : kernel->parameters) {
    choices.emplace(parameter.name, words_of(parameter.values).front());
  }
  return counted->of(static_cast<std::uint64_t>(result.size), choices);
}

const RivalInfo* find_rival(std::string_view id) {
  const auto all = rivals();
  const auto found = std::ranges::find(all, id, &RivalInfo::id);
  return found == all.end() ? nullptr : &*found;
}

bool stands_beside(const RivalInfo& rival, const KernelInfo& kernel) {
  const std::string_view task = without_form(kernel.task);
  if (task.empty() || task != rival.task->id) return false;
  return rival.form.empty() || kernel.task.substr(task.size() + 1) == rival.form;
}

const Task& task_of(std::string_view id) {
  if (const RivalInfo* rival = find_rival(id)) return *rival->task;
  const KernelInfo* kernel = kernel_of(id);
  if (kernel == nullptr) return no_task;
  const auto beside = [&](const RivalInfo& rival) { return stands_beside(rival, *kernel); };
  const auto found = std::ranges::find_if(rivals(), beside);
  return found == rivals().end() ? no_task : *found->task;
}

std::string_view title_of(std::string_view id) {
  if (const RivalInfo* rival = find_rival(id)) return rival->title;
  const KernelInfo* kernel = kernel_of(id);
  return kernel == nullptr ? id : kernel->title;
}

std::map<std::string, std::string> rival_parameters(
    const RivalInfo& rival, const KernelInfo& kernel, int block,
    const std::map<std::string, std::string>& parameters) {
  std::map<std::string, std::string> same;
  for (const Parameter& parameter : rival.task->parameters) {
    std::string& value = same[std::string(parameter.name)];
    if (parameter.name == "type") {
      value = element_type(kernel, parameters);
    } else if (parameter.name == rival.task->system) {
      value = std::to_string(kernel.system(block));
    } else if (parameter.name == "bins") {
      value = std::to_string(static_cast<int>(kernel.range.last) + 1);
    } else {
      value = rival_choice(rival, parameter.name, parameters);
    }
  }
  return same;
}

std::string rival_choice(const RivalInfo& rival, std::string_view parameter,
                         const std::map<std::string, std::string>& asked) {
  if (const auto given = asked.find(std::string(parameter)); given != asked.end()) {
    return given->second;
  }
  const auto known = std::ranges::find(rival.task->parameters, parameter, &Parameter::name);
  return known == rival.task->parameters.end() ? "" : words_of(known->values).front();
}

std::int64_t rival_system(const RivalInfo& rival, const std::map<std::string, std::string>& asked) {
  if (rival.task->system.empty()) return 0;
  return std::atoll(rival_choice(rival, rival.task->system, asked).c_str());
}

Result<BenchResult> rival_result(const RivalInfo& rival, std::int64_t size,
                                 const std::map<std::string, std::string>& asked) {
  BenchResult result{.kernel = std::string(rival.id), .subject = rival.subject, .size = size};
  for (const Parameter& parameter : rival.task->parameters) {
    const std::string given = rival_choice(rival, parameter.name, asked);
    std::optional<std::string> value = parameter_value(parameter, given);
    if (!value) {
      return Error{ErrorKind::usage,
                   tr("{0} cannot have {1} {2}; suggested is one of: {3}.", rival.title,
                      parameter.name, given, fmt::join(words_of(parameter.values), ", "))};
    }
    if (parameter.name == rival.task->system && size % std::atoll(value->c_str()) != 0) {
      return Error{ErrorKind::unavailable, tr("{0} elements are no whole number of times {1} {2}.",
                                              size, *value, parameter.name)};
    }
    result.parameters[std::string(parameter.name)] = std::move(*value);
  }
  const Work work = work_of(rival, size, result.parameters);
  result.bytes = work.bytes;
  result.operations = work.operations;
  return result;
}

Work work_of(const RivalInfo& rival, std::int64_t size,
             const std::map<std::string, std::string>& parameters) {
  TaskChoices choices;
  for (const Parameter& parameter : rival.task->parameters) {
    choices[std::string(parameter.name)] = rival_choice(rival, parameter.name, parameters);
  }
  return rival.task->work(static_cast<std::uint64_t>(size), choices);
}

}  // namespace warpscope
