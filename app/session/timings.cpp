#include "app/session/timings.hpp"

#include <algorithm>

#include "app/session/user_folders.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

constexpr std::size_t largest_file = 16U << 20U;

void add(Timings& timings, Result<TimingRecord> record) {
  if (record) {
    timings.records.push_back(std::move(record).value());
  } else {
    timings.damaged.push_back(record.error().message);
  }
}

void add_file(Timings& timings, const std::filesystem::path& path) {
  const auto bytes = read_whole_file(path, largest_file);
  if (!bytes) {
    timings.damaged.push_back(bytes.error().message);
  } else {
    const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    add(timings, parse_timing_record(text, path.string()));
  }
}

}  // namespace

std::filesystem::path timings_folder() {
  const std::filesystem::path folder = user_data_folder();
  return folder.empty() ? folder : folder / "measurements";
}

Timings read_timings(const std::filesystem::path& folder) {
  Timings timings;
  for (const std::string_view path : embedded_paths("assets/measurements/")) {
    const std::string_view text = embedded_text(path);
    if (is_timing_record(text)) add(timings, parse_timing_record(text, std::string(path)));
  }
  std::error_code none;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const std::filesystem::path& file : files) add_file(timings, file);
  return timings;
}

const Timings& recorded_timings() {
  static const Timings timings = read_timings(timings_folder());
  return timings;
}

}  // namespace warpscope
