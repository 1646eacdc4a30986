#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/stage/network/network_layout.hpp"
#include "app/views/view.hpp"

namespace warpscope {

enum class NetworkTime : std::uint8_t {
  done,
  sibling,  ///< done, in the present step
  now,
  later,
};

/// Everything that the parts of the network's picture share while one frame is drawn.
struct NetworkScene {
  const Document& document;
  const Frame& frame;
  const NetworkLayout& layout;
  Rect plot;          ///< columns and wires, without values and labels
  Rect values_now;    ///< right of it; empty if values stand in the plot, or nowhere
  Rect values_first;  ///< left of it
  float text_size = 12;
  float value_size = 12;  ///< of values, and of numbers beside them
  float digit = 7;        ///< width of a character of a value
  float unit = 10;        ///< width of a sub-column
  float gap = 12;         ///< between groups
  float phase_gap = 16;   ///< more of it between phases
  float spacing = 20;     ///< between wires
  float band_gap = 0;     ///< above each band, for its name if there are several
  float slack = 0;        ///< by which labels may stand out above and below the plot
  Point scroll{};
  std::size_t value_digits = 1;                  ///< characters of the widest value
  std::uint32_t first_group = 0, end_group = 0;  ///< visible
  std::int32_t first_wire = 0, end_wire = 0;
  std::uint32_t present = 0;  ///< group
  const NetworkOp* hovered = nullptr;
  bool large = false;  ///< a part of a network, with the values after each of its columns

  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] const Trace& trace() const { return *document.trace; }
  /// Wires too close for values are strips whose colour is the value.
  [[nodiscard]] bool crowded() const { return spacing < value_size + 1; }
  [[nodiscard]] bool pills() const {
    return spacing >= value_size + (large ? 1.0F : 3.0F) && gap >= pill_width() + 6;
  }
  [[nodiscard]] float pill() const { return std::min(value_size + 8, spacing - 1); }
  [[nodiscard]] float pill_width() const {
    return std::max(value_size + 8, static_cast<float>(value_digits) * digit + 10);
  }

  [[nodiscard]] float width() const;   ///< of the whole network, in pixels
  [[nodiscard]] float height() const;  ///< likewise
  [[nodiscard]] float left(std::uint32_t group) const;
  [[nodiscard]] float right(std::uint32_t group) const;
  [[nodiscard]] float x(const NetworkOp& op) const;  ///< where its wire gets the value
  [[nodiscard]] float y(std::int32_t wire) const;
  /// Width of a sub-column of a group.
  [[nodiscard]] float room(const NetworkGroup& group) const;
  /// The present: left of it everything is done.
  [[nodiscard]] float now_x() const;

  /// A few numbers that lie far out would leave all others one colour.
  [[nodiscard]] bool by_rank(std::uint32_t band) const {
    return !logarithmic(band) && layout.ranks(band).outliers();
  }
  /// Sums dwarf their operands, and both must be visible.
  [[nodiscard]] bool logarithmic(std::uint32_t band) const {
    const ShadeRange& values = layout.values(band);
    return layout.comparators() == 0 && values.low >= 0 && values.high - values.low >= 1000;
  }

  [[nodiscard]] NetworkTime time(const NetworkOp& op) const;
  /// Whether an operation is complete: before that, its result is not shown.
  [[nodiscard]] bool decided(const NetworkOp& op) const {
    return op.end < frame.access || (op.end == frame.access && frame.motion >= 1);
  }
  [[nodiscard]] ElementType type(std::int32_t wire) const;
  /// All digits of a value, and those that the picture has room for.
  [[nodiscard]] std::string value(std::int32_t wire, std::uint32_t word) const;
  [[nodiscard]] std::string shown(std::int32_t wire, std::uint32_t word) const;
  /// A value's place between the least and the largest of all, as a colour that is visible on
  /// panels.
  [[nodiscard]] Color shade(std::int32_t wire, std::uint32_t word) const;
  /// Whether something else is pinned than its lane, or than what a wire keeps.
  [[nodiscard]] bool fades(const NetworkOp& op) const;
  [[nodiscard]] bool fades(std::int32_t wire) const;
  /// As if nothing was pinned.
  [[nodiscard]] Color color_in_time(const NetworkOp& op) const;
  [[nodiscard]] Color op_color(const NetworkOp& op) const;
  /// The step of a group; if it has several levels, only the first one is named.
  [[nodiscard]] const Step& step(std::uint32_t group) const {
    return trace().steps[layout.groups()[group].step];
  }
};

/// One in this many butterflies is drawn, in all columns alike, so that lines can be told apart.
[[nodiscard]] std::uint32_t every_butterfly(const NetworkScene& scene);
/// One in this many of a group's other lines from wire to wire is drawn.
[[nodiscard]] std::size_t every_slanted(const NetworkScene& scene, const NetworkGroup& group);
/// From the least value (0) to the largest (1); neither end drowns in the panel.
[[nodiscard]] Color network_shade(const Theme& theme, float share);

void draw_network_bands(Canvas& canvas, const NetworkScene& scene);
void draw_network_wires(Canvas& canvas, const NetworkScene& scene);
void draw_network_ops(Canvas& canvas, const NetworkScene& scene);
/// The present access: values on their way.
void draw_network_motion(Canvas& canvas, const NetworkScene& scene);
/// Frames the wires whose element goes wrong in the present step, where they are now.
void draw_network_faults(Canvas& canvas, const NetworkScene& scene);
/// The arrays that the wires belong to, if there are several.
void draw_network_names(Canvas& canvas, const NetworkScene& scene);
/// Values that the wires have now, and had at first; steps, phases, launches, legend.
void draw_network_values(Canvas& canvas, const NetworkScene& scene);
void draw_network_labels(Canvas& canvas, const NetworkScene& scene, Rect strip);
/// The steps alone, in one row.
void draw_network_steps(Canvas& canvas, const NetworkScene& scene, Rect strip);
void draw_network_head(Canvas& canvas, const NetworkScene& scene, Rect strip);

/// Width that the present values of all wires need, and height, if they stand in one row.
[[nodiscard]] float network_row_width(const Canvas& canvas, const NetworkScene& scene);
[[nodiscard]] float network_row_height(const Frame& frame);
/// The present values of all wires of a whole network, in a row: framed are those in `large`.
void draw_network_row(Canvas& canvas, const NetworkScene& whole,
                      std::span<const std::int32_t> large, Rect strip);

/// The operation at a point; nullptr if there is none.
[[nodiscard]] const NetworkOp* network_op_at(const NetworkScene& scene, Point point);
[[nodiscard]] std::string describe_network_op(const NetworkScene& scene, const NetworkOp& op);
/// The wire at a point, -1 for none, and its value there.
[[nodiscard]] std::int32_t network_wire_at(const NetworkScene& scene, Point point);
[[nodiscard]] const NetworkEvent* network_event_at(const NetworkScene& scene, std::int32_t wire,
                                                   float x);
[[nodiscard]] std::string describe_network_wire(const NetworkScene& scene, std::int32_t wire,
                                                float x);

}  // namespace warpscope
