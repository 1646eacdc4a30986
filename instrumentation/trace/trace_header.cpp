#include "instrumentation/trace/trace_header.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/sentence_json.hpp"
#include "instrumentation/trace/stream_story_json.hpp"
#include "instrumentation/trace/trace_chunks.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_function = 400;  // as each of many locations has one
constexpr std::size_t longest_text = 2000;     // characters; names of ours have a few dozen

std::string shown(const std::string& text) { return quotable(text, longest_text); }

/// json.get<T>() would wrap or truncate a number that does not fit.
template <class Key, class T>
void read(const Json& object, Key key, T& value) {
  const Json& json = object.at(key);
  if (json.is_number_unsigned() && std::in_range<T>(json.get<std::uint64_t>())) {
    value = static_cast<T>(json.get<std::uint64_t>());
  } else if (json.is_number_integer() && !json.is_number_unsigned() &&
             std::in_range<T>(json.get<std::int64_t>())) {
    value = static_cast<T>(json.get<std::int64_t>());
  } else {
    damaged(tr("its header has no usable \"{}\"", key));
  }
}
/// Reads a text and makes it fit to be shown, once and here: it may come from anywhere.
template <class Key>
void read(const Json& object, Key key, std::string& value) {
  value = shown(object.at(key).template get_ref<const std::string&>());
}

template <class Key>
void read(const Json& object, Key key, std::vector<std::int64_t>& numbers) {
  const Json& list = object.at(key);
  for (std::size_t k = 0; k < list.size(); ++k) read(list, k, numbers.emplace_back());
}

/// An enumerator by the name that name() gives it.
template <class Enum>
void read_name(const Json& object, const char* key, Enum last, Enum& value) {
  const auto& text = object.at(key).get_ref<const std::string&>();
  for (int k = 0; k <= static_cast<int>(last); ++k) {
    value = static_cast<Enum>(k);
    if (name(value) == text) return;
  }
  damaged(tr("its header has no usable \"{}\"", key));
}

/// A type by its CUDA name.
void read(const Json& object, const char* key, ElementType& type) {
  const auto& text = object.at(key).get_ref<const std::string&>();
  for (int scalar = 0; scalar <= static_cast<int>(last_scalar); ++scalar) {
    for (std::uint8_t components = 1; components <= 4; ++components) {
      type = {static_cast<Scalar>(scalar), components};
      if (type.name() == text) return;
    }
  }
  damaged(tr("its header has no usable \"{}\"", key));
}

Json to_json(const Array& array) {
  Json json = {{"name", array.name},          {"space", name(array.space)},
               {"type", array.type.name()},   {"count", array.count},
               {"base", array.base},          {"columns", array.columns},
               {"structure", array.structure}};
  if (!array.extents.empty()) json["extents"] = array.extents;
  return json;
}
void from_json(const Json& json, int version, Array& array) {
  read(json, "name", array.name);
  read_name(json, "space", last_space, array.space);
  read(json, "type", array.type);
  read(json, "count", array.count);
  read(json, "base", array.base);
  read(json, "columns", array.columns);
  if (version >= 3) read(json, "structure", array.structure);
  if (json.contains("extents")) read(json, "extents", array.extents);
}

Json to_json(const Member& member) {
  return {{"name", member.name},
          {"offset", member.offset},
          {"type", member.type.name()},
          {"count", member.count}};
}
void from_json(const Json& json, int, Member& member) {
  read(json, "name", member.name);
  read(json, "offset", member.offset);
  read(json, "type", member.type);
  read(json, "count", member.count);
}

Json to_json(const Structure& structure) {
  Json members = Json::array();
  for (const Member& member : structure.members) members.push_back(to_json(member));
  return {{"name", structure.name}, {"bytes", structure.bytes}, {"members", members}};
}
void from_json(const Json& json, int version, Structure& structure) {
  read(json, "name", structure.name);
  read(json, "bytes", structure.bytes);
  for (const Json& member : json.at("members")) {
    from_json(member, version, structure.members.emplace_back());
  }
}

/// Short, since there are many: [source, line, caller, function].
Json to_json(const CodeLocation& location) {
  return {location.source, location.line, location.caller, location.function};
}
void from_json(const Json& json, int, CodeLocation& location) {
  read(json, 0, location.source);
  read(json, 1, location.line);
  read(json, 2, location.caller);
  location.function = quotable(json.at(3).get_ref<const std::string&>(), longest_function);
}

Json to_json(const Dim3& extent) { return {extent.x, extent.y, extent.z}; }
void read(const Json& object, const char* key, Dim3& extent) {
  const Json& json = object.at(key);
  read(json, 0, extent.x);
  read(json, 1, extent.y);
  read(json, 2, extent.z);
}

Json to_json(const Launch& launch) {
  Json json = {{"kernel", launch.kernel},
               {"grid", to_json(launch.grid)},
               {"block", to_json(launch.block)},
               {"source", launch.source},
               {"traced_block", launch.traced_block},
               {"shared_bytes", launch.shared_bytes},
               {"steps", launch.step_count}};
  if (launch.number > 0) json["number"] = launch.number;
  for (const ArrayName& called : launch.names) {
    Json name = {called.array, called.name};
    if (!called.extents.empty()) name.push_back(called.extents);
    json["names"].push_back(std::move(name));
  }
  return json;
}
/// Format 2: a number, and how many are in a row of two dimensions, else 0.
void read_extent(const Json& json, const char* key, const char* columns_key, Dim3& extent) {
  std::int32_t columns = 0;
  read(json, key, extent.x);
  read(json, columns_key, columns);
  if (columns < 0 || columns > extent.x) damaged(tr("a launch has an impossible shape"));
  if (columns == 0 || extent.x % columns != 0) return;
  extent = {columns, extent.x / columns, 1};
}
void from_json(const Json& json, int version, Launch& launch) {
  read(json, "kernel", launch.kernel);
  if (version >= 3) {
    read(json, "grid", launch.grid);
    read(json, "block", launch.block);
  } else {
    read_extent(json, "grid", "grid_columns", launch.grid);
    read_extent(json, "block", "block_columns", launch.block);
  }
  read(json, "source", launch.source);
  read(json, "traced_block", launch.traced_block);
  read(json, "shared_bytes", launch.shared_bytes);
  read(json, "steps", launch.step_count);
  if (json.contains("number")) read(json, "number", launch.number);
  if (!json.contains("names")) return;
  for (const Json& called : json.at("names")) {
    ArrayName& name = launch.names.emplace_back();
    read(called, 0, name.array);
    read(called, 1, name.name);
    if (called.size() > 2) read(called, 2, name.extents);
  }
}

Json to_json(const HostStep& step) {
  Json json = {{"launch", step.launch}};
  write_sentence(json, "text", step.text);
  return json;
}
void from_json(const Json& json, int, HostStep& step) {
  read(json, "launch", step.launch);
  step.text = read_sentence(json, "text", longest_text);
}

/// The texts stand in a column of their own.
Json to_json(const SourceFile& source) {
  return {{"name", source.name}, {"bytes", source.text.size()}};
}

Json to_json(const Finding& finding) {
  Json json = {{"kind", name(finding.kind)},
               {"line", finding.line},
               {"other_line", finding.other_line},
               {"source", finding.source},
               {"block", finding.block},
               {"step", finding.step},
               {"thread", finding.thread},
               {"other_thread", finding.other_thread},
               {"array", finding.array},
               {"index", finding.index},
               {"times", finding.times}};
  write_sentence(json, "message", finding.message);
  if (!finding.arrived.empty()) json["arrived"] = finding.arrived;
  return json;
}
void from_json(const Json& json, int version, Finding& finding) {
  read_name(json, "kind", last_finding_kind, finding.kind);
  read(json, "line", finding.line);
  read(json, "other_line", finding.other_line);
  if (version >= 3) {
    read(json, "source", finding.source);
    read(json, "block", finding.block);
  }
  read(json, "step", finding.step);
  read(json, "thread", finding.thread);
  read(json, "other_thread", finding.other_thread);
  read(json, "array", finding.array);
  read(json, "index", finding.index);
  read(json, "times", finding.times);
  finding.message = read_sentence(json, "message", longest_text);
  if (!json.contains("arrived")) return;
  const Json& arrived = json.at("arrived");
  for (std::size_t k = 0; k < arrived.size(); ++k) read(arrived, k, finding.arrived.emplace_back());
}

void from_json(const Json& json, TraceHeader& header) {
  read(json, "kernel", header.kernel);
  read(json, "title", header.title);
  read(json, "size", header.size);
  read(json, "input", header.input);
  read(json, "seed", header.seed);
  for (const auto& [name, value] : json.at("parameters").get_ref<const Json::object_t&>()) {
    header.parameters[shown(name)] = shown(value.get_ref<const std::string&>());
  }
  read(json, "machine", header.machine);
  read(json, "device", header.device);
  read(json, "date", header.date);
  json.at("highest_lane_wins").get_to(header.highest_lane_wins);
  if (json.contains("program")) read(json, "program", header.program);
  if (json.contains("program_launches")) {
    read(json, "program_launches", header.program_launches);
  }
}

template <class Item>
Json to_list(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(to_json(item));
  return list;
}
template <class Item>
void from_list(const Json& list, int version, std::vector<Item>& items) {
  for (const Json& json : list) from_json(json, version, items.emplace_back());
}

}  // namespace

std::string header_text(const Trace& trace, const std::vector<std::string>& step_names) {
  const TraceHeader& header = trace.header;
  Json json = {{"kernel", header.kernel},
               {"title", header.title},
               {"size", header.size},
               {"input", header.input},
               {"seed", header.seed},
               {"parameters", header.parameters},
               {"machine", header.machine},
               {"device", header.device},
               {"date", header.date},
               {"highest_lane_wins", header.highest_lane_wins},
               {"sources", to_list(trace.sources)},
               {"locations", to_list(trace.locations)},
               {"structures", to_list(trace.structures)},
               {"step_names", step_names},
               {"arrays", to_list(trace.arrays)},
               {"launches", to_list(trace.launches)},
               {"host", to_list(trace.host)},
               {"findings", to_list(trace.findings)}};
  if (!header.program.empty()) json["program"] = header.program;
  if (header.program_launches > 0) json["program_launches"] = header.program_launches;
  if (!trace.streams.empty()) json["streams"] = story_json(trace.streams);
  return json_text(json);
}

void parse_header(std::string_view text, int version, Trace& trace,
                  std::vector<std::string>& step_names,
                  std::vector<std::uint64_t>& source_bytes) try {
  const Json json = parse_json(text);
  if (!json.is_object()) damaged(tr("its header is not the JSON that was expected"));
  for (const Json& source : json.at("sources")) {
    read(source, "name", trace.sources.emplace_back().name);
    read(source, "bytes", source_bytes.emplace_back());
  }
  from_json(json, trace.header);
  for (const Json& name : json.at("step_names").get_ref<const Json::array_t&>()) {
    step_names.push_back(shown(name.get_ref<const std::string&>()));
  }
  if (version >= 3) {
    from_list(json.at("locations"), version, trace.locations);
    from_list(json.at("structures"), version, trace.structures);
  }
  from_list(json.at("arrays"), version, trace.arrays);
  from_list(json.at("launches"), version, trace.launches);
  from_list(json.at("host"), version, trace.host);
  from_list(json.at("findings"), version, trace.findings);
  if (json.contains("streams")) trace.streams = read_story(json.at("streams"));
  std::uint32_t first_step = 0;
  for (Launch& launch : trace.launches) {
    launch.first_step = first_step;
    first_step += launch.step_count;  // that it does not wrap shows against the steps themselves
  }
} catch (const Json::exception&) {
  damaged(tr("its header is not the JSON that was expected"));
}

}  // namespace warpscope
