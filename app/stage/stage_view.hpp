#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "app/session/background.hpp"
#include "app/stage/stage_picture.hpp"

namespace warpscope {

/// The dataflow of the running kernel, drawn in the way that Frame::stage names. Of a long trace a
/// way is prepared when it is first asked for, in the background: no frame waits for it.
class StageView final : public View {
 public:
  using Make = std::function<std::unique_ptr<StagePicture>(StageKind)>;
  explicit StageView(Make make = make_stage_picture);
  [[nodiscard]] std::string_view id() const override { return "stage"; }
  [[nodiscard]] std::string_view title() const override { return "Stage"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;
  /// Prepares a way at once, for those who can wait.
  void prepare(StageKind kind);

 private:
  using PicturePtr = std::shared_ptr<StagePicture>;
  struct Way {
    PicturePtr picture;
    bool ready = false;
    std::string problem;  // why it never will be
    Background<PicturePtr> preparing;
  };
  [[nodiscard]] Way& way(StageKind kind) { return ways_[static_cast<std::size_t>(kind)]; }
  /// Begins to prepare a way, and takes what is prepared.
  void look_after(StageKind kind);

  Make make_;
  std::array<Way, stage_kinds.size()> ways_;
  std::shared_ptr<const Document> document_;
};

}  // namespace warpscope
