#include "app/programs/program_trust.hpp"

#ifdef __linux__
#include <sys/xattr.h>
#endif

#include <algorithm>
#include <nlohmann/json.hpp>
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
using TrustJson = nlohmann::json;

constexpr int trust_version = 1;
constexpr std::size_t most_trusted = 1000;
constexpr std::size_t longest_origin = 500;  // bytes
constexpr std::string_view exercise_mark = ".warpscope-exercise";

/// Behind all links; as far as that exists.
fs::path real_path(const fs::path& program) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(program, error);
  if (error || !real.is_absolute()) real = fs::absolute(program, error).lexically_normal();
  return real;
}

/// Where a browser or another program says that it has the file from; empty: it says nothing.
std::string origin_of(const fs::path& program) {
#ifdef __linux__
  for (const char* name : {"user.xdg.origin.url", "user.xdg.referrer.url"}) {
    std::string text(longest_origin, '\0');
    const ssize_t size = ::getxattr(program.c_str(), name, text.data(), text.size());
    if (size < 0 && errno == ERANGE) return "an address too long to show";
    if (size <= 0) continue;
    text.resize(static_cast<std::size_t>(size));
    return quotable(text);
  }
#endif
  return {};
}

/// True also if it is the folder itself.
bool is_below(const fs::path& folder, const fs::path& path) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// The nearest folder above with the mark of exercises; empty: none.
fs::path exercise_folder(const fs::path& real) {
  fs::path folder = real.parent_path();
  std::error_code ignored;
  while (!fs::exists(folder / exercise_mark, ignored)) {
    if (folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
  return folder;
}

/// A sentence about where the program came from; empty: from the user.
Sentence foreign_origin(const std::string& name, const fs::path& real) {
  if (const std::string origin = origin_of(real); !origin.empty()) {
    return say("{0} came from a download ({1}).", name, origin);
  }
  const fs::path downloads = user_download_folder();
  if (!downloads.empty() && is_below(real_path(downloads), real)) {
    return say("{0} lies in your folder of downloads, {1}.", name, quotable(downloads.string()));
  }
  if (const fs::path exercises = exercise_folder(real); !exercises.empty()) {
    return say("{0} belongs to the exercises in {1}.", name, quotable(exercises.string()));
  }
  return {};
}

/// Throws what the JSON library throws; nullopt if it is another version, or too large.
std::optional<std::map<std::string, std::string>> origins_in(const TrustJson& json) {
  if (warpscope::whole_number<int>(json.at("version")) != trust_version) return {};
  std::map<std::string, std::string> origins;
  for (const TrustJson& entry : json.at("allowed")) {
    const std::string path = entry.at("path").get<std::string>();
    if (origins.size() == most_trusted || !fs::path(path).is_absolute()) return {};
    origins[path] = quotable(entry.value("origin", ""), longest_origin);
  }
  return origins;
}

/// True if JSON can hold it: another text would allow another file.
bool is_utf8(const std::string& text) {
  try {
    return !TrustJson(text).dump().empty();
  } catch (const TrustJson::exception&) {
    return false;
  }
}

TrustJson json_of(const std::map<std::string, std::string>& origins) {
  TrustJson entries = TrustJson::array();
  for (const auto& [program, origin] : origins) {
    TrustJson entry{{"path", program}};
    if (!origin.empty()) entry["origin"] = origin;
    entries.push_back(std::move(entry));
  }
  return TrustJson{{"version", trust_version}, {"allowed", std::move(entries)}};
}

KeptFile trust_file(const fs::path& path) {
  return {.path = path,
          .unreadable =
              [](const Sentence& why) {
                return say(
                    "Programs that were allowed to run ask again. {} The file is kept as "
                    ".bak when one is "
                    "allowed.",
                    why);
              },
          .damaged =
              [path] {
                return say(
                    "Programs that were allowed to run ask again: {} is damaged, or of a newer "
                    "Warpscope, and "
                    "was not read; the file is kept as .bak when one is allowed.",
                    path.string());
              }};
}

/// Takes over what a file allows.
auto into(std::map<std::string, std::string>& origins) {
  return [&origins](const TrustJson& json) {
    auto found = origins_in(json);
    if (found) origins = std::move(*found);
    return found.has_value();
  };
}

Error not_remembered(ErrorKind kind, const Sentence& why) {
  return {kind, say("It may run until the window closes, and asks again then. {}", why)};
}

}  // namespace

Result<ProgramTrust> ProgramTrust::load(const fs::path& path) {
  ProgramTrust trust(path);
  if (Status read = read_kept(trust_file(path), into(trust.origins_)); !read) return read.error();
  return trust;
}

bool ProgramTrust::allowed(const fs::path& program) const {
  const fs::path real = real_path(program);
  const auto found = origins_.find(real.string());
  if (found == origins_.end()) return false;
  // Saved anew by an editor, a file has lost its origin.
  const std::string origin = origin_of(real);
  return origin.empty() || origin == found->second;
}

Status ProgramTrust::allow(const fs::path& program) {
  const fs::path real = real_path(program);
  const std::string origin = origin_of(real);
  origins_[real.string()] = origin;
  if (path_.empty()) {
    return not_remembered(
        ErrorKind::unavailable,
        say("There is no folder to remember it in: neither XDG_DATA_HOME nor HOME is set."));
  }
  if (!is_utf8(real.string())) {
    return not_remembered(ErrorKind::usage, say("Its path is no UTF-8; rename the file."));
  }
  std::error_code error;
  if (!path_.parent_path().empty()) fs::create_directories(path_.parent_path(), error);
  // Another window may have allowed others meanwhile.
  std::map<std::string, std::string> origins;
  Status kept = rewrite_kept(trust_file(path_), into(origins), [&] {
    origins[real.string()] = origin;
    // The first that is no more makes room, else the first.
    while (origins.size() > most_trusted) {
      const auto gone = std::ranges::find_if(
          origins, [&](const auto& entry) { return !fs::exists(entry.first, error); });
      auto victim = gone == origins.end() ? origins.begin() : gone;
      if (victim->first == real.string()) ++victim;
      origins.erase(victim == origins.end() ? origins.begin() : victim);
    }
    return json_of(origins);
  });
  if (kept) return kept;
  return not_remembered(kept.error().kind, kept.error().for_window());
}

fs::path program_trust_path() {
  const fs::path folder = user_data_folder();
  return folder.empty() ? folder : folder / "allowed.json";
}

std::optional<Sentence> why_ask(const fs::path& program, HowOpened how, const ProgramTrust& trust) {
  if (how == HowOpened::made || trust.allowed(program)) return std::nullopt;
  const std::string name = quotable(program.filename().string());
  Sentence why = foreign_origin(name, real_path(program));
  if (why.empty() && how == HowOpened::typed) return std::nullopt;
  if (why.empty()) why = say("{} has not been allowed to run before.", name);
  // Translators: the field is a sentence that says where a program came from.
  return say(
      "{} It runs as any program of yours would: it can read, write and delete your files. Run "
      "it only if you trust it.",
      why);
}

}  // namespace warpscope
