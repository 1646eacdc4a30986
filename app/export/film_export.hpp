#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/export/export_job.hpp"
#include "app/export/ffmpeg.hpp"
#include "app/export/film_plan.hpp"
#include "app/export/frame_queue.hpp"
#include "app/export/picture_source.hpp"
#include "instrumentation/process/process.hpp"
#include "instrumentation/trace/temporary.hpp"

namespace warpscope {

struct FilmRequest {
  FilmFormat format;
  FilmPlan plan;
  std::filesystem::path output;
};

/// Whether films can be made here at all; else a sentence that says what to do.
[[nodiscard]] Status check_films(const std::filesystem::path& output);

/// Makes a film with ffmpeg. A GIF's colours are chosen from some of its frames first, so that
/// memory does not grow with its length.
class FilmExport final : public ExportJob {
 public:
  /// Fails before anything is drawn if there is no ffmpeg, if it cannot be started, or if the
  /// output cannot be written.
  [[nodiscard]] static Result<std::unique_ptr<FilmExport>> start(
      FilmRequest request, std::unique_ptr<PictureSource> source);
  ~FilmExport() override;

  [[nodiscard]] Result<Turn> advance() override;
  [[nodiscard]] std::uint64_t drawn() const override { return drawn_; }
  [[nodiscard]] std::uint64_t total() const override { return palette_frames() + frames_; }

 private:
  FilmExport(FilmRequest request, std::unique_ptr<PictureSource> source, TemporaryFolder scratch);
  [[nodiscard]] std::uint64_t palette_frames() const;
  [[nodiscard]] FilmFrame next_frame() const;
  [[nodiscard]] Status start_ffmpeg();
  void end_ffmpeg();
  [[nodiscard]] Status deliver() const;
  [[nodiscard]] Error ffmpeg_failed(Process& process) const;

  FilmRequest request_;
  std::unique_ptr<PictureSource> source_;
  TemporaryFolder scratch_;
  std::filesystem::path ffmpeg_;
  std::uint64_t frames_ = 0;
  std::uint64_t drawn_ = 0;
  bool palette_ = false;  ///< still collecting colours
  bool all_added_ = false;
  std::unique_ptr<Process> process_;
  std::unique_ptr<FrameQueue> queue_;  // last: its thread uses the process
};

}  // namespace warpscope
