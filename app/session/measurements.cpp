#include "app/session/measurements.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "instrumentation/run/embedded.hpp"

namespace warpscope {

namespace {

using nlohmann::json;

/// "NVIDIA H200" says "H200" in a narrow column.
std::string short_name(const std::string& device) {
  constexpr std::string_view vendor = "NVIDIA ";
  return device.starts_with(vendor) ? device.substr(vendor.size()) : device;
}

/// Whether a record is of the trace's parameters. Where it does not say them, int and add were
/// measured.
bool same_parameters(const json& record, const Trace& trace) {
  std::map<std::string, std::string> measured{{"type", "int"}, {"op", "add"}};
  for (const char* key : {"type", "op"}) measured[key] = record.value(key, measured[key]);
  if (record.contains("parameters")) record.at("parameters").get_to(measured);
  return std::ranges::all_of(trace.header.parameters, [&](const auto& parameter) {
    const auto found = measured.find(parameter.first);
    return found != measured.end() && found->second == parameter.second;
  });
}

/// Counters are of one launch of one block, which is the traced one.
bool same_launch(const json& launch, const Trace& trace) {
  return trace.launches.size() == 1 && launch.at("kernel") == trace.header.kernel &&
         launch.at("size") == trace.header.size &&
         launch.at("block") == trace.launches.front().block && launch.at("grid") == 1 &&
         launch.at("input") == trace.header.input && launch.at("seed") == trace.header.seed &&
         same_parameters(launch, trace);
}

void read_counters(const json& record, const Trace& trace, Measured& found) {
  for (const json& launch : record.at("launches")) {
    if (!same_launch(launch, trace)) continue;
    // A figure is [modelled, measured]; one that is not there was 0.
    const auto figure = [&](const char* name) {
      return std::optional(launch.contains(name) ? launch.at(name).at(1).get<std::uint64_t>() : 0U);
    };
    found.load_wavefronts = figure("shared_load_wavefronts");
    found.load_conflicts = figure("shared_load_conflicts");
    found.store_wavefronts = figure("shared_store_wavefronts");
    found.store_conflicts = figure("shared_store_conflicts");
    found.atomic_wavefronts = figure("shared_atomic_wavefronts");
    found.atomic_conflicts = figure("shared_atomic_conflicts");
    found.atomic_sectors = figure("global_atomic_sectors");
    found.load_sectors = figure("global_load_sectors");
    found.store_sectors = figure("global_store_sectors");
    return;
  }
}

void read_times(const json& record, const Trace& trace, Measured& found) {
  for (const json& result : record.at("results")) {
    const bool ours = result.at("kernel") == trace.header.kernel && same_parameters(result, trace);
    const auto size = result.at("size").get<std::int64_t>();
    if (!ours || size <= found.timed_size) continue;
    found.timed_size = size;
    found.milliseconds = result.at("median_ms").get<double>();
  }
}

/// Every file of measurements, read once: some are long.
const std::vector<json>& records() {
  static const std::vector<json> all = [] {
    std::vector<json> read;
    for (const std::string_view path : embedded_paths("assets/measurements/")) {
      json record = json::parse(embedded_text(path), nullptr, false);
      if (record.is_object()) read.push_back(std::move(record));
    }
    return read;
  }();
  return all;
}

}  // namespace

std::optional<Measured> find_measured(const Trace& trace) {
  Measured found;
  for (const json& record : records()) {
    try {
      const bool counters = record.contains("launches");
      const bool times = record.contains("results") && record.contains("compute");
      if (counters) read_counters(record, trace, found);
      if (times) read_times(record, trace, found);
      // Records of something else, the window's own times say, name other devices.
      const bool of_kernels = counters || times;
      if (!of_kernels || (!found.load_wavefronts && !found.milliseconds)) continue;
      found.device = short_name(record.at("device").get<std::string>());
      found.date = record.at("date").get<std::string>().substr(0, 10);
    } catch (const json::exception&) {
      continue;  // one bad record does not hide the others
    }
  }
  if (!found.load_wavefronts && !found.milliseconds) return std::nullopt;
  return found;
}

}  // namespace warpscope
