#include "app/panes/multiprocessor/memory_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/panes/multiprocessor/memory_layout.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& each : names) text += (text.empty() ? "" : ", ") + each;
  return text;
}

/// What all parts of the page are drawn with.
struct MemoryScene {
  const DeviceRecord& record;
  const Frame& frame;
  ArraysByMemory used;  ///< by the run
  float text = 12;
  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] bool points_at(Rect rect) const { return frame.pointer.over(rect); }
  /// "counts" or "in, out": what the run has in a memory; empty: nothing.
  [[nodiscard]] std::string arrays_in(const std::string& memory) const {
    const auto found = used.find(memory);
    return found == used.end() ? "" : joined(found->second);
  }
};

/// "local counts": arrays of the run, in a memory of device_memories().
std::string arrays_text(std::string_view memory, const std::string& arrays) {
  // Translators: the memory in which the run has arrays, and their names.
  if (memory == "global") return tr("global {} (from a cache or the device)", arrays);
  if (memory == "shared") return tr("shared {}", arrays);
  if (memory == "constant") return tr("constant {}", arrays);
  if (memory == "local") return tr("local {}", arrays);
  return fmt::format("{} {}", memory_kind(memory), arrays);
}

/// Which memories the run uses, in words that claim neither a size nor a cache: rows do.
std::string used_text(const MemoryScene& scene) {
  std::string text;
  for (const MeasuredMemory& memory : device_memories()) {
    const std::string arrays = scene.arrays_in(std::string(memory.id));
    if (arrays.empty()) continue;
    if (!text.empty()) text += "; ";
    text += arrays_text(memory.id, arrays);
  }
  return text.empty() ? "" : tr("this run: {}", text);
}

std::string row_title(const MemoryRow& row) {
  // "constant, 1 KiB": what the bytes are read as does not fit beside them.
  std::string text(row.footprint ? memory_kind(row.memory) : memory_title(row.memory));
  if (row.footprint) {
    text += ", " + binary_text(static_cast<double>(row.latency->bytes));
  }
  return text;
}

/// Whether a memory is shared memory, or lies in the L1 cache beside it.
bool divides_with_l1(std::string_view memory) {
  return memory == "shared" || memory == "local" || memory == "first_level" || memory == "texture";
}

std::string_view split_text() {
  return tr("shared memory and L1 cache divide one memory: a slider on the page Occupancy (Alt O)");
}

std::string row_tooltip(const MemoryScene& scene, const MemoryRow& row) {
  std::string text = row_title(row);
  // Translators: of both messages, numbers with a fraction and bytes.
  if (row.latency != nullptr) {
    text += '\n' + tr("a load, each at the address that the last gave: {0} cycles over {1}",
                      fixed_text(row.latency->cycles, 1),
                      binary_text(static_cast<double>(row.latency->bytes)));
  }
  if (row.bandwidth != nullptr) {
    text += '\n' + tr("{0} bytes a cycle to each multiprocessor, {1} to all",
                      fixed_text(row.bandwidth->bytes_per_cycle, 1),
                      bandwidth_text(row.bandwidth->gigabytes_per_second));
  }
  if (const std::string arrays = scene.arrays_in(row.memory); !arrays.empty()) {
    // Translators: "global", and the names of arrays.
    text += '\n' + tr("{0} memory of this run: {1}", memory_kind(row.memory), arrays);
  }
  if (divides_with_l1(row.memory)) text += fmt::format("\n{}", split_text());
  return text + '\n' + measured_text(scene.record);
}

/// Whether there is room for the bandwidth of all multiprocessors together.
bool shows_totals(const MemoryPageLayout& at, const MemoryScene& scene) {
  return at.bandwidth_figures.w >= scene.text * 8;
}

void draw_memory_heads(Canvas& canvas, const MemoryPageLayout& at, const MemoryScene& scene) {
  const TextStyle style{Face::sans, scene.text, scene.theme().muted};
  const float y = at.heads.center().y;
  const float left = at.latency_figures.right() - at.latency.x;
  const float right = at.bandwidth_figures.right() - at.bandwidth.x;
  const auto fitting = [&](std::string_view full, std::string_view brief, float room) {
    return canvas.width(full, style) <= room ? full : brief;
  };
  canvas.text_fit({at.latency.x, y}, fitting(tr("latency of a load, cycles"), tr("cycles"), left),
                  style, left);
  const bool both = shows_totals(at, scene);
  const std::string_view full = both ? tr("bandwidth: bytes per cycle per SM; whole GPU")
                                     : tr("bandwidth: bytes per cycle per SM");
  const std::string_view brief =
      both ? tr("bytes per cycle per SM; whole GPU") : tr("bytes per cycle per SM");
  const std::string_view least = tr("bytes per cycle");
  canvas.text_fit({at.bandwidth.x, y}, fitting(full, fitting(brief, least, right), right), style,
                  right);
}

void draw_memory_row(Canvas& canvas, const MemoryPageLayout& at, const MemoryScene& scene,
                     Rect line, const MemoryRow& row, double most_cycles, double most_bytes) {
  const Theme& theme = scene.theme();
  const float y = line.center().y;
  const float bar = std::clamp(at.row * 0.55F, 6.0F, 16.0F);
  const TextStyle figure{Face::mono, scene.text, theme.text};
  canvas.text_fit({at.names.x, y}, row_title(row), {Face::sans, scene.text, theme.text},
                  at.names.w);
  const auto draw_bar = [&](Rect column, double share, Color color) {
    const float width = std::max(1.0F, column.w * static_cast<float>(share));
    canvas.fill({column.x, y - bar / 2, width, bar}, color, 1);
  };
  if (row.latency != nullptr) {
    draw_bar(at.latency, row.latency->cycles / most_cycles, theme.now);
    canvas.text({at.latency_figures.right(), y}, figure_text(row.latency->cycles), figure,
                Align::right);
  }
  if (row.bandwidth == nullptr) {
    canvas.text_fit({at.bandwidth.x, y}, tr("not measured"), {Face::sans, scene.text, theme.muted},
                    at.bandwidth_figures.right() - at.bandwidth.x);
    return;
  }
  draw_bar(at.bandwidth, row.bandwidth->bytes_per_cycle / most_bytes, theme.active);
  canvas.text({at.bandwidth_figures.x + scene.text * 3.6F, y},
              figure_text(row.bandwidth->bytes_per_cycle), figure, Align::right);
  if (!shows_totals(at, scene)) return;
  canvas.text({at.bandwidth_figures.right(), y},
              bandwidth_text(row.bandwidth->gigabytes_per_second),
              {Face::mono, scene.text, theme.muted}, Align::right);
}

void draw_memories(Canvas& canvas, const MemoryPageLayout& at, const MemoryScene& scene,
                   std::span<const MemoryRow> rows, Wishes& wishes) {
  double most_cycles = 1, most_bytes = 1;
  for (const MemoryRow& row : rows) {
    if (row.latency != nullptr) most_cycles = std::max(most_cycles, row.latency->cycles);
    if (row.bandwidth != nullptr) most_bytes = std::max(most_bytes, row.bandwidth->bytes_per_cycle);
  }
  draw_memory_heads(canvas, at, scene);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Rect line = at.line(i);
    if (line.bottom() > at.names.bottom() + 1) break;
    if (scene.points_at(line)) {
      canvas.fill(line, scene.theme().raised, 2);
      wishes.tooltip = row_tooltip(scene, rows[i]);
      wishes.about = line;
      if (divides_with_l1(rows[i].memory) && scene.frame.pointer.pressed) {
        wishes.command = "multiprocessor.occupancy";
      }
    }
    draw_memory_row(canvas, at, scene, line, rows[i], most_cycles, most_bytes);
  }
}

/// The way to the slider that divides shared memory from the L1 cache.
void draw_split(Canvas& canvas, Rect row, const MemoryScene& scene, Wishes& wishes) {
  const TextStyle style{Face::sans, scene.text, scene.theme().active};
  std::string_view text = split_text();
  if (canvas.width(text, style) > row.w) {
    text = tr("shared memory and L1: a slider of Occupancy (Alt O)");
  }
  canvas.text_fit({row.x, row.center().y}, text, style, row.w);
  const Rect button{row.x, row.y, std::min(row.w, canvas.width(text, style)), row.h};
  if (!scene.points_at(button)) return;
  wishes.tooltip = tr("click: Occupancy");
  if (scene.frame.pointer.pressed) wishes.command = "multiprocessor.occupancy";
}

/// The plot of the curve within its area.
struct FootprintPlot {
  Rect box;
  const FootprintCurve& curve;
  [[nodiscard]] Point at(double bytes, double cycles) const {
    return {box.x + box.w * curve.bytes.share(bytes),
            box.bottom() - box.h * curve.cycles.share(cycles)};
  }
};

void draw_footprint_axes(Canvas& canvas, const FootprintPlot& plot, const MemoryScene& scene) {
  const TextStyle style{Face::mono, scene.text, scene.theme().muted};
  const int most = std::clamp(static_cast<int>(plot.box.h / (scene.text * 2.4F)), 1, 6);
  for (const double tick : plot.curve.cycles.ticks(most)) {
    const float y = plot.at(plot.curve.bytes.low, tick).y;
    canvas.line({plot.box.x, y}, {plot.box.right(), y}, scene.theme().hairline);
    canvas.text({plot.box.x - 6, y}, axis_text(tick), style, Align::right);
  }
  // Every so many footprints as their names have room.
  float widest = 0;
  for (const LatencyFigure* point : plot.curve.points) {
    widest = std::max(widest, canvas.width(binary_text(static_cast<double>(point->bytes)), style));
  }
  const auto fit =
      static_cast<std::size_t>(std::max(1.0F, plot.box.w / (widest + scene.text * 1.5F)));
  const std::size_t every = (plot.curve.points.size() + fit - 1) / fit;
  for (std::size_t i = 0; i < plot.curve.points.size(); i += every) {
    const auto bytes = static_cast<double>(plot.curve.points[i]->bytes);
    canvas.text({plot.at(bytes, plot.curve.cycles.low).x, plot.box.bottom() + scene.text},
                binary_text(bytes), style, Align::center);
  }
}

/// A level of the hierarchy: a line at its measured latency, as far as the curve follows it, and its
/// name.
void draw_level(Canvas& canvas, const FootprintPlot& plot, const MemoryScene& scene,
                std::string_view name, double cycles) {
  const Theme& theme = scene.theme();
  const float y = plot.at(plot.curve.bytes.low, cycles).y;
  canvas.line({plot.box.x, y}, {plot.box.right(), y}, theme.other, 1.5F * theme.pen);
  const std::string text = fmt::format("{} {}", name, figure_text(cycles));
  const double end = plot.curve.holds(cycles);
  const TextStyle style{Face::sans_bold, scene.text, theme.other};
  // On the side where the curve does not run.
  const bool left = plot.at(end, cycles).x > plot.box.center().x;
  canvas.text({left ? plot.box.x + 4 : plot.box.right() - 4, y - scene.text * 0.9F}, text, style,
              left ? Align::left : Align::right);
}

void draw_footprints(Canvas& canvas, Rect area, const MemoryScene& scene, Wishes& wishes) {
  const FootprintCurve curve = footprint_curve(scene.record);
  if (curve.points.size() < 2) return;
  const Theme& theme = scene.theme();
  const float text = scene.text;
  canvas.text_fit({area.x, area.cut_top(text * 1.6F).center().y},
                  tr("a load from global memory: latency, cycles, by bytes visited"),
                  {Face::sans, text, theme.muted}, area.w);
  area.cut_bottom(text * 1.8F);
  area.cut_left(text * 3.2F);
  const float top = area.cut_top(text * 1.4F).center().y;  // of words above the highest level
  const FootprintPlot plot{area, curve};
  draw_footprint_axes(canvas, plot, scene);
  if (curve.second_level_bytes > curve.bytes.low && curve.second_level_bytes < curve.bytes.high) {
    const float x = plot.at(curve.second_level_bytes, 1).x;
    canvas.line({x, top}, {x, area.bottom()}, theme.faint);
    const std::string holds = tr("L2 holds {}", binary_text(curve.second_level_bytes));
    const TextStyle style{Face::sans, text, theme.muted};
    // Below the L2 cache's level, where the curve does not run; on a ground of its own among the
    // lines across.
    const float width = canvas.width(holds, style);
    const float y = plot.at(1, curve.second_level.value_or(curve.cycles.high)).y + text * 1.2F;
    if (x - area.x > 2 * width && y + text < area.bottom()) {
      canvas.fill({x - 8 - width, y - text * 0.7F, width + 4, text * 1.4F}, theme.panel);
      canvas.text({x - 6, y}, holds, style, Align::right);
    }
  }
  if (curve.first_level) {
    draw_level(canvas, plot, scene, tr("L1 cache"), *curve.first_level);
  }
  if (curve.second_level) {
    draw_level(canvas, plot, scene, tr("L2 cache"), *curve.second_level);
  }
  const LatencyFigure& last = *curve.points.back();
  draw_level(canvas, plot, scene, tr("device memory"), last.cycles);
  std::vector<Point> points;
  for (const LatencyFigure* point : curve.points) {
    points.push_back(plot.at(static_cast<double>(point->bytes), point->cycles));
  }
  canvas.polyline(points, theme.now, 2 * theme.pen);
  std::size_t nearest = points.size();
  float reach = text * 2;
  for (std::size_t i = 0; i < points.size(); ++i) {
    canvas.circle(points[i], 3, theme.now);
    scene.frame.pointer.tell({.rect = {points[i].x - 5, points[i].y - 5, 10, 10}});
    if (!scene.frame.pointer.inside) continue;
    const float away =
        std::hypot(points[i].x - scene.frame.pointer.at.x, points[i].y - scene.frame.pointer.at.y);
    if (away >= reach) continue;
    reach = away;
    nearest = i;
  }
  if (nearest == points.size()) return;
  canvas.ring(points[nearest], 6, theme.text, 1.5F);
  wishes.tooltip = tr("{0}: {1} cycles a load\n{2}",
                      binary_text(static_cast<double>(curve.points[nearest]->bytes)),
                      fixed_text(curve.points[nearest]->cycles, 1), measured_text(scene.record));
}

}  // namespace

std::string_view MemoryPage::title() const { return tr("Memory"); }

bool MemoryPage::shows(const DeviceRecord& record) const {
  return !record.latencies.empty() || !record.memories.empty();
}

std::string MemoryPage::heading(const DeviceRecord& record) const {
  return tr("Latency and bandwidth of each memory, measured: {}", record.device.name);
}

void MemoryPage::draw_record(Canvas& canvas, Rect area, const DeviceRecord& record,
                             const Frame& frame, Wishes& wishes) {
  const bool runs = frame.document != nullptr;
  const MemoryScene scene{record, frame,
                          runs ? arrays_by_memory(*frame.document->trace) : ArraysByMemory{},
                          type_scale(frame.lecture).small};
  const std::string used = used_text(scene);
  const bool own_line = area.h > scene.text * 10;  // in a low pane it stands above the names
  if (own_line && !used.empty()) {
    const Rect line = area.cut_top(scene.text * 1.5F);
    draw_parts(canvas, {line.x, line.center().y}, used,
               {Face::sans, scene.text, scene.theme().text}, line.w);
  }
  std::vector<MemoryRow> rows = memory_rows(record);
  const float least = static_cast<float>(rows.size()) * scene.text * 1.4F;
  if (area.h < least + scene.text * 1.6F) put_used_first(rows, scene.used);  // not all have room
  MemoryPageLayout at = memory_page_layout(area, rows.size(), scene.text);
  Rect rest = area;
  const Rect split = rest.cut_bottom(scene.text * 1.8F);
  const MemoryPageLayout with_split = memory_page_layout(rest, rows.size(), scene.text);
  const bool curve = at.curve.h > 0;
  const bool room =
      area.h >= least + scene.text * 4 && (!curve || with_split.curve.h >= scene.text * 15);
  if (room) at = with_split;
  draw_memories(canvas, at, scene, rows, wishes);
  if (!own_line) {
    draw_parts(canvas, {at.names.x, at.heads.center().y}, used,
               {Face::sans, scene.text, scene.theme().text}, at.names.w);
  }
  if (at.curve.h > 0) draw_footprints(canvas, at.curve, scene, wishes);
  if (room) draw_split(canvas, split, scene, wishes);
}

}  // namespace warpscope
