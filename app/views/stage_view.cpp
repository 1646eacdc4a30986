#include "app/views/stage_view.hpp"

#include "app/views/tree_picture.hpp"

namespace warpscope {

std::unique_ptr<StagePicture> make_stage_picture(StageKind kind) {
  switch (kind) {
    case StageKind::tree:
    case StageKind::network:
    case StageKind::grid:
    case StageKind::bins:
    case StageKind::series: break;
  }
  return std::make_unique<TreePicture>();
}

StageView::StageView() {
  for (const StageKind kind : all_stage_kinds) {
    pictures_[static_cast<std::size_t>(kind)] = make_stage_picture(kind);
  }
}

std::string StageView::subtitle(const Frame& frame) const {
  return picture(frame.stage).subtitle(frame);
}

void StageView::on_document(const Document& document) {
  for (const auto& picture : pictures_) picture->on_document(document);
}

void StageView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  picture(frame.stage).draw(canvas, area, frame, wishes);
}

}  // namespace warpscope
