#include "app/panes/console/findings_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/layout/text_wrap.hpp"
#include "app/lesson/next_lesson.hpp"
#include "app/panes/console/console_text.hpp"
#include "app/session/lesson_guide.hpp"
#include "app/subject/console_page.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/place_parts.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float between_parts = 10;

/// The console's own list; else nullptr, and the trace's holds.
const ProgramOutcome* found_by_console(const Frame& frame) {
  const ConsolePage* page = frame.ask<ConsolePage>();
  return page == nullptr ? nullptr : page->found();
}

/// Whether the program that was run last has ended.
bool has_outcome(const Frame& frame) {
  return frame.ask<ConsolePage>() != nullptr && frame.ask<ConsolePage>()->outcome.has_value();
}

/// "line 26 reads", "scan.cuh:12" of another file than the program's.
std::string place_text(const FindingPlace& place, std::string_view own_file) {
  if (place.file.empty() || place.file == own_file) {
    // Translators: {1} is what the line does: "reads".
    return place.verb.empty() ? tr("line {}", place.line)
                              : tr("line {0} {1}", place.line, tr(place.verb));
  }
  // Translators: {0} is a file, {1} its line, {2} what that line does: "reads".
  return place.verb.empty() ? fmt::format("{}:{}", place.file, place.line)
                            : tr("{0}:{1} {2}", place.file, place.line, tr(place.verb));
}

/// "launch 2, transpose".
std::string launch_text(const ListedFinding& finding) {
  if (finding.launch == 0) return tr("host");
  // Translators: {1} is a kernel.
  std::string first = finding.kernel.empty()
                          ? tr("launch {}", finding.launch)
                          : tr("launch {0}, {1}", finding.launch, finding.kernel);
  if (finding.more_launches == 0) return first;
  // Translators: {1} is a launch, "launch 2 (sum)".
  return tr_n("{1} and {0} more launch", "{1} and {0} more launches", finding.more_launches, first);
}

ContextMenu menu_of(const FindingPlace& place, const ListedFinding& finding, const Frame& frame) {
  ContextMenu menu{fmt::format("{}:{}", place.file, place.line), {}};
  if (place.access) menu.actions.push_back(go_action(tr("Go to the access"), place.access));
  if (place.line > 0) {
    const FilePlace line = place_of(frame, place.file, place.line);
    menu.actions.push_back({.title = tr("Show the line in the source"), .read = line});
    if (frame.ask<ConsolePage>() != nullptr) {
      menu.actions.push_back({.title = tr("Open the line in your editor"), .edit = line});
    }
  } else {
    menu.title.clear();
  }
  menu.actions.push_back(copy_action(tr("Copy the finding"), finding.message));
  offer_lesson(menu, lesson_on(finding.kind, finding.way));
  return menu;
}

void wish_finding(const FindingPlace& place, const ListedFinding& finding, const Frame& frame,
                  Wishes& wishes) {
  const Pointer& pointer = frame.pointer;
  if (pointer.menu) wishes.menu = menu_of(place, finding, frame);
  const bool plain = pointer.pressed && !pointer.ctrl && !pointer.double_clicked;
  if (place.access && plain) {
    wishes.seek = place.access;
  } else if (finding.other_block && plain) {
    wishes.record_block = finding.other_block;
  } else if (place.line > 0) {
    wish_place(place_of(frame, place.file, place.line), pointer, wishes);
  }
}

/// As findings_ will be, where they are not listed yet.
std::size_t told_count(const ConsolePage& page) {
  return page.outcome ? page.told.findings.size() : page.found()->findings.size();
}

}  // namespace

std::string FindingsView::tab(const Frame& frame) const {
  const ProgramOutcome* const found = found_by_console(frame);
  const bool listed = found != nullptr && page_ == frame.ask<ConsolePage>() &&
                      revision_ == frame.ask<ConsolePage>()->revision;
  const auto wrong = std::ranges::count(findings_, false, &ListedFinding::note);
  const std::size_t count = listed                      ? static_cast<std::size_t>(wrong)
                            : found != nullptr          ? told_count(*frame.ask<ConsolePage>())
                            : frame.document != nullptr ? frame.document->trace->findings.size()
                                                        : 0;
  return count == 0 ? std::string(title()) : tr("Findings {}", count);
}

std::string FindingsView::subtitle(const Frame& frame) const {
  const ProgramOutcome* const outcome = found_by_console(frame);
  if (outcome == nullptr) return "";
  if (!has_outcome(frame)) return tr("so far");
  std::string checked = checked_text(*outcome, false);
  if (!outcome->findings.empty()) return checked;
  if (outcome->notes.empty()) return "";
  // Translators: the field says how much was checked: "all 64 blocks checked".
  return checked.empty() ? std::string(tr("nothing found")) : tr("nothing found, {}", checked);
}

void FindingsView::on_document(const Document& document) {
  of_trace_ = list_findings(*document.trace);
  stale_ = true;
}

void FindingsView::follow(const Frame& frame) {
  const ProgramOutcome* const found = found_by_console(frame);
  const ConsolePage* page = found == nullptr ? nullptr : frame.ask<ConsolePage>();
  const std::uint64_t revision = page == nullptr ? 0 : page->revision;
  const bool same_words = language_ == current_language();
  if (!stale_ && page_ == page && revision_ == revision && same_words) return;
  stale_ = false;
  page_ = page;
  revision_ = revision;
  language_ = current_language();
  if (found == nullptr) {
    findings_ = of_trace_;
  } else if (!has_outcome(frame) || frame.document == nullptr) {
    findings_ = list_findings(*found, nullptr, {});  // the trace is of the run before
  } else {
    findings_ = list_findings(*found, frame.document->trace.get(), of_trace_);
  }
  learn_.clear();
  for (const ListedFinding& finding : findings_) {
    const auto* const guide = frame.ask<LessonGuide>();
    const std::string_view id =
        guide == nullptr ? std::string_view() : lesson_on(finding.kind, finding.way);
    learn_.push_back(id.empty() ? std::string() : learn_why(guide->title_of(id).now()) + " ▸");
  }
  width_ = 0;
}

void FindingsView::continue_from(const View& before) {
  if (const auto* old = dynamic_cast<const FindingsView*>(&before)) scroll_ = old->scroll_;
}

std::string FindingsView::text(const Frame& frame) const {
  const std::string_view own =
      frame.document == nullptr ? std::string_view() : frame.document->trace->header.program;
  std::string all;
  for (const ListedFinding& finding : findings_) {
    all += finding_chip_text(finding) + ", " + launch_text(finding);
    if (finding.place.line > 0) all += ", " + place_text(finding.place, own);
    if (finding.other) all += ", " + place_text(*finding.other, own);
    all += '\n' + finding.message + '\n';
    if (!finding.hint.empty()) all += finding.hint + '\n';
  }
  return all;
}

void FindingsView::break_rows(const Canvas& canvas, float width, const TextStyle& style) {
  // The end of a message often decides what is to be done, and the pane scrolls.
  constexpr int most_lines = 12;
  if (width_ == width && size_ == style.size) return;
  width_ = width;
  size_ = style.size;
  rows_.clear();
  const auto measure = [&](std::string_view text) { return canvas.width(text, style); };
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    const auto add = [&](Row::Kind kind, std::string_view text) {
      for (const std::string_view line : wrap_text(text, width, most_lines, measure)) {
        rows_.push_back({kind, i, line});
      }
    };
    if (i > 0) rows_.push_back({Row::Kind::gap, i});
    rows_.push_back({Row::Kind::head, i});
    add(Row::Kind::message, findings_[i].message);
    add(Row::Kind::hint, findings_[i].hint);
    add(Row::Kind::lesson, learn_[i]);
  }
}

void FindingsView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  follow(frame);
  const bool waits = frame.ask<ConsolePage>() != nullptr && !frame.ask<ConsolePage>()->outcome;
  if (findings_.empty() &&
      (waits || (frame.ask<ConsolePage>() == nullptr && frame.document == nullptr))) {
    draw_placeholder(canvas, area, theme, tr("What is wrong with your program, once it has run."));
    return;
  }
  if (findings_.empty()) return draw_nothing(canvas, area, frame);

  const TypeScale type = type_scale(frame.lecture);
  const TextStyle style{Face::sans, type.small, {}};
  break_rows(canvas, area.w, style);
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
    const ListedFinding& finding = findings_[row.finding];
    if (row.kind == Row::Kind::gap) {
      canvas.fill({rect.x, rect.center().y, rect.w, 1}, theme.hairline);
      continue;
    }
    if (row.kind == Row::Kind::head) {
      draw_head(canvas, rect, finding, type, frame, wishes);
      continue;
    }
    if (row.kind == Row::Kind::lesson) {
      if (draw_row_link(canvas, rect, row.text, type.small, frame) && frame.pointer.pressed) {
        wishes.lesson = lesson_on(finding.kind, finding.way);
      }
      continue;
    }
    if (frame.pointer.over(rect)) {
      wishes.about = rect;
      wishes.tooltip = finding.message + "\n" + finding.hint;
      wish_finding(finding.place, finding, frame, wishes);
    }
    TextStyle ink = style;
    ink.color = row.kind == Row::Kind::hint ? theme.free : theme.text;
    canvas.text_fit({rect.x, rect.center().y}, row.text, ink, rect.w);
  }
  draw_scroll_mark(canvas, area, top, shown, static_cast<float>(rows_.size()), theme);
}

void FindingsView::draw_head(Canvas& canvas, Rect rect, const ListedFinding& finding,
                             const TypeScale& type, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const Color color = finding.faulty() ? theme.costly : theme.now;
  const TextStyle bold{Face::sans_bold, type.small, {}};
  const std::string chip = finding_chip_text(finding);
  const float width = std::min(rect.w, chip_width(canvas, chip, bold));
  draw_chip(canvas, Rect{rect.x, rect.y + 1, width, rect.h - 2}, chip, bold, color, theme);
  rect.cut_left(width + between_parts);

  const std::string_view own =
      frame.document == nullptr ? std::string_view() : frame.document->trace->header.program;
  const auto link = [&](const FindingPlace& place) {
    const std::string text = place_text(place, own);
    TextStyle style{Face::sans, type.small, theme.active};
    const float wide = canvas.width(text, style);
    if (place.line == 0 || wide > rect.w) return false;
    const Rect target{rect.x - 3, rect.y, wide + 6, rect.h};
    if (frame.pointer.over_control(target)) {
      canvas.fill({rect.x, rect.center().y + type.small * 0.62F, wide, 1}, theme.active);
      wishes.about = target;
      wishes.tooltip =
          place.access ? std::string(tr("click to go to this access; Ctrl+click opens the line in "
                                        "your editor"))
          : finding.other_block
              ? std::string(tr("click to record the block in which it happens, and go there; "
                               "Ctrl+click opens the line in your editor"))
              : std::string(tr(place_tooltip));
      wish_finding(place, finding, frame, wishes);
    }
    canvas.text({rect.x, rect.center().y}, text, style);
    rect.cut_left(wide);
    return true;
  };
  const TextStyle quiet{Face::sans, type.small, theme.muted};
  if (link(finding.place) && finding.other && rect.w > 40) {
    const Point between{rect.x + 6, rect.center().y};
    rect.cut_left(16);
    if (link(*finding.other)) canvas.text(between, "·", quiet);
  }
  rect.cut_left(between_parts);
  const std::string launch = launch_text(finding);
  if (rect.w > canvas.width(launch, quiet)) {
    canvas.text({rect.right(), rect.center().y}, launch, quiet, Align::right);
  }
}

void FindingsView::draw_nothing(Canvas& canvas, Rect area, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  const std::string checked =
      has_outcome(frame) ? checked_text(*frame.ask<ConsolePage>()->outcome, true) : "";
  const Point middle = area.center();
  const bool both = !checked.empty() && area.h >= 2 * type.row;
  const float y = both ? middle.y - type.row / 2 : middle.y;
  const bool whole = has_outcome(frame) &&
                     frame.ask<ConsolePage>()->outcome->end == ProgramOutcome::End::returned &&
                     all_blocks_checked(*frame.ask<ConsolePage>()->outcome);
  const std::string brief =
      has_outcome(frame) ? checked_text(*frame.ask<ConsolePage>()->outcome, false) : "";
  const std::string found =
      both || brief.empty()
          ? std::string(tr("Nothing was found."))
          // Translators: the field says how much was checked: "all 64 blocks checked".
          : tr("Nothing was found, {}.", brief);
  canvas.text_fit({middle.x, y}, found,
                  {Face::sans_bold, type.body, whole ? theme.free : theme.muted}, area.w,
                  Align::center);
  if (!both) return;
  canvas.text_fit({middle.x, y + type.row}, checked, {Face::sans, type.small, theme.muted}, area.w,
                  Align::center);
}

}  // namespace warpscope
