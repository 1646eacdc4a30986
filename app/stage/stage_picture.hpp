#pragma once

#include <memory>
#include <string>

#include "app/look/stage_kind.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// One way to draw the dataflow. on_document prepares, off the frame thread and in time linear in
/// the trace; draw shows.
class StagePicture {
 public:
  virtual ~StagePicture() = default;
  [[nodiscard]] virtual std::string subtitle(const Frame& frame) const = 0;
  virtual void on_document(const Document& document) = 0;
  /// `area` is as in View::draw. If a trace has nothing for this picture, it says what would fill
  /// it.
  virtual void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) = 0;
};

/// THE list of stage pictures.
[[nodiscard]] std::unique_ptr<StagePicture> make_stage_picture(StageKind kind);

}  // namespace warpscope
