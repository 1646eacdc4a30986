#pragma once

#include <array>
#include <memory>
#include <string>

#include "app/views/stage_picture.hpp"

namespace warpscope {

/// The dataflow of the running kernel, drawn in the way that Frame::stage names.
class StageView final : public View {
 public:
  StageView();
  [[nodiscard]] std::string_view id() const override { return "stage"; }
  [[nodiscard]] std::string_view title() const override { return "Stage"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  [[nodiscard]] StagePicture& picture(StageKind kind) const {
    return *pictures_[static_cast<std::size_t>(kind)];
  }
  std::array<std::unique_ptr<StagePicture>, all_stage_kinds.size()> pictures_;
};

}  // namespace warpscope
