#include "app/lesson/claim_records.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "app/lesson/lesson_input.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/trace/json_fault.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {

struct ClaimRecords::Record {
  nlohmann::json json;
  std::string card;
};

namespace {

using RecordJson = nlohmann::json;

constexpr std::size_t largest_claim_record = std::size_t{16} << 20U;

constexpr std::string_view record_ms = "ms", gb_per_s = "gb_per_s", timed_bytes = "timed_bytes",
                           timed_block = "timed_block", timed_wavefronts = "timed_wavefronts",
                           conflict_percent = "conflict_percent", of_any_record = "record";
constexpr std::array claim_record_functions{
    RecordFunction{record_ms, "milliseconds, the median"},
    RecordFunction{gb_per_s, "bytes that had to be moved, by that time"},
    RecordFunction{timed_bytes, "bytes that had to be moved"},
    RecordFunction{timed_block, "threads of a block when it was timed"},
    RecordFunction{timed_wavefronts, "of shared memory, of all blocks"},
    RecordFunction{
        conflict_percent,
        "of its time that its bank conflicts take: the kernel with conflict-free indices"},
    RecordFunction{of_any_record,
                   "any number of a record: record(\"h200/device multiprocessors\")"},
};

std::vector<std::string> words_of_record(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::optional<double> plain_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

/// "4096" or "2^22".
std::optional<double> number_or_power(std::string_view text) {
  const std::size_t hat = text.find('^');
  if (hat == std::string_view::npos) return plain_number(text);
  const auto base = plain_number(text.substr(0, hat)),
             exponent = plain_number(text.substr(hat + 1));
  if (!base || !exponent) return std::nullopt;
  const double power = std::pow(*base, *exponent);
  return std::isfinite(power) ? std::optional(power) : std::nullopt;
}

/// The value below keys that points separate, "parameters.index"; nullptr if there is none.
const RecordJson* json_below(const RecordJson& map, std::string_view path) {
  const RecordJson* at = &map;
  while (!path.empty()) {
    const std::size_t point = path.find('.');
    const std::string key(path.substr(0, point));
    if (!at->is_object() || !at->contains(key)) return nullptr;
    at = &at->at(key);
    path = point == std::string_view::npos ? std::string_view() : path.substr(point + 1);
  }
  return at;
}

/// Whether a value is what a text says, or a list has such a one; a missing one is the empty text.
bool is_value(const RecordJson* value, std::string_view text) {
  if (value == nullptr) return text.empty();
  if (value->is_array()) {
    return std::ranges::any_of(*value,
                               [&](const RecordJson& each) { return is_value(&each, text); });
  }
  if (value->is_string()) return value->get_ref<const std::string&>() == text;
  if (value->is_boolean()) return (value->get<bool>() ? "true" : "false") == text;
  const auto number = number_or_power(text);
  return value->is_number() && number && value->get<double>() == *number;
}

std::pair<std::string_view, std::string_view> key_and_value(std::string_view word) {
  const std::size_t equals = word.find('=');
  return {word.substr(0, equals), word.substr(equals + 1)};
}

bool is_line_of(const RecordJson& line, const std::vector<std::string>& words, bool what_if) {
  if (!line.is_object() || line.contains("what_if") != what_if) return false;
  const RecordJson* const kernel = json_below(line, line.contains("kernel") ? "kernel" : "subject");
  if (!is_value(kernel, words[1]) || !is_value(json_below(line, "size"), words[2])) return false;
  return std::all_of(words.begin() + 3, words.end(), [&](const std::string& word) {
    const auto [key, value] = key_and_value(word);
    if (key == "block") return is_value(json_below(line, key), value);
    return is_value(json_below(line, std::string("parameters.").append(key)), value);
  });
}

/// The line of a timing that the words name.
Result<const RecordJson*> timed_line(const RecordJson& json, const std::vector<std::string>& words,
                                     const std::string& text) {
  const RecordJson* const results = json_below(json, "results");
  if (results == nullptr || !results->is_array()) {
    return usage_error(tr("\"{}\" holds no times.", words[0]));
  }
  std::vector<const RecordJson*> found;
  for (const RecordJson& line : *results) {
    if (is_line_of(line, words, false)) found.push_back(&line);
  }
  if (found.size() == 1) return found.front();
  return usage_error(
      tr("\"{0}\" fits {1} lines of the record, but must fit one; add what tells them "
         "apart, such as block=256.",
         quotable(text), found.size()));
}

Result<double> timed_figure(const RecordJson& json, std::string_view id,
                            const std::vector<std::string>& words, const std::string& text) {
  constexpr std::size_t least_words = 3;
  if (words.size() < least_words || !number_or_power(words[2])) {
    return usage_error(
        tr("{0}() wants a record, a kernel and a size, such as "
           "\"h200/scan scan_blelloch 2^28\", not \"{1}\".",
           id, quotable(text)));
  }
  for (std::size_t i = least_words; i < words.size(); ++i) {
    if (words[i].find('=') == std::string::npos) {
      return usage_error(
          tr("\"{}\" must be a parameter and its value, such as stride=2.", quotable(words[i])));
    }
  }
  const Result<const RecordJson*> line = timed_line(json, words, text);
  if (!line) return line.error();
  static const std::map<std::string_view, const char*> keys{
      {record_ms, "median_ms"},         {gb_per_s, "gigabytes_per_second"},
      {timed_bytes, "bytes"},           {timed_block, "block"},
      {timed_wavefronts, "wavefronts"}, {conflict_percent, "conflict_share"}};
  const char* const key = keys.at(id);
  const RecordJson* const value = json_below(*line.value(), key);
  if (value == nullptr || !value->is_number()) {
    return usage_error(tr("The record of \"{0}\" does not say {1}.", quotable(text), key));
  }
  return value->get<double>() * (id == conflict_percent ? 100 : 1);
}

/// The only entry of a list that all of the words fit, each a key=value.
Result<const RecordJson*> entry_of(const RecordJson& list, std::span<const std::string> words) {
  std::vector<const RecordJson*> found;
  for (const RecordJson& entry : list) {
    const bool fits = std::ranges::all_of(words, [&](const std::string& word) {
      const auto [key, value] = key_and_value(word);
      return is_value(json_below(entry, key), value);
    });
    if (fits) found.push_back(&entry);
  }
  if (found.size() == 1) return found.front();
  return usage_error(
      tr("\"{0}\" fits {1} entries of a list, but must fit one.", words.front(), found.size()));
}

Result<double> at_path(const RecordJson& json, std::span<const std::string> words) {
  const RecordJson* at = &json;
  while (!words.empty()) {
    std::size_t used = 1;
    if (at->is_array()) {
      used = 0;
      while (used < words.size() && words[used].find('=') != std::string::npos) ++used;
      const auto index = plain_number(words.front());
      if (used == 0 && index && *index >= 0 && *index < static_cast<double>(at->size())) {
        at = &(*at)[static_cast<std::size_t>(*index)];
        used = 1;
      } else if (used > 0) {
        const Result<const RecordJson*> entry = entry_of(*at, words.first(used));
        if (!entry) return entry.error();
        at = entry.value();
      } else {
        return usage_error(
            tr("\"{}\" is to choose an entry of a list: write key=value, or its number "
               "from 0.",
               quotable(words.front())));
      }
    } else {
      at = json_below(*at, words.front());
      if (at == nullptr)
        return usage_error(tr("The record has no \"{}\" there.", quotable(words.front())));
    }
    words = words.subspan(used);
  }
  if (at->is_number()) return at->get<double>();
  return usage_error(tr("What the record has there is no number."));
}

}  // namespace

std::span<const RecordFunction> record_functions() { return claim_record_functions; }

ClaimRecords::ClaimRecords(std::filesystem::path lesson_file)
    : lesson_file_(std::move(lesson_file)) {}
ClaimRecords::~ClaimRecords() = default;

Result<const ClaimRecords::Record*> ClaimRecords::find(const std::string& name) {
  if (const auto known = records_.find(name); known != records_.end()) return known->second.get();
  auto next = std::make_unique<Record>();
  if (name.ends_with(".json")) {
    const Result<std::string> file = lesson_input(name, lesson_file_);
    if (!file) return file.error();
    const Result<std::string> text = read_text_file(file.value(), largest_claim_record);
    if (!text) return text.error();
    next->json = parse_json(text.value());
    if (!next->json.is_object()) {
      return usage_error(
          tr("The record {0} cannot be read: {1}. It should be an object, such as warpscope bench "
             "--json "
             "prints.",
             quotable(name), json_fault(text.value()).text()));
    }
    const RecordJson* const device = json_below(next->json, "device");
    next->card = device != nullptr && device->is_string() ? device->get<std::string>() : name;
  } else {
    const std::size_t slash = name.find('/');
    const std::string folder = name.substr(0, slash);
    const std::string stem = slash == std::string::npos ? "" : name.substr(slash + 1);
    for (const std::string_view prefix : {"timing_", ""}) {
      const std::string_view text = embedded_text(std::string("assets/measurements/")
                                                      .append(folder)
                                                      .append("/")
                                                      .append(prefix)
                                                      .append(stem)
                                                      .append(".json"));
      if (text.empty()) continue;
      next->json = parse_json(text);
      break;
    }
    next->card = folder;
  }
  if (!next->json.is_object()) {
    return usage_error(tr(
        "There is no record \"{}\"; the program's own are named after their folder and file, such "
        "as h200/scan, and a lesson's own \"mine.json\" lies in its folder.",
        quotable(name)));
  }
  return records_.emplace(name, std::move(next)).first->second.get();
}

Result<double> ClaimRecords::figure(std::string_view id, const std::string& text) {
  const std::vector<std::string> words = words_of_record(text);
  if (words.empty()) return usage_error(tr("{}() wants the name of a record.", id));
  const Result<const Record*> found = find(words.front());
  if (!found) return found.error();
  cards_.insert(found.value()->card);
  if (id == of_any_record) return at_path(found.value()->json, std::span(words).subspan(1));
  return timed_figure(found.value()->json, id, words, text);
}

}  // namespace warpscope
