#include "app/panes/multiprocessor/latency_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panes/multiprocessor/hiding_layout.hpp"
#include "app/panes/multiprocessor/hiding_paint.hpp"
#include "app/panes/multiprocessor/hiding_text.hpp"
#include "app/panes/multiprocessor/latency_paint.hpp"
#include "app/panes/multiprocessor/latency_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

constexpr float latency_click_slack = 4;  // pixels that a hand may tremble
constexpr double latency_wheel_step = 1.25;
constexpr float least_wait = 1.5F, least_issue = 1.5F;  // pixels of a stretch that is drawn

std::string_view part_text(LatencyPart part) {
  switch (part) {
    case LatencyPart::warps: return tr("shown: modelled warps");
    case LatencyPart::stamps: return tr("shown: measured warps");
    case LatencyPart::throughput: return tr("shown: throughput");
    case LatencyPart::count: break;
  }
  return "";
}

}  // namespace

LatencyPage::LatencyPage(TimingsPtr timings) : records_(std::move(timings)) {}

std::string_view LatencyPage::title() const { return tr("Latency"); }

std::string LatencyPage::subtitle(const Frame& frame) const {
  const LatencyChoice choice = latency_choice(frame.look, *frame.document, frame.access);
  // Translators: a compute capability, a device.
  return tr("modelled: {0}, {1}", choice.machine->capability, device_text(*choice.machine));
}

void LatencyPage::on_document(const Document&) {
  figures_.forget();
  shown_version_ = 0;
  grip_.reset();
  take_records();
}

void LatencyPage::take_records() {
  hiding_ = {};
  records_.take(
      [](const DeviceRecord& record) { return !record.hiding.empty() || !record.stamps.empty(); });
}

void LatencyPage::prepare(const Frame& frame) {
  choice_ = latency_choice(frame.look, *frame.document, frame.access);
  figures_.prepare(*frame.document, choice_);
  if (records_.outdated()) take_records();
  prepare_hiding(hiding_, records_.chosen(frame), choice_);
  if (figures_.version() == shown_version_) return;
  // The first blocks, or the time of ten loads, fill the picture; more follow to the right. What the
  // user has zoomed into stays.
  const bool zoomed_in = shown_version_ > 0 && window_ != fitted_;
  shown_version_ = figures_.version();
  const WarpSchedule& schedule = figures_.schedule();
  const std::uint32_t blocks = schedule.first_round > 0 ? schedule.first_round : schedule.cycles;
  const std::uint32_t ten_loads = 10 * static_cast<std::uint32_t>(choice_.latency);
  fitted_ = {0, std::max(1.0, static_cast<double>(std::min({blocks, schedule.cycles, ten_loads})))};
  if (!zoomed_in || window_.to > cycles()) window_ = fitted_;
  shown_access_ = WarpInstruction::no_access;
}

void LatencyPage::lay_out(Rect area, const Frame& frame) {
  const TypeScale type = type_scale(frame.lecture);
  layout_ = latency_layout(area,
                           {.warps = static_cast<int>(figures_.schedule().warps.size()),
                            .stamped = static_cast<int>(hiding_.spans.size()),
                            .sliders = static_cast<int>(sliders.size()),
                            .throughput = !hiding_.curves.empty(),
                            .part = frame.look.get<LatencyPart>()},
                           type.small, type.row);
}

void LatencyPage::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document->trace->accesses.empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     tr("Warps over cycles: the kernel has accessed nothing."));
    return;
  }
  prepare(frame);
  lay_out(area, frame);
  draw_head(canvas, frame, wishes);
  const TypeScale type = type_scale(frame.lecture);
  rows_.draw(canvas, layout_.sliders, layout_.slider_row, latency_faces(choice_), frame, wishes);
  draw_utilisation(
      canvas, layout_.curve, figures_,
      {choice_.warps, fitting_warps(choice_, frame.look, *frame.document, frame.access)},
      type.small, *frame.theme);
  draw_facts(canvas, frame, wishes);
  move(frame);
  follow_playhead(frame);
  if (layout_.rows.w >= 8 && layout_.rows.h >= 4) draw_model(canvas, frame);
  if (layout_.ticks.h > 0) draw_ticks(canvas, frame);
  point(frame, wishes);
  if (layout_.throughput.h > 0) {
    draw_hiding(canvas, layout_.throughput, hiding_, records_, frame, wishes);
  }
  if (layout_.stamped.h > 0) draw_stamps(canvas, layout_, scale(), hiding_, frame, wishes);
}

/// The modelled warps and what stands about them.
void LatencyPage::draw_model(Canvas& canvas, const Frame& frame) {
  draw_busy(canvas, frame);
  draw_rows(canvas, frame);
  draw_warp_numbers(canvas, layout_.rows, layout_.numbers.right() - 8, layout_.warps,
                    type_scale(frame.lecture).small, *frame.theme);
  draw_playhead(canvas, frame);
  draw_legend(canvas, frame);
}

void LatencyPage::move(const Frame& frame) {
  const Pointer& pointer = frame.pointer;
  const bool over =
      pointer.inside && (layout_.rows.contains(pointer.at) || layout_.stamped.contains(pointer.at));
  if (over && pointer.double_clicked) {
    window_ = {0, std::max(1.0, cycles())};
    grip_.reset();
    return;
  }
  if (over && pointer.wheel != 0 && !pointer.keyed) {
    const double share = (scale().cycle_at(pointer.at.x) - window_.from) / window_.span();
    const double factor = std::pow(latency_wheel_step, -static_cast<double>(pointer.wheel));
    window_ = zoomed(window_, share, factor, cycles());
  }
  if (over && pointer.pressed) {
    grip_ = pointer.at;
    held_ = window_;
    dragged_ = false;
  }
  if (!grip_ || !pointer.down) return;
  const float way = pointer.at.x - grip_->x;
  if (std::abs(way) > latency_click_slack) dragged_ = true;
  if (dragged_) {
    window_ = panned(held_, -static_cast<double>(way / layout_.rows.w) * held_.span(), cycles());
  }
}

/// Brings the access into sight when the playhead moves.
void LatencyPage::follow_playhead(const Frame& frame) {
  if (frame.access == shown_access_) return;
  shown_access_ = frame.access;
  const auto place = figures_.place_of(frame.access, *frame.document->trace);
  if (!place) return;
  const WarpSpan& span = figures_.schedule().warps[place->warp][place->span];
  if (span.begin >= window_.from && span.end <= window_.to) return;
  window_ = panned(window_, span.begin - window_.from - window_.span() / 2, cycles());
}

/// The part that is shown, where there is no room for all. A click shows the next one.
void LatencyPage::draw_part(Canvas& canvas, Rect& head, const Frame& frame, Wishes& wishes) const {
  const bool measured = !hiding_.spans.empty() || !hiding_.curves.empty();
  if (!layout_.choosable || !measured) return;
  const std::string_view text = part_text(layout_.part);
  const TextStyle style{Face::sans, type_scale(frame.lecture).small, frame.theme->active};
  const float width = canvas.width(text, style);
  if (width > head.w / 2) return;
  const Rect at = head.cut_right(width);
  head.cut_right(style.size);
  canvas.text({at.x, at.center().y}, text, style);
  if (!frame.pointer.over_control(at)) return;
  wishes.tooltip = tr("A click shows modelled warps, measured warps, throughput in turn");
  wishes.about = at;
  if (frame.pointer.pressed) wishes.command = latency_part_option.next_command;
}

/// What is measured, where the part that shows it has no room to say so.
std::string LatencyPage::measured_head(const Frame& frame) const {
  const float text = type_scale(frame.lecture).small;
  switch (layout_.part) {
    case LatencyPart::stamps: return layout_.stamps_head.h > 0 ? "" : stamps_title(hiding_);
    case LatencyPart::throughput:
      return hiding_has_words(layout_.throughput, text)
                 ? ""
                 : hiding_measured_text(hiding_) + ", " + hiding_point_text(hiding_);
    case LatencyPart::warps:
    case LatencyPart::count: break;
  }
  return "";
}

void LatencyPage::draw_head(Canvas& canvas, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  Rect head = layout_.head;
  std::string basis = basis_text(figures_, choice_);
  if (frame.pointer.over(layout_.head)) {
    wishes.tooltip = basis;
    wishes.about = layout_.head;
  }
  draw_part(canvas, head, frame, wishes);
  if (const std::string measured = measured_head(frame); !measured.empty()) {
    draw_parts(canvas, {head.x, head.center().y}, measured, {Face::sans, type.small, theme.text},
               head.w);
    return;
  }
  const TextStyle strong{Face::sans_bold, type.body, theme.text};
  const float used =
      canvas.text_fit({head.x, head.center().y}, busy_text(figures_), strong, head.w);
  head.cut_left(used + 12);
  const TextStyle style{Face::sans, type.small, theme.muted};
  if (const std::string cut = cut_text(figures_); !cut.empty()) {
    const TextStyle warning{Face::sans, type.small, theme.costly};
    head.cut_left(canvas.text_fit({head.x, head.center().y}, cut, warning, head.w) + 12);
  }
  if (head.w > 60) canvas.text_fit({head.x, head.center().y}, basis, style, head.w);
}

/// How full the issue slots are, over the cycles.
void LatencyPage::draw_busy(Canvas& canvas, const Frame& frame) const {
  if (layout_.busy.h <= 0) return;
  const Theme& theme = *frame.theme;
  const int parts = std::max(1, static_cast<int>(layout_.busy.w / 3));
  const auto shares =
      busy_shares(figures_.schedule(), figures_.machine().schedulers, window_, parts);
  const float width = layout_.busy.w / static_cast<float>(parts);
  const float floor = layout_.busy.bottom();
  canvas.fill(layout_.busy, theme.raised);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const float height = layout_.busy.h * std::min(1.0F, shares[i]);
    if (height < 0.3F) continue;
    canvas.fill({layout_.busy.x + width * static_cast<float>(i), floor - height, width, height},
                theme.active);
  }
}

void LatencyPage::draw_rows(Canvas& canvas, const Frame& frame) {
  const Theme& theme = *frame.theme;
  const float text = type_scale(frame.lecture).small;
  const Clip clip(canvas, layout_.rows);
  const std::size_t block = figures_.stream().warps.size();
  for (std::size_t w = 0; w < figures_.schedule().warps.size(); ++w) {
    const Rect row = layout_.row(static_cast<int>(w));
    const auto& spans = figures_.schedule().warps[w];
    const TextStyle style{Face::sans, text, theme.text};
    for (const WarpRun& run : wait_runs(spans, scale(), least_wait)) {
      draw_run(canvas, row, run, theme);
      if (run.state != WarpState::memory || row.h < text * 1.25F) continue;
      const std::string_view word = memory_word(run.space);
      const float room = canvas.width(word, style) + 10;
      if (run.end - run.begin < room + 20) continue;
      const Point middle{(run.begin + run.end) / 2, row.center().y};
      canvas.fill({middle.x - room / 2, row.y, room, row.h}, theme.panel);
      canvas.text(middle, word, style, Align::center);
    }
    for (const WarpRun& run : issue_runs(spans, scale(), least_issue)) {
      draw_run(canvas, row, run, theme);
    }
    if (w > 0 && w % block == 0 && layout_.gap > 0) {
      const float y = row.y - layout_.gap / 2;
      canvas.line({row.x, y}, {row.right(), y}, theme.muted);
    }
  }
}

/// The present access, on its warp's row.
void LatencyPage::draw_playhead(Canvas& canvas, const Frame& frame) const {
  const auto place = figures_.place_of(frame.access, *frame.document->trace);
  if (!place) return;
  const Theme& theme = *frame.theme;
  const WarpSpan& span = figures_.schedule().warps[place->warp][place->span];
  if (span.end < window_.from || span.begin > window_.to) return;
  const Rect row = layout_.row(static_cast<int>(place->warp));
  const float left = std::max(layout_.rows.x, scale().x_of(span.begin));
  const float right = std::min(layout_.rows.right(), scale().x_of(span.end));
  const Rect mark{left, row.y, std::max(3.0F, right - left), row.h};
  const Clip clip(
      canvas, {layout_.rows.x - 8, layout_.rows.y - 10, layout_.rows.w + 16, layout_.rows.h + 12});
  canvas.fill(mark, theme.now);
  const float x = mark.center().x;
  canvas.line({x, layout_.rows.y}, {x, layout_.rows.bottom()}, theme.now.alpha(0.5F));
  canvas.triangle({x - 5, row.y - 7}, {x + 5, row.y - 7}, {x, row.y}, theme.now);
}

void LatencyPage::draw_ticks(Canvas& canvas, const Frame& frame) const {
  if (layout_.ticks.h <= 0) return;
  const Theme& theme = *frame.theme;
  const float text = type_scale(frame.lecture).small;
  const TextStyle style{Face::mono, text, theme.muted};
  const std::string_view unit = tr("cycles");
  const TextStyle words{Face::sans, text, theme.muted};
  const float y = layout_.ticks.center().y + 2;
  const float end = layout_.ticks.right() - canvas.width(unit, words);
  canvas.text({end, y}, unit, words);
  for (const double tick : cycle_ticks(scale(), 80)) {
    const float x = scale().x_of(tick);
    const std::string number = whole_text(static_cast<std::int64_t>(tick));
    const float half = canvas.width(number, style) / 2;
    canvas.line({x, layout_.ticks.y}, {x, layout_.ticks.y + 3}, theme.muted);
    const float left = std::max(x - half, layout_.ticks.x);
    if (left + 2 * half + 8 > end) continue;
    canvas.text({left, y}, number, style);
  }
}

/// What each shape means, and how much of all warps' time it takes, the most first; in short words
/// where there is little room.
void LatencyPage::draw_legend(Canvas& canvas, const Frame& frame) const {
  Rect area = layout_.legend;
  if (area.h <= 0) return;
  constexpr float sample = 18, after_sample = 6, apart = 16;
  const float text = type_scale(frame.lecture).small;
  const TextStyle style{Face::sans, text, frame.theme->muted};
  area.cut_left(layout_.rows.x - area.x);
  const auto states = figures_.states_by_share();
  std::vector<std::string> words;
  std::vector<float> widths;
  const auto fill = [&](bool brief) {
    words = {tr("of the warps' time:")};
    widths = {canvas.width(words.front(), style)};
    for (const WarpState state : states) {
      words.push_back(fmt::format("{} {}", brief ? short_state_text(state) : state_text(state),
                                  share_text(figures_.states()[static_cast<std::size_t>(state)])));
      widths.push_back(sample + after_sample + canvas.width(words.back(), style));
    }
  };
  const float line = std::round(text * 1.5F);
  const int lines = std::max(1, static_cast<int>(area.h / line));
  fill(false);
  if (flow_lines(widths, apart, area.w).back() >= lines) fill(true);
  const auto places = flow_places(widths, apart, area, line);
  const float end = area.y + line * static_cast<float>(lines);
  for (std::size_t i = 0; i < words.size() && places[i].center().y < end; ++i) {
    const Point at{places[i].x, places[i].center().y};
    if (i > 0) {
      const Rect box{at.x, at.y - 6, sample, 12};
      draw_run(canvas, box, {box.x, box.right(), states[i - 1], Space::global}, *frame.theme);
    }
    canvas.text({i > 0 ? at.x + sample + after_sample : at.x, at.y}, words[i], style);
  }
}

/// The machine's figures; each says at the mouse where it is from.
void LatencyPage::draw_facts(Canvas& canvas, const Frame& frame, Wishes& wishes) const {
  Rect area = layout_.facts;
  if (area.h <= 0) return;
  const Theme& theme = *frame.theme;
  const float text = type_scale(frame.lecture).small;
  const TextStyle style{Face::sans, text, theme.muted};
  auto facts = machine_facts(figures_.machine(), *choice_.machine);
  if (figures_.present().bytes_per_cycle > 0 && figures_.machine().bytes_per_cycle > 0) {
    facts.insert(facts.begin(), {under_way_text(figures_), little_meaning(figures_)});
  }
  const float line = std::round(text * 1.5F);
  Rect row = area.cut_top(line);
  for (const MachineFact& fact : facts) {
    const float width = canvas.width(fact.text, style);
    if (width > row.w) {
      row = area.cut_top(line);
      if (row.h < line - 1 || width > row.w) return;
    }
    const Rect at = row.cut_left(width);
    row.cut_left(14);
    canvas.text({at.x, at.center().y}, fact.text, style);
    if (frame.pointer.over(at)) {
      wishes.tooltip = fact.source;
      wishes.about = at;
    }
  }
}

void LatencyPage::point(const Frame& frame, Wishes& wishes) {
  const Pointer& pointer = frame.pointer;
  const bool over = pointer.inside && layout_.rows.contains(pointer.at);
  const bool clicked = grip_.has_value() && pointer.released && !dragged_;
  if (!pointer.down) grip_.reset();
  if (pointer.inside && layout_.curve.contains(pointer.at)) {
    wishes.tooltip = little_meaning(figures_);
    wishes.about = layout_.curve;
  }
  if (!over || layout_.warps == 0) return;
  const auto warp = static_cast<std::size_t>(layout_.warp_at(pointer.at.y));
  if (warp >= figures_.schedule().warps.size()) return;
  const WarpSpan* span =
      span_at(figures_.schedule().warps[warp], scale(), pointer.at.x, latency_click_slack);
  if (span == nullptr) return;
  wishes.tooltip = span_text(*frame.document, figures_, warp, *span);
  wishes.about = layout_.row(static_cast<int>(warp));
  if (clicked && span->access != WarpInstruction::no_access) wishes.seek = span->access;
}

}  // namespace warpscope
