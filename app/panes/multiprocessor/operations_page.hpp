#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/look/slider.hpp"
#include "app/panes/multiprocessor/measured_page.hpp"
#include "app/panes/multiprocessor/multiprocessor_page.hpp"
#include "app/panes/multiprocessor/operations_layout.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// Place of the marked operation among device_operation_ids; none is marked unless one is chosen.
[[nodiscard]] std::optional<std::size_t> marked_operation(const Look& look);
[[nodiscard]] SliderState operation_state(const Look& look, const Document& document,
                                          std::uint32_t access);

/// Cycles that an operation of a warp takes of a multiprocessor, its latency, and what the lecture's
/// table 6.1 says of older ones. Measured. One operation can be marked: it is scrolled into sight.
class OperationsPage final : public MeasuredPage {
 public:
  static constexpr std::array sliders{
      LookSlider{.id = "operation",
                 .about = tr_noop("the operation that is marked"),
                 .high = static_cast<int>(device_operation_ids.size()) - 1,
                 .names = device_operation_ids,
                 .shown = shows_page<MultiprocessorPage::operations>,
                 .show = turn_to_page<MultiprocessorPage::operations>,
                 .state = operation_state}};
  using MeasuredPage::MeasuredPage;
  [[nodiscard]] std::string_view title() const override;

 protected:
  [[nodiscard]] bool shows(const DeviceRecord& record) const override;
  [[nodiscard]] std::string heading(const DeviceRecord& record) const override;
  void draw_record(Canvas& canvas, Rect area, const DeviceRecord& record, const Frame& frame,
                   Wishes& wishes) override;

 private:
  [[nodiscard]] OperationsLayout lay_out(Rect area, std::span<const OperationLine> lines,
                                         std::optional<std::size_t> marked, float text,
                                         const Pointer& pointer);

  std::optional<float> scrolled_;      // lines, by the wheel since the mark was set
  std::optional<std::size_t> marked_;  // what was marked last: a line
};

}  // namespace warpscope
