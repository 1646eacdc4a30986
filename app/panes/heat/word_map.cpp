#include "app/panes/heat/word_map.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace warpscope {
namespace {

constexpr std::uint32_t most_rows = 256;
constexpr std::uint32_t fewest_rows = 16;
constexpr std::size_t most_cells = std::size_t{1} << 24U;

/// Fills the rows of a map from left to right, each as far as its content is known.
class WordMapMaker {
 public:
  WordMapMaker(const Trace& trace, HeatRows kind, WordRows rows)
      : trace_(trace),
        kind_(kind),
        shift_(static_cast<unsigned>(std::countr_zero(rows.words)) + 2),
        columns_(trace.accesses.size()),
        rows_(static_cast<std::size_t>(rows.rows)),
        cells_(rows_.size() * columns_) {
    const double oldest = std::log1p(static_cast<double>(columns_));
    for (int value = 1; value <= youngest; ++value) {
      const double share = (youngest - value + 0.5) / (youngest - 1);
      until_[static_cast<std::size_t>(value)] =
          value == 1 ? columns_ : static_cast<std::size_t>(std::expm1(share * oldest));
    }
  }

  std::vector<std::uint8_t> take() {
    for (const Launch& launch : trace_.launches) add(launch);
    fill_all(columns_);
    return std::move(cells_);
  }

 private:
  struct Row {
    std::size_t filled = 0;   // cells that are done
    std::size_t written = 0;  // the access that last wrote, of this launch
    std::uint8_t writer = 0;  // its warp + 1; 0: none yet
  };

  void add(const Launch& launch) {
    if (launch.step_count == 0) return;
    const Step& last = trace_.steps[launch.first_step + launch.step_count - 1];
    const std::size_t first = trace_.steps[launch.first_step].first_access;
    const std::size_t end = std::size_t{last.first_access} + last.access_count;
    fill_all(first);
    for (Row& row : rows_) row.writer = 0;
    for (std::size_t a = first; a < end; ++a) add(a);
  }

  void add(std::size_t number) {
    const Access& access = trace_.accesses[number];
    const Array& array = trace_.arrays[access.array];
    if (array.space != Space::shared || exchanges(access.operation)) return;
    if (kind_ != HeatRows::use && !writes(access.operation)) return;
    const auto bytes = static_cast<std::uint32_t>(array.type.bytes());
    std::size_t touched = rows_.size();  // lanes side by side mostly share a row
    for_each_element(trace_, access, [&](ElementIndex index) {
      if (index < 0 || index >= array.count) return;
      const std::uint32_t byte = array.base + static_cast<std::uint32_t>(index) * bytes;
      const std::size_t last = (byte + bytes - 1) >> shift_;
      for (std::size_t row = byte >> shift_; row <= last; ++row) {
        if (row == touched || row >= rows_.size()) continue;
        touch(row, number, access);
        touched = row;
      }
    });
  }

  void touch(std::size_t number, std::size_t access, const Access& what) {
    Row& row = rows_[number];
    fill(number, access);
    if (writes(what.operation)) {
      row.written = access;
      row.writer = static_cast<std::uint8_t>(std::min(what.warp + 1, youngest));
    }
    if (kind_ != HeatRows::use) return;
    cells_[number * columns_ + access] = writes(what.operation) ? WordUse::written : WordUse::read;
    row.filled = access + 1;
  }

  void fill_all(std::size_t end) {
    for (std::size_t row = 0; row < rows_.size(); ++row) fill(row, end);
  }

  /// Nothing new has happened to the row up to `end`.
  void fill(std::size_t number, std::size_t end) {
    Row& row = rows_[number];
    const auto run = [&](std::size_t last, std::uint8_t value) {
      if (last <= row.filled) return;
      const auto at = cells_.begin() + static_cast<std::ptrdiff_t>(number * columns_);
      std::fill(at + static_cast<std::ptrdiff_t>(row.filled),
                at + static_cast<std::ptrdiff_t>(last), value);
      row.filled = last;
    };
    if (row.writer != 0 && kind_ == HeatRows::age) {
      for (int value = youngest; value > 0 && row.filled < end; --value) {
        const std::size_t until = row.written + until_[static_cast<std::size_t>(value)] + 1;
        run(std::min(end, until), static_cast<std::uint8_t>(value));
      }
    }
    const std::uint8_t held = kind_ == HeatRows::use ? WordUse::holds : row.writer;
    run(end, row.writer == 0 ? WordUse::unwritten : held);
  }

  const Trace& trace_;
  HeatRows kind_;
  unsigned shift_;  // from a byte to its row
  std::size_t columns_;
  std::vector<Row> rows_;
  std::vector<std::uint8_t> cells_;
  std::array<std::size_t, youngest + 1> until_{};  // by value: the greatest age
};

}  // namespace

WordRows word_rows(const Trace& trace) {
  std::uint64_t bytes = 0;
  for (const Array& array : trace.arrays) {
    if (array.space != Space::shared || array.count <= 0) continue;
    const auto size = static_cast<std::uint64_t>(array.count * array.type.bytes());
    bytes = std::max(bytes, array.base + size);
  }
  const std::uint64_t words = (bytes + 3) / 4;
  if (words == 0 || trace.accesses.empty()) return {};
  const auto room = static_cast<std::uint32_t>(
      std::min<std::size_t>(most_rows, most_cells / trace.accesses.size()));
  const std::uint64_t rows = std::max(fewest_rows, room);
  const std::uint64_t each = std::bit_ceil((words + rows - 1) / rows);
  return {static_cast<int>((words + each - 1) / each), static_cast<std::uint32_t>(each)};
}

HeatMap word_map(const Trace& trace, HeatRows kind, WordRows rows) {
  if (rows.rows == 0) return {};
  return {rows.rows, WordMapMaker(trace, kind, rows).take()};
}

}  // namespace warpscope
