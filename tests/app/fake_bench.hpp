#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "instrumentation/timing/timing_record.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope::test {

inline std::string begun_event(int total) {
  const TimingRecord record{.device = "Fake GPU",
                            .compute = "9.0",
                            .driver = "13.0",
                            .runtime = "13.0",
                            .date = "2026-11-22T06:00:00Z",
                            .command = "warpscope bench reduction"};
  return begin_event(record, total);
}
inline std::string timed_event(const std::string& kernel, int power, double ms) {
  return result_event({.kernel = kernel,
                       .size = std::int64_t{1} << power,
                       .block = 256,
                       .repetitions = 30,
                       .median_ms = ms,
                       .first_quartile_ms = ms,
                       .third_quartile_ms = ms,
                       .bytes = std::uint64_t{4} << power});
}

/// A shell script that takes the program's place, in a folder of its own.
class FakeBench {
 public:
  explicit FakeBench(const std::string& script) : program_(folder_.file("bench.sh")) {
    std::ofstream(program_) << "#!/bin/sh\n" << script << '\n';
    std::filesystem::permissions(program_, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] const std::filesystem::path& program() const { return program_; }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

 private:
  TestFolder folder_;
  std::filesystem::path program_;
};

/// The command of a script that prints a line.
inline std::string echoed(const std::string& line) { return "echo '" + line + "'\n"; }

}  // namespace warpscope::test
