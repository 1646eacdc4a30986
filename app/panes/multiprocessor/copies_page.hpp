#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/look/choice.hpp"
#include "app/look/look.hpp"
#include "app/panes/multiprocessor/measured_page.hpp"
#include "app/panes/multiprocessor/multiprocessor_page.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The runs that the page of copies shows on its time axis.
enum class ShownStreams : std::uint8_t {
  all,  ///< for which there is room
  one,
  two,
  four,
  eight,
  count,  ///< how many there are
};
inline constexpr std::array shown_streams = std::to_array<Choice<ShownStreams>>({
    {ShownStreams::all, "all", tr_noop("all")},
    {ShownStreams::one, "1", "1"},
    {ShownStreams::two, "2", "2"},
    {ShownStreams::four, "4", "4"},
    {ShownStreams::eight, "8", "8"},
});
[[nodiscard]] constexpr const auto& choices_of(ShownStreams) { return shown_streams; }
/// Its key opens the page of copies.
inline constexpr LookOption streams_option =
    option_of<ShownStreams>({.id = "streams",
                             .about = tr_noop("Whose time axis the page of copies shows"),
                             .title = tr_noop("Streams:"),
                             .next_command = "multiprocessor.streams",
                             .next_title = tr_noop("Copies: on another number of streams"),
                             .next_key = "Alt+N",
                             .next_sheet = tr_noop("Copies: which streams"),
                             .open = turn_to_page<MultiprocessorPage::copies>});

/// Copies from pageable and from pinned memory over their size, and the same work on 1 to 8 streams on
/// a time axis, with the schedule that would be ideal. Measured, but for that schedule.
class CopiesPage final : public MeasuredPage {
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
