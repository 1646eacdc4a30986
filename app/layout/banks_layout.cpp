#include "app/layout/banks_layout.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "instrumentation/analysis/coalescing.hpp"

namespace warpscope {
namespace {

constexpr float line_bracket = 6;  // below the sectors of a cache line
constexpr float lane_strip = 16;
constexpr float bank_height = 20;
constexpr float widest_cell = 36;
constexpr float tallest_row = 30;

float edge_height(float area_height) { return std::clamp(area_height * 0.3F, 24.0F, 150.0F); }

/// The room at each end of the banks that a wide cell of an outer bank may take: cells stand in the middle
/// under their bank. The same for all accesses, so that banks do not move from one to the next.
float side_room(float width, int banks) {
  constexpr float most_share = 0.03F;
  const float pitch = width / static_cast<float>(banks);
  return std::clamp((widest_cell - pitch) / 2, 0.0F, width * most_share);
}

/// The width that a cell may take without touching its neighbours of the same wavefront, or leaving the
/// pane, which has `side` pixels at each end of the banks.
float cell_width(const std::vector<BankCell>& cells, float pitch, float side, int banks) {
  const float gap = pitch >= 8 ? 2.0F : 1.0F;
  float width = widest_cell;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const int outer = std::min(cells[i].bank, banks - 1 - cells[i].bank);
    width = std::min(width, (2 * static_cast<float>(outer) + 1) * pitch + 2 * side);
    if (i == 0 || cells[i].pass != cells[i - 1].pass) continue;
    width = std::min(width, static_cast<float>(cells[i].bank - cells[i - 1].bank) * pitch - gap);
  }
  return width;
}

}  // namespace

int LaneRow::lane_at(Point p) const {
  const float pitch = at[1].x - at[0].x;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const Point dot = at[static_cast<std::size_t>(lane)];
    if (std::abs(p.x - dot.x) <= pitch / 2 && std::abs(p.y - dot.y) <= radius + 3) return lane;
  }
  return -1;
}

LaneRow lane_row(Rect strip) {
  LaneRow row;
  const float pitch = strip.w / warp_lanes;
  row.radius = std::clamp(pitch * 0.4F, 1.0F, 6.0F);
  for (int lane = 0; lane < warp_lanes; ++lane) {
    row.at[static_cast<std::size_t>(lane)] = {strip.x + pitch * (static_cast<float>(lane) + 0.5F),
                                              strip.center().y};
  }
  return row;
}

bool BanksLayout::needed(int pass) const { return std::ranges::binary_search(first_passes, pass); }

BanksLayout banks_layout(Rect area, float label_width, BankModel model,
                         const SharedRequest& request) {
  BanksLayout layout;
  layout.passes = wavefronts(model, request).actual;
  for (const BankDelivery& delivery : bank_deliveries(model, request)) {
    layout.cells.push_back({delivery, {}});
    std::vector<int>& first = layout.first_passes;
    if (first.empty() || first.back() != delivery.first_pass) first.push_back(delivery.first_pass);
  }
  const Rect whole = area;
  area.cut_right(label_width);
  const int count = bank_count(model);
  const float side = side_room(area.w, count);
  area.cut_left(side);
  area.cut_right(side);
  layout.lanes = lane_row(area.cut_top(lane_strip));
  area.cut_top(edge_height(whole.h));

  const Rect banks = area.cut_top(bank_height);
  const float pitch = banks.w / static_cast<float>(count);
  for (int bank = 0; bank < count; ++bank) {
    layout.banks.push_back({banks.x + pitch * static_cast<float>(bank), banks.y, pitch, banks.h});
  }
  area.cut_top(4);
  layout.row_height =
      std::min(tallest_row, area.h / static_cast<float>(std::max(1, layout.passes)));
  layout.rows = {whole.x, area.y, whole.w, layout.row_height * static_cast<float>(layout.passes)};

  const float width = cell_width(layout.cells, pitch, side, count);
  const float gap = layout.row_height >= 12 ? 4.0F : layout.row_height >= 4 ? 1.0F : 0.0F;
  for (BankCell& cell : layout.cells) {
    const float middle = layout.banks[static_cast<std::size_t>(cell.bank)].center().x;
    cell.rect = {middle - width / 2,
                 area.y + layout.row_height * static_cast<float>(cell.pass) + gap / 2, width,
                 layout.row_height - gap};
  }
  return layout;
}

SectorsLayout sectors_layout(Rect area, std::uint32_t mask, std::span<const ElementIndex> indices,
                             int bytes, int elements) {
  SectorsLayout layout;
  std::map<std::int64_t, SectorColumn> columns;
  for_each_lane(mask, [&](int lane, int k) {
    const std::int64_t begin = std::int64_t{indices[static_cast<std::size_t>(k)]} * bytes;
    if (begin < 0) return;  // out of bounds: there is no such sector
    for (std::int64_t word = begin / 4; word <= (begin + bytes * elements - 1) / 4; ++word) {
      SectorColumn& column = columns[word * 4 / sector_bytes];
      column.lanes[static_cast<std::size_t>(word % 8)] |= 1U << static_cast<unsigned>(lane);
    }
  });
  layout.lanes = lane_row(area.cut_top(lane_strip));
  area.cut_top(edge_height(area.h));
  layout.headings = area.cut_top(bank_height);
  if (columns.empty()) return layout;

  std::set<std::int64_t> lines;
  for (const auto& [sector, column] : columns) lines.insert(sector / line_sectors);
  const auto gaps = static_cast<float>(lines.size() - 1);
  const float gap = std::min(14.0F, 0.2F * area.w / std::max(1.0F, gaps));
  const float pitch = (area.w - gap * gaps) / static_cast<float>(columns.size());
  const float width = std::min(56.0F, pitch - (pitch >= 8 ? 3.0F : 1.0F));
  const float height = std::min(std::max(0.0F, area.h - line_bracket), 8 * 24.0F);
  float middle = area.x + pitch / 2;
  for (auto& [sector, column] : columns) {
    const std::int64_t line = sector / line_sectors;
    const bool begins = layout.lines.empty() || layout.lines.back().line != line;
    if (begins && !layout.lines.empty()) middle += gap;
    column.sector = sector;
    column.rect = {middle - width / 2, area.y, width, height};
    if (begins) layout.lines.push_back({line, column.rect});
    Rect& whole = layout.lines.back().rect;
    whole.w = column.rect.right() - whole.x;
    layout.sectors.push_back(column);
    middle += pitch;
  }
  return layout;
}

std::string LinearIndex::text() const {
  std::string text;
  if (stride == 1) text = "lane";
  if (stride == -1) text = "−lane";
  if (stride != 0 && text.empty()) text = std::to_string(stride) + "·lane";
  if (text.empty()) return std::to_string(offset);
  if (offset > 0) text += " + " + std::to_string(offset);
  if (offset < 0) text += " − " + std::to_string(-offset);
  return text;
}

std::optional<LinearIndex> linear_index(std::uint32_t mask, std::span<const ElementIndex> indices) {
  if (indices.size() < 2) return std::nullopt;
  std::array<std::int64_t, warp_lanes> lane_of{};
  for_each_lane(mask, [&](int lane, int k) { lane_of[static_cast<std::size_t>(k)] = lane; });
  const std::int64_t rise = std::int64_t{indices[1]} - indices[0];
  const std::int64_t run = lane_of[1] - lane_of[0];
  if (rise % run != 0) return std::nullopt;
  const LinearIndex line{rise / run, indices[0] - rise / run * lane_of[0]};
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (line.stride * lane_of[k] + line.offset != indices[k]) return std::nullopt;
  }
  return line;
}

}  // namespace warpscope
