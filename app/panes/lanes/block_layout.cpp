#include "app/panes/lanes/block_layout.hpp"

#include <algorithm>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float largest_thread_side = 14;
constexpr float legible_thread_side = 6;
constexpr float layer_gap = 6;
constexpr int most_threads = 1024;

/// The gap between so many layers side by side: less where it would take half of the room.
float gap_of(float length, int layers) {
  return std::min(layer_gap, length / static_cast<float>(2 * layers));
}

/// The width and height that a cell may have, with so many layers beside one another.
Point room_of(Rect area, const Dim3& block, int beside) {
  const int below = (block.z + beside - 1) / beside;
  const auto along = [](float length, int threads, int layers) {
    const float free = length - gap_of(length, layers) * static_cast<float>(layers - 1);
    return free / static_cast<float>(threads * layers);
  };
  return {along(area.w, block.x, beside), along(area.h, block.y, below)};
}

float square_in(Point room) { return std::min({largest_thread_side, room.x, room.y}); }

}  // namespace

BlockLayout::BlockLayout(Rect area, const Dim3& block) : block_(block), layers_beside_(block.z) {
  for (int beside = block.z - 1; beside > 0; --beside) {
    if (square_in(room_of(area, block, beside)) > square_in(room_of(area, block, layers_beside_))) {
      layers_beside_ = beside;
    }
  }
  const int below = (block.z + layers_beside_ - 1) / layers_beside_;
  const Point room = room_of(area, block, layers_beside_);
  const float square = square_in(room);
  width_ = std::max(square, std::min(legible_thread_side, room.x));
  height_ = std::max(square, std::min(legible_thread_side, room.y));
  const float gap_x = gap_of(area.w, layers_beside_), gap_y = gap_of(area.h, below);
  layer_x_ = width_ * static_cast<float>(block.x) + gap_x;
  layer_y_ = height_ * static_cast<float>(block.y) + gap_y;
  bounds_ = {area.x, area.y, layer_x_ * static_cast<float>(layers_beside_) - gap_x,
             layer_y_ * static_cast<float>(below) - gap_y};
}

Rect BlockLayout::cell(int thread) const {
  const Dim3 at = coordinates(thread, block_);
  const int layers_above = at.z / layers_beside_;
  const auto column = static_cast<float>(at.z % layers_beside_);
  const auto row = static_cast<float>(layers_above);
  return {bounds_.x + width_ * static_cast<float>(at.x) + column * layer_x_,
          bounds_.y + height_ * static_cast<float>(at.y) + row * layer_y_, width_, height_};
}

std::optional<int> BlockLayout::thread_at(Point point) const {
  for (int thread = 0; thread < static_cast<int>(block_.count()); ++thread) {
    if (cell(thread).contains(point)) return thread;
  }
  return std::nullopt;
}

bool has_shape(const Dim3& block) {
  const bool sound = block.x > 0 && block.y > 0 && block.z > 0 && block.x <= most_threads &&
                     block.y <= most_threads && block.z <= most_threads;
  return sound && (block.y > 1 || block.z > 1) && block.count() <= most_threads;
}

std::string thread_number_text(const Dim3& block, int thread) {
  const Dim3 at = coordinates(thread, block);
  if (block.z == 1) {
    return tr("thread ({0}, {1}): {2} + {3} · {4} = {5}", at.x, at.y, at.x, block.x, at.y, thread);
  }
  return tr("thread ({0}, {1}, {2}): {3} + {4} · ({5} + {6} · {7}) = {8}", at.x, at.y, at.z, at.x,
            block.x, at.y, block.y, at.z, thread);
}

}  // namespace warpscope
