#include "app/lesson/yaml_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/lesson/kernel_names.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t longest_list = 4096;
constexpr std::size_t most_keys = 64;           // of a map
constexpr std::size_t longest_field = 20'000;   // bytes
constexpr std::size_t longest_message = 2'000;  // characters

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Block texts of YAML end with a line break.
std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string scalar_of(const YAML::Node& node) { return node.IsScalar() ? node.Scalar() : ""; }

}  // namespace

void YamlFields::complain(const YAML::Node& node, const std::string& message) {
  complain(line_of(node), message);
}

void YamlFields::complain(int line, const std::string& message) {
  mistakes_.push_back({file_, line, quotable(message, longest_message)});
}

bool YamlFields::has_keys(const YAML::Node& node, std::string_view what,
                          const std::vector<std::string>& known) {
  const std::vector<std::string> names(known.begin(), known.end());
  if (!node.IsMap()) {
    complain(node, tr("{0} must be a map with the keys {1}.", what, one_of(names)));
    return false;
  }
  if (node.size() > most_keys) {
    complain(node, tr("{0} has {1} keys; it may have {2}.", what, node.size(), one_of(names)));
    return false;
  }
  std::vector<std::string> seen;
  for (const auto& entry : node) {
    const std::string key = scalar_of(entry.first);
    if (std::ranges::count(names, key) == 0) {
      complain(entry.first,
               tr("{0} has no key \"{1}\". {2}", what, quotable(key), did_you_mean(key, names)));
    } else if (std::ranges::count(seen, key) > 0) {
      complain(entry.first, tr("\"{}\" stands here for the second time and is ignored; "
                               "delete one of the two.",
                               quotable(key)));
    }
    seen.push_back(key);
  }
  return true;
}

std::optional<std::string> YamlFields::text(const YAML::Node& map, const char* key) {
  const YAML::Node node = map[key];
  if (!node.IsDefined()) return std::nullopt;
  if (node.IsScalar() && node.Scalar().size() > longest_field) {
    complain(node, tr("\"{0}\" has more than {1} bytes; write less.", key, longest_field));
    return std::nullopt;
  }
  if (node.IsScalar()) return printable_lines(node.Scalar());
  complain(node.IsNull() ? map : node, tr("\"{}\" must have a single value.", key));
  return std::nullopt;
}

std::optional<std::int64_t> YamlFields::number(const YAML::Node& map, const char* key,
                                               std::int64_t least, std::int64_t most) {
  const std::optional<std::string> written = text(map, key);
  if (!written) return std::nullopt;
  const std::optional<std::int64_t> value = whole(*written);
  if (value && *value >= least && *value <= most) return value;
  const std::string range = most == std::numeric_limits<std::int64_t>::max()
                                ? tr("a whole number from {}", least)
                                : tr("a whole number from {0} to {1}", least, most);
  complain(map[key], tr("\"{0}\" is \"{1}\", but it must be {2}.", key, quotable(*written), range));
  return std::nullopt;
}

void YamlFields::add_range(std::vector<std::int64_t>& list, const YAML::Node& item,
                           std::int64_t most) {
  const std::string written = scalar_of(item);
  const std::size_t dots = written.find("..");
  const auto first = whole(std::string_view(written).substr(0, dots));
  const auto last =
      dots == std::string::npos ? first : whole(std::string_view(written).substr(dots + 2));
  if (!first || !last || *first < 0 || *last < *first || *last > most ||
      list.size() + static_cast<std::size_t>(*last - *first) >= longest_list) {
    return complain(item,
                    tr("\"{0}\" must be a whole number, or a range such as 0..7, from 0 to {1}.",
                       quotable(written), most));
  }
  for (std::int64_t value = *first; value <= *last; ++value) list.push_back(value);
}

std::vector<std::int64_t> YamlFields::numbers(const YAML::Node& map, const char* key,
                                              std::int64_t most) {
  std::vector<std::int64_t> list;
  const YAML::Node node = map[key];
  if (!node.IsDefined()) return list;
  if (node.IsSequence()) {
    for (const auto& item : node) add_range(list, item, most);
  } else {
    add_range(list, node, most);
  }
  return list;
}

Words YamlFields::words(const YAML::Node& map, const char* key, bool required) {
  Words words;
  const YAML::Node node = map[key];
  if (!node.IsDefined() || !has_keys(node, fmt::format("\"{}\"", key), language_ids())) {
    if (required && !node.IsDefined()) {
      complain(map, tr("There is no \"{0}\": write {1}: {{en: \"…\", ru: \"…\"}}.", key, key));
    }
    return words;
  }
  for (const std::string& language : language_ids()) {
    const InLanguage speaking(*find_language(language));
    std::string own = with_kernel_titles(trimmed(text(node, language.c_str()).value_or("")));
    if (language == language_id(english)) {
      words.en = std::move(own);
    } else if (!own.empty()) {
      words.others.emplace(language, std::move(own));
    }
  }
  if (words.en.empty() && required) {
    complain(node, tr("\"{}\" has no English: write en: \"…\".", key));
  }
  return words;
}

std::string chosen(YamlFields& fields, const YAML::Node& map, const char* key,
                   const std::vector<std::string>& known) {
  const auto text = fields.text(map, key);
  if (!text || std::ranges::count(known, *text) > 0) return text.value_or("");
  fields.complain(
      map[key], tr("\"{0}\" is \"{1}\", but it must be {2}.", key, quotable(*text), one_of(known)));
  return "";
}

}  // namespace warpscope
