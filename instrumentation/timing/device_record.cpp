#include "instrumentation/timing/device_record.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

#include "instrumentation/trace/json_fault.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// Keys stay in the order in which they are written.
using DeviceJson = nlohmann::ordered_json;
// For reading: a record may come from anywhere.
using DeviceRead = nlohmann::json;

constexpr std::string_view device_kind = "device";
constexpr std::size_t longest_device_text = 2000;  // characters

/// What cannot have been measured.
struct ImpossibleField {
  std::string why;  ///< "has a negative \"cycles\""
};

// The fields of each figure, once for writing and reading. `visit(key, member)`; `above_zero` for what
// cannot be 0.

template <class Visit>
void fields(Visit& visit, DeviceDescription& of) {
  visit("device", of.name);
  visit("compute", of.compute);
  visit("driver", of.driver);
  visit("runtime", of.runtime);
  visit.above_zero("multiprocessors", of.multiprocessors);
  visit("clock_mhz", of.clock_mhz);
  visit("memory_bytes", of.memory_bytes);
  visit("second_level_bytes", of.second_level_bytes);
  visit("shared_bytes_per_multiprocessor", of.shared_bytes_per_multiprocessor);
  visit("shared_bytes_per_block", of.shared_bytes_per_block);
  visit("registers_per_multiprocessor", of.registers_per_multiprocessor);
  visit("threads_per_multiprocessor", of.threads_per_multiprocessor);
  visit("blocks_per_multiprocessor", of.blocks_per_multiprocessor);
}
template <class Visit>
void fields(Visit& visit, OperationFigure& of) {
  visit("operation", of.operation);
  visit.above_zero("cycles", of.cycles);
  visit.above_zero("latency", of.latency);
}
template <class Visit>
void fields(Visit& visit, LatencyFigure& of) {
  visit("memory", of.memory);
  visit("bytes", of.bytes);
  visit.above_zero("cycles", of.cycles);
}
template <class Visit>
void fields(Visit& visit, MemoryFigure& of) {
  visit("memory", of.memory);
  visit.above_zero("bytes_per_cycle", of.bytes_per_cycle);
  visit.above_zero("gigabytes_per_second", of.gigabytes_per_second);
}
template <class Visit>
void fields(Visit& visit, HidingFigure& of) {
  visit("arithmetic", of.arithmetic);
  visit.above_zero("warps", of.warps);
  visit.above_zero("loads_per_cycle", of.loads_per_cycle);
  visit.above_zero("cycles_of_a_turn", of.cycles_of_a_turn);
  visit.above_zero("gigabytes_per_second", of.gigabytes_per_second);
}
template <class Visit>
void fields(Visit& visit, Stamp& of) {
  visit("warp", of.warp);
  visit("what", of.what);
  visit("begin", of.begin);
  visit("end", of.end);
  visit.in_order("begin", of.begin, "end", of.end);
}
template <class Visit>
void fields(Visit& visit, StampedBlock& of) {
  visit.above_zero("warps", of.warps);
  visit("arithmetic", of.arithmetic);
  visit("stamps", of.stamps);
}
template <class Visit>
void fields(Visit& visit, CopyFigure& of) {
  visit("direction", of.direction);
  visit("pinned", of.pinned);
  visit("bytes", of.bytes);
  visit.above_zero("median_ms", of.median_ms);
  visit("gigabytes_per_second", of.gigabytes_per_second);
}
template <class Visit>
void fields(Visit& visit, StreamSpan& of) {
  visit("chunk", of.chunk);
  visit("stream", of.stream);
  visit("what", of.what);
  visit("begin_ms", of.begin_ms);
  visit("end_ms", of.end_ms);
  visit.in_order("begin_ms", of.begin_ms, "end_ms", of.end_ms);
}
template <class Visit>
void fields(Visit& visit, StreamRun& of) {
  visit.above_zero("streams", of.streams);
  visit.above_zero("chunks", of.chunks);
  visit("bytes", of.bytes);
  visit.above_zero("wall_ms", of.wall_ms);
  visit.above_zero("device_ms", of.device_ms);
  visit("copy_in_ms", of.copy_in_ms);
  visit("kernel_ms", of.kernel_ms);
  visit("copy_out_ms", of.copy_out_ms);
  visit("spans", of.spans);
}
template <class Visit>
void fields(Visit& visit, KernelResources& of) {
  visit("kernel", of.kernel);
  visit("parameters", of.parameters);
  visit("launched", of.launched);
  visit("registers", of.registers);
  visit("static_shared_bytes", of.static_shared_bytes);
  visit("local_bytes", of.local_bytes);
  visit("most_threads", of.most_threads);
  visit("block", of.block);
  visit("dynamic_shared_bytes", of.dynamic_shared_bytes);
}
template <class Visit>
void fields(Visit& visit, OccupancyFigure& of) {
  visit("kernel", of.kernel);
  visit("registers", of.registers);
  visit("static_shared_bytes", of.static_shared_bytes);
  visit.above_zero("block", of.block);
  visit("dynamic_shared_bytes", of.dynamic_shared_bytes);
  visit("blocks", of.blocks);
}
template <class Visit>
void fields(Visit& visit, SkippedSection& of) {
  visit("section", of.section);
  visit("why", of.why);
}

/// Calls `each(key, vector)` for every section.
template <class Record, class Each>
void for_sections(Record& record, const Each& each) {
  each("resources", record.resources);
  each("occupancy", record.occupancy);
  each("operations", record.operations);
  each("latencies", record.latencies);
  each("memories", record.memories);
  each("hiding", record.hiding);
  each("stamps", record.stamps);
  each("copies", record.copies);
  each("streams", record.streams);
  each("skipped", record.skipped);
}

template <class Figure>
DeviceJson figure_json(Figure figure);

struct FieldWriter {
  template <class T>
  void operator()(const char* key, const T& value) {
    json[key] = value;
  }
  template <class T>
  void operator()(const char* key, const std::vector<T>& values) {
    json[key] = DeviceJson::array();
    for (const T& value : values) json[key].push_back(figure_json(value));
  }
  template <class T>
  void above_zero(const char* key, const T& value) {
    json[key] = value;
  }
  template <class T>
  void in_order(const char*, const T&, const char*, const T&) {}

  DeviceJson json = DeviceJson::object();
};

template <class Figure>
DeviceJson figure_json(Figure figure) {
  FieldWriter writer;
  fields(writer, figure);
  return std::move(writer.json);
}

/// Throws DeviceRead's exceptions, and ImpossibleField.
struct FieldReader {
  void operator()(const char* key, std::string& text) {
    text = quotable(json.at(key).get_ref<const std::string&>(), longest_device_text);
  }
  void operator()(const char* key, bool& value) {
    value = json.at(key).get_ref<const DeviceRead::boolean_t&>();
  }
  void operator()(const char* key, std::map<std::string, std::string>& texts) {
    for (const auto& [name, value] : json.at(key).get_ref<const DeviceRead::object_t&>()) {
      texts[quotable(name, longest_device_text)] =
          quotable(value.get_ref<const std::string&>(), longest_device_text);
    }
  }
  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(const char* key, T& number) {
    if constexpr (std::is_integral_v<T>) {
      number = whole_number<T>(json.at(key));
    } else {
      json.at(key).get_to(number);
      if (!std::isfinite(number)) fail("has a \"" + std::string(key) + "\" without end");
    }
    if (number < 0) fail("has a negative \"" + std::string(key) + "\"");
  }
  template <class T>
  void operator()(const char* key, std::vector<T>& figures) {
    for (const DeviceRead& each : json.at(key).get_ref<const DeviceRead::array_t&>()) {
      FieldReader reader{each};
      fields(reader, figures.emplace_back());
    }
  }
  template <class T>
  void above_zero(const char* key, T& number) {
    (*this)(key, number);
    if (number == 0) fail("has a \"" + std::string(key) + "\" that is not above 0");
  }
  template <class T>
  void in_order(const char* first, const T& begin, const char* last, const T& end) {
    if (end < begin) {
      fail("has an \"" + std::string(last) + "\" before its \"" + std::string(first) + "\"");
    }
  }
  [[noreturn]] static void fail(std::string why) { throw ImpossibleField{std::move(why)}; }

  const DeviceRead& json;
};

Error damaged_device(const std::string& file, const std::string& why) {
  return {ErrorKind::usage, "The measurements in " + file + " are passed over: " + why +
                                ". It should be a record that `warpscope bench --device --json` "
                                "printed."};
}

/// Reads one section; `place` says where it is.
template <class Figure>
void read_section(const DeviceRead& record, const char* key, std::vector<Figure>& figures,
                  std::string& place) {
  const auto section = record.find(key);
  if (section == record.end()) return;
  place = std::string("the section \"") + key + "\"";
  std::size_t number = 0;
  for (const DeviceRead& each : section->get_ref<const DeviceRead::array_t&>()) {
    place = std::string("\"") + key + "\" " + std::to_string(++number);
    FieldReader reader{each};
    fields(reader, figures.emplace_back());
  }
}

std::string text_or_nothing(const DeviceRead& object, const char* key) {
  const auto field = object.find(key);
  if (field == object.end()) return "";
  return quotable(field->get_ref<const std::string&>(), longest_device_text);
}

}  // namespace

std::string_view name(DeviceSection section) {
  switch (section) {
    case DeviceSection::resources: return "resources";
    case DeviceSection::occupancy: return "occupancy";
    case DeviceSection::operations: return "operations";
    case DeviceSection::latencies: return "latencies";
    case DeviceSection::memories: return "memories";
    case DeviceSection::hiding: return "hiding";
    case DeviceSection::stamps: return "stamps";
    case DeviceSection::copies: return "copies";
    case DeviceSection::streams: return "streams";
  }
  return "";
}

bool is_device_record(std::string_view json) {
  // Most measurements are others, and some are long.
  if (json.find("\"device\"") == std::string_view::npos) return false;
  if (json.find("\"kind\"") == std::string_view::npos) return false;
  const DeviceRead record = parse_json(json);
  return record.is_object() && record.contains("kind") && record.at("kind") == device_kind;
}

Result<DeviceRecord> parse_device_record(std::string_view json, const std::string& file) {
  const DeviceRead record = parse_json(json);
  if (!record.is_object()) return damaged_device(file, json_fault(json).english());
  std::string place = "the record";
  try {
    if (record.at("kind") != device_kind) {
      return damaged_device(file, "its \"kind\" is not \"device\"");
    }
    DeviceRecord read;
    FieldReader head{record};
    fields(head, read.device);
    head("date", read.date);
    head("command", read.command);
    read.commit = text_or_nothing(record, "commit");
    for_sections(
        read, [&](const char* key, auto& figures) { read_section(record, key, figures, place); });
    return read;
  } catch (const DeviceRead::exception&) {
    return damaged_device(file, place + " lacks a field, or one is of another type");
  } catch (const ImpossibleField& field) {
    return damaged_device(file, place + " " + field.why);
  }
}

std::string device_json(const DeviceRecord& record) {
  DeviceJson head{{"kind", device_kind}};
  head.update(figure_json(record.device));
  head["date"] = record.date;
  head["command"] = record.command;
  if (!record.commit.empty()) head["commit"] = record.commit;
  // One line per figure: records are long, and people read them too.
  std::string text = json_text(head, 1);
  text.erase(text.size() - 2);  // "\n}"
  for_sections(record, [&](const char* key, const auto& figures) {
    if (figures.empty()) return;
    text += std::string(",\n \"") + key + "\": [";
    const char* before = "\n  ";
    for (const auto& figure : figures) {
      text += before + json_text(figure_json(figure));
      before = ",\n  ";
    }
    text += "\n ]";
  });
  return text + "\n}";
}

std::vector<StreamSpan> busy_spans(const StreamRun& run) {
  std::vector<StreamSpan> spans = run.spans;
  std::ranges::stable_sort(spans, {}, &StreamSpan::end_ms);
  std::map<std::string, double> free_at;
  for (StreamSpan& span : spans) {
    double& engine = free_at[span.what];
    span.begin_ms = std::min(std::max(span.begin_ms, engine), span.end_ms);
    engine = span.end_ms;
  }
  return spans;
}

}  // namespace warpscope
