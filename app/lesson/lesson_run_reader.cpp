#include "app/lesson/lesson_run_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/lesson/lesson_input.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_parameters = 32;

/// Keys of the operations, each once: all atomics are "atomic".
std::vector<std::string> operation_keys() {
  std::vector<std::string> keys;
  for (const OperationTraits& row : operation_traits) {
    if (std::ranges::count(keys, row.key) == 0) keys.emplace_back(row.key);
  }
  return keys;
}

/// Adds an option if its text has the right form.
void add_option(YamlFields& fields, const YAML::Node& node, const RunOption& option,
                const std::string& text, StopRun& run) {
  RunRequest scratch;
  const Status read = option.read(fmt::format("\"{}\"", lesson_key(option)), text, scratch);
  if (read) {
    run.options.emplace_back(&option, text);
  } else {
    fields.complain(node, read.error().message);
  }
}

/// {type: float}: a map of what the command line takes as --param type=float.
void read_parameters(YamlFields& fields, const YAML::Node& parameters, StopRun& run) {
  if (!parameters.IsDefined()) return;
  if (!parameters.IsMap()) {
    return fields.complain(parameters, tr("\"parameters\" must be a map, such as {type: float}."));
  }
  if (parameters.size() > most_parameters) {
    return fields.complain(parameters,
                           tr("\"parameters\" has more entries than any kernel takes."));
  }
  for (const auto& entry : parameters) {
    if (!entry.first.IsScalar() || !entry.second.IsScalar()) continue;
    const std::string name = quotable(entry.first.Scalar()),
                      value = quotable(entry.second.Scalar());
    add_option(fields, entry.first, run_option("param"),
               std::string(name).append("=").append(value), run);
  }
}

/// The kernel beside it; empty for "none".
std::optional<std::string> read_rival(YamlFields& fields, const YAML::Node& node) {
  if (fields.text(node, "compare") == "none") return std::string();
  return read_kernel(fields, node, "compare");
}

std::optional<BankModel> read_banks(YamlFields& fields, const YAML::Node& node) {
  std::vector<std::string> models;
  for (const BankModel model : all_bank_models) models.emplace_back(id(model));
  return bank_model(chosen(fields, node, "banks", models));
}

void read_pick(YamlFields& fields, const YAML::Node& node, StopPlace& place) {
  const auto text = fields.text(node, "access");
  if (!text) return;
  if (*text == "first") return;
  if (*text == "last") {
    place.pick = StopPlace::Pick::last;
  } else if (*text == "costliest") {
    place.pick = StopPlace::Pick::costliest;
  } else if (const auto number = fields.number(node, "access", 1)) {
    place.pick = StopPlace::Pick::number;
    place.number = *number;
  }
}

}  // namespace

bool is_for_lessons(const RunOption& option) { return !option.machine && !option.repeated; }

std::string lesson_key(const RunOption& option) {
  std::string key(option.id);
  std::ranges::replace(key, '-', '_');
  return key;
}

std::optional<std::string> read_kernel(YamlFields& fields, const YAML::Node& map, const char* key) {
  std::optional<std::string> id = fields.text(map, key);
  if (!id || id->empty()) return id;
  if (const auto known = find_kernel(*id); !known) {
    fields.complain(map[key], known.error().message);
    return std::nullopt;
  }
  return id;
}

StopRun read_run(YamlFields& fields, const YAML::Node& node, bool of_program) {
  StopRun run;
  if (of_program) {  // that runs as the user has chosen
    if (fields.has_keys(node, tr("\"run\" of a program's lesson"), {"banks"})) {
      run.banks = read_banks(fields, node);
    }
    return run;
  }
  std::vector<std::string> keys{"fresh", "kernel", "compare", "banks", "parameters"};
  for (const RunOption& option : run_options()) {
    if (is_for_lessons(option)) keys.push_back(lesson_key(option));
  }
  if (!fields.has_keys(node, "\"run\"", keys)) return run;
  run.fresh = chosen(fields, node, "fresh", {"true", "false"}) == "true";
  run.kernel = read_kernel(fields, node, "kernel");
  run.compare = read_rival(fields, node);
  for (const RunOption& option : run_options()) {
    if (!is_for_lessons(option)) continue;
    const std::string key = lesson_key(option);
    std::optional<std::string> text = fields.text(node, key.c_str());
    if (text && option.id == "input") {
      Result<std::string> own = lesson_input(*text, fields.file());
      if (!own) fields.complain(node[key], own.error().message);
      text = own ? std::optional(std::move(own).value()) : std::nullopt;
    }
    if (text) add_option(fields, node[key], option, *text, run);
  }
  run.banks = read_banks(fields, node);
  read_parameters(fields, node["parameters"], run);
  return run;
}

StopPlace read_place(YamlFields& fields, const YAML::Node& node, bool of_program) {
  StopPlace place;
  std::vector<std::string> keys{"step",  "value",     "round", "launch", "line",
                                "array", "operation", "warp",  "access"};
  if (of_program) keys.emplace_back("kernel");
  if (!fields.has_keys(node, "\"at\"", keys)) return place;
  if (of_program) place.kernel = fields.text(node, "kernel").value_or("");
  place.step = fields.text(node, "step");
  place.value = fields.number(node, "value", std::numeric_limits<std::int64_t>::min());
  place.round = fields.number(node, "round", 1);
  place.launch = fields.number(node, "launch", 1);
  place.line = fields.text(node, "line");
  place.array = fields.text(node, "array");
  place.warp = fields.number(node, "warp", 0, 31);
  if (const std::string key = chosen(fields, node, "operation", operation_keys()); !key.empty()) {
    place.operation = std::ranges::find(operation_traits, key, &OperationTraits::key)->operation;
  }
  read_pick(fields, node, place);
  return place;
}

}  // namespace warpscope
