#include "app/panes/multiprocessor/latency_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/latency_paint.hpp"
#include "app/panes/multiprocessor/latency_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float latency_click_slack = 4;  // pixels that a hand may tremble
constexpr double latency_wheel_step = 1.25;
constexpr float least_wait = 1.5F, least_issue = 1.5F;  // pixels of a stretch that is drawn

bool is_russian(const Frame& frame) { return frame.language == "ru"; }

std::string waiting_text(WarpWaiting waiting, bool russian) {
  switch (waiting) {
    case WarpWaiting::use: return russian ? "нужное" : "its values";
    case WarpWaiting::each: return russian ? "чтение" : "each load";
    case WarpWaiting::book: return russian ? "по книге" : "as the book";
    case WarpWaiting::count: break;
  }
  return "";
}

std::string latency_meaning(const LatencyChoice& choice, bool russian) {
  const MemoryTiming& global = choice.machine->memory(Space::global);
  return fmt::format("{}\n{}: {}. {}",
                     russian
                         ? "Тактов от чтения глобальной памяти до инструкции, которой оно нужно."
                         : "Cycles from a load of global memory to an instruction that needs it.",
                     choice.machine->capability, global.latency, global.source);
}

constexpr std::string_view resident_meaning =
    "Blocks of this kernel side by side; the last one may lack warps.";
constexpr std::string_view resident_meaning_russian =
    "Блоки этого ядра рядом друг с другом; в последнем может не хватать варпов.";
constexpr std::string_view between_meaning =
    "A trace holds accesses only. So many instructions are assumed before each.";
constexpr std::string_view between_meaning_russian =
    "В трассе есть только обращения. Столько инструкций предположено перед каждым.";
constexpr std::string_view waits_meaning =
    "Its values: those that an instruction uses; several loads may be under way.\n"
    "Each load: before anything else.\n"
    "As the book: each load, while arithmetic goes on; its machine has 200 cycles and no other "
    "limit.";
constexpr std::string_view waits_meaning_russian =
    "Нужное: значения, которые берёт инструкция; в пути бывает несколько чтений.\n"
    "Чтение: каждое, прежде чем делать что-либо ещё.\n"
    "По книге: каждое, но арифметика продолжается; 200 тактов и никаких других ограничений.";

std::vector<SliderFace> slider_faces(const LatencyChoice& choice, bool russian) {
  const auto& sliders = LatencyPage::sliders;
  const auto say = [russian](std::string_view english, std::string_view other) {
    return std::string(russian ? other : english);
  };
  return {
      {&sliders[0], say("resident warps", "варпов сразу"), std::to_string(choice.warps),
       say(resident_meaning, resident_meaning_russian), choice.warps_follow},
      {&sliders[1], say("arithmetic between", "арифметики между"),
       std::to_string(choice.arithmetic), say(between_meaning, between_meaning_russian),
       choice.arithmetic_follow},
      {&sliders[2], say("cycles of a load", "тактов на чтение"), std::to_string(choice.latency),
       latency_meaning(choice, russian), choice.latency_follow},
      {&sliders[3], say("a warp waits for", "варп ждёт"), waiting_text(choice.waiting, russian),
       say(waits_meaning, waits_meaning_russian), choice.waiting_follow},
  };
}

}  // namespace

std::string_view LatencyPage::title(bool russian) const {
  return russian ? "Латентность" : "Latency";
}

std::string LatencyPage::subtitle(const Frame& frame) const {
  const LatencyChoice choice = latency_choice(frame.look, *frame.document, frame.access);
  return fmt::format("{} {}, {}",
                     is_russian(frame) ? "модель:" : "modelled:", choice.machine->capability,
                     choice.machine->device);
}

void LatencyPage::on_document(const Document&) {
  figures_.forget();
  shown_version_ = 0;
  grip_.reset();
}

void LatencyPage::prepare(const Frame& frame) {
  choice_ = latency_choice(frame.look, *frame.document, frame.access);
  figures_.prepare(*frame.document, choice_);
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
  layout_ = latency_layout(area, static_cast<int>(figures_.schedule().warps.size()), type.small,
                           type.row, static_cast<int>(sliders.size()));
}

void LatencyPage::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document->trace->accesses.empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     is_russian(frame) ? "Варпы по тактам: ядро ни к чему не обращалось."
                                       : "Warps over cycles: the kernel has accessed nothing.");
    return;
  }
  prepare(frame);
  lay_out(area, frame);
  draw_head(canvas, frame, wishes);
  if (layout_.rows.w < 8 || layout_.rows.h < 4) return;
  move(frame);
  follow_playhead(frame);
  draw_busy(canvas, frame);
  draw_rows(canvas, frame);
  draw_numbers(canvas, frame);
  draw_playhead(canvas, frame);
  draw_ticks(canvas, frame);
  draw_legend(canvas, frame);
  const TypeScale type = type_scale(frame.lecture);
  rows_.draw(canvas, layout_.sliders, layout_.slider_row, slider_faces(choice_, is_russian(frame)),
             frame, wishes);
  draw_utilisation(canvas, layout_.curve, figures_, choice_.warps, type.small, is_russian(frame),
                   *frame.theme);
  draw_facts(canvas, frame, wishes);
  point(frame, wishes);
}

void LatencyPage::move(const Frame& frame) {
  const Pointer& pointer = frame.pointer;
  const bool over = pointer.inside && layout_.rows.contains(pointer.at);
  if (over && pointer.double_clicked) {
    window_ = {0, std::max(1.0, cycles())};
    grip_.reset();
    return;
  }
  if (over && pointer.wheel != 0) {
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

void LatencyPage::draw_head(Canvas& canvas, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  const bool russian = is_russian(frame);
  Rect head = layout_.head;
  const TextStyle strong{Face::sans_bold, type.body, theme.text};
  const float used =
      canvas.text_fit({head.x, head.center().y}, busy_text(figures_, russian), strong, head.w);
  head.cut_left(used + 12);
  const TextStyle style{Face::sans, type.small, theme.muted};
  if (const std::string cut = cut_text(figures_, russian); !cut.empty()) {
    const TextStyle warning{Face::sans, type.small, theme.costly};
    head.cut_left(canvas.text_fit({head.x, head.center().y}, cut, warning, head.w) + 12);
  }
  const std::string basis = basis_text(figures_, choice_, russian);
  if (head.w > 60) canvas.text_fit({head.x, head.center().y}, basis, style, head.w);
  if (frame.pointer.inside && layout_.head.contains(frame.pointer.at)) {
    wishes.tooltip = basis;
    wishes.about = layout_.head;
  }
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
  const bool russian = is_russian(frame);
  const Clip clip(canvas, layout_.rows);
  const std::size_t block = figures_.stream().warps.size();
  for (std::size_t w = 0; w < figures_.schedule().warps.size(); ++w) {
    const Rect row = layout_.row(static_cast<int>(w));
    const auto& spans = figures_.schedule().warps[w];
    const TextStyle style{Face::sans, text, theme.text};
    for (const WarpRun& run : wait_runs(spans, scale(), least_wait)) {
      draw_run(canvas, row, run, theme);
      if (run.state != WarpState::memory || row.h < text * 1.25F) continue;
      const std::string_view word = memory_word(run.space, russian);
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

/// The warps' numbers, as many as have room.
void LatencyPage::draw_numbers(Canvas& canvas, const Frame& frame) const {
  const float text = type_scale(frame.lecture).small;
  if (layout_.rows.h < text) return;
  int step = 1;
  while (step < layout_.warps && layout_.row_height() * static_cast<float>(step) < text * 1.25F)
    step *= 2;
  float last = layout_.numbers.y - text;
  for (int w = 0; w < layout_.warps; w += step) {
    const float y = std::max(layout_.row(w).center().y, layout_.numbers.y + text / 2);
    if (y + text / 2 > layout_.numbers.bottom() + 2) break;
    if (y - last < text * 1.1F) continue;
    last = y;
    canvas.text({layout_.numbers.right() - 8, y}, std::to_string(w),
                {Face::mono, text, frame.theme->muted}, Align::right);
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
  const std::string unit = is_russian(frame) ? "такты" : "cycles";
  const TextStyle words{Face::sans, text, theme.muted};
  const float y = layout_.ticks.center().y + 2;
  const float end = layout_.ticks.right() - canvas.width(unit, words);
  canvas.text({end, y}, unit, words);
  for (const double tick : cycle_ticks(scale(), 80)) {
    const float x = scale().x_of(tick);
    const std::string number = grouped(static_cast<std::uint64_t>(tick));
    const float half = canvas.width(number, style) / 2;
    canvas.line({x, layout_.ticks.y}, {x, layout_.ticks.y + 3}, theme.muted);
    const float left = std::max(x - half, layout_.ticks.x);
    if (left + 2 * half + 8 > end) continue;
    canvas.text({left, y}, number, style);
  }
}

/// What each shape means, and how much of all warps' cycles it takes.
void LatencyPage::draw_legend(Canvas& canvas, const Frame& frame) const {
  Rect row = layout_.legend;
  if (row.h <= 0) return;
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, type_scale(frame.lecture).small, theme.muted};
  row.cut_left(layout_.rows.x - row.x);
  for (std::size_t i = 0; i < warp_states; ++i) {
    const auto state = static_cast<WarpState>(i);
    const double share = figures_.states()[i];
    if (share <= 0) continue;
    const std::string text =
        fmt::format("{} {}", state_text(state, is_russian(frame)), share_text(share));
    const float width = canvas.width(text, style);
    if (width + 24 > row.w) return;
    const Rect sample = row.cut_left(18);
    const Rect box{sample.x, sample.center().y - 6, sample.w, 12};
    draw_run(canvas, box, {box.x, box.right(), state, Space::global}, theme);
    row.cut_left(6);
    canvas.text({row.x, row.center().y}, text, style);
    row.cut_left(width + 16);
  }
}

/// The machine's figures; each says at the mouse where it is from.
void LatencyPage::draw_facts(Canvas& canvas, const Frame& frame, Wishes& wishes) const {
  Rect area = layout_.facts;
  if (area.h <= 0) return;
  const Theme& theme = *frame.theme;
  const float text = type_scale(frame.lecture).small;
  const TextStyle style{Face::sans, text, theme.muted};
  const bool russian = is_russian(frame);
  auto facts = machine_facts(figures_.machine(), *choice_.machine, russian);
  if (figures_.present().bytes_per_cycle > 0 && figures_.machine().bytes_per_cycle > 0) {
    facts.insert(facts.begin(),
                 {under_way_text(figures_, russian), little_meaning(figures_, russian)});
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
    if (frame.pointer.inside && at.contains(frame.pointer.at)) {
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
    wishes.tooltip = little_meaning(figures_, is_russian(frame));
    wishes.about = layout_.curve;
  }
  if (!over || layout_.warps == 0) return;
  const auto warp = static_cast<std::size_t>(layout_.warp_at(pointer.at.y));
  if (warp >= figures_.schedule().warps.size()) return;
  const WarpSpan* span =
      span_at(figures_.schedule().warps[warp], scale(), pointer.at.x, latency_click_slack);
  if (span == nullptr) return;
  wishes.tooltip = span_text(*frame.document, figures_, warp, *span, is_russian(frame));
  wishes.about = layout_.row(static_cast<int>(warp));
  if (clicked && span->access != WarpInstruction::no_access) wishes.seek = span->access;
}

}  // namespace warpscope
