#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/background.hpp"
#include "app/stage/stage_picture.hpp"

namespace warpscope {

/// The dataflow of the running kernel, drawn in the way that Frame::stage names. Of a long trace a
/// way is prepared when it is first asked for, in the background: no frame waits for it.
class StageView final : public View {
 public:
  static constexpr ViewInfo info{.id = "stage", .title = "Stage", .slot = Slot::stage};
  using Make = std::function<std::unique_ptr<StagePicture>(std::string_view id)>;
  explicit StageView(Make make = make_stage_picture);
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;
  /// Prepares a way at once, for those who can wait.
  void prepare(std::string_view id);

 private:
  using PicturePtr = std::shared_ptr<StagePicture>;
  struct Way {
    PicturePtr picture;
    bool ready = false;
    std::string problem;  // why it never will be
    Background<PicturePtr> preparing;
  };
  [[nodiscard]] Way& way(std::string_view id);
  /// Begins to prepare a way, and takes what is prepared.
  void look_after(std::string_view id);

  Make make_;
  std::vector<Way> ways_;  // by stage_infos()
  std::shared_ptr<const Document> document_;
};

}  // namespace warpscope
