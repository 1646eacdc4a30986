#pragma once

#include <array>
#include <future>
#include <memory>
#include <string>

#include "app/views/stage_picture.hpp"

namespace warpscope {

/// The dataflow of the running kernel, drawn in the way that Frame::stage names. Of a long trace a
/// way is prepared when it is first asked for, in the background.
class StageView final : public View {
 public:
  StageView();
  [[nodiscard]] std::string_view id() const override { return "stage"; }
  [[nodiscard]] std::string_view title() const override { return "Stage"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  struct Way {
    std::unique_ptr<StagePicture> picture;
    bool ready = false;
    std::future<void> preparing;  // last: what it works on outlives it
  };
  [[nodiscard]] Way& way(StageKind kind) { return ways_[static_cast<std::size_t>(kind)]; }
  /// Whether a way can be drawn; begins to prepare it, and `wait`s for it.
  bool prepare(Way& way, bool wait) const;

  std::array<Way, all_stage_kinds.size()> ways_;
  const Document* document_ = nullptr;
};

}  // namespace warpscope
