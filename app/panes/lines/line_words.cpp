#include "app/panes/lines/line_words.hpp"

#include <array>
#include <cstdio>
#include <set>
#include <string_view>
#include <vector>

#include "app/ui/utf8.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

std::string percent(double share) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.0f %%", 100 * share);
  return text.data();
}

/// "reduce_strided" of "kernels/reduce/reduce_strided.cuh".
std::string stem_of(std::string_view file) {
  file = file.substr(file.rfind('/') + 1);
  return std::string(file.substr(0, file.rfind('.')));
}

std::int64_t arrays_of(const LineRow& row) {
  std::set<std::string_view> names;
  for (const LineRow& part : row.parts) names.insert(part.array);
  return std::ssize(names);
}

/// "As", or how many there are.
std::string array_cell(const LineRow& row) {
  if (!row.array.empty()) return printable(row.array);
  const std::int64_t count = arrays_of(row);
  return count > 1 ? tr_n("{1} array", "{1} arrays", count, count) : std::string(no_figure);
}

/// "helper.cuh" as far as wanted: "helper:", "hel…per:", "".
std::string file_prefix(const Trace& trace, const LineRow& row, LineNaming naming) {
  if (naming.file == LineNaming::none || trace.sources.size() < 2) return {};
  const std::string stem = stem_of(trace.sources[row.cost.source].name);
  constexpr std::size_t most = 7;
  std::string_view rest = stem;
  std::vector<std::string_view> letters;
  while (!rest.empty()) {
    const std::string_view from = rest;
    static_cast<void>(take_code_point(rest));
    letters.push_back(from.substr(0, from.size() - rest.size()));
  }
  if (naming.file == LineNaming::whole || letters.size() <= most) return stem + ":";
  std::string brief;
  for (std::size_t i = 0; i < 3; ++i) brief += letters[i];
  brief += "…";
  for (std::size_t i = letters.size() - 3; i < letters.size(); ++i) brief += letters[i];
  return brief + ":";
}

std::string_view order_text(LineColumn column) {
  switch (column) {
    case LineColumn::line: return tr("by line");
    case LineColumn::source: return tr("by source");
    case LineColumn::operation: return tr("by access");
    case LineColumn::requests: return tr("by requests");
    case LineColumn::wavefronts: return tr("by wavefronts");
    case LineColumn::excess: return tr("by excessive");
    case LineColumn::sectors: return tr("by sectors");
    case LineColumn::active: return tr("by active lanes");
    case LineColumn::degree: return tr("by worst conflict");
    case LineColumn::array: return tr("by array");
    case LineColumn::other: return tr("by the other run");
    case LineColumn::count: break;
  }
  return {};
}

}  // namespace

std::string line_call_text(const Trace& trace, const LineRow& part) {
  if (part.caller < 0) return {};
  const CodeLocation& call = trace.locations[static_cast<std::size_t>(part.caller)];
  std::string line = std::to_string(call.line);
  if (call.source == part.cost.source) return line;
  const std::string_view file = trace.sources[call.source].name;
  return printable(file.substr(file.rfind('/') + 1)) + ":" + line;
}

std::string line_part_text(const Trace& trace, const LineRow& part) {
  const std::string call = line_call_text(trace, part);
  return call.empty() ? printable(part.array) : call + " ▸ " + printable(part.array);
}

std::string line_calls_told(const Trace& trace, const LineRow& part) {
  constexpr int most = 6;
  std::string told;
  std::int32_t at = part.caller;
  for (int i = 0; i < most && at >= 0; ++i) {
    const CodeLocation& call = trace.locations[static_cast<std::size_t>(at)];
    const std::string file = printable(trace.sources[call.source].name);
    // Translators: {0} is a file.
    told += "\n" + tr("called on line {1} of {0}", file, call.line);
    at = call.caller;
  }
  return told;
}

std::string line_cell(const Trace& trace, const LineRow& row, LineColumn column,
                      LineNaming naming) {
  const LineCost& cost = row.cost;
  if (!row.has(column)) return std::string(no_figure);
  switch (column) {
    case LineColumn::line: {
      const std::string line = file_prefix(trace, row, naming) + std::to_string(cost.line);
      const std::string call = naming.caller ? line_call_text(trace, row) : std::string();
      return call.empty() ? line : line + " ← " + call;
    }
    case LineColumn::source: return row.text;
    case LineColumn::operation: return operation_text(cost.space, cost.operation);
    case LineColumn::array: return array_cell(row);
    case LineColumn::active: return percent(row.active());
    case LineColumn::degree: return conflict_text(cost.max_degree);
    default: return short_count(row.count(column));
  }
}

std::string operation_mark(const LineRow& row) {
  switch (traits_of(row.cost.operation).kind) {
    case OperationKind::load: return "ld";
    case OperationKind::store: return "st";
    case OperationKind::atomic: return "at";
    case OperationKind::exchange: return "sh";
    case OperationKind::copy: return "cp";
    case OperationKind::hint: return "pf";
  }
  return {};
}

std::string line_order_text(LineColumn column, bool reversed) {
  const std::string_view by = order_text(column);
  // Translators: the field is an order of rows: "by wavefronts".
  return reversed ? tr("{}, reversed", by) : std::string(by);
}

}  // namespace warpscope
