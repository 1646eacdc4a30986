#include <fmt/ostream.h>

#include <memory>
#include <set>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/table.hpp"
#include "instrumentation/run/cases.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

Json kernel_json(const KernelInfo& kernel) {
  return {{"id", kernel.id},
          {"family", name(kernel.family)},
          {"lecture", kernel.lecture},
          {"title", kernel.title},
          {"summary", kernel.summary},
          {"parameters", legal_parameters(kernel)},
          {"limits",
           {{"min_block", kernel.min_block},
            {"max_block", kernel.max_block},
            {"elements_per_thread", kernel.elements_per_thread},
            {"max_grid", kernel.max_grid}}},
          {"defaults", {{"block", kernel.default_block}, {"size", kernel.default_size}}},
          {"wrong_on_purpose", kernel.wrong_on_purpose}};
}

std::string parameters_text(const KernelInfo& kernel) {
  std::string text;
  for (const auto& [name, values] : legal_parameters(kernel)) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, fmt::join(values, "|"));
  }
  return text;
}

void print_family(std::ostream& out, Family family) {
  Table table("lllr");
  table.row({"  id", "title", "lectures", "threads"});
  std::set<std::string> parameters;
  for (const KernelInfo* kernel : catalogue()) {
    if (kernel->family != family) continue;
    table.row({fmt::format("  {}", kernel->id), std::string(kernel->title),
               std::string(kernel->lecture),
               fmt::format("{}–{}", kernel->min_block, kernel->max_block)});
    parameters.insert(parameters_text(*kernel));
  }
  table.print(out);
  fmt::print(out, "  Parameters: {}\n", fmt::join(parameters, "; "));
}

Result<int> list(bool json, std::ostream& out) {
  if (json) {
    Json kernels = Json::array();
    for (const KernelInfo* kernel : catalogue()) kernels.push_back(kernel_json(*kernel));
    out << kernels.dump(2) << '\n';
    return 0;
  }
  const Family* last = nullptr;
  for (const KernelInfo* kernel : catalogue()) {
    if (last != nullptr && *last == kernel->family) continue;
    fmt::print(out, "{}{}\n", last == nullptr ? "" : "\n", name(kernel->family));
    print_family(out, kernel->family);
    last = &kernel->family;
  }
  return 0;
}

}  // namespace

void add_list(CLI::App& program, Invocation& invocation) {
  auto json = std::make_shared<bool>(false);
  CLI::App& command = *program.add_subcommand("list", "The kernels that Warpscope knows");
  command.add_flag("--json", *json, "Print JSON, with summary and limits");
  command.footer("Example:\n  warpscope list --json");
  command.callback([json, &invocation] {
    invocation.action = [json, &invocation] { return list(*json, invocation.out); };
  });
}

}  // namespace warpscope
