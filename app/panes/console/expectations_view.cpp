#include "app/panes/console/expectations_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/layout/text_wrap.hpp"
#include "app/panes/console/console_text.hpp"
#include "app/subject/console_page.hpp"
#include "app/subject/finding_list.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/place_parts.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using State = ToldExpectation::State;

constexpr float between_words = 10;

std::string state_text(State state) {
  switch (state) {
    case State::fulfilled: return tr("fulfilled");
    case State::failed: return tr("not fulfilled");
    case State::unmatched: return tr("matches nothing");
    case State::unknown: break;
  }
  return tr("not known");
}

Color state_color(State state, const Theme& theme) {
  switch (state) {
    case State::fulfilled: return theme.free;
    case State::failed: return theme.costly;
    case State::unmatched:
    case State::unknown: break;
  }
  return theme.now;
}

/// The costliest access of the line at which an expectation fails most.
std::optional<std::uint32_t> failing_access(const Document& document, const ProgramOutcome& outcome,
                                            const ToldExpectation& told) {
  if (told.place_line == 0) return std::nullopt;
  const Trace& trace = *document.trace;
  const auto launch = std::ranges::find(outcome.launches, told.launch, &ProgramLaunch::number);
  if (launch == outcome.launches.end()) return std::nullopt;
  const std::int32_t number = launch_in(trace, *launch);
  if (number < 0) return std::nullopt;
  std::optional<std::uint32_t> costliest;
  for (std::uint32_t access = 0; access < trace.accesses.size(); ++access) {
    const Access& at = trace.accesses[access];
    const CodeLocation& location = trace.location_of(at);
    if (trace.steps[at.step].launch != static_cast<std::uint32_t>(number) ||
        location.line != told.place_line ||
        trace.sources[location.source].name != told.place_file) {
      continue;
    }
    if (!costliest || cost_of(document, access) > cost_of(document, *costliest)) costliest = access;
  }
  return costliest;
}

std::string stated_text(const ToldExpectation& told) {
  // Translators: where a comment stands.
  return told.line == 0 ? std::string() : std::string(tr("line {}", told.line));
}

/// Of the row that heads an expectation, what its words leave no room for.
float head_width(const Canvas& canvas, const ToldExpectation& told, const TypeScale& type) {
  return chip_width(canvas, state_text(told.state), {Face::sans_bold, type.small, {}}) +
         canvas.width(stated_text(told), {Face::sans, type.small, {}}) + 2 * between_words;
}

std::ptrdiff_t fulfilled_of(const std::vector<ToldExpectation>& all) {
  return std::ranges::count(all, State::fulfilled, &ToldExpectation::state);
}

}  // namespace

std::string ExpectationsView::tab(const Frame& frame) const {
  const auto* const page = frame.ask<ConsolePage>();
  if (page == nullptr || page->expectations.empty()) return std::string(title());
  // Translators: "Expectations 2/3" as the name of a tab: 2 of 3 are fulfilled.
  return tr("Expectations {0}/{1}", fulfilled_of(page->expectations),
            std::ssize(page->expectations));
}

std::string ExpectationsView::subtitle(const Frame& frame) const {
  const auto* const page = frame.ask<ConsolePage>();
  const bool waits = page != nullptr && !page->outcome && page->failure.empty();
  return waits && !told_.empty() ? std::string(tr("of the run before")) : std::string();
}

void ExpectationsView::on_document(const Document&) { stale_ = true; }

void ExpectationsView::follow(const Frame& frame) {
  const auto* const page = frame.ask<ConsolePage>();
  const std::uint64_t revision = page == nullptr ? 0 : page->revision;
  const bool same_words = language_ == current_language();
  if (!stale_ && page_ == page && revision_ == revision && same_words) return;
  // Until the next run has ended, those of the last one stay in sight.
  const bool waits = page != nullptr && !page->outcome && page->failure.empty();
  if (waits && same_words && !told_.empty()) return;
  stale_ = false;
  page_ = page;
  revision_ = revision;
  language_ = current_language();
  width_ = 0;
  told_ = page == nullptr ? std::vector<ToldExpectation>() : page->expectations;
  // What is left to do comes first.
  std::stable_partition(told_.begin(), told_.end(),
                        [](const ToldExpectation& told) { return told.state != State::fulfilled; });
  accesses_.assign(told_.size(), std::nullopt);
  if (page == nullptr || !page->outcome || frame.document == nullptr) return;
  for (std::size_t i = 0; i < told_.size(); ++i) {
    if (told_[i].state != State::failed) continue;
    accesses_[i] = failing_access(*frame.document, *page->outcome, told_[i]);
  }
}

void ExpectationsView::continue_from(const View& before) {
  if (const auto* old = dynamic_cast<const ExpectationsView*>(&before)) scroll_ = old->scroll_;
}

std::string ExpectationsView::text(const Frame&) const {
  std::string all;
  for (const ToldExpectation& told : told_) {
    all += state_text(told.state) + ": " + printable(told.text) + '\n';
    for (const std::string& part :
         {expected_figures_text(told), told.reason.text(), expected_place_text(told)}) {
      if (!part.empty()) all += "  " + part + '\n';
    }
  }
  return all;
}

void ExpectationsView::break_rows(const Canvas& canvas, float width, const TypeScale& type) {
  constexpr int most_lines = 8;
  if (width_ == width && size_ == type.small) return;
  width_ = width;
  size_ = type.small;
  rows_.clear();
  for (std::size_t i = 0; i < told_.size(); ++i) {
    const ToldExpectation& told = told_[i];
    const auto add = [&](Row::Kind kind, Face face, const std::string& text) {
      const auto measure = [&](std::string_view part) {
        return canvas.width(part, {face, type.small, {}});
      };
      for (const std::string_view line : wrap_text(text, width, most_lines, measure)) {
        rows_.push_back({kind, i, std::string(line)});
      }
    };
    if (i > 0) rows_.push_back({Row::Kind::gap, i});
    const std::string condition = printable(told.text);
    const float room = width - head_width(canvas, told, type);
    const bool beside = canvas.width(condition, {Face::mono, type.small, {}}) <= room;
    rows_.push_back({Row::Kind::head, i, beside ? condition : std::string()});
    if (!beside) add(Row::Kind::condition, Face::mono, condition);
    add(Row::Kind::detail, Face::sans, expected_figures_text(told));
    if (told.state == State::fulfilled) continue;
    add(Row::Kind::detail, Face::sans, told.reason.text());
    const std::string place = expected_place_text(told);
    if (place.empty()) continue;
    // Translators: {} is a line: "sum.cu:17 in launch 2 (reduce)".
    add(Row::Kind::place, Face::sans,
        accesses_[i] ? tr("Go to {} ▸", place) : tr("See {} ▸", place));
  }
}

void ExpectationsView::wish_moment(std::size_t expectation, const Frame& frame,
                                   Wishes& wishes) const {
  const ToldExpectation& told = told_[expectation];
  const Pointer& pointer = frame.pointer;
  const bool plain = pointer.pressed && !pointer.ctrl && !pointer.double_clicked;
  if (plain && accesses_[expectation]) {
    wishes.seek = accesses_[expectation];
  } else {
    wish_place(place_of(frame, told.place_file, told.place_line), pointer, wishes);
  }
}

void ExpectationsView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  follow(frame);
  if (told_.empty()) {
    draw_placeholder(canvas, area, theme,
                     tr("Write what a run must fulfil into the source: "
                        "// warpscope: expect excessive == 0"));
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  break_rows(canvas, area.w, type);
  const float height = type.small + 7;
  const float shown = std::max(1.0F, std::floor(area.h / height));
  const float top = scrolled_row(scroll_, rows_.size(), shown, frame);
  area.h = std::min(area.h, shown * height);
  Rect rest = area;
  const auto first = static_cast<std::size_t>(top);
  const auto end = std::min(rows_.size(), first + static_cast<std::size_t>(shown));
  for (std::size_t i = first; i < end; ++i) {
    const Rect rect = rest.cut_top(height);
    const Row& row = rows_[i];
    const Point at{rect.x, rect.center().y};
    switch (row.kind) {
      case Row::Kind::gap: canvas.fill({rect.x, at.y, rect.w, 1}, theme.hairline); break;
      case Row::Kind::head: draw_head(canvas, rect, row, type, frame, wishes); break;
      case Row::Kind::condition:
        canvas.text_fit(at, row.text, {Face::mono, type.small, theme.text}, rect.w);
        break;
      case Row::Kind::detail:
        canvas.text_fit(at, row.text, {Face::sans, type.small, theme.muted}, rect.w);
        break;
      case Row::Kind::place:
        if (draw_row_link(canvas, rect, row.text, type.small, frame)) {
          wish_moment(row.expectation, frame, wishes);
        }
        break;
    }
  }
  draw_scroll_mark(canvas, area, top, shown, static_cast<float>(rows_.size()), theme);
}

void ExpectationsView::draw_head(Canvas& canvas, Rect rect, const Row& row, const TypeScale& type,
                                 const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const ToldExpectation& told = told_[row.expectation];
  const TextStyle bold{Face::sans_bold, type.small, {}};
  const std::string chip = state_text(told.state);
  const float width = std::min(rect.w, chip_width(canvas, chip, bold));
  draw_chip(canvas, Rect{rect.x, rect.y + 1, width, rect.h - 2}, chip, bold,
            state_color(told.state, theme), theme);
  rect.cut_left(width + between_words);
  canvas.text_fit({rect.x, rect.center().y}, row.text, {Face::mono, type.small, theme.text},
                  rect.w);
  const std::string where = stated_text(told);
  const TextStyle style{Face::sans, type.small, theme.active};
  const float wide = canvas.width(where, style);
  if (where.empty() || wide > rect.w) return;
  const Rect target{rect.right() - wide, rect.y, wide, rect.h};
  canvas.text({target.x, target.center().y}, where, style);
  if (!frame.pointer.over_control(target)) return;
  canvas.fill({target.x, rect.center().y + type.small * 0.62F, wide, 1}, theme.active);
  wishes.about = target;
  wishes.tooltip = std::string(tr(place_tooltip));
  wish_place(place_of(frame, told.file, told.line), frame.pointer, wishes);
}

}  // namespace warpscope
