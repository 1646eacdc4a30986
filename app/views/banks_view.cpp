#include "app/views/banks_view.hpp"

#include "app/views/bank_picture.hpp"
#include "app/views/sector_picture.hpp"
#include "app/views/shuffle_picture.hpp"
#include "app/views/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"

namespace warpscope {
namespace {

std::string bank_formula(BankModel model) {
  // Kepler's 4-byte mode has banks 8 bytes wide and still changes bank every 4 bytes.
  const int stride = bank_of(model, 4) == bank_of(model, 0) ? 8 : 4;
  return "bank = (address / " + std::to_string(stride) + ") mod " +
         std::to_string(bank_count(model));
}

/// The rule behind the picture, and the access pattern where it is a line.
std::string formula(const Document& document, const Access& access) {
  const Trace& trace = *document.trace;
  const auto line = linear_index(access.mask, trace.lane_indices(access));
  if (access.operation == Operation::shuffle) {
    return line ? "thread = " + line->text() : "each lane names the lane that it reads";
  }
  std::string text = trace.arrays[access.array].space == Space::shared
                         ? bank_formula(document.summary.model)
                         : "sector = address / 32";
  if (line) text += ";  index = " + line->text();
  return text;
}

/// The judgement beneath the picture. Cuts its room off `area`.
void draw_verdict(Canvas& canvas, Rect& area, const Frame& frame, const TypeScale& type) {
  const Theme& theme = *frame.theme;
  const Document& document = *frame.document;
  const Caption words = caption(*document.trace, document.summary, frame.access);
  if (area.h >= 160) {
    const Rect row = area.cut_bottom(type.small * 2);
    canvas.text_fit({row.x, row.center().y},
                    formula(document, document.trace->accesses[frame.access]),
                    {Face::mono, type.small, theme.muted}, row.w);
  }
  const Rect row = area.cut_bottom(type.large * 1.5F);
  const TextStyle verdict{Face::sans_bold, type.large, words.costly ? theme.costly : theme.free};
  const float used = canvas.text_fit({row.x, row.center().y}, words.verdict, verdict, row.w);
  const TextStyle detail{Face::sans, type.body, theme.text};
  if (used + 20 + canvas.width(words.detail, detail) <= row.w) {
    canvas.text({row.x + used + 20, row.center().y + 1}, words.detail, detail);
  }
  area.cut_bottom(8);
}

}  // namespace

std::string BanksView::subtitle(const Frame& frame) const {
  if (!frame.document || frame.document->trace->accesses.empty()) return "";
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const Array& array = trace.arrays[access.array];
  if (access.operation == Operation::shuffle) return "shuffle " + array.name;
  return operation_text(array.space, access.operation) + ", " + array.name;
}

void BanksView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || frame.document->trace->accesses.empty()) {
    draw_placeholder(canvas, area, *frame.theme, "Banks of an access, once a kernel has run.");
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  draw_verdict(canvas, area, frame, type);
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  if (const auto request = shared_request(trace, access)) {
    draw_bank_picture(canvas, area, frame, *request, wishes);
  } else if (access.operation == Operation::shuffle) {
    draw_shuffle_picture(canvas, area, frame, wishes);
  } else {
    draw_sector_picture(canvas, area, frame, wishes);
  }
}

}  // namespace warpscope
