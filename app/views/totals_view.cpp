#include "app/views/totals_view.hpp"

#include <algorithm>
#include <cstdio>

#include "app/layout/text_wrap.hpp"

namespace warpscope {
namespace {

constexpr std::string_view none = "–";

std::string count_or_none(const std::optional<std::uint64_t>& count) {
  return count ? std::to_string(*count) : std::string(none);
}

/// Right ends of the two columns of numbers, and what is left for the label.
struct TableColumns {
  float modelled, measured, label_room;
};
TableColumns table_columns(Rect area, const TypeScale& type) {
  const float width = std::min(type.body * 7, area.w * 0.27F);
  return {area.right() - width, area.right(), area.w - 2 * width};
}

/// The access at which a finding happened, as far as the trace tells.
std::optional<std::uint32_t> access_of(const Trace& trace, const Finding& finding) {
  if (finding.step >= trace.steps.size()) return std::nullopt;
  const Step& step = trace.steps[finding.step];
  const std::uint32_t end = step.first_access + step.access_count;
  for (std::uint32_t i = step.first_access; i < end; ++i) {
    const bool same_warp = trace.accesses[i].warp == finding.thread / warp_lanes;
    if (trace.accesses[i].line == finding.line && same_warp) return i;
  }
  if (trace.accesses.empty()) return std::nullopt;
  return std::min(step.first_access, static_cast<std::uint32_t>(trace.accesses.size() - 1));
}

void draw_tick(Canvas& canvas, Point at, Color color) {
  canvas.line({at.x, at.y}, {at.x + 4, at.y + 4}, color, 2);
  canvas.line({at.x + 4, at.y + 4}, {at.x + 11, at.y - 5}, color, 2);
}

void draw_cross(Canvas& canvas, Point at, Color color) {
  canvas.line({at.x, at.y - 5}, {at.x + 10, at.y + 5}, color, 2);
  canvas.line({at.x, at.y + 5}, {at.x + 10, at.y - 5}, color, 2);
}

}  // namespace

std::string TotalsView::subtitle(const Frame& frame) const {
  return frame.document ? std::string(label(frame.document->summary.model)) : "";
}

void TotalsView::set_measured(std::optional<Measured> measured) {
  measured_ = std::move(measured);
  make_rows();
}

void TotalsView::on_document(const Document& document) {
  totals_ = document.summary.totals;
  measured_.reset();
  make_rows();
  scroll_ = 0;
}

void TotalsView::make_rows() {
  rows_.clear();
  const Totals& totals = totals_;
  const Measured& counters = measured_ ? *measured_ : Measured{};
  const auto shared = [&](const std::string& name, const SharedTotals& part,
                          const std::optional<std::uint64_t>& wavefronts,
                          const std::optional<std::uint64_t>& conflicts) {
    rows_.push_back(
        {name, std::to_string(part.wavefronts), count_or_none(wavefronts), false, false,
         "passes through the banks of shared memory, for " + counted(part.requests, "request")});
    rows_.push_back({"excessive", std::to_string(part.conflicts()), count_or_none(conflicts), true,
                     part.conflicts() > 0,
                     "wavefronts beyond the ideal of " + std::to_string(part.ideal)});
  };
  const auto global = [&](const std::string& name, const GlobalTotals& part,
                          const std::optional<std::uint64_t>& sectors) {
    rows_.push_back({name, std::to_string(part.sectors), count_or_none(sectors), false,
                     part.sectors > part.ideal,
                     "32-byte sectors of global memory, for " + counted(part.requests, "request")});
    rows_.push_back({"ideal", std::to_string(part.ideal), std::string(none), true, false,
                     "sectors if the same bytes lay side by side"});
  };
  shared("Load wavefronts", totals.shared_load, counters.load_wavefronts, counters.load_conflicts);
  shared("Store wavefronts", totals.shared_store, counters.store_wavefronts,
         counters.store_conflicts);
  if (totals.shared_atomic.requests > 0) {
    shared("Atomic wavefronts", totals.shared_atomic, std::nullopt, std::nullopt);
  }
  global("Load sectors", totals.global_load, counters.load_sectors);
  global("Store sectors", totals.global_store, counters.store_sectors);
  if (totals.shuffles > 0) {
    rows_.push_back({"Shuffles", std::to_string(totals.shuffles), std::string(none), false, false,
                     "exchanges of registers within a warp: no memory, no bank"});
  }
  rows_.push_back({"Barriers", std::to_string(totals.barriers), std::string(none), false, false,
                   "points where the whole block waits for its last warp"});
  char percent[16];
  const double slots = std::max<double>(1, static_cast<double>(totals.lane_slots));
  std::snprintf(percent, sizeof percent, "%.1f %%",
                100 * static_cast<double>(totals.active_lanes) / slots);
  rows_.push_back({"Active lanes", percent, std::string(none), false, false,
                   "SIMT efficiency: active lanes of all lanes of the warps' accesses"});
}

void TotalsView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || rows_.empty()) {
    draw_placeholder(canvas, area, *frame.theme, "What a run costs, once a kernel has run.");
    return;
  }
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  const float row_height = type.row;
  draw_check(canvas, area.cut_bottom(row_height), frame, type);
  const Rect heading = area.cut_top(row_height);
  const TableColumns at = table_columns(heading, type);
  const TextStyle small{Face::sans, type.small, theme.muted};
  const float y = heading.center().y;
  canvas.text({at.modelled, y}, "modelled", small, Align::right);
  canvas.text_fit({at.measured, y}, measured_ ? measured_->device : "measured", small,
                  at.measured - at.modelled - 8, Align::right);

  if (frame.pointer.inside) scroll_ -= frame.pointer.wheel * row_height;
  scroll_ = std::clamp(scroll_, 0.0F, std::max(0.0F, content_height_ - area.h));
  const Clip clip(canvas, area);
  float top = area.y - scroll_;
  for (const Row& row : rows_) {
    const Rect rect{area.x, top, area.w, row_height};
    top += row_height;
    if (rect.bottom() <= area.y || rect.y >= area.bottom()) continue;
    if (frame.pointer.inside && area.contains(frame.pointer.at) &&
        rect.contains(frame.pointer.at)) {
      canvas.fill(rect, theme.raised, 4);
      wishes.tooltip = row.meaning;
    }
    draw_row(canvas, rect, row, theme, type);
  }
  content_height_ = draw_findings(canvas, area, top + 4, frame, wishes) - area.y + scroll_;
}

void TotalsView::draw_row(Canvas& canvas, Rect rect, const Row& row, const Theme& theme,
                          const TypeScale& type) const {
  const TableColumns at = table_columns(rect, type);
  const float y = rect.center().y;
  const float indent = row.part ? 8.0F : 0.0F;
  canvas.text_fit({rect.x + indent, y}, row.label,
                  {Face::sans, type.body, row.part ? theme.muted : theme.text},
                  at.label_room - indent - 4);
  canvas.text({at.modelled, y}, row.modelled,
              {Face::mono, type.body, row.costly ? theme.costly : theme.text}, Align::right);
  canvas.text({at.measured, y}, row.measured,
              {Face::mono, type.body, row.measured == none ? theme.muted : theme.free},
              Align::right);
  canvas.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, theme.hairline);
}

float TotalsView::draw_findings(Canvas& canvas, Rect area, float y, const Frame& frame,
                                Wishes& wishes) const {
  const Trace& trace = *frame.document->trace;
  const TypeScale type = type_scale(frame.lecture);
  const TextStyle style{Face::sans, type.small, frame.theme->costly};
  const float height = type.small * 1.5F;
  for (const Finding& finding : trace.findings) {
    const std::string text = "Line " + std::to_string(finding.line) + ": " + finding.message;
    const auto lines =
        wrap_text(text, area.w - 8, 3, [&](std::string_view t) { return canvas.width(t, style); });
    const Rect rect{area.x, y, area.w, height * static_cast<float>(lines.size()) + 4};
    const bool hovered =
        frame.pointer.inside && area.contains(frame.pointer.at) && rect.contains(frame.pointer.at);
    if (hovered) {
      canvas.fill(rect, frame.theme->raised, 4);
      wishes.tooltip = text + "\nseen " + counted(finding.times, "time") + "; click to go there";
      if (frame.pointer.pressed) wishes.seek = access_of(trace, finding);
    }
    canvas.fill({rect.x, rect.y + 2, 3, rect.h - 4}, frame.theme->costly, 1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const float middle = y + 2 + height * (static_cast<float>(i) + 0.5F);
      if (middle > area.y && middle < area.bottom()) {
        canvas.text_fit({area.x + 8, middle}, lines[i], style, area.w - 8);
      }
    }
    y = rect.bottom() + 4;
  }
  return y;
}

void TotalsView::draw_check(Canvas& canvas, Rect row, const Frame& frame,
                            const TypeScale& type) const {
  const Document& document = *frame.document;
  const Theme& theme = *frame.theme;
  const Point at{row.x + 1, row.bottom() - type.small * 0.7F};
  const bool wrong = !document.mismatch.empty();
  std::string text = wrong ? document.mismatch : "result equals the CPU reference";
  if (!wrong && document.request.kernel.empty())
    text = "recorded in a file: result not checked";
  else if (wrong)
    draw_cross(canvas, at, theme.costly);
  else
    draw_tick(canvas, at, theme.free);
  canvas.text_fit({row.x + 18, at.y}, text,
                  {Face::sans, type.small, wrong ? theme.costly : theme.muted}, row.w - 18);
}

}  // namespace warpscope
