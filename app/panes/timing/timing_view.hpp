#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panes/timing/timing_head.hpp"
#include "app/panes/timing/timing_parts.hpp"
#include "app/panes/timing/timing_picture.hpp"
#include "app/subject/timings.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// Measured times of the kernel's whole family beside each other: a ladder of bars at one size, and
/// throughput or time over size, a roofline, or time over modelled wavefronts. A click on a size
/// shows its ladder, one on a record lays it over the others. The first record is the newest that
/// times the kernel on its usual input.
class TimingView final : public View {
 public:
  static constexpr std::array options{
      option_of<TimingPicture>({.id = "timing",
                                .about = tr_noop("What the timing view draws"),
                                .title = tr_noop("Timing:"),
                                .sheet = tr_noop("Timing: the pictures")})};
  static constexpr ViewInfo info{.id = "timing",
                                 .title = tr_noop("Timing"),
                                 .slot = Slot::memory,
                                 .keys = {"Alt+I"},
                                 .tells_all = Told::costs | Told::times,
                                 .options = options};
  /// Of these, or of those that are present when it draws.
  explicit TimingView(TimingsPtr timings = nullptr)
      : fixed_(timings != nullptr), timings_(std::move(timings)) {}
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  void offer_records();
  /// Says everything anew, in the language of now.
  void retell();
  void choose_by_turns(int turns);
  void toggle(std::size_t offer);
  void make_shown();
  void make_remarks();
  void follow(const Frame& frame, Wishes& wishes);
  void draw_head(Canvas& canvas, Rect row, const Frame& frame, Wishes& wishes);
  void draw_foot(Canvas& canvas, Rect row, bool head, const Frame& frame, Wishes& wishes);
  /// The place of the chosen picture; `area` keeps the ladder's.
  [[nodiscard]] std::optional<Rect> picture_place(Rect& area, TimingPicture picture) const;
  void draw_picture(Canvas& canvas, Rect area, const TimingScene& scene, Wishes& wishes);

  bool fixed_ = false;
  TimingsPtr timings_;
  LadderRequest request_;             // no kernel: the document's kernel is not in the catalogue
  std::vector<TimingOffer> offered_;  // records of the family, the one to show first
  std::vector<ShownRecord> shown_;
  std::vector<TimingRemark> remarks_;
  int language_ = 0;  // of offers and remarks
  int turns_ = 0;
  float scrolled_ = 0;
};

}  // namespace warpscope
