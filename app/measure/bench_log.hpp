#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/subject/timings.hpp"
#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// The news of `bench --json-lines` so far, line by line. No line can do harm: one that is not
/// understood is ignored.
class BenchLog {
 public:
  /// Returns false if the line is ignored.
  bool add(std::string_view line);

  /// The results so far; before the first line, nothing is known of the device.
  [[nodiscard]] const TimingRecord& record() const { return record_; }
  [[nodiscard]] int done() const { return done_; }
  [[nodiscard]] int total() const { return total_; }
  [[nodiscard]] const std::string& what() const { return what_; }  ///< being timed at the moment
  [[nodiscard]] bool ended() const { return ended_; }              ///< it has told its end
  [[nodiscard]] int passed_over() const { return passed_over_; }

 private:
  bool read(std::string_view line);

  std::string head_;  // the record without results, as JSON; empty before it came
  TimingRecord record_;
  int done_ = 0, total_ = 0, passed_over_ = 0;
  std::string what_;
  bool ended_ = false;
};

/// What bench says that it times, "reduce_strided, 2^20", with the kernel as the window calls it.
[[nodiscard]] Sentence said_work(const std::string& what);

}  // namespace warpscope
