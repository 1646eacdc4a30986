#include "app/export/csv.hpp"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <optional>

#include "app/files/csv_field.hpp"
#include "instrumentation/analysis/totals_table.hpp"

namespace warpscope {
namespace {

constexpr std::array<std::string_view, 2> tables{"totals", "lines"};
constexpr std::string_view line_end = "\r\n";
using Count = std::optional<std::uint64_t>;

/// The fields that every record begins with.
std::string run_fields(const Document& document) {
  const TraceHeader& header = document.trace->header;
  return fmt::format("{},{},{}", csv_field(header.kernel), header.size, id(document.summary.model));
}

std::string text_of(const Count& count) { return count ? std::to_string(*count) : ""; }

/// What a request is served in.
std::string unit_of(Space space) {
  switch (service_of(space)) {
    case Service::banks: return "wavefronts";
    case Service::words: return "passes";
    case Service::sectors: return "sectors_of_32_bytes";
    case Service::none: break;
  }
  return "registers";
}

/// The records of the totals, one below the other.
class TotalsTable {
 public:
  explicit TotalsTable(const Document& document) : run_(run_fields(document)) {
    out_ = fmt::format("kernel,elements,bank_model,figure,modelled,measured{}", line_end);
  }
  void text(std::string_view figure, const std::string& modelled, const std::string& measured) {
    out_ += fmt::format("{},{},{},{}{}", run_, figure, modelled, measured, line_end);
  }
  void count(const std::string& figure, std::uint64_t modelled, const Count& measured = {}) {
    text(figure, std::to_string(modelled), text_of(measured));
  }
  void memory(const TotalsEntry& entry, const MemoryFigures& sum, const MeasuredSum& measured) {
    const std::string name(entry.key), unit = unit_of(entry.space);
    count(name + "_requests", sum.requests);
    count(name + "_" + unit, sum.served, measured.served);
    count(name + "_ideal_" + unit, sum.ideal);
    if (entry.wavefronts != nullptr) {
      count(name + "_excessive_" + unit, sum.excessive(), measured.excessive);
    }
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string run_, out_;
};

std::string totals_csv(const Document& document) {
  const Totals& totals = document.summary.totals;
  const Measured measured = document.measured.value_or(Measured{});
  TotalsTable table(document);
  for (const TotalsEntry& entry : totals_table()) {
    if (!is_reported(totals, entry)) continue;
    table.memory(entry, figures(totals, entry), measured_sum(measured, entry.key));
  }
  table.count("shuffles", totals.shuffles);
  table.count("barriers", totals.barriers);
  table.count("steps", totals.steps);
  table.count("worst_conflict_ways", static_cast<std::uint64_t>(totals.max_degree));
  const double slots = std::max(1.0, static_cast<double>(totals.lane_slots));
  table.text("active_lanes_percent",
             fmt::format("{:.2f}", 100 * static_cast<double>(totals.active_lanes) / slots), "");
  if (measured.milliseconds) {
    table.text(fmt::format("native_time_of_{}_elements_ms", measured.timed_size), "",
               fmt::format("{:.4f}", *measured.milliseconds));
  }
  return table.take();
}

/// "sgemm.cu:78" of the call that leads there; empty: nobody calls.
std::string caller_of(const Trace& trace, std::int32_t caller) {
  if (caller < 0) return {};
  const CodeLocation& call = trace.locations[static_cast<std::size_t>(caller)];
  return fmt::format("{}:{}", trace.sources[call.source].name, call.line);
}

std::string lines_csv(const Document& document) {
  const Trace& trace = *document.trace;
  const std::string run = run_fields(document);
  std::string out = fmt::format(
      "kernel,elements,bank_model,file,line,source,space,operation,requests,wavefronts,"
      "ideal_wavefronts,excessive_wavefronts,worst_conflict_ways,sectors_of_32_bytes,"
      "ideal_sectors_of_32_bytes,active_lanes,array,caller{}",
      line_end);
  LineFinder finder;
  for (const SiteCost& site : costs_of_sites(trace, document.summary.model)) {
    const LineCost& line = site.cost;
    const SourceFile& file = trace.sources[line.source];
    const bool passes = takes_wavefronts(line.space);
    const bool sectors = moves_sectors(line.space);
    const Count none;
    const auto if_passes = [&](std::uint64_t n) { return text_of(passes ? Count(n) : none); };
    const auto if_sectors = [&](std::uint64_t n) { return text_of(sectors ? Count(n) : none); };
    out +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}", run, csv_field(file.name),
                    line.line, csv_field(finder.line(file, line.line)), name(line.space),
                    csv_field(name(line.operation)), line.requests, if_passes(line.wavefronts),
                    if_passes(line.ideal), if_passes(line.wavefronts - line.ideal),
                    if_passes(static_cast<std::uint64_t>(line.max_degree)),
                    if_sectors(line.wavefronts), if_sectors(line.ideal), line.active_lanes,
                    csv_field(site.array), csv_field(caller_of(trace, site.caller)), line_end);
  }
  return out;
}

/// The fields that every record of two runs begins with.
std::string compared_fields(const Document& left, const Document& right) {
  return fmt::format("{},{},{},{}", csv_field(left.trace->header.kernel),
                     csv_field(right.trace->header.kernel), id(left.summary.model),
                     id(right.summary.model));
}

std::string compared_totals_csv(const std::string& run, const Comparison& comparison) {
  std::string out = fmt::format(
      "left_kernel,right_kernel,left_bank_model,right_bank_model,figure,left,right,change{}",
      line_end);
  const DifferenceRow* head = nullptr;
  for (const DifferenceRow& row : comparison.rows) {
    if (!row.detail) head = &row;
    // Of the row above, such as the excessive ones of load wavefronts.
    const std::string figure = row.nanoseconds                 ? row.label + "_ns"
                               : row.detail && head != nullptr ? head->label + ", " + row.label
                                                               : row.label;
    out += fmt::format("{},{},{},{},{}{}", run, csv_field(figure), row.left, row.right,
                       static_cast<std::int64_t>(row.right - row.left), line_end);
  }
  return out;
}

/// "file,line,source,array,caller" of a side; empty where it is not there.
std::string place_fields(const Trace& trace, const LineSide* side) {
  if (side == nullptr || side->line == 0) return ",,,,";
  return fmt::format("{},{},{},{},{}", csv_field(trace.sources[side->source].name), side->line,
                     csv_field(side->text), csv_field(side->array),
                     csv_field(caller_of(trace, side->caller)));
}

std::string compared_lines_csv(const Document& left, const Document& right,
                               const Comparison& comparison) {
  const std::string run = compared_fields(left, right);
  std::string out = fmt::format(
      "left_kernel,right_kernel,left_bank_model,right_bank_model,row,space,operation,unit,"
      "left_file,left_line,left_source,left_array,left_caller,"
      "right_file,right_line,right_source,right_array,right_caller,"
      "left_requests,right_requests,left_ideal,right_ideal,left,right,change,"
      "left_whole_grid,right_whole_grid,change_whole_grid{}",
      line_end);
  const std::string_view one = comparison.lines.by == LineComparison::By::arrays ? "array" : "line";
  const auto add = [&](std::string_view row, Space space, std::string_view operation,
                       const LineSide* a, const LineSide* b) {
    const LineSide none;
    const LineSide &from = a != nullptr ? *a : none, &to = b != nullptr ? *b : none;
    const auto change = [](std::uint64_t before, std::uint64_t after) {
      return static_cast<std::int64_t>(after - before);
    };
    out +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}", run, row, name(space),
                    csv_field(operation), unit_of(space), place_fields(*left.trace, a),
                    place_fields(*right.trace, b), from.requests, to.requests, from.ideal, to.ideal,
                    from.served, to.served, change(from.served, to.served), from.grid, to.grid,
                    change(from.grid, to.grid), line_end);
  };
  for (const ComparedSpace& space : comparison.lines.spaces) {
    for (const ComparedLine& row : space.rows) {
      add(one, row.space, name(row.operation), row.left ? &*row.left : nullptr,
          row.right ? &*row.right : nullptr);
    }
    add("total", space.space, "", &space.left, &space.right);
  }
  return out;
}

}  // namespace

std::string compared_csv(const Document& left, const Document& right, const Comparison& comparison,
                         std::string_view table) {
  assert(table == "totals" || table == "lines");
  return table == "lines" ? compared_lines_csv(left, right, comparison)
                          : compared_totals_csv(compared_fields(left, right), comparison);
}

std::span<const std::string_view> csv_tables() { return tables; }

std::string table_csv(const Document& document, std::string_view table) {
  assert(table == "totals" || table == "lines");
  return table == "lines" ? lines_csv(document) : totals_csv(document);
}

}  // namespace warpscope
