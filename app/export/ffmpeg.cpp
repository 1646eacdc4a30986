#include "app/export/ffmpeg.hpp"

#include <fmt/format.h>

namespace warpscope {
namespace {

using Words = std::vector<std::string>;

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Arguments for silence but for errors, and for the frames as input.
Words input_of(const FilmFormat& film) {
  return {"-hide_banner",
          "-loglevel",
          "error",
          "-nostdin",
          "-y",
          "-f",
          "rawvideo",
          "-pixel_format",
          "rgba",
          "-video_size",
          fmt::format("{}x{}", film.width, film.height),
          "-framerate",
          std::to_string(film.fps),
          "-i",
          "pipe:0"};
}

/// A name that ffmpeg takes for a file and nothing else.
std::string file_url(const std::filesystem::path& path) { return "file:" + path.string(); }

/// Colours as today's HD players expect them; every player can show 4:2:0.
const Words mp4_codec{"-vf",
                      "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
                      "-c:v",
                      "libx264",
                      "-crf",
                      "18",
                      "-colorspace",
                      "bt709",
                      "-color_primaries",
                      "bt709",
                      "-color_trc",
                      "bt709",
                      "-movflags",
                      "+faststart"};

/// Plain areas stay plain: no dithering.
constexpr std::string_view use_palette = "paletteuse=dither=none:diff_mode=rectangle";

}  // namespace

int film_side(bool gif, int pixels) { return gif ? pixels : pixels + pixels % 2; }

Words palette_arguments(const FilmFormat& film, const std::filesystem::path& palette) {
  return joined(input_of(film), {"-vf", "palettegen=stats_mode=full", "-frames:v", "1", "-f",
                                 "image2", "-update", "1", "-c:v", "png", file_url(palette)});
}

Words film_arguments(const FilmFormat& film, const std::filesystem::path& palette,
                     const std::filesystem::path& output) {
  Words words = input_of(film);
  if (film.gif) {
    words = joined(words, {"-i", file_url(palette), "-lavfi", std::string(use_palette), "-loop",
                           "0", "-f", "gif"});
  } else {
    words = joined(joined(words, mp4_codec), {"-f", "mp4"});
  }
  return joined(words, {file_url(output)});
}

}  // namespace warpscope
