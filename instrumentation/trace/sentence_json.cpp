#include "instrumentation/trace/sentence_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_id = 2000;    // bytes
constexpr std::size_t most_arguments = 16;  // of one message
constexpr int most_nested = 5;              // sentences within sentences
constexpr int most_uses =
    2;  // of one field: the text may grow twofold with each sentence within one

Json said_json(const Sentence& sentence);

Json argument_json(const Sentence::Argument& argument) {
  return std::visit(
      [](const auto& value) -> Json {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, Sentence>) {
          return value.is_data() ? Json(value.english()) : said_json(value);
        } else if constexpr (std::is_same_v<Value, Grouped>) {
          return {{"grouped", value.digits}};
        } else {
          return value;
        }
      },
      argument.value);
}

Json said_json(const Sentence& sentence) {
  Json json = {{"id", sentence.id()}};
  if (!sentence.many().empty()) json["many"] = sentence.many();
  if (!sentence.context().empty()) json["context"] = sentence.context();
  for (const Sentence::Argument& argument : sentence.arguments()) {
    json["with"].push_back(argument_json(argument));
  }
  return json;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether fmt may fill such a message: every field is one of the arguments, none is used too often, and a form is
/// one that makes no long text ("{:>1000000000}").
bool has_plain_fields(std::string_view message, std::size_t arguments) {
  std::array<int, most_arguments> uses{};
  std::size_t next = 0;
  for (std::size_t at = 0; at < message.size(); ++at) {
    if (message[at] != '{' && message[at] != '}') continue;
    if (message.substr(at, 2) == "{{" || message.substr(at, 2) == "}}") {
      ++at;
      continue;
    }
    const std::size_t end = message.find('}', at);
    if (message[at] == '}' || end == std::string_view::npos || end - at > 8) return false;
    const std::string_view field = message.substr(at + 1, end - at - 1);
    const std::string_view number = field.substr(0, field.find(':'));
    const std::string_view form = field.substr(number.size());
    if (number.size() > 2 || !std::ranges::all_of(number, is_digit)) return false;
    const std::size_t which = number.empty() ? next++ : std::stoul(std::string(number));
    if (which >= arguments || ++uses[which] > most_uses) return false;
    const bool plain = form.find_first_not_of(":#.0123456789xXgfeu") == std::string_view::npos &&
                       std::ranges::count_if(form, is_digit) <= 3;
    if (!plain) return false;
    at = end;
  }
  return true;
}

std::optional<Sentence> said_by(const Json& json, std::size_t most, int depth);

std::optional<Grouped> grouped_by(const Json& digits) {
  if (!digits.is_string()) return std::nullopt;
  const auto& text = digits.get_ref<const std::string&>();
  const std::string_view unsigned_text = std::string_view(text).substr(text.starts_with('-'));
  if (unsigned_text.empty() || unsigned_text.size() > 20 ||
      !std::ranges::all_of(unsigned_text, is_digit)) {
    return std::nullopt;
  }
  Grouped made(0);
  made.digits = text;
  return made;
}

std::optional<Sentence::Argument> argument_by(const Json& json, std::size_t most, int depth) {
  if (json.is_string())
    return Sentence::Argument{quotable(json.get_ref<const std::string&>(), most)};
  if (json.is_number_float()) return Sentence::Argument{json.get<double>()};
  if (json.is_number_unsigned()) {
    const auto number = json.get<std::uint64_t>();
    if (std::in_range<std::int64_t>(number))
      return Sentence::Argument{static_cast<std::int64_t>(number)};
    return Sentence::Argument{number};
  }
  if (json.is_number_integer()) return Sentence::Argument{json.get<std::int64_t>()};
  if (!json.is_object()) return std::nullopt;
  if (const auto digits = json.find("grouped"); digits != json.end()) {
    auto grouped = grouped_by(*digits);
    if (!grouped) return std::nullopt;
    return Sentence::Argument{std::move(*grouped)};
  }
  auto sentence = said_by(json, most, depth + 1);
  if (!sentence) return std::nullopt;
  return Sentence::Argument{std::move(*sentence)};
}

/// A text of an object; empty if it is missing; nothing if it is none or too long.
std::optional<std::string> id_by(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::string();
  if (!found->is_string()) return std::nullopt;
  std::string id = printable(found->get_ref<const std::string&>());
  return id.size() <= longest_id && id.find('\0') == std::string::npos
             ? std::optional(std::move(id))
             : std::nullopt;
}

std::optional<Sentence> said_by(const Json& json, std::size_t most, int depth) {
  if (!json.is_object() || depth > most_nested) return std::nullopt;
  auto id = id_by(json, "id"), many = id_by(json, "many"), context = id_by(json, "context");
  if (!id || !many || !context || id->empty()) return std::nullopt;
  Sentence::Parts parts{
      .id = std::move(*id), .many = std::move(*many), .context = std::move(*context)};
  if (const auto with = json.find("with"); with != json.end()) {
    if (!with->is_array() || with->size() > most_arguments) return std::nullopt;
    for (const Json& each : *with) {
      auto argument = argument_by(each, most, depth);
      if (!argument) return std::nullopt;
      parts.arguments.push_back(std::move(*argument));
    }
  }
  const std::size_t count = parts.arguments.size();
  const bool plural = !parts.many.empty();
  if (plural && (count == 0 || !std::holds_alternative<std::int64_t>(parts.arguments[0].value))) {
    return std::nullopt;
  }
  const bool fits =
      count == 0 || (has_plain_fields(parts.id, count) && has_plain_fields(parts.many, count));
  if (!fits) return std::nullopt;
  return Sentence::of(std::move(parts));
}

bool says(const Sentence& sentence, const std::string& english) {
  try {
    return sentence.english() == english;
  } catch (const fmt::format_error&) {  // a form that does not fit what stands in the field
    return false;
  }
}

}  // namespace

void write_sentence(nlohmann::json& object, const std::string& key, const Sentence& sentence) {
  object[key] = sentence.english();
  if (!sentence.is_data()) object[key + "_said"] = said_json(sentence);
}

Sentence read_sentence(const nlohmann::json& object, const std::string& key, std::size_t most) {
  std::string english = quotable(object.at(key).get_ref<const std::string&>(), most);
  const auto said = object.find(key + "_said");
  if (said == object.end()) return english;
  auto sentence = said_by(*said, most, 0);
  if (!sentence || !says(*sentence, english)) return english;
  return std::move(*sentence);
}

}  // namespace warpscope
