#include "app/programs/recent_programs.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "app/files/kept_file.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using RecentJson = nlohmann::json;

constexpr int recents_version = 1;
constexpr std::size_t most_lines = 200;     // of arguments or setup
constexpr std::size_t longest_line = 4096;  // characters

/// Throws if there are more than a file of ours has.
std::vector<std::string> lines_in(const RecentJson& json, const char* key) {
  std::vector<std::string> lines;
  if (!json.contains(key)) return lines;
  for (const RecentJson& line : json.at(key)) {
    if (lines.size() == most_lines) break;
    lines.push_back(quotable(line.get_ref<const std::string&>(), longest_line));
  }
  return lines;
}

/// Throws what the JSON library throws; nullopt if its path is none.
std::optional<RecentProgram> recent_in(const RecentJson& json) {
  RecentProgram program;
  // Not quotable(): a path is never shown as it is.
  program.file = json.at("file").get<std::string>();
  program.options = quotable(json.value("options", ""), longest_line);
  program.arguments = lines_in(json, "arguments");
  program.setup = lines_in(json, "setup");
  program.kernel = quotable(json.value("kernel", ""));
  program.time = whole_number_or(json, "time", std::int64_t{0});
  if (!program.file.is_absolute()) return {};
  return program;
}

std::optional<RecentPrograms> recents_in(const RecentJson& json) {
  if (warpscope::whole_number<int>(json.at("version")) != recents_version) return {};
  RecentPrograms list;
  for (const RecentJson& entry : json.at("programs")) {
    std::optional<RecentProgram> program = recent_in(entry);
    if (!program) return {};
    if (list.size() == most_recent_programs) break;
    if (find_recent_program(list, program->file) == nullptr) list.push_back(std::move(*program));
  }
  return list;
}

RecentJson json_of(const RecentProgram& program) {
  RecentJson json{{"file", program.file.string()}, {"time", program.time}};
  if (!program.options.empty()) json["options"] = program.options;
  if (!program.arguments.empty()) json["arguments"] = program.arguments;
  if (!program.setup.empty()) json["setup"] = program.setup;
  if (!program.kernel.empty()) json["kernel"] = program.kernel;
  return json;
}

KeptFile recents_file(const fs::path& path) {
  return {.path = path,
          .unreadable =
              [](const Sentence& why) {
                return say(
                    "The programs opened before are not listed. {} The file is "
                    "kept as .bak when one is opened.",
                    why);
              },
          .damaged =
              [path] {
                return say(
                    "The programs opened before are not listed: {} is damaged, or of a newer "
                    "Warpscope, and "
                    "was not "
                    "read; the file is kept as .bak when one is opened.",
                    path.string());
              }};
}

/// True below folders for drives that come and go, whose own folders may stay, empty.
bool on_removable_drive(const fs::path& file) {
  constexpr std::array places{"/media", "/mnt", "/run/media", "/Volumes"};
  return std::ranges::any_of(places, [&](const char* place) {
    const fs::path folder = place;
    return std::ranges::mismatch(folder, file).in1 == folder.end();
  });
}

/// Changes the list and its file, where other windows may have written meanwhile.
Status change_recents(RecentPrograms& list, const fs::path& path,
                      const std::function<void(RecentPrograms&)>& change) {
  change(list);
  if (path.empty()) {
    return Error{ErrorKind::unavailable, say("There is no folder for the list of programs: neither "
                                             "XDG_DATA_HOME nor HOME is set. It lasts "
                                             "until the window closes.")};
  }
  std::error_code error;
  if (!path.parent_path().empty()) fs::create_directories(path.parent_path(), error);
  if (error) {
    return Error{ErrorKind::failed,
                 say("The list of programs could not be saved: the folder {0} cannot be made: {1}.",
                     path.parent_path().string(), error.message())};
  }
  const auto take = [&](const RecentJson& json) {
    std::optional<RecentPrograms> written = recents_in(json);
    if (!written) return false;
    list = std::move(*written);
    change(list);
    return true;
  };
  return rewrite_kept(recents_file(path), take, [&] {
    RecentJson entries = RecentJson::array();
    for (const RecentProgram& each : list) entries.push_back(json_of(each));
    return RecentJson{{"version", recents_version}, {"programs", std::move(entries)}};
  });
}

}  // namespace

const RecentProgram* find_recent_program(const RecentPrograms& list, const fs::path& file) {
  const auto found = std::ranges::find(list, file.lexically_normal(), &RecentProgram::file);
  return found == list.end() ? nullptr : &*found;
}

void remember_program(RecentPrograms& list, RecentProgram program) {
  program.file = program.file.lexically_normal();
  std::erase_if(list, [&](const RecentProgram& known) { return known.file == program.file; });
  list.insert(list.begin(), std::move(program));
  if (list.size() > most_recent_programs) list.resize(most_recent_programs);
}

std::vector<ListedProgram> listed_programs(const RecentPrograms& list) {
  std::vector<ListedProgram> listed;
  for (const RecentProgram& program : list) {
    std::error_code ignored;
    const bool there = fs::is_regular_file(program.file, ignored);
    // A file that was deleted leaves its folder behind.
    const bool gone = !there && fs::is_directory(program.file.parent_path(), ignored) &&
                      !on_removable_drive(program.file);
    if (!gone) listed.push_back({program, !there});
  }
  return listed;
}

fs::path recent_programs_path() {
  const fs::path folder = user_data_folder();
  return folder.empty() ? folder : folder / "recent.json";
}

fs::path lectures_path() {
  const fs::path folder = user_data_folder();
  return folder.empty() ? folder : folder / "lectures.json";
}

Result<RecentPrograms> load_recent_programs(const fs::path& path) {
  RecentPrograms list;
  const auto take = [&](const RecentJson& json) {
    std::optional<RecentPrograms> found = recents_in(json);
    if (found) list = std::move(*found);
    return found.has_value();
  };
  if (Status read = read_kept(recents_file(path), take); !read) return read.error();
  return list;
}

Status keep_recent_program(RecentPrograms& list, RecentProgram program, const fs::path& path) {
  return change_recents(list, path, [&](RecentPrograms& each) { remember_program(each, program); });
}

Status forget_recent_program(RecentPrograms& list, const fs::path& file, const fs::path& path) {
  return change_recents(list, path, [&](RecentPrograms& each) {
    std::erase_if(each, [&](const RecentProgram& known) { return known.file == file; });
  });
}

}  // namespace warpscope
