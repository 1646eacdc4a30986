#include "app/stage/stage_view.hpp"

#include <utility>

#include "app/stage/stage_text.hpp"
#include "app/ui/paling_canvas.hpp"
#include "app/views/parts/fault_parts.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_at_once = 100'000;  // accesses: all ways together in some 0.1 s

/// What has been done by the end of the step, of all that the run does; empty if that is not known.
std::string work_text(const Frame& frame) {
  if (frame.document == nullptr || frame.document->work.empty()) return {};
  const Document& document = *frame.document;
  const std::uint32_t step = document.trace->accesses[frame.access].step;
  return tr("work {0} of {1}", document.work[step], document.work.back());
}

/// Says below every picture that edges are left out: without them it looks as if nothing was read. Shrinks `area`.
void draw_cut_edges(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) {
  const std::uint32_t nodes = frame.document->flow.cut_nodes;
  const float size = type_scale(frame.lecture).small;
  const float height = size + 10;
  if (nodes == 0 || area.h < 4 * height) return;
  const Rect line = area.cut_bottom(height);
  // Translators: edges of a picture that shows which values each value is made from.
  canvas.text_fit({line.x, line.bottom() - size / 2 - 1},
                  tr_n("Edges into {1} value are left out: too many loads feed it.",
                       "Edges into {1} values are left out: too many loads feed them.", nodes,
                       count_text(nodes)),
                  {Face::sans, size, frame.theme->muted}, line.w);
  if (!frame.pointer.over(line)) return;
  wishes.tooltip =
      tr("Values made from more than {0} loads share {1} edges: the first of them have theirs.",
         Dataflow::few_reads, count_text(Dataflow::most_of_many));
  wishes.about = line;
}

}  // namespace

StageView::StageView(Make make) : make_(std::move(make)), entries_(stage_infos().size()) {
  for (const StageInfo& kind : stage_infos()) entry(kind.id).picture = make_(kind.id);
}

StageView::Entry& StageView::entry(std::string_view id) {
  return entries_[index_of(stage_infos(), id)];
}

std::string StageView::subtitle(const Frame& frame) const {
  const Entry& shown = entries_[index_of(stage_infos(), frame.stage)];
  if (!shown.ready) return "";
  const std::string subtitle = shown.picture->subtitle(frame);
  const std::string work = work_text(frame);
  return subtitle.empty() || work.empty() ? work + subtitle : work + ",  " + subtitle;
}

void StageView::on_document(const Document& document) {
  document_ = document.shared_from_this();
  const bool at_once = document.trace->accesses.size() <= most_at_once;
  for (const StageInfo& kind : stage_infos()) {
    Entry& each = entry(kind.id);
    each = {.picture = make_(kind.id), .ready = at_once, .problem = {}, .preparing = {}};
    if (at_once) each.picture->on_document(document);
  }
}

void StageView::look_after(std::string_view id) {
  Entry& wanted = entry(id);
  if (wanted.ready || !wanted.problem.empty() || document_ == nullptr) return;
  if (!wanted.preparing.valid()) {
    // It shares picture and document, as it may outlive this view.
    const auto prepare = [document = document_, picture = PicturePtr(make_(id))] {
      picture->on_document(*document);
      return Result(picture);
    };
    wanted.preparing = Background<PicturePtr>("draw this trace so", prepare);
  }
  if (!wanted.preparing.ready()) return;
  Result<PicturePtr> prepared = wanted.preparing.take();
  wanted.ready = prepared.ok();
  if (prepared) {
    wanted.picture = std::move(prepared).value();
  } else {
    wanted.problem = prepared.error().for_window();
  }
}

void StageView::prepare(std::string_view id) {
  Entry& wanted = entry(id);
  if (wanted.ready || document_ == nullptr) return;
  wanted.preparing = {};
  wanted.picture->on_document(*document_);
  wanted.ready = true;
}

void StageView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  Entry& shown = entry(frame.stage);
  if (frame.document != nullptr) {
    frame.still ? prepare(frame.stage) : look_after(frame.stage);
    if (!shown.problem.empty())
      return draw_placeholder(canvas, area, *frame.theme, shown.problem.text());
    if (!shown.ready) {
      wishes.animate = true;
      return draw_placeholder(canvas, area, *frame.theme,
                              tr("Preparing the picture of a long trace …"));
    }
  }
  if (frame.document != nullptr) {
    draw_cut_edges(canvas, area, frame, wishes);
    if (shown.picture->needs_fault_legend()) draw_fault_legend(canvas, area, frame, wishes);
  }
  const Followed* const pinned = frame.document == nullptr ? nullptr : pinned_in(frame);
  const bool fades =
      pinned != nullptr && !shown.picture->follows_pin(frame) && !pinned->is_pinned(frame.access);
  PalingCanvas pale(canvas, *frame.theme);
  shown.picture->draw(fades ? static_cast<Canvas&>(pale) : canvas, area, frame, wishes);
}

}  // namespace warpscope
