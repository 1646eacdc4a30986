#include "app/panes/multiprocessor/streams_paint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/copies_layout.hpp"
#include "app/panes/multiprocessor/copies_page.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/trace/number_text.hpp"

namespace warpscope {
namespace {

struct StreamsScene {
  const DeviceRecord& record;
  const Frame& frame;
  float text = 12;
  [[nodiscard]] bool russian() const { return frame.language == "ru"; }
  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] std::string_view say(std::string_view english, std::string_view other) const {
    return russian() ? other : english;
  }
};

const StreamRun* on_one_stream(const DeviceRecord& record) {
  const auto found = std::ranges::find(record.streams, 1, &StreamRun::streams);
  return found == record.streams.end() ? nullptr : &*found;
}

const StreamRun& fastest_run(const DeviceRecord& record) {
  return *std::ranges::min_element(record.streams, {}, &StreamRun::device_ms);
}

std::string times_as_fast(const DeviceRecord& record, double ms, bool russian) {
  const StreamRun* one = on_one_stream(record);
  if (one == nullptr || ms <= 0) return {};
  return fmt::format(fmt::runtime(russian ? ", в {} раза быстрее одного" : ", {} × as fast as one"),
                     fixed_text(one->device_ms / ms, 2, russian));
}

std::string ideal_text(const DeviceRecord& record, bool russian) {
  const double ms = ideal_ms(fastest_run(record));
  return fmt::format(fmt::runtime(russian ? "идеал, рассчитан по копиям и ядру порознь: {} мс{}"
                                          : "ideal, derived from copies and kernel alone: {} ms{}"),
                     figure_text(ms, russian), times_as_fast(record, ms, russian));
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

std::string_view engine_name(int engine, bool russian) {
  switch (engine) {
    case 0: return russian ? "копия на устройство" : "copy in";
    case 1: return russian ? "ядро" : "kernel";
    default: return russian ? "копия обратно" : "copy out";
  }
}

std::string span_tooltip(const StreamsScene& scene, const StreamSpan& span, bool ideal) {
  const bool russian = scene.russian();
  const auto number = [russian](double ms) { return fixed_text(ms, 3, russian); };
  std::string text = fmt::format(
      fmt::runtime(russian ? "{}, часть {}: {} … {} мс, {} мс" : "{}, chunk {}: {} … {} ms, {} ms"),
      engine_name(engine_of(span.what), russian), span.chunk, number(span.begin_ms),
      number(span.end_ms), number(span.end_ms - span.begin_ms));
  if (ideal)
    return text + '\n' + std::string(scene.say("derived, not measured", "расчёт, не измерение"));
  return text + '\n' +
         std::string(scene.say("derived from the events: not before its engine was free",
                               "по событиям: не раньше, чем освободилось устройство копирования"));
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
  if (scene.frame.pointer.inside && whole.contains(scene.frame.pointer.at)) {
    wishes.tooltip = span_tooltip(scene, span, ideal);
  }
}

void draw_panel(Canvas& canvas, const StreamsLayout& at, const StreamsLayout::Panel& panel,
                const StreamsScene& scene, Wishes& wishes) {
  const auto& runs = scene.record.streams;
  const bool ideal = panel.run >= runs.size();
  const std::string words = ideal ? ideal_text(scene.record, scene.russian())
                                  : stream_run_text(scene.record, runs[panel.run], scene.russian());
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
    const std::string text =
        axis_text(i * step, scene.russian()) + (i == 0 ? std::string(scene.say(" ms", " мс")) : "");
    canvas.line({x, at.axis.y}, {x, at.axis.y + 3}, scene.theme().muted);
    const float width = canvas.width(text, style);
    canvas.text({std::min(i == 0 ? x : x - width / 2, at.axis.right() - width), y + 2}, text,
                style);
  }
}

/// The meanings of the colours; and at the right the runs to choose from.
void draw_streams_head(Canvas& canvas, Rect row, const StreamsScene& scene, ShownStreams chosen,
                       Wishes& wishes) {
  const TextStyle style{Face::sans, scene.text, scene.theme().muted};
  const std::string choice =
      fmt::format("{}: {}", scene.say("streams", "потоки"),
                  chosen == ShownStreams::all ? scene.say("all", "все") : names_of(chosen).label);
  const TextStyle clickable{Face::sans, scene.text, scene.theme().active};
  const float width = canvas.width(choice, clickable);
  if (width < row.w) {
    const Rect at = row.cut_right(width);
    row.cut_right(scene.text);
    canvas.text({at.x, at.center().y}, choice, clickable);
    if (scene.frame.pointer.inside && at.contains(scene.frame.pointer.at)) {
      wishes.tooltip = scene.say("A click shows other runs", "Щелчок: другие запуски");
      wishes.about = at;
      if (scene.frame.pointer.pressed) wishes.command = streams_option.next_command;
    }
  }
  for (int engine = 0; engine < 3; ++engine) {
    const std::string_view name = engine_name(engine, scene.russian());
    const float needed = canvas.width(name, style) + scene.text * 2;
    if (needed > row.w) break;
    const Rect mark{row.x, row.center().y - scene.text / 2, scene.text * 1.4F, scene.text};
    canvas.fill(engine_box(mark, engine), engine_color(engine, scene.theme()), 1);
    canvas.text({mark.right() + 5, row.center().y}, name, style);
    row.cut_left(needed + scene.text);
  }
}

}  // namespace

std::string stream_run_text(const DeviceRecord& record, const StreamRun& run, bool russian) {
  const std::string_view streams = russian ? (run.streams == 1  ? "поток"
                                              : run.streams < 5 ? "потока"
                                                                : "потоков")
                                           : (run.streams == 1 ? "stream" : "streams");
  const std::string speed = run.streams == 1 ? "" : times_as_fast(record, run.device_ms, russian);
  return fmt::format("{} {}: {} {}{}", run.streams, streams, figure_text(run.device_ms, russian),
                     russian ? "мс" : "ms", speed);
}

void draw_streams(Canvas& canvas, Rect area, const DeviceRecord& record, ShownStreams shown,
                  const Frame& frame, Wishes& wishes) {
  if (record.streams.empty()) return;
  const StreamsScene scene{record, frame, type_scale(frame.lecture).small};
  draw_streams_head(canvas, area.cut_top(scene.text * 1.6F), scene, shown, wishes);
  std::size_t chosen = record.streams.size();
  const std::string_view id = names_of(shown).id;
  for (std::size_t i = 0; i < record.streams.size(); ++i) {
    if (std::to_string(record.streams[i].streams) == id) chosen = i;
  }
  const StreamsLayout at =
      streams_layout(area, record.streams, chosen, scene.text * 0.6F, scene.text * 1.6F);
  if (at.panels.empty()) return;
  for (const StreamsLayout::Panel& panel : at.panels) {
    draw_panel(canvas, at, panel, scene, wishes);
  }
  draw_streams_axis(canvas, at, scene);
}

}  // namespace warpscope
