#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "app/layout/geometry.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Where the threads of a block stand in a picture of its shape: x to the right, y downwards, and
/// the layers of a third dimension beside and below one another, so that cells become large. Cells
/// are squares, but those that would be tiny are longer where there is room, as in 1 × 64 threads.
class BlockLayout {
 public:
  /// Fits the block into `area`, from its upper left corner on.
  BlockLayout(Rect area, const Dim3& block);

  /// The shorter side of a thread's cell, gap included.
  [[nodiscard]] float side() const { return std::min(width_, height_); }
  [[nodiscard]] Rect bounds() const { return bounds_; }
  [[nodiscard]] Rect cell(int thread) const;  ///< by its rank; gap included
  [[nodiscard]] std::optional<int> thread_at(Point point) const;

 private:
  Dim3 block_;
  int layers_beside_ = 1;
  Rect bounds_;
  float width_ = 0, height_ = 0;     // of a cell
  float layer_x_ = 0, layer_y_ = 0;  // from layer to layer
};

/// Whether a block has a shape to be seen: more than one dimension, and no more threads than CUDA
/// allows.
[[nodiscard]] bool has_shape(const Dim3& block);

/// "thread (3, 4): 3 + 8 · 4 = 35": how CUDA numbers the threads of a block.
[[nodiscard]] std::string thread_number_text(const Dim3& block, int thread);

}  // namespace warpscope
