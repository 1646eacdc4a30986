#include "app/cli/compared_lines.hpp"

#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/table.hpp"
#include "app/comparison/comparison.hpp"
#include "instrumentation/analysis/space_words.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

Json call_json(const Trace& trace, std::int32_t caller) {
  if (caller < 0) return nullptr;
  const CodeLocation& call = trace.locations[static_cast<std::size_t>(caller)];
  return {{"file", trace.sources[call.source].name}, {"line", call.line}};
}

Json compared_side_json(const Trace& trace, const std::optional<LineSide>& side) {
  if (!side) return nullptr;
  return {{"file", trace.sources[side->source].name},
          {"line", side->line},
          {"lines", side->lines},
          {"source", side->text},
          {"array", side->array.empty() ? Json() : Json(side->array)},
          {"caller", call_json(trace, side->caller)},
          {"requests", side->requests},
          {"served", side->served},
          {"ideal", side->ideal},
          {"grid", side->grid}};
}

std::int64_t difference_of(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::int64_t>(b - a);
}

/// "As" or "tile / buffer".
std::string arrays_text(const ComparedLine& row) {
  if (!row.left) return printable(row.right->array);
  if (!row.right || row.left->array == row.right->array) return printable(row.left->array);
  return printable(row.left->array) + " / " + printable(row.right->array);
}

/// "62", "62 → 64"; "−" where it is not there.
std::string line_numbers(const ComparedLine& row) {
  const auto number = [](const std::optional<LineSide>& side) {
    return side ? std::to_string(side->line) : std::string("–");
  };
  const std::string a = number(row.left), b = number(row.right);
  return a == b ? a : a + " → " + b;
}

/// "78 ▸ " of the line that calls.
std::string call_text(const Trace& trace, const LineSide& side) {
  if (side.caller < 0) return {};
  return fmt::format("{} ▸ ", trace.locations[static_cast<std::size_t>(side.caller)].line);
}

using ChangeCells = std::array<std::string, 4>;  // words, a, b, change

ChangeCells figures_of(const LineComparison& lines, std::string words, std::uint64_t a,
                       std::uint64_t b) {
  const DifferenceRow row{.label = {},
                          .left = a,
                          .right = b,
                          .left_scaled = lines.left_scaled,
                          .right_scaled = lines.right_scaled};
  return {std::move(words), left_text(row), right_text(row), change_text(row)};
}

}  // namespace

Json compared_lines_json(const Document& a, const Document& b, const LineComparison& lines) {
  Json list = Json::array();
  for (const ComparedSpace& space : lines.spaces) {
    for (const ComparedLine& row : space.rows) {
      const std::uint64_t from = row.left ? row.left->served : 0,
                          to = row.right ? row.right->served : 0;
      list.push_back({{"op", operation_key(row.space, row.operation)},
                      {"unit", moves_sectors(row.space) ? "sectors" : "wavefronts"},
                      {"a", compared_side_json(*a.trace, row.left)},
                      {"b", compared_side_json(*b.trace, row.right)},
                      {"change", difference_of(from, to)},
                      {"grid_change", difference_of(row.left_grid(), row.right_grid())}});
    }
  }
  return list;
}

void print_compared_lines(std::ostream& out, const Document& a, const Document& b,
                          const LineComparison& lines) {
  const auto heading = [](Space space) {
    const std::string memory = words_of(space).heading();
    return moves_sectors(space) ? tr("{}, sectors", memory) : tr("{}, wavefronts", memory);
  };
  for (const ComparedSpace& space : lines.spaces) {
    std::vector<ChangeCells> rows{{heading(space.space), tr("left"), tr("right"), tr("change")}};
    std::vector<std::string> texts{""};
    for (const ComparedLine& row : space.rows) {
      const LineSide& side = row.right ? *row.right : *row.left;
      const Trace& trace = row.right ? *b.trace : *a.trace;
      rows.push_back(
          figures_of(lines,
                     fmt::format("{:>4}  {}{} {}", line_numbers(row), call_text(trace, side),
                                 arrays_text(row), tr(name(row.operation))),
                     row.left_grid(), row.right_grid()));
      texts.push_back(side.text);
    }
    rows.push_back(figures_of(lines, tr("all lines"), space.left.grid, space.right.grid));
    texts.emplace_back();
    std::array<int, 4> widths{};
    for (const ChangeCells& row : rows) {
      for (std::size_t k = 0; k < row.size(); ++k)
        widths[k] = std::max(widths[k], text_columns(row[k]));
    }
    widths[0] = std::min(widths[0], terminal_columns - widths[1] - widths[2] - widths[3] - 6);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::string line = padded(shortened(rows[i][0], widths[0]), widths[0]);
      for (std::size_t k = 1; k < 4; ++k) line += padded_left(rows[i][k], widths[k] + 2);
      fmt::print(out, "{}\n", line);
      if (!texts[i].empty())
        fmt::print(out, "      {}\n", shortened(texts[i], terminal_columns - 6));
    }
    fmt::print(out, "\n");
  }
}

}  // namespace warpscope
