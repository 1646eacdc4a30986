#include "app/shell/chrome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/layout/message_place.hpp"
#include "app/layout/text_wrap.hpp"
#include "app/layout/tooltip_place.hpp"
#include "app/shell/controls.hpp"
#include "app/shell/side_names.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/run/run.hpp"

namespace warpscope {
namespace {

constexpr float radius = 8;
constexpr float line_height = 20;
constexpr TextStyle body{Face::sans, 14, {}};

TextStyle in(TextStyle style, Color color) {
  style.color = color;
  return style;
}

/// Text in lines at most `room` wide.
struct Lines {
  std::vector<std::string_view> lines;
  float width = 0;
};
Lines broken(const Canvas&, std::string&&, float, int) = delete;  // of a text that is gone
Lines broken(const Canvas& canvas, std::string_view text, float room, int most) {
  Lines result;
  const auto measure = [&](std::string_view part) { return canvas.width(part, body); };
  while (!text.empty() && static_cast<int>(result.lines.size()) < most) {
    const std::size_t end = text.find('\n');
    const int left = most - static_cast<int>(result.lines.size());
    for (const std::string_view line : wrap_text(text.substr(0, end), room, left, measure)) {
      result.lines.push_back(line);
      result.width = std::max(result.width, std::min(room, measure(line)));
    }
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return result;
}

/// A raised card that lies over the panes.
void draw_card(Canvas& canvas, Rect rect, const Theme& theme) {
  const Color shade{0, 0, 0, static_cast<std::uint8_t>(theme.dark ? 90 : 26)};
  canvas.fill({rect.x - 1, rect.y + 3, rect.w + 2, rect.h}, shade, radius);
  canvas.fill(rect, theme.dark ? theme.raised : theme.panel, radius);
  canvas.stroke(rect, theme.hairline, 1, radius);
}

void draw_lines(Canvas& canvas, Rect area, const Lines& text, const TextStyle& style) {
  for (const std::string_view line : text.lines) {
    const Rect row = area.cut_top(line_height);
    canvas.text_fit({row.x, row.center().y}, line, style, row.w);
  }
}

/// Side by side, as large as the room allows; a long title is cut, so that both are named.
void draw_two_titles(Canvas& canvas, Rect area, const std::string& left, const std::string& right,
                     float most, const Theme& theme) {
  TextStyle style{Face::sans_bold, most, theme.text};
  float apart = 0;
  for (const float size : {40.0F, 36.0F, 28.0F, 20.0F}) {
    if (size > most) continue;
    style.size = size;
    apart = size * 0.7F;
    if (canvas.width(left, style) + canvas.width(right, style) + 2 * apart <= area.w) break;
  }
  const float y = area.center().y;
  const float half = (area.w - 2 * apart) / 2;
  const float room = std::max(half, 2 * half - canvas.width(right, style));
  const float used = canvas.text_fit({area.x, y}, left, style, room);
  const float rule = area.x + used + apart;
  canvas.fill({rule - 1, y - style.size * 0.5F, 2, style.size}, theme.muted);
  canvas.text_fit({rule + apart, y}, right, style, area.x + area.w - rule - apart);
}

/// A command at the right end of a pane's title; shrinks the row.
void draw_link(Canvas& canvas, Rect& row, Tab& link, Point pointer, const Theme& theme) {
  const TextStyle style{Face::sans_bold, 12, theme.active};
  const float width = canvas.width(link.title, style), y = row.y + 21;
  if (link.title.empty() || width > row.w) return;
  link.rect = {row.right() - width - 6, row.y + 7, width + 12, 28};
  canvas.text({row.right(), y}, link.title, style, Align::right);
  if (link.rect.contains(pointer))
    canvas.fill({row.right() - width, y + 9, width, 1}, theme.active);
  row.cut_right(width + 12);
}

}  // namespace

std::string run_size_text(const Document& document) {
  const std::int64_t size = document.trace->header.size;
  if (size == 0) return {};
  return document.subject->is_square()
             ? fmt::format("{0} × {0}", whole_text(size))
             : tr_n("{1} elements", "{1} elements", size, whole_text(size));
}

std::string run_detail(const Document& document, std::uint32_t access) {
  const Trace& trace = *document.trace;
  std::string text = run_size_text(document);
  const auto add = [&](std::string more) {
    text = text.empty() ? std::move(more) : fmt::format("{} · {}", text, more);
  };
  if (access < trace.accesses.size()) {
    add(tr("blocks of {}", trace.launch_of(trace.accesses[access]).threads()));
  }
  const BankModel model = document.summary.model;
  if (model != BankModel::cc5) add(tr("banks {}", tr(label(model))));
  return text;
}

void draw_panel(Canvas& canvas, Rect rect, const Theme& theme) {
  canvas.fill(rect, theme.panel, radius);
  canvas.stroke(rect, theme.hairline, 1, radius);
}

void draw_pane(Canvas& canvas, const Pane& pane, PaneTitle& title, Point pointer,
               const Theme& theme) {
  constexpr float roomy = 16, tight = 10;
  draw_panel(canvas, pane.frame, theme);
  Rect row = pane.title();
  const float y = row.y + 21;
  const auto style = [&](bool front) {
    return TextStyle{front ? Face::sans_bold : Face::sans, 14, front ? theme.text : theme.muted};
  };
  const TextStyle heading{Face::sans_bold, 14, theme.muted};
  float tabs = 0;
  for (const Tab& tab : title.tabs) tabs += canvas.width(tab.title, style(tab.front));
  const auto count = static_cast<float>(title.tabs.size());
  const float named = title.title.empty() ? 0 : canvas.width(title.title, heading) + roomy;
  const float apart = named + tabs + count * roomy > row.w ? tight : roomy;
  tabs += count * apart;
  if (!title.title.empty()) {
    const float room = std::max(60.0F, row.w - tabs);
    const std::string_view name = fitting_name(canvas, title.title, heading, room);
    row.cut_left(canvas.text_fit({row.x, y}, name, heading, room) + apart);
  }
  // Room is kept for the one in front: a pane always says what it shows.
  const auto front = std::ranges::find(title.tabs, true, &Tab::front);
  float kept = front == title.tabs.end() ? 0 : canvas.width(front->title, style(true)) + apart;
  bool full = false;
  for (Tab& tab : title.tabs) {
    if (tab.front) kept = 0;
    const float width = canvas.width(tab.title, style(tab.front));
    full = full || width + kept > row.w;
    if (full && (!tab.front || width > row.w)) continue;
    tab.rect = {row.x - apart / 2, row.y + 7, width + apart, 28};
    TextStyle ink = style(tab.front);
    if (tab.rect.contains(pointer)) ink.color = theme.text;
    canvas.text({row.x, y}, tab.title, ink);
    if (tab.front) canvas.fill({row.x, y + 13, width, 2}, theme.active, 1);
    row.cut_left(width + apart);
  }
  draw_link(canvas, row, title.link, pointer, theme);
  if (row.w > 40) {
    draw_parts(canvas, {row.right(), y}, title.subtitle, in(body, theme.muted), row.w,
               Align::right);
  }
}

void draw_lecture_title(Canvas& canvas, Rect row, const PaneTitle& title, const Theme& theme) {
  constexpr float apart = 24;
  constexpr TypeScale type = type_scale(true);
  const float y = row.y + type.row / 2;
  row.cut_left(
      canvas.text_fit({row.x, y}, title.title, {Face::sans_bold, type.body, theme.muted}, row.w) +
      apart);
  if (row.w <= 40) return;
  draw_parts(canvas, {row.right(), y}, title.subtitle, {Face::sans, type.small, theme.muted}, row.w,
             Align::right);
}

void draw_heading(Canvas& canvas, Rect area, float controls_left, const Session& session,
                  const Theme& theme) {
  const Playhead& head = session.playback.left();
  if (!head.ready()) return;
  const Document& document = *head.document();
  const float y = area.center().y;
  const TextStyle counter{Face::sans, 26, theme.muted};
  const std::string place = fmt::format("{} / {}", head.position(), head.count() - 1);
  const float right = controls_left - 20;
  canvas.text({right, y}, place, counter, Align::right);

  const float room = right - canvas.width(place, counter) - 32 - area.x;
  // Of two rows: their sizes, and how far they are from the middle.
  const bool low = area.h < 100;
  const float most = low ? 28 : 40, small = low ? 18 : 26;
  const float down = std::min(28.0F, area.h / 2 - 0.7F * small), up = low ? 11 : 12;
  const TextStyle below{Face::sans, small, theme.muted};
  const std::string detail = run_detail(document, head.position());
  const bool both = session.comparison.on();
  if (both) {
    std::string first = run_label(document), second = side_names(session).right;
    if (session.comparison.right_first()) std::swap(first, second);
    draw_two_titles(canvas, {area.x, area.y - up, room, area.h}, first, second, most, theme);
    canvas.text_fit({area.x, y + down}, detail, below, room);
    return;
  }
  const std::string title = run_label(document);
  TextStyle large{Face::sans_bold, 40, theme.text};
  for (const float size : {40.0F, 36.0F, 28.0F, 20.0F}) {
    large.size = size;
    if (canvas.width(title, large) <= room) break;
  }
  const bool beside =
      canvas.width(title, large) + 20 + canvas.width(detail, counter) <= room || detail.empty();
  if (!beside) large.size = std::min(large.size, most);
  const float used = canvas.text_fit({area.x, beside ? y : y - up}, title, large, room);
  if (beside) {
    canvas.text({area.x + used + 20, y + (large.size - counter.size) * 0.35F}, detail, counter);
  } else {
    canvas.text_fit({area.x, y + down}, detail, below, room);
  }
}

void draw_progress_rule(Canvas& canvas, Rect rule, const Session& session, const Theme& theme) {
  canvas.fill(rule, theme.hairline);
  const Playhead& head = session.playback.left();
  if (!head.ready()) return;
  const float share = static_cast<float>(head.position() + 1) / static_cast<float>(head.count());
  canvas.fill({rule.x, rule.y - 1, rule.w * share, 3}, theme.active, 1.5F);
}

Rect draw_notice(Canvas& canvas, const MessageRoom& room, const Toast& toast, const Theme& theme) {
  const TextStyle bold{Face::sans_bold, 14, theme.active};
  const std::string action_words = toast.action.text();
  const float action = action_words.empty() ? 0 : canvas.width(action_words, bold) + 28;
  const std::string text = toast.text.text();
  const Lines words = broken(canvas, text, std::min(720.0F, room.area.w - 88 - action), 4);
  const float height = static_cast<float>(words.lines.size()) * line_height + 24;
  const float width = words.width + 48 + action;
  const Rect card = message_place(room.area, {0, 0, width, height}, room.kept_free);
  draw_card(canvas, card, theme);
  canvas.fill({card.x + 12, card.y + 12, 4, card.h - 24}, toast.error ? theme.costly : theme.free,
              2);
  draw_lines(canvas, {card.x + 28, card.y + 12, words.width + 4, card.h - 24}, words,
             in(body, theme.text));
  if (action > 0) {
    canvas.text({card.right() - 20, card.center().y}, action_words, bold, Align::right);
  }
  return card;
}

void draw_progress(Canvas& canvas, const MessageRoom& room, std::string_view text, double seconds,
                   const Theme& theme) {
  const float width = std::min(room.area.w - 16, canvas.width(text, body) + 56);
  constexpr float height = 40;
  const Rect card = message_place(room.area, {0, 0, width, height}, room.kept_free);
  draw_card(canvas, card, theme);
  // A dot that breathes: nobody knows how long it will take.
  const float phase = static_cast<float>(seconds - static_cast<std::int64_t>(seconds));
  canvas.circle({card.x + 22, card.center().y}, 5, theme.now.alpha(1 - 0.6F * phase));
  canvas.text_fit({card.x + 38, card.center().y}, text, in(body, theme.text), card.w - 54);
}

void draw_tooltip(Canvas& canvas, Rect window, Point at, std::string_view text, Rect about,
                  const Theme& theme) {
  const Lines words = broken(canvas, text, 420, 8);
  const Rect size{0, 0, words.width + 24,
                  static_cast<float>(words.lines.size()) * line_height + 14};
  const Rect card = tooltip_place(window, at, size, about);
  draw_card(canvas, card, theme);
  draw_lines(canvas, {card.x + 12, card.y + 7, words.width + 2, card.h - 14}, words,
             in(body, theme.text));
}

}  // namespace warpscope
