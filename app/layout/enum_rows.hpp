#pragma once

#include <array>
#include <cstddef>

namespace warpscope {

/// True if a table has one row for each value of an enumeration that ends with `count`, in the
/// enumeration's order, so that a value is the index of its row.
template <class Row, std::size_t n>
[[nodiscard]] consteval bool has_row_for_each_value(const std::array<Row, n>& rows) {
  using Value = decltype(Row::value);
  bool complete = n == static_cast<std::size_t>(Value::count);
  for (std::size_t i = 0; complete && i < n; ++i) complete = rows[i].value == Value(i);
  return complete;
}

/// The values of such a table.
template <class Row, std::size_t n>
[[nodiscard]] consteval auto values_of(const std::array<Row, n>& rows) {
  std::array<decltype(Row::value), n> values{};
  for (std::size_t i = 0; i < n; ++i) values[i] = rows[i].value;
  return values;
}

}  // namespace warpscope
