#include "app/stage/bins/bins_equation.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/follow/pin.hpp"
#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/table_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr int most_characters = 7;  // of a number
constexpr float between_columns = 12;

/// The position of an array among those of the records; nullopt for all others.
std::optional<std::size_t> row_of(const Records& records, int array) {
  const auto found = std::ranges::find(records.arrays, array);
  if (found == records.arrays.end()) return std::nullopt;
  return static_cast<std::size_t>(found - records.arrays.begin());
}

std::string number_text(const TableText& text, ElementType type,
                        std::span<const std::uint32_t> words) {
  std::string written = text.fits ? text.write(type, words) : std::string();
  // A small number is not zero.
  const bool nothing = written.find_first_of("123456789") == std::string::npos;
  if (nothing && numeric_value(type, words) != 0) written.clear();
  if (written.empty()) written = short_value(type, words, most_characters);
  return written.empty() ? format_value(type, words) : written;
}

}  // namespace

std::vector<EquationRow> equation_rows(const Document& document, const Records& records,
                                       std::int64_t record) {
  std::vector<EquationRow> rows;
  for (const std::uint32_t n : records.made_of(record)) {
    const FlowNode& node = document.flow.nodes[n];
    if (rows.empty() || rows.back().step != node.step) {
      rows.push_back({node.step, std::vector(records.arrays.size(), FlowEdge::no_node), {}});
    }
    EquationRow& row = rows.back();
    row.nodes[*row_of(records, node.array)] = n;
    for (const FlowEdge& edge : edges_of(document.flow, node)) {
      const bool inside = row_of(records, edge.array) && edge.index >= 0;
      const std::int64_t other = inside ? edge.index % records.period : record;
      if (other != record) row.with.push_back(other);
    }
  }
  for (EquationRow& row : rows) {
    std::ranges::sort(row.with);
    row.with.erase(std::unique(row.with.begin(), row.with.end()), row.with.end());
  }
  return rows;
}

std::int64_t followed_record(const BinsScene& scene) {
  const Records& records = scene.launch.records;
  const Followed* const pinned = pinned_in(scene.frame);
  if (pinned == nullptr) return records.typical;
  if (const auto cell = pinned->cell(); cell && cell->second >= 0) {
    if (row_of(records, cell->first)) return cell->second % records.period;
  }
  // What the pinned lane makes in this step.
  const Dataflow& flow = scene.document.flow;
  const std::uint32_t step = scene.access().step;
  for (std::uint32_t n = flow.first_node_of_step[step]; n < flow.first_node_of_step[step + 1];
       ++n) {
    const FlowNode& node = flow.nodes[n];
    if (node.origin || !row_of(records, node.array) || node.index < 0) continue;
    if (pinned->is_pinned(node.access, node.lane)) return node.index % records.period;
  }
  return records.typical;
}

EquationTable::EquationTable(Canvas& canvas, const BinsScene& scene)
    : scene_(scene), record_(followed_record(scene)) {
  const Records& records = scene.launch.records;
  const Trace& trace = scene.trace();
  rows_ = equation_rows(scene.document, records, record_);
  std::vector<NumberSpread> spreads(records.arrays.size());
  for (const EquationRow& row : rows_) {
    for (std::size_t a = 0; a < row.nodes.size(); ++a) {
      if (row.nodes[a] == FlowEdge::no_node) continue;
      const FlowNode& node = scene.node(row.nodes[a]);
      const auto words = value_of(trace, scene.document.flow, node);
      if (!words.empty()) spreads[a].add(numeric_value(scene.array(node.array).type, words));
    }
  }
  const TextStyle digits = scene.digits({});
  widths_.assign(records.arrays.size(), 3 * scene.digit);
  std::vector<TableText> writings;
  for (const NumberSpread& spread : spreads) {
    writings.push_back(table_text(spread, most_characters));
    if (!writings.back().sign().empty()) writings.back().fits = false;  // each number by itself
  }
  for (const EquationRow& row : rows_) {
    std::vector<Text>& texts = texts_.emplace_back(row.nodes.size());
    labels_.push_back(step_label(trace, trace.steps[row.step]));
    label_width_ = std::max(label_width_, canvas.width(labels_.back(), scene.words({})));
    with_width_ = std::max(with_width_, canvas.width(with_text(row), scene.words({})));
    for (std::size_t a = 0; a < row.nodes.size(); ++a) {
      if (row.nodes[a] == FlowEdge::no_node) continue;
      const FlowNode& node = scene.node(row.nodes[a]);
      const auto words = value_of(trace, scene.document.flow, node);
      texts[a].node = row.nodes[a];
      texts[a].known = node.access < scene.frame.access ||
                       (node.access == scene.frame.access && scene.frame.motion >= 1);
      if (words.empty()) continue;
      texts[a].text = number_text(writings[a], scene.array(node.array).type, words);
      widths_[a] = std::max(widths_[a], canvas.width(texts[a].text, digits));
    }
  }
  for (std::size_t a = 0; a < widths_.size(); ++a) {
    number_width_ = std::max(number_width_, widths_[a]);
    const float wide = canvas.width(name(a), scene.strong({}));
    name_width_ = std::max(name_width_, wide);
    widths_[a] = std::max(widths_[a], wide);  // names must not meet
  }
  turned_ = rows_.size() < widths_.size() && with_width_ <= 0;
}

std::string EquationTable::with_text(const EquationRow& row) const {
  std::string list;
  for (const std::int64_t other : row.with) {
    list = list.empty() ? std::to_string(other) : tr("{0}, {1}", list, std::to_string(other));
  }
  // Translators: an equation of a system is made from itself and from others; the field is a list of their numbers.
  return list.empty() ? list : tr("with {}", list);
}

const std::string& EquationTable::name(std::size_t array) const {
  return name_in(scene_.trace(), launch_of(scene_.frame), scene_.launch.records.arrays[array]);
}

float EquationTable::row_height() const { return scene_.text_size + 4; }
float EquationTable::height() const {
  return row_height() * static_cast<float>((turned_ ? widths_.size() : rows_.size()) + 2);
}
float EquationTable::width() const {
  if (turned_) {
    const float column = std::max(number_width_, label_width_) + between_columns;
    return name_width_ + between_columns + column * static_cast<float>(rows_.size());
  }
  float width = label_width_ + with_width_ + 2 * between_columns;
  for (const float column : widths_) width += column + between_columns;
  return width;
}

void EquationTable::draw(Canvas& canvas, Rect area, Wishes& wishes) const {
  const Theme& theme = scene_.theme();
  const Rect title = area.cut_top(row_height());
  canvas.text_fit({title.x, title.center().y}, tr("equation {} through all steps", record_),
                  scene_.strong(theme.text), title.w);
  if (turned_) return draw_turned(canvas, area, wishes);
  const Rect names = area.cut_top(row_height());
  float x = names.x + label_width_ + between_columns;
  for (std::size_t a = 0; a < widths_.size(); ++a) {
    x += widths_[a];
    canvas.text({x, names.center().y}, name(a), scene_.strong(theme.muted), Align::right);
    x += between_columns;
  }
  const auto fit = std::max<std::size_t>(1, static_cast<std::size_t>(area.h / row_height()));
  std::size_t now = 0;
  while (now + 1 < rows_.size() && rows_[now + 1].step <= scene_.access().step) ++now;
  const std::size_t last_first = rows_.size() > fit ? rows_.size() - fit : 0;
  const std::size_t first = std::min(last_first, now > fit / 2 ? now - fit / 2 : 0);
  for (std::size_t row = first; row < std::min(rows_.size(), first + fit); ++row) {
    draw_row(canvas, row, area.cut_top(row_height()), wishes);
  }
}

Color EquationTable::step_color(std::size_t row) const {
  const Theme& theme = scene_.theme();
  const std::uint32_t present = scene_.access().step;
  if (rows_[row].step == present) return theme.now;
  return rows_[row].step < present ? theme.text : theme.muted;
}

void EquationTable::draw_row(Canvas& canvas, std::size_t row, Rect area, Wishes& wishes) const {
  const bool now = rows_[row].step == scene_.access().step;
  const Color words = step_color(row);
  canvas.text({area.x, area.center().y}, labels_[row],
              now ? scene_.strong(words) : scene_.words(words));
  float x = area.x + label_width_ + between_columns;
  for (std::size_t a = 0; a < widths_.size(); ++a) {
    draw_cell(canvas, row, a, {x - 3, area.y + 1, widths_[a] + 6, area.h - 2}, wishes);
    x += widths_[a] + between_columns;
  }
  canvas.text({x, area.center().y}, with_text(rows_[row]), scene_.words(words));
}

void EquationTable::draw_turned(Canvas& canvas, Rect area, Wishes& wishes) const {
  const float column = std::max(number_width_, label_width_);
  const float first = area.x + name_width_ + between_columns;
  const auto right = [&](std::size_t row) {
    return first + static_cast<float>(row + 1) * (column + between_columns) - between_columns;
  };
  const Rect labels = area.cut_top(row_height());
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const bool now = rows_[row].step == scene_.access().step;
    const Color words = step_color(row);
    canvas.text({right(row), labels.center().y}, labels_[row],
                now ? scene_.strong(words) : scene_.words(words), Align::right);
  }
  for (std::size_t a = 0; a < widths_.size(); ++a) {
    const Rect line = area.cut_top(row_height());
    canvas.text({area.x, line.center().y}, name(a), scene_.strong(scene_.theme().muted));
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const Rect box{right(row) - number_width_ - 3, line.y + 1, number_width_ + 6, line.h - 2};
      draw_cell(canvas, row, a, box, wishes);
    }
  }
}

/// A number right-aligned in its box; nothing where the step makes none.
void EquationTable::draw_cell(Canvas& canvas, std::size_t row, std::size_t array, Rect box,
                              Wishes& wishes) const {
  if (rows_[row].nodes[array] == FlowEdge::no_node) return;
  const Theme& theme = scene_.theme();
  const Text& text = texts_[row][array];
  const FlowNode& node = scene_.node(text.node);
  const bool now = text.known && node.access == scene_.frame.access;
  const bool written = now && !node.origin;
  canvas.fill(box,
              written      ? theme.now
              : text.known ? mix(theme.raised, theme.active, 0.25F)
                           : theme.raised,
              3);
  if (now && !written) mark_read(canvas, scene_, box);
  if (text.known) {
    canvas.text({box.right() - 3, box.center().y}, text.text,
                scene_.digits(written ? theme.on_accent : theme.text), Align::right);
  }
  if (!scene_.frame.pointer.over(box)) return;
  wishes.tooltip = cell_text(scene_.trace(), launch_of(scene_.frame), node.array, node.index);
  if (!node.origin)
    wishes.tooltip += "\n" + describe_writer(scene_.trace(), node.access, node.index);
  if (scene_.frame.pointer.pressed) wishes.seek = node.access;
}

}  // namespace warpscope
