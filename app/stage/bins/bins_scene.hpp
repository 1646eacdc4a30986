#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/stage/bins/bins_layout.hpp"
#include "app/views/view.hpp"
#include "instrumentation/patterns/cell_history.hpp"

namespace warpscope {

/// Everything that the pictures of bins share while one frame is drawn.
struct BinsScene {
  const Document& document;
  const Frame& frame;
  const BinsLaunch& launch;
  CellHistory& history;
  float text_size = 12;
  Rect head{}, legend{};  ///< above and below the bins
  Rect room{};            ///< where the bins are seen: they may be larger
  float enlarged = 1;
  float digit = 7;           ///< width of a character of a value
  Rect map{};                ///< of all bins, above those that are large; empty: all are shown
  bool* map_held = nullptr;  ///< whether the mouse drags on it
  const Frame* map_frame =
      nullptr;  ///< whose mouse it hears: that of `frame` is about the bins alone

  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] const Trace& trace() const { return *document.trace; }
  [[nodiscard]] const Access& access() const { return trace().accesses[frame.access]; }
  [[nodiscard]] const Array& array(int id) const {
    return trace().arrays[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] const FlowNode& node(std::uint32_t n) const { return document.flow.nodes[n]; }
  [[nodiscard]] TextStyle words(Color color) const { return {Face::sans, text_size, color}; }
  [[nodiscard]] TextStyle strong(Color color) const { return {Face::sans_bold, text_size, color}; }
  [[nodiscard]] TextStyle digits(Color color) const { return {Face::mono, text_size, color}; }
};

/// Whether the counts of all bins have room in so many pixels.
[[nodiscard]] bool counts_fit(const BinsScene& scene, float width);
/// Bins that fill: lanes above, their counts below.
void draw_counters(Canvas& canvas, const BinsScene& scene, Rect area, Wishes& wishes);
/// Elements and the places that they are copied to.
void draw_scatter(Canvas& canvas, const BinsScene& scene, Rect area, Wishes& wishes);
/// Equations before and after a step.
void draw_records(Canvas& canvas, const BinsScene& scene, Rect area, Wishes& wishes);
/// The values of an array as bars.
void draw_bars(Canvas& canvas, const BinsScene& scene, Rect area, Wishes& wishes);

/// The present access, in words and in the array that it touches, whichever a picture shows.
void draw_access_strip(Canvas& canvas, const BinsScene& scene, Rect area);
[[nodiscard]] float access_strip_height(const BinsScene& scene);
/// Outlines a bar that is read; a bar that is written is filled.
void mark_read(Canvas& canvas, const BinsScene& scene, Rect bar);

/// Numbers below the bars, as many as have room.
void draw_bar_numbers(Canvas& canvas, const BinsScene& scene, const BarsLayout& bars);

struct LegendEntry {
  std::string_view text;
  Color color;
  bool filled = true;
};
/// Entries from the left; `note` at the right if it has room.
void draw_bins_legend(Canvas& canvas, const BinsScene& scene, Rect area,
                      const std::vector<LegendEntry>& entries, std::string_view note = {});
/// Height that a legend takes.
[[nodiscard]] inline float legend_height(const BinsScene& scene) { return scene.text_size + 12; }

}  // namespace warpscope
