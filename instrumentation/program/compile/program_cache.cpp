#include "instrumentation/program/compile/program_cache.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/program/compile/sha256.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/trace/file_state.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::array<std::string_view, 2> header_folders{"instrumentation/program/include/",
                                                         "instrumentation/program/abi/"};
constexpr std::string_view header_prefix = "headers-", entry_prefix = "program-";
constexpr const char* object_name = "program.so";
constexpr const char* record_name = "entry.json";
constexpr std::uint64_t largest_object = std::uint64_t{1} << 30U,
                        largest_record = std::uint64_t{64} << 20U;

/// Our headers: where each lies below the folder, and what it says.
std::vector<std::pair<std::string_view, std::string_view>> header_files() {
  std::vector<std::pair<std::string_view, std::string_view>> files;
  for (const std::string_view folder : header_folders) {
    for (const std::string_view path : embedded_paths(folder)) {
      files.emplace_back(path.substr(folder.size()), embedded_text(path));
    }
  }
  return files;
}

Error not_written(const fs::path& path) {
  return {ErrorKind::failed,
          tr("{} cannot be written: is the disk full, or the folder not yours?", path.string())};
}

bool write_file(const fs::path& path, std::string_view text) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  return out.good();
}

bool holds(const fs::path& path, std::string_view text) {
  const auto found = read_whole_file(path, text.size());
  if (!found || found->size() != text.size()) return false;
  return std::equal(text.begin(), text.end(), reinterpret_cast<const char*>(found->data()));
}

std::string hash_of_file(const fs::path& path) {
  const auto bytes = read_whole_file(path, largest_object);
  if (!bytes) return {};
  return Sha256::of({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

/// Makes a folder the one at `to`. What lies there already stays if `is_sound` says yes to it: a faster process made it,
/// and may be using it.
bool move_folder(const fs::path& from, const fs::path& to, const std::function<bool()>& is_sound) {
  for (int attempt = 0; attempt < 5; ++attempt) {
    std::error_code failed;
    fs::rename(from, to, failed);
    if (!failed || is_sound()) return true;
    // Aside, not removed in place: else a third one sees half of it.
    const fs::path aside = fmt::format("{}-{}", from.string(), attempt);
    fs::rename(to, aside, failed);
    fs::remove_all(aside, failed);
  }
  return false;
}

json bare_launches_json(const std::vector<BareLaunch>& launches) {
  json all = json::array();
  for (const BareLaunch& each : launches) {
    all.push_back({each.kernel, each.file, each.line, each.setup, each.guessed});
  }
  return all;
}

json diagnostics_json(const std::vector<Diagnostic>& diagnostics) {
  json all = json::array();
  for (const Diagnostic& each : diagnostics) {
    all.push_back({static_cast<int>(each.severity), each.file, each.line, each.column, each.message,
                   each.source_line});
  }
  return all;
}

}  // namespace

Result<ProgramCache> ProgramCache::open(fs::path folder) {
  if (folder.empty()) {
    return Error{ErrorKind::failed,
                 tr("There is no folder for built programs: set HOME or XDG_CACHE_HOME.")};
  }
  std::error_code failed;
  folder = fs::absolute(folder, failed);
  fs::create_directories(folder, failed);
  if (!fs::is_directory(folder, failed) || ::access(folder.c_str(), W_OK | X_OK) != 0) {
    return not_written(folder);
  }
  return ProgramCache(std::move(folder));
}

std::string ProgramCache::headers_hash() {
  static const std::string hash = [] {
    Sha256 all;
    for (const auto& [path, text] : header_files()) {
      all.add(path);
      all.add(text);
    }
    return all.hex();
  }();
  return hash;
}

Result<fs::path> ProgramCache::headers() const {
  const fs::path folder = folder_ / (std::string(header_prefix) + headers_hash().substr(0, 32));
  const auto files = header_files();
  const auto is_sound = [&] {
    return std::ranges::all_of(
        files, [&](const auto& file) { return holds(folder / file.first, file.second); });
  };
  if (is_sound()) {
    std::error_code ignored;
    fs::last_write_time(folder, fs::file_time_type::clock::now(), ignored);
    return folder;
  }
  const auto work = new_folder();
  if (!work) return work.error();
  for (const auto& [path, text] : files) {
    if (!write_file(work->path() / path, text)) return not_written(work->path() / path);
  }
  if (!move_folder(work->path(), folder, is_sound)) return not_written(folder);
  return folder;
}

std::optional<BuiltProgram> ProgramCache::find(const std::string& key) const {
  const fs::path entry = folder_ / (std::string(entry_prefix) + key);
  const auto text = read_text_file(entry / record_name, largest_record);
  if (!text) return std::nullopt;
  BuiltProgram built{.object = entry / object_name, .from_cache = true};
  try {
    const json record = parse_json(text.value());
    if (record.at("object") != hash_of_file(built.object)) return std::nullopt;
    for (const auto& [file, then] : record.at("others").items()) {
      if (file_state_text(file) != then.get<std::string>()) return std::nullopt;
    }
    for (const json& source : record.at("sources"))
      built.sources.emplace_back(source.get<std::string>());
    for (const json& each : record.at("bare_launches")) {
      built.bare_launches.push_back({.kernel = each.at(0),
                                     .file = each.at(1),
                                     .line = each.at(2),
                                     .setup = each.at(3),
                                     .guessed = each.at(4)});
    }
    for (const json& each : record.at("warnings")) {
      built.warnings.push_back(
          {.severity = static_cast<Diagnostic::Severity>(each.at(0).get<int>()),
           .file = each.at(1),
           .line = each.at(2),
           .column = each.at(3),
           .message = each.at(4),
           .source_line = each.at(5)});
    }
  } catch (const json::exception&) {
    return std::nullopt;  // damaged
  }
  std::error_code ignored;
  fs::last_write_time(entry, fs::file_time_type::clock::now(), ignored);
  return built;
}

Result<BuiltProgram> ProgramCache::keep(const std::string& key, const TemporaryFolder& work,
                                        BuiltProgram built,
                                        const std::vector<fs::path>& others) const {
  const fs::path fresh = work.path() / "entry";
  std::error_code failed;
  fs::create_directories(fresh, failed);
  fs::rename(built.object, fresh / object_name, failed);
  if (failed) return not_written(fresh / object_name);
  json record{{"object", hash_of_file(fresh / object_name)},
              {"others", json::object()},
              {"sources", json::array()},
              {"bare_launches", bare_launches_json(built.bare_launches)},
              {"warnings", diagnostics_json(built.warnings)}};
  for (const fs::path& file : others) record["others"][file.string()] = file_state_text(file);
  for (const fs::path& file : built.sources) record["sources"].push_back(file.string());
  const fs::path entry = folder_ / (std::string(entry_prefix) + key);
  // A name that is no UTF-8 becomes one that is never found: then the entry is built again.
  if (!write_file(fresh / record_name,
                  record.dump(1, ' ', false, json::error_handler_t::replace)) ||
      !move_folder(fresh, entry, [&] { return find(key).has_value(); })) {
    return not_written(entry);
  }
  built.object = entry / object_name;
  shrink();
  return built;
}

void ProgramCache::shrink(std::uintmax_t bytes, std::size_t entries) const {
  struct Entry {
    fs::file_time_type used;
    fs::path path;
    std::uintmax_t bytes = 0;
  };
  std::vector<Entry> all;
  std::error_code failed;
  const auto now = fs::file_time_type::clock::now();
  for (const auto& found : fs::directory_iterator(folder_, failed)) {
    const std::string name = found.path().filename().string();
    const auto used = found.last_write_time(failed);
    if (name.starts_with(entry_prefix)) {
      Entry entry{.used = used, .path = found.path()};
      for (const auto& file : fs::directory_iterator(found.path(), failed)) {
        const auto size = file.file_size(failed);
        if (!failed) entry.bytes += size;
      }
      all.push_back(std::move(entry));
    } else if ((name.starts_with(temporary_mark) && now - used > std::chrono::hours(24)) ||
               (name.starts_with(header_prefix) && now - used > std::chrono::hours(24 * 30))) {
      fs::remove_all(found.path(), failed);  // of a process that was killed, or of an old version
    }
  }
  std::ranges::sort(all, std::greater{}, &Entry::used);
  std::uintmax_t held = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    held += all[k].bytes;
    if (k > 0 && (k >= entries || held > bytes)) fs::remove_all(all[k].path, failed);
  }
}

}  // namespace warpscope
