#include "app/panes/formula/formula_view.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/layout/text_wrap.hpp"
#include "app/panes/banks/bank_picture.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

FormulaPattern pattern_of(const Frame& frame) { return frame.look.get<FormulaPattern>(); }

Playground question_of(const Frame& frame) {
  if (pattern_of(frame) != FormulaPattern::own) return pattern_question(pattern_of(frame));
  return frame.ask<Playground>() != nullptr ? *frame.ask<Playground>() : Playground{};
}

bool is_recorded(const Playground& question) {
  return question == Playground{.values = question.values};
}

/// "4 B load", in the element's own words if it is the present access.
std::string access_text(const SharedRequest& request) {
  return request.atomic  ? tr("{} B atomic", request.bytes)
         : request.store ? tr("{} B store", request.bytes)
                         : tr("{} B load", request.bytes);
}

void draw_answer_text(Canvas& canvas, Rect& area, std::string_view text, const TextStyle& style,
                      int lines) {
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  for (const std::string_view line : wrap_text(text, area.w, lines, measure)) {
    const Rect row = area.cut_top(style.size * 1.45F);
    if (row.h < style.size * 1.4F) return;
    canvas.text_fit({row.x, row.center().y}, line, style, row.w);
  }
}

}  // namespace

std::string FormulaView::subtitle(const Frame& frame) const {
  if (!frame.document || frame.document->trace->accesses.empty()) return "";
  const Playground question = question_of(frame);
  const BankModel model = question.model.value_or(frame.document->summary.model);
  if (is_recorded(question)) return tr("as recorded");
  const std::string_view banks = label(model);
  const std::string_view brief = banks.substr(0, banks.find(" ("));
  // Translators: the field names a bank model: "32 × 4 B".
  return pattern_of(frame) == FormulaPattern::own ? tr("your formula, not the run · {}", brief)
                                                  : tr("a pattern, not the run · {}", brief);
}

void FormulaView::ask(const Frame& frame) {
  const Playground question = question_of(frame);
  const bool same_words = language_ == current_language();
  if (asked_ == question && asked_at_ == frame.access && same_words) return;
  language_ = current_language();
  asked_ = question;
  asked_at_ = frame.access;
  const Document& document = *frame.document;
  place_ = pattern_of(frame) == FormulaPattern::own
               ? formula_place(*document.trace, document.summary.model, frame.access)
               : FormulaPlace{};
  answer_ = answer(question, place_);
}

void FormulaView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || frame.document->trace->accesses.empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     tr("The banks of a formula, once a kernel has run."));
    return;
  }
  ask(frame);
  if (area.h >= 240) draw_pattern(canvas, area, frame, wishes);
  draw_field(canvas, area, frame, wishes);
  if (!answer_.good()) return draw_problem(canvas, area, frame);
  // Of one's own formula, the wavefronts count more where both have no room.
  const float least = pattern_of(frame) == FormulaPattern::own ? 200 : 160;
  if (area.h >= least) draw_generations(canvas, area, frame, wishes);
  draw_verdict(canvas, area, frame);
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const bool recorded = place_.request.has_value();
  const BankScene scene{.model = answer_.model,
                        .request = answer_.request,
                        .array = recorded ? name_in(trace, launch_of(frame), access.array) : "data",
                        .base = place_.base,
                        .warp = place_.warp};
  draw_bank_picture(canvas, area, frame, scene, wishes);
}

void FormulaView::draw_pattern(Canvas& canvas, Rect& area, const Frame& frame,
                               Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  Rect row = area.cut_top(std::round(type.body * 1.7F));
  const bool over = frame.pointer.over_control(row);
  const TextStyle hint{Face::sans, type.small, over ? theme.text : theme.muted};
  const std::string_view key = tr("next pattern: Shift Y");
  if (row.w >= 360) {
    const Rect place = row.cut_right(canvas.width(key, hint) + 12);
    canvas.text({place.right(), place.center().y}, key, hint, Align::right);
  }
  const FormulaPattern pattern = pattern_of(frame);
  const TextStyle name{pattern == FormulaPattern::own ? Face::sans : Face::sans_bold, type.body,
                       pattern == FormulaPattern::own ? theme.muted : theme.text};
  const std::string_view label = is_recorded(*asked_) ? std::string_view(tr("the present access"))
                                                      : tr(names_of(pattern).label);
  canvas.text_fit({row.x, row.center().y}, label, name, row.w);
  if (!over) return;
  wishes.tooltip = tr("click or Shift Y: {}", tr(names_of(next_choice(pattern)).label));
  if (frame.pointer.pressed) wishes.command = "formula.next";
}

/// The formula as in a field, and beneath it the meaning of its names.
void FormulaView::draw_field(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  const float height = std::round(type.body * 2);
  const Rect field = area.cut_top(height);
  const bool over = frame.pointer.over_control(field);
  canvas.fill(field, over ? mix(theme.raised, theme.text, 0.06F) : theme.raised, 6);
  canvas.stroke(field, answer_.good() || answer_.unrecorded ? theme.hairline : theme.costly, 1, 6);
  Rect inner = field.inset(10, 0);
  const TextStyle hint{Face::sans, type.small, theme.muted};
  const std::string_view edit = tr("edit: Y");
  if (inner.w >= 240) {
    const Rect place = inner.cut_right(canvas.width(edit, hint) + 12);
    canvas.text({place.right(), place.center().y}, edit, hint, Align::right);
  }
  const TextStyle mono{Face::mono, type.body, theme.text};
  canvas.text_fit({inner.x, inner.center().y}, asked_->formula, mono, inner.w);
  if (over) wishes.about = field;
  if (over) wishes.tooltip = tr("index = {}\nclick, or Y, to change it", asked_->formula);
  if (over && frame.pointer.pressed) wishes.command = "formula";
  if (!answer_.good() || area.h < 120) {
    area.cut_top(8);
    return;
  }
  const std::string kind = access_text(answer_.request);
  const Rect row = area.cut_top(type.small * 2);
  const TextStyle small{Face::mono, type.small, theme.muted};
  const float right = canvas.width(kind, small);
  std::string names = is_recorded(*asked_) ? tr("present access") : values_text(answer_.used);
  if (!answer_.line.empty()) {
    const std::string line = tr("index = {}", answer_.line);
    const std::string both = names.empty() ? line : fmt::format("{}: {}", names, line);
    names = canvas.width(both, small) <= row.w - right - 12 ? both : line;
  }
  canvas.text({row.right(), row.center().y}, kind, small, Align::right);
  canvas.text_fit({row.x, row.center().y}, names, small, row.w - right - 12);
  area.cut_top(4);
}

void FormulaView::draw_generations(Canvas& canvas, Rect& area, const Frame& frame,
                                   Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  const auto degrees = degrees_of(answer_);
  constexpr std::array<std::string_view, all_bank_models.size()> brief{"1.x", "2.x", "3.x 4",
                                                                       "3.x 8", "5.x"};
  const Rect row = area.cut_bottom(type.small * 2);
  const float each = row.w / static_cast<float>(degrees.size());
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    const BankModel model = all_bank_models[i];
    const bool now = model == answer_.model;
    const Rect cell{row.x + static_cast<float>(i) * each, row.y, each, row.h};
    const TextStyle name{now ? Face::sans_bold : Face::sans, type.small,
                         now ? theme.text : theme.muted};
    const Color color = degrees[i] > 1 ? theme.costly : theme.free;
    const TextStyle ways{now ? Face::sans_bold : Face::sans, type.small, color};
    const std::string times = fmt::format("×{}", degrees[i]);
    std::string_view label = short_label(model);
    label = label.substr(0, label.find(" and"));
    const float room = cell.w - canvas.width(times, ways) - 10;
    if (canvas.width(label, name) > room) label = brief.at(i);
    if (canvas.width(label, name) <= room) {
      canvas.text({cell.x, cell.center().y}, label, name);
      canvas.text({cell.x + canvas.width(label, name) + 5, cell.center().y}, times, ways);
    }
    if (!frame.pointer.over(cell)) continue;
    wishes.tooltip = fmt::format("{}: {}", tr(warpscope::label(model)), conflict_text(degrees[i]));
  }
}

void FormulaView::draw_problem(Canvas& canvas, Rect area, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  const bool of_formula = answer_.problem.has_value();
  const FormulaProblem& problem = of_formula ? *answer_.problem : *answer_.values_problem;
  const TextStyle mono{Face::mono, type.body, theme.costly};
  if (problem.column >= 0 && of_formula) {
    const float x =
        area.x + 10 + canvas.width("0", mono) * (static_cast<float>(problem.column) + 0.5F);
    if (x < area.right() - 8) {
      canvas.triangle({x - 5, area.y + 3}, {x + 5, area.y + 3}, {x, area.y - 5}, theme.costly);
    }
  }
  area.cut_top(8);
  const std::string sentence =
      problem.column < 0 ? problem.sentence
      : of_formula       ? tr("Column {0}: {1}", problem.column + 1, problem.sentence)
                         : tr("Values, column {0}: {1}", problem.column + 1, problem.sentence);
  draw_answer_text(canvas, area, sentence,
                   {Face::sans, type.body, answer_.unrecorded ? theme.muted : theme.text}, 4);
}

void FormulaView::draw_verdict(Canvas& canvas, Rect& area, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  const Color color = answer_.cost.conflicts() > 0 ? theme.costly : theme.free;
  const TextStyle verdict{Face::sans_bold, type.large, color};
  const TextStyle detail{Face::sans, type.body, theme.text};
  if (area.h >= 220 && !answer_.collision.empty()) {
    Rect rows = area.cut_bottom(type.small * 1.45F * 2);
    draw_answer_text(canvas, rows, answer_.collision, {Face::sans, type.small, theme.muted}, 2);
  }
  if (area.h < type.large * 1.5F) return;
  draw_judgement(canvas, area, type, answer_.verdict, verdict, answer_.detail, detail);
}

}  // namespace warpscope
