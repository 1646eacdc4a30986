#include "app/export/film_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/gl/png.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_palette_frames = 12;
constexpr std::uint64_t film_cap = std::uint64_t{4} << 30;  // bytes

int digits_of(std::uint64_t count) {
  return std::max(4, static_cast<int>(std::to_string(count - 1).size()));
}

fs::path palette_in(const fs::path& folder) { return folder / "palette.png"; }
fs::path film_in(const fs::path& folder) { return folder / "film"; }

}  // namespace

FilmExport::FilmExport(FilmRequest request, std::unique_ptr<PictureSource> source,
                       ScratchFolder scratch)
    : request_(std::move(request)),
      source_(std::move(source)),
      scratch_(std::move(scratch)),
      ffmpeg_(find_program("ffmpeg")),
      frames_(request_.plan.frame_count()),
      palette_(request_.format.gif && !ffmpeg_.empty()) {}

FilmExport::~FilmExport() { end_ffmpeg(); }

Result<std::unique_ptr<FilmExport>> FilmExport::start(FilmRequest request,
                                                      std::unique_ptr<PictureSource> source) {
  if (Status writable = check_writable(request.output); !writable) return writable.error();
  // Pictures are renamed into place, so they must lie beside it.
  const bool beside = find_program("ffmpeg").empty();
  const fs::path parent = request.output.parent_path();
  auto scratch = ScratchFolder::make(!beside ? fs::path() : parent.empty() ? "." : parent);
  if (!scratch) return scratch.error();
  std::unique_ptr<FilmExport> film(
      new FilmExport(std::move(request), std::move(source), std::move(scratch).value()));
  if (!film->ffmpeg_.empty()) {
    if (Status started = film->start_ffmpeg(); !started) return started.error();
    return film;
  }
  std::error_code ignored;
  if (const fs::path folder = film->pictures_folder(); fs::exists(folder, ignored)) {
    return Error{ErrorKind::unavailable,
                 fmt::format("There is no ffmpeg in PATH, and the folder {} for the film's frames "
                             "exists already; remove it, or install ffmpeg.",
                             folder.string())};
  }
  film->start_pictures();
  return film;
}

std::uint64_t FilmExport::palette_frames() const {
  const bool chosen = request_.format.gif && !ffmpeg_.empty();
  return chosen ? std::min(most_palette_frames, frames_) : 0;
}

fs::path FilmExport::pictures_folder() const {
  fs::path folder = request_.output.parent_path() / request_.output.stem();
  folder += "-frames";
  return folder;
}

Error FilmExport::ffmpeg_failed(Process& process) const {
  process.end_input();
  const int code = process.wait();
  std::string words = process.last_words();
  if (words.empty()) words = fmt::format("it ended with exit code {}", code);
  while (words.ends_with('.')) words.pop_back();
  return {ErrorKind::failed,
          fmt::format("ffmpeg could not make {}: {}. Nothing was written; try {} in its place.",
                      request_.output.string(), words, request_.format.gif ? "mp4" : "gif")};
}

Status FilmExport::start_ffmpeg() {
  const fs::path palette = palette_in(scratch_.path()), film = film_in(scratch_.path());
  auto process = Process::start(ffmpeg_, palette_ ? palette_arguments(request_.format, palette)
                                                  : film_arguments(request_.format, palette, film));
  if (!process) return process.error();
  process_ = std::move(process).value();
  const auto write = [this, to = process_.get()](const Image& image) -> Status {
    if (to->send(std::as_bytes(std::span(image.rgba)))) return Done{};
    return ffmpeg_failed(*to);
  };
  const auto close = [this, to = process_.get(), last = !palette_]() -> Status {
    to->end_input();
    if (to->wait() != 0) return ffmpeg_failed(*to);
    return last ? deliver() : Done{};
  };
  queue_ = std::make_unique<FrameQueue>(write, close);
  return Done{};
}

void FilmExport::end_ffmpeg() {
  if (process_) process_->kill();  // so that the queue's thread does not wait for it
  queue_.reset();
  process_.reset();
}

Status FilmExport::deliver() const {
  const auto bytes = read_whole_file(film_in(scratch_.path()), film_cap);
  if (!bytes) return bytes.error();
  return write_file_atomically(request_.output, bytes.value());
}

void FilmExport::start_pictures() {
  const int digits = digits_of(frames_);
  const auto write = [this, digits, number = 0](const Image& image) mutable -> Status {
    const std::string png = encode_png(image);
    return write_file_atomically(scratch_.path() / fmt::format("{:0{}}.png", number++, digits),
                                 std::as_bytes(std::span(png)));
  };
  const auto close = [this]() -> Status {
    if (Status kept = scratch_.keep_as(pictures_folder()); !kept) return kept;
    return without_ffmpeg();
  };
  queue_ = std::make_unique<FrameQueue>(write, close);
}

Error FilmExport::without_ffmpeg() const {
  const fs::path folder = pictures_folder();
  return {ErrorKind::unavailable,
          fmt::format("There is no ffmpeg in PATH, so {} was not made. Its {} frames are in {}; "
                      "where ffmpeg is installed, this makes the film:\n{}",
                      request_.output.string(), frames_, folder.string(),
                      film_command(request_.format, folder, digits_of(frames_), request_.output))};
}

/// For the palette some from first to last, else one after the other.
FilmFrame FilmExport::next_frame() const {
  const std::uint64_t samples = palette_frames();
  if (!palette_) return request_.plan.frame(drawn_ - samples);
  return request_.plan.frame(samples < 2 ? 0 : drawn_ * (frames_ - 1) / (samples - 1));
}

Result<ExportJob::Turn> FilmExport::advance() {
  if (const auto result = queue_->result()) {
    if (!*result) return result->error();
    if (!palette_) return Turn::done;
    palette_ = all_added_ = false;
    end_ffmpeg();
    if (Status started = start_ffmpeg(); !started) return started.error();
  }
  if (all_added_ || !queue_->has_room()) return Turn::waits;
  Result<Image> image = source_->image(next_frame());
  if (!image) return image.error();
  queue_->add(std::move(image).value());
  ++drawn_;
  all_added_ = drawn_ == (palette_ ? palette_frames() : total());
  if (all_added_) queue_->finish();
  return Turn::worked;
}

}  // namespace warpscope
