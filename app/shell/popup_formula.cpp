#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/formula/formula_patterns.hpp"
#include "app/shell/formula_fields.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Chips beside their name; the first says what holds if nothing is chosen. Returns the chip that
/// was clicked, -1 for none.
int choose(const WidgetStyle& style, int id, const char* title, const char* first,
           std::vector<std::string> texts, int chosen) {
  constexpr float name_width = 84, half_line = 8;
  const IdScope scope(id);
  const float scale = style.fonts.scale();
  const float left = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
  ImGui::SetCursorPosY(top + half_line * scale);
  paragraph(style, title, style.theme.muted);
  ImGui::SameLine(left + name_width * scale);
  ImGui::SetCursorPosY(top);
  texts.insert(texts.begin(), first);
  return chips(style, texts, chosen);
}

}  // namespace

void Popups::draw_formula(const WidgetStyle& style) {
  Playground& question = session_.settings.formula;
  const Playhead& head = session_.playback.left();
  if (!head.ready()) return;
  const Trace& trace = *head.document()->trace;
  const FormulaPlace place = formula_place(trace, head.document()->summary.model, head.position());

  heading(style, tr("Formula: the index that each lane uses"));
  bool entered = code_field(style, "formula", question.formula,
                            {.hint = tr("e.g. tid * stride"), .focus = appears_});
  const FormulaAnswer found = answer(question, place);
  if (found.unrecorded) {
    paragraph(style, found.problem->sentence, style.theme.muted);
  } else if (found.problem) {
    draw_caret(style, *found.problem);
  }
  if (found.good()) {
    // Translators: of an access: "8-way conflict: 8 wavefronts.", and two lanes that collide.
    const std::string said =
        found.collision.empty() ? tr("{0}: {1}.", found.verdict, found.detail)
                                : tr("{0}: {1}. {2}", found.verdict, found.detail, found.collision);
    paragraph(style, said, found.cost.conflicts() > 0 ? style.theme.costly : style.theme.free);
  }
  draw_formula_values(style, question, found);
  draw_formula_access(style, question);
  draw_formula_examples(style, question, place);
  paragraph(style,
            // Translators: the names are typed as they are here.
            tr("Names: lane, tid, warp, block, n, recorded (the index of the present access). "
               "Operators as in C; min, max, abs, mod, xor."),
            style.theme.muted);
  if (entered && found.good()) session_.popup.shown = Popup::none;
}

void Popups::draw_formula_values(const WidgetStyle& style, Playground& question,
                                 const FormulaAnswer& found) {
  name_row(style, tr("Values"));
  code_field(style, "values", question.values, {.hint = tr("e.g. stride = 2, pad = 1")});
  if (found.values_problem) draw_caret(style, *found.values_problem);
  std::vector<FormulaValue> values = found.values;
  for (std::size_t i = 0; i < values.size() && i < 6 && !found.values_problem; ++i) {
    if (std::ranges::count(found.used, values[i]) == 0) continue;
    const IdScope scope(static_cast<int>(100 + i));
    FormulaValue& value = values[i];
    const std::array<std::string, 5> steps{value.name + " = " + std::to_string(value.value), "÷ 2",
                                           "− 1", "+ 1", "× 2"};
    switch (chips(style, steps, 0)) {
      case 1: value.value /= 2; break;
      case 2: --value.value; break;
      case 3: ++value.value; break;
      case 4: value.value = std::min<std::int64_t>(value.value * 2, 1'000'000'000); break;
      default: continue;
    }
    question.values = values_text(values);
  }
}

void Popups::draw_formula_access(const WidgetStyle& style, Playground& question) {
  const auto width = std::ranges::find(formula_widths, question.bytes.value_or(0));
  std::vector<std::string> texts;
  for (const int bytes : formula_widths) texts.push_back(tr("{} B", bytes));
  int chosen =
      width == formula_widths.end() ? 0 : static_cast<int>(width - formula_widths.begin()) + 1;
  int clicked = choose(style, 1, tr("Element"), tr("as recorded"), texts, chosen);
  if (clicked == 0) question.bytes.reset();
  if (clicked > 0) question.bytes = formula_widths.at(static_cast<std::size_t>(clicked - 1));

  chosen = question.store ? (*question.store ? 2 : 1) : 0;
  clicked = choose(style, 2, tr("Access"), tr("as recorded"), {tr("load"), tr("store")}, chosen);
  if (clicked == 0) question.store.reset();
  if (clicked > 0) question.store = clicked == 2;

  clicked =
      choose(style, 3, tr("Lanes"), tr("as recorded"), {tr("all 32")}, question.all_lanes ? 1 : 0);
  if (clicked >= 0) question.all_lanes = clicked == 1;

  texts.clear();
  for (const BankModel model : all_bank_models) texts.emplace_back(tr(short_label(model)));
  chosen = question.model ? static_cast<int>(*question.model) + 1 : 0;
  clicked = choose(style, 4, tr("Banks"), tr("as the run"), texts, chosen);
  if (clicked == 0) question.model.reset();
  if (clicked > 0) question.model = all_bank_models.at(static_cast<std::size_t>(clicked - 1));
}

void Popups::draw_formula_examples(const WidgetStyle& style, Playground& question,
                                   const FormulaPlace& place) {
  const IdScope scope(5);
  name_row(style, tr("Start from"));
  std::vector<std::string> names{tr("the present access")};
  for (const FormulaExample& example : formula_examples()) names.emplace_back(tr(example.name));
  const int clicked = chips(style, names, -1);
  if (clicked < 0) return;
  appears_ = true;
  if (clicked == 0) {
    question = {.formula = starting_formula(place), .values = question.values};
    return;
  }
  const FormulaExample& example = formula_examples()[static_cast<std::size_t>(clicked - 1)];
  question.formula = example.formula;
  question.values = example.values;
  question.all_lanes = example.formula.find("recorded") == std::string_view::npos;
}

}  // namespace warpscope
