#pragma once

#include "app/layout/access_groups.hpp"
#include "app/layout/lane_use.hpp"
#include "app/panes/source/source_layout.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The kernel's own source: the cost of each line, and the line that runs now.
class SourceView final : public View {
 public:
  static constexpr ViewInfo info{
      .id = "source", .title = "Source", .slot = Slot::source, .keys = {"Alt+S", "Ctrl+U"}};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// One of the trace's sources and the costs of its lines.
  struct Page {
    std::vector<SourceLine> lines;
    std::vector<LineHeat> heat;
    std::vector<LaneUse> lanes;
    std::uint64_t hottest = 0;
    int count_digits = 1;  // of the widest number beside a line
    bool global_only_lines = false;
  };
  /// Columns and sizes of the frame that is drawn.
  struct Columns;
  void prepare_page(const Document& document, std::uint32_t source);
  /// Shows the source of the launch in which the playhead stands.
  void turn_to_now(const Frame& frame);
  [[nodiscard]] const Page& page() const { return pages_[source_]; }
  [[nodiscard]] Columns columns(const Canvas& canvas, Rect area, const TypeScale& type) const;
  void scroll(float rows, const Frame& frame, Wishes& wishes);
  void draw_lines(Canvas& canvas, const Columns& at, const Frame& frame, Wishes& wishes) const;
  void draw_line(Canvas& canvas, const Columns& at, int line, float y, const Frame& frame) const;
  void draw_heat(Canvas& canvas, const Columns& at, int line, float middle,
                 const Theme& theme) const;
  static void draw_lane_share(Canvas& canvas, const Columns& at, const LineHeat& heat, float middle,
                              const Theme& theme);
  void draw_footer(Canvas& canvas, Rect footer, const Frame& frame, const TypeScale& type) const;
  [[nodiscard]] std::string line_tooltip(const Frame& frame, int line, bool cut) const;
  [[nodiscard]] std::optional<std::uint32_t> next_access(int line, const Frame& frame) const;

  std::vector<Page> pages_;            // one per source
  std::vector<SourcePart> of_launch_;  // the operator that each launch runs
  AccessGroups of_line_;               // of all sources
  std::uint32_t source_ = 0;           // the page that is shown, and the part of it that runs
  SourcePart part_;
  static constexpr std::uint32_t no_location = 0xffffffffU;
  std::uint32_t part_location_ = no_location;  // that the part was found for, in another file
  float scroll_ = 0;                           // first row shown
  bool placed_ = false;                        // scroll_ is right for this document
  bool following_ = true;  // until the wheel turns; again when the playhead moves
  std::uint32_t followed_ = 0;
};

}  // namespace warpscope
