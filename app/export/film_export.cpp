#include "app/export/film_export.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_palette_frames = 12;
constexpr std::uint64_t film_cap = std::uint64_t{4} << 30;  // bytes

fs::path palette_in(const fs::path& folder) { return folder / "palette.png"; }
fs::path film_in(const fs::path& folder) { return folder / "film"; }

}  // namespace

FilmExport::FilmExport(FilmRequest request, std::unique_ptr<PictureSource> source,
                       TemporaryFolder scratch)
    : request_(std::move(request)),
      source_(std::move(source)),
      scratch_(std::move(scratch)),
      ffmpeg_(find_program("ffmpeg")),
      frames_(request_.plan.frame_count()),
      palette_(request_.format.gif) {}

FilmExport::~FilmExport() { end_ffmpeg(); }

Status check_films(const fs::path& output) {
  if (!find_program("ffmpeg").empty()) return Done{};
  return Error{ErrorKind::unavailable,
               say("There is no ffmpeg in PATH, and {} cannot be made without it. Install "
                   "ffmpeg, or export pictures: a range of steps and a name that ends in "
                   ".png.",
                   output.string())};
}

Result<std::unique_ptr<FilmExport>> FilmExport::start(FilmRequest request,
                                                      std::unique_ptr<PictureSource> source) {
  if (Status possible = check_films(request.output); !possible) return possible.error();
  if (Status writable = check_writable(request.output); !writable) return writable.error();
  auto scratch = TemporaryFolder::make();
  if (!scratch) return scratch.error();
  std::unique_ptr<FilmExport> film(
      new FilmExport(std::move(request), std::move(source), std::move(scratch).value()));
  if (Status started = film->start_ffmpeg(); !started) return started.error();
  return film;
}

std::uint64_t FilmExport::palette_frames() const {
  return request_.format.gif ? std::min(most_palette_frames, frames_) : 0;
}

Error FilmExport::ffmpeg_failed(Process& process) const {
  process.end_input();
  const int code = process.wait();
  std::string words = process.last_words();
  if (words.empty()) words = tr("it ended with exit code {}", code);
  while (words.ends_with('.')) words.pop_back();
  return {ErrorKind::failed,
          // Translators: {0} is a file, {1} what ffmpeg says, {2} a format, "gif".
          tr("ffmpeg could not make {0}: {1}. Nothing was written; try {2} in its place.",
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

/// For the palette some frames from first to last, else one after the other.
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
