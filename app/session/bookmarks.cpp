#include "app/session/bookmarks.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>

#include "app/session/user_folders.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;

constexpr int version = 1;
constexpr std::uint64_t largest_notes = 1 << 20;
constexpr std::size_t longest_word = 4096;  // a path at most

Json to_json(const RunRequest& run) {
  Json json{{"kernel", run.kernel},
            {"input", run.input.kind},
            {"seed", run.input.seed},
            {"parameters", run.parameters},
            {"traced_block", run.traced_block},
            {"random_schedule", run.schedule.random},
            {"schedule_seed", run.schedule.seed},
            {"highest_lane_wins", run.schedule.highest_lane_wins}};
  if (run.size) json["size"] = *run.size;
  if (run.block) json["block"] = *run.block;
  if (run.what_if.drop_barrier != 0) json["without_barrier"] = run.what_if.drop_barrier;
  if (run.what_if.pad != 0) json["padded"] = run.what_if.pad;
  return json;
}

std::string word_of(const Json& json) {
  return quotable(json.get_ref<const std::string&>(), longest_word);
}

RunRequest run_from(const Json& json) {
  RunRequest run;
  run.kernel = word_of(json.at("kernel"));
  if (json.contains("input")) run.input.kind = word_of(json.at("input"));
  run.input.seed = whole_number_or(json, "seed", run.input.seed);
  if (json.contains("parameters")) {
    for (const auto& [name, value] : json.at("parameters").get_ref<const Json::object_t&>()) {
      run.parameters[quotable(name)] = word_of(value);
    }
  }
  run.traced_block = whole_number_or(json, "traced_block", 0);
  run.schedule.random = json.value("random_schedule", false);
  run.schedule.seed = whole_number_or(json, "schedule_seed", run.schedule.seed);
  run.schedule.highest_lane_wins = json.value("highest_lane_wins", false);
  if (json.contains("size")) run.size = whole_number<std::int64_t>(json.at("size"));
  if (json.contains("block")) run.block = whole_number<int>(json.at("block"));
  run.what_if.drop_barrier = whole_number_or(json, "without_barrier", 0);
  run.what_if.pad = whole_number_or(json, "padded", 0);
  return run;
}

Json to_json(const Bookmark& bookmark) {
  return {{"number", bookmark.number},
          {"access", bookmark.access},
          {"place", bookmark.place},
          {"note", bookmark.note},
          {"run", to_json(bookmark.run)}};
}

/// Throws what the JSON library throws; nothing where a number is out of range.
std::optional<Bookmark> bookmark_from(const Json& json) {
  Bookmark bookmark;
  const auto number = whole_number<std::int64_t>(json.at("number"));
  const auto access = whole_number<std::int64_t>(json.at("access"));
  if (number < 1 || number > most_bookmarks || access < 0 || access > UINT32_MAX) return {};
  bookmark.number = static_cast<int>(number);
  bookmark.access = static_cast<std::uint32_t>(access);
  bookmark.place = printable(json.value("place", ""));
  bookmark.note = printable_lines(json.value("note", ""));
  bookmark.run = run_from(json.at("run"));
  if (bookmark.note.size() > longest_note || bookmark.place.size() > longest_note) return {};
  return bookmark;
}

std::optional<Bookmarks> bookmarks_from(const Json& json) {
  if (whole_number<int>(json.at("version")) != version) return {};
  Bookmarks list;
  for (const Json& entry : json.at("bookmarks")) {
    std::optional<Bookmark> bookmark = bookmark_from(entry);
    if (!bookmark || find_bookmark(list, bookmark->number) != nullptr) return {};
    set_bookmark(list, std::move(*bookmark));
  }
  return list;
}

}  // namespace

bool same_picture(const RunRequest& a, const RunRequest& b) {
  RunRequest other = b;
  other.machine = a.machine;
  return same_run(a, other);
}

std::string run_difference(const RunRequest& run, const RunRequest& now) {
  if (run.kernel != now.kernel) return run.kernel;
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!text.empty()) text += ", ";
    text += part;
  };
  if (run.size != now.size && run.size) add("n " + std::to_string(*run.size));
  if (run.block != now.block && run.block) add("block " + std::to_string(*run.block));
  for (const auto& [name, value] : run.parameters) {
    const auto other = now.parameters.find(name);
    if (other == now.parameters.end() || other->second != value)
      add(std::string(name).append(" ").append(value));
  }
  if (run.input.kind != now.input.kind || run.input.seed != now.input.seed) {
    add(run.input.kind + " #" + std::to_string(run.input.seed));
  }
  if (run.traced_block != now.traced_block) {
    add("traced block " + std::to_string(run.traced_block));
  }
  if (const int line = run.what_if.drop_barrier; line != now.what_if.drop_barrier) {
    add(line == 0 ? "with every barrier" : "without the barrier of line " + std::to_string(line));
  }
  if (const int pad = run.what_if.pad; pad != now.what_if.pad) {
    add(pad == 0 ? "not padded" : "padded by 1 in " + std::to_string(pad));
  }
  return text.empty() ? "another schedule" : text;
}

const Bookmark* find_bookmark(const Bookmarks& list, int number) {
  const auto found = std::ranges::find(list, number, &Bookmark::number);
  return found == list.end() ? nullptr : &*found;
}

void set_bookmark(Bookmarks& list, Bookmark bookmark) {
  const auto place = std::ranges::lower_bound(list, bookmark.number, {}, &Bookmark::number);
  if (place == list.end() || place->number != bookmark.number) {
    list.insert(place, std::move(bookmark));
    return;
  }
  if (bookmark.note.empty()) bookmark.note = std::move(place->note);
  *place = std::move(bookmark);
}

void erase_bookmark(Bookmarks& list, int number) {
  std::erase_if(list, [&](const Bookmark& bookmark) { return bookmark.number == number; });
}

std::filesystem::path notes_path(const Options& options, const std::filesystem::path& folder) {
  if (options.file) {
    std::filesystem::path path = *options.file;
    return path += ".notes.json";
  }
  if (folder.empty() || options.request.kernel.empty()) return {};
  return folder / (options.request.kernel + ".json");
}

std::filesystem::path default_notes_folder() {
  const std::filesystem::path folder = user_data_folder();
  return folder.empty() ? folder : folder / "notes";
}

Result<Bookmarks> load_bookmarks(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return Bookmarks{};
  const Result<std::string> text = read_text_file(path, largest_notes);
  if (!text) {
    return Error{text.error().kind, "The bookmarks are not shown. " + text.error().message +
                                        " The file is kept as .bak when new ones are set."};
  }
  try {
    if (std::optional<Bookmarks> list = bookmarks_from(parse_json(text.value()))) {
      return std::move(*list);
    }
  } catch (const Json::exception&) {
    // Said below, in words that do not depend on the JSON library.
  }
  return Error{ErrorKind::usage, "The bookmarks in " + path.string() +
                                     " are damaged, or of a newer Warpscope, and were not read; "
                                     "the file is kept as .bak when new ones are set."};
}

Status save_bookmarks(const Bookmarks& list, const std::filesystem::path& path) {
  if (path.empty()) {
    return Error{ErrorKind::unavailable,
                 "There is no folder for bookmarks: neither XDG_DATA_HOME nor HOME is set. They "
                 "last until the window closes."};
  }
  std::error_code error;
  if (!path.parent_path().empty()) {
    std::filesystem::create_directories(path.parent_path(), error);
  }
  if (error) {
    return Error{ErrorKind::failed, "The bookmarks could not be saved: the folder " +
                                        path.parent_path().string() +
                                        " cannot be made: " + error.message() + "."};
  }
  Json entries = Json::array();
  for (const Bookmark& bookmark : list) entries.push_back(to_json(bookmark));
  const std::string text =
      json_text(Json{{"version", version}, {"bookmarks", std::move(entries)}}, 2) + "\n";
  Status saved = write_file_atomically(path, std::as_bytes(std::span(text)));
  if (saved) return saved;
  return Error{saved.error().kind,
               "The bookmarks last only until the window closes. " + saved.error().message};
}

}  // namespace warpscope
