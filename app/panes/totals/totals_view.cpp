#include "app/panes/totals/totals_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/layout/text_wrap.hpp"
#include "app/lesson/course.hpp"
#include "app/session/lesson_guide.hpp"
#include "app/subject/console_page.hpp"
#include "app/subject/figure_scope.hpp"
#include "app/subject/program_options.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/lesson_marks.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr int most_finding_lines = 8;  // of a finding: all that any of them needs

/// The lesson's question about the whole run, open or answered; empty: none.
std::string_view asked_of(const Frame& frame) {
  const LessonGuide* guide = frame.ask<LessonGuide>();
  if (guide == nullptr || !guide->on() || guide->away() || !guide->stop().question) return {};
  return guide->stop().question->ask;
}

/// Right ends of the columns of numbers; one column if nothing is measured.
struct TableColumns {
  float modelled, measured;
};
TableColumns table_columns(const Canvas& canvas, Rect area, const TypeScale& type, bool measured) {
  if (!measured) return {area.right(), area.right()};
  // Room for a time; a wide pane takes more.
  const float least = canvas.width("0.0000 ms", {Face::mono, type.body, {}}) + 8;
  const float width = std::max(least, std::min(type.body * 7, area.w * 0.27F));
  return {area.right() - width, area.right()};
}

/// The access at which a finding happened, as far as the trace tells.
std::optional<std::uint32_t> access_of(const Trace& trace, const Finding& finding) {
  const bool of_the_result = finding.line == 0;  // not of an access
  if (of_the_result || finding.step >= trace.steps.size()) return std::nullopt;
  const Step& step = trace.steps[finding.step];
  const bool recorded =
      finding.block < 0 || finding.block == trace.launches[step.launch].traced_block;
  if (!recorded) return std::nullopt;
  const std::uint32_t end = step.first_access + step.access_count;
  for (std::uint32_t i = step.first_access; i < end; ++i) {
    const bool same_warp = trace.accesses[i].warp == finding.thread / warp_lanes;
    const CodeLocation& at = trace.location_of(trace.accesses[i]);
    const bool same_file =
        finding.source < 0 || at.source == static_cast<std::uint32_t>(finding.source);
    if (at.line == finding.line && same_file && same_warp) return i;
  }
  if (trace.accesses.empty()) return std::nullopt;
  return std::min(step.first_access, static_cast<std::uint32_t>(trace.accesses.size() - 1));
}

/// Findings that one row tells: a race's threads and elements differ, its two lines and its array do not.
struct JoinedRemark {
  const Finding* first = nullptr;
  std::size_t findings = 1;
  std::uint64_t times = 0;
};

std::string array_of(const Trace& trace, const Finding& finding) {
  if (finding.array < 0) return {};
  const bool known = finding.step < trace.steps.size();
  return known ? name_in(trace, trace.steps[finding.step].launch, finding.array)
               : trace.arrays[static_cast<std::size_t>(finding.array)].name;
}

/// Of a race on one line, that one.
std::pair<std::uint32_t, std::uint32_t> lines_of_race(const Finding& finding) {
  const std::uint32_t other = finding.other_line > 0 ? finding.other_line : finding.line;
  return std::minmax<std::uint32_t>({finding.line, other});
}

std::vector<JoinedRemark> join_races(const Trace& trace) {
  std::vector<JoinedRemark> joined;
  for (const Finding& finding : trace.findings) {
    const auto alike = [&](const JoinedRemark& known) {
      const Finding& first = *known.first;
      return finding.kind == FindingKind::race && first.kind == finding.kind &&
             first.source == finding.source && lines_of_race(first) == lines_of_race(finding) &&
             array_of(trace, first) == array_of(trace, finding);
    };
    const auto known = std::ranges::find_if(joined, alike);
    if (known == joined.end()) {
      joined.push_back({&finding, 1, finding.times});
    } else {
      ++known->findings;
      known->times += finding.times;
    }
  }
  return joined;
}

/// "race in tile: lines 5 and 8, 6 times".
std::string race_text(const Trace& trace, const JoinedRemark& joined) {
  const auto [first, second] = lines_of_race(*joined.first);
  const std::string array = printable(array_of(trace, *joined.first));
  // Translators: {0} is an array.
  const std::string where = first == second
                                ? tr("race in {0}: line {1}", array, first)
                                : tr("race in {0}: lines {1} and {2}", array, first, second);
  const auto times = static_cast<std::int64_t>(joined.times);
  // Translators: {1} is what happens, "race in tile: lines 5 and 8"; {2} is how often.
  return tr_n("{1}, {2} time", "{1}, {2} times", times, where, count_text(times));
}

std::string seen_text(std::uint64_t times, bool place_known) {
  const auto count = static_cast<std::int64_t>(times);
  const std::string number = count_text(count);
  if (!place_known) return tr_n("seen {1} time", "seen {1} times", count, number);
  return tr_n("seen {1} time; click to go there", "seen {1} times; click to go there", count,
              number);
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
  if (!frame.document) return {};
  std::string banks(tr(label(frame.document->summary.model)));
  const ProgramChoice* const program = frame.document->subject->program();
  if (program != nullptr && program->request.build.as_compiled) {
    banks = fmt::format("{},  {}", tr("as compiled"), banks);
  }
  const std::string launches = launches_text(frame);
  return launches.empty() ? banks : launches + ",  " + banks;
}

View::Link TotalsView::link(const Frame& frame) const {
  const ProgramChoice* const program =
      frame.document == nullptr ? nullptr : frame.document->subject->program();
  if (program == nullptr) return {};
  return {program->request.build.as_compiled ? tr("as written") : tr("as compiled"),
          "program.compiled"};
}

void TotalsView::on_document(const Document& document) {
  totals_ = document.summary.totals;
  timings_ = recorded_timings();
  take_measured(document, document.measured);
  language_ = current_language();
  make_rows();
  make_remarks(document);
  scroll_ = 0;
  asked_.clear();
}

/// New measurements count at once, and so does another language.
void TotalsView::follow(const Document& document) {
  if (language_ != current_language()) {
    language_ = current_language();
    make_rows();
    make_remarks(document);
  }
  TimingsPtr now = recorded_timings();
  if (now == timings_) return;
  timings_ = std::move(now);
  take_measured(document, find_measured(*document.trace));
  make_rows();
}

void TotalsView::take_measured(const Document& document, std::optional<Measured> measured) {
  measured_ = std::move(measured);
  if (measured_ && document.summary.model != BankModel::cc5) {
    // The device's banks are not the modelled ones.
    measured_->load_wavefronts = measured_->load_conflicts = {};
    measured_->store_wavefronts = measured_->store_conflicts = {};
    measured_->atomic_wavefronts = measured_->atomic_conflicts = {};
  }
  launches_ = document.trace->launches.size();
  steps_ = document.trace->steps.size();
  work_ = document.work.empty() ? 0 : document.work.back();
  size_ = std::to_string(document.trace->header.size);
}

void TotalsView::make_rows() {
  rows_.clear();
  make_time_row();
  make_memory_rows();
  make_run_rows();
}

bool TotalsView::any_measured() const {
  return std::ranges::any_of(rows_, [](const Row& row) { return row.measured != none; });
}

void TotalsView::make_remarks(const Document& document) {
  remarks_.clear();
  if (!document.mismatch.empty()) {
    remarks_.push_back({document.wrong.text(), document.wrong.text(), std::nullopt});
  }
  const Trace& trace = *document.trace;
  for (const JoinedRemark& joined : join_races(trace)) {
    const Finding& finding = *joined.first;
    const auto access = access_of(trace, finding);
    const std::string message = finding.message.text();
    remarks_.push_back({joined.findings > 1 ? race_text(trace, joined) : message,
                        message + "\n" + seen_text(joined.times, access.has_value()), access});
  }
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

void TotalsView::continue_from(const View& before) {
  if (const auto* old = dynamic_cast<const TotalsView*>(&before)) scroll_ = old->scroll_;
}

void TotalsView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || rows_.empty()) {
    draw_placeholder(canvas, area, *frame.theme, tr("What a run costs, once a kernel has run."));
    return;
  }
  follow(*frame.document);
  TypeScale type = type_scale(frame.lecture);
  const auto wanted = static_cast<float>(rows_.size() + 1);
  const float height = std::clamp(std::floor(area.h / wanted), type.small + 3, type.row);
  if (height < type.body + 5) type.body = type.small;
  const Rect heading = area.cut_top(height);
  draw_heading(canvas, heading, frame, type);
  const bool over_measured =
      any_measured() && frame.pointer.over(heading) &&
      frame.pointer.at.x > table_columns(canvas, heading, type, true).modelled;
  if (over_measured) wishes.tooltip = measured_meaning();

  const Wrapped remarks = wrap_remarks(canvas, area, type, frame);
  const auto count = static_cast<float>(remarks.size() + rows_.size());
  const float shown = std::max(1.0F, std::floor(area.h / height + 0.01F));
  scroll(static_cast<float>(remarks.size()), shown, std::max(0.0F, count - shown), frame);
  area.h = std::min(area.h, shown * height);
  const Lines lines{area, height, static_cast<int>(std::lround(scroll_))};
  draw_remarks(canvas, lines, remarks, frame, wishes);
  int line = static_cast<int>(remarks.size());
  for (const Row& row : rows_) {
    const Rect rect = lines.rect(line);
    if (!lines.shows(line++)) continue;
    if (frame.pointer.over(rect)) {
      canvas.fill(rect, frame.theme->raised, 4);
      wishes.tooltip = frame.untold.allows(row.tells)
                           ? row.meaning + "\n" + tr("figures of {}", recorded_scope_text(frame))
                           : untold_text();
      wishes.about = rect;
      if (frame.pointer.menu && !row.topic.empty()) {
        wishes.menu = {row.label, {}};
        offer_lesson(*wishes.menu, own_course().lesson_on(row.topic));
      }
    }
    draw_row(canvas, rect, row, frame, type);
  }
  draw_scroll_mark(canvas, area, std::round(scroll_), shown, count, *frame.theme);
}

std::string TotalsView::measured_meaning() const {
  // Translators: {0} is a GPU, {1} a date.
  if (!measured_->load_sectors) {
    return tr(
        "What an {0} on {1} took. A dash: its counters are not recorded for this size and "
        "block.",
        measured_->device, measured_->date);
  }
  return tr(
      "What an {0} on {1} counted for the same size, block and input. A dash: it counts no "
      "such thing.",
      measured_->device, measured_->date);
}

/// Scrolls by the wheel; and to the row that a lesson asks for, once it does.
void TotalsView::scroll(float remarks, float shown, float most, const Frame& frame) {
  if (frame.pointer.inside) scroll_ -= frame.pointer.wheel;
  const std::string_view asked = asked_of(frame);
  if (asked != asked_) {
    asked_ = asked;
    const auto row = std::ranges::find(rows_, asked, &Row::ask);
    if (row != rows_.end()) {
      const float at = remarks + static_cast<float>(row - rows_.begin());
      scroll_ = std::min(std::max(scroll_, at + 2 - shown), at);
    }
  }
  scroll_ = std::clamp(scroll_, 0.0F, most);
}

void TotalsView::draw_heading(Canvas& canvas, Rect row, const Frame& frame,
                              const TypeScale& type) const {
  const bool measured = any_measured();
  const TableColumns at = table_columns(canvas, row, type, measured);
  const TextStyle style{Face::sans, type.small, frame.theme->muted};
  const float y = row.center().y;
  canvas.text({at.modelled, y}, tr("modelled"), style, Align::right);
  if (measured) {
    canvas.text_fit({at.measured, y}, measured_ ? measured_->device : tr("measured"), style,
                    at.measured - at.modelled - 8, Align::right);
  }
  row.w = at.modelled - canvas.width(tr("modelled"), style) - 12 - row.x;
  draw_check(canvas, row, frame, type);
}

void TotalsView::draw_row(Canvas& canvas, Rect rect, const Row& row, const Frame& frame,
                          const TypeScale& type) const {
  const Theme& theme = *frame.theme;
  const bool measured = any_measured();
  const TableColumns at = table_columns(canvas, rect, type, measured);
  const float y = rect.center().y;
  const float indent = row.part ? 8.0F : 0.0F;
  const bool asked = !row.ask.empty() && row.ask == asked_;
  const bool open = !frame.untold.allows(row.tells);  // the answer must not be read here
  TextStyle number{Face::mono, type.body, row.costly ? theme.costly : theme.text};
  if (open) number.color = theme.other;
  const float left = rect.x + indent;
  const TextStyle words{Face::sans, type.body, row.part && !asked ? theme.muted : theme.text};
  const auto room_beside = [&](std::string_view text) {
    return at.modelled - canvas.width(text, number) - 8 - left;
  };
  std::string_view modelled = open ? "?" : std::string_view(row.modelled);
  const bool cut = canvas.width(row.label, words) > room_beside(modelled);
  if (cut && !open && !row.brief.empty()) modelled = row.brief;
  canvas.text({at.modelled, y}, modelled, number, Align::right);
  canvas.text_fit({left, y}, row.label, words, room_beside(modelled));
  if (measured && !open) {
    canvas.text_fit({at.measured, y}, row.measured,
                    {Face::mono, type.body, row.measured == none ? theme.muted : theme.free},
                    at.measured - at.modelled - 4, Align::right);
  }
  // Rows that stand close need no hairline: it would run through descenders.
  const bool apart = rect.h >= type.small + 5;
  if (apart) canvas.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, theme.hairline);
  if (asked) draw_mark(canvas, {rect.x - 3, rect.y + 1.5F, rect.w + 6, rect.h - 2}, theme);
}

TotalsView::Wrapped TotalsView::wrap_remarks(const Canvas& canvas, Rect area, const TypeScale& type,
                                             const Frame& frame) const {
  const TextStyle style{Face::sans, type.small, {}};
  const auto measure = [&](std::string_view text) { return canvas.width(text, style); };
  const int most =
      frame.ask<ConsolePage>() != nullptr ? 1 : most_finding_lines;  // it has a pane of its own
  Wrapped lines;
  for (const Remark& remark : remarks_) {
    for (const std::string_view text : wrap_text(remark.text, area.w - 8, most, measure)) {
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
    if (frame.pointer.over(rect)) {
      wishes.tooltip = remark->tooltip;
      wishes.about = rect;
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
  // Whose doing the figures count stands above them, however narrow the pane is.
  const std::string scope = block_scope_text(*document.trace);
  const TextStyle quiet{Face::sans, type.small, theme.muted};
  if (!wrong && !document.checked) {
    canvas.text_fit({row.x, row.center().y}, scope, quiet, row.w);
    return;
  }
  const Point at{row.x + 1, row.center().y};
  if (wrong) {
    draw_cross(canvas, at, theme.costly);
  } else {
    draw_tick(canvas, at, theme.free);
  }
  const TextStyle style{Face::sans, type.small, wrong ? theme.costly : theme.muted};
  const std::array right{tr("result equals the CPU reference"), tr("result correct"),
                         tr("correct")};
  const std::array bad{tr("the result is not the reference's"), tr("wrong result"), tr("wrong")};
  const float room = row.w - 18, apart = 14, of_scope = canvas.width(scope, quiet);
  const auto draw_first = [&](float less) {  // the tick or the cross says it too
    for (const std::string_view text : wrong ? bad : right) {
      const float width = canvas.width(text, style);
      if (width > room - less) continue;
      canvas.text({row.x + 18, at.y}, text, style);
      if (less > 0) canvas.text({row.x + 18 + width + apart, at.y}, scope, quiet);
      return true;
    }
    return false;
  };
  if (!draw_first(apart + of_scope)) draw_first(0);
}

}  // namespace warpscope
