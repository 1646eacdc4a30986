#include "app/measure/record_file.hpp"

#include <fmt/format.h>

#include <span>
#include <string>
#include <system_error>

#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 80;

/// Letters and digits; all else becomes one "-".
std::string plain(std::string_view text) {
  std::string name;
  for (const char letter : text.substr(0, longest_name)) {
    const bool digit = letter >= '0' && letter <= '9';
    const bool capital = letter >= 'A' && letter <= 'Z';
    if (digit || (letter >= 'a' && letter <= 'z')) {
      name += letter;
    } else if (capital) {
      name += static_cast<char>(letter - 'A' + 'a');
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-')) name.pop_back();
  return name;
}

/// "nvidia-h200-2026-11-22t06-12-06z.json", numbered if there is one already.
fs::path free_path(const TimingRecord& record, const fs::path& folder) {
  const std::string stem = plain(record.device + " " + record.date);
  fs::path path = folder / (stem + ".json");
  std::error_code none;
  for (int number = 2; fs::exists(path, none); ++number) {
    path = folder / fmt::format("{}-{}.json", stem, number);
  }
  return path;
}

}  // namespace

Result<fs::path> keep_record(const TimingRecord& record, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);  // if this fails, opening the file says why
  fs::path path = free_path(record, folder);
  auto file = AtomicFile::open(path);
  if (!file) return file.error();
  const std::string text = timing_json(record) + "\n";
  if (Status written = file->write(std::as_bytes(std::span(text))); !written) {
    return written.error();
  }
  if (Status committed = file->commit(); !committed) return committed.error();
  return path;
}

}  // namespace warpscope
