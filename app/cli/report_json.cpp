#include "app/cli/report_json.hpp"

namespace warpscope {
namespace {

Json shared_json(const SharedTotals& totals) {
  return {{"requests", totals.requests},
          {"wavefronts", totals.wavefronts},
          {"ideal", totals.ideal},
          {"conflicts", totals.conflicts()}};
}

Json global_json(const GlobalTotals& totals) {
  return {{"requests", totals.requests}, {"sectors", totals.sectors}};
}

Json line_json(const Trace& trace, const LineCost& line, LineFinder& finder) {
  const bool passes = line.space == Space::shared || line.space == Space::constant;
  const SourceFile& file = trace.sources[line.source];
  Json json{{"line", line.line},
            {"source", finder.line(file, line.line)},
            {"op", operation_key(line.space, line.operation)},
            {"requests", line.requests},
            {"wavefronts", passes ? line.wavefronts : 0},
            {"conflicts", passes ? line.wavefronts - line.ideal : 0},
            {"max_degree", passes ? line.max_degree : 0}};
  if (trace.sources.size() > 1) json["file"] = file.name;
  return json;
}

}  // namespace

std::string operation_key(Space space, Operation operation) {
  const std::string key(traits_of(operation).key);
  return operation == Operation::shuffle ? key : std::string(name(space)) + '_' + key;
}

Json findings_json(const Trace& trace) {
  Json list = Json::array();
  for (const Finding& finding : trace.findings) {
    Json entry{{"kind", name(finding.kind)}, {"message", finding.message.english()},
               {"line", finding.line},       {"thread", finding.thread},
               {"step", finding.step},       {"times", finding.times}};
    if (finding.other_line != 0) entry["other_line"] = finding.other_line;
    if (finding.source >= 0) {
      entry["file"] = trace.sources[static_cast<std::size_t>(finding.source)].name;
    }
    if (finding.block >= 0) entry["block"] = finding.block;
    if (finding.other_thread >= 0) entry["other_thread"] = finding.other_thread;
    if (finding.array >= 0) {
      const bool known = finding.step < trace.steps.size();
      entry["array"] = known ? name_in(trace, trace.steps[finding.step].launch, finding.array)
                             : trace.arrays[static_cast<std::size_t>(finding.array)].name;
      entry["index"] = finding.index;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json totals_json(const Totals& totals) {
  Json json = {{"shared_load", shared_json(totals.shared_load)},
               {"shared_store", shared_json(totals.shared_store)},
               {"shared_atomic", shared_json(totals.shared_atomic)},
               {"global_load", global_json(totals.global_load)},
               {"global_store", global_json(totals.global_store)},
               {"global_atomic", global_json(totals.global_atomic)},
               {"constant_load", shared_json(totals.constant_load)},
               {"barriers", totals.barriers}};
  if (totals.local_load.requests + totals.local_store.requests > 0) {
    json["local_load"] = global_json(totals.local_load);
    json["local_store"] = global_json(totals.local_store);
  }
  return json;
}

Json report_json(const Document& document) {
  const Trace& trace = *document.trace;
  const bool program = !trace.header.program.empty();  // it knows its sizes, nobody else does
  const Totals& totals = document.summary.totals;
  Json lines = Json::array();
  LineFinder finder;
  for (const LineCost& line : document.summary.lines)
    lines.push_back(line_json(trace, line, finder));
  return {{"kernel", trace.header.kernel},
          {"size", program ? Json() : Json(trace.header.size)},
          {"block", trace.launches.empty() ? 0 : trace.launches.front().threads()},
          {"seed", program ? Json() : Json(trace.header.seed)},
          {"machine", trace.header.machine},
          {"banks", id(document.summary.model)},
          {"totals", totals_json(totals)},
          {"max_degree", totals.max_degree},
          {"lines", std::move(lines)},
          {"findings", findings_json(trace)}};
}

}  // namespace warpscope
