#include "app/cli/report_json.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "app/subject/finding_advice.hpp"
#include "instrumentation/analysis/totals_table.hpp"

namespace warpscope {
namespace {

Json sum_json(const SharedTotals& totals) {
  return {{"requests", totals.requests},
          {"wavefronts", totals.wavefronts},
          {"ideal", totals.ideal},
          {"conflicts", totals.conflicts()}};
}

Json sum_json(const GlobalTotals& totals) {
  return {{"requests", totals.requests}, {"sectors", totals.sectors}, {"ideal", totals.ideal}};
}

/// The call that a place was reached by, and the call of that one.
Json caller_json(const Trace& trace, std::int32_t caller) {
  if (caller < 0) return nullptr;
  const CodeLocation& call = trace.locations[static_cast<std::size_t>(caller)];
  return {{"file", trace.sources[call.source].name},
          {"line", call.line},
          {"function", call.function.empty() ? Json() : Json(call.function)},
          {"caller", caller_json(trace, call.caller)}};
}

void add_cost(Json& json, const LineCost& cost) {
  const bool passes = takes_wavefronts(cost.space);
  const bool sectors = moves_sectors(cost.space);
  // Lanes whose bytes overlap may need fewer sectors than if they lay side by side.
  const std::uint64_t excessive = cost.wavefronts - std::min(cost.wavefronts, cost.ideal);
  json["requests"] = cost.requests;
  json["wavefronts"] = passes ? cost.wavefronts : 0;
  json["conflicts"] = passes ? excessive : 0;
  json["max_degree"] = passes ? cost.max_degree : 0;
  json["sectors"] = sectors ? cost.wavefronts : 0;
  json["ideal_sectors"] = sectors ? cost.ideal : 0;
  json["excessive"] = excessive;
}

Json line_json(const Trace& trace, const SiteCost& site, LineFinder& finder) {
  const LineCost& cost = site.cost;
  const SourceFile& file = trace.sources[cost.source];
  Json json{{"file", file.name},
            {"line", cost.line},
            {"source", finder.line(file, cost.line)},
            {"op", operation_key(cost.space, cost.operation)},
            {"array", site.array.empty() ? Json() : Json(site.array)},
            {"caller", caller_json(trace, site.caller)}};
  add_cost(json, cost);
  return json;
}

/// What the lines of a launch cost as compiled. Compiled code comes to a line on other ways of calls: its costs are those
/// of the line's operation on the array, and stand at the first entry that has these.
class JoinedLines {
 public:
  JoinedLines(const Document* document, BankModel model) {
    if (document == nullptr) return;
    there_ = true;
    for (const SiteCost& site : costs_of_sites(*document->trace, model)) {
      auto [at, fresh] = costs_.try_emplace(key(*document->trace, site), site.cost);
      if (fresh) continue;
      at->second.requests += site.cost.requests;
      at->second.wavefronts += site.cost.wavefronts;
      at->second.ideal += site.cost.ideal;
      at->second.max_degree = std::max(at->second.max_degree, site.cost.max_degree);
    }
  }
  void add(Json& line, const Trace& trace, const SiteCost& site) {
    if (!there_) return;
    LineCost cost = site.cost;  // nothing, if compiled code has no such access
    cost.requests = cost.wavefronts = cost.ideal = 0;
    cost.max_degree = 0;
    if (auto found = costs_.extract(key(trace, site))) cost = found.mapped();
    add_cost(line["joined"], cost);
  }

 private:
  using Key = std::tuple<std::string, std::int32_t, std::string, std::string>;
  static Key key(const Trace& trace, const SiteCost& site) {
    return {trace.sources[site.cost.source].name, static_cast<std::int32_t>(site.cost.line),
            operation_key(site.cost.space, site.cost.operation), site.array};
  }
  std::map<Key, LineCost> costs_;
  bool there_ = false;
};

Json places_json(const std::vector<ToldPlace>& places) {
  Json list = Json::array();
  for (const ToldPlace& place : places) {
    Json& entry = list.emplace_back(Json{{"line", place.line}});
    if (place.other_line != 0) entry["other_line"] = place.other_line;
    if (!place.array.empty()) entry["array"] = place.array;
  }
  return list;
}

}  // namespace

std::string operation_key(Space space, Operation operation) {
  const std::string key(traits_of(operation).key);
  return exchanges(operation) ? key : std::string(name(space)) + '_' + key;
}

Json findings_json(const Trace& trace, const std::vector<ToldOnce<Finding>>& told) {
  Json list = Json::array();
  for (const auto& [finding, launches, more, remedy, way] : told) {
    Json entry{{"kind", name(finding.kind)}, {"message", finding.message.english()},
               {"line", finding.line},       {"thread", finding.thread},
               {"step", finding.step},       {"times", finding.times},
               {"launches", launches}};
    if (finding.other_line != 0) entry["other_line"] = finding.other_line;
    const bool known = finding.step < trace.steps.size();
    if (finding.source >= 0) {
      entry["file"] = trace.sources[static_cast<std::size_t>(finding.source)].name;
    } else if (known && finding.line != 0) {
      entry["file"] = trace.sources[trace.launches[trace.steps[finding.step].launch].source].name;
    }
    if (finding.block >= 0) entry["block"] = finding.block;
    if (finding.other_thread >= 0) entry["other_thread"] = finding.other_thread;
    if (finding.array >= 0) {
      entry["array"] = known ? name_in(trace, trace.steps[finding.step].launch, finding.array)
                             : trace.arrays[static_cast<std::size_t>(finding.array)].name;
      entry["index"] = finding.index;
    }
    if (!more.empty()) entry["more_places"] = places_json(more);
    if (!remedy.empty()) entry["remedy"] = remedy.english();
    list.push_back(std::move(entry));
  }
  return list;
}

Json place_json(const Dim3& place) { return {place.x, place.y, place.z}; }

Json finding_json(const ToldOnce<ProgramFinding>& told) {
  const auto& [finding, launches, more, remedy, way] = told;
  const bool on_device = finding.launch > 0;
  Json json{{"kind", name(finding.kind)},
            {"message", finding.message.english()},
            {"file", finding.file.empty() ? Json() : Json(finding.file)},
            {"line", finding.line == 0 ? Json() : Json(finding.line)},
            {"launch", on_device ? Json(finding.launch) : Json()},
            {"launches", launches},
            {"block", on_device ? place_json(finding.block) : Json()},
            {"thread", on_device ? place_json(finding.thread) : Json()},
            {"times", finding.times}};
  if (!finding.array.empty()) {
    json["array"] = finding.array;
    if (finding.index >= 0) json["index"] = finding.index;
  }
  if (finding.other_line != 0) {
    if (!finding.other_file.empty()) json["other_file"] = finding.other_file;
    json["other_line"] = finding.other_line;
  }
  if (finding.other_block) json["other_block"] = place_json(*finding.other_block);
  if (finding.other_thread) json["other_thread"] = place_json(*finding.other_thread);
  if (!more.empty()) json["more_places"] = places_json(more);
  if (!remedy.empty()) json["remedy"] = remedy.english();
  return json;
}

Json totals_json(const Totals& totals) {
  Json json = Json::object();
  for (const TotalsEntry& entry : totals_table()) {
    if (!is_reported(totals, entry)) continue;
    visit_sum(totals, entry, [&](const auto& sum) { json[entry.key] = sum_json(sum); });
  }
  json["barriers"] = totals.barriers;
  return json;
}

Json grid_json(const GridTotals& grid, BankModel model) {
  Json json = totals_json(grid.totals);
  json["counted"] = grid.exact() ? "all" : "scaled";
  json["blocks"] = grid.blocks;
  json["counted_blocks"] = grid.counted;
  json["cycles"] = whole_cycles(grid.totals, model);
  return json;
}

Json report_json(const Document& document, const JoinedDocument& joined) {
  const Trace& trace = *document.trace;
  const bool program = !trace.header.program.empty();  // it knows its sizes, nobody else does
  const Totals& totals = document.summary.totals;
  Json lines = Json::array();
  LineFinder finder;
  const BankModel model = document.summary.model;
  const Document* const compiled = joined.document.get();
  JoinedLines joined_lines(compiled, model);
  for (const SiteCost& site : costs_of_sites(trace, model)) {
    Json line = line_json(trace, site, finder);
    joined_lines.add(line, trace, site);
    lines.push_back(std::move(line));
  }
  Json of_block = totals_json(totals), of_grid = grid_json(grid_totals(trace, model), model);
  if (compiled != nullptr) {
    of_block["joined"] = totals_json(compiled->summary.totals);
    of_grid["joined"] = grid_json(grid_totals(*compiled->trace, model), model);
  }
  ToldOfTrace told = told_findings(trace);
  add_remedies(told, trace);
  Json notes = findings_json(trace, told.notes);
  ProgramOutcome of_program;
  of_program.notes = document.end.notes;
  for (const ToldOnce<ProgramFinding>& note : told_findings(of_program).notes) {
    notes.push_back(finding_json(note));
  }
  Json json{{"kernel", trace.header.kernel},
            {"size", program ? Json() : Json(trace.header.size)},
            {"block", trace.launches.empty() ? 0 : trace.launches.front().threads()},
            {"seed", program ? Json() : Json(trace.header.seed)},
            {"machine", trace.header.machine},
            {"banks", id(model)},
            {"totals", std::move(of_block)},
            {"grid", std::move(of_grid)},
            {"max_degree", totals.max_degree},
            {"lines", std::move(lines)},
            {"findings", findings_json(trace, told.findings)},
            {"notes", std::move(notes)}};
  if (!joined.missing.empty()) json["joined_missing"] = joined.missing.english();
  return json;
}

}  // namespace warpscope
