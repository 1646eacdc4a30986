#include "app/session/settings.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>

#include "app/files/kept_file.hpp"
#include "app/files/set_aside.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;

bool sensible(const Settings& settings) {
  return std::ranges::count(theme_ids, settings.theme) > 0 &&
         find_language(settings.language).has_value() && settings.scale >= min_scale &&
         settings.scale <= max_scale;
}

/// Throws as the library does if it has a word that is not known.
Motion motion_of(const Json& json) {
  // Versions before there was a choice of three wrote this.
  if (json.value("reduced_motion", false)) return Motion::less;
  const std::string word = json.value("motion", std::string(motion_ids.front()));
  const auto found = std::ranges::find(motion_ids, word);
  if (found == motion_ids.end()) throw Json::other_error::create(501, "motion", nullptr);
  return static_cast<Motion>(found - motion_ids.begin());
}

/// Leaves out everything that is as in the present access.
Json json_of(const Playground& formula) {
  Json json{
      {"text", formula.formula}, {"values", formula.values}, {"all_lanes", formula.all_lanes}};
  if (formula.bytes) json["bytes"] = *formula.bytes;
  if (formula.store) json["store"] = *formula.store;
  if (formula.model) json["banks"] = id(*formula.model);
  return json;
}

/// A border and its name in the file.
struct NamedBorder {
  const char* name;
  float Splitters::*share;
};
constexpr auto named_borders = std::to_array<NamedBorder>({
    {"left", &Splitters::left},
    {"right", &Splitters::right},
    {"left_upper", &Splitters::left_upper},
    {"middle_upper", &Splitters::middle_upper},
    {"right_upper", &Splitters::right_upper},
    {"compare_upper", &Splitters::compare_upper},
    {"lesson_upper", &Splitters::lesson_upper},
    {"program_left", &Splitters::program_left},
    {"console_upper", &Splitters::console_upper},
    {"console_left", &Splitters::console_left},
});
static_assert(sizeof(Splitters) == named_borders.size() * sizeof(float), "one is not kept");

/// Of each layout, the borders that the user has moved.
Json json_of(const decltype(Settings::borders)& borders) {
  Json json = Json::object();
  for (const LayoutKind kind : all_values<LayoutKind>) {
    for (const auto& [name, share] : named_borders) {
      const float at = borders[static_cast<std::size_t>(kind)].*share;
      if (at != Splitters().*share) json[std::string(names_of(kind).id)][name] = at;
    }
  }
  return json;
}

/// Values that no present version writes count as left out.
decltype(Settings::borders) borders_of(const Json& json) {
  decltype(Settings::borders) borders;
  for (const LayoutKind kind : all_values<LayoutKind>) {
    const auto moved = json.find(std::string(names_of(kind).id));
    if (moved == json.end() || !moved->is_object()) continue;
    for (const auto& [name, share] : named_borders) {
      const auto at = moved->find(name);
      if (at == moved->end() || !at->is_number()) continue;
      const auto value = at->get<float>();
      if (value >= least_share && value <= most_share) {
        borders[static_cast<std::size_t>(kind)].*share = value;
      }
    }
  }
  return borders;
}

KeptFile settings_file(const std::filesystem::path& path) {
  return {.path = path,
          .unreadable =
              [](const Sentence& why) {
                return say(
                    "The settings are the default ones. {} The file is kept as "
                    ".bak when the window closes and "
                    "writes them anew.",
                    why);
              },
          .damaged =
              [path] {
                return say(
                    "The settings in {} are damaged and were ignored; the file is "
                    "kept as .bak when the window "
                    "closes and writes them anew.",
                    path.string());
              }};
}

/// Values that no present version writes count as left out.
Playground formula_of(const Json& json) {
  Playground formula;
  formula.formula = printable(json.value("text", formula.formula));
  formula.values = printable(json.value("values", formula.values));
  formula.all_lanes = json.value("all_lanes", formula.all_lanes);
  const int bytes = whole_number_or(json, "bytes", 0);
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

Sentence theme_label(std::string_view id) {
  if (id == "dark") return say_c("theme", "dark");
  if (id == "light") return say_c("theme", "light");
  return say_c("theme", "projector");
}

std::filesystem::path settings_path() {
  const std::filesystem::path folder = user_config_folder();
  return folder.empty() ? folder : folder / "settings.json";
}

Result<Settings> load_settings(const std::filesystem::path& path, const Settings& unless_known) {
  Settings settings = unless_known;
  const auto take = [&](const Json& json) {
    settings.theme = json.value("theme", settings.theme);
    settings.scale = json.value("scale", settings.scale);
    settings.motion = motion_of(json);
    settings.language = json.value("language", settings.language);
    settings.kernel = json.value("kernel", settings.kernel);
    settings.cuda_twin = json.value("cuda_twin", settings.cuda_twin);
    if (json.contains("formula")) settings.formula = formula_of(json.at("formula"));
    if (json.contains("borders")) settings.borders = borders_of(json.at("borders"));
    return sensible(settings);
  };
  if (Status read = read_kept(settings_file(path), take); !read) return read.error();
  return settings;
}

Status save_settings(const Settings& settings, const std::filesystem::path& path) {
  if (path.empty()) {
    return Error{ErrorKind::unavailable,
                 say("There is no folder for settings: neither XDG_CONFIG_HOME nor HOME is set.")};
  }
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) {
    return Error{ErrorKind::failed,
                 say("The settings could not be saved: the folder {0} cannot be made: {1}.",
                     path.parent_path().string(), error.message())};
  }
  if (!load_settings(path)) {
    if (const auto aside = set_aside(path); !aside) return aside.error();
  }
  const Json json{{"theme", settings.theme},
                  {"scale", settings.scale},
                  {"motion", motion_ids.at(static_cast<std::size_t>(settings.motion))},
                  {"language", settings.language},
                  {"kernel", settings.kernel},
                  {"cuda_twin", settings.cuda_twin},
                  {"formula", json_of(settings.formula)},
                  {"borders", json_of(settings.borders)}};
  const std::string text = json_text(json, 2) + "\n";
  return write_file_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace warpscope
