#include "app/panes/multiprocessor/measured_page.hpp"

#include <utility>

#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

std::string nothing_measured() {
  return tr(
      "No device has been measured for this. Records that warpscope bench makes of devices belong "
      "into {}.",
      timings_folder().string());
}

}  // namespace

MeasuredPage::MeasuredPage(TimingsPtr timings) : records_(std::move(timings)) {}

void MeasuredPage::take() {
  records_.take([this](const DeviceRecord& record) { return shows(record); });
}

void MeasuredPage::on_document(const Document&) { take(); }

std::string MeasuredPage::subtitle(const Frame& frame) const {
  const DeviceRecord* record = records_.chosen(frame);
  return record == nullptr ? "" : measured_text(*record);
}

void MeasuredPage::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (records_.outdated()) {
    take();
    wishes.animate = true;  // the title has been drawn already
  }
  const DeviceRecord* record = records_.chosen(frame);
  if (record == nullptr) {
    draw_placeholder(canvas, area, *frame.theme, nothing_measured());
    return;
  }
  draw_head(canvas, area.cut_top(type_scale(frame.lecture).row), *record, frame, wishes);
  draw_record(canvas, area, *record, frame, wishes);
}

/// What is shown; at the right, if there are other records, which of them.
void MeasuredPage::draw_head(Canvas& canvas, Rect row, const DeviceRecord& record,
                             const Frame& frame, Wishes& wishes) const {
  const TypeScale type = type_scale(frame.lecture);
  row.cut_bottom(type.small / 3);
  records_.draw_turns(canvas, row, frame, wishes);
  draw_parts(canvas, {row.x, row.center().y}, heading(record),
             {Face::sans, type.small, frame.theme->text}, row.w);
}

}  // namespace warpscope
