#include "app/stage/tree/tree_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace warpscope {
namespace {

constexpr float no_limit = std::numeric_limits<float>::infinity();
constexpr float air_choices[] = {pill_air, 5.0F, 1.5F};
constexpr float level_gap = 2;                // between two levels of a row
constexpr float row_gap = 4;                  // between the values of two rows
constexpr std::uint32_t most_staggered = 32;  // values of a row that may take turns

float height_of(const RowSizes& sizes, int levels) {
  return levels == 2 ? 2 * sizes.pill + level_gap : sizes.pill;
}

RowText text_in(const NodeGaps& gaps, std::uint8_t digits, const RowSizes& sizes, float width,
                float height) {
  if (digits == 0) return {};
  for (const int levels : {1, 2}) {
    if (height_of(sizes, levels) > height) break;
    const float room = width * (levels == 1 ? gaps.one_level : gaps.two_levels);
    for (const float air : air_choices) {
      if (room >= pill_width(sizes, digits, air) + air / 3) return {levels, air, digits};
    }
  }
  return {0, pill_air, digits};
}

/// Raises the distances to one level, as high as their sum may be; none above `most`, but those that need it.
void fill_up(std::vector<float>& gaps, float sum, float most) {
  if (gaps.empty()) return;
  float low = 0, high = most;
  const auto filled = [&](float level) {
    float all = 0;
    for (const float gap : gaps) all += std::max(gap, level);
    return all;
  };
  if (filled(high) > sum) {
    for (int i = 0; i < 24; ++i) {
      const float middle = (low + high) / 2;
      (filled(middle) > sum ? high : low) = middle;
    }
  } else {
    low = high;
  }
  for (float& gap : gaps) gap = std::max(gap, low);
}

}  // namespace

float pill_width(const RowSizes& sizes, std::size_t characters, float air) {
  return std::max(sizes.pill, static_cast<float>(characters) * sizes.digit + air);
}

NodeGaps gaps_among(const Dataflow& flow, const TreeLayout& layout,
                    std::span<const std::uint32_t> nodes, bool stretched) {
  NodeGaps gaps{no_limit, no_limit};
  float last = -no_limit;
  std::array<float, 2> of_level{-no_limit, -no_limit};
  for (const std::uint32_t n : nodes) {
    const FlowNode& node = flow.nodes[n];
    const float x = layout.x(node.array, node.index, stretched);
    float& same = of_level[layout.odd(node.array, node.index) ? 1 : 0];
    gaps.one_level = std::min(gaps.one_level, x - last);
    gaps.two_levels = std::min(gaps.two_levels, x - same);
    last = same = x;
  }
  if (nodes.size() > most_staggered) gaps.two_levels = 0;
  return gaps;
}

std::span<const std::uint32_t> nodes_between(const TreeLayout& layout, const Dataflow& flow,
                                             const TreeRow& row, double left, double right) {
  const auto nodes = layout.nodes(row);
  const auto before = [&](double end) {
    return std::ranges::partition_point(nodes, [&](std::uint32_t n) {
      const FlowNode& node = flow.nodes[n];
      return static_cast<double>(layout.x(node.array, node.index, false)) < end;
    });
  };
  // Nodes of arrays that lie on one another need not be in order.
  const auto first = before(left);
  return {first, std::max(first, before(right))};
}

bool has_room(const NodeGaps& gaps, std::uint8_t digits, const RowSizes& sizes, float width) {
  return digits == 0 || text_in(gaps, digits, sizes, width, no_limit).levels > 0;
}

RowFacts::RowFacts(const Dataflow& flow, const TreeLayout& layout, std::vector<std::uint8_t> widest)
    : digits(std::move(widest)) {
  for (std::size_t row = 0; row < digits.size(); ++row) {
    const bool few = digits[row] > 0;
    const TreeRow& nodes = layout.rows()[row];
    even.push_back(few ? gaps_among(flow, layout, layout.nodes(nodes), false) : NodeGaps{});
    const bool other = few && layout.can_stretch();
    stretched.push_back(other ? gaps_among(flow, layout, layout.nodes(nodes), true) : even.back());
  }
}

RowFacts RowFacts::between(const Dataflow& flow, const TreeLayout& layout, double left,
                           double right) const {
  RowFacts part;
  part.digits = digits;
  for (const TreeRow& row : layout.rows()) {
    part.even.push_back(
        gaps_among(flow, layout, nodes_between(layout, flow, row, left, right), false));
  }
  part.stretched = part.even;
  return part;
}

std::size_t RowFacts::valued() const {
  return digits.size() - static_cast<std::size_t>(std::ranges::count(digits, 0));
}

TreeRows::TreeRows(const RowFacts& facts, bool stretched, const RowSizes& sizes, float width,
                   float height, float present)
    : sizes_(sizes) {
  const auto& gaps = stretched ? facts.stretched : facts.even;
  const std::size_t rows = gaps.size();
  if (rows == 0) return;
  for (std::size_t row = 0; row < rows; ++row) {
    texts_.push_back(text_in(gaps[row], facts.digits[row], sizes, width, no_limit));
    if (texts_.back().levels > 0) ++written_;
  }
  std::vector<float> between;
  for (std::size_t row = 1; row < rows; ++row) {
    const bool written = texts_[row].levels > 0 || texts_[row - 1].levels > 0;
    const float values = (this->height(row) + this->height(row - 1)) / 2 + row_gap;
    between.push_back(std::max(sizes.least, written ? values : 0));
  }
  const float top = this->height(0) / 2 + 2, bottom = this->height(rows - 1) / 2 + 2;
  float least = 0;
  for (const float gap : between) least += gap;
  fit_ = least <= height - top - bottom;
  // A tree that scrolls anyway has room for the present row.
  const float spare = fit_ ? height - top - bottom - least : sizes.present;
  for (std::size_t i = 0; i < between.size(); ++i) {
    const float near = std::max(0.0F, 1 - std::abs(static_cast<float>(i + 1) - present));
    const float wanted = std::max(0.0F, sizes.present - between[i]);
    between[i] += near * std::min(wanted, spare);
  }
  fill_up(between, height - top - bottom, sizes.most);
  y_.push_back(top);
  for (const float gap : between) y_.push_back(y_.back() + gap);
  content_ = y_.back() + bottom;
}

TreeRows TreeRows::enlarged(const RowFacts& facts, bool stretched, const RowSizes& sizes,
                            float width, float factor) const {
  TreeRows rows;
  rows.sizes_ = sizes;
  rows.fit_ = fit_;
  rows.content_ = content_ * factor;
  for (const float y : y_) rows.y_.push_back(y * factor);
  const auto& gaps = stretched ? facts.stretched : facts.even;
  for (std::size_t row = 0; row < count(); ++row) {
    const float edge = std::min(rows.y_[row], rows.content_ - rows.y_[row]);
    const float room = std::min(rows.room(row) - row_gap, 2 * edge);
    // What had room before still has.
    const float high = std::max(room, height(row));
    rows.texts_.push_back(text_in(gaps[row], facts.digits[row], sizes, width, high));
    if (rows.texts_.back().levels > 0) ++rows.written_;
  }
  return rows;
}

float TreeRows::below(std::size_t row, bool odd_cell) const {
  if (text(row).levels < 2) return 0;
  const float half = (sizes_.pill + level_gap) / 2;
  return odd_cell ? half : -half;
}

float TreeRows::height(std::size_t row) const { return height_of(sizes_, text(row).levels); }

float TreeRows::gap(std::size_t row) const {
  if (y_.size() < 2) return sizes_.most;
  const std::size_t lower = std::clamp<std::size_t>(row, 1, y_.size() - 1);
  return y_[lower] - y_[lower - 1];
}

float TreeRows::room(std::size_t row) const {
  return row + 1 < y_.size() ? std::min(gap(row), gap(row + 1)) : gap(row);
}

std::uint32_t TreeRows::nearest(float y) const {
  const auto after = std::lower_bound(y_.begin(), y_.end(), y);
  auto row = static_cast<std::uint32_t>(after - y_.begin());
  if (row > 0 && (row == y_.size() || y - y_[row - 1] < y_[row] - y)) --row;
  return row;
}

std::uint32_t TreeRows::first_below(float y) const {
  const auto found = std::lower_bound(y_.begin(), y_.end(), y);
  return static_cast<std::uint32_t>(found - y_.begin());
}

}  // namespace warpscope
