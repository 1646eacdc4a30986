#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/report_text.hpp"
#include "app/cli/table.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/subject/finding_advice.hpp"
#include "app/subject/program_subject.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_extent.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

Json arrays_json(const Trace& trace) {
  Json list = Json::array();
  for (const Array& array : trace.arrays) {
    list.push_back({{"name", array.name},
                    {"space", name(array.space)},
                    {"type", array.type.name()},
                    {"count", array.count},
                    {"columns", array.columns},
                    {"extents", extents_of(array)}});
  }
  return list;
}

Json launches_json(const Trace& trace) {
  Json list = Json::array();
  for (const Launch& launch : trace.launches) {
    list.push_back({{"kernel", launch.kernel},
                    {"grid", launch.blocks()},
                    {"block", launch.threads()},
                    {"grid_columns", launch.grid.y > 1 ? launch.grid.x : 0},
                    {"block_columns", launch.block.y > 1 ? launch.block.x : 0},
                    {"grid_dim", {launch.grid.x, launch.grid.y, launch.grid.z}},
                    {"block_dim", {launch.block.x, launch.block.y, launch.block.z}},
                    {"source_file", trace.sources[launch.source].name},
                    {"traced_block", launch.traced_block},
                    {"shared_bytes", launch.shared_bytes},
                    {"steps", launch.step_count}});
  }
  return list;
}

/// The host's steps in order, each with the launch that follows it.
Json host_json(const Trace& trace) {
  Json list = Json::array();
  for (const HostStep& step : trace.host) {
    list.push_back({{"before_launch", step.launch}, {"text", step.text.english()}});
  }
  return list;
}

std::vector<std::string> source_names(const Trace& trace) {
  std::vector<std::string> names;
  for (const SourceFile& source : trace.sources) names.push_back(source.name);
  return names;
}

Json info_json(const Trace& trace, std::uintmax_t file_bytes) {
  ToldOfTrace told = told_findings(trace);
  add_remedies(told, trace);
  const TraceHeader& header = trace.header;
  const bool program = !header.program.empty();
  return {{"kernel", header.kernel},
          {"program", program ? Json(header.program) : Json()},
          {"title", header.title},
          {"size", header.size},
          {"input", header.input},
          {"seed", header.seed},
          {"parameters", header.parameters},
          {"machine", header.machine},
          {"device", header.device},
          {"date", header.date},
          {"source_file", trace.sources.empty() ? "" : trace.sources.front().name},
          {"source_files", source_names(trace)},
          {"file_bytes", file_bytes},
          {"version", trace_file_version},
          {"arrays", arrays_json(trace)},
          {"launches", launches_json(trace)},
          {"host", host_json(trace)},
          {"steps", trace.steps.size()},
          {"accesses", trace.accesses.size()},
          {"snapshots", trace.snapshots.size()},
          {"findings", findings_json(trace, told.findings)},
          {"notes", findings_json(trace, told.notes)}};
}

/// "1,024", "16 × 17"
std::string elements_text(const Array& array) {
  std::string text;
  for (const std::int64_t extent : extents_of(array)) {
    text += (text.empty() ? "" : " × ") + whole_text(extent);
  }
  return text;
}

void print_arrays(std::ostream& out, const Trace& trace) {
  Table arrays("lllr");
  arrays.row({tr_c("column of a table", "Array"), tr_c("column of a table", "space"),
              tr_c("column of a table", "type"), tr_c("column of a table", "elements")});
  for (const Array& array : trace.arrays) {
    const bool local = array.space == Space::local && array.extents.size() == 3;
    arrays.row(
        {array.name, std::string(choice_text(name(array.space))), array.type.name(),
         local ? tr("{} of each thread", whole_text(array.extents[1])) : elements_text(array)});
  }
  arrays.print(out);
}

void print_launches(std::ostream& out, const Trace& trace) {
  Table launches("lrrrr");
  launches.row({tr_c("column of a table", "Launch"), tr_c("column of a table", "blocks"),
                tr_c("column of a table", "threads"), tr_c("column of a table", "recorded block"),
                tr_c("column of a table", "shared bytes")});
  for (const Launch& launch : trace.launches) {
    launches.row({launch.kernel, grouped_extent(launch.grid), grouped_extent(launch.block),
                  fmt::format("{}", launch.traced_block), whole_text(launch.shared_bytes)});
  }
  launches.print(out);
}

void print_host(std::ostream& out, const Trace& trace) {
  out << tr("Host") << '\n';
  auto step = trace.host.begin();
  for (std::size_t launch = 0; launch <= trace.launches.size(); ++launch) {
    for (; step != trace.host.end() && step->launch <= launch; ++step) {
      fmt::print(out, "  {}\n", wrapped(step->text.text(), terminal_columns - 2, "  "));
    }
    if (launch == trace.launches.size()) break;
    const Launch& next = trace.launches[launch];
    fmt::print(out, "  {}\n", tr("launches {}", launch_text(next)));
  }
}

void print_info(std::ostream& out, const Trace& trace, std::uintmax_t file_bytes) {
  const TraceHeader& header = trace.header;
  fmt::print(out, "{}: {}\n{}\n", header.kernel, title_text(header),
             wrapped(geometry_text(trace), terminal_columns, "  "));
  const std::string sources = fmt::format("{}", fmt::join(source_names(trace), ", "));
  const std::string origin =
      header.date.empty()
          ? tr("Recorded on {0} ({1}), from {2}.", header.machine, header.device, sources)
          : tr("Recorded on {0} ({1}), {2}, from {3}.", header.machine, header.device, header.date,
               sources);
  fmt::print(out, "{}\n", wrapped(origin, terminal_columns));
  fmt::print(out, "{}\n\n",
             tr("{0} accesses in {1} steps, {2} snapshots; {3} bytes, file version {4}.",
                grouped(trace.accesses.size()), grouped(trace.steps.size()),
                grouped(trace.snapshots.size()), grouped(file_bytes), trace_file_version));
  print_arrays(out, trace);
  out << '\n';
  print_launches(out, trace);
  out << '\n';
  if (!trace.host.empty()) {
    print_host(out, trace);
    out << '\n';
  }
  print_findings(out, trace);
}

Result<int> info(const std::string& file, bool json, std::ostream& out) {
  if (names_a_program(file)) {
    return usage_error(
        tr("info reads trace files, and {0} is a program: warpscope run {0} says what it does.",
           printable(file)));
  }
  const Result<Trace> trace = read_trace(file, TraceUse::look);
  if (!trace) return trace.error();
  std::error_code ignored;
  const std::uintmax_t bytes = std::filesystem::file_size(file, ignored);
  if (json) {
    out << json_text(info_json(trace.value(), bytes), 2) << '\n';
  } else {
    print_info(out, trace.value(), bytes);
  }
  return 0;
}

}  // namespace

void add_info(Arguments& program, Invocation& invocation) {
  auto file = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  Arguments command = program.subcommand("info", tr("What a trace file holds"));
  command.word("FILE", *file, tr("A trace file")).required();
  command.flag("--json", *json, tr("Print JSON"));
  command.footer(examples_text({"warpscope info strided.wscope"}));
  command.on_chosen([=, &invocation] {
    invocation.action = [=, &invocation] { return info(*file, *json, invocation.out); };
  });
}

}  // namespace warpscope
