#include "app/panes/source/source_head.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "app/views/parts/place_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_calls = 24;
constexpr float file_gap = 14;
constexpr std::string_view call_arrow = " ▸ ";

/// The file's own name, with its folder if another one is called the same.
std::string short_file_name(std::span<const std::string> names, std::size_t file) {
  const std::filesystem::path path(names[file]);
  const auto same = std::ranges::count_if(names, [&](const std::string& other) {
    return std::filesystem::path(other).filename() == path.filename();
  });
  return printable(same > 1 ? names[file] : path.filename().string());
}

void wish_file(const SourceFiles& files, std::size_t file, const Frame& frame, Wishes& wishes) {
  if (!frame.pointer.pressed) return;
  if (file == files.now) {
    wishes.seek = frame.access;
  } else {
    wishes.read = place_of(frame, files.names[file], 0);
  }
}

/// Which calls are shown: if all do not fit, those after the kernel give way.
std::size_t hidden_calls(const Canvas& canvas, std::span<const SourceCall> calls, float room,
                         const TextStyle& style) {
  const float arrow = canvas.width(call_arrow, style);
  float needed = -arrow;
  for (const SourceCall& call : calls) needed += canvas.width(call.name, style) + arrow;
  if (needed <= room + 1) return 0;
  needed += canvas.width("…", style) + arrow;
  std::size_t hidden = 0;
  while (hidden + 2 < calls.size() && needed > room) {
    ++hidden;
    needed -= canvas.width(calls[hidden].name, style) + arrow;
  }
  return hidden;
}

}  // namespace

std::vector<SourceCall> calls_to(const Trace& trace, const Access& access) {
  const CodeLocation* at = &trace.location_of(access);
  if (at->caller < 0) return {};
  const std::string& kernel = trace.launch_of(access).kernel;
  std::vector<SourceCall> calls;
  while (calls.size() < most_calls) {
    calls.push_back(
        {printable(at->function.empty() ? kernel : at->function), at->source, at->line});
    if (at->caller < 0) break;
    at = &trace.locations[static_cast<std::size_t>(at->caller)];
  }
  std::ranges::reverse(calls);
  return calls;
}

float files_width(const Canvas& canvas, const SourceFiles& files, const TypeScale& type) {
  float width = -file_gap;
  for (std::size_t i = 0; i < files.names.size(); ++i) {
    const TextStyle style{i == files.shown ? Face::sans_bold : Face::sans, type.small, {}};
    width += canvas.width(short_file_name(files.names, i), style) + file_gap;
  }
  return std::max(width, 0.0F);
}

float calls_width(const Canvas& canvas, std::span<const SourceCall> calls, const TypeScale& type) {
  const TextStyle style{Face::mono, type.small, {}};
  float width = -canvas.width(call_arrow, style);
  for (const SourceCall& call : calls) {
    width += canvas.width(call.name, style) + canvas.width(call_arrow, style);
  }
  return std::max(width, 0.0F);
}

void draw_files(Canvas& canvas, Rect row, const SourceFiles& files, const TypeScale& type,
                const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const float y = row.center().y;
  // The one that is shown comes first if there is no room for all.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < files.names.size(); ++i) order.push_back(i);
  const auto style = [&](std::size_t file) {
    const bool shown = file == files.shown;
    return TextStyle{shown ? Face::sans_bold : Face::sans, type.small,
                     shown ? theme.text : theme.muted};
  };
  std::vector<std::string> names;
  float needed = 0;
  for (const std::size_t i : order) {
    names.push_back(short_file_name(files.names, i));
    needed += canvas.width(names.back(), style(i)) + file_gap;
  }
  const float more_room = canvas.width("+99 ▸", style(order.size()));
  const bool all = needed - file_gap <= row.w;
  if (!all)
    std::stable_partition(order.begin(), order.end(),
                          [&](std::size_t i) { return i == files.shown; });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    const float width = canvas.width(names[i], style(i));
    const bool last = all || k + 1 == order.size();
    const bool fits = width <= row.w - (last ? 0 : file_gap + more_room);
    const std::string text =
        fits || k == 0 ? names[i] : "+" + std::to_string(order.size() - k) + " ▸";
    TextStyle ink = style(i);
    const float wide = std::min(row.w, canvas.width(text, ink));
    const Rect target{row.x - file_gap / 2, row.y, wide + file_gap, row.h};
    if (frame.pointer.over_control(target)) {
      ink.color = theme.text;
      wishes.about = target;
      wishes.tooltip =
          printable(files.names[i]) +
          (i == files.now ? std::string("\n") + tr("click to go back to the playhead") : "");
      wish_file(files, i, frame, wishes);
    }
    canvas.text_fit({row.x, y}, text, ink, row.w);
    if (i == files.shown) canvas.fill({row.x, row.bottom() - 2, wide, 2}, theme.active, 1);
    if (i == files.now && i != files.shown) {
      canvas.fill({row.x, row.bottom() - 2, wide, 2}, theme.now.alpha(0.6F), 1);
    }
    if (!fits && k > 0) break;
    row.cut_left(wide + file_gap);
  }
}

void draw_calls(Canvas& canvas, Rect row, std::span<const SourceCall> calls, const TypeScale& type,
                const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const TextStyle quiet{Face::mono, type.small, theme.muted};
  const std::size_t hidden = hidden_calls(canvas, calls, row.w, quiet);
  const float y = row.center().y;
  const auto word = [&](std::string_view text, const TextStyle& style) {
    row.cut_left(canvas.text_fit({row.x, y}, text, style, row.w));
  };
  for (std::size_t k = 0; k < calls.size(); ++k) {
    if (k > 0) word(call_arrow, quiet);
    if (k == 1 && hidden > 0) {
      word("…", quiet);
      word(call_arrow, quiet);
      k += hidden;
    }
    if (row.w < 2 * type.small) return;
    const SourceCall& call = calls[k];
    const bool last = k + 1 == calls.size();
    TextStyle style = quiet;
    if (last) style.color = theme.text;
    const Rect target{row.x - 2, row.y, std::min(row.w, canvas.width(call.name, style)) + 4, row.h};
    if (frame.pointer.over_control(target)) {
      style.color = theme.active;
      wishes.about = target;
      wishes.tooltip = last ? tr("the present access stands here; click to go back to it")
                            : tr("calls the next one on line {}; click to show it", call.line);
      if (frame.pointer.pressed && last) wishes.seek = frame.access;
      if (!last) {
        const std::string& file = frame.document->trace->sources[call.source].name;
        wish_place(place_of(frame, file, call.line), frame.pointer, wishes);
      }
    }
    word(call.name, style);
  }
}

}  // namespace warpscope
