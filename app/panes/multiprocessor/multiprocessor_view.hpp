#pragma once

#include <array>
#include <memory>
#include <string>

#include "app/panes/multiprocessor/copies_page.hpp"
#include "app/panes/multiprocessor/latency_page.hpp"
#include "app/panes/multiprocessor/machine_page.hpp"
#include "app/panes/multiprocessor/memory_page.hpp"
#include "app/panes/multiprocessor/multiprocessor_page.hpp"
#include "app/panes/multiprocessor/occupancy_page.hpp"
#include "app/panes/multiprocessor/operations_page.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The machine that runs the kernel: one multiprocessor, in pages. A page is a MachinePage in a file
/// of its own, a value of MultiprocessorPage, a line in make_page (multiprocessor_view.cpp) and, if
/// it has sliders, its place in `sliders`.
class MultiprocessorView final : public View {
 public:
  static constexpr auto sliders =
      joined_sliders(OccupancyPage::sliders, LatencyPage::sliders, OperationsPage::sliders);
  static constexpr std::array options{
      option_of<MultiprocessorPage>({.id = "multiprocessor",
                                     .about = tr_noop("Which page of the multiprocessor is open"),
                                     .title = "Multiprocessor:",
                                     .next_command = "multiprocessor.next",
                                     .next_title = "Multiprocessor: next page",
                                     .next_key = "Alt+Q"}),
      latency_part_option, streams_option};
  static constexpr ViewInfo info{.id = "multiprocessor",
                                 .title = tr_noop("Multiprocessor"),
                                 .slot = Slot::memory,
                                 .keys = {"Alt+P"},
                                 .tells_all = Told::counts | Told::times,
                                 .options = options,
                                 .sliders = sliders};
  MultiprocessorView();
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  [[nodiscard]] MachinePage& open_page(const Frame& frame) const;
  void draw_page_names(Canvas& canvas, Rect row, const Frame& frame, Wishes& wishes) const;

  std::array<std::unique_ptr<MachinePage>, multiprocessor_pages.size()> pages_;
};

}  // namespace warpscope
