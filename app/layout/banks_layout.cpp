#include "app/layout/banks_layout.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "instrumentation/analysis/coalescing.hpp"

namespace warpscope {
namespace {

constexpr float lane_strip = 16;
constexpr float bank_height = 20;
constexpr float widest_cell = 36;
constexpr float tallest_row = 30;

float edge_height(float area_height) { return std::clamp(area_height * 0.3F, 24.0F, 150.0F); }

/// Room that a cell may take without touching its neighbours of the same wavefront, where cells of
/// the outermost banks move inwards to stay between `pitch` × 0 and `pitch` × `banks`.
float cell_width(const std::vector<BankCell>& cells, float pitch, int banks) {
  const float gap = pitch >= 8 ? 2.0F : 1.0F;
  float width = widest_cell;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (cells[i].pass != cells[i - 1].pass) continue;
    const float left = static_cast<float>(cells[i - 1].bank) + 0.5F;
    const float right = static_cast<float>(cells[i].bank) + 0.5F;
    const float free_left = static_cast<float>(banks) - left;
    const float free_right = static_cast<float>(banks) - right;
    width = std::min(width, (right - left) * pitch - gap);
    // Either a cell need not move, or its neighbour begins behind where it then ends.
    width = std::min(width, std::max(2 * left * pitch, right * pitch / 1.5F - gap));
    width = std::min(width, std::max(2 * free_right * pitch, free_left * pitch / 1.5F - gap));
  }
  return width;
}

std::vector<BankCell> deliveries(BankModel model, const SharedRequest& request,
                                 const BankSchedule& schedule) {
  std::map<std::pair<int, int>, BankCell> cells;
  const auto width = static_cast<std::uint32_t>(std::min(4, bank_bytes(model)));
  for_each_lane(request.mask, [&](int lane, int) {
    const auto slot = static_cast<std::size_t>(lane);
    const int pass = schedule.pass_of_lane[slot];
    // An element wider than a word comes from several banks.
    const std::uint64_t end = std::uint64_t{request.address[slot]} + request.bytes;
    for (std::uint64_t at = request.address[slot] / width * width; at < end; at += width) {
      const auto a = static_cast<std::uint32_t>(at);  // an index out of bounds may lie anywhere
      const int bank = bank_of(model, a);
      BankCell& cell =
          cells.try_emplace({pass, bank}, BankCell{pass, bank, 0, a, {}}).first->second;
      cell.lanes |= 1U << static_cast<unsigned>(lane);
    }
  });
  std::vector<BankCell> result;
  for (const auto& [key, cell] : cells) result.push_back(cell);
  return result;
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

BanksLayout banks_layout(Rect area, float label_width, BankModel model,
                         const SharedRequest& request) {
  BanksLayout layout;
  const BankSchedule schedule = bank_schedule(model, request);
  layout.passes = schedule.passes;
  const Rect whole = area;
  area.cut_right(label_width);
  layout.lanes = lane_row(area.cut_top(lane_strip));
  area.cut_top(edge_height(whole.h));

  const Rect banks = area.cut_top(bank_height);
  const int count = bank_count(model);
  const float pitch = banks.w / static_cast<float>(count);
  for (int bank = 0; bank < count; ++bank) {
    layout.banks.push_back({banks.x + pitch * static_cast<float>(bank), banks.y, pitch, banks.h});
  }
  area.cut_top(4);
  layout.row_height =
      std::min(tallest_row, area.h / static_cast<float>(std::max(1, layout.passes)));
  layout.rows = {whole.x, area.y, whole.w, layout.row_height * static_cast<float>(layout.passes)};

  layout.cells = deliveries(model, request, schedule);
  const float width = cell_width(layout.cells, pitch, count);
  const float gap = layout.row_height >= 12 ? 4.0F : layout.row_height >= 4 ? 1.0F : 0.0F;
  for (BankCell& cell : layout.cells) {
    const float middle = layout.banks[static_cast<std::size_t>(cell.bank)].center().x;
    // A wide cell of an outer bank moves inwards instead of leaving the pane.
    const float x =
        std::clamp(middle - width / 2, whole.x, std::max(whole.x, area.right() - width));
    cell.rect = {x, area.y + layout.row_height * static_cast<float>(cell.pass) + gap / 2, width,
                 layout.row_height - gap};
  }
  return layout;
}

SectorsLayout sectors_layout(Rect area, std::uint32_t mask, std::span<const std::int32_t> indices,
                             int bytes) {
  SectorsLayout layout;
  std::map<std::int64_t, SectorColumn> columns;
  for_each_lane(mask, [&](int lane, int k) {
    const std::int64_t begin = std::int64_t{indices[static_cast<std::size_t>(k)]} * bytes;
    if (begin < 0) return;  // out of bounds: there is no such sector
    for (std::int64_t word = begin / 4; word <= (begin + bytes - 1) / 4; ++word) {
      SectorColumn& column = columns[word * 4 / sector_bytes];
      column.lanes[static_cast<std::size_t>(word % 8)] |= 1U << static_cast<unsigned>(lane);
    }
  });
  layout.lanes = lane_row(area.cut_top(lane_strip));
  area.cut_top(edge_height(area.h));
  layout.headings = area.cut_top(bank_height);
  if (columns.empty()) return layout;

  const float pitch = area.w / static_cast<float>(columns.size());
  const float width = std::min(56.0F, pitch - (pitch >= 8 ? 3.0F : 1.0F));
  const float height = std::min(area.h, 8 * 24.0F);
  float middle = area.x + pitch / 2;
  for (auto& [sector, column] : columns) {
    column.sector = sector;
    column.rect = {middle - width / 2, area.y, width, height};
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

std::optional<LinearIndex> linear_index(std::uint32_t mask, std::span<const std::int32_t> indices) {
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
