#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "app/export/export_job.hpp"
#include "app/export/frame_queue.hpp"
#include "app/export/picture_source.hpp"

namespace warpscope {

/// Pictures of one access after the other, as PNG, SVG or PDF files. A single one has the output's name,
/// several are numbered. Written pictures are whole, and stay when the export ends early.
class SeriesExport final : public ExportJob {
 public:
  struct Request {
    std::string_view format = "png";    ///< ExportFormat::id: png, svg or pdf
    std::uint32_t first = 0, last = 0;  ///< accesses
    bool numbered = false;              ///< each name holds the number of its access
    std::filesystem::path output;
  };
  [[nodiscard]] static Result<std::unique_ptr<SeriesExport>> start(
      Request request, std::unique_ptr<PictureSource> source);

  [[nodiscard]] Result<Turn> advance() override;
  [[nodiscard]] std::uint64_t drawn() const override { return drawn_; }
  [[nodiscard]] std::uint64_t total() const override {
    return std::uint64_t{request_.last} - request_.first + 1;
  }

 private:
  SeriesExport(Request request, std::unique_ptr<PictureSource> source);
  [[nodiscard]] std::filesystem::path path_of(std::uint64_t number) const;
  [[nodiscard]] Status draw();

  Request request_;
  std::unique_ptr<PictureSource> source_;
  std::uint64_t drawn_ = 0;
  FrameQueue queue_;  // last: its thread uses the rest
};

}  // namespace warpscope
