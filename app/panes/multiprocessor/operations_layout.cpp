#include "app/panes/multiprocessor/operations_layout.hpp"

#include <algorithm>

namespace warpscope {
namespace {

constexpr float between_columns = 32;

/// Where the second of two columns begins, so that the taller one is as low as possible.
std::size_t second_column(std::span<const OperationLine> lines) {
  std::size_t best = lines.size();
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].figure != nullptr) continue;
    if (std::max(i, lines.size() - i) < std::max(best, lines.size() - best)) best = i;
  }
  return best;
}

}  // namespace

std::vector<OperationLine> operation_lines(const DeviceRecord& record) {
  std::vector<const OperationFigure*> figures;
  const auto add = [&](const OperationFigure& figure) {
    if (std::ranges::find(figures, &figure) == figures.end()) figures.push_back(&figure);
  };
  for (const DeviceOperation& operation : device_operations()) {
    for (const OperationFigure& figure : record.operations) {
      if (figure.operation == operation.id) add(figure);
    }
  }
  for (const OperationFigure& figure : record.operations) add(figure);
  std::vector<OperationLine> lines;
  for (const OperationFigure* figure : figures) {
    const OperationGroup group = group_of(figure->operation);
    if (lines.empty() || lines.back().group != group) lines.push_back({group, nullptr});
    lines.push_back({group, figure});
  }
  return lines;
}

LogAxis operation_axis(std::span<const OperationLine> lines) {
  LogRange range;
  for (const OperationLine& line : lines) {
    if (line.figure == nullptr) continue;
    range.add(line.figure->cycles);
    range.add(line.figure->latency);
    if (const LectureOperation* lecture = lecture_of(line.figure->operation)) {
      range.add(lecture->c1060);
      range.add(lecture->c2050);
    }
  }
  return range.axis();
}

OperationsLayout operations_layout(Rect area, std::span<const OperationLine> lines, float least,
                                   float column_width, std::size_t scroll) {
  OperationsLayout layout;
  const bool crowded = static_cast<float>(lines.size()) * least > area.h;
  const std::size_t split = second_column(lines);
  const bool two = crowded && area.w >= 2 * column_width + between_columns && split < lines.size();
  const std::size_t tallest = two ? std::max(split, lines.size() - split) : lines.size();
  if (tallest == 0 || area.h < least) return layout;
  layout.row = std::clamp(area.h / static_cast<float>(tallest), least, 2 * least);
  layout.in_sight = std::min(tallest, static_cast<std::size_t>(area.h / layout.row));
  layout.most_scroll = tallest - layout.in_sight;
  layout.scroll = std::min(scroll, layout.most_scroll);
  const float width = two ? (area.w - between_columns) / 2 : area.w;
  for (std::size_t i = 0; i < (two ? 2U : 1U); ++i) {
    const std::size_t begin = i == 0 ? 0 : split;
    const std::size_t end = two && i == 0 ? split : lines.size();
    const std::size_t first = std::min(begin + layout.scroll, end);
    layout.columns.push_back(
        {{area.x + static_cast<float>(i) * (width + between_columns), area.y, width, area.h},
         first,
         std::min(layout.in_sight, end - first)});
  }
  return layout;
}

std::size_t scroll_to_line(const OperationsLayout& unscrolled, std::size_t line) {
  std::size_t offset = 0;
  for (const OperationsLayout::Column& column : unscrolled.columns) {
    if (line >= column.first) offset = line - column.first;
  }
  const std::size_t above = unscrolled.in_sight / 2;
  return std::min(offset > above ? offset - above : 0, unscrolled.most_scroll);
}

}  // namespace warpscope
