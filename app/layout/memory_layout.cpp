#include "app/layout/memory_layout.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {

std::uint32_t bank_period(BankModel model) {
  const auto banks = static_cast<std::uint32_t>(bank_count(model));
  // In Kepler's 4-byte mode successive words lie in successive banks although a bank is 8 wide.
  const bool words = bank_of(model, 4) != bank_of(model, 0);
  return banks * (words ? 4U : static_cast<std::uint32_t>(bank_bytes(model)));
}

MemoryLayout::MemoryLayout(const Trace& trace, BankModel model, MemoryMetrics metrics)
    : metrics_(metrics), row_bytes_(bank_period(model)) {
  const auto shared = std::count_if(trace.arrays.begin(), trace.arrays.end(), [](const Array& a) {
    return a.space == Space::shared && a.count > 0;
  });
  for (std::size_t a = 0; a < trace.arrays.size(); ++a) {
    const Array& array = trace.arrays[a];
    if (array.space != Space::shared || array.count <= 0) continue;
    MemorySection section;
    section.array = static_cast<int>(a);
    if (shared > 1) {
      section.title_y = height_ + metrics_.row_height / 2;
      height_ += metrics_.row_height;
    }
    section.first_row_y = height_;
    section.first_byte = array.base / row_bytes_ * row_bytes_;
    const auto bytes = static_cast<std::int64_t>(array.base - section.first_byte) +
                       array.count * array.type.bytes();
    section.rows = static_cast<int>((bytes + row_bytes_ - 1) / row_bytes_);
    height_ += static_cast<float>(section.rows) * metrics_.row_height;
    sections_.push_back(section);
  }
}

std::optional<Rect> MemoryLayout::cell(const Trace& trace, int array, std::int64_t index) const {
  for (const MemorySection& section : sections_) {
    if (section.array != array) continue;
    const Array& a = trace.arrays[static_cast<std::size_t>(array)];
    if (index < 0 || index >= a.count) return std::nullopt;
    const std::int64_t byte = a.base - section.first_byte + index * a.type.bytes();
    const float per_byte = metrics_.width / static_cast<float>(row_bytes_);
    const std::int64_t row = byte / row_bytes_;
    return Rect{static_cast<float>(byte % row_bytes_) * per_byte,
                section.first_row_y + static_cast<float>(row) * metrics_.row_height,
                static_cast<float>(a.type.bytes()) * per_byte, metrics_.row_height};
  }
  return std::nullopt;
}

std::optional<MemoryLayout::Hit> MemoryLayout::hit(const Trace& trace, Point point) const {
  if (point.x < 0 || point.x >= metrics_.width) return std::nullopt;
  for (const MemorySection& section : sections_) {
    const float row = std::floor((point.y - section.first_row_y) / metrics_.row_height);
    if (row < 0 || row >= static_cast<float>(section.rows)) continue;
    const Array& a = trace.arrays[static_cast<std::size_t>(section.array)];
    const float column = point.x / metrics_.width * static_cast<float>(row_bytes_);
    const std::int64_t byte = static_cast<std::int64_t>(row) * row_bytes_ +
                              static_cast<std::int64_t>(column) + section.first_byte - a.base;
    const std::int64_t index = byte / a.type.bytes();
    if (byte < 0 || index >= a.count) return std::nullopt;
    return Hit{section.array, index};
  }
  return std::nullopt;
}

MemoryLayout::Range MemoryLayout::elements(const Trace& trace, const MemorySection& section,
                                           float top, float bottom) const {
  const Array& a = trace.arrays[static_cast<std::size_t>(section.array)];
  const auto row_at = [&](float y) {
    const float row = std::floor((y - section.first_row_y) / metrics_.row_height);
    return static_cast<std::int64_t>(std::clamp(row, 0.0F, static_cast<float>(section.rows)));
  };
  const std::int64_t offset = a.base - section.first_byte;
  const std::int64_t size = a.type.bytes();
  const auto element = [&](std::int64_t row) {
    return std::clamp<std::int64_t>((row * row_bytes_ - offset + size - 1) / size, 0, a.count);
  };
  if (bottom < section.first_row_y) return {};
  return {element(row_at(top)), element(row_at(bottom) + 1)};
}

}  // namespace warpscope
