#include "app/panes/multiprocessor/measured_records.hpp"

#include <utility>

#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

MeasuredRecords::MeasuredRecords(TimingsPtr timings)
    : fixed_(timings != nullptr), timings_(std::move(timings)) {}

void MeasuredRecords::take(const Shows& shows) {
  if (!fixed_) timings_ = recorded_timings();
  taken_ = true;
  offered_.clear();
  for (const DeviceRecord& record : timings_->devices) {
    if (shows(record)) offered_.push_back(&record);
  }
}

bool MeasuredRecords::outdated() const {
  return !taken_ || (!fixed_ && recorded_timings() != timings_);
}

const DeviceRecord* MeasuredRecords::chosen(const Frame& frame) const {
  if (offered_.empty()) return nullptr;
  const auto turns = static_cast<std::size_t>(frame.look.get<RecordTurns>().count);
  return offered_[turns % offered_.size()];
}

void MeasuredRecords::draw_turns(Canvas& canvas, Rect& row, const Frame& frame,
                                 Wishes& wishes) const {
  const DeviceRecord* record = chosen(frame);
  if (offered_.size() < 2 || record == nullptr) return;
  const TypeScale type = type_scale(frame.lecture);
  const auto place = static_cast<std::size_t>(frame.look.get<RecordTurns>().count);
  const std::string which = tr("record {0} of {1}", place % offered_.size() + 1, offered_.size());
  const TextStyle style{Face::sans, type.small, frame.theme->active};
  const float width = canvas.width(which, style);
  if (width > row.w) return;
  const Rect at = row.cut_right(width);
  row.cut_right(type.small);
  canvas.text({at.x, at.center().y}, which, style);
  if (!frame.pointer.over_control(at)) return;
  wishes.tooltip =
      measured_text(*record) + '\n' + record->command + '\n' + tr("A click shows the next record");
  wishes.about = at;
  if (frame.pointer.pressed) wishes.command = "timing.records";
}

}  // namespace warpscope
