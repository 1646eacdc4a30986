#include "app/views/stage_view.hpp"

#include <chrono>

#include "app/views/bins_picture.hpp"
#include "app/views/grid_picture.hpp"
#include "app/views/network_picture.hpp"
#include "app/views/series_picture.hpp"
#include "app/views/tree_picture.hpp"
#include "app/views/view_parts.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_at_once = 100'000;  // accesses: all ways together in some 0.1 s

}  // namespace

std::unique_ptr<StagePicture> make_stage_picture(StageKind kind) {
  switch (kind) {
    case StageKind::network: return std::make_unique<NetworkPicture>();
    case StageKind::grid: return std::make_unique<GridPicture>();
    case StageKind::bins: return std::make_unique<BinsPicture>();
    case StageKind::series: return std::make_unique<SeriesPicture>();
    case StageKind::tree:
    case StageKind::count: break;
  }
  return std::make_unique<TreePicture>();
}

StageView::StageView() {
  for (const StageKind kind : all_stage_kinds) way(kind).picture = make_stage_picture(kind);
}

std::string StageView::subtitle(const Frame& frame) const {
  const Way& shown = ways_[static_cast<std::size_t>(frame.stage)];
  return shown.ready ? shown.picture->subtitle(frame) : "";
}

void StageView::on_document(const Document& document) {
  for (Way& way : ways_) {
    if (way.preparing.valid()) way.preparing.get();
    way.ready = false;
  }
  document_ = &document;
  if (document.trace->accesses.size() > most_at_once) return;
  for (Way& way : ways_) {
    way.picture->on_document(document);
    way.ready = true;
  }
}

bool StageView::prepare(Way& way, bool wait) const {
  if (way.ready || document_ == nullptr) return way.ready;
  if (!way.preparing.valid()) {
    way.preparing = std::async(
        std::launch::async, [&picture = *way.picture, this] { picture.on_document(*document_); });
  }
  if (!wait && way.preparing.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return false;
  }
  way.preparing.get();
  way.ready = true;
  return true;
}

void StageView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  Way& shown = way(frame.stage);
  if (frame.document != nullptr && !prepare(shown, frame.still)) {
    wishes.animate = true;
    return draw_placeholder(canvas, area, *frame.theme, "Preparing the picture of a long trace …");
  }
  shown.picture->draw(canvas, area, frame, wishes);
}

}  // namespace warpscope
