#include "app/stage/bins/bins_picture.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/look/stage_focus.hpp"
#include "app/views/parts/focus_map.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/analysis/relayout.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The contents of a launch's bins, in words.
std::string contents(const Trace& trace, std::uint32_t launch, const BinsLaunch& now) {
  const auto name = [&](int array) { return name_in(trace, launch, array); };
  switch (now.kind) {
    case BinsKind::counters:
      // Translators: {1} is an array.
      return now.counters.tag_bit < 32 ? tr_n("{1}: {0} bins, counters signed by lanes",
                                              "{1}: {0} bins, counters signed by lanes",
                                              now.counters.bins, name(now.counters.array))
                                       : tr_n("{1}: {0} bins", "{1}: {0} bins", now.counters.bins,
                                              name(now.counters.array));
    case BinsKind::scatter:
      // Translators: the last two fields are arrays.
      return now.scatter.compacts ? tr("{0} → {1}, without gaps", name(now.scatter.source),
                                       name(now.scatter.destination))
                                  : tr_n("{1} → {2}, {0} buckets", "{1} → {2}, {0} buckets",
                                         std::ssize(now.scatter.buckets), name(now.scatter.source),
                                         name(now.scatter.destination));
    case BinsKind::records: {
      std::string names;
      for (std::size_t i = 0; i < now.records.parts; ++i) {
        names += (i > 0 ? ", " : "") + name(now.records.arrays[i]);
      }
      // Translators: the field is a list of arrays, which hold the coefficients of equations.
      if (now.records.given) return tr("equations of {}", names);
      // Translators: the field is a list of arrays.
      return tr("made together: {}", names);
    }
    case BinsKind::bars: break;
  }
  return now.array < 0 ? std::string() : name(now.array);
}

constexpr double most_bins_zoom = 32;

/// The bar at which most happens now; none: at no bar, or nobody may tell.
std::optional<std::int64_t> busiest_bar(const BinsScene& scene) {
  if (scene.launch.kind == BinsKind::bars) {
    const auto indices = scene.trace().lane_indices(scene.access());
    if (scene.access().array != scene.launch.array || indices.empty()) return {};
    return indices.front();
  }
  if (scene.launch.kind != BinsKind::counters) return {};
  const Counters& counters = scene.launch.counters;
  const auto counts = counting_access(scene.trace(), counters, scene.frame.access);
  constexpr Told told = Told::costs | Told::lanes | Told::values;
  if (!counts || !scene.frame.untold.allows(told, *counts)) return {};
  const auto lanes = falling_lanes(scene.trace(), counters, *counts);
  if (lanes.empty()) return {};
  return largest_crowd(lanes).bin;
}

/// What happens now, of bins that fill a room by themselves: they grow across alone.
std::optional<ZoomPart> part_of_now(const BinsScene& scene, Rect room) {
  const auto bar = busiest_bar(scene);
  if (!bar || *bar < 0 || room.w < 1) return {};
  const std::int64_t bars = scene.launch.kind == BinsKind::bars
                                ? scene.array(scene.launch.array).count
                                : scene.launch.counters.bins;
  const BarsLayout layout(room, bars, scene.text_size + 6, *bar);
  if (!layout.shows(*bar)) return {};
  const Rect slot = layout.slot(*bar);
  const auto share = [&](float x) { return static_cast<double>((x - room.x) / room.w); };
  return ZoomPart{.left = share(slot.x), .top = 0, .right = share(slot.right()), .bottom = 1};
}

void draw_bins(Canvas& canvas, const BinsScene& scene, Rect area, Wishes& wishes) {
  switch (scene.launch.kind) {
    case BinsKind::counters: return draw_counters(canvas, scene, area, wishes);
    case BinsKind::scatter: return draw_scatter(canvas, scene, area, wishes);
    case BinsKind::records: return draw_records(canvas, scene, area, wishes);
    case BinsKind::bars: return draw_bars(canvas, scene, area, wishes);
  }
}

/// Whether the picture shows this array.
bool shows(const BinsLaunch& now, int array) {
  switch (now.kind) {
    case BinsKind::counters: return array == now.counters.array || array == now.counters.totals;
    case BinsKind::scatter: return array == now.scatter.source || array == now.scatter.destination;
    case BinsKind::records: return std::ranges::count(now.records.arrays, array) > 0;
    case BinsKind::bars: break;
  }
  return array == now.array;
}

}  // namespace

const BinsLaunch& BinsPicture::launch(const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  return launches_[trace.steps[trace.accesses[frame.access].step].launch];
}

bool BinsPicture::follows_pin(const Frame& frame) const {
  if (frame.document->trace->accesses.empty()) return false;
  const BinsKind kind = launch(frame).kind;
  return kind == BinsKind::counters || kind == BinsKind::bars || kind == BinsKind::records;
}

std::string BinsPicture::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || frame.document->trace->accesses.empty()) return {};
  const Trace& trace = *document(frame).trace;
  const BinsLaunch& now = launch(frame);
  std::string text = contents(trace, launch_of(frame), now);
  if (plain_) {
    // Translators: the picture shows elements as if shared memory had no padding. {} is what it shows.
    text = !layouts_of(*frame.document->trace).empty() ? tr("{}, other layout folded out", text)
                                                       : tr("{}, padding folded out", text);
  }
  const Access& access = trace.accesses[frame.access];
  if (text.empty() || shows(now, access.array) || exchanges(access.operation)) {
    return text;
  }
  return text + " · " + doing_text(access.operation, named_as(trace, access));
}

void BinsPicture::on_document(const Document& document) {
  plain_ = nullptr;
  zoom_ = {};
  auto plain = without_relayout(*document.trace);
  if (auto unpadded = without_padding(plain ? *plain : *document.trace)) plain = *unpadded;
  if (plain) {
    plain_ = std::make_shared<const Document>(
        document.request, std::make_shared<const Trace>(std::move(*plain)), document.summary.model);
  }
  const Document& shown = plain_ ? *plain_ : document;
  launches_ = bins_launches(*shown.trace, shown.flow);
  history_ = shown.cell_history();
}

void BinsPicture::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const bool empty = frame.document == nullptr || frame.document->trace->accesses.empty();
  if (empty || (launch(frame).kind == BinsKind::bars && launch(frame).array < 0)) {
    draw_placeholder(canvas, area, *frame.theme,
                     tr("Counters and buckets that the kernel fills appear here."));
    return;
  }
  const float size = type_scale(frame.lecture).small;
  Frame inner = frame;
  BinsScene scene{document(frame), inner, launch(frame), history_, size};
  scene.digit = canvas.width("0", scene.digits({}));
  const Clip clip(canvas, area);
  constexpr float least_height = 240;  // a smaller pane keeps all its room for the bins
  if (scene.launch.kind != BinsKind::counters && area.h >= least_height) {
    draw_access_strip(canvas, scene, area.cut_top(access_strip_height(scene)));
    area.cut_top(8);
  }
  const bool small = !zoom_.zoomed() && area.h >= least_height &&
                     scene.launch.kind == BinsKind::counters && !counts_fit(scene, area.w);
  const Rect title{area.x, area.y, area.w, size + 8};
  const Rect all = area;
  const bool focused = small && frame.look.get<StageFocus>() == StageFocus::on;
  if (focused) {
    const float map_height = focus_map_height(frame, area.h);
    scene.map = area.cut_top(map_height);
    const Rect button = draw_focus_button(canvas, title, frame, wishes);
    if (button.w > 0) scene.map.w = button.x - 12 - scene.map.x;
    scene.map_held = &map_held_;
    scene.map_frame = &frame;
    area.cut_top(4);
  }
  scene.legend = area.cut_bottom(legend_height(scene));
  if (scene.launch.kind != BinsKind::scatter) scene.head = area.cut_top(size + 12);
  if (small && !focused) {
    const Rect button = draw_focus_button(canvas, scene.head, frame, wishes);
    if (button.w > 0) scene.head.w = button.x - 12 - scene.head.x;
  }
  scene.room = area;
  if (!focused || !leaves_focus(all, frame, wishes)) {
    zoom_.look({.id = info.id,
                .room = area,
                .size = growing_across(area),
                .most = most_bins_zoom,
                .present = part_of_now(scene, area)},
               frame, wishes);
  }
  inner.pointer = zoom_.within(frame.pointer);
  scene.enlarged = static_cast<float>(zoom_.place().factor);
  draw_bins(canvas, scene, focused ? area : zoom_.whole(), wishes);
  zoom_.draw_chip(canvas, area.inset(0, 4), frame, wishes);
}

}  // namespace warpscope
