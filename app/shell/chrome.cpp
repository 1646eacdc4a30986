#include "app/shell/chrome.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/layout/text_wrap.hpp"
#include "app/shell/controls.hpp"
#include "instrumentation/analysis/caption.hpp"

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

/// "−56", "+3", "0": what the right side has more.
std::string change(const DifferenceRow& row) {
  if (row.left == row.right) return "0";
  const bool fewer = row.right < row.left;
  return fmt::format("{}{}", fewer ? "−" : "+",
                     fewer ? row.left - row.right : row.right - row.left);
}

}  // namespace

void draw_panel(Canvas& canvas, Rect rect, const Theme& theme) {
  canvas.fill(rect, theme.panel, radius);
  canvas.stroke(rect, theme.hairline, 1, radius);
}

void draw_pane(Canvas& canvas, const Pane& pane, PaneTitle& title, Point pointer,
               const Theme& theme) {
  constexpr float apart = 16;
  draw_panel(canvas, pane.frame, theme);
  Rect row = pane.title();
  const float y = row.y + 21;
  const auto style = [&](bool front) {
    return TextStyle{front ? Face::sans_bold : Face::sans, 14, front ? theme.text : theme.muted};
  };
  float tabs = 0;
  for (const Tab& tab : title.tabs) tabs += canvas.width(tab.title, style(tab.front)) + apart;
  if (!title.title.empty()) {
    const TextStyle heading{Face::sans_bold, 14, theme.muted};
    row.cut_left(canvas.text_fit({row.x, y}, title.title, heading, std::max(60.0F, row.w - tabs)) +
                 apart);
  }
  for (Tab& tab : title.tabs) {
    const float width = canvas.width(tab.title, style(tab.front));
    if (width > row.w) break;
    tab.rect = {row.x - apart / 2, row.y + 7, width + apart, 28};
    TextStyle ink = style(tab.front);
    if (tab.rect.contains(pointer)) ink.color = theme.text;
    canvas.text({row.x, y}, tab.title, ink);
    if (tab.front) canvas.fill({row.x, y + 13, width, 2}, theme.active, 1);
    row.cut_left(width + apart);
  }
  if (row.w > 40) {
    canvas.text_fit({row.right(), y}, title.subtitle, in(body, theme.muted), row.w, Align::right);
  }
}

void draw_heading(Canvas& canvas, Rect area, float controls_left, const Session& session,
                  const Theme& theme) {
  const Playhead& head = session.left();
  if (!head.ready()) return;
  const Trace& trace = *head.document()->trace;
  const float y = area.center().y + 4;
  const TextStyle counter{Face::sans, 26, theme.muted};
  const std::string place = fmt::format("{} / {}", head.position() + 1, head.count());
  const float right = controls_left - 24;
  canvas.text({right, y}, place, counter, Align::right);

  const float room = right - canvas.width(place, counter) - 32 - area.x;
  std::string title = kernel_label(trace.header.kernel);
  std::string detail =
      fmt::format("{} elements · {}", trace.header.size,
                  step_label(trace, trace.steps[trace.accesses[head.position()].step]));
  if (session.comparing()) {
    title += "  |  " + kernel_label(session.right().document()->trace->header.kernel);
    detail.clear();
  }
  const TextStyle large{Face::sans_bold, area.w < 1500 ? 28.0F : 40.0F, theme.text};
  const float used = canvas.text_fit({area.x, y}, title, large, room);
  if (room - used > 120) {
    canvas.text_fit({area.x + used + 20, y + 2}, detail, counter, room - used - 20);
  }
}

void draw_difference(Canvas& canvas, Rect area, const std::vector<DifferenceRow>& rows,
                     std::string_view left, std::string_view right, const Theme& theme) {
  const TextStyle small{Face::sans, 12, theme.muted};
  const TextStyle number{Face::mono, 14, theme.text};
  const float column = std::clamp(area.w * 0.18F, 50.0F, 84.0F);
  const float ends[] = {area.right() - 2 * column, area.right() - column, area.right()};

  // Which side is which stands above the numbers, a line each.
  for (const auto& [side, kernel] : {std::pair{"left", left}, std::pair{"right", right}}) {
    const Rect row = area.cut_top(line_height);
    canvas.text({row.x, row.center().y}, side, small);
    canvas.text_fit({row.x + 40, row.center().y}, kernel, in(body, theme.text), row.w - 40);
  }
  const Rect heads = area.cut_top(34);
  const char* const names[] = {"left", "right", "change"};
  for (int i = 0; i < 3; ++i) {
    canvas.text({ends[i], heads.bottom() - 10}, names[i], small, Align::right);
  }
  for (const DifferenceRow& entry : rows) {
    if (area.h < 28) break;
    const Rect row = area.cut_top(28);
    const float y = row.center().y;
    const float indent = entry.detail ? 10 : 0;
    canvas.text_fit(
        {row.x + indent, y}, entry.label, in(body, entry.detail ? theme.muted : theme.text),
        ends[0] - canvas.width(std::to_string(entry.left), number) - 10 - row.x - indent);
    const Color better = entry.right < entry.left ? theme.free : theme.costly;
    const Color last = entry.left == entry.right ? theme.muted : better;
    canvas.text({ends[0], y}, std::to_string(entry.left), number, Align::right);
    canvas.text({ends[1], y}, std::to_string(entry.right), number, Align::right);
    canvas.text({ends[2], y}, change(entry), {Face::mono, 14, last}, Align::right);
    canvas.line({row.x, row.bottom()}, {row.right(), row.bottom()}, theme.hairline);
  }
}

Rect draw_notice(Canvas& canvas, Rect window, float bottom, std::string_view text, bool error,
                 const Theme& theme) {
  const Lines words = broken(canvas, text, std::min(720.0F, window.w - 120), 4);
  const float height = static_cast<float>(words.lines.size()) * line_height + 24;
  const float width = words.width + 48;
  const Rect card{window.center().x - width / 2, bottom - height, width, height};
  draw_card(canvas, card, theme);
  canvas.fill({card.x + 12, card.y + 12, 4, card.h - 24}, error ? theme.costly : theme.free, 2);
  draw_lines(canvas, {card.x + 28, card.y + 12, words.width + 4, card.h - 24}, words,
             in(body, theme.text));
  return card;
}

void draw_progress(Canvas& canvas, Rect window, float top, std::string_view what, double seconds,
                   const Theme& theme) {
  const std::string text = fmt::format("Recording {} … {:.1f} s · Escape cancels", what, seconds);
  const float width = std::min(window.w - 48, canvas.width(text, body) + 56);
  const Rect card{window.center().x - width / 2, top, width, 40};
  draw_card(canvas, card, theme);
  // A dot that breathes: nothing is known of how long it will take.
  const float phase = static_cast<float>(seconds - static_cast<std::int64_t>(seconds));
  canvas.circle({card.x + 22, card.center().y}, 5, theme.now.alpha(1 - 0.6F * phase));
  canvas.text_fit({card.x + 38, card.center().y}, text, in(body, theme.text), card.w - 54);
}

void draw_tooltip(Canvas& canvas, Rect window, Point at, std::string_view text,
                  const Theme& theme) {
  const Lines words = broken(canvas, text, 420, 8);
  const Rect size{0, 0, words.width + 24,
                  static_cast<float>(words.lines.size()) * line_height + 14};
  Rect card{at.x + 14, at.y + 18, size.w, size.h};
  if (card.right() > window.right() - 8) card.x = std::max(8.0F, window.right() - 8 - card.w);
  if (card.bottom() > window.bottom() - 8) card.y = at.y - card.h - 10;
  draw_card(canvas, card, theme);
  draw_lines(canvas, {card.x + 12, card.y + 7, words.width + 2, card.h - 14}, words,
             in(body, theme.text));
}

}  // namespace warpscope
