#include "app/session/settings.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>

#include "app/session/user_folders.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;

bool sensible(const Settings& settings) {
  return std::ranges::count(theme_ids, settings.theme) > 0 &&
         (settings.language == "en" || settings.language == "ru") && settings.scale >= min_scale &&
         settings.scale <= max_scale;
}

/// What is as in the present access is left out.
Json json_of(const Playground& formula) {
  Json json{
      {"text", formula.formula}, {"values", formula.values}, {"all_lanes", formula.all_lanes}};
  if (formula.bytes) json["bytes"] = *formula.bytes;
  if (formula.store) json["store"] = *formula.store;
  if (formula.model) json["banks"] = id(*formula.model);
  return json;
}

/// What no present version writes is taken as if it were left out.
Playground formula_of(const Json& json) {
  Playground formula;
  formula.formula = json.value("text", formula.formula);
  formula.values = json.value("values", formula.values);
  formula.all_lanes = json.value("all_lanes", formula.all_lanes);
  const int bytes = json.value("bytes", 0);
  if (std::ranges::find(formula_widths, bytes) != formula_widths.end()) formula.bytes = bytes;
  if (json.contains("store")) formula.store = json.at("store").get<bool>();
  formula.model = bank_model(json.value("banks", ""));
  return formula;
}

}  // namespace

std::string_view next_theme(std::string_view id) {
  const auto here = std::ranges::find(theme_ids, id);
  return here == theme_ids.end() || here + 1 == theme_ids.end() ? theme_ids.front() : *(here + 1);
}

std::filesystem::path settings_path() {
  const std::filesystem::path folder = user_config_folder();
  return folder.empty() ? folder : folder / "settings.json";
}

Result<Settings> load_settings(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) return Settings{};
  Settings settings;
  try {
    const Json json = Json::parse(file);
    settings.theme = json.value("theme", settings.theme);
    settings.scale = json.value("scale", settings.scale);
    settings.reduced_motion = json.value("reduced_motion", settings.reduced_motion);
    settings.language = json.value("language", settings.language);
    settings.kernel = json.value("kernel", settings.kernel);
    if (json.contains("formula")) settings.formula = formula_of(json.at("formula"));
    if (sensible(settings)) return settings;
  } catch (const Json::exception&) {
    // Said below, in words that do not depend on the JSON library.
  }
  return Error{ErrorKind::usage, "The settings in " + path.string() +
                                     " are damaged and were ignored; they are written anew when "
                                     "the window closes."};
}

Status save_settings(const Settings& settings, const std::filesystem::path& path) {
  if (path.empty()) {
    return Error{ErrorKind::unavailable,
                 "There is no folder for settings: neither XDG_CONFIG_HOME nor HOME is set."};
  }
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) {
    return Error{ErrorKind::failed, "The settings could not be saved: the folder " +
                                        path.parent_path().string() +
                                        " cannot be made: " + error.message() + "."};
  }
  const std::string text = Json{{"theme", settings.theme},
                                {"scale", settings.scale},
                                {"reduced_motion", settings.reduced_motion},
                                {"language", settings.language},
                                {"kernel", settings.kernel},
                                {"formula", json_of(settings.formula)}}
                               .dump(2) +
                           "\n";
  return write_file_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace warpscope
