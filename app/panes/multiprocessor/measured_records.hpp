#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "app/subject/timings.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The device records that have what a page draws, one at a time (RecordTurns): those that come with
/// the program, then those of the user's own folder.
class MeasuredRecords {
 public:
  using Shows = std::function<bool(const DeviceRecord&)>;
  /// Of these, or of those that are present at the moment.
  explicit MeasuredRecords(TimingsPtr timings = nullptr);
  /// Looks again which of them have something to show. What chosen() gave before is gone.
  void take(const Shows& shows);
  /// Whether there are others by now, or none were taken yet.
  [[nodiscard]] bool outdated() const;
  /// nullptr: no record has what the page draws.
  [[nodiscard]] const DeviceRecord* chosen(const Frame& frame) const;
  [[nodiscard]] std::size_t count() const { return offered_.size(); }
  /// At the right of `row`, if there are others: which of them is shown. A click shows the next one.
  /// Shortens the row.
  void draw_turns(Canvas& canvas, Rect& row, const Frame& frame, Wishes& wishes) const;

 private:
  bool fixed_ = false, taken_ = false;
  TimingsPtr timings_;
  std::vector<const DeviceRecord*> offered_;  // of timings_
};

}  // namespace warpscope
