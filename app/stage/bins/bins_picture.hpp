#pragma once

#include <string>
#include <vector>

#include "app/stage/bins/bins_scene.hpp"
#include "app/stage/stage_picture.hpp"

namespace warpscope {

/// What the present launch fills: counters that are raised, buckets that values are scattered to,
/// equations that are made from their neighbours; the values of an array where it does none of
/// that. Hover tells more of a bin; a click goes to what changed it last. Of a run that was padded
/// on trial, the elements without the padding: the same bins as without it.
class BinsPicture final : public StagePicture {
 public:
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  [[nodiscard]] const BinsLaunch& launch(const Frame& frame) const;
  /// That the bins are made from.
  [[nodiscard]] const Document& document(const Frame& frame) const {
    return plain_ ? *plain_ : *frame.document;
  }

  DocumentPtr plain_;  // without padding; nullptr where there is none
  std::vector<BinsLaunch> launches_;
  CellHistory history_;
};

}  // namespace warpscope
