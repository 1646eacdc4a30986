#include "app/subject/measurements.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "app/subject/timings.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

namespace {

using nlohmann::json;

using Parameters = std::map<std::string, std::string>;

/// True if a measurement has the trace's parameters. A measurement without type and operator added
/// ints.
bool same_parameters(const Parameters& said, const Trace& trace) {
  Parameters measured{{"type", "int"}, {"op", "add"}};
  for (const auto& [name, value] : said) measured[name] = value;
  return std::ranges::all_of(trace.header.parameters, [&](const auto& parameter) {
    const auto found = measured.find(parameter.first);
    return found != measured.end() && found->second == parameter.second;
  });
}

Parameters parameters_of(const json& launch) {
  Parameters said;
  for (const char* key : {"type", "op"}) {
    if (launch.contains(key)) said[key] = launch.at(key).get<std::string>();
  }
  if (launch.contains("parameters")) {
    for (const auto& [name, value] : launch.at("parameters").items()) {
      said[name] = value.get<std::string>();
    }
  }
  return said;
}

/// True if the counters belong to the traced launch: the trace's only one, of one block.
bool same_launch(const json& launch, const Trace& trace) {
  return trace.launches.size() == 1 && launch.at("kernel") == trace.header.kernel &&
         launch.at("size") == trace.header.size &&
         launch.at("block") == trace.launches.front().threads() && launch.at("grid") == 1 &&
         launch.at("input") == trace.header.input && launch.at("seed") == trace.header.seed &&
         same_parameters(parameters_of(launch), trace);
}

void read_counters(const json& record, const Trace& trace, Measured& found) {
  for (const json& launch : record.at("launches")) {
    if (!same_launch(launch, trace)) continue;
    // A figure is [modelled, measured]; a missing one was 0.
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
    found.local_load_sectors = figure("local_load_sectors");
    found.local_store_sectors = figure("local_store_sectors");
    return;
  }
}

/// True if a result was timed with the trace's parameters and kind of input. One that names no input
/// had the kernel's default.
bool same_task(const BenchResult& result, const Trace& trace) {
  if (result.kernel != trace.header.kernel || !same_parameters(result.parameters, trace)) {
    return false;
  }
  const auto named = result.parameters.find("input");
  if (named != result.parameters.end()) return named->second == trace.header.input;
  const auto kernel = find_kernel(trace.header.kernel);
  return kernel && input_kinds(*kernel.value()).front() == trace.header.input;
}

/// Reads the times, unless they are of another device than the counters in the same column.
void read_times(const TimingRecord& record, const Trace& trace, Measured& found) {
  const std::string device = short_device(record.device);
  if (!found.device.empty() && found.device != device) return;
  const auto own_block = [&](int block) {
    return !trace.launches.empty() && trace.launches.front().threads() == block;
  };
  for (const BenchResult& result : record.results) {
    if (!same_task(result, trace) || result.size < found.timed_size) continue;
    const bool as_large = result.size == found.timed_size;
    if (as_large && (own_block(found.timed_block) || !own_block(result.block))) continue;
    found.timed_size = result.size;
    found.timed_block = result.block;
    found.milliseconds = result.median_ms;
    found.device = device;
    found.date = record.date.substr(0, 10);
  }
}

/// The trace's kernel at a size; nullptr if the record has no such time.
const BenchResult* timed(const TimingRecord& record, const Trace& trace, std::int64_t size) {
  const auto found = std::ranges::find_if(record.results, [&](const BenchResult& result) {
    return result.size == size && same_task(result, trace);
  });
  return found == record.results.end() ? nullptr : &*found;
}

/// Every file of counters, read once: some are long.
const std::vector<json>& counter_records() {
  static const std::vector<json> all = [] {
    std::vector<json> read;
    for (const std::string_view path : embedded_paths("assets/measurements/")) {
      json record = parse_json(embedded_text(path));
      if (record.is_object() && record.contains("launches")) read.push_back(std::move(record));
    }
    return read;
  }();
  return all;
}

}  // namespace

std::string short_device(const std::string& device) {
  constexpr std::string_view vendor = "NVIDIA ";
  std::string name = device.starts_with(vendor) ? device.substr(vendor.size()) : device;
  const std::size_t memory = name.find("GB");  // "H100 80GB HBM3"
  const std::size_t before = memory == std::string::npos ? memory : name.rfind(' ', memory);
  return before == std::string::npos ? name : name.substr(0, before);
}

std::optional<Measured> find_measured(const Trace& trace) {
  Measured found;
  for (const json& record : counter_records()) {
    try {
      const bool before = found.load_wavefronts.has_value();
      read_counters(record, trace, found);
      if (before || !found.load_wavefronts) continue;
      found.device = short_device(record.at("device").get<std::string>());
      found.date = record.at("date").get<std::string>().substr(0, 10);
    } catch (const json::exception&) {
      continue;  // one bad record does not hide the others
    }
  }
  const TimingsPtr timings = recorded_timings();
  for (const TimingRecord& record : timings->records) read_times(record, trace, found);
  if (!found.load_wavefronts && !found.milliseconds) return std::nullopt;
  return found;
}

std::optional<MeasuredPair> find_measured_pair(const Trace& left, const Trace& right) {
  std::optional<MeasuredPair> found;
  const TimingsPtr timings = recorded_timings();
  for (const TimingRecord& record : timings->records) {
    for (const BenchResult& result : record.results) {
      if (result.size <= (found ? found->size : 0)) continue;
      const BenchResult* ours = timed(record, left, result.size);
      const BenchResult* others = timed(record, right, result.size);
      if (ours == nullptr || others == nullptr) continue;
      found = {short_device(record.device), record.date.substr(0, 10), result.size, ours->median_ms,
               others->median_ms};
    }
  }
  return found;
}

MeasuredSum measured_sum(const Measured& measured, std::string_view key) {
  using Count = std::optional<std::uint64_t>;
  struct Counters {
    std::string_view key;
    Count Measured::*served;
    Count Measured::*excessive;
  };
  static constexpr std::array counters = std::to_array<Counters>({
      {"shared_load", &Measured::load_wavefronts, &Measured::load_conflicts},
      {"shared_store", &Measured::store_wavefronts, &Measured::store_conflicts},
      {"shared_atomic", &Measured::atomic_wavefronts, &Measured::atomic_conflicts},
      {"global_load", &Measured::load_sectors, nullptr},
      {"global_store", &Measured::store_sectors, nullptr},
      {"global_atomic", &Measured::atomic_sectors, nullptr},
      {"local_load", &Measured::local_load_sectors, nullptr},
      {"local_store", &Measured::local_store_sectors, nullptr},
  });
  const auto* found = std::ranges::find(counters, key, &Counters::key);
  if (found == counters.end()) return {};
  return {measured.*found->served,
          found->excessive == nullptr ? Count() : measured.*found->excessive};
}

}  // namespace warpscope
