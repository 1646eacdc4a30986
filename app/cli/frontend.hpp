#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/document.hpp"

namespace warpscope {

/// What the window opens with: a trace file, or a kernel to run.
struct WindowOptions {
  std::optional<std::filesystem::path> file;
  RunRequest request;  ///< kernel empty: the window's own choice
  BankModel model = BankModel::cc5;
};

/// One picture of one moment of a document.
struct PictureRequest {
  DocumentPtr document;
  std::string view;           ///< a view's id, or "window" for all of it
  std::uint32_t access = 0;   ///< the playhead
  std::string format;         ///< "png" or "svg"
  int width = 0, height = 0;  ///< pixels
  std::string theme;          ///< "dark", "light" or "projector"
  std::string layout = {};    ///< of the window: "study", "lecture" or "inspect"; empty: study
  float scale = 0;            ///< of the window; 0: one that suits its size
};

/// What the command line asks of the layers above it. main() joins the two; tests put in their own.
struct Frontend {
  std::function<int(const WindowOptions&)> open_window;  ///< until it closes; gives the exit code
  std::function<Result<std::vector<std::byte>>(const PictureRequest&)> render_picture;
  std::function<std::string()> offscreen_problem;  ///< why no picture can be drawn; empty: it can
};

}  // namespace warpscope
