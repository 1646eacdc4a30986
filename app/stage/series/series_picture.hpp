#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/stage/series/series_layout.hpp"
#include "app/stage/series/series_scene.hpp"
#include "app/stage/stage_picture.hpp"
#include "app/views/parts/zoom_hand.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// Values over time: an iteration's residual, the paths of cells that are written again and again,
/// and how far they move at most. One panel below the other, on a common playhead.
class SeriesPicture final : public StagePicture {
 public:
  static constexpr StageInfo info{.id = "series", .label = tr_noop("Series"), .key = "F10"};

  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  [[nodiscard]] bool follows_pin(const Frame& frame) const override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  [[nodiscard]] std::vector<SeriesScene> make_scenes(const Canvas& canvas, Rect area,
                                                     const Frame& frame) const;
  void look(std::span<SeriesScene> scenes, Rect area, const Frame& frame, Wishes& wishes);

  SeriesLayout layout_;
  ZoomHand zoom_;
};

}  // namespace warpscope
