#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/layout/tile_cover.hpp"
#include "app/ui/theme.hpp"

namespace warpscope {

/// Cuts a frame of Dear ImGui down to where it differs from the one before, so that the rest of the
/// picture may stay. Exact: for every tile of the picture it knows what was drawn there, triangle
/// by triangle and in which order; and the pixels of a triangle do not depend on the scissors.
class Damage {
 public:
  /// A number for what a callback will draw: equal numbers, equal pixels. None: unknown, so that
  /// its clip rectangle is drawn in every frame.
  using CallbackKey = std::optional<std::uint64_t> (*)(const ImDrawCmd& command);

  explicit Damage(CallbackKey key) : key_(key) {}

  /// Leaves in `frame` only what must be drawn over the picture of the last frame. Returns the
  /// boxes of pixels, from the top left, that must be filled with `background` first.
  const std::vector<TileBox>& cut(ImDrawData& frame, Color background);
  /// To be called when the picture of the last frame is lost, or when a texture has changed.
  void forget() { before_.clear(); }

 private:
  /// Pixels from the top left.
  struct Box {
    int left = 0, top = 0, right = 0, bottom = 0;
    [[nodiscard]] bool empty() const { return left >= right || top >= bottom; }
    [[nodiscard]] Box within(const Box& other) const;
  };
  void start(const ImDrawData& frame, Color background);
  [[nodiscard]] Box clip_of(const ImDrawCmd& command) const;
  /// Of a triangle, within `clip`.
  [[nodiscard]] Box box_of(ImVec2 a, ImVec2 b, ImVec2 c, const Box& clip) const;
  void note(const ImDrawList& list);
  void note_triangles(const ImDrawList& list, const ImDrawCmd& command, const Box& clip);
  void note(const Box& area, std::uint64_t what);
  void find_boxes();
  void keep(ImDrawList& list);
  void keep_callback(const ImDrawCmd& command, const Box& clip);
  void keep_triangles(const ImDrawList& list, const ImDrawCmd& command, const Box& clip);
  void sort_triangle(const ImDrawIdx* corners, const Box& area);
  /// `command` within a box of the boxes.
  [[nodiscard]] ImDrawCmd clipped(const ImDrawCmd& command, const Box& clip,
                                  const TileBox& box) const;

  CallbackKey key_;
  int width_ = 0, height_ = 0, columns_ = 0, rows_ = 0;
  float scale_ = 1;
  ImVec2 origin_;
  std::uint64_t frames_ = 0;
  std::vector<std::uint64_t> now_, before_;  ///< per tile: what is drawn there
  std::vector<std::uint8_t> marked_;         ///< tiles that differ
  std::vector<TileBox> boxes_;               ///< that hold them, in pixels
  std::vector<std::uint16_t> owner_;         ///< per tile: its box
  std::vector<std::uint64_t> vertices_;      ///< the identity of each vertex of a list
  std::vector<Box> areas_;                   ///< of all triangles of a frame
  std::size_t next_area_ = 0;
  std::vector<std::vector<ImDrawIdx>> sorted_;  ///< per box: triangles of a command
  std::vector<ImDrawCmd> commands_;             ///< what is left of a list
  std::vector<ImDrawIdx> indices_;
};

}  // namespace warpscope
