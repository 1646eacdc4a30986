#pragma once

#include <string>

#include "app/panes/multiprocessor/measured_page.hpp"
#include "app/panes/multiprocessor/operations_layout.hpp"

namespace warpscope {

/// Cycles that an operation of a warp takes of a multiprocessor, its latency, and what the lecture's
/// table 6.1 says of older ones. Measured.
class OperationsPage final : public MeasuredPage {
 public:
  using MeasuredPage::MeasuredPage;
  [[nodiscard]] std::string_view title(bool russian) const override;

 protected:
  [[nodiscard]] bool shows(const DeviceRecord& record) const override;
  [[nodiscard]] std::string heading(const DeviceRecord& record, bool russian) const override;
  void draw_record(Canvas& canvas, Rect area, const DeviceRecord& record, const Frame& frame,
                   Wishes& wishes) override;

 private:
  float scrolled_ = 0;  // lines, by the wheel
};

}  // namespace warpscope
