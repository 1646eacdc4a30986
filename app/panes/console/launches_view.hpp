#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/panes/console/launch_table.hpp"
#include "app/panes/console/launches_shown.hpp"
#include "app/panes/console/streams_picture.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

struct ConsolePage;

/// The launches of a program of the user's own, and what each cost; or, of several streams, what orders them. A click on one
/// goes to the access of it that shows most.
class LaunchesView final : public View {
 public:
  static constexpr std::array options{
      option_of<LaunchesShown>({.id = "launches",
                                .about = tr_noop("How the launches of several streams are shown"),
                                .title = tr_noop("Launches:"),
                                .next_command = "launches.next",
                                .next_title = tr_noop("Launches: streams, or a table"),
                                .next_key = "Alt+Shift+9",
                                .next_sheet = tr_noop("Launches as table")})};
  static constexpr ViewInfo info{.id = "launches",
                                 .title = tr_noop("Launches"),
                                 .slot = Slot::console,
                                 .keys = {"Alt+9"},
                                 .call = tr_noop("Console: launches"),
                                 .sheet = "",
                                 .tells_all = Told::costs | Told::lanes | Told::counts,
                                 .of_programs = true,
                                 .of_text = true,
                                 .options = options};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string tab(const Frame& frame) const override;
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  /// Of several streams to the other way of showing them; else to where all blocks may be counted.
  [[nodiscard]] Link link(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void continue_from(const View& before) override;
  [[nodiscard]] std::string text(const Frame& frame) const override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// Left ends and widths of the columns that have room.
  struct Columns;
  void follow(const Frame& frame);
  void draw_table(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes);
  [[nodiscard]] Columns columns(const Canvas& canvas, float width, float size) const;
  /// The first row shown.
  [[nodiscard]] float scroll(float shown, const Frame& frame);
  void draw_heading(Canvas& canvas, Rect rect, const Columns& at, const Frame& frame,
                    Wishes& wishes) const;
  void draw_row(Canvas& canvas, Rect rect, const Columns& at, const LaunchRow& row, Color ground,
                const Theme& theme) const;

  LaunchTable table_;
  StreamsPicture streams_;
  LaunchCosts costs_;
  const ConsolePage* page_ = nullptr;  // that the table is of; compared, not used
  std::uint64_t revision_ = 0;
  bool stale_ = true;  // it is of another document
  float scroll_ = 0;   // first row shown, or wanted: the table is shorter during a build
  std::optional<std::size_t> followed_;
  bool continued_ = false;  // where the user reads, not where the playhead stands
};

}  // namespace warpscope
