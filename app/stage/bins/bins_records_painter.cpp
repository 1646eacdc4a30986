#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/follow/pin.hpp"
#include "app/layout/shade_range.hpp"
#include "app/stage/bins/bins_equation.hpp"
#include "app/stage/bins/bins_scene.hpp"
#include "app/stage/stage_text.hpp"
#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/fault_parts.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/table_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float least_between = 28;          // pixels for the lines from equation to equation
constexpr std::uint32_t most_nodes = 16384;  // of a step that are looked at
constexpr float least_framed = 8;            // gaps of narrower cells would be an uneven pattern

/// Records before a step above, the records that the step makes below, with a line from each record
/// to those that are made from it.
class RecordsPainter {
 public:
  RecordsPainter(Canvas& canvas, const BinsScene& scene, Rect area);
  void draw(Wishes& wishes);
  void hover(Wishes& wishes) const;

 private:
  /// A row of the strip and a record.
  using Place = std::pair<std::size_t, std::int64_t>;
  struct Link {
    bool now = false, done = false;
  };

  [[nodiscard]] std::optional<Place> place(int array, ElementIndex index) const;
  [[nodiscard]] Rect cell(Rect strip, Place at) const;
  void place_table(Rect& area, float least);
  void look_at_step();
  void draw_strip(Rect strip, const std::map<Place, std::uint32_t>& nodes, bool below);
  /// How the values of each array are written: all of them, or none.
  void choose_texts();
  void draw_cell(Rect box, std::size_t row, std::uint32_t n, bool below);
  [[nodiscard]] std::set<std::int64_t> linked() const;
  void draw_links();
  void draw_equations();
  void draw_labels(Rect strip);
  /// An array's name, and how its values are written.
  [[nodiscard]] std::string label(std::size_t row) const;

  Canvas& canvas_;
  const BinsScene& scene_;
  const Records& records_;
  EquationTable followed_;
  Rect upper_, lower_, numbers_,
      table_;  // the table of what is followed: empty if there is no room
  float gutter_ = 0;
  std::map<Place, std::uint32_t> sources_, results_;  // nodes; sources are versions of before
  std::map<std::pair<std::int64_t, std::int64_t>, Link> links_;  // from record, to record
  ShadeRange values_;
  std::vector<TableText> texts_;  // per array
  TextStyle style_;               // of them
};

RecordsPainter::RecordsPainter(Canvas& canvas, const BinsScene& scene, Rect area)
    : canvas_(canvas), scene_(scene), records_(scene.launch.records), followed_(canvas, scene) {
  const float size = scene.text_size;
  const auto rows = static_cast<float>(records_.arrays.size());
  place_table(area, 2 * rows * (size + 5) + least_between + size + 8);
  numbers_ = area.cut_bottom(size + 8);
  const float strip = std::clamp(area.h * 0.3F, rows * (size + 3), rows * (size + 14));
  upper_ = area.cut_top(strip);
  lower_ = area.cut_bottom(strip);
  look_at_step();
  choose_texts();
  for (std::size_t row = 0; row < records_.arrays.size(); ++row) {
    gutter_ = std::max(gutter_, canvas.width(label(row), scene.strong({})));
  }
  for (Rect* const part : {&upper_, &lower_, &numbers_}) part->cut_left(gutter_ + 8);
}

/// Below the equations where these keep enough room, else beside them; `least`: their height.
void RecordsPainter::place_table(Rect& area, float least) {
  if (scene_.enlarged > 1) return;
  constexpr float gap = 20, least_beside = 100;
  if (area.h - followed_.height() - gap >= least) {
    table_ = area.cut_bottom(followed_.height());
    area.cut_bottom(gap);
    table_.cut_left(std::max(0.0F, (table_.w - followed_.width()) / 2));
  } else if (area.w - followed_.width() - gap >= least_beside) {
    table_ = area.cut_right(followed_.width());
    area.cut_right(gap);
  }
}

std::string RecordsPainter::label(std::size_t row) const {
  const std::string& name = name_in(scene_.trace(), launch_of(scene_.frame), records_.arrays[row]);
  const std::string sign = row < texts_.size() ? texts_[row].sign() : "";
  return sign.empty() ? name : name + " " + sign;
}

std::optional<RecordsPainter::Place> RecordsPainter::place(int array, ElementIndex index) const {
  const auto row = std::ranges::find(records_.arrays, array);
  if (row == records_.arrays.end() || index < 0) return std::nullopt;
  return Place{static_cast<std::size_t>(row - records_.arrays.begin()), index % records_.period};
}

Rect RecordsPainter::cell(Rect strip, Place at) const {
  const float w = strip.w / static_cast<float>(records_.records);
  const float h = strip.h / static_cast<float>(records_.arrays.size());
  return {strip.x + w * static_cast<float>(at.second), strip.y + h * static_cast<float>(at.first),
          w, h};
}

void RecordsPainter::look_at_step() {
  const Dataflow& flow = scene_.document.flow;
  const std::uint32_t step = scene_.access().step;
  const std::uint32_t first = flow.first_node_of_step[step];
  const std::uint32_t end = std::min(flow.first_node_of_step[step + 1], first + most_nodes);
  for (std::uint32_t n = first; n < end; ++n) {
    const FlowNode& node = flow.nodes[n];
    const auto to = place(node.array, node.index);
    if (node.origin || !to) continue;
    results_[*to] = n;
    const auto words = value_of(scene_.trace(), flow, node);
    if (!words.empty()) values_.add(numeric_value(scene_.array(node.array).type, words));
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      const auto from = place(flow.edges[e].array, flow.edges[e].index);
      if (!from) continue;
      if (flow.edges[e].source != FlowEdge::no_node) sources_[*from] = flow.edges[e].source;
      Link& link = links_[{from->second, to->second}];
      link.done = link.done || node.access < scene_.frame.access;
      link.now = link.now || node.access == scene_.frame.access ||
                 flow.edges[e].load_access == scene_.frame.access;
    }
  }
}

void RecordsPainter::choose_texts() {
  std::vector<NumberSpread> ranges(records_.arrays.size());
  for (const auto* nodes : {&sources_, &results_}) {
    for (const auto& [at, n] : *nodes) {
      const auto words = value_of(scene_.trace(), scene_.document.flow, scene_.node(n));
      if (words.empty()) continue;
      ranges[at.first].add(numeric_value(scene_.array(scene_.node(n).array).type, words));
    }
  }
  const float height = upper_.h / static_cast<float>(records_.arrays.size());
  // The labels are as wide as the texts need.
  const float labels = canvas_.width("a ×10^-3", scene_.strong({})) + 8;
  const float width = (upper_.w - labels) / static_cast<float>(records_.records);
  std::size_t most = 0;
  for (const float smaller : {0.0F, 1.0F, 2.0F}) {
    TextStyle style = scene_.digits({});
    style.size -= smaller;
    if (height < style.size + 2) continue;
    const int room = static_cast<int>((width - 2.5F) / canvas_.width("0", style));
    std::vector<TableText> texts;
    for (const NumberSpread& range : ranges) texts.push_back(table_text(range, room));
    const auto whole = static_cast<std::size_t>(
        std::ranges::count_if(texts, [](const TableText& text) { return text.whole(); }));
    const auto fit = static_cast<std::size_t>(std::ranges::count(texts, true, &TableText::fits));
    const std::size_t score = 100 * fit + whole;
    if (!texts_.empty() && score <= most) continue;
    most = score;
    texts_ = std::move(texts);
    style_ = style;
  }
}

void RecordsPainter::draw_cell(Rect box, std::size_t row, std::uint32_t n, bool below) {
  const Theme& theme = scene_.theme();
  const FlowNode& node = scene_.node(n);
  const Array& array = scene_.array(node.array);
  const std::uint32_t now = scene_.frame.access;
  const bool made = node.access < now || (node.access == now && scene_.frame.motion >= 1);
  if (below && !made) {
    canvas_.fill(box, theme.raised);
    if (box.w >= least_framed) canvas_.stroke(box, mix(theme.panel, theme.muted, 0.6F));
    return;
  }
  const auto words = value_of(scene_.trace(), scene_.document.flow, node);
  const float t = words.empty() ? 0.5F : values_.log_share(numeric_value(array.type, words));
  const bool present = below && node.access == now;
  const Access& access = scene_.access();
  const bool read = !below && access.operation == Operation::load && access.array == node.array &&
                    std::ranges::count(scene_.trace().lane_indices(access), node.index) > 0;
  // What is followed stands out.
  const bool faint = table_.w > 0 && node.index % records_.period != followed_.record();
  const float share = (faint ? 0.15F : 0.45F) + (faint ? 0.3F : 0.4F) * t;
  canvas_.fill(box, present ? theme.now : mix(theme.raised, theme.active, share),
               box.w > 8 ? 2.0F : 0.0F);
  if (read) mark_read(canvas_, scene_, box);
  if (texts_.empty() || !texts_[row].fits || words.empty()) return;
  style_.color = present ? theme.on_accent : theme.text;
  canvas_.text(box.center(), texts_[row].write(array.type, words), style_, Align::center);
}

void RecordsPainter::draw_strip(Rect strip, const std::map<Place, std::uint32_t>& nodes,
                                bool below) {
  const Theme& theme = scene_.theme();
  const float h = strip.h / static_cast<float>(records_.arrays.size());
  for (std::size_t row = 0; row < records_.arrays.size(); ++row) {  // eliminated ones fade
    canvas_.fill({strip.x, strip.y + h * static_cast<float>(row) + 1, strip.w, h - 2},
                 mix(theme.panel, theme.raised, 0.7F), 2);
  }
  for (const auto& [at, node] : nodes) {
    const Rect whole = cell(strip, at);
    draw_cell(whole.inset(whole.w >= least_framed ? 0.75F : 0.0F, 1), at.first, node, below);
  }
  if (table_.w > 0) {
    const Rect top = cell(strip, {0, followed_.record()});
    const float w = std::max(top.w, 3.0F);
    canvas_.stroke(Rect{top.center().x - w / 2, strip.y, w, strip.h}.inset(-1), theme.text, 1.5F,
                   3);
  }
  draw_labels(strip);
}

void RecordsPainter::draw_labels(Rect strip) {
  if (strip.h / static_cast<float>(records_.arrays.size()) < scene_.text_size + 2) return;
  for (std::size_t row = 0; row < records_.arrays.size(); ++row) {
    const float y = cell(strip, {row, 0}).center().y;
    canvas_.text({strip.x - 8, y}, label(row), scene_.strong(scene_.theme().muted), Align::right);
  }
}

/// The equations whose links are drawn: a regular part if all would be a grey pattern, and always
/// one of the present access.
std::set<std::int64_t> RecordsPainter::linked() const {
  constexpr float apart = 12;  // pixels from one equation to the next
  std::set<std::int64_t> made, now;
  for (const auto& [records, link] : links_) {
    made.insert(records.second);
    if (link.now) now.insert(records.second);
  }
  const auto fits = std::max<std::size_t>(1, static_cast<std::size_t>(lower_.w / apart));
  const std::size_t every = (made.size() + fits - 1) / std::max<std::size_t>(1, fits);
  std::set<std::int64_t> chosen;
  std::size_t i = 0;
  for (const std::int64_t column : made) {
    if (i++ % std::max<std::size_t>(1, every) == 0) chosen.insert(column);
  }
  if (!now.empty()) chosen.insert(*now.begin());
  return chosen;
}

void RecordsPainter::draw_links() {
  const Theme& theme = scene_.theme();
  const std::set<std::int64_t> chosen = linked();
  const auto rows = records_.arrays.size();
  const float motion = scene_.frame.motion;
  for (const bool now : {false, true}) {
    for (const auto& [records, link] : links_) {
      if (link.now != now || !chosen.contains(records.second)) continue;
      const Point from{cell(upper_, {rows - 1, records.first}).center().x, upper_.bottom() + 2};
      const Point to{cell(lower_, {0, records.second}).center().x, lower_.y - 2};
      const Color color = link.now    ? mix(theme.panel, theme.now, 0.8F)
                          : link.done ? mix(theme.panel, theme.active, 0.55F)
                                      : theme.hairline;
      canvas_.line(from, to, color, link.now ? 1.25F : 1.0F);
      if (!now || motion >= 1) continue;
      canvas_.circle({from.x + (to.x - from.x) * motion, from.y + (to.y - from.y) * motion}, 3,
                     theme.now);
    }
  }
}

void RecordsPainter::draw(Wishes& wishes) {
  const Theme& theme = scene_.theme();
  const Trace& trace = scene_.trace();
  const Rect& head = scene_.head;
  std::set<std::int64_t> made;
  for (const auto& [at, node] : results_) made.insert(at.second);
  const std::string label = step_label(trace, trace.steps[scene_.access().step]);
  const float used =
      canvas_.text_fit({head.x, head.center().y}, label, scene_.strong(theme.now), head.w * 0.5F);
  const std::string text = made.empty()
                               ? tr("this step makes nothing of the equations")
                               : tr("{0} of {1} columns are made anew; those left out are faded",
                                    made.size(), records_.records);
  canvas_.text_fit({head.right(), head.center().y}, text, scene_.words(theme.muted),
                   head.w - used - 16, Align::right);
  draw_equations();
  if (table_.w > 0) followed_.draw(canvas_, table_, wishes);
  draw_bins_legend(canvas_, scene_, scene_.legend,
                   {{tr("read now"), theme.now, false},
                    {tr("written now"), theme.now},
                    {tr("takes part"), mix(theme.raised, theme.active, 0.6F)},
                    {tr("to come"), mix(theme.panel, theme.muted, 0.6F), false}},
                   tr("above: before the step, below: after it"));
}

void RecordsPainter::draw_equations() {
  const Theme& theme = scene_.theme();
  const Clip clip(canvas_, scene_.room);
  draw_links();
  draw_strip(upper_, sources_, false);
  draw_strip(lower_, results_, true);
  for (const FaultMark* const fault : faults_here(scene_.document, scene_.frame)) {
    const auto at = fault->array < 0 ? std::nullopt : place(fault->array, fault->index);
    if (!at) continue;
    const bool made = results_.contains(*at);
    if (made || sources_.contains(*at)) {
      draw_fault_frame(canvas_, cell(made ? lower_ : upper_, *at), theme);
    }
  }
  if (sources_.empty()) {
    canvas_.text_fit(upper_.center(), tr("no value from before this step goes into it"),
                     scene_.words(theme.muted), upper_.w, Align::center);
  }
  const TextStyle style = scene_.digits(theme.muted);
  const float w = numbers_.w / static_cast<float>(records_.records);
  const float widest = canvas_.width(std::to_string(records_.records), style) + 10;
  std::int64_t apart = 1;
  while (w * static_cast<float>(apart) < widest) apart *= 2;
  for (std::int64_t r = 0; r < records_.records; r += apart) {
    const std::string number = std::to_string(r);
    const float half = canvas_.width(number, style) / 2;
    const float x = std::max(numbers_.x + w * (static_cast<float>(r) + 0.5F), numbers_.x + half);
    if (x + half > numbers_.right()) continue;
    canvas_.text({x, numbers_.center().y + 1}, number, style, Align::center);
  }
}

void RecordsPainter::hover(Wishes& wishes) const {
  for (const bool below : {false, true}) {
    const Rect strip = below ? lower_ : upper_;
    const auto rows = static_cast<float>(records_.arrays.size());
    const float width = strip.w / static_cast<float>(records_.records), height = strip.h / rows;
    for (const auto& [place, node] : below ? results_ : sources_) {
      const float x = strip.x + width * static_cast<float>(place.second);
      const float y = strip.y + height * static_cast<float>(place.first);
      scene_.frame.pointer.tell({.rect = {x, y, width, height}, .key = std::uint64_t{node} + 1});
    }
  }
  if (!scene_.frame.pointer.inside) return;
  const Point at = scene_.frame.pointer.at;
  for (const bool below : {false, true}) {
    const Rect strip = below ? lower_ : upper_;
    if (!strip.contains(at)) continue;
    const auto rows = static_cast<float>(records_.arrays.size());
    const Place place{static_cast<std::size_t>((at.y - strip.y) / strip.h * rows),
                      static_cast<std::int64_t>((at.x - strip.x) / strip.w *
                                                static_cast<float>(records_.records))};
    const auto& nodes = below ? results_ : sources_;
    const auto found = nodes.find(place);
    if (found == nodes.end()) {
      wishes.tooltip = tr("element {} takes no part in this step", place.second);
      return;
    }
    const FlowNode& node = scene_.node(found->second);
    const bool other = table_.w > 0 && place.second != followed_.record();
    wishes.tooltip = cell_text(scene_.trace(), launch_of(scene_.frame), node.array, node.index);
    const std::string value = node_value(scene_.trace(), scene_.document.flow, node);
    if (!value.empty()) wishes.tooltip += " = " + value;
    wishes.tooltip += "\n" + describe_writer(scene_.trace(), node.access, node.index);
    if (node.access > scene_.frame.access) add_line(wishes.tooltip, tr("Still to come."));
    if (other) add_line(wishes.tooltip, tr("Click: follow equation {}.", place.second));
    if (scene_.frame.pointer.pressed && other) {
      wishes.pin = cell_pin(scene_.trace(), node.array, node.index);
    } else if (scene_.frame.pointer.pressed) {
      wishes.seek = node.access;
    }
    if (scene_.frame.pointer.menu) wishes.menu = node_menu(scene_.frame, found->second);
  }
}

}  // namespace

void draw_records(Canvas& canvas, const BinsScene& scene, Rect area, Wishes& wishes) {
  RecordsPainter painter(canvas, scene, area);
  painter.draw(wishes);
  painter.hover(wishes);
}

}  // namespace warpscope
