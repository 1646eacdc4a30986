#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Something that a record of a measurement says, asked for with a text: ms("h200/scan scan_blelloch 2^28").
struct RecordFunction {
  std::string_view id;
  std::string_view meaning;  ///< English
};
[[nodiscard]] std::span<const RecordFunction> record_functions();

/// The measurements that claims may name: those of the program ("h200/scan" is
/// assets/measurements/h200/timing_scan.json), and files in the lesson's own folder ("mine.json").
class ClaimRecords {
 public:
  explicit ClaimRecords(std::filesystem::path lesson_file);
  ~ClaimRecords();
  ClaimRecords(const ClaimRecords&) = delete;
  ClaimRecords& operator=(const ClaimRecords&) = delete;

  /// The figure, or a sentence that says what is wrong. `id` is one of record_functions(). The text of most is a
  /// record, a kernel, library or limit, a size, and what else tells lines apart, such as block=256 or
  /// stride=2. That of record() is a record and the way to a number in its JSON: keys, and key=value for
  /// the one entry of a list of which that is so.
  [[nodiscard]] Result<double> figure(std::string_view id, const std::string& text);
  /// The cards whose records were read since they were last cleared; of a program's record its folder.
  [[nodiscard]] std::set<std::string>& cards() { return cards_; }

 private:
  struct Record;
  [[nodiscard]] Result<const Record*> find(const std::string& name);

  std::filesystem::path lesson_file_;
  std::map<std::string, std::unique_ptr<Record>, std::less<>> records_;
  std::set<std::string> cards_;
};

}  // namespace warpscope
