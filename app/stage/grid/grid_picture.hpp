#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/stage/grid/grid_focus.hpp"
#include "app/stage/grid/grid_scene.hpp"
#include "app/stage/stage_picture.hpp"
#include "app/views/parts/zoom_hand.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The dataflow on matrices: every array that the present launch touches, in rows; the cells that
/// are read and written now, where values go, and the row and the column that a result is made
/// from. Hover tells a cell's place, value, sources and maker; a click goes there.
class GridPicture final : public StagePicture {
 public:
  static constexpr StageInfo info{.id = "grid", .label = tr_noop("Grid"), .key = "F8"};

  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  [[nodiscard]] bool follows_pin(const Frame& /*frame*/) const override { return true; }
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  [[nodiscard]] const GridLaunch& launch(const Frame& frame) const;
  [[nodiscard]] std::uint32_t present_node(const Frame& frame) const;
  void follow(const Frame& frame, std::uint32_t node);
  void look(const GridLayout& whole, Rect area, const Frame& frame, Wishes& wishes);
  static void tell_cells(const GridScene& scene);
  void hover(GridScene& scene, Wishes& wishes) const;
  /// The map above what is large, and the button that shows the whole; leaves the room below.
  void draw_map(Canvas& canvas, Rect strip, Rect title, const GridScene& scene, Rect large,
                Wishes& wishes);
  void hear_map(const FocusMapStrip& strip, const GridMap& map, const GridScene& scene,
                Wishes& wishes);
  static void draw_signs(Canvas& canvas, const GridScene& scene);
  static void draw_footer(Canvas& canvas, Rect area, const GridScene& scene);

  std::vector<GridLaunch> launches_;
  ZoomHand zoom_;
  CellHistory history_;
  FlowUses uses_;
  // Per launch and matrix: the place around which it is shown.
  std::vector<std::vector<MatrixCell>> focus_;
  std::vector<NumberSpread> spreads_;  // by array
  /// The element that the user went to on the map.
  struct Wanted {
    int array = 0;
    std::int64_t index = 0;
  };
  std::optional<Wanted> wanted_;
  bool map_held_ = false;
};

}  // namespace warpscope
