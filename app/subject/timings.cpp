#include "app/subject/timings.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

constexpr std::size_t largest_record = 16U << 20U;

void add(Timings& timings, Result<TimingRecord> record) {
  if (record) {
    auto& records = is_what_if(record.value()) ? timings.what_ifs : timings.records;
    records.push_back(std::move(record).value());
  } else {
    timings.damaged.push_back(record.error().message);
  }
}

void add(Timings& timings, Result<DeviceRecord> record) {
  if (record) {
    timings.devices.push_back(std::move(record).value());
  } else {
    timings.damaged.push_back(record.error().message);
  }
}

void add_file(Timings& timings, const std::filesystem::path& path) {
  const auto bytes = read_whole_file(path, largest_record);
  if (!bytes) {
    timings.damaged.push_back(bytes.error().message);
  } else {
    const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (is_device_record(text)) {
      add(timings, parse_device_record(text, path.string()));
    } else {
      add(timings, parse_timing_record(text, path.string()));
    }
  }
}

struct Present {
  std::mutex mutex;
  TimingsPtr timings;
};
Present& present() {
  static Present the;
  return the;
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
    if (is_device_record(text)) add(timings, parse_device_record(text, std::string(path)));
  }
  timings.supplied = timings.records.size();
  std::error_code none;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const std::filesystem::path& file : files) add_file(timings, file);
  return timings;
}

TimingsPtr recorded_timings() {
  Present& at = present();
  const std::scoped_lock lock(at.mutex);
  if (!at.timings) at.timings = std::make_shared<const Timings>(read_timings(timings_folder()));
  return at.timings;
}

void show_timings(Timings timings) {
  auto next = std::make_shared<const Timings>(std::move(timings));
  Present& at = present();
  const std::scoped_lock lock(at.mutex);
  at.timings.swap(next);
}

}  // namespace warpscope
