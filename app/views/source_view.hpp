#pragma once

#include "app/layout/access_groups.hpp"
#include "app/layout/source_layout.hpp"
#include "app/views/view.hpp"
#include "app/views/view_parts.hpp"

namespace warpscope {

/// The kernel's own source: what each line costs, and which one runs now.
class SourceView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return "source"; }
  [[nodiscard]] std::string_view title() const override { return "Source"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// Columns and sizes of the frame that is drawn.
  struct Columns;
  [[nodiscard]] Columns columns(const Canvas& canvas, Rect area, const TypeScale& type) const;
  void scroll(float rows, const Frame& frame, Wishes& wishes);
  void draw_line(Canvas& canvas, const Columns& at, int line, float y, const Frame& frame) const;
  void draw_heat(Canvas& canvas, const Columns& at, int line, float middle,
                 const Theme& theme) const;
  void draw_footer(Canvas& canvas, Rect footer, const Frame& frame, const TypeScale& type) const;
  [[nodiscard]] std::string line_tooltip(const Frame& frame, int line, bool cut) const;
  [[nodiscard]] std::optional<std::uint32_t> next_access(int line, std::uint32_t after) const;

  SourceText text_;
  std::vector<LineHeat> heat_;
  std::uint64_t hottest_ = 0;
  int count_digits_ = 1;  // of the widest number beside a line
  bool global_only_lines_ = false;
  AccessGroups of_line_;
  float scroll_ = 0;       // first row shown
  bool placed_ = false;    // scroll_ is right for this document
  bool following_ = true;  // until the wheel turns; again when the playhead moves
  std::uint32_t followed_ = 0;
};

}  // namespace warpscope
