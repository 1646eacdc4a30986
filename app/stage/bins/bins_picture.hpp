#pragma once

#include <string>
#include <vector>

#include "app/stage/bins/bins_scene.hpp"
#include "app/stage/stage_picture.hpp"
#include "app/views/parts/zoom_hand.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The bins that the present launch fills: counters that are raised, buckets that values are
/// scattered to, equations that are made from their neighbours; if there are none, the values of an
/// array. Hover tells more about a bin; a click goes to its last change. For a run padded as a
/// trial, the elements without the padding: the same bins as without it.
class BinsPicture final : public StagePicture {
 public:
  static constexpr StageInfo info{.id = "bins", .label = tr_noop("Bins"), .key = "F9"};

  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  /// Counters and bars show which of them the pinned lanes and the pinned element are about, equations which of them is
  /// followed.
  [[nodiscard]] bool follows_pin(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  [[nodiscard]] const BinsLaunch& launch(const Frame& frame) const;
  /// The document that the bins are made from.
  [[nodiscard]] const Document& document(const Frame& frame) const {
    return plain_ ? *plain_ : *frame.document;
  }

  DocumentPtr plain_;  // without padding; nullptr if there is none
  std::vector<BinsLaunch> launches_;
  CellHistory history_;
  ZoomHand zoom_;
  bool map_held_ = false;
};

}  // namespace warpscope
