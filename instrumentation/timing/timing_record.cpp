#include "instrumentation/timing/timing_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "instrumentation/trace/json_fault.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

constexpr std::string_view kind = "bench";

struct UnknownSubject {
  std::string text;
};

constexpr std::array subjects{TimedKind::kernel, TimedKind::library, TimedKind::processor,
                              TimedKind::limit};

/// `record`: the source of the derived figures; nullptr: without them.
Json result_json(const BenchResult& result, const TimingRecord* record) {
  Json json{{"kernel", result.kernel}};
  if (result.subject != TimedKind::kernel) json["subject"] = name(result.subject);
  json["size"] = result.size;
  json["block"] = result.block;
  json["parameters"] = result.parameters;
  if (!result.what_if.empty()) json["what_if"] = result.what_if;
  json["repetitions"] = result.repetitions;
  json["median_ms"] = result.median_ms;
  json["first_quartile_ms"] = result.first_quartile_ms;
  json["third_quartile_ms"] = result.third_quartile_ms;
  json["bytes"] = result.bytes;
  if (result.operations > 0) json["operations"] = result.operations;
  if (result.wavefronts > 0) json["wavefronts"] = result.wavefronts;
  json["gigabytes_per_second"] = result.gigabytes_per_second;
  if (record == nullptr) return json;
  if (const auto part = fraction_of_ceiling(*record, result)) json["fraction_of_ceiling"] = *part;
  if (const auto ratio = ratio_to_rival(*record, result)) json["ratio_to_rival"] = *ratio;
  if (const auto share = conflict_share(*record, result)) json["conflict_share"] = *share;
  return json;
}

// For reading: a record may come from anywhere.
using Read = nlohmann::json;

constexpr std::size_t longest_text = 2000;  // characters

std::string text_of(const Read& json) {
  return quotable(json.get_ref<const std::string&>(), longest_text);
}
std::string text_or(const Read& object, const char* key, const std::string& otherwise = "") {
  const auto field = object.find(key);
  return field == object.end() ? otherwise : text_of(*field);
}

/// Throws if the subject is unknown.
TimedKind subject_of(const Read& json) {
  const std::string text = text_or(json, "subject", std::string(name(TimedKind::kernel)));
  const auto found = std::ranges::find(subjects, text, [](TimedKind each) { return name(each); });
  if (found == subjects.end()) throw UnknownSubject{text};
  return *found;
}

BenchResult result_of(const Read& json) {
  BenchResult result;
  result.kernel = text_of(json.at("kernel"));
  result.subject = subject_of(json);
  result.what_if = text_or(json, "what_if");
  json.at("median_ms").get_to(result.median_ms);
  result.first_quartile_ms = json.value("first_quartile_ms", result.median_ms);
  result.third_quartile_ms = json.value("third_quartile_ms", result.median_ms);
  result.size = whole_number_or(json, "size", result.size);
  result.block = whole_number_or(json, "block", result.block);
  result.repetitions = whole_number_or(json, "repetitions", result.repetitions);
  result.bytes = whole_number_or(json, "bytes", result.bytes);
  result.operations = whole_number_or(json, "operations", result.operations);
  result.wavefronts = whole_number_or(json, "wavefronts", result.wavefronts);
  if (json.contains("parameters")) {
    for (const auto& [name, value] : json.at("parameters").get_ref<const Read::object_t&>()) {
      result.parameters[quotable(name, longest_text)] = text_of(value);
    }
  }
  if (result.median_ms > 0) {
    result.gigabytes_per_second = static_cast<double>(result.bytes) / (result.median_ms * 1e6);
  }
  return result;
}

/// What cannot have been measured; nullopt if everything is possible.
std::optional<std::string> fault(const BenchResult& result) {
  if (result.kernel.empty()) return "does not name its subject";
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

/// All but the results.
TimingRecord head_of(const Read& record) {
  TimingRecord read;
  read.device = text_of(record.at("device"));
  read.date = text_of(record.at("date"));
  read.command = text_of(record.at("command"));
  read.driver = text_of(record.at("driver"));
  read.compute = text_or(record, "compute");
  read.runtime = text_or(record, "runtime");
  read.commit = text_or(record, "commit");
  read.note = text_or(record, "note");
  read.ended = text_or(record, "ended");
  if (!record.contains("skipped")) return read;
  for (const Read& each : record.at("skipped").get_ref<const Read::array_t&>()) {
    read.skipped.push_back({.kernel = text_of(each.at("kernel")),
                            .size = whole_number<std::int64_t>(each.at("size")),
                            .why = text_of(each.at("why"))});
  }
  return read;
}

Json skipped_json(const SkippedBench& skipped) {
  return {{"kernel", skipped.kernel}, {"size", skipped.size}, {"why", skipped.why}};
}

Json head_json(const TimingRecord& record) {
  Json json{{"kind", kind},
            {"device", record.device},
            {"compute", record.compute},
            {"driver", record.driver},
            {"runtime", record.runtime},
            {"date", record.date},
            {"command", record.command}};
  if (!record.commit.empty()) json["commit"] = record.commit;
  if (!record.note.empty()) json["note"] = record.note;
  if (!record.ended.empty()) json["ended"] = record.ended;
  if (!record.skipped.empty()) json["skipped"] = Json::array();
  for (const SkippedBench& each : record.skipped) json["skipped"].push_back(skipped_json(each));
  return json;
}

Error damaged_record(const std::string& file, const std::string& why) {
  return {ErrorKind::usage, "The measurements in " + file + " are passed over: " + why +
                                ". It should be a record that `warpscope bench --json` printed."};
}

}  // namespace

std::string_view name(TimedKind subject) {
  switch (subject) {
    case TimedKind::kernel: return "kernel";
    case TimedKind::library: return "library";
    case TimedKind::processor: return "processor";
    case TimedKind::limit: return "limit";
  }
  return "";
}

bool is_timing_record(std::string_view json) {
  // Most measurements are others, and some are long.
  if (json.find("\"bench\"") == std::string_view::npos) return false;
  const Read record = parse_json(json);
  return record.is_object() && record.contains("kind") && record.at("kind") == kind;
}

Result<TimingRecord> parse_timing_record(std::string_view json, const std::string& file) {
  const Read record = parse_json(json);
  if (!record.is_object()) return damaged_record(file, json_fault(json).english());
  std::string at = "the record";
  try {
    if (record.at("kind") != kind) return damaged_record(file, "its \"kind\" is not \"bench\"");
    TimingRecord read = head_of(record);
    const auto& results = record.at("results").get_ref<const Read::array_t&>();
    for (std::size_t i = 0; i < results.size(); ++i) {
      at = "result " + std::to_string(i + 1);
      read.results.push_back(result_of(results[i]));
      const auto wrong = fault(read.results.back());
      if (wrong) return damaged_record(file, at + " " + *wrong);
    }
    return read;
  } catch (const Read::exception&) {
    return damaged_record(file, at + " lacks a field, or one is of another type");
  } catch (const UnknownSubject& subject) {
    return damaged_record(file, at + " is of an unknown subject, \"" + subject.text + "\"");
  }
}

std::string timing_json(const TimingRecord& record) {
  Json json = head_json(record);
  // One line per result: records are long, and people read them too.
  std::string text = json_text(json, 1);
  text.erase(text.size() - 2);  // "\n}"
  text += ",\n \"results\": [";
  const char* before = "\n  ";
  for (const BenchResult& result : record.results) {
    text += before + json_text(result_json(result, &record));
    before = ",\n  ";
  }
  return text + "\n ]\n}";
}

std::string begin_event(const TimingRecord& record, int total) {
  return json_text(Json{{"event", "begin"}, {"total", total}, {"record", head_json(record)}});
}
std::string progress_event(int done, int total, const std::string& what) {
  return json_text(Json{{"event", "progress"}, {"done", done}, {"total", total}, {"what", what}});
}
std::string result_event(const BenchResult& result) {
  return json_text(Json{{"event", "result"}, {"result", result_json(result, nullptr)}});
}
std::string skipped_event(const SkippedBench& skipped) {
  return json_text(Json{{"event", "skipped"}, {"skipped", skipped_json(skipped)}});
}
std::string end_event(const std::string& ended) {
  return json_text(Json{{"event", "end"}, {"ended", ended}});
}

}  // namespace warpscope
