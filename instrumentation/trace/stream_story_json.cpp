#include "instrumentation/trace/stream_story_json.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t longest_story_name = 400;

std::string name_of(const nlohmann::json& json) {
  return quotable(json.get_ref<const std::string&>(), longest_story_name);
}

}  // namespace

nlohmann::json story_json(const StreamStory& story) {
  nlohmann::json json = {{"names", nlohmann::json::array()},
                         {"calls", nlohmann::json::array()},
                         {"clashes", nlohmann::json::array()},
                         {"left_out", story.left_out}};
  for (const StreamName& stream : story.streams) {
    json["names"].push_back({{"legacy", stream.legacy}, {"name", stream.name}});
  }
  for (const StreamCall& call : story.calls) {
    nlohmann::json made = {{"kind", static_cast<int>(call.kind)},
                           {"stream", call.stream},
                           {"number", call.number},
                           {"clock", call.clock},
                           {"function", call.function},
                           {"file", call.file},
                           {"line", call.line}};
    if (call.launch > 0) made["launch"] = call.launch, made["kernel"] = call.kernel;
    json["calls"].push_back(std::move(made));
  }
  for (const StreamClash& clash : story.clashes) {
    json["clashes"].push_back({{"later", clash.later},
                               {"earlier", clash.earlier},
                               {"later_writes", clash.later_writes},
                               {"earlier_writes", clash.earlier_writes},
                               {"memory", clash.memory}});
  }
  return json;
}

StreamStory read_story(const nlohmann::json& json) {
  StreamStory story;
  story.left_out = whole_number<std::int64_t>(json.at("left_out"));
  for (const auto& stream : json.at("names").get_ref<const nlohmann::json::array_t&>()) {
    story.streams.push_back({stream.at("legacy").get<bool>(), name_of(stream.at("name"))});
  }
  for (const auto& each : json.at("calls").get_ref<const nlohmann::json::array_t&>()) {
    StreamCall& call = story.calls.emplace_back();
    const auto kind = whole_number<std::uint8_t>(each.at("kind"));
    // One that a newer program has told is drawn as work.
    if (kind <= static_cast<std::uint8_t>(last_stream_call_kind)) {
      call.kind = static_cast<StreamCallKind>(kind);
    }
    call.stream = whole_number<std::int32_t>(each.at("stream"));
    call.number = whole_number<std::uint64_t>(each.at("number"));
    for (const auto& ended : each.at("clock").get_ref<const nlohmann::json::array_t&>()) {
      call.clock.push_back(whole_number<std::uint64_t>(ended));
    }
    call.function = name_of(each.at("function"));
    call.file = name_of(each.at("file"));
    call.line = whole_number<std::uint32_t>(each.at("line"));
    call.launch = whole_number_or<std::int32_t>(each, "launch", 0);
    if (call.launch > 0) call.kernel = name_of(each.at("kernel"));
  }
  for (const auto& each : json.at("clashes").get_ref<const nlohmann::json::array_t&>()) {
    story.clashes.push_back({.later = whole_number<std::uint32_t>(each.at("later")),
                             .earlier = whole_number<std::uint32_t>(each.at("earlier")),
                             .later_writes = each.at("later_writes").get<bool>(),
                             .earlier_writes = each.at("earlier_writes").get<bool>(),
                             .memory = name_of(each.at("memory"))});
  }
  return story;
}

}  // namespace warpscope
