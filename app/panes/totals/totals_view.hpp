#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/subject/timings.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The problems, then the cost of the whole run: modelled beside measured. A row that a lesson asks
/// for is brought into sight, and told once it is answered.
class TotalsView final : public View {
 public:
  static constexpr ViewInfo info{
      .id = "totals", .title = tr_noop("Totals"), .slot = Slot::totals, .keys = {"Alt+T", "U"}};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  /// To the figures as compiled for a GPU, and back.
  [[nodiscard]] Link link(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void continue_from(const View& before) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  static constexpr std::string_view none = "–";
  struct Row {
    std::string label, modelled, measured;
    bool part = false;  // says more about the row above
    bool costly = false;
    std::string meaning;  // on hover
    Told tells = Told::nothing;
    std::string ask = {};         // the lesson's question that it answers
    std::string brief = {};       // `modelled`, where its words leave the label no room
    std::string_view topic = {};  // of the course, that the figure is about, if it costs
  };
  /// A problem; above the numbers, because it matters more than they do.
  struct Remark {
    std::string text, tooltip;
    std::optional<std::uint32_t> access;  // where it happened
  };
  /// A window of whole lines onto a list that may be longer.
  struct Lines;
  void follow(const Document& document);
  void take_measured(const Document& document, std::optional<Measured> measured);
  void make_rows();
  /// Whether anything stands in the column of measured figures.
  [[nodiscard]] bool any_measured() const;
  void make_time_row();
  void make_memory_rows();
  void add_worst_conflict();
  void make_run_rows();
  void make_remarks(const Document& document);
  /// The meaning of the column of measured figures, and of a dash in it.
  [[nodiscard]] std::string measured_meaning() const;
  void scroll(float remarks, float shown, float most, const Frame& frame);
  void draw_heading(Canvas& canvas, Rect row, const Frame& frame, const TypeScale& type) const;
  void draw_check(Canvas& canvas, Rect row, const Frame& frame, const TypeScale& type) const;
  using Wrapped = std::vector<std::pair<const Remark*, std::string_view>>;  // a line each
  [[nodiscard]] Wrapped wrap_remarks(const Canvas& canvas, Rect area, const TypeScale& type,
                                     const Frame& frame) const;
  void draw_remarks(Canvas& canvas, const Lines& lines, const Wrapped& remarks, const Frame& frame,
                    Wishes& wishes) const;
  void draw_row(Canvas& canvas, Rect rect, const Row& row, const Frame& frame,
                const TypeScale& type) const;

  Totals totals_;
  std::vector<Row> rows_;
  std::vector<Remark> remarks_;
  std::optional<Measured> measured_;
  TimingsPtr timings_;  // where `measured_` was found
  int language_ = 0;    // of the rows and remarks
  std::size_t launches_ = 1, steps_ = 0;
  std::uint64_t work_ = 0;  // 0: not known
  std::string size_;        // of the document that is shown
  float scroll_ = 0;        // lines
  std::string asked_;       // by the lesson
};

}  // namespace warpscope
