#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "app/look/view_info.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// One way to draw the dataflow; its class has a StageInfo as `info`. on_document prepares, off the frame thread and in time linear in
/// the trace; draw shows.
class StagePicture {
 public:
  virtual ~StagePicture() = default;
  [[nodiscard]] virtual std::string subtitle(const Frame& frame) const = 0;
  virtual void on_document(const Document& document) = 0;
  /// Whether it fades by itself what is not pinned; else it fades as a whole while that takes no part.
  [[nodiscard]] virtual bool follows_pin(const Frame& /*frame*/) const { return false; }
  /// Whether what is wrong has to be told below it; not where the picture is about nothing else.
  [[nodiscard]] virtual bool needs_fault_legend() const { return true; }
  /// `area` is as in View::draw. If a trace has nothing for this picture, it says what would fill
  /// it.
  virtual void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) = 0;
};

/// What the pictures are, the one first that is drawn unless another is asked for.
[[nodiscard]] std::span<const StageInfo> stage_infos();
/// The first one where the id is unknown.
[[nodiscard]] std::unique_ptr<StagePicture> make_stage_picture(std::string_view id);

}  // namespace warpscope
