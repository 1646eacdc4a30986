#include "app/panes/banks/banks_view.hpp"

#include "app/lesson/next_lesson.hpp"
#include "app/panes/banks/bank_picture.hpp"
#include "app/panes/banks/constant_picture.hpp"
#include "app/panes/banks/sector_picture.hpp"
#include "app/panes/banks/shuffle_picture.hpp"
#include "app/subject/figure_scope.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

std::string bank_formula(BankModel model) {
  // Kepler's 4-byte mode has banks 8 bytes wide and still changes bank every 4 bytes.
  const int stride = bank_of(model, 4) == bank_of(model, 0) ? 8 : 4;
  return tr("bank = (address / {0}) mod {1}", stride, bank_count(model));
}

/// The rule behind the picture.
std::string rule(const Document& document, const Access& access) {
  if (exchanges(access.operation)) return tr("value = register of the thread named");
  const Space space = document.trace->arrays[access.array].space;
  if (service_of(space) == Service::words) return tr("wavefronts = number of different words");
  if (space != Space::shared) return tr("sector = address / 32");
  const BankModel model = document.summary.model;
  const auto request = shared_request(*document.trace, access);
  // Other atomics take several wavefronts a turn, and 1.x serves half-warps.
  if (request && request->atomic && request->way == AtomicWay::native && model != BankModel::cc1) {
    return counts_together(model, *request) ? tr("wavefronts = words in the busiest bank")
                                            : tr("wavefronts = lanes on the busiest bank");
  }
  return bank_formula(model);
}

/// The access pattern, if the indices lie on a line.
std::string pattern(const Document& document, const Access& access) {
  const auto line = linear_index(access.mask, document.trace->lane_indices(access));
  if (!line) return "";
  return exchanges(access.operation) ? tr("thread = {}", line->text())
                                     : tr("index = {}", line->text());
}

/// The place of the array's first element, unless that is bank 0.
std::string base(const Document& document, const Access& access) {
  if (exchanges(access.operation)) return "";
  const Array& array = document.trace->arrays[access.array];
  const int bank = bank_of(document.summary.model, array.base);
  if (array.space != Space::shared || bank == 0) return "";
  return "; " + tr("[0] in bank {}", bank);
}

/// The rule for the present access, in as many words as fit.
std::string rule_text(const Canvas& canvas, const Document& document, const Access& access,
                      bool costly, const TextStyle& style, float room) {
  const auto fits = [&](const std::string& text) { return canvas.width(text, style) <= room; };
  const auto formula =
      costly ? bank_formula(*document.trace, access, document.summary.model) : std::nullopt;
  if (formula) {
    std::string whole = formula->rule + formula->banks;
    if (fits(whole)) return whole;
    if (fits(formula->rule)) return formula->rule;
  }
  const std::string index = pattern(document, access);
  const std::string whole = rule(document, access) + ";  " + index + base(document, access);
  return !index.empty() && fits(whole) ? whole : rule(document, access);
}

/// The judgement beneath the picture, what it follows from, and layouts that would be cheaper. Cuts
/// its room off `area`.
void draw_verdict(Canvas& canvas, Rect& area, const Frame& frame, const TypeScale& type,
                  const LayoutButtons& buttons, const FaultMark* fault, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const Document& document = *frame.document;
  const Access& access = document.trace->accesses[frame.access];
  Caption words = caption(*document.trace, document.summary, frame.access);
  if (fault != nullptr && frame.untold.allows(Told::races, frame.access)) {
    words.verdict = fault_verdict(*fault);
    words.detail.clear();
    words.costly = true;
  }
  const TextStyle verdict{Face::sans_bold, type.large, words.costly ? theme.costly : theme.free};
  const TextStyle detail{Face::sans, type.body, theme.text};
  const TextStyle formula{Face::mono, type.small, theme.muted};

  // A low pane has no room for the rule, a lower one none for buttons either.
  const bool offers = !buttons.empty() && area.h >= type.small * 11;
  const bool explains = offers ? area.h >= type.small * 17 : area.h >= 160;
  if (offers) {
    buttons.draw(canvas, area, frame, wishes);
    area.cut_bottom(4);
  }
  if (explains) {
    const Rect row = area.cut_bottom(type.small * 2);
    canvas.text_fit({row.x, row.center().y},
                    rule_text(canvas, document, access, words.costly, formula, row.w), formula,
                    row.w);
  }
  draw_judgement(canvas, area, type, words.verdict, verdict, words.detail, detail);
}

BankScene scene_of(const Document& document, const Access& access, const SharedRequest& request) {
  const Trace& trace = *document.trace;
  const Array& array = trace.arrays[access.array];
  return {.model = document.summary.model,
          .request = request,
          .array = array.name,
          .base = array.base,
          .columns = array.columns,
          .element_bytes = array.type.bytes(),
          .warp = access.warp,
          .value = [&trace, &access, &array](int lane) {
            const int k = packed_position(access.mask, lane);
            return format_value(array.type, trace.lane_value(access, k));
          }};
}

}  // namespace

std::string BanksView::subtitle(const Frame& frame) const {
  if (!frame.document || frame.document->trace->accesses.empty()) return "";
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const Array& array = trace.arrays[access.array];
  const std::string what =
      exchanges(access.operation)
          ? tr("shuffle {}", array.name)
          : operation_text(array.space, access.operation) + ", " + named_as(trace, access);
  return what + ",  " + access_scope_text(access);
}

void BanksView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || frame.document->trace->accesses.empty()) {
    draw_placeholder(canvas, area, *frame.theme, tr("Banks of an access, once a kernel has run."));
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  buttons_.follow(frame, wishes);
  draw_verdict(canvas, area, frame, type, buttons_, frame.document->faults.at(frame.access),
               wishes);
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  if (const auto request = shared_request(trace, access)) {
    draw_bank_picture(canvas, area, frame, scene_of(*frame.document, access, *request), wishes);
  } else if (exchanges(access.operation)) {
    draw_shuffle_picture(canvas, area, frame, wishes);
  } else if (service_of(trace.arrays[access.array].space) == Service::words) {
    draw_constant_picture(canvas, area, frame, wishes);
  } else {
    draw_sector_picture(canvas, area, frame, wishes);
  }
  if (frame.pointer.menu && frame.pointer.inside && !wishes.menu &&
      frame.untold.allows(Told::costs)) {
    wishes.menu = access_menu(frame.access);
    offer_lesson(*wishes.menu, lesson_on(*frame.document, frame.access));
  }
}

}  // namespace warpscope
