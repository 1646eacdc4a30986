#include <fmt/ostream.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/lectures.hpp"

namespace warpscope {
namespace {

/// Range and meaning of the parameters; their values are beside it.
Json ranges_json(const KernelInfo& kernel) {
  Json json = Json::object();
  for (const Parameter& parameter : kernel.parameters) {
    Json entry{{"meaning", parameter.meaning}};
    if (parameter.numeric()) {
      entry["low"] = parameter.low;
      entry["high"] = parameter.high;
      entry["whole"] = !parameter.real;
    }
    json[std::string(parameter.name)] = std::move(entry);
  }
  return json;
}

/// Threads of a block in a run without options.
int own_block(const KernelInfo& kernel) {
  const auto completed = complete({.kernel = std::string(kernel.id)});
  return completed ? completed->block.value_or(kernel.default_block) : kernel.default_block;
}

Json kernel_json(const KernelInfo& kernel) {
  return {{"id", kernel.id},
          {"family", kernel.family->name},
          {"lecture", kernel.lecture},
          {"title", kernel.title},
          {"summary", kernel.summary},
          {"parameters", legal_parameters(kernel)},
          {"parameter_ranges", ranges_json(kernel)},
          {"inputs", input_kinds(kernel)},
          {"limits",
           {{"min_block", kernel.min_block},
            {"max_block", kernel.max_block},
            {"elements_per_thread", kernel.elements_per_thread},
            {"max_grid", kernel.max_grid},
            {"max_size", kernel.max_size},
            {"max_emulated_size", kernel.max_emulated_size}}},
          {"defaults", {{"block", own_block(kernel)}, {"size", kernel.default_size}}},
          {"wrong_on_purpose", kernel.wrong_on_purpose}};
}

/// "type=int|float, stride=1|2|4 (1 to 64)"
std::string parameters_text(const KernelInfo& kernel) {
  const auto values = legal_parameters(kernel);
  std::string text;
  for (const Parameter& parameter : kernel.parameters) {
    const std::string name(parameter.name);
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, fmt::join(values.at(name), "|"));
    if (parameter.numeric()) {
      text += fmt::format(" ({})", tr("{0} to {1}", parameter.low, parameter.high));
    }
  }
  return text;
}

/// Prints parameters once per group of kernels that share them, as most of a family do.
void print_parameters(std::ostream& out, const std::vector<const KernelInfo*>& kernels) {
  std::vector<std::pair<std::string, std::vector<std::string_view>>> groups;
  for (const KernelInfo* kernel : kernels) {
    const std::string text = parameters_text(*kernel);
    if (text.empty()) continue;
    const auto known =
        std::ranges::find(groups, text, [](const auto& group) { return group.first; });
    const auto group = known == groups.end() ? groups.insert(known, {text, {}}) : known;
    group->second.push_back(kernel->id);
  }
  for (const auto& [text, ids] : groups) {
    const std::string whose =
        ids.size() == kernels.size() ? tr("Parameters") : fmt::format("{}", fmt::join(ids, ", "));
    fmt::print(out, "  {}\n",
               wrapped(fmt::format("{}: {}", whose, text), terminal_columns - 2, "    "));
  }
}

void print_family(std::ostream& out, const Family& family) {
  Table table("lllr");
  table.row({fmt::format("  {}", tr_c("column of a table", "id")),
             tr_c("column of a table", "title"), tr_c("column of a table", "lectures"),
             tr_c("column of a table", "threads")});
  std::vector<const KernelInfo*> kernels;
  for (const KernelInfo* kernel : catalogue()) {
    if (kernel->family != &family) continue;
    kernels.push_back(kernel);
    table.row({fmt::format("  {}", kernel->id), std::string(tr(kernel->title)),
               std::string(kernel->lecture),
               kernel->min_block == kernel->max_block
                   ? fmt::format("{}", kernel->min_block)
                   : fmt::format("{}–{}", kernel->min_block, kernel->max_block)});
  }
  table.print(out);
  print_parameters(out, kernels);
}

Result<int> list(bool json, std::ostream& out) {
  if (json) {
    Json kernels = Json::array();
    for (const KernelInfo* kernel : catalogue()) kernels.push_back(kernel_json(*kernel));
    out << json_text(kernels, 2) << '\n';
    return 0;
  }
  const Family* last = nullptr;
  for (const KernelInfo* kernel : catalogue()) {
    if (last == kernel->family) continue;
    fmt::print(out, "{}{}\n", last == nullptr ? "" : "\n", kernel->family->name);
    print_family(out, *kernel->family);
    last = kernel->family;
  }
  fmt::print(out, "\n{}\n", tr("lectures"));
  for (const Lecture& lecture : lectures) {
    fmt::print(out, "  {}  {}\n", lecture.letter, tr(lecture.title));
  }
  return 0;
}

}  // namespace

void add_list(Arguments& program, Invocation& invocation) {
  auto json = std::make_shared<bool>(false);
  Arguments command = program.subcommand("list", tr("The kernels that Warpscope knows"));
  command.flag("--json", *json, tr("Print JSON, with summary, limits and inputs"));
  std::string footer = tr("The letters under \"lectures\", \"lecture\" in the JSON, are:");
  for (const Lecture& each : lectures) {
    footer += fmt::format("\n  {}  {}", each.letter, tr(each.title));
  }
  command.footer(footer + "\n\n" + examples_text({"warpscope list --json"}));
  command.on_chosen([json, &invocation] {
    invocation.action = [json, &invocation] { return list(*json, invocation.out); };
  });
}

}  // namespace warpscope
