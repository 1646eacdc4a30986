#include "kernels/sparse/sparse_matrix.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace warpscope {

namespace {

/// A number that looks drawn, the same on every machine (the last step of splitmix64).
std::uint64_t drawn(std::int64_t row, std::int64_t k) {
  auto z = static_cast<std::uint64_t>(row) * 0x9e3779b97f4a7c15U +
           static_cast<std::uint64_t>(k) * 0xd1b54a32d192ed03U + 0x632be59bd9b4e019U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

int drawn_between(std::int64_t row, std::int64_t k, std::int64_t low, std::int64_t high) {
  return static_cast<int>(
      low + static_cast<std::int64_t>(drawn(row, k) % static_cast<std::uint64_t>(high - low + 1)));
}

float small_value(std::int64_t row, std::int64_t at_column) {
  return static_cast<float>(drawn_between(row, -2 - at_column, 1, 9));
}

constexpr std::int64_t reach = 4;  // of a band, on either side of the diagonal

SparseMatrix banded_matrix(std::int64_t n) {
  SparseMatrix matrix;
  for (std::int64_t row = 0; row < n; ++row) {
    const std::int64_t last = std::min(row + reach, n - 1);
    for (std::int64_t j = std::max(row - reach, std::int64_t{0}); j <= last; ++j) {
      matrix.add(static_cast<int>(j), small_value(row, j));
    }
    matrix.end_row();
  }
  return matrix;
}

/// Rows of such lengths: each entry somewhere in a stretch of its own, so that none meets another.
SparseMatrix scattered_matrix(const std::vector<std::int64_t>& lengths) {
  const std::int64_t n = std::ssize(lengths);
  SparseMatrix matrix;
  for (std::int64_t row = 0; row < n; ++row) {
    const std::int64_t length = lengths[static_cast<std::size_t>(row)];
    for (std::int64_t k = 0; k < length; ++k) {
      const int j = drawn_between(row, k, k * n / length, (k + 1) * n / length - 1);
      matrix.add(j, small_value(row, j));
    }
    matrix.end_row();
  }
  return matrix;
}

std::vector<std::int64_t> random_lengths(std::int64_t n) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t row = 0; row < n; ++row) {
    lengths.push_back(std::min<std::int64_t>(drawn_between(row, -1, 4, 12), n));
  }
  return lengths;
}

std::vector<std::int64_t> power_law_lengths(std::int64_t n) {
  std::vector<std::size_t> by_rank(static_cast<std::size_t>(n));
  std::iota(by_rank.begin(), by_rank.end(), 0);
  std::ranges::sort(by_rank, {},
                    [](std::size_t row) { return drawn(static_cast<std::int64_t>(row), -1); });
  std::vector<std::int64_t> lengths(by_rank.size());
  for (std::int64_t rank = 0; rank < n; ++rank) {
    lengths[by_rank[static_cast<std::size_t>(rank)]] =
        std::min<std::int64_t>(n / (rank + 1), longest_row);
  }
  return lengths;
}

std::int64_t sum_of(const std::vector<std::int64_t>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
}

}  // namespace

std::vector<int> SparseMatrix::entry_rows() const {
  std::vector<int> all;
  all.reserve(column.size());
  for (int row = 0; row < rows(); ++row) {
    all.insert(all.end(), static_cast<std::size_t>(length(row)), row);
  }
  return all;
}

void SparseMatrix::add(int at_column, float entry) {
  column.push_back(at_column);
  value.push_back(entry);
}

SparseMatrix sparse_matrix(std::string_view kind, std::int64_t n) {
  if (kind == "banded") return banded_matrix(n);
  if (kind == "random") return scattered_matrix(random_lengths(n));
  assert(kind == "power_law");
  return scattered_matrix(power_law_lengths(n));
}

std::int64_t sparse_entries(std::string_view kind, std::int64_t n) {
  if (kind == "banded") {
    std::int64_t entries = n;
    for (std::int64_t off = 1; off <= std::min(reach, n - 1); ++off) entries += 2 * (n - off);
    return entries;
  }
  if (kind == "random") return sum_of(random_lengths(n));
  assert(kind == "power_law");
  std::int64_t entries = 0;
  for (std::int64_t rank = 1; rank <= n; ++rank) {
    entries += std::min<std::int64_t>(n / rank, longest_row);
  }
  return entries;
}

}  // namespace warpscope
