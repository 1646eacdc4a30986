#include "app/export/series_export.hpp"

#include <span>
#include <utility>

#include "app/export/export_format.hpp"
#include "app/gl/png.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {

SeriesExport::SeriesExport(Request request, std::unique_ptr<PictureSource> source)
    : request_(std::move(request)),
      source_(std::move(source)),
      queue_(
          [this, number = std::uint64_t{0}](const Image& image) mutable -> Status {
            const std::string png = encode_png(image);
            return write_file_atomically(path_of(number++), std::as_bytes(std::span(png)));
          },
          []() -> Status { return Done{}; }) {}

Result<std::unique_ptr<SeriesExport>> SeriesExport::start(Request request,
                                                          std::unique_ptr<PictureSource> source) {
  if (Status writable = check_writable(request.output); !writable) return writable.error();
  return std::unique_ptr<SeriesExport>(new SeriesExport(std::move(request), std::move(source)));
}

std::filesystem::path SeriesExport::path_of(std::uint64_t number) const {
  if (!request_.numbered) return request_.output;
  return warpscope::numbered(request_.output, request_.first + number, request_.last);
}

Status SeriesExport::draw() {
  const FilmFrame frame{request_.first + static_cast<std::uint32_t>(drawn_), 1};
  if (request_.format == "svg") {
    const std::string svg = source_->svg(frame);
    return write_file_atomically(path_of(drawn_), std::as_bytes(std::span(svg)));
  }
  if (request_.format == "pdf") {
    const Result<std::string> pdf = source_->pdf({&frame, 1});
    if (!pdf) return pdf.error();
    return write_file_atomically(path_of(drawn_), std::as_bytes(std::span(pdf.value())));
  }
  Result<Image> image = source_->image(frame);
  if (!image) return image.error();
  queue_.add(std::move(image).value());
  return Done{};
}

Result<ExportJob::Turn> SeriesExport::advance() {
  if (const auto result = queue_.result()) {
    if (!*result) return result->error();
    return Turn::done;
  }
  if (drawn_ == total() || !queue_.has_room()) return Turn::waits;
  if (Status drawn = draw(); !drawn) return drawn.error();
  if (++drawn_ == total()) queue_.finish();
  return Turn::worked;
}

}  // namespace warpscope
