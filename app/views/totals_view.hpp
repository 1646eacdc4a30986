#pragma once

#include <optional>
#include <vector>

#include "app/views/view.hpp"
#include "app/views/view_parts.hpp"

namespace warpscope {

/// Hardware counters of one recorded launch, where there are any.
struct Measured {
  std::string device;  ///< "H200"
  std::optional<std::uint64_t> load_wavefronts, load_conflicts;
  std::optional<std::uint64_t> store_wavefronts, store_conflicts;
  std::optional<std::uint64_t> load_sectors, store_sectors;
};

/// What the whole run costs: modelled beside measured, then what went wrong, then the check.
class TotalsView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return "totals"; }
  [[nodiscard]] std::string_view title() const override { return "Totals"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

  /// For the document that was given last; a new document begins without measurements.
  void set_measured(std::optional<Measured> measured);

 private:
  struct Row {
    std::string label, modelled, measured;
    bool part = false;  // says more about the row above
    bool costly = false;
    std::string meaning;  // on hover
  };
  void make_rows();
  void draw_check(Canvas& canvas, Rect row, const Frame& frame, const TypeScale& type) const;
  void draw_row(Canvas& canvas, Rect rect, const Row& row, const Theme& theme,
                const TypeScale& type) const;
  float draw_findings(Canvas& canvas, Rect area, float y, const Frame& frame, Wishes& wishes) const;

  Totals totals_;
  std::vector<Row> rows_;
  std::optional<Measured> measured_;
  float scroll_ = 0;
  float content_height_ = 0;  // of the last frame
};

}  // namespace warpscope
