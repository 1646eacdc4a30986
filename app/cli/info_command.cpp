#include <fmt/ostream.h>

#include <filesystem>
#include <memory>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/report_text.hpp"
#include "app/cli/table.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

Json arrays_json(const Trace& trace) {
  Json list = Json::array();
  for (const Array& array : trace.arrays) {
    list.push_back({{"name", array.name},
                    {"space", name(array.space)},
                    {"type", array.type.name()},
                    {"count", array.count}});
  }
  return list;
}

Json launches_json(const Trace& trace) {
  Json list = Json::array();
  for (const Launch& launch : trace.launches) {
    list.push_back({{"kernel", launch.kernel},
                    {"grid", launch.grid},
                    {"block", launch.block},
                    {"traced_block", launch.traced_block},
                    {"shared_bytes", launch.shared_bytes},
                    {"steps", launch.step_count}});
  }
  return list;
}

Json info_json(const Trace& trace, std::uintmax_t file_bytes) {
  const TraceHeader& header = trace.header;
  return {{"kernel", header.kernel},
          {"title", header.title},
          {"size", header.size},
          {"input", header.input},
          {"seed", header.seed},
          {"parameters", header.parameters},
          {"machine", header.machine},
          {"device", header.device},
          {"date", header.date},
          {"source_file", header.source_file},
          {"file_bytes", file_bytes},
          {"version", trace_file_version},
          {"arrays", arrays_json(trace)},
          {"launches", launches_json(trace)},
          {"steps", trace.steps.size()},
          {"accesses", trace.accesses.size()},
          {"snapshots", trace.snapshots.size()},
          {"findings", findings_json(trace)}};
}

void print_info(std::ostream& out, const Trace& trace, std::uintmax_t file_bytes) {
  const TraceHeader& header = trace.header;
  fmt::print(out, "{}: {}\n{}\n", header.kernel, header.title, geometry_text(trace));
  fmt::print(out, "Recorded on {} ({}), {}, from {}.\n", header.machine, header.device, header.date,
             header.source_file);
  fmt::print(out, "{} accesses in {} steps, {} snapshots; {} bytes, file version {}.\n\n",
             trace.accesses.size(), trace.steps.size(), trace.snapshots.size(), file_bytes,
             trace_file_version);
  Table arrays("lllr");
  arrays.row({"Array", "space", "type", "elements"});
  for (const Array& array : trace.arrays) {
    arrays.row({array.name, std::string(name(array.space)), array.type.name(),
                fmt::format("{}", array.count)});
  }
  arrays.print(out);
  Table launches("lrrrr");
  launches.row({"Launch", "blocks", "threads", "recorded block", "shared bytes"});
  for (const Launch& launch : trace.launches) {
    launches.row({launch.kernel, fmt::format("{}", launch.grid), fmt::format("{}", launch.block),
                  fmt::format("{}", launch.traced_block), fmt::format("{}", launch.shared_bytes)});
  }
  out << '\n';
  launches.print(out);
  out << '\n';
  print_findings(out, trace);
}

Result<int> info(const std::string& file, bool json, std::ostream& out) {
  const Result<Trace> trace = read_trace(file);
  if (!trace) return trace.error();
  std::error_code ignored;
  const std::uintmax_t bytes = std::filesystem::file_size(file, ignored);
  if (json) {
    out << info_json(trace.value(), bytes).dump(2) << '\n';
  } else {
    print_info(out, trace.value(), bytes);
  }
  return 0;
}

}  // namespace

void add_info(CLI::App& program, Invocation& invocation) {
  auto file = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  CLI::App& command = *program.add_subcommand("info", "What a trace file holds");
  command.add_option("FILE", *file, "A trace file")->type_name("")->required();
  command.add_flag("--json", *json, "Print JSON");
  command.footer("Example:\n  warpscope info strided.wscope");
  command.callback([=, &invocation] {
    invocation.action = [=, &invocation] { return info(*file, *json, invocation.out); };
  });
}

}  // namespace warpscope
