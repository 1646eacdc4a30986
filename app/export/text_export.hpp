#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "app/comparison/comparison.hpp"
#include "app/export/export_job.hpp"
#include "app/export/text_sink.hpp"
#include "app/follow/landmark.hpp"
#include "app/subject/document.hpp"
#include "instrumentation/executor/background.hpp"

namespace warpscope {

/// Writes all of a text into a sink; returns false if the sink wanted no more.
using TextWriter = std::function<bool(const TextSink& sink)>;

/// A text of the whole run, written in the background. Counts accesses instead of pictures.
class TextExport final : public ExportJob {
 public:
  [[nodiscard]] static Result<std::unique_ptr<TextExport>> start(
      const std::filesystem::path& output, std::uint64_t accesses, TextWriter writer);
  /// Stops at the next piece of the text, and waits for that.
  ~TextExport() override;
  TextExport(const TextExport&) = delete;
  TextExport& operator=(const TextExport&) = delete;

  [[nodiscard]] Result<Turn> advance() override;
  [[nodiscard]] std::uint64_t drawn() const override { return done_; }
  [[nodiscard]] std::uint64_t total() const override { return accesses_; }

 private:
  explicit TextExport(std::uint64_t accesses) : accesses_(accesses) {}

  std::uint64_t accesses_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
  Background<Done> written_;
};

/// All accesses of an element as a table: cell_accesses_csv().
[[nodiscard]] Result<std::unique_ptr<TextExport>> start_cell_table(
    const DocumentPtr& document, const CellPlace& cell, const std::filesystem::path& output);
/// A table of csv_tables(), and write_chrome_trace(), as jobs.
[[nodiscard]] Result<std::unique_ptr<TextExport>> start_table(const DocumentPtr& document,
                                                              const std::string& table,
                                                              const std::filesystem::path& output);
/// The same of two runs: compared_csv().
[[nodiscard]] Result<std::unique_ptr<TextExport>> start_compared_table(
    const DocumentPtr& left, const DocumentPtr& right,
    const std::shared_ptr<const Comparison>& comparison, const std::string& table,
    const std::filesystem::path& output);
[[nodiscard]] Result<std::unique_ptr<TextExport>> start_chrome_trace(
    const DocumentPtr& document, const std::filesystem::path& output);

}  // namespace warpscope
