#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/layout/timing_ladder.hpp"
#include "app/session/timings.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Measured times of the kernel's whole family beside each other: a ladder of bars at one size and,
/// where several sizes were timed, throughput over size. A click on a size shows its ladder, one on
/// the name of a record shows that record; the newest is shown first.
class TimingView final : public View {
 public:
  /// `timings` must outlive the view.
  explicit TimingView(const Timings& timings = recorded_timings()) : timings_(&timings) {}
  [[nodiscard]] std::string_view id() const override { return "timing"; }
  [[nodiscard]] std::string_view title() const override { return "Timing"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  [[nodiscard]] const TimingRecord* record() const;
  void show(std::size_t record, std::optional<std::int64_t> size);
  void draw_foot(Canvas& canvas, Rect row, const Frame& frame, Wishes& wishes);

  const Timings* timings_;
  const KernelInfo* kernel_ = nullptr;  // whose document is shown; nullptr: none of the catalogue
  std::map<std::string, std::string> parameters_;
  std::vector<std::size_t> offered_;  // records of the family
  std::size_t shown_ = 0;             // place among them
  Ladder ladder_;
};

}  // namespace warpscope
