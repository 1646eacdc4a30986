#pragma once

#include <string>

#include "app/panes/multiprocessor/measured_page.hpp"

namespace warpscope {

/// Latency and bandwidth of each memory, and a load's latency over the bytes that are visited.
/// Measured.
class MemoryPage final : public MeasuredPage {
 public:
  using MeasuredPage::MeasuredPage;
  [[nodiscard]] std::string_view title() const override;

 protected:
  [[nodiscard]] bool shows(const DeviceRecord& record) const override;
  [[nodiscard]] std::string heading(const DeviceRecord& record) const override;
  void draw_record(Canvas& canvas, Rect area, const DeviceRecord& record, const Frame& frame,
                   Wishes& wishes) override;
};

}  // namespace warpscope
