#pragma once

#include <string>
#include <vector>

#include "app/views/bins_scene.hpp"
#include "app/views/stage_picture.hpp"

namespace warpscope {

/// What the present launch fills: counters that are raised, buckets that values are scattered to,
/// equations that are made from their neighbours; the values of an array where it does none of
/// that. Hover tells more of a bin; a click goes to what changed it last.
class BinsPicture final : public StagePicture {
 public:
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  [[nodiscard]] const BinsLaunch& launch(const Frame& frame) const;

  std::vector<BinsLaunch> launches_;
  CellHistory history_;
};

}  // namespace warpscope
