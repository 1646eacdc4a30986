#include "app/cli/run_json.hpp"

#include "app/subject/program_messages.hpp"

namespace warpscope {
namespace {

Json exit_json(const ProgramOutcome& outcome) {
  constexpr int by_signal = 128;  // as a shell says it
  if (outcome.end == ProgramOutcome::End::returned) return outcome.exit_status;
  if (outcome.end == ProgramOutcome::End::crashed) return by_signal + outcome.signal;
  return nullptr;
}

Json recorded_json(const LaunchFigures& figures) {
  const ProgramLaunch& launch = figures.launch;
  if (!figures.totals) return nullptr;
  if (figures.all_blocks) return "all";
  return place_json(coordinates(std::max<std::int64_t>(launch.recorded_block, 0), launch.grid));
}

/// A launch's figures, and beside each the same as compiled.
Json launch_totals_json(const LaunchFigures& figures, const LaunchFigures* joined) {
  if (!figures.totals) return {};
  Json json = totals_json(*figures.totals);
  if (joined != nullptr && joined->totals && joined->all_blocks == figures.all_blocks) {
    json["joined"] = totals_json(*joined->totals);
  }
  return json;
}
Json launch_grid_json(const LaunchFigures& figures, const LaunchFigures* joined, BankModel model) {
  if (!figures.grid) return {};
  Json json = grid_json(*figures.grid, model);
  if (joined != nullptr && joined->grid) json["joined"] = grid_json(*joined->grid, model);
  return json;
}

Json launch_json(const LaunchFigures& figures, const LaunchFigures* joined, BankModel model) {
  const ProgramLaunch& launch = figures.launch;
  Json json{{"number", launch.number},
            {"kernel", launch.kernel},
            {"grid", place_json(launch.grid)},
            {"block", place_json(launch.block)},
            {"shared_bytes", launch.shared_bytes},
            {"recorded", recorded_json(figures)},
            {"totals", launch_totals_json(figures, joined)},
            {"grid_totals", launch_grid_json(figures, joined, model)},
            {"findings", figures.findings},
            {"checked_blocks", launch.checked_blocks},
            {"times", launch.times},
            {"cut", launch.cut}};
  if (!launch.error.empty()) json["error"] = launch.error;
  return json;
}

Json stop_json(const ProgramStop& stop) {
  return {{"file", stop.file.empty() ? Json() : Json(stop.file)},
          {"line", stop.line == 0 ? Json() : Json(stop.line)},
          {"launch", stop.launch == 0 ? Json() : Json(stop.launch)},
          {"block", stop.block ? place_json(*stop.block) : Json()},
          {"thread", stop.thread ? place_json(*stop.thread) : Json()}};
}

}  // namespace

Json run_json(const ProgramRun& run, const ProgramRequest& request, const RunFigures& figures,
              const JoinedFigures& joined) {
  Json files = Json::array(), launches = Json::array(), findings = Json::array(),
       notes = Json::array();
  for (const auto& file : request.build.files) files.push_back(file.string());
  const BankModel model = request.options.banks;
  const bool same = joined.figures && joined.figures->launches.size() == figures.launches.size();
  for (std::size_t k = 0; k < figures.launches.size(); ++k) {
    launches.push_back(
        launch_json(figures.launches[k], same ? &joined.figures->launches[k] : nullptr, model));
  }
  for (const auto& finding : figures.told.findings) findings.push_back(finding_json(finding));
  for (const auto& note : figures.told.notes) notes.push_back(finding_json(note));
  Json program{{"files", std::move(files)},
               {"exit", exit_json(run.outcome)},
               {"seconds", run.outcome.seconds}};
  const std::string end = typed_end_text(run.outcome).english();
  if (!end.empty()) program["message"] = end;
  if (run.outcome.stopped) program["stopped"] = stop_json(*run.outcome.stopped);
  Json json{{"program", std::move(program)},
            {"banks", id(model)},
            {"launches", std::move(launches)},
            {"findings", std::move(findings)},
            {"notes", std::move(notes)}};
  if (!joined.missing.empty()) json["joined_missing"] = joined.missing;
  return json;
}

}  // namespace warpscope
