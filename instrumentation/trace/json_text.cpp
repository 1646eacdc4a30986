#include "instrumentation/trace/json_text.hpp"

#include <nlohmann/json.hpp>

#include "instrumentation/trace/json_fault.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

template <class Json>
std::string dumped(const Json& json, int indent) {
  return escaped_in_json(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

/// Whether brackets outside of strings nest deeper than `deepest_json`.
bool nests_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest_json) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace

std::string json_text(const nlohmann::json& json, int indent) { return dumped(json, indent); }
std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return dumped(json, indent);
}

nlohmann::json parse_json(std::string_view text) {
  if (nests_too_deep(text)) return nlohmann::json::value_t::discarded;
  return nlohmann::json::parse(text, nullptr, false);
}

}  // namespace warpscope
