#include "app/session/work_place.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/programs/program_editor.hpp"
#include "instrumentation/run/run_option_table.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using PlaceJson = nlohmann::json;

constexpr int place_version = 1;
constexpr std::size_t longest_word_of_place = 4096, most_stops_of_place = 1000;
constexpr std::size_t most_zooms_of_place = 64;
constexpr double largest_zoom_of_place = 1e9;

PlaceJson run_json(const RunRequest& run) {
  PlaceJson options = PlaceJson::object();
  for (const RunOption& option : run_options()) {
    if (option.machine) continue;  // another start may have another one
    if (const auto texts = option.texts(run); !texts.empty()) {
      options[std::string(option.id)] = texts;
    }
  }
  return {{"kernel", run.kernel}, {"options", std::move(options)}};
}

std::string word_in(const PlaceJson& json) {
  return quotable(json.get_ref<const std::string&>(), longest_word_of_place);
}

/// Throws what the JSON library throws, as those below do. What does not have its option's form is left out.
RunRequest run_in(const PlaceJson& json) {
  RunRequest run;
  run.kernel = word_in(json.at("kernel"));
  const PlaceJson& options = json.at("options");
  for (const RunOption& option : run_options()) {
    const auto texts = options.find(option.id);
    if (option.machine || texts == options.end()) continue;
    for (const PlaceJson& text : *texts) {
      static_cast<void>(option.read(option.id, word_in(text), run));
    }
  }
  return run;
}

PlaceJson texts_json(const std::map<std::filesystem::path, std::string>& unsaved) {
  PlaceJson texts = PlaceJson::array();
  for (const auto& [file, text] : unsaved) {
    if (text.size() > ProgramEditor::largest) continue;
    texts.push_back({{"file", file.string()}, {"text", text}});
  }
  return texts;
}

PlaceJson zooms_json(const ZoomPlaces& zooms) {
  PlaceJson list = PlaceJson::array();
  for (const auto& [picture, place] : zooms.of) {
    if (list.size() == most_zooms_of_place) break;
    list.push_back(
        {{"picture", picture}, {"factor", place.factor}, {"x", place.x}, {"y", place.y}});
  }
  return list;
}

/// What no picture can be zoomed to is left out; a picture keeps the rest inside of itself.
ZoomPlaces zooms_in(const PlaceJson& json) {
  ZoomPlaces zooms;
  for (const PlaceJson& each : json) {
    if (zooms.of.size() == most_zooms_of_place) break;
    const ZoomPlace place{each.at("factor").get<double>(), each.at("x").get<double>(),
                          each.at("y").get<double>()};
    const auto part = [](double at) { return at >= 0 && at <= 1; };  // false of what is no number
    if (!(place.factor > 1 && place.factor <= largest_zoom_of_place)) continue;
    if (part(place.x) && part(place.y))
      zooms.of.insert_or_assign(word_in(each.at("picture")), place);
  }
  return zooms;
}

WorkPlace place_in(const PlaceJson& json) {
  WorkPlace place;
  place.file = word_in(json.at("file"));
  place.run = run_in(json.at("run"));
  place.access = whole_number<std::uint32_t>(json.at("access"));
  place.lesson = word_in(json.at("lesson"));
  place.stop = std::min(whole_number<std::size_t>(json.at("stop")), most_stops_of_place);
  place.layout = word_in(json.at("layout"));
  if (json.contains("zooms")) place.zooms = zooms_in(json.at("zooms"));
  return place;
}

}  // namespace

std::string place_text(const WorkPlace& place, bool early) {
  const PlaceJson json{{"version", place_version},
                       {"early", early},
                       {"place",
                        {{"file", place.file.string()},
                         {"run", run_json(place.run)},
                         {"access", place.access},
                         {"lesson", place.lesson},
                         {"stop", place.stop},
                         {"layout", place.layout},
                         {"zooms", zooms_json(place.zooms)}}},
                       {"unsaved", texts_json(place.unsaved)}};
  return json_text(json, 2) + "\n";
}

std::string unsaved_text(const std::map<std::filesystem::path, std::string>& unsaved) {
  const PlaceJson json{{"version", place_version}, {"unsaved", texts_json(unsaved)}};
  return json_text(json, 2) + "\n";
}

std::optional<WrittenPlace> read_place_text(std::string_view text) {
  try {
    const PlaceJson json = parse_json(text);
    if (whole_number<int>(json.at("version")) != place_version) return std::nullopt;
    WrittenPlace written;
    written.early = json.value("early", false);
    for (const PlaceJson& each : json.at("unsaved")) {
      written.unsaved.emplace(word_in(each.at("file")),
                              printable_lines(each.at("text").get_ref<const std::string&>()));
    }
    if (json.contains("place")) {
      written.place = place_in(json.at("place"));
      written.place->unsaved = written.unsaved;
    }
    return written;
  } catch (const PlaceJson::exception&) {
    return std::nullopt;
  }
}

}  // namespace warpscope
