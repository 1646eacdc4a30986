#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope {

/// The format and size of a film.
struct FilmFormat {
  bool gif = false;  ///< else MP4
  int width = 0, height = 0;
  int fps = 30;
};

/// Width or height as the format can hold it: MP4 needs even numbers.
[[nodiscard]] int film_side(bool gif, int pixels);

// Arguments of ffmpeg. Frames come as raw RGBA through its standard input.

/// Looks at some frames and writes the 256 colours that suit them, as a picture.
[[nodiscard]] std::vector<std::string> palette_arguments(const FilmFormat& film,
                                                         const std::filesystem::path& palette);
/// Writes the film; `palette` is the file that palette_arguments wrote, used for a GIF only.
[[nodiscard]] std::vector<std::string> film_arguments(const FilmFormat& film,
                                                      const std::filesystem::path& palette,
                                                      const std::filesystem::path& output);

}  // namespace warpscope
