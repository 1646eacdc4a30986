#pragma once

#include <array>
#include <optional>

#include "app/formula/formula_patterns.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The playground: what a formula for the index would cost, lane by lane and bank by bank, and on
/// other generations' banks. The formula is the frame's Playground, and a click opens the fields that change
/// it; or that of a pattern with a name.
class FormulaView final : public View {
 public:
  static constexpr std::array options{option_of<FormulaPattern>(
      {.id = "formula",
       .about = tr_noop("The pattern that the formula view asks the banks"),
       .title = tr_noop("Formula:"),
       .next_command = "formula.next",
       .next_title = tr_noop("Formula: the next pattern, of 1.x and 3.x"),
       .next_key = "Shift+Y",
       .next_sheet = ""})};
  static constexpr ViewInfo info{.id = "formula",
                                 .title = tr_noop("Formula"),
                                 .slot = Slot::banks,
                                 .keys = {"Alt+F"},
                                 .tells = Told::costs | Told::lanes | Told::places,
                                 .options = options};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document&) override { asked_.reset(); }
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  void ask(const Frame& frame);
  /// Names the pattern; a click goes on to the next.
  void draw_pattern(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const;
  void draw_field(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const;
  void draw_problem(Canvas& canvas, Rect area, const Frame& frame) const;
  void draw_verdict(Canvas& canvas, Rect& area, const Frame& frame) const;

  /// The conflict on the banks of every generation.
  void draw_generations(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const;

  // The last question, and its answer.
  std::optional<Playground> asked_;
  std::uint32_t asked_at_ = 0;
  int language_ = 0;  // of the answer
  FormulaPlace place_;
  FormulaAnswer answer_;
};

}  // namespace warpscope
