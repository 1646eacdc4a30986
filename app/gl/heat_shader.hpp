#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A program that draws bytes as colours, and the texture with the bytes that were last drawn. Its
/// OpenGL context must be current whenever it is used or destroyed.
class HeatShader {
 public:
  /// Fails if the driver refuses the shaders.
  [[nodiscard]] static Result<std::unique_ptr<HeatShader>> create(std::string_view vertex,
                                                                  std::string_view fragment);
  ~HeatShader();
  HeatShader(const HeatShader&) = delete;
  HeatShader& operator=(const HeatShader&) = delete;

  struct Cells {
    const std::uint8_t* data = nullptr;  ///< row by row
    std::size_t pitch = 0;               ///< from one row to the next
    int columns = 0, rows = 0;
    std::uint64_t version = 0;  ///< changes when the same place holds other bytes
    friend bool operator==(const Cells&, const Cells&) = default;
  };
  struct Look {
    std::array<float, 4> corners{};  ///< left, top, right, bottom in device coordinates
    float width = 0, height = 0;     ///< pixels
    float from = 0, to = 0;          ///< columns at the left and the right edge
    std::span<const float> palette;  ///< 33 times red, green, blue
    std::array<float, 3> gap{};
  };
  /// Sends the cells to the device if they are not there yet. Leaves its program, texture 0 and
  /// vertex array bound.
  void draw(const Cells& cells, const Look& look);

  /// How often cells were sent: once for the same cells, however many frames draw them.
  [[nodiscard]] int uploads() const { return uploads_; }
  /// The most columns that a texture holds.
  [[nodiscard]] int most_columns() const { return most_columns_; }

 private:
  explicit HeatShader(unsigned program);
  void upload(const Cells& cells);

  unsigned program_, texture_ = 0, vertices_ = 0;
  int corners_, columns_, rows_, pixels_, palette_, gap_;
  int most_columns_ = 0;
  int uploads_ = 0;
  Cells sent_;
};

}  // namespace warpscope
