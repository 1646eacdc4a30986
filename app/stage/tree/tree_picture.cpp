#include "app/stage/tree/tree_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "app/look/stage_focus.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Digits of values, and the height of what is drawn around them.
struct ValueSize {
  float text, pill;
};
struct TreeSizes {
  float label, row_least, row_most, ruler;
  std::array<ValueSize, 4> values;  ///< the first that have room are taken
};
constexpr TreeSizes study_tree{12, 16, 72, 20, {{{12, 20}, {12, 15}, {11, 14}, {10, 13}}}};
constexpr TreeSizes lecture_tree{18, 26, 200, 28, {{{18, 26}, {18, 22}, {16, 19}, {14, 17}}}};

constexpr float label_gap = 8;
/// More values than this have no room in a row of any window, unless it is zoomed.
constexpr std::uint32_t most_valued = 256;
constexpr float widest_zoomed = 64;  // pixels: closer than this, there is nothing more to see
constexpr float ruler_needs = 240;   // no ruler in panes lower than this
constexpr float large_rate = 14;     // see Frame::glide
constexpr float done_share = 0.6F;   // of what is large, for the rows down to the present one

/// Height of the line that counts the steps out of sight.
float hidden_line(const TreeSizes& size) { return size.label + 6; }

const TreeSizes& tree_sizes(const Frame& frame) {
  return frame.lecture ? lecture_tree : study_tree;
}

RowSizes row_sizes(const Canvas& canvas, const TreeSizes& size, const ValueSize& value) {
  return {.text = value.text,
          .digit = canvas.width("0", {Face::mono, value.text, {}}),
          .pill = value.pill,
          .least = size.row_least,
          .most = size.row_most,
          .present = 2 * value.pill + 4};
}

std::vector<std::uint8_t> row_digits(const Trace& trace, const Dataflow& flow,
                                     const TreeLayout& layout) {
  std::vector<std::uint8_t> digits;
  for (const TreeRow& row : layout.rows()) {
    std::size_t widest = 0;
    const auto nodes = layout.nodes(row);
    const std::size_t every = row.count / most_valued + 1;  // of more, a regular part tells enough
    for (std::size_t i = 0; i < nodes.size(); i += every) {
      const FlowNode& node = flow.nodes[nodes[i]];
      widest = std::max(widest, node_value(trace, flow, node, shown_value).size());
    }
    digits.push_back(static_cast<std::uint8_t>(std::min<std::size_t>(widest, 255)));
  }
  return digits;
}

/// Whether a value is made on which nothing depends that leaves the block.
bool has_unused(const Dataflow& flow, const TreeLayout& layout) {
  return std::ranges::any_of(layout.rows(), [&](const TreeRow& row) {
    return std::ranges::any_of(layout.nodes(row),
                               [&](std::uint32_t n) { return !flow.nodes[n].live; });
  });
}

/// The longest labels of which all fit into `most`, and the width that they need. The shortest ones
/// are taken even if they do not fit.
std::pair<LabelLength, float> label_column(const Canvas& canvas, const TreeLabels& labels,
                                           float size, float most) {
  const TextStyle style{Face::sans_bold, size, {}};
  for (const LabelLength length : label_lengths) {
    float widest = 0;
    for (const std::string& text : labels.rows(length)) {
      widest = std::max(widest, canvas.width(text, style));
      if (widest > most) break;
    }
    if (widest <= most) return {length, widest};
  }
  return {LabelLength::least, most};
}

/// More rows than this hide how a launch ends and the next begins.
constexpr std::size_t most_rows_of_all_launches = 24;

}  // namespace

TreePicture::Tree::Tree(const Document& document, TreeLayout made)
    : layout(std::move(made)),
      labels(*document.trace, layout.rows()),
      facts(document.flow, layout, row_digits(*document.trace, document.flow, layout)),
      map(layout, *document.trace, document.flow),
      unused(has_unused(document.flow, layout)) {}

const TreePicture::Tree& TreePicture::tree(const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  if (trace.launches.size() < 2 || whole_.layout.rows().size() <= most_rows_of_all_launches) {
    return whole_;
  }
  const std::uint32_t launch = trace.steps[trace.accesses[frame.access].step].launch;
  if (!of_launch_ || launch_ != launch) {
    of_launch_.emplace(*frame.document, TreeLayout(trace, frame.document->flow, launch));
  }
  launch_ = launch;
  return *of_launch_;
}

std::string TreePicture::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || whole_.layout.rows().empty()) return {};
  const TreeLayout& layout = tree(frame).layout;
  const int array = layout.rows().empty() ? -1 : layout.ruled_array(0);
  if (array < 0) return {};
  const auto place = static_cast<std::size_t>(array);
  const bool registers = frame.document->trace->arrays[place].space == Space::registers;
  const TreeTrack& track = layout.tracks()[place];
  const auto last = track.lowest + track.cells - 1;
  // Translators: what the axes of the tree are.
  return registers ? tr("threads {0} … {1} →   steps ↓", track.lowest, last)
                   : tr("addresses {0} … {1} →   steps ↓", track.lowest, last);
}

void TreePicture::on_document(const Document& document) {
  language_ = current_language();
  whole_ = Tree(document, TreeLayout(*document.trace, document.flow));
  of_launch_.reset();
  uses_ = FlowUses(*document.trace, document.flow);
  ancestry_ = {};
  zoom_ = {};
  large_facts_ = {};
  shown_large_.reset();
  facts_of_.reset();
  wanted_.reset();
}

std::uint32_t TreePicture::present_row(const Frame& frame) const {
  const TreeLayout& layout = tree(frame).layout;
  const auto& nodes = frame.document->flow.nodes;
  const auto& accesses = frame.document->trace->accesses;
  const auto next = std::lower_bound(
      nodes.begin(), nodes.end(), frame.access,
      [](const FlowNode& node, std::uint32_t access) { return node.access < access; });
  const std::uint32_t step = accesses[frame.access].step;
  if (next != nodes.end() && next->step == step) {
    return layout.row_of(static_cast<std::uint32_t>(next - nodes.begin()));
  }
  return layout.row_of_step(step);
}

TreeRows TreePicture::place_rows(Canvas& canvas, const Frame& frame, TreeScene& scene,
                                 const RowFacts& facts, float width, bool stretches) const {
  const TreeSizes& size = tree_sizes(frame);
  std::optional<TreeRows> best;
  for (const ValueSize& value : size.values) {
    const RowSizes sizes = row_sizes(canvas, size, value);
    const auto placed = [&](bool stretched) {
      return TreeRows(facts, stretched, sizes, width, scene.plot.h, focus_);
    };
    TreeRows rows = placed(false);
    const float cell =
        width / static_cast<float>(scene.layout.cells() * std::max(1, scene.layout.columns()));
    const bool stretched = stretches && scene.layout.can_stretch() && cell < value.pill + 3 &&
                           rows.written() < facts.digits.size();
    if (stretched) rows = placed(true);
    // All values first, then all rows, then large digits.
    const bool better = !best || rows.written() > best->written() ||
                        (rows.written() == best->written() && !best->fit());
    if (!better) continue;
    best = std::move(rows);
    scene.stretched = stretched;
  }
  return *std::move(best);
}

void TreePicture::enlarge_rows(Canvas& canvas, const Frame& frame, TreeScene& scene) const {
  const auto factor = static_cast<float>(zoom_.place().factor);
  const TreeSizes& size = tree_sizes(frame);
  std::optional<TreeRows> best;
  for (const ValueSize& value : size.values) {
    TreeRows rows = scene.rows.enlarged(tree(frame).facts, scene.stretched,
                                        row_sizes(canvas, size, value), scene.whole.w, factor);
    if (!best || rows.written() > best->written()) best = std::move(rows);
  }
  scene.rows = *std::move(best);
}

TreeScene TreePicture::empty_scene(Canvas& canvas, Rect area, const Frame& frame,
                                   std::uint32_t valued) const {
  const TreeSizes& size = tree_sizes(frame);
  const Tree& shown = tree(frame);
  const auto [length, gutter] = label_column(canvas, shown.labels, size.label, area.w * 0.25F);

  TreeScene scene{*frame.document, frame, shown.layout, ancestry_, uses_, area, {}, {}};
  if (area.h >= ruler_needs) scene.plot.cut_top(size.ruler * (shown.layout.columns() > 1 ? 2 : 1));
  scene.text_size = size.label;
  scene.digit = canvas.width("0", {Face::mono, scene.text_size, {}});
  // A pill around the widest value must not cover labels or leave the pane.
  std::size_t widest = 0;
  for (std::size_t row = 0; row < shown.facts.digits.size(); ++row) {
    if (shown.layout.rows()[row].count <= valued)
      widest = std::max<std::size_t>(widest, shown.facts.digits[row]);
  }
  scene.widest_pill =
      std::max(size.values[0].pill, static_cast<float>(widest) * scene.digit + pill_air);
  scene.gutter = gutter;
  scene.labels = length;
  scene.plot.cut_left(gutter + label_gap + scene.widest_pill / 2);
  scene.plot.cut_right(scene.widest_pill / 2);
  return scene;
}

TreeScene TreePicture::make_scene(Canvas& canvas, Rect area, const Frame& frame) const {
  const TreeSizes& size = tree_sizes(frame);
  const Tree& shown = tree(frame);
  TreeScene scene = empty_scene(canvas, area, frame, most_valued);
  if (shown.unused && area.h >= ruler_needs) scene.plot.cut_bottom(hidden_line(size));
  scene.rows = place_rows(canvas, frame, scene, shown.facts, scene.plot.w, !frame.compared);
  // A line of its own counts the rows that are out of sight, and has the legend.
  if (!scene.rows.fit() && !shown.unused && area.h >= ruler_needs) {
    scene.plot.cut_bottom(hidden_line(size));
  }
  return scene;
}

ZoomPart TreePicture::present_part(const TreeScene& scene, const Frame& frame,
                                   double height) const {
  ZoomPart part = zoom_.part();
  const std::uint32_t row = present_row(frame);
  const auto share = [&](float y) { return static_cast<double>(y) / height; };
  part.top = share(scene.rows.y(row) - scene.rows.gap(row) / 2);
  part.bottom = share(scene.rows.y(row) + scene.rows.gap(row + 1) / 2);
  const FlowUses::Range made = uses_.nodes_of(frame.access);
  double left = 1, right = 0;
  const auto add = [&](std::uint32_t n) {
    if (!scene.layout.has(n)) return;
    const FlowNode& node = scene.node(n);
    const auto x = static_cast<double>(scene.layout.x(node.array, node.index, scene.stretched));
    left = std::min(left, x);
    right = std::max(right, x);
  };
  for (std::uint32_t n = made.first; n < made.end; ++n) add(n);
  if (made.first == made.end) {  // it loads: what will be made of that
    for (const std::uint32_t edge : uses_.edges_of(frame.access)) add(uses_.node_of(edge));
  }
  if (left <= right) {
    part.left = left;
    part.right = right;
  }
  return part;
}

/// Puts the part of the tree into the scene that is in sight.
void TreePicture::look(Canvas& canvas, TreeScene& scene, const Frame& frame, Wishes& wishes,
                       const TreeFocus* large) {
  const double content = std::max(scene.plot.h, scene.rows.content());
  // Nothing scrolls below what is large: there the wheel zooms.
  const double height = large != nullptr ? static_cast<double>(scene.plot.h) : content;
  const ZoomPart present = present_part(scene, frame, content);
  std::optional<ZoomPlace> begins;
  if (large != nullptr) {
    begins = ZoomPlace{1 / std::max(1e-6, large->right - large->left),
                       (large->left + large->right) / 2, (present.top + present.bottom) / 2};
  }
  const double width = scene.plot.w;
  const auto cells =
      static_cast<double>(scene.layout.cells() * std::max(1, scene.layout.columns()));
  zoom_.look(
      {.id = info.id,
       .room = scene.plot,
       .size =
           [=](double factor) {
             return ZoomSize{width * factor, height * factor};
           },
       .most = std::max(8.0, cells * static_cast<double>(widest_zoomed) / std::max(1.0, width)),
       .present = present,
       .large = begins},
      frame, wishes);
  scene.whole = zoom_.whole();
  if (zoom_.place().factor > 1) enlarge_rows(canvas, frame, scene);
  find_visible(scene);
}

void TreePicture::find_visible(TreeScene& scene) const {
  const auto first = scene.rows.first_below(scene.plot.y - scene.whole.y);
  scene.first_row = first > 0 ? first - 1 : 0;
  scene.end_row =
      std::min<std::uint32_t>(scene.rows.first_below(scene.plot.bottom() - scene.whole.y) + 1,
                              static_cast<std::uint32_t>(scene.rows.count()));
}

void TreePicture::turn_to_now(const Frame& frame, Wishes& wishes) {
  const auto present = static_cast<float>(present_row(frame));
  focus_ += (present - focus_) * (placed_ ? frame.glide(10) : 1);
  if (std::abs(present - focus_) < 0.02F) focus_ = present;
  placed_ = true;
  wishes.animate = wishes.animate || focus_ != present;
}

/// To the keys' cursor.
void TreePicture::tell_nodes(const TreeScene& scene, const Frame& frame) {
  for (std::uint32_t row = scene.first_row; row < scene.end_row; ++row) {
    const float half = std::min(scene.pill(), scene.rows.room(row)) / 2;
    for (const std::uint32_t node : scene.layout.nodes(scene.layout.rows()[row])) {
      const Point at{scene.x(node), scene.y_of(node)};
      if (!scene.plot.inset(-half).contains(at)) continue;
      frame.pointer.tell({.rect = {at.x - half, at.y - half, 2 * half, 2 * half},
                          .key = std::uint64_t{node} + 1,
                          .present = scene.time(node) == NodeTime::now});
    }
  }
}

void TreePicture::hover(const TreeScene& scene, const Frame& frame, Wishes& wishes) {
  if (frame.pointer.spots != nullptr) tell_nodes(scene, frame);
  const bool hears = frame.pointer.inside && !zoom_.busy();
  const std::uint32_t node = hears ? node_at(scene, frame.pointer.at) : FlowEdge::no_node;
  if (node == FlowEdge::no_node) {
    ancestry_.clear();
    return;
  }
  ancestry_.follow(frame.document->flow, node);
  wishes.tooltip = describe_node(scene, node);
  if (zoom_.clicked()) wishes.seek = frame.document->flow.nodes[node].access;
  if (frame.pointer.menu) wishes.menu = node_menu(frame, node);
}

void TreePicture::renew_labels(const Document& document) {
  if (language_ == current_language()) return;
  language_ = current_language();
  whole_.labels = TreeLabels(*document.trace, whole_.layout.rows());
  of_launch_.reset();
}

void TreePicture::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr || whole_.layout.rows().empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     tr("Values that the kernel stores or shuffles appear here as a tree."));
    return;
  }
  renew_labels(*frame.document);
  if (&tree(frame) != &whole_ && seen_launch_ != launch_) {
    ancestry_.clear();
    facts_of_.reset();
  }
  seen_launch_ = launch_;
  if (tree(frame).layout.rows().empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     tr("Nothing is stored or shuffled in this launch."));
    return;
  }
  turn_to_now(frame, wishes);
  TreeScene scene = make_scene(canvas, area, frame);
  const bool small = unreadable(scene, area) && has_large(canvas, scene, frame);
  if (small && frame.look.get<StageFocus>() == StageFocus::on) {
    return draw_focus(canvas, area, frame, wishes, std::move(scene));
  }
  shown_large_.reset();
  if (small) {  // the button has a line of its own: below it may be nodes anywhere
    draw_focus_button(canvas, area.cut_top(scene.text_size + 8), frame, wishes);
    area.cut_top(4);
    return draw_whole(canvas, make_scene(canvas, area, frame), area, wishes);
  }
  draw_whole(canvas, std::move(scene), area, wishes);
}

void TreePicture::draw_whole(Canvas& canvas, TreeScene scene, Rect area, Wishes& wishes) {
  const Frame& frame = scene.frame;
  look(canvas, scene, frame, wishes);
  hover(scene, frame, wishes);
  draw_scene(canvas, scene, area);
  zoom_.draw_chip(canvas, scene.plot.inset(0, 4), frame, wishes);
}

void TreePicture::draw_scene(Canvas& canvas, const TreeScene& scene, Rect area) const {
  if (area.h >= ruler_needs || shown_large_) {
    draw_column_names(canvas, scene);
    draw_ruler(canvas, scene);
  }
  draw_hidden(canvas, scene, area);
  draw_labels(canvas, scene, area);  // those of the first and the last row reach beyond the plot
  {
    const Clip clip(canvas, {area.x, scene.plot.y, area.w, scene.plot.h});
    draw_launch_rules(canvas, scene, area.x);
    const Clip columns(canvas, scene.plot.inset(-scene.widest_pill / 2 - 2, 0));
    draw_pads(canvas, scene);
    draw_edges(canvas, scene);
    draw_motion(canvas, scene);
    draw_nodes(canvas, scene);
    draw_tree_faults(canvas, scene);
  }
}

bool TreePicture::unreadable(const TreeScene& whole, Rect area) const {
  if (zoom_.zoomed() || area.h < ruler_needs) return false;
  return whole.rows.written() < tree(whole.frame).facts.valued();
}

bool TreePicture::has_large(Canvas& canvas, const TreeScene& scene, const Frame& frame) {
  if (map_held_) return true;
  choose_large(canvas, scene, frame);
  return holds_sources(large_, tree(frame).layout, frame.document->flow);
}

void TreePicture::choose_large(Canvas& canvas, const TreeScene& scene, const Frame& frame) {
  const Tree& shown = tree(frame);
  const TreeSizes& size = tree_sizes(frame);
  const TreeRoom room{row_sizes(canvas, size, size.values.back()), scene.plot.w};
  const Dataflow& flow = frame.document->flow;
  large_ = choose_tree_focus(shown.layout, shown.facts, *frame.document->trace, flow, frame.access,
                             present_row(frame), room, wanted_);
}

void TreePicture::place_large(Canvas& canvas, TreeScene& scene, const Frame& frame,
                              Wishes& wishes) {
  const auto goal = std::pair(large_.left, large_.right);
  const bool at_once = !shown_large_ || (frame.still && frame.seconds <= 0);
  if (at_once) shown_large_ = goal;
  auto& [left, right] = *shown_large_;
  const double step = static_cast<double>(frame.glide(large_rate));
  left += (goal.first - left) * step;
  right += (goal.second - right) * step;
  if (std::abs(left - goal.first) + std::abs(right - goal.second) < 1e-4) {
    shown_large_ = goal;
  } else {
    wishes.animate = true;
  }
  scene.whole = scene.plot;
  scene.whole.w = scene.plot.w / static_cast<float>(std::max(1e-6, right - left));
  scene.whole.x = scene.plot.x - static_cast<float>(left) * scene.whole.w;
  // Of what is in sight, also while it glides: values must not lie on each other.
  const Tree& shown = tree(frame);
  if (facts_of_ != shown_large_ || large_facts_.digits.size() != shown.facts.digits.size()) {
    large_facts_ = shown.facts.between(frame.document->flow, shown.layout, left, right);
    facts_of_ = shown_large_;
  }
  scene.rows = place_rows(canvas, frame, scene, large_facts_, scene.whole.w, false);
  // The row at work is nearer to the rows that it is made from than to those to come.
  const auto row = static_cast<std::size_t>(focus_);
  const float within = focus_ - static_cast<float>(row);
  const float now =
      scene.rows.y(row) +
      (row + 1 < scene.rows.count() ? within * (scene.rows.y(row + 1) - scene.rows.y(row)) : 0);
  const float most = std::max(0.0F, scene.rows.content() - scene.plot.h);
  scene.whole.y = scene.plot.y - std::clamp(now - scene.plot.h * done_share, 0.0F, most);
  find_visible(scene);
}

void TreePicture::hear_map(const FocusMapStrip& strip, const Frame& frame, Wishes& wishes) {
  const auto place = strip.asked(map_held_, wishes);
  if (!place) return;
  const Tree& shown = tree(frame);
  const std::uint32_t node = shown.map.node(shown.layout, frame.document->flow, *place);
  const FlowNode& made = frame.document->flow.nodes[node];
  wanted_ = static_cast<double>(shown.layout.x(made.array, made.index, false));
  if (made.access != frame.access) wishes.seek = made.access;
}

void TreePicture::draw_focus_title(Canvas& canvas, const TreeScene& scene, Rect strip,
                                   Wishes& wishes) const {
  const Rect button = draw_focus_button(canvas, strip, scene.frame, wishes);
  if (button.w > 0) strip.w = button.x - 12 - strip.x;
  const Trace& trace = *scene.document.trace;
  const int array = scene.node(large_.node).array;
  const bool registers = trace.arrays[static_cast<std::size_t>(array)].space == Space::registers;
  const std::string text =
      // Translators: the part of a tree that is shown large.
      registers ? tr("Threads {0} … {1}, where warp {2} is at work", large_.first, large_.end - 1,
                     large_.warp)
                : tr("{3}[{0} … {1}], where warp {2} is at work", large_.first, large_.end - 1,
                     large_.warp, name_in(trace, launch_of(scene.frame), array));
  canvas.text_fit({strip.x, strip.center().y}, text,
                  {Face::sans_bold, scene.text_size, scene.theme().text}, strip.w);
}

/// `whole`: the picture without focus, from which the wheel zooms.
void TreePicture::draw_focus(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes,
                             TreeScene whole) {
  const TreeSizes& size = tree_sizes(frame);
  const Rect room = area;
  const float map_height = focus_map_height(frame, area.h);
  const Rect map_strip = area.cut_top(map_height);
  area.cut_top(4);
  const Rect title = area.cut_top(size.label + 6);
  TreeScene scene = empty_scene(canvas, area, frame, std::numeric_limits<std::uint32_t>::max());
  if (area.h < ruler_needs) scene.plot.cut_top(size.ruler * (scene.layout.columns() > 1 ? 2 : 1));
  scene.plot.cut_bottom(hidden_line(size));
  choose_large(canvas, scene, frame);
  place_large(canvas, scene, frame, wishes);
  const auto share = [&](float y) {
    const std::uint32_t rows = static_cast<std::uint32_t>(scene.rows.count());
    return static_cast<double>(std::min(rows, scene.rows.first_below(y - scene.whole.y))) / rows;
  };
  const FocusMap map =
      tree(frame).map.at(scene.layout, *frame.document->trace, frame.document->flow, frame.access,
                         large_, share(scene.plot.y), share(scene.plot.bottom()));
  const FocusMapStrip strip(map, map_strip.inset(2, 3), frame);
  hear_map(strip, frame, wishes);
  if (!leaves_focus(room, frame, wishes)) look(canvas, whole, frame, wishes, &large_);
  if (!map_held_ && !map_strip.contains(frame.pointer.at)) hover(scene, frame, wishes);
  strip.draw(canvas, {room.x, title.y - 2, room.w, room.bottom() - title.y + 2});
  draw_focus_title(canvas, scene, title, wishes);
  draw_scene(canvas, scene, area);
}

void TreePicture::draw_hidden(Canvas& canvas, const TreeScene& scene, Rect area) const {
  const Rect line = area.cut_bottom(area.bottom() - scene.plot.bottom());
  if (line.h <= 0) return;
  const auto seen = [&](std::uint32_t row) {
    const float y = scene.y(row), half = scene.text_size / 2;
    return y - half >= scene.plot.y && y + half <= scene.plot.bottom();
  };
  std::uint32_t first = scene.first_row, end = scene.end_row;
  while (first < end && !seen(first)) ++first;
  while (end > first && !seen(end - 1)) --end;
  const TreeLabels& labels = tree(scene.frame).labels;
  const std::uint32_t above = labels.before(first);
  const std::uint32_t below = labels.count() - labels.before(end);
  std::string text;
  if (above > 0) text = tr_n("↑ {} step above", "↑ {} steps above", above);
  if (below > 0) {
    if (!text.empty()) text += "     ";
    text += tr_n("↓ {} more step below", "↓ {} more steps below", below);
  }
  const TextStyle style{Face::sans, scene.text_size, scene.theme().muted};
  const float y = line.bottom() - scene.text_size / 2 - 1;
  const float used = canvas.text_fit({scene.plot.x, y}, text, style, scene.plot.w);
  if (tree(scene.frame).unused) {
    draw_legend(canvas, scene, {line.right(), y},
                line.right() - scene.plot.x - used - 2 * label_gap);
  }
}

/// What grey nodes are. Hollow ones are still to come, as everywhere.
void TreePicture::draw_legend(Canvas& canvas, const TreeScene& scene, Point right, float room) {
  const TextStyle style{Face::sans, scene.text_size, scene.theme().muted};
  // Translators: of grey values in a tree. Nothing that leaves the block depends on them.
  const std::string text = tr("grey: not used later");
  const float mark = scene.text_size, width = canvas.width(text, style);
  if (width + mark + 6 > room) return;
  canvas.text(right, text, style, Align::right);
  canvas.circle({right.x - width - 6 - mark / 2, right.y}, mark / 3,
                mix(scene.theme().panel, scene.theme().muted, 0.55F));
}

void TreePicture::draw_labels(Canvas& canvas, const TreeScene& scene, Rect area) const {
  const TreeLabels& labels = tree(scene.frame).labels;
  const auto names = labels.rows(scene.labels);
  const auto rows = scene.layout.rows();
  const std::uint32_t present = scene.present_step();
  const float half = 0.65F * scene.text_size;  // of a line
  const auto place = [&](float y, const std::string& text, bool now) {
    if (text.empty() || y - half < area.y || y + half > area.bottom()) return;
    const Theme& theme = scene.theme();
    canvas.text_fit(
        {area.x + scene.gutter, y}, text,
        {now ? Face::sans_bold : Face::sans, scene.text_size, now ? theme.now : theme.muted},
        scene.gutter, Align::right, Cut::middle);
  };
  for (std::uint32_t row = scene.first_row; row < scene.end_row; ++row) {
    const float y = scene.y(row);
    if (y < scene.plot.y - 1 || y > scene.plot.bottom() + 1) continue;
    // The first and the last one move a little, where there is room, rather than fall away.
    const float in_sight = std::max(area.y + half, std::min(y, area.bottom() - half));
    const auto crowds = [&](std::uint32_t other) {
      return other < rows.size() && std::abs(scene.y(other) - in_sight) < 2 * half;
    };
    if (in_sight != y && (crowds(row - 1) || crowds(row + 1))) continue;
    place(in_sight, names[row], rows[row].step == present);
  }
  // A step that makes nothing has no row; its name stands between those of its neighbours.
  const std::uint32_t next = scene.layout.row_of_step(present);
  const bool above = rows[next].step > present;
  const std::uint32_t neighbour = above || next + 1 == rows.size() ? next : next + 1;
  const float gap = scene.rows.gap(neighbour);
  if (rows[next].step == present || gap < 2 * (scene.text_size + 3)) return;
  place(scene.y(next) + (above ? -0.5F : 0.5F) * gap,
        labels.of(*scene.document.trace, present, scene.labels), true);
}

void TreePicture::draw_launch_rules(Canvas& canvas, const TreeScene& scene, float left) const {
  const Trace& trace = *scene.document.trace;
  const auto launch_of = [&](std::uint32_t row) {
    return trace.steps[scene.layout.rows()[row].step].launch;
  };
  for (std::uint32_t row = std::max(scene.first_row, 1U); row < scene.end_row; ++row) {
    if (launch_of(row) == launch_of(row - 1)) continue;
    const float y = scene.y(row) - scene.rows.gap(row) / 2;
    canvas.line({left, y}, {scene.plot.right(), y},
                mix(scene.theme().panel, scene.theme().muted, 0.5F));
  }
}

/// Where arrays stand side by side: which they are.
void TreePicture::draw_column_names(Canvas& canvas, const TreeScene& scene) const {
  if (scene.layout.columns() < 2) return;
  const TextStyle style{Face::sans_bold, scene.text_size, scene.theme().muted};
  const float y = scene.plot.y - 1.5F * tree_sizes(scene.frame).ruler;
  const auto tracks = scene.layout.tracks();
  for (int column = 0; column < scene.layout.columns(); ++column) {
    const int ruled = scene.layout.ruled_array(column);
    if (ruled < 0) continue;
    const TreeTrack& widest = tracks[static_cast<std::size_t>(ruled)];
    std::vector<std::string> names;
    for (std::size_t a = 0; a < tracks.size(); ++a) {
      const bool alike = tracks[a].written.empty() == widest.written.empty();
      if (tracks[a].cells == 0 || tracks[a].column != column || !alike) continue;
      const std::string& name =
          name_in(*scene.document.trace, launch_of(scene.frame), static_cast<int>(a));
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    const float left =
        scene.x_of(scene.layout.x(ruled, widest.lowest, scene.stretched)) - scene.digit / 2;
    const float width = scene.whole.w / static_cast<float>(scene.layout.columns());
    // It stays in sight while its column does.
    const float x = std::max(left, scene.plot.x - scene.digit / 2);
    const float end = std::min(left + width, scene.plot.right());
    if (x < end) canvas.text_fit({x, y}, text, style, end - x - 2 * label_gap);
  }
}

void TreePicture::draw_ruler(Canvas& canvas, const TreeScene& scene) const {
  const TextStyle style{Face::mono, scene.text_size, scene.theme().muted};
  const float y = scene.plot.y - tree_sizes(scene.frame).ruler + scene.text_size / 2 + 1;
  for (int column = 0; column < scene.layout.columns(); ++column) {
    const int array = scene.layout.ruled_array(column);
    if (array < 0 || scene.plot.w < 1) continue;
    const TreeTrack* widest = &scene.layout.tracks()[static_cast<std::size_t>(array)];
    const float digits = static_cast<float>(std::to_string(widest->cells).size());
    const float apart = (digits + 1.5F) * scene.digit;
    float free_from = 0;
    const auto place = [&](ElementIndex element) {
      const float x = scene.x_of(scene.layout.x(array, widest->lowest + element, scene.stretched));
      if (x < scene.plot.x - 1 || x > scene.plot.right() + 1) return;
      const std::string text = std::to_string(widest->lowest + element);
      const float half = canvas.width(text, style) / 2;
      if (x - half < free_from) return;
      canvas.text({x, y}, text, style, Align::center);
      free_from = x + half + 8;
    };
    if (scene.stretched) {  // powers of two
      place(0);
      for (std::int64_t element = 1; element < widest->cells; element *= 2) {
        place(element);
      }
      continue;
    }
    const float cell = scene.whole.w / static_cast<float>(scene.layout.columns()) /
                       static_cast<float>(widest->cells);
    std::int64_t every = 1;
    while (static_cast<float>(every) * cell < apart) every *= 2;
    const std::int64_t first = (every - widest->lowest % every) % every;  // a multiple of it
    for (std::int64_t element = first; element < widest->cells; element += every) {
      place(element);
    }
  }
}

void TreePicture::draw_pads(Canvas& canvas, const TreeScene& scene) const {
  const Color color = mix(scene.theme().panel, scene.theme().hairline, 0.5F);
  for (std::size_t a = 0; a < scene.layout.tracks().size(); ++a) {
    const TreeTrack& track = scene.layout.tracks()[a];
    const float cell = scene.whole.w / static_cast<float>(track.cells * scene.layout.columns() + 1);
    if (cell < 2) continue;
    for (std::size_t c = 0; c < track.written.size(); ++c) {
      if (track.written[c]) continue;
      const float x = scene.x_of(
          scene.layout.x(static_cast<int>(a), static_cast<ElementIndex>(c), scene.stretched));
      if (x < scene.plot.x - cell || x > scene.plot.right() + cell) continue;
      canvas.fill({x - cell * 0.4F, scene.plot.y, cell * 0.8F, scene.plot.h}, color, 2);
    }
  }
}

}  // namespace warpscope
