#include "app/notes/bookmarks.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "app/files/kept_file.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/run/kernel_title.hpp"
#include "instrumentation/run/run_option_table.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;

constexpr int version = 2;                  // 1 had a key of its own for each option of a run
constexpr std::size_t longest_word = 4096;  // a path at most

Json to_json(const RunRequest& run) {
  Json options = Json::object();
  for (const RunOption& option : run_options()) {
    if (option.machine) continue;  // the picture is the same wherever it ran
    if (const auto texts = option.texts(run); !texts.empty())
      options[std::string(option.id)] = texts;
  }
  return {{"kernel", run.kernel}, {"options", std::move(options)}};
}

std::string word_of(const Json& json) {
  return quotable(json.get_ref<const std::string&>(), longest_word);
}

/// Throws what the JSON library throws; nullopt if a text does not have its option's form.
std::optional<RunRequest> run_from(const Json& json) {
  RunRequest run;
  run.kernel = word_of(json.at("kernel"));
  const Json& options = json.at("options");
  for (const RunOption& option : run_options()) {
    const auto texts = options.find(option.id);
    if (option.machine || texts == options.end()) continue;
    for (const Json& text : *texts) {
      if (!option.read(option.id, word_of(text), run)) return {};
    }
  }
  return run;
}

/// The run of a bookmark of version 1 as version 2 writes it.
Json run_of_version_1(const Json& old) {
  Json options = Json::object();
  const auto number = [&](const char* key, const char* id, std::int64_t otherwise) {
    const auto value = whole_number_or(old, key, otherwise);
    if (value != otherwise) options[id] = {std::to_string(value)};
  };
  number("size", "size", 0);
  number("block", "block", 0);
  number("traced_block", "trace-block", 0);
  number("without_barrier", "drop-barrier", 0);
  number("padded", "pad", 0);
  if (const std::string kind = old.value("input", ""); !kind.empty()) options["input"] = {kind};
  options["seed"] = {std::to_string(whole_number_or(old, "seed", InputSpec{}.seed))};
  if (old.value("random_schedule", false)) {
    const auto seed = whole_number_or(old, "schedule_seed", std::uint64_t{0});
    options["schedule"] = {"random:" + std::to_string(seed)};
  }
  if (old.value("highest_lane_wins", false)) options["store-winner"] = {"highest"};
  if (old.contains("parameters")) {
    for (const auto& [name, value] : old.at("parameters").get_ref<const Json::object_t&>()) {
      options["param"].push_back(quotable(name) + "=" + word_of(value));
    }
  }
  return {{"kernel", old.at("kernel")}, {"options", std::move(options)}};
}

Json to_json(const Bookmark& bookmark) {
  return {{"number", bookmark.number},
          {"access", bookmark.access},
          {"place", bookmark.place},
          {"note", bookmark.note},
          {"run", to_json(bookmark.run)}};
}

/// Throws what the JSON library throws; nullopt if a number is out of range.
std::optional<Bookmark> bookmark_from(const Json& json, int written_by) {
  Bookmark bookmark;
  const auto number = whole_number<std::int64_t>(json.at("number"));
  const auto access = whole_number<std::int64_t>(json.at("access"));
  if (number < 1 || number > most_bookmarks || access < 0 || access > UINT32_MAX) return {};
  bookmark.number = static_cast<int>(number);
  bookmark.access = static_cast<std::uint32_t>(access);
  bookmark.place = printable(json.value("place", ""));
  bookmark.note = printable_lines(json.value("note", ""));
  auto run = run_from(written_by == 1 ? run_of_version_1(json.at("run")) : json.at("run"));
  if (!run) return {};
  bookmark.run = std::move(*run);
  if (bookmark.note.size() > longest_note || bookmark.place.size() > longest_note) return {};
  return bookmark;
}

std::optional<Bookmarks> bookmarks_from(const Json& json) {
  const auto written_by = whole_number<int>(json.at("version"));
  if (written_by < 1 || written_by > version) return {};
  Bookmarks list;
  for (const Json& entry : json.at("bookmarks")) {
    std::optional<Bookmark> bookmark = bookmark_from(entry, written_by);
    if (!bookmark || find_bookmark(list, bookmark->number) != nullptr) return {};
    set_bookmark(list, std::move(*bookmark));
  }
  return list;
}

KeptFile bookmarks_file(const std::filesystem::path& path) {
  return {
      .path = path,
      .unreadable =
          [](const Sentence& why) {
            return say(
                "The bookmarks are not shown. {} The file is kept as .bak when new ones are set.",
                why);
          },
      .damaged =
          [path] {
            return say(
                "The bookmarks in {} are damaged, or of a newer Warpscope, "
                "and were not read; the file is "
                "kept as .bak when new ones are set.",
                path.string());
          }};
}

}  // namespace

bool same_picture(const RunRequest& a, const RunRequest& b) {
  // Every member has a name here, so that a new one does not compile before it is compared. No
  // request is copied: the window asks for each bookmark in each frame.
  const auto& [kernel, size, block, input, parameters, machine, traced_block, schedule, what_if] =
      a;
  return kernel == b.kernel && size == b.size && block == b.block && input == b.input &&
         parameters == b.parameters && traced_block == b.traced_block && schedule == b.schedule &&
         what_if == b.what_if;
}

std::string run_difference(const RunRequest& run, const RunRequest& now) {
  if (run.kernel != now.kernel) {
    const KernelInfo* const kernel = kernel_of(run.kernel);
    return kernel == nullptr ? run.kernel : kernel_title(*kernel);
  }
  std::vector<std::string> parts;
  for (const RunOption& option : run_options()) {
    if (option.machine || option.texts(run) == option.texts(now)) continue;
    std::string part = option.difference(run, now);
    if (!part.empty() && std::ranges::count(parts, part) == 0) parts.push_back(std::move(part));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
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

std::filesystem::path default_notes_folder() {
  const std::filesystem::path folder = user_data_folder();
  return folder.empty() ? folder : folder / "notes";
}

Result<Bookmarks> load_bookmarks(const std::filesystem::path& path) {
  Bookmarks list;
  const auto take = [&](const Json& json) {
    std::optional<Bookmarks> read = bookmarks_from(json);
    if (read) list = std::move(*read);
    return read.has_value();
  };
  if (Status read = read_kept(bookmarks_file(path), take); !read) return read.error();
  return list;
}

Status save_bookmarks(const Bookmarks& list, const std::filesystem::path& path) {
  if (path.empty()) {
    return Error{ErrorKind::unavailable, say("There is no folder for bookmarks: neither "
                                             "XDG_DATA_HOME nor HOME is set. They last until "
                                             "the window closes.")};
  }
  std::error_code error;
  if (!path.parent_path().empty()) {
    std::filesystem::create_directories(path.parent_path(), error);
  }
  if (error) {
    return Error{ErrorKind::failed,
                 say("The bookmarks could not be saved: the folder {0} cannot be made: {1}.",
                     path.parent_path().string(), error.message())};
  }
  Json entries = Json::array();
  for (const Bookmark& bookmark : list) entries.push_back(to_json(bookmark));
  const std::string text =
      json_text(Json{{"version", version}, {"bookmarks", std::move(entries)}}, 2) + "\n";
  Status saved = write_file_atomically(path, std::as_bytes(std::span(text)));
  if (saved) return saved;
  return Error{saved.error().kind, say("The bookmarks last only until the window closes. {}",
                                       saved.error().for_window())};
}

}  // namespace warpscope
