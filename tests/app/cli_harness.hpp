#pragma once

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/command_line.hpp"

namespace warpscope {

/// Tests read English, whatever the language of who runs them. Set before the first test, for processes that
/// tests start, too.
inline const bool environment_is_english = [] {
  ::unsetenv("LANGUAGE");
  return ::setenv("LC_ALL", "C.UTF-8", 1) == 0;
}();

/// The effects of an invocation of the command line.
struct Invoked {
  int code = 0;
  std::string out, err;
  std::vector<WindowOptions> windows;    ///< that were opened
  std::vector<PictureRequest> pictures;  ///< that were drawn
  std::vector<PictureRequest> films;     ///< whose pictures were opened
  std::vector<HandoutRequest> handouts;  ///< likewise

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// Black pictures of the requested size.
class BlackPictures final : public PictureSource {
 public:
  BlackPictures(int width, int height) : width_(width), height_(height) {}
  Result<Image> image(const FilmFrame&) override {
    const auto pixels = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
    return Image{width_, height_, std::vector<std::uint8_t>(4 * pixels)};
  }
  std::string svg(const FilmFrame&) override { return "<svg/>"; }
  Result<std::string> pdf(std::span<const FilmFrame> frames) override {
    return "%PDF of " + std::to_string(frames.size());
  }

 private:
  int width_, height_;
};

/// Runs the command line in this process; windows and pictures are only noted, and programs are
/// what `programs` makes of them.
inline Invoked invoke(const std::vector<std::string>& args, const ProgramRunner& programs = {}) {
  Invoked invoked;
  const Frontend frontend{
      .open_window =
          [&](const WindowOptions& options) {
            invoked.windows.push_back(options);
            return 0;
          },
      .render_picture = [&](const PictureRequest& request) -> Result<std::vector<std::byte>> {
        invoked.pictures.push_back(request);
        return std::vector<std::byte>(3, std::byte{'x'});
      },
      .open_pictures =
          [&](const PictureRequest& request) -> Result<std::unique_ptr<PictureSource>> {
        invoked.films.push_back(request);
        return std::unique_ptr<PictureSource>(
            std::make_unique<BlackPictures>(request.width, request.height));
      },
      .open_handout = [&](const HandoutRequest& request) -> Result<std::unique_ptr<PictureSource>> {
        invoked.handouts.push_back(request);
        return std::unique_ptr<PictureSource>(std::make_unique<BlackPictures>(8, 8));
      },
      .offscreen_problem = [] { return std::string("There is no EGL."); },
      .programs = programs,
  };
  std::ostringstream out, err;
  invoked.code = run_command_line(args, out, err, frontend);
  invoked.out = out.str();
  invoked.err = err.str();
  return invoked;
}

}  // namespace warpscope
