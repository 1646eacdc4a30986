#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/views/view.hpp"

namespace warpscope {

/// What a cell of a map stands for, in time.
enum class MapTime : std::uint8_t {
  done,
  now,
  later,
  none,  ///< nothing: the picture is empty there
};

/// Columns of a map that belong together and have a name.
struct MapBlock {
  std::string name, short_name;  ///< the short one where the whole one has no room
  std::uint32_t columns = 1;
};

/// A place of the map: a column, and how far down, 0..1.
struct MapPlace {
  std::uint32_t column = 0;
  double down = 0;
};

/// A part of a map that is shown large: columns [first, end), between two shares of the height.
struct MapPart {
  std::uint32_t first = 0, end = 0;
  double top = 0, bottom = 1;
};

/// The whole of a picture, small: columns, in blocks, of rows. Above the part that is shown large.
struct FocusMap {
  std::vector<MapBlock> blocks{};
  std::uint32_t present = 0;     ///< column
  std::vector<MapPart> large{};  ///< one of the whole height has a thin frame around the others
  std::uint32_t rows = 12;
  bool square = false;  ///< its cells are, as those of matrices
  /// Of a cell: a row of `rows`.
  std::function<MapTime(std::uint32_t column, std::uint32_t row)> time{};
};

/// Height of a map with names below it, in a picture of some height.
[[nodiscard]] float focus_map_height(const Frame& frame, float picture);

/// A button at the right end of `corner` that shows the whole picture, or the group at work again. Gives its place.
Rect draw_focus_button(Canvas& canvas, Rect corner, const Frame& frame, Wishes& wishes);
/// Whether wheel or keys ask for less than what is large, which is the whole: obeys.
bool leaves_focus(Rect room, const Frame& frame, Wishes& wishes);

/// A map as it lies in its strip; hears the mouse.
class FocusMapStrip {
 public:
  FocusMapStrip(const FocusMap& map, Rect strip, const Frame& frame);

  /// The place that a click, or a drag that began here, goes to.
  [[nodiscard]] std::optional<MapPlace> asked(bool& held, Wishes& wishes) const;
  /// The cells, the names, the frame around what is large, and a line above `large`, where that is.
  void draw(Canvas& canvas, Rect large) const;
  [[nodiscard]] Rect cells() const { return cells_; }
  [[nodiscard]] float left(std::uint32_t column) const;
  [[nodiscard]] float right(std::uint32_t column) const;

 private:
  void draw_column(Canvas& canvas, std::uint32_t column) const;
  void draw_names(Canvas& canvas) const;
  [[nodiscard]] Color color(MapTime time) const;

  const FocusMap& map_;
  const Frame& frame_;
  Rect cells_;
  float names_y_ = 0;
  float pitch_ = 0, gap_ = 0;            // of columns; more between blocks
  std::vector<std::uint32_t> block_of_;  // by column
};

}  // namespace warpscope
