#pragma once

#include <optional>

#include "app/views/view.hpp"

namespace warpscope {

/// The playground: what a formula for the index would cost, lane by lane and bank by bank. The
/// formula is frame.formula; a click opens the fields that change it.
class FormulaView final : public View {
 public:
  static constexpr ViewInfo info{.id = "formula",
                                 .title = "Formula",
                                 .slot = Slot::banks,
                                 .keys = {"Alt+F"},
                                 .costs = CostsTold::present};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document&) override { asked_.reset(); }
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  void ask(const Frame& frame);
  void draw_field(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const;
  void draw_problem(Canvas& canvas, Rect area, const Frame& frame) const;
  void draw_verdict(Canvas& canvas, Rect& area, const Frame& frame) const;

  // The last question, and its answer.
  std::optional<Playground> asked_;
  std::uint32_t asked_at_ = 0;
  FormulaPlace place_;
  FormulaAnswer answer_;
};

}  // namespace warpscope
