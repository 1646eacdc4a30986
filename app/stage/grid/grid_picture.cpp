#include "app/stage/grid/grid_picture.hpp"

#include <algorithm>
#include <string_view>

#include "app/look/stage_focus.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr double most_grid_zoom = 16;
constexpr float least_focused = 200;  // height of a pane that has room for a map

/// The margin is as wide as the row numbers need.
GridMetrics metrics_of(const GridLaunch& launch, bool lecture, float digit) {
  GridMetrics metrics;
  if (lecture) {
    metrics = {.title = 30,
               .ruler = 24,
               .margin = 0,
               .gap = 24,
               .most_cell = 48,
               .numbered = 20,
               .number = 44};
  }
  std::size_t digits = 2;
  for (const GridMatrix& matrix : launch.matrices) {
    const std::int64_t last = matrix.folded ? matrix.index(matrix.end) : matrix.end.row;
    digits = std::max(digits, std::to_string(last).size());
  }
  metrics.margin = digit * static_cast<float>(digits) + 10;
  return metrics;
}

/// What the titles take, in whole and cut to a name.
std::vector<GridMetrics::Name> title_widths(const Canvas& canvas, const Frame& frame,
                                            const GridLaunch& launch, float size) {
  constexpr float about_title = 4;
  const TextStyle style{Face::sans_bold, size, {}};
  const Trace& trace = *frame.document->trace;
  std::vector<GridMetrics::Name> names;
  for (const GridMatrix& matrix : launch.matrices) {
    const std::string whole = array_text(trace, launch_of(frame), matrix.array);
    const std::string& brief = name_in(trace, launch_of(frame), matrix.array);
    names.push_back({canvas.width(whole.substr(0, whole.find(']') + 1), style) + about_title,
                     canvas.width(brief, style) + about_title});
  }
  return names;
}

}  // namespace

const GridLaunch& GridPicture::launch(const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  return launches_[trace.steps[trace.accesses[frame.access].step].launch];
}

std::string GridPicture::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || frame.document->trace->accesses.empty()) return {};
  const Trace& trace = *frame.document->trace;
  const GridLaunch& now = launch(frame);
  const auto name = [&](std::size_t matrix) -> const std::string& {
    return name_in(trace, launch_of(frame), now.matrices[matrix].array);
  };
  if (now.product) {
    const GridProduct& p = *now.product;
    const std::string &result = name(p.result), &left = name(p.left), &above = name(p.above);
    if (p.left_turned) {
      // Translators: a product of matrices; the fields are arrays.
      return p.above_turned ? tr("{0}: columns of {1} by rows of {2}", result, left, above)
                            : tr("{0}: columns of {1} by columns of {2}", result, left, above);
    }
    return p.above_turned ? tr("{0}: rows of {1} by rows of {2}", result, left, above)
                          : tr("{0}: rows of {1} by columns of {2}", result, left, above);
  }
  if (now.sparse) {
    const std::string &matrix = name(now.sparse->matrix), &factor = name(now.sparse->factor);
    // Translators: a sparse matrix times a vector; the fields are arrays.
    return now.sparse->result
               ? tr("{0}: rows of {1} by {2}", name(*now.sparse->result), matrix, factor)
               : tr("rows of {0} by {1}", matrix, factor);
  }
  std::string text;
  int level = -1;
  for (std::size_t m = 0; m < now.matrices.size() && m < 5; ++m) {
    if (!text.empty()) text += now.matrices[m].level > level ? " → " : ", ";
    level = now.matrices[m].level;
    text += name(m);
  }
  return now.matrices.size() > 5 ? text + ", …" : text;
}

void GridPicture::on_document(const Document& document) {
  launches_ = grid_launches(*document.trace, document.flow);
  history_ = document.cell_history();
  uses_ = FlowUses(*document.trace, document.flow);
  spreads_ = spreads_of(*document.trace, document.flow);
  wanted_.reset();
  zoom_ = {};
  focus_.clear();
  for (const GridLaunch& one : launches_) {
    std::vector<MatrixCell>& cells = focus_.emplace_back();
    for (const GridMatrix& matrix : one.matrices) cells.push_back(matrix.first);
  }
}

std::uint32_t GridPicture::present_node(const Frame& frame) const {
  const FlowUses::Range made = uses_.nodes_of(frame.access);
  if (made.first < made.end && !frame.document->flow.nodes[made.first].origin) return made.first;
  const auto edges = uses_.edges_of(frame.access);
  return edges.empty() ? FlowEdge::no_node : uses_.node_of(edges.front());
}

void GridPicture::follow(const Frame& frame, std::uint32_t node) {
  const Trace& trace = *frame.document->trace;
  const GridLaunch& now = launch(frame);
  std::vector<MatrixCell>& cells = focus_[trace.steps[trace.accesses[frame.access].step].launch];
  const auto look_at = [&](int array, std::int64_t index) {
    for (std::size_t m = 0; m < now.matrices.size(); ++m) {
      if (now.matrices[m].array != array || index < 0) continue;
      const MatrixCell cell = now.matrices[m].cell(index);
      if (cell.row >= 0) cells[m] = cell;
    }
  };
  if (node != FlowEdge::no_node) {
    const FlowNode& made = frame.document->flow.nodes[node];
    for (std::uint32_t e = 0; e < made.edge_count; ++e) {
      const FlowEdge& edge = frame.document->flow.edges[made.first_edge + e];
      if (edge.load_access <= frame.access) look_at(edge.array, edge.index);
    }
    look_at(made.array, made.index);
  }
  const Access& access = trace.accesses[frame.access];
  const auto touched_now = trace.lane_indices(access);
  const bool goes = wanted_ && wanted_->array == access.array &&
                    std::ranges::count(touched_now, wanted_->index) > 0;
  look_at(access.array, goes ? wanted_->index : std::int64_t{touched_now.front()});
  if (now.product) {
    // The other factor's element is read next, or has been: both are shown at the same inner one.
    const GridProduct& p = *now.product;
    std::int64_t& inner = p.left_turned ? cells[p.left].row : cells[p.left].column;
    std::int64_t& other = p.above_turned ? cells[p.above].column : cells[p.above].row;
    if (now.matrices[p.left].array == access.array) other = inner;
    if (now.matrices[p.above].array == access.array) inner = other;
  }
  if (!now.sparse) return;
  const GridMatrix& sparse = now.matrices[now.sparse->matrix];
  const auto touched = sparse.touched(trace, frame.access);
  const auto* const entry =
      touched.empty() ? nullptr : sparse.entries->entry(static_cast<ElementIndex>(touched.front()));
  if (entry == nullptr) return;
  // All arrays that store the entry show it at once.
  look_at(sparse.array, entry->element);
  look_at(sparse.entries->column, entry->element);
  look_at(sparse.entries->row, sparse.entries->begins ? entry->row : entry->element);
}

/// `whole` is the layout without zoom.
void GridPicture::look(const GridLayout& whole, Rect area, const Frame& frame, Wishes& wishes) {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  std::optional<ZoomPart> present;
  for (const GridPlace& place : whole.places()) {
    const GridMatrix& matrix = launch(frame).matrices[place.matrix];
    if (place.map || matrix.array != access.array) continue;
    const auto cell = place.cell(matrix, trace.lane_indices(access).front());
    if (!cell) continue;
    const auto share = [](float at, float from, float length) {
      return static_cast<double>((at - from) / std::max(1.0F, length));
    };
    present = {share(cell->x, area.x, area.w), share(cell->y, area.y, area.h),
               share(cell->right(), area.x, area.w), share(cell->bottom(), area.y, area.h)};
    break;
  }
  zoom_.look({.id = info.id,
              .room = area,
              .size = growing(area),
              .most = most_grid_zoom,
              .present = present},
             frame, wishes);
}

/// To the keys' cursor. On maps of a large matrix, elements cannot be told apart.
void GridPicture::tell_cells(const GridScene& scene) {
  for (std::size_t p = 0; p < scene.layout.places().size(); ++p) {
    const GridPlace& place = scene.layout.places()[p];
    if (place.map) continue;
    for (std::int64_t row = place.first.row; row < place.end.row; ++row) {
      for (std::int64_t column = place.first.column; column < place.end.column; ++column) {
        const std::int64_t index = scene.launch.matrices[place.matrix].index({row, column});
        if (index < 0) continue;
        scene.frame.pointer.tell(
            {.rect = place.rect({row, column}),
             .key = (std::uint64_t{p + 1} << 40U) + static_cast<std::uint64_t>(index)});
      }
    }
  }
}

/// The focus goes to whatever is under the pointer.
void GridPicture::hover(GridScene& scene, Wishes& wishes) const {
  const Pointer pointer = zoom_.within(scene.frame.pointer);
  if (pointer.spots != nullptr) tell_cells(scene);
  const auto hit = pointer.inside ? scene.layout.hit(scene.launch, pointer.at) : std::nullopt;
  if (!hit) return;
  wishes.tooltip = describe_cell(scene, *hit);
  if (hit->index < 0) return;
  const std::uint32_t node = node_of_cell(scene, *hit);
  if (pointer.menu) wishes.menu = menu_of_cell(scene, *hit);
  if (node == FlowEdge::no_node) return;
  scene.focus = node;
  if (pointer.pressed) wishes.seek = scene.node(node).access;
}

void GridPicture::draw_signs(Canvas& canvas, const GridScene& scene) {
  constexpr std::string_view signs[] = {"·", "="};
  const TextStyle style{Face::sans_bold, 1.5F * scene.text_size, scene.theme().muted};
  for (std::size_t i = 0; i < scene.layout.signs().size(); ++i) {
    canvas.text(scene.layout.signs()[i], signs[i], style, Align::center);
  }
}

void GridPicture::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr || frame.document->trace->accesses.empty() ||
      launch(frame).matrices.empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     tr("Arrays that the kernel reads and writes appear here, as matrices."));
    return;
  }
  const GridLaunch& now = launch(frame);
  history_.seek(frame.motion < 1 ? frame.access : frame.access + 1);
  const std::uint32_t node = present_node(frame);
  follow(frame, node);
  const float size = type_scale(frame.lecture).small;
  const Rect footer = area.cut_bottom(size + 10);
  const std::size_t place = static_cast<std::size_t>(&now - launches_.data());
  const float digit = canvas.width("0", {Face::mono, size, {}});
  GridMetrics metrics = metrics_of(now, frame.lecture, digit);
  metrics.names = title_widths(canvas, frame, now, size);
  const GridLayout whole(now, area, metrics, focus_[place]);
  const CellText text{size, digit};
  const Trace& trace = *frame.document->trace;
  const bool small = !zoom_.zoomed() && !now.sparse && area.h >= least_focused &&
                     !has_room_for_values(now, whole, trace, spreads_, text);
  Rect room = area;
  const Rect strip = room.cut_top(focus_map_height(frame, 2 * room.h));
  const Rect title = Rect{area.x, strip.y, area.w, size + 8};
  room.cut_top(6);
  const auto large = small ? large_metrics(now, room, metrics, focus_[place], trace, spreads_, text)
                           : std::nullopt;
  const bool focused = large && frame.look.get<StageFocus>() == StageFocus::on;
  if (!focused || !leaves_focus(area, frame, wishes)) look(whole, area, frame, wishes);
  if (focused) {
    metrics = *large;
  } else {
    metrics.most_cell *= static_cast<float>(zoom_.place().factor);
  }
  const GridLayout layout(now, focused ? room : zoom_.whole(), metrics, focus_[place]);
  GridScene scene{*frame.document, frame, now, layout, history_, uses_, node, size, digit, area};
  if (!map_held_) hover(scene, wishes);
  if (focused) draw_map(canvas, strip, title, scene, room, wishes);
  {
    const Clip clip(canvas, focused ? room : area);
    draw_ways(canvas, scene);
    for (const GridPlace& one : layout.places()) {
      canvas.fill(one.cells, frame.theme->panel);  // else ways would show between its cells
      draw_matrix(canvas, scene, one);
    }
    draw_signs(canvas, scene);
    draw_sources(canvas, scene);
    draw_moves(canvas, scene);
    for (const GridPlace& one : layout.places()) {
      draw_matrix_words(canvas, scene, one);
      draw_marks(canvas, scene, one);
    }
  }
  draw_footer(canvas, footer, scene);
  zoom_.draw_chip(canvas, area.inset(0, 4), frame, wishes);
  if (large && !focused) draw_focus_button(canvas, title.inset(0, 2), frame, wishes);
}

void GridPicture::draw_map(Canvas& canvas, Rect strip, Rect title, const GridScene& scene,
                           Rect large, Wishes& wishes) {
  const Rect button = draw_focus_button(canvas, title, scene.frame, wishes);
  if (button.w > 0) strip.w = button.x - 12 - strip.x;
  const GridMap map(scene.launch, scene.trace(), scene.frame.access, history_, scene.layout);
  if (map.map().blocks.empty()) return;
  const FocusMapStrip drawn(map.map(), strip.inset(2, 3), scene.frame);
  hear_map(drawn, map, scene, wishes);
  drawn.draw(canvas, {large.x, large.y - 3, large.w, large.h + 3});
}

void GridPicture::hear_map(const FocusMapStrip& strip, const GridMap& map, const GridScene& scene,
                           Wishes& wishes) {
  const auto place = strip.asked(map_held_, wishes);
  if (!place) return;
  const GridMap::Element to = map.element(*place);
  const GridMatrix& matrix = scene.launch.matrices[to.matrix];
  const std::int64_t index = matrix.index(to.cell);
  const auto access = next_touch(scene.trace(), scene.frame.access, matrix.array, index);
  if (!access) return;
  wanted_ = Wanted{matrix.array, index};
  if (*access != scene.frame.access) wishes.seek = *access;
}

void GridPicture::draw_footer(Canvas& canvas, Rect area, const GridScene& scene) {
  const Theme& theme = scene.theme();
  const TextStyle style{Face::sans, scene.text_size, theme.muted};
  const float y = area.bottom() - style.size / 2 - 1;
  float x = area.x;
  const auto entry = [&](std::string_view text, Color color, bool filled) {
    const Rect box{x, y - style.size / 2, style.size, style.size};
    if (box.right() + 8 + canvas.width(text, style) > area.right()) return;  // no room for it
    if (filled) canvas.fill(box, color, 3);
    if (!filled) canvas.stroke(box.inset(1), color, 2, 3);
    x = box.right() + 8;
    canvas.text({x, y}, text, style);
    x += canvas.width(text, style) + 20;
  };
  entry(tr("read now"), theme.now, false);
  entry(tr("written now"), theme.now, true);
  if (scene.launch.sparse) entry(tr("not read yet"), unread_entry(theme), true);
  const Color known = mix(theme.raised, theme.active, 0.5F);
  const float before_known = x;
  entry(tr("known, small to large"), known, true);
  if (x > before_known) {
    const float step = style.size / 4;
    for (int i = 0; i < 4; ++i) {
      canvas.fill(
          {before_known + step * static_cast<float>(i), y - style.size / 2, step, style.size},
          mix(theme.raised, theme.active, 0.1F + 0.2F * static_cast<float>(i)));
    }
  }
  if (scene.focus != FlowEdge::no_node && gathered(scene, scene.focus).all > 0) {
    const Rect half{x, y, style.size, style.size / 2};
    const float before = x;
    entry(tr("partly read"), theme.hairline, false);
    if (x > before) canvas.fill(half, known, 2);
  }
  if (std::ranges::any_of(scene.layout.places(), &GridPlace::map)) {
    entry(tr("this block's part"), theme.active, false);
  }
  if (scene.focus == FlowEdge::no_node || x > area.right() - 60) return;
  const FlowNode& node = scene.node(scene.focus);
  const std::string sources = sources_of_node(scene, scene.focus);
  if (sources.empty()) return;
  const Array& array = scene.trace().arrays[node.array];
  const std::string place = matrix_place(array, node.index);
  const std::string text =
      (place.empty() ? cell_text(scene.trace(), launch_of(scene.frame), node.array, node.index)
                     : name_in(scene.trace(), launch_of(scene.frame), node.array) + ", " + place) +
      ": " + sources;
  draw_parts(canvas, {area.right(), y}, text, {Face::sans, scene.text_size, theme.text},
             area.right() - x, Align::right);
}

}  // namespace warpscope
