#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/stage_focus.hpp"
#include "app/stage/stage_picture.hpp"
#include "instrumentation/executor/background.hpp"
#include "instrumentation/language/sentence.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The dataflow of the running kernel, as the picture that Frame::stage names. The picture of a long
/// trace is prepared in the background when it is first asked for: no frame waits for it.
class StageView final : public View {
 public:
  static constexpr std::array options{stage_focus_option};
  static constexpr ViewInfo info{.id = "stage",
                                 .title = tr_noop("Stage"),
                                 .slot = Slot::stage,
                                 .tells = Told::lanes | Told::values | Told::places,
                                 .tells_all = Told::counts,
                                 .zooms = true,
                                 .options = options};
  using Make = std::function<std::unique_ptr<StagePicture>(std::string_view id)>;
  explicit StageView(Make make = make_stage_picture);
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;
  /// Prepares a picture at once, for callers who can wait.
  void prepare(std::string_view id);

 private:
  using PicturePtr = std::shared_ptr<StagePicture>;
  /// A stage picture, ready or being prepared.
  struct Entry {
    PicturePtr picture;
    bool ready = false;
    Sentence problem;  // why it never will be ready
    Background<PicturePtr> preparing;
  };
  [[nodiscard]] Entry& entry(std::string_view id);
  /// Begins to prepare a picture, or takes the prepared one.
  void look_after(std::string_view id);

  Make make_;
  std::vector<Entry> entries_;  // by stage_infos()
  std::shared_ptr<const Document> document_;
};

}  // namespace warpscope
