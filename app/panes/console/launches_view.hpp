#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/panes/console/launch_table.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

struct ConsolePage;

/// The launches of a program of the user's own, and what each cost. A click on one goes to the
/// access of it that shows most.
class LaunchesView final : public View {
 public:
  static constexpr ViewInfo info{.id = "launches",
                                 .title = tr_noop("Launches"),
                                 .slot = Slot::console,
                                 .keys = {"Alt+9"},
                                 .call = tr_noop("Console: launches"),
                                 .sheet = "",
                                 .tells_all = Told::costs | Told::lanes | Told::counts,
                                 .of_programs = true,
                                 .of_text = true};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string tab(const Frame& frame) const override;
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  /// To where one may choose that all blocks are counted.
  [[nodiscard]] Link link(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void continue_from(const View& before) override;
  [[nodiscard]] std::string text(const Frame& frame) const override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// Left ends and widths of the columns that have room.
  struct Columns;
  void follow(const Frame& frame);
  [[nodiscard]] Columns columns(const Canvas& canvas, float width, float size) const;
  /// The first row shown.
  [[nodiscard]] float scroll(float shown, const Frame& frame);
  void draw_heading(Canvas& canvas, Rect rect, const Columns& at, const Frame& frame,
                    Wishes& wishes) const;
  void draw_row(Canvas& canvas, Rect rect, const Columns& at, const LaunchRow& row, Color ground,
                const Theme& theme) const;

  LaunchTable table_;
  LaunchCosts costs_;
  const ConsolePage* page_ = nullptr;  // that the table is of; compared, not used
  std::uint64_t revision_ = 0;
  bool stale_ = true;  // it is of another document
  float scroll_ = 0;   // first row shown, or wanted: the table is shorter during a build
  std::optional<std::size_t> followed_;
  bool continued_ = false;  // where the user reads, not where the playhead stands
};

}  // namespace warpscope
