#include "app/panes/multiprocessor/measured_page.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {
namespace {

std::string nothing_measured(bool russian) {
  const std::string file = (timings_folder() / "device.json").string();
  return fmt::format(
      fmt::runtime(russian ? "Этого ещё не измеряли ни на одном устройстве. На машине с "
                             "GPU: warpscope bench --device --json > {}"
                           : "No device has been measured for this. On a machine with a "
                             "GPU: warpscope bench --device --json > {}"),
      file);
}

}  // namespace

MeasuredPage::MeasuredPage(TimingsPtr timings)
    : fixed_(timings != nullptr), timings_(std::move(timings)) {}

void MeasuredPage::take() {
  if (!fixed_) timings_ = recorded_timings();
  offered_.clear();
  for (const DeviceRecord& record : timings_->devices) {
    if (shows(record)) offered_.push_back(&record);
  }
}

void MeasuredPage::on_document(const Document&) { take(); }

const DeviceRecord* MeasuredPage::chosen(const Frame& frame) const {
  if (offered_.empty()) return nullptr;
  const auto turns = static_cast<std::size_t>(frame.look.get<RecordTurns>().count);
  return offered_[turns % offered_.size()];
}

std::string MeasuredPage::subtitle(const Frame& frame) const {
  const DeviceRecord* record = chosen(frame);
  return record == nullptr ? "" : measured_text(*record, frame.language == "ru");
}

void MeasuredPage::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (timings_ == nullptr || (!fixed_ && recorded_timings() != timings_)) {
    take();
    wishes.animate = true;  // the title has been drawn already
  }
  const DeviceRecord* record = chosen(frame);
  if (record == nullptr) {
    draw_placeholder(canvas, area, *frame.theme, nothing_measured(frame.language == "ru"));
    return;
  }
  draw_head(canvas, area.cut_top(type_scale(frame.lecture).row), *record, frame, wishes);
  draw_record(canvas, area, *record, frame, wishes);
}

/// What is shown; at the right, if there are other records, which of them. A click shows the next one.
void MeasuredPage::draw_head(Canvas& canvas, Rect row, const DeviceRecord& record,
                             const Frame& frame, Wishes& wishes) const {
  const bool russian = frame.language == "ru";
  const TypeScale type = type_scale(frame.lecture);
  row.cut_bottom(type.small / 3);
  if (offered_.size() > 1) {
    const auto place = static_cast<std::size_t>(frame.look.get<RecordTurns>().count);
    const std::string which =
        fmt::format(fmt::runtime(russian ? "запись {} из {}" : "record {} of {}"),
                    place % offered_.size() + 1, offered_.size());
    const TextStyle style{Face::sans, type.small, frame.theme->active};
    const Rect at = row.cut_right(canvas.width(which, style));
    row.cut_right(type.small);
    canvas.text({at.x, at.center().y}, which, style);
    if (frame.pointer.inside && at.contains(frame.pointer.at)) {
      wishes.tooltip = measured_text(record, russian) + '\n' + record.command + '\n' +
                       (russian ? "Щелчок: следующая запись" : "A click shows the next record");
      if (frame.pointer.pressed) wishes.command = "timing.records";
    }
  }
  draw_parts(canvas, {row.x, row.center().y}, heading(record, russian),
             {Face::sans, type.small, frame.theme->text}, row.w);
}

}  // namespace warpscope
