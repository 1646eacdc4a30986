#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/stage_picture.hpp"
#include "app/subject/fault_story.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// What is wrong with a program, one finding at a time: that of the playhead's access, else the one that was shown last. A
/// race as the history of its element, an index beyond an array as the cells that are not there and the lanes that want
/// them, a barrier with the thread that waits and the one that passes, what is wrong with an element itself as that element with a word. A click on an access goes there.
class FaultPicture final : public StagePicture {
 public:
  static constexpr StageInfo info{
      .id = "fault", .label = tr_noop("Fault"), .key = "Ctrl+F10", .tells = Told::races};

  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  [[nodiscard]] bool needs_fault_legend() const override { return false; }
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// Numbers of the findings; a click shows one.
  void draw_choice(Canvas& canvas, Rect& row, const Frame& frame, Wishes& wishes);

  std::vector<FaultStory> stories_;
  std::size_t shown_ = 0;
  std::optional<std::uint32_t> seen_;  // the playhead's access when it was chosen
};

}  // namespace warpscope
