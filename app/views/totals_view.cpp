#include "app/views/totals_view.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "app/layout/text_wrap.hpp"

namespace warpscope {
namespace {

constexpr std::string_view none = "–";

std::string count_or_none(const std::optional<std::uint64_t>& count) {
  return count ? std::to_string(*count) : std::string(none);
}

/// Right ends of the two columns of numbers.
struct TableColumns {
  float modelled, measured;
};
TableColumns table_columns(const Canvas& canvas, Rect area, const TypeScale& type) {
  // Room for a time; a wide pane takes more.
  const float least = canvas.width("00.00 ms", {Face::mono, type.body, {}}) + 8;
  const float width = std::max(least, std::min(type.body * 7, area.w * 0.27F));
  return {area.right() - width, area.right()};
}

/// The access at which a finding happened, as far as the trace tells.
std::optional<std::uint32_t> access_of(const Trace& trace, const Finding& finding) {
  const bool of_the_result = finding.line == 0;  // not of an access
  if (of_the_result || finding.step >= trace.steps.size()) return std::nullopt;
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

void TotalsView::on_document(const Document& document) {
  totals_ = document.summary.totals;
  measured_ = document.measured;
  rows_.clear();
  make_memory_rows();
  make_run_rows();
  make_remarks(document);
  scroll_ = 0;
}

void TotalsView::make_remarks(const Document& document) {
  remarks_.clear();
  if (!document.mismatch.empty()) {
    remarks_.push_back({document.mismatch, document.mismatch, std::nullopt});
  }
  for (const Finding& finding : document.trace->findings) {
    const auto access = access_of(*document.trace, finding);
    remarks_.push_back({finding.message,
                        finding.message + "\nseen " + counted(finding.times, "time") +
                            (access ? "; click to go there" : ""),
                        access});
  }
}

void TotalsView::make_memory_rows() {
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
                     "32-byte sectors of global memory, for " + counted(part.requests, "request") +
                         ";\nside by side the same bytes would take " +
                         std::to_string(part.ideal)});
  };
  if (totals.shared_load.requests + totals.shared_store.requests > 0) {
    shared("Load wavefronts", totals.shared_load, counters.load_wavefronts,
           counters.load_conflicts);
    shared("Store wavefronts", totals.shared_store, counters.store_wavefronts,
           counters.store_conflicts);
  }
  if (totals.shared_atomic.requests > 0) {
    shared("Atomic wavefronts", totals.shared_atomic, counters.atomic_wavefronts,
           counters.atomic_conflicts);
  }
  global("Load sectors", totals.global_load, counters.load_sectors);
  global("Store sectors", totals.global_store, counters.store_sectors);
  if (totals.global_atomic.requests > 0) {
    global("Atomic sectors", totals.global_atomic, counters.atomic_sectors);
  }
  if (const SharedTotals& constant = totals.constant_load; constant.requests > 0) {
    rows_.push_back({"Constant passes", std::to_string(constant.wavefronts), std::string(none),
                     false, constant.conflicts() > 0,
                     "a pass of the constant cache hands one word to any number of lanes; " +
                         counted(constant.requests, "request") + " need at least one each"});
  }
}

void TotalsView::make_run_rows() {
  const Totals& totals = totals_;
  const Measured& counters = measured_ ? *measured_ : Measured{};
  if (totals.shuffles > 0) {
    rows_.push_back({"Shuffles", std::to_string(totals.shuffles), std::string(none), false, false,
                     "exchanges of registers within a warp: no memory, no bank"});
  }
  rows_.push_back({"Barriers", std::to_string(totals.barriers), std::string(none), false, false,
                   "points where the whole block waits for its last warp"});
  if (counters.milliseconds) {
    const std::int64_t size = counters.timed_size;
    const std::string elements =
        std::has_single_bit(static_cast<std::uint64_t>(size))
            ? "2^" + std::to_string(std::bit_width(static_cast<std::uint64_t>(size)) - 1)
            : std::to_string(size);
    char milliseconds[32];
    std::snprintf(milliseconds, sizeof milliseconds, "%.2f ms", *counters.milliseconds);
    rows_.push_back({"Time, n = " + elements, std::string(none), milliseconds, false, false,
                     "the native kernel on " + elements + " elements, measured on an " +
                         counters.device + " on " + counters.date});
  }
  char percent[16];
  const double slots = std::max<double>(1, static_cast<double>(totals.lane_slots));
  std::snprintf(percent, sizeof percent, "%.1f %%",
                100 * static_cast<double>(totals.active_lanes) / slots);
  rows_.push_back({"Active lanes", percent, std::string(none), false, false,
                   "SIMT efficiency: active lanes of all lanes of the warps' accesses"});
}

struct TotalsView::Lines {
  Rect area;
  float height = 0;
  int first = 0;  // line on top
  [[nodiscard]] Rect rect(int line) const {
    return {area.x, area.y + height * static_cast<float>(line - first), area.w, height};
  }
  [[nodiscard]] bool shows(int line) const {
    const Rect r = rect(line);
    return r.y >= area.y - 0.5F && r.bottom() <= area.bottom() + 0.5F;
  }
};

void TotalsView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || rows_.empty()) {
    draw_placeholder(canvas, area, *frame.theme, "What a run costs, once a kernel has run.");
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  const auto wanted = static_cast<float>(rows_.size() + 1);
  const float height = std::clamp(area.h / wanted, type.body + 2, type.row);
  draw_heading(canvas, area.cut_top(height), frame, type);

  const Wrapped remarks = wrap_remarks(canvas, area, type);
  const auto count = static_cast<float>(remarks.size() + rows_.size());
  const float hidden = std::max(0.0F, count - std::floor(area.h / height + 0.01F));
  if (frame.pointer.inside) scroll_ -= frame.pointer.wheel;
  scroll_ = std::clamp(scroll_, 0.0F, hidden);
  const Lines lines{area, height, static_cast<int>(std::lround(scroll_))};
  draw_remarks(canvas, lines, remarks, frame, wishes);
  int line = static_cast<int>(remarks.size());
  for (const Row& row : rows_) {
    const Rect rect = lines.rect(line);
    if (!lines.shows(line++)) continue;
    if (frame.pointer.inside && rect.contains(frame.pointer.at)) {
      canvas.fill(rect, frame.theme->raised, 4);
      wishes.tooltip = row.meaning;
    }
    draw_row(canvas, rect, row, *frame.theme, type);
  }
  if (hidden > 0) {
    const float part = area.h / count;
    canvas.fill({area.right() + 6, area.y + scroll_ * part, 3, area.h - hidden * part},
                frame.theme->hairline, 1.5F);
  }
}

void TotalsView::draw_heading(Canvas& canvas, Rect row, const Frame& frame,
                              const TypeScale& type) const {
  const TableColumns at = table_columns(canvas, row, type);
  const TextStyle style{Face::sans, type.small, frame.theme->muted};
  const float y = row.center().y;
  canvas.text({at.modelled, y}, "modelled", style, Align::right);
  canvas.text_fit({at.measured, y}, measured_ ? measured_->device : "measured", style,
                  at.measured - at.modelled - 8, Align::right);
  row.w = at.modelled - canvas.width("modelled", style) - 12 - row.x;
  draw_check(canvas, row, frame, type);
}

void TotalsView::draw_row(Canvas& canvas, Rect rect, const Row& row, const Theme& theme,
                          const TypeScale& type) const {
  const TableColumns at = table_columns(canvas, rect, type);
  const float y = rect.center().y;
  const float indent = row.part ? 8.0F : 0.0F;
  const TextStyle number{Face::mono, type.body, row.costly ? theme.costly : theme.text};
  canvas.text({at.modelled, y}, row.modelled, number, Align::right);
  const float left = rect.x + indent;
  canvas.text_fit({left, y}, row.label,
                  {Face::sans, type.body, row.part ? theme.muted : theme.text},
                  at.modelled - canvas.width(row.modelled, number) - 8 - left);
  canvas.text_fit({at.measured, y}, row.measured,
                  {Face::mono, type.body, row.measured == none ? theme.muted : theme.free},
                  at.measured - at.modelled - 4, Align::right);
  canvas.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, theme.hairline);
}

TotalsView::Wrapped TotalsView::wrap_remarks(const Canvas& canvas, Rect area,
                                             const TypeScale& type) const {
  const TextStyle style{Face::sans, type.small, {}};
  const auto measure = [&](std::string_view text) { return canvas.width(text, style); };
  Wrapped lines;
  for (const Remark& remark : remarks_) {
    for (const std::string_view text : wrap_text(remark.text, area.w - 8, 2, measure)) {
      lines.emplace_back(&remark, text);
    }
  }
  return lines;
}

void TotalsView::draw_remarks(Canvas& canvas, const Lines& lines, const Wrapped& remarks,
                              const Frame& frame, Wishes& wishes) const {
  const TextStyle style{Face::sans, type_scale(frame.lecture).small, frame.theme->costly};
  for (int line = 0; line < static_cast<int>(remarks.size()); ++line) {
    if (!lines.shows(line)) continue;
    const auto& [remark, text] = remarks[static_cast<std::size_t>(line)];
    const Rect rect = lines.rect(line);
    if (frame.pointer.inside && rect.contains(frame.pointer.at)) {
      wishes.tooltip = remark->tooltip;
      if (frame.pointer.pressed && remark->access) wishes.seek = remark->access;
    }
    canvas.fill({rect.x, rect.y, 3, rect.h}, frame.theme->costly);
    canvas.text_fit({rect.x + 8, rect.center().y}, text, style, rect.w - 8);
  }
}

void TotalsView::draw_check(Canvas& canvas, Rect row, const Frame& frame,
                            const TypeScale& type) const {
  const Document& document = *frame.document;
  const Theme& theme = *frame.theme;
  const bool wrong = !document.mismatch.empty();
  if (!wrong && document.request.kernel.empty()) return;  // from a file: nobody checked
  const Point at{row.x + 1, row.center().y};
  if (wrong) {
    draw_cross(canvas, at, theme.costly);
  } else {
    draw_tick(canvas, at, theme.free);
  }
  const TextStyle style{Face::sans, type.small, wrong ? theme.costly : theme.muted};
  const std::string_view whole = "result equals the CPU reference";
  const bool fits = canvas.width(whole, style) <= row.w - 18;
  const std::string_view text = wrong ? "wrong result" : fits ? whole : "result correct";
  canvas.text_fit({row.x + 18, at.y}, text, style, row.w - 18);
}

}  // namespace warpscope
