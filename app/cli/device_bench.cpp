#include "app/cli/device_bench.hpp"

#include <fmt/ostream.h>

#include <algorithm>
#include <iostream>
#include <stop_token>

#include "app/cli/build_commit.hpp"
#include "app/cli/device_table.hpp"
#include "app/cli/end_on_signal.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/timing/device/measure_device.hpp"

namespace warpscope {

Result<std::vector<DeviceSection>> chosen_sections(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const DeviceSection section : device_sections) known.emplace_back(name(section));
  for (const std::string& wanted : names) {
    if (std::ranges::count(known, wanted) > 0) continue;
    return usage_error(
        tr("The device has no section \"{0}\". {1}", wanted, did_you_mean(wanted, known)));
  }
  std::vector<DeviceSection> chosen;
  for (const DeviceSection section : device_sections) {
    if (names.empty() || std::ranges::count(names, name(section)) > 0) chosen.push_back(section);
  }
  return chosen;
}

Result<int> bench_device(const std::vector<std::string>& names, bool json,
                         const Invocation& invocation) {
  const auto sections = chosen_sections(names);
  if (!sections) return sections.error();
  const EndOnSignal signals;
  std::stop_source stop;
  bool begun = false;
  const auto begins = [&](DeviceSection section) {
    if (EndOnSignal::asked()) stop.request_stop();
    if (!begun) invocation.own_progress();
    begun = true;
    if (&invocation.err == &std::cerr) {
      fmt::print(invocation.err, "warpscope: {}\n", tr("measuring {}", name(section)));
      invocation.err.flush();
    }
  };
  auto record = measure_device(sections.value(), begins, stop.get_token());
  if (!record) return record.error();
  record->date = utc_now();
  record->command = invocation.command_line;
  record->commit = build_commit();
  if (json) {
    invocation.out << device_json(record.value()) << '\n';
  } else {
    print_device(invocation.out, record.value());
  }
  return record->skipped.empty() ? 0 : 1;
}

}  // namespace warpscope
