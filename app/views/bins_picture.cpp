#include "app/views/bins_picture.hpp"

#include "app/views/view_parts.hpp"

namespace warpscope {

const BinsLaunch& BinsPicture::launch(const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  return launches_[trace.steps[trace.accesses[frame.access].step].launch];
}

std::string BinsPicture::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || frame.document->trace->accesses.empty()) return {};
  const auto name = [&](int array) {
    return frame.document->trace->arrays[static_cast<std::size_t>(array)].name;
  };
  const BinsLaunch& now = launch(frame);
  switch (now.kind) {
    case BinsKind::counters:
      return name(now.counters.array) + ": " + std::to_string(now.counters.bins) + " bins" +
             (now.counters.tag_bit < 32 ? ", counters signed by lanes" : "");
    case BinsKind::scatter:
      return name(now.scatter.source) + " → " + name(now.scatter.destination) + ", " +
             std::to_string(now.scatter.buckets.size()) + " buckets";
    case BinsKind::records: {
      std::string text = "made together: ";
      for (std::size_t i = 0; i < now.records.parts; ++i) {
        text += (i > 0 ? ", " : "") + name(now.records.arrays[i]);
      }
      return text;
    }
    case BinsKind::bars: break;
  }
  return now.array < 0 ? std::string() : name(now.array);
}

void BinsPicture::on_document(const Document& document) {
  launches_ = bins_launches(*document.trace, document.flow);
  history_ = CellHistory(*document.trace, document.flow);
}

void BinsPicture::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const bool empty = frame.document == nullptr || frame.document->trace->accesses.empty();
  if (empty || (launch(frame).kind == BinsKind::bars && launch(frame).array < 0)) {
    draw_placeholder(canvas, area, *frame.theme,
                     "Counters and buckets that the kernel fills appear here.");
    return;
  }
  const float size = type_scale(frame.lecture).small;
  BinsScene scene{*frame.document, frame, launch(frame), history_, size};
  scene.digit = canvas.width("0", scene.digits({}));
  const Clip clip(canvas, area);
  switch (scene.launch.kind) {
    case BinsKind::counters: return draw_counters(canvas, scene, area, wishes);
    case BinsKind::scatter: return draw_scatter(canvas, scene, area, wishes);
    case BinsKind::records: return draw_records(canvas, scene, area, wishes);
    case BinsKind::bars: return draw_bars(canvas, scene, area, wishes);
  }
}

}  // namespace warpscope
