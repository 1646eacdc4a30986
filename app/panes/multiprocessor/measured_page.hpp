#pragma once

#include <string>

#include "app/panes/multiprocessor/machine_page.hpp"
#include "app/panes/multiprocessor/measured_records.hpp"

namespace warpscope {

/// A page drawn from what `bench --device` measured: the records that come with the program, and those
/// of the user's own folder, one at a time (RecordTurns). A class below names its part of a record.
class MeasuredPage : public MachinePage {
 public:
  /// Of these, or of those that are present when it draws.
  explicit MeasuredPage(TimingsPtr timings = nullptr);
  [[nodiscard]] std::string subtitle(const Frame& frame) const final;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) final;

 protected:
  /// Whether a record has what the page draws.
  [[nodiscard]] virtual bool shows(const DeviceRecord& record) const = 0;
  /// What the page says above its picture.
  [[nodiscard]] virtual std::string heading(const DeviceRecord& record) const = 0;
  virtual void draw_record(Canvas& canvas, Rect area, const DeviceRecord& record,
                           const Frame& frame, Wishes& wishes) = 0;

 private:
  void take();
  void draw_head(Canvas& canvas, Rect row, const DeviceRecord& record, const Frame& frame,
                 Wishes& wishes) const;

  MeasuredRecords records_;
};

}  // namespace warpscope
