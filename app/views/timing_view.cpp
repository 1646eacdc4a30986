#include "app/views/timing_view.hpp"

#include <algorithm>

#include "app/views/timing_parts.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

constexpr float two_halves = 760;  // width from which the curves stand beside the ladder

const KernelInfo* kernel_of(const Trace& trace) {
  const auto all = catalogue();
  const auto found = std::ranges::find(all, trace.header.kernel, &KernelInfo::id);
  return found == all.end() ? nullptr : *found;
}

/// "NVIDIA H200, 2026-11-21".
std::string name_of(const TimingRecord& record) {
  return record.device + ", " + record.date.substr(0, 10);
}

std::string missing(const KernelInfo* kernel) {
  if (kernel == nullptr) return "Times are recorded of the catalogue's kernels only.";
  return "No times are recorded of this family. On a machine with a GPU: warpscope bench " +
         std::string(name(kernel->family)) + " --json > " +
         (timings_folder() / "mine.json").string();
}

}  // namespace

const TimingRecord* TimingView::record() const {
  return offered_.empty() ? nullptr : &timings_->records[offered_[shown_]];
}

std::string TimingView::subtitle(const Frame&) const {
  if (record() == nullptr) return {};
  return name_of(*record()) + ", n = " + size_text(ladder_.size);
}

void TimingView::on_document(const Document& document) {
  kernel_ = kernel_of(*document.trace);
  parameters_ = document.trace->header.parameters;
  offered_.clear();
  ladder_ = {};
  if (kernel_ == nullptr) return;
  offered_ = records_of(timings_->records, kernel_->family);
  if (offered_.empty()) return;
  const auto date = [&](std::size_t record) { return timings_->records[record].date; };
  const auto newest = std::ranges::max_element(offered_, {}, date);
  show(static_cast<std::size_t>(newest - offered_.begin()), std::nullopt);
}

void TimingView::show(std::size_t record, std::optional<std::int64_t> size) {
  shown_ = record;
  ladder_ = make_ladder(timings_->records, offered_[record], kernel_->family, parameters_, size);
}

void TimingView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (record() == nullptr) {
    draw_placeholder(canvas, area, *frame.theme, missing(kernel_));
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  draw_foot(canvas, area.cut_bottom(type.row), frame, wishes);
  const TimingScene scene{ladder_, *record(), kernel_, frame, type};
  const bool curves = ladder_.sizes.size() > 1;
  std::optional<std::int64_t> clicked;
  if (curves && area.w >= two_halves) {
    const Rect right = area.cut_right(area.w * 0.42F);
    area.cut_right(28);
    clicked = draw_curves(canvas, right, scene, wishes);
  } else if (curves && area.h >= 420) {
    const Rect below = area.cut_bottom(area.h * 0.5F);
    area.cut_bottom(16);
    clicked = draw_curves(canvas, below, scene, wishes);
  }
  draw_ladder(canvas, area, scene, wishes);
  if (clicked) show(shown_, clicked);
}

/// What the bars are, and the other records.
void TimingView::draw_foot(Canvas& canvas, Rect row, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const float size = type_scale(frame.lecture).small;
  const float y = row.bottom() - size * 0.75F;
  for (std::size_t i = offered_.size(); offered_.size() > 1 && i-- > 0;) {
    const TimingRecord& other = timings_->records[offered_[i]];
    const TextStyle style{i == shown_ ? Face::sans_bold : Face::sans, size,
                          i == shown_ ? theme.text : theme.muted};
    const float width = canvas.width(name_of(other), style);
    if (width + 16 > row.w) break;
    const Rect chip{row.right() - width, row.y, width, row.h};
    canvas.text({chip.x, y}, name_of(other), style);
    if (frame.pointer.inside && chip.contains(frame.pointer.at)) {
      wishes.tooltip = other.command;
      if (frame.pointer.pressed) show(i, ladder_.size);
    }
    row.cut_right(width + 16);
  }
  const TextStyle words{Face::sans, size, theme.muted};
  const bool bad = !timings_->damaged.empty();
  const std::string_view text =
      bad ? std::string_view(timings_->damaged.front())
          : "GB/s: bytes that the task must move, by the median time of the native kernel";
  canvas.text_fit({row.x, y}, text, {words.face, size, bad ? theme.costly : theme.muted}, row.w);
  if (frame.pointer.inside && row.contains(frame.pointer.at)) {
    wishes.tooltip = bad ? timings_->damaged.front() : record()->command;
  }
}

}  // namespace warpscope
