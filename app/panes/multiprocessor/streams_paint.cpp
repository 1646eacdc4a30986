#include "app/panes/multiprocessor/streams_paint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "app/panes/multiprocessor/copies_layout.hpp"
#include "app/panes/multiprocessor/copies_page.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

struct StreamsScene {
  const DeviceRecord& record;
  const Frame& frame;
  float text = 12;
  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
};

const StreamRun* on_one_stream(const DeviceRecord& record) {
  const auto found = std::ranges::find(record.streams, 1, &StreamRun::streams);
  return found == record.streams.end() ? nullptr : &*found;
}

const StreamRun& fastest_run(const DeviceRecord& record) {
  return *std::ranges::min_element(record.streams, {}, &StreamRun::device_ms);
}

/// "2.38" times; empty if there is no run on one stream.
std::string times_as_fast(const DeviceRecord& record, double ms) {
  const StreamRun* one = on_one_stream(record);
  return one == nullptr || ms <= 0 ? "" : fixed_text(one->device_ms / ms, 2);
}

/// In the order in which a narrow pane may lose its parts.
std::string ideal_text(const DeviceRecord& record) {
  const double ms = ideal_ms(fastest_run(record));
  const std::string times = times_as_fast(record, ms);
  if (times.empty())
    return tr("derived ideal: {} ms, from copies and kernel alone", figure_text(ms));
  return tr("derived ideal: {0} ms, {1} × as fast as one, from copies and kernel alone",
            figure_text(ms), times);
}

Color engine_color(int engine, const Theme& theme) {
  return engine == 0 ? theme.active : engine == 1 ? theme.now : theme.free;
}

/// A copy in fills the upper part of its row, a copy out the lower one, a kernel all of it: so they
/// differ without their colours.
Rect engine_box(Rect row, int engine) {
  const float gap = row.h > 5 ? 1.0F : 0.0F;
  row = row.inset(0, gap);
  const float part = row.h * 0.62F;
  return engine == 0   ? Rect{row.x, row.y, row.w, part}
         : engine == 2 ? Rect{row.x, row.bottom() - part, row.w, part}
                       : row;
}

std::string_view engine_name(int engine) {
  switch (engine) {
    case 0: return tr("copy in");
    case 1: return tr("kernel");
    default: return tr("copy out");
  }
}

/// For less room.
std::string_view brief_engine_name(int engine) {
  switch (engine) {
    case 0: return tr_c("in brief", "copy in");
    case 1: return tr("kernel");
    default: return tr_c("in brief", "copy out");
  }
}

std::string span_tooltip(const StreamSpan& span, bool ideal) {
  const auto number = [](double ms) { return fixed_text(ms, 3); };
  // Translators: {0} is "copy in", "kernel" or "copy out".
  const std::string text =
      tr("{0}, chunk {1}: {2} … {3} ms, {4} ms", engine_name(engine_of(span.what)), span.chunk,
         number(span.begin_ms), number(span.end_ms), number(span.end_ms - span.begin_ms));
  if (ideal) return text + '\n' + tr("derived, not measured");
  return text + '\n' +
         (engine_of(span.what) == 1
              ? tr("computed from events: not before the kernel ahead of it had ended")
              : tr("computed from events: not before its copy engine was free"));
}

/// Whether every kernel has room for its chunk's number: all of a panel have one, or none.
bool numbers_fit(const Canvas& canvas, const StreamsLayout& at, std::span<const StreamSpan> spans,
                 const StreamsScene& scene) {
  return std::ranges::all_of(spans, [&](const StreamSpan& span) {
    const float room = at.x(span.end_ms) - at.x(span.begin_ms);
    return engine_of(span.what) != 1 ||
           canvas.width(std::to_string(span.chunk), {Face::mono, scene.text, {}}) + 2 <= room;
  });
}

void draw_span(Canvas& canvas, const StreamsLayout& at, Rect row, const StreamSpan& span,
               const StreamsScene& scene, bool numbered, bool ideal, Wishes& wishes) {
  const int engine = engine_of(span.what);
  if (engine < 0) return;
  const float from = at.x(span.begin_ms), to = at.x(span.end_ms);
  Rect box = engine_box(row, engine);
  box.x = from;
  box.w = std::max(1.0F, to - from - 0.75F);
  const Color color = engine_color(engine, scene.theme());
  canvas.fill(box, color, 1);
  if (numbered && engine == 1) {
    canvas.text(box.center(), std::to_string(span.chunk),
                {Face::mono, scene.text, scene.theme().on_accent}, Align::center);
  }
  const Rect whole{from, row.y, box.w, row.h};
  if (scene.frame.pointer.over(whole)) {
    wishes.tooltip = span_tooltip(span, ideal);
  }
}

void draw_panel(Canvas& canvas, const StreamsLayout& at, const StreamsLayout::Panel& panel,
                const StreamsScene& scene, Wishes& wishes) {
  const auto& runs = scene.record.streams;
  const bool ideal = panel.run >= runs.size();
  const std::string words =
      ideal ? ideal_text(scene.record) : stream_run_text(scene.record, runs[panel.run]);
  draw_parts(canvas, {panel.name.x, panel.name.center().y}, words,
             {Face::sans, scene.text, ideal ? scene.theme().muted : scene.theme().text},
             panel.name.w);
  for (int i = 0; i < panel.count; ++i) {
    const Rect row = panel.row(i);
    if (row.h > 3) canvas.fill(row.inset(0, row.h > 5 ? 1.0F : 0.0F), scene.theme().raised);
  }
  const auto spans = ideal ? ideal_spans(fastest_run(scene.record)) : busy_spans(runs[panel.run]);
  const bool numbered = panel.row(0).h > scene.text && numbers_fit(canvas, at, spans, scene);
  for (const StreamSpan& span : spans) {
    const int row = ideal ? engine_of(span.what) : span.stream;
    if (row < 0 || row >= panel.count) continue;
    draw_span(canvas, at, panel.row(row), span, scene, numbered, ideal, wishes);
  }
}

void draw_streams_axis(Canvas& canvas, const StreamsLayout& at, const StreamsScene& scene) {
  const TextStyle style{Face::mono, scene.text, scene.theme().muted};
  const double least = at.most_ms * scene.text * 5 / std::max(at.axis.w, 1.0F);
  double step = std::pow(10.0, std::floor(std::log10(std::max(least, 1e-6))));
  for (const double factor : {2.0, 2.5, 2.0}) {  // 1, 2, 5, 10
    if (step < least) step *= factor;
  }
  const float y = at.axis.center().y;
  for (int i = 0; i * step <= at.most_ms * 1.0001; ++i) {
    const float x = at.x(i * step);
    const std::string text = i == 0 ? tr("{} ms", axis_text(0)) : axis_text(i * step);
    canvas.line({x, at.axis.y}, {x, at.axis.y + 3}, scene.theme().muted);
    const float width = canvas.width(text, style);
    canvas.text({std::min(i == 0 ? x : x - width / 2, at.axis.right() - width), y + 2}, text,
                style);
  }
}

/// "1, 2, 4, 8": the streams of these runs.
std::string listed(std::span<const StreamRun> runs, std::span<const std::size_t> which) {
  std::string text;
  for (const std::size_t run : which) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", runs[run].streams);
  }
  return text;
}

/// "streams: 1, 8 of 1, 2, 4, 8": the runs on show, and those that there are.
std::string shown_text(const StreamsScene& scene, const StreamsLayout& at, ShownStreams chosen) {
  const auto& runs = scene.record.streams;
  std::vector<std::size_t> shown, all(runs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const StreamsLayout::Panel& panel : at.panels) {
    if (panel.run < runs.size()) shown.push_back(panel.run);
  }
  if (shown.size() == runs.size() && chosen == ShownStreams::all) return tr("streams: all");
  return tr("streams: {0} of {1}", listed(runs, shown), listed(runs, all));
}

/// The meanings of the colours; and at the right the runs to choose from.
void draw_streams_head(Canvas& canvas, Rect row, const StreamsScene& scene,
                       const std::string& choice, Wishes& wishes) {
  const TextStyle style{Face::sans, scene.text, scene.theme().muted};
  const TextStyle clickable{Face::sans, scene.text, scene.theme().active};
  const float width = canvas.width(choice, clickable);
  if (width < row.w) {
    const Rect at = row.cut_right(width);
    row.cut_right(scene.text);
    canvas.text({at.x, at.center().y}, choice, clickable);
    if (scene.frame.pointer.over_control(at)) {
      wishes.tooltip = tr("A click shows other runs");
      wishes.about = at;
      if (scene.frame.pointer.pressed) wishes.command = streams_option.next_command;
    }
  }
  const auto name_of = [&](int engine, bool brief) {
    return brief ? brief_engine_name(engine) : engine_name(engine);
  };
  const auto needed = [&](int engine, bool brief) {
    return canvas.width(name_of(engine, brief), style) + scene.text * 2;
  };
  const bool brief =
      needed(0, false) + needed(1, false) + needed(2, false) > row.w - 2 * scene.text;
  for (int engine = 0; engine < 3; ++engine) {
    if (needed(engine, brief) > row.w) break;
    const Rect mark{row.x, row.center().y - scene.text / 2, scene.text * 1.4F, scene.text};
    canvas.fill(engine_box(mark, engine), engine_color(engine, scene.theme()), 1);
    canvas.text({mark.right() + 5, row.center().y}, name_of(engine, brief), style);
    row.cut_left(needed(engine, brief) + scene.text);
  }
}

/// A run's time, or that of the ideal, in words.
struct StreamsTime {
  std::string streams;  ///< "8", "derived ideal"
  double ms = 0;
  std::string times;  ///< than on one stream: "2.35"; empty: there is no such run, or it is this
  bool ideal = false;
};
std::vector<StreamsTime> streams_times(const StreamsScene& scene) {
  std::vector<StreamsTime> times;
  const StreamRun* one = on_one_stream(scene.record);
  const auto add = [&](std::string name, double ms, bool ideal) {
    const bool compared = one != nullptr && ms > 0 && ms != one->device_ms;
    times.push_back(
        {std::move(name), ms, compared ? fixed_text(one->device_ms / ms, 2) : "", ideal});
  };
  for (const StreamRun& run : scene.record.streams) {
    add(std::to_string(run.streams), run.device_ms, false);
  }
  add(tr("derived ideal"), ideal_ms(fastest_run(scene.record)), true);
  return times;
}

/// A bar for each time.
void draw_stream_bars(Canvas& canvas, Rect area, const StreamsScene& scene,
                      std::span<const StreamsTime> times) {
  const Theme& theme = scene.theme();
  const TextStyle plain{Face::sans, scene.text, theme.text},
      muted{Face::sans, scene.text, theme.muted};
  const auto name_of = [&](const StreamsTime& time) {
    if (time.ideal) return time.streams;
    return tr("streams: {}", time.streams);
  };
  const auto value_of = [&](const StreamsTime& time) {
    const std::string ms = figure_text(time.ms);
    return time.times.empty() ? tr("{} ms", ms) : tr("{0} ms, {1} × as fast", ms, time.times);
  };
  float names = 0, values = 0;
  double most = 0;
  for (const StreamsTime& time : times) {
    names = std::max(names, canvas.width(name_of(time), plain));
    values = std::max(values, canvas.width(value_of(time), plain));
    most = std::max(most, time.ms);
  }
  const float row = std::min(area.h / static_cast<float>(times.size()), scene.text * 2.6F);
  for (const StreamsTime& time : times) {
    Rect line = area.cut_top(row);
    const float y = line.center().y;
    canvas.text_fit({line.x, y}, name_of(time), time.ideal ? muted : plain, names);
    line.cut_left(names + scene.text);
    canvas.text({line.right(), y}, value_of(time), plain, Align::right);
    line.cut_right(values + scene.text);
    if (line.w <= 0 || most <= 0) continue;
    const float bar = std::min(row * 0.6F, 12.0F);
    const Rect box{line.x, y - bar / 2, line.w * static_cast<float>(time.ms / most), bar};
    if (time.ideal) {
      canvas.stroke(box, theme.active, 1.5F, 1);
    } else {
      canvas.fill(box, theme.active, 1);
    }
  }
}

/// The times side by side, in as many of three lines as there is room for.
void draw_stream_table(Canvas& canvas, Rect area, const StreamsScene& scene,
                       std::span<const StreamsTime> times) {
  const Theme& theme = scene.theme();
  const TextStyle head{Face::sans, scene.text, theme.muted};
  const TextStyle figure{Face::mono, scene.text, theme.text};
  const std::array<std::string_view, 3> titles{tr_c("row of a table", "streams"),
                                               tr_c("row of a table", "ms"),
                                               tr_c("row of a table", "× as fast")};
  float first = 0;
  for (const std::string_view title : titles) first = std::max(first, canvas.width(title, head));
  const float last = canvas.width(times.back().streams, head);
  const float line = std::min(area.h / 2, scene.text * 1.4F);
  const auto lines = std::min<std::size_t>(3, static_cast<std::size_t>(area.h / line));
  Rect rest = area;
  rest.cut_left(first + scene.text);
  const Rect ideal = rest.cut_right(last);
  const float width = rest.w / static_cast<float>(std::max<std::size_t>(times.size() - 1, 1));
  for (std::size_t i = 0; i < lines; ++i) {
    const float y = area.y + (static_cast<float>(i) + 0.5F) * line;
    canvas.text({area.x, y}, titles.at(i), head);
    for (std::size_t j = 0; j < times.size(); ++j) {
      const StreamsTime& time = times[j];
      const std::string text = i == 0 ? time.streams : i == 1 ? figure_text(time.ms) : time.times;
      const float right =
          time.ideal ? ideal.right() : rest.x + (static_cast<float>(j) + 0.7F) * width;
      canvas.text({right, y}, text, i == 0 ? head : figure, Align::right);
    }
  }
}

/// What is left of the streams in a low pane.
void draw_streams_briefly(Canvas& canvas, Rect area, const StreamsScene& scene) {
  const auto times = streams_times(scene);
  if (area.h >= static_cast<float>(times.size()) * scene.text * 1.35F) {
    draw_stream_bars(canvas, area, scene, times);
  } else if (area.h >= 2 * scene.text * 1.2F) {
    draw_stream_table(canvas, area, scene, times);
  }
}

constexpr float least_row = 0.6F, name_height = 1.6F;  // times the text's size

}  // namespace

std::string stream_run_text(const DeviceRecord& record, const StreamRun& run) {
  const std::string ms = figure_text(run.device_ms);
  const std::string times = run.streams == 1 ? "" : times_as_fast(record, run.device_ms);
  if (times.empty()) return tr_n("{0} stream: {1} ms", "{0} streams: {1} ms", run.streams, ms);
  return tr_n("{0} stream: {1} ms, {2} × as fast as one",
              "{0} streams: {1} ms, {2} × as fast as one", run.streams, ms, times);
}

float streams_height(const DeviceRecord& record, float text) {
  return text * name_height +
         least_streams_height(record.streams, text * least_row, text * name_height);
}

void draw_streams(Canvas& canvas, Rect area, const DeviceRecord& record, ShownStreams shown,
                  const Frame& frame, Wishes& wishes) {
  if (record.streams.empty()) return;
  const StreamsScene scene{record, frame, type_scale(frame.lecture).small};
  std::size_t chosen = record.streams.size();
  const std::string_view id = names_of(shown).id;
  for (std::size_t i = 0; i < record.streams.size(); ++i) {
    if (std::to_string(record.streams[i].streams) == id) chosen = i;
  }
  Rect panels = area;
  const Rect head = panels.cut_top(scene.text * name_height);
  const StreamsLayout at = streams_layout(panels, record.streams, chosen, scene.text * least_row,
                                          scene.text * name_height);
  if (at.panels.empty()) {
    draw_streams_briefly(canvas, area, scene);
    return;
  }
  draw_streams_head(canvas, head, scene, shown_text(scene, at, shown), wishes);
  for (const StreamsLayout::Panel& panel : at.panels) {
    draw_panel(canvas, at, panel, scene, wishes);
  }
  draw_streams_axis(canvas, at, scene);
}

}  // namespace warpscope
