#include "instrumentation/run/timing_record.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace warpscope {
namespace {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

constexpr std::string_view kind = "bench";

Json result_json(const BenchResult& result) {
  return {{"kernel", result.kernel},
          {"size", result.size},
          {"block", result.block},
          {"parameters", result.parameters},
          {"repetitions", result.repetitions},
          {"median_ms", result.median_ms},
          {"first_quartile_ms", result.first_quartile_ms},
          {"third_quartile_ms", result.third_quartile_ms},
          {"bytes", result.bytes},
          {"gigabytes_per_second", result.gigabytes_per_second}};
}

BenchResult result_of(const Json& json) {
  BenchResult result;
  json.at("kernel").get_to(result.kernel);
  json.at("median_ms").get_to(result.median_ms);
  result.first_quartile_ms = json.value("first_quartile_ms", result.median_ms);
  result.third_quartile_ms = json.value("third_quartile_ms", result.median_ms);
  result.size = json.value("size", result.size);
  result.block = json.value("block", result.block);
  result.repetitions = json.value("repetitions", result.repetitions);
  result.bytes = json.value("bytes", result.bytes);
  if (json.contains("parameters")) json.at("parameters").get_to(result.parameters);
  if (result.median_ms > 0) {
    result.gigabytes_per_second = static_cast<double>(result.bytes) / (result.median_ms * 1e6);
  }
  return result;
}

/// What cannot have been measured; nullopt where all is possible.
std::optional<std::string> fault(const BenchResult& result) {
  if (result.kernel.empty()) return "has no name of a kernel";
  if (!std::isfinite(result.median_ms) || result.median_ms <= 0) {
    return "says a time that is not above 0";
  }
  const bool ordered = result.first_quartile_ms > 0 &&
                       result.first_quartile_ms <= result.median_ms &&
                       result.median_ms <= result.third_quartile_ms;
  if (!ordered) return "has quartiles that are not on both sides of its median";
  if (result.size < 0 || result.block < 0 || result.repetitions < 0) {
    return "has a negative size, block or number of repetitions";
  }
  return std::nullopt;
}

Error damaged(const std::string& file, const std::string& why) {
  return {ErrorKind::usage, "The measurements in " + file + " are passed over: " + why +
                                ". Expected is what `warpscope bench --json` prints."};
}

}  // namespace

bool is_timing_record(std::string_view json) {
  const Json record = Json::parse(json, nullptr, false);
  return record.is_object() && record.contains("kind") && record.at("kind") == kind;
}

Result<TimingRecord> parse_timing_record(std::string_view json, const std::string& file) {
  const Json record = Json::parse(json, nullptr, false);
  if (!record.is_object()) return damaged(file, "it is no JSON object");
  std::string at = "the record";
  try {
    if (record.at("kind") != kind) return damaged(file, "its \"kind\" is not \"bench\"");
    TimingRecord read;
    record.at("device").get_to(read.device);
    record.at("date").get_to(read.date);
    record.at("command").get_to(read.command);
    record.at("driver").get_to(read.driver);
    read.compute = record.value("compute", "");
    read.runtime = record.value("runtime", "");
    read.note = record.value("note", "");
    const auto& results = record.at("results").get_ref<const Json::array_t&>();
    for (std::size_t i = 0; i < results.size(); ++i) {
      at = "result " + std::to_string(i + 1);
      read.results.push_back(result_of(results[i]));
      const auto wrong = fault(read.results.back());
      if (wrong) return damaged(file, at + " " + *wrong);
    }
    return read;
  } catch (const Json::exception&) {
    return damaged(file, at + " lacks a field, or one is of another type");
  }
}

std::string timing_json(const TimingRecord& record) {
  Json json{{"kind", kind},
            {"device", record.device},
            {"compute", record.compute},
            {"driver", record.driver},
            {"runtime", record.runtime},
            {"date", record.date},
            {"command", record.command}};
  if (!record.note.empty()) json["note"] = record.note;
  // A line a result: records are long, and are read by people too.
  std::string text = json.dump(1);
  text.erase(text.size() - 2);  // "\n}"
  text += ",\n \"results\": [";
  const char* before = "\n  ";
  for (const BenchResult& result : record.results) {
    text += before + result_json(result).dump();
    before = ",\n  ";
  }
  return text + "\n ]\n}";
}

}  // namespace warpscope
