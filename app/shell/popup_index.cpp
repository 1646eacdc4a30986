// The popup in which a user writes the indices of shared arrays.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/shell/formula_fields.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_lines_told = 4;

/// Indices to begin with.
std::vector<std::string> first_indices(const Array& array) {
  if (array.columns == 0) return {"i + i / 32", "i ^ i / 32 % 32"};
  std::vector<std::string> list{"row*(W+1) + col"};
  if ((array.columns & (array.columns - 1)) == 0) {
    list.emplace_back("row*W + (col ^ row % W)");
    if (array.columns > 32) list.emplace_back("row*W + (col ^ col/32 * 4)");
  }
  return list;
}

/// "line 59: 4 → 1 wavefronts": the lines that have conflicts, before or after; the worst first.
std::string lines_told(const std::vector<DraftLine>& lines) {
  std::vector<DraftLine> shown;
  for (const DraftLine& line : lines) {
    if (std::max(line.before, line.after) > line.ideal) shown.push_back(line);
  }
  std::ranges::stable_sort(shown, {},
                           [](const DraftLine& line) { return line.ideal - line.after; });
  std::string text;
  for (std::size_t k = 0; k < std::min(shown.size(), most_lines_told); ++k) {
    const DraftLine& line = shown[k];
    // Translators: what an access of a line needs: {1} → {2} wavefronts, of which {3} are needed in any case.
    const std::string one =
        tr("line {0}: {1} → {2} (ideal {3})", line.line, line.before, line.after, line.ideal);
    text += (text.empty() ? "" : " · ") + one;
  }
  if (shown.size() > most_lines_told) text += " · …";
  return text;
}

}  // namespace

void Popups::open_draft() {
  const Playhead& head = session_.playback.left();
  const bool same = draft_.document() == head.document();
  draft_ = LayoutDraft(head.document(), head.position());
  std::map<std::string, std::string> typed;
  for (std::size_t k = 0; same && k < indices_.size(); ++k) typed[index_names_[k]] = indices_[k];
  for (const Relayout& tried : session_.comparison.layouts()) {
    if (!tried.formula.empty()) typed[tried.array] = tried.formula;
  }
  indices_.clear();
  index_names_.clear();
  for (const DraftArray& draft : draft_.arrays()) {
    index_names_.push_back(draft.array->name);
    indices_.push_back(typed[draft.array->name]);
  }
}

bool Popups::draw_index_of(const WidgetStyle& style, std::size_t k) {
  const IdScope scope(static_cast<int>(k));
  const DraftArray& draft = draft_.arrays()[k];
  // Translators: {0} is an array as it is declared: "float As[32][128]".
  name_row(style, tr("{0}: {1} wavefronts, ideal {2}", draft.shape, grouped(draft.wavefronts),
                     grouped(draft.ideal)));
  std::string& text = indices_[k];
  const bool entered =
      code_field(style, "index", text,
                 {.hint = draft.index, .focus = (appears_ && k == 0) || index_clicked_ == k});
  if (index_clicked_ == k) index_clicked_.reset();
  const std::vector<std::string> examples = first_indices(*draft.array);
  const auto chosen = std::ranges::find(examples, without_outer_blanks(text));
  const int clicked = chips(
      style, examples, chosen == examples.end() ? -1 : static_cast<int>(chosen - examples.begin()));
  if (clicked >= 0) {
    text = examples[static_cast<std::size_t>(clicked)];
    index_clicked_ = k;  // what is typed next changes it
  }
  const std::string formula(without_outer_blanks(text));
  const DraftAnswer& answer = draft_.answer(k, formula);
  if (answer.problem) {
    draw_caret(style, *answer.problem);
    return entered;
  }
  if (!formula.empty() && !answer.effect.known) {
    draft_waits_ = true;
    paragraph(style, tr("Trying it on the whole run …"), style.theme.muted);
  } else if (answer.effect.effect) {
    const RelayoutEffect& effect = *answer.effect.effect;
    const Color color = effect.after < effect.before   ? style.theme.free
                        : effect.after > effect.before ? style.theme.costly
                                                       : style.theme.muted;
    // Translators: of accesses to one array: "4,096 → 2,048 wavefronts".
    std::string said = tr("{0} → {1} wavefronts", grouped(effect.before), grouped(effect.after));
    if (effect.extra_bytes > 0) {
      said += ", " + tr_n("{1} byte more", "{1} bytes more", effect.extra_bytes,
                          grouped(static_cast<std::uint64_t>(effect.extra_bytes)));
    }
    paragraph(style, said, color);
  } else if (!answer.refusal.empty()) {
    paragraph(style, answer.refusal, style.theme.costly);
  }
  if (const std::string lines = lines_told(answer.lines); !lines.empty()) {
    paragraph(style, lines, style.theme.muted);
  }
  return entered;
}

Status Popups::compare_indices() {
  std::vector<std::string> formulas;
  for (const std::string& text : indices_) formulas.emplace_back(without_outer_blanks(text));
  for (std::size_t k = 0; k < draft_.arrays().size(); ++k) {
    const DraftAnswer& answer = draft_.answer(k, formulas[k]);
    if (answer.problem) return usage_error(answer.problem->sentence);
  }
  const Layouts layouts = draft_.layouts(formulas);
  if (layouts.empty()) return session_.comparison.with(std::nullopt);
  if (std::string refusal = draft_.refusal(formulas); !refusal.empty()) {
    return usage_error(std::move(refusal));
  }
  Status compared = session_.comparison.with(Variant{.what_if = {.layouts = layouts}});
  if (compared) session_.views.put_in_front("banks");
  return compared;
}

void Popups::draw_index(const WidgetStyle& style) {
  draft_waits_ = false;
  if (!session_.playback.left().ready() ||
      draft_.document() != session_.playback.left().document()) {
    session_.popup.shown = Popup::none;  // something else is shown behind the fields
    return;
  }
  heading(style, tr("Indices of your own for shared arrays"));
  if (draft_.arrays().empty()) {
    paragraph(style, tr("This run accesses no shared array that could lie otherwise."),
              style.theme.muted);
    return;
  }
  bool entered = false;
  for (std::size_t k = 0; k < draft_.arrays().size(); ++k) {
    entered = draw_index_of(style, k) || entered;
  }
  std::vector<std::string> formulas;
  for (const std::string& text : indices_) formulas.emplace_back(without_outer_blanks(text));
  const auto used = std::ranges::count_if(formulas, [](const auto& text) { return !text.empty(); });
  if (used > 1) {
    bool good = true;
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      good = good && !draft_.answer(k, formulas[k]).problem;
    }
    const KnownEffect all = good ? draft_.together(formulas) : KnownEffect{};
    if (!all.known) draft_waits_ = true;
    if (all.effect) {
      // Translators: {} is what layouts do: "4,096 → 2,048 wavefronts, 128 bytes more".
      paragraph(style, tr("Together: {}", layout_effect_text(*draft_.document(), *all.effect)),
                style.theme.text);
    }
  }
  paragraph(
      style,
      // Translators: the names are typed as they are here.
      tr("Where an element lies. Names: row, col, W (elements in a row), H (rows), i (row*W + "
         "col). Operators as in C; min, max, abs, mod, xor."),
      style.theme.muted);
  if (!problem_.empty()) paragraph(style, problem_.text(), style.theme.costly);
  const bool asks = button(style, tr("Compare"), true);
  if (entered || asks) finish(compare_indices());
}

}  // namespace warpscope
