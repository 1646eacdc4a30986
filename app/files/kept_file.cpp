#include "app/files/kept_file.hpp"

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <system_error>

#include "app/files/folder_lock.hpp"
#include "app/files/set_aside.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {

Status read_kept(const KeptFile& file, const std::function<bool(const nlohmann::json&)>& take) {
  std::error_code unknown;
  if (!std::filesystem::exists(file.path, unknown)) return Done{};
  const Result<std::string> text = read_text_file(file.path, file.largest);
  if (!text) return Error{text.error().kind, file.unreadable(text.error().for_window())};
  try {
    if (take(parse_json(text.value()))) return Done{};
  } catch (const nlohmann::json::exception&) {
    // Reported below, in words that do not depend on the JSON library.
  }
  return usage_error(file.damaged());
}

Status rewrite_kept(const KeptFile& file, const std::function<bool(const nlohmann::json&)>& take,
                    const std::function<nlohmann::json()>& json) {
  const FolderLock lock(file.path.parent_path());
  if (!read_kept(file, take)) {
    if (const auto aside = set_aside(file.path); !aside) return aside.error();
  }
  const std::string text = json_text(json(), 2) + "\n";
  return write_file_atomically(file.path, std::as_bytes(std::span(text)));
}

}  // namespace warpscope
