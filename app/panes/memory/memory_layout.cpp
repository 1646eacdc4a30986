#include "app/panes/memory/memory_layout.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {

std::uint32_t bank_period(BankModel model) {
  const auto banks = static_cast<std::uint32_t>(bank_count(model));
  // In Kepler's 4-byte mode successive words lie in successive banks although a bank is 8 wide.
  const bool words = bank_of(model, 4) != bank_of(model, 0);
  return banks * (words ? 4U : static_cast<std::uint32_t>(bank_bytes(model)));
}

namespace {

std::vector<int> shared_arrays(const Trace& trace) {
  std::vector<int> arrays;
  for (std::size_t a = 0; a < trace.arrays.size(); ++a) {
    if (trace.arrays[a].space == Space::shared) arrays.push_back(static_cast<int>(a));
  }
  return arrays;
}

}  // namespace

MemoryLayout::MemoryLayout(const Trace& trace, BankModel model, MemoryMetrics metrics)
    : MemoryLayout(trace, model, metrics, shared_arrays(trace)) {}

MemoryLayout::MemoryLayout(const Trace& trace, BankModel model, MemoryMetrics metrics,
                           std::span<const int> arrays)
    : metrics_(metrics),
      row_bytes_(bank_period(model) / static_cast<std::uint32_t>(metrics.folds)) {
  for (const int id : arrays) {
    const Array& array = trace.arrays[static_cast<std::size_t>(id)];
    if (array.count <= 0) continue;
    MemorySection section;
    section.array = id;
    section.first_byte = array.base / row_bytes_ * row_bytes_;
    const auto bytes = static_cast<std::int64_t>(array.base - section.first_byte) +
                       array.count * array.type.bytes();
    section.rows = static_cast<int>((bytes + row_bytes_ - 1) / row_bytes_);
    add(section, arrays.size() > 1);
  }
}

MemoryLayout::MemoryLayout(MemoryMetrics metrics, const MemoryUse& use)
    : metrics_(metrics), row_bytes_(global_row_bytes) {
  for (std::size_t i = 0; i < use.arrays.size(); ++i) {
    MemorySection section;
    section.array = use.arrays[i];
    section.kept = use.rows[i];
    section.rows = static_cast<int>(section.kept.size());
    add(section, use.arrays.size() > 1);
  }
}

void MemoryLayout::add(MemorySection section, bool titled) {
  if (titled) {
    section.title_y = height_ + metrics_.row_height / 2;
    height_ += metrics_.row_height;
  }
  section.first_row_y = height_;
  height_ += static_cast<float>(section.rows) * metrics_.row_height;
  sections_.push_back(section);
}

std::optional<int> MemorySection::place(std::int64_t row) const {
  if (kept.empty()) return row < rows ? std::optional(static_cast<int>(row)) : std::nullopt;
  const auto found = std::ranges::lower_bound(kept, row);
  if (found == kept.end() || *found != row) return std::nullopt;
  return static_cast<int>(found - kept.begin());
}

std::optional<MemoryLayout::Cell> MemoryLayout::cell(const Trace& trace, int array,
                                                     std::int64_t index) const {
  const auto section = std::ranges::find(sections_, array, &MemorySection::array);
  const Array& a = trace.arrays[static_cast<std::size_t>(array)];
  if (section == sections_.end() || index < 0 || index >= a.count) return std::nullopt;
  const std::int64_t byte = a.base - section->first_byte + index * a.type.bytes();
  Cell cell;
  cell.count = 0;
  const auto piece = [&](std::int64_t first, std::int64_t bytes) {
    const auto row = section->place(first / row_bytes_);
    if (bytes <= 0 || !row) return;
    cell.pieces.at(static_cast<std::size_t>(cell.count++)) = {
        static_cast<float>(first % row_bytes_) * byte_width(),
        section->first_row_y + static_cast<float>(*row) * metrics_.row_height,
        static_cast<float>(bytes) * byte_width(), metrics_.row_height};
  };
  const std::int64_t left = row_bytes_ - byte % row_bytes_;  // in this row
  const std::int64_t bytes = a.type.bytes();
  piece(byte, std::min(bytes, left));
  piece(byte + left, bytes - left);
  return cell.count > 0 ? std::optional(cell) : std::nullopt;
}

std::optional<MemoryLayout::Extent> MemoryLayout::extent(const Trace& trace,
                                                         const Access& access) const {
  std::optional<Extent> extent;
  for_each_element(trace, access, [&](ElementIndex index) {
    const auto touched = cell(trace, access.array, index);
    if (!touched) return;
    for (const Rect& rect : touched->rects()) {
      extent = Extent{extent ? std::min(extent->top, rect.y) : rect.y,
                      extent ? std::max(extent->bottom, rect.bottom()) : rect.bottom()};
    }
  });
  return extent;
}

std::optional<MemoryLayout::Hit> MemoryLayout::hit(const Trace& trace, Point point) const {
  if (point.x < 0 || point.x >= metrics_.width) return std::nullopt;
  for (const MemorySection& section : sections_) {
    const float row = std::floor((point.y - section.first_row_y) / metrics_.row_height);
    if (row < 0 || row >= static_cast<float>(section.rows)) continue;
    const Array& a = trace.arrays[static_cast<std::size_t>(section.array)];
    const float column = point.x / metrics_.width * static_cast<float>(row_bytes_);
    const std::int64_t byte = section.row(static_cast<int>(row)) * row_bytes_ +
                              static_cast<std::int64_t>(column) + section.first_byte - a.base;
    const std::int64_t index = byte / a.type.bytes();
    if (byte < 0 || index >= a.count) return std::nullopt;
    return Hit{section.array, index};
  }
  return std::nullopt;
}

std::vector<MemoryLayout::Range> MemoryLayout::elements(const Trace& trace,
                                                        const MemorySection& section, float top,
                                                        float bottom) const {
  const Array& a = trace.arrays[static_cast<std::size_t>(section.array)];
  const auto row_at = [&](float y) {
    const float row = std::floor((y - section.first_row_y) / metrics_.row_height);
    return static_cast<int>(std::clamp(row, 0.0F, static_cast<float>(section.rows)));
  };
  std::vector<Range> ranges;
  if (bottom < section.first_row_y) return ranges;
  const std::int64_t offset = a.base - section.first_byte;
  const std::int64_t size = a.type.bytes();
  const int end = std::min(row_at(bottom) + 1, section.rows);
  for (int i = row_at(top), next = i; i < end; i = next) {
    for (next = i + 1; next < end && section.row(next) == section.row(next - 1) + 1;) ++next;
    // An element of the row above may reach into the first row.
    const std::int64_t first =
        std::max<std::int64_t>(section.row(i) * row_bytes_ - offset, 0) / size;
    const std::int64_t after = (section.row(next - 1) + 1) * row_bytes_ - offset + size - 1;
    ranges.push_back(
        {std::min(first, a.count), std::clamp<std::int64_t>(after / size, 0, a.count)});
  }
  return ranges;
}

}  // namespace warpscope
