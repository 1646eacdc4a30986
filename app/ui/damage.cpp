#include "app/ui/damage.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "app/ui/imgui_compat.h"

namespace warpscope {
namespace {

/// Pixels of a tile's side. Small ones follow a change closely, large ones are counted faster.
constexpr int side = 32;
/// Each box costs a draw call of every command that reaches into it.
constexpr std::size_t most_boxes = 48;
constexpr std::uint16_t nobody = std::numeric_limits<std::uint16_t>::max();

std::uint64_t mix(std::uint64_t sum, std::uint64_t more) {
  sum = (sum ^ more) * 0x9E3779B97F4A7C15;
  return sum ^ (sum >> 29);
}

std::uint64_t number_of(ImVec2 v) { return std::bit_cast<std::uint64_t>(v); }

std::uint64_t number_of(const ImDrawVert& vertex) {
  return mix(mix(number_of(vertex.pos), number_of(vertex.uv)), vertex.col);
}

bool resets_state(const ImDrawCmd& command) {
  return command.UserCallback == ImDrawCallback_ResetRenderState;
}

}  // namespace

Damage::Box Damage::Box::within(const Box& other) const {
  return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
          std::min(bottom, other.bottom)};
}

const std::vector<TileBox>& Damage::cut(ImDrawData& frame, Color background) {
  start(frame, background);
  for (int i = 0; i < frame.CmdListsCount; ++i) note(*frame.CmdLists[i]);
  find_boxes();
  frame.TotalIdxCount = 0;
  for (int i = 0; i < frame.CmdListsCount; ++i) {
    keep(*frame.CmdLists[i]);
    frame.TotalIdxCount += frame.CmdLists[i]->IdxBuffer.Size;
  }
  before_.swap(now_);
  return boxes_;
}

void Damage::start(const ImDrawData& frame, Color background) {
  scale_ = frame.FramebufferScale.x;
  origin_ = frame.DisplayPos;
  const auto width = static_cast<int>(frame.DisplaySize.x * scale_);
  const auto height = static_cast<int>(frame.DisplaySize.y * scale_);
  // Edges of tiles must lie between pixels, also in the display's units.
  const bool exact = (scale_ == 1 || scale_ == 2) && frame.FramebufferScale.y == scale_;
  if (width != width_ || height != height_ || !exact || compat::changes_textures(frame)) forget();
  width_ = width;
  height_ = height;
  columns_ = (width + side - 1) / side;
  rows_ = (height + side - 1) / side;
  const std::array parts{background.r, background.g, background.b, background.a};
  now_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_),
              std::bit_cast<std::uint32_t>(parts));
  ++frames_;
  areas_.clear();
  next_area_ = 0;
}

Damage::Box Damage::clip_of(const ImDrawCmd& command) const {
  // Rounded as the back end does: corner and size downwards, counted from below.
  const ImVec4& clip = command.ClipRect;
  const float x = (clip.x - origin_.x) * scale_, right = (clip.z - origin_.x) * scale_;
  const float y = (clip.y - origin_.y) * scale_, bottom = (clip.w - origin_.y) * scale_;
  const auto left = static_cast<int>(x);
  const int below = height_ - static_cast<int>(static_cast<float>(height_) - bottom);
  return Box{left, below - static_cast<int>(bottom - y), left + static_cast<int>(right - x), below}
      .within({0, 0, width_, height_});
}

Damage::Box Damage::box_of(ImVec2 a, ImVec2 b, ImVec2 c, const Box& clip) const {
  // Clipped before they are rounded: conversion rounds numbers down if they are not negative.
  const auto low = [&](float p, float q, float r, float origin, int from, int to) {
    const float least = (std::min({p, q, r}) - origin) * scale_;
    return static_cast<int>(std::clamp(least, static_cast<float>(from), static_cast<float>(to)));
  };
  const auto high = [&](float p, float q, float r, float origin, int from, int to) {
    const float most = std::clamp((std::max({p, q, r}) - origin) * scale_, static_cast<float>(from),
                                  static_cast<float>(to));
    const auto down = static_cast<int>(most);
    return static_cast<float>(down) < most ? down + 1 : down;
  };
  return {low(a.x, b.x, c.x, origin_.x, clip.left, clip.right),
          low(a.y, b.y, c.y, origin_.y, clip.top, clip.bottom),
          high(a.x, b.x, c.x, origin_.x, clip.left, clip.right),
          high(a.y, b.y, c.y, origin_.y, clip.top, clip.bottom)};
}

void Damage::note(const ImDrawList& list) {
  vertices_.resize(static_cast<std::size_t>(list.VtxBuffer.Size));
  std::ranges::transform(list.VtxBuffer, vertices_.begin(),
                         [](const ImDrawVert& vertex) { return number_of(vertex); });
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const Box clip = clip_of(command);
    if (clip.empty() || resets_state(command)) continue;
    if (command.UserCallback == nullptr) {
      note_triangles(list, command, clip);
      continue;
    }
    const std::uint64_t corner =
        mix(static_cast<std::uint64_t>(clip.left) << 32, static_cast<std::uint64_t>(clip.top));
    const std::uint64_t end =
        mix(static_cast<std::uint64_t>(clip.right) << 32, static_cast<std::uint64_t>(clip.bottom));
    note(clip, mix(mix(corner, end), key_(command).value_or(frames_)));
  }
}

void Damage::note_triangles(const ImDrawList& list, const ImDrawCmd& command, const Box& clip) {
  const std::uint64_t state =
      mix(mix(mix(mix(compat::texture_key(command), static_cast<std::uint64_t>(clip.left)),
                  static_cast<std::uint64_t>(clip.top)),
              static_cast<std::uint64_t>(clip.right)),
          static_cast<std::uint64_t>(clip.bottom));
  const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
  const ImDrawVert* vertex = list.VtxBuffer.Data + command.VtxOffset;
  const std::uint64_t* number = vertices_.data() + command.VtxOffset;
  for (const ImDrawIdx* end = index + command.ElemCount; index < end; index += 3) {
    const Box area = box_of(vertex[index[0]].pos, vertex[index[1]].pos, vertex[index[2]].pos, clip);
    areas_.push_back(area);
    if (area.empty()) continue;
    note(area, mix(mix(mix(state, number[index[0]]), number[index[1]]), number[index[2]]));
  }
}

void Damage::note(const Box& area, std::uint64_t what) {
  const int right = (area.right - 1) / side, bottom = (area.bottom - 1) / side;
  for (int y = area.top / side; y <= bottom; ++y) {
    std::uint64_t* row = now_.data() + static_cast<std::ptrdiff_t>(y) * columns_;
    for (int x = area.left / side; x <= right; ++x) row[x] = mix(row[x], what);
  }
}

void Damage::find_boxes() {
  const bool known = before_.size() == now_.size();
  marked_.resize(now_.size());
  for (std::size_t i = 0; i < now_.size(); ++i) {
    marked_[i] = !known || now_[i] != before_[i] ? 1 : 0;
  }
  boxes_ = cover_tiles(marked_, columns_, rows_, most_boxes);
  owner_.assign(now_.size(), nobody);
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const TileBox& box = boxes_[i];
    for (int y = box.y; y < box.y + box.h; ++y) {
      std::fill_n(owner_.begin() + static_cast<std::ptrdiff_t>(y) * columns_ + box.x, box.w,
                  static_cast<std::uint16_t>(i));
    }
  }
  for (TileBox& box : boxes_) {
    box = {box.x * side, box.y * side, box.w * side, box.h * side};
    box.w = std::min(box.w, width_ - box.x);
    box.h = std::min(box.h, height_ - box.y);
  }
  sorted_.resize(std::max(sorted_.size(), boxes_.size()));
}

ImDrawCmd Damage::clipped(const ImDrawCmd& command, const Box& clip, const TileBox& box) const {
  const Box area = clip.within({box.x, box.y, box.x + box.w, box.y + box.h});
  const auto at = [&](int pixels, float origin) {
    return static_cast<float>(pixels) / scale_ + origin;
  };
  ImDrawCmd left = command;
  left.ClipRect = {at(area.left, origin_.x), at(area.top, origin_.y), at(area.right, origin_.x),
                   at(area.bottom, origin_.y)};
  return left;
}

void Damage::keep(ImDrawList& list) {
  commands_.clear();
  indices_.clear();
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const Box clip = clip_of(command);
    if (resets_state(command)) {
      commands_.push_back(command);
    } else if (clip.empty()) {
      continue;
    } else if (command.UserCallback != nullptr) {
      keep_callback(command, clip);
    } else {
      keep_triangles(list, command, clip);
    }
  }
  list.CmdBuffer.resize(static_cast<int>(commands_.size()));
  std::ranges::copy(commands_, list.CmdBuffer.begin());
  list.IdxBuffer.resize(static_cast<int>(indices_.size()));
  std::ranges::copy(indices_, list.IdxBuffer.begin());
  // Vertices that nothing refers to need not be sent.
  if (indices_.empty()) list.VtxBuffer.resize(0);
}

void Damage::keep_callback(const ImDrawCmd& command, const Box& clip) {
  for (const TileBox& box : boxes_) {
    const Box area = clip.within({box.x, box.y, box.x + box.w, box.y + box.h});
    if (!area.empty()) commands_.push_back(clipped(command, clip, box));
  }
}

void Damage::keep_triangles(const ImDrawList& list, const ImDrawCmd& command, const Box& clip) {
  const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
  for (const ImDrawIdx* end = index + command.ElemCount; index < end; index += 3) {
    const Box& area = areas_[next_area_++];
    if (!area.empty()) sort_triangle(index, area);
  }
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    std::vector<ImDrawIdx>& mine = sorted_[i];
    if (mine.empty()) continue;
    ImDrawCmd left = clipped(command, clip, boxes_[i]);
    left.IdxOffset = static_cast<unsigned>(indices_.size());
    left.ElemCount = static_cast<unsigned>(mine.size());
    indices_.insert(indices_.end(), mine.begin(), mine.end());
    commands_.push_back(left);
    mine.clear();
  }
}

void Damage::sort_triangle(const ImDrawIdx* corners, const Box& area) {
  const int right = (area.right - 1) / side, bottom = (area.bottom - 1) / side;
  std::uint64_t seen = 0;  // a bit per box
  static_assert(most_boxes <= 64);
  for (int y = area.top / side; y <= bottom; ++y) {
    const std::uint16_t* row = owner_.data() + static_cast<std::ptrdiff_t>(y) * columns_;
    for (int x = area.left / side; x <= right; ++x) {
      const std::uint16_t box = row[x];
      if (box == nobody || (seen >> box & 1) != 0) continue;
      seen |= std::uint64_t{1} << box;
      sorted_[box].insert(sorted_[box].end(), corners, corners + 3);
    }
  }
}

}  // namespace warpscope
