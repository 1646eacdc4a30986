#include "app/cli/bench_table.hpp"

#include <fmt/ostream.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/table.hpp"
#include "instrumentation/timing/bench.hpp"
#include "instrumentation/timing/modelled.hpp"
#include "instrumentation/timing/rivals.hpp"

namespace warpscope {
namespace {

/// "add int", "4 8": the values alone, in the order of their names.
std::string parameters_text(const BenchResult& result) {
  std::string text;
  for (const auto& [name, value] : result.parameters) text += (text.empty() ? "" : " ") + value;
  return text;
}

std::string joined(std::string text, const std::string& more) {
  if (!text.empty() && !more.empty()) text += ' ';
  return text + more;
}

/// The rate of what the kernel counts, else of the work that dominates: GFLOP/s of arithmetic or GB/s
/// of moved bytes.
std::string rate_text(const BenchResult& result) {
  if (const std::uint64_t count = count_of(result); count > 0) {
    return fmt::format("{:.1f} G{}/s", static_cast<double>(count) / (result.median_ms * 1e6),
                       counted_in(result.kernel)->what);
  }
  constexpr std::uint64_t many = 8;  // operations a byte
  if (result.operations > many * result.bytes) {
    return fmt::format("{:.1f} GFLOP/s",
                       static_cast<double>(result.operations) / (result.median_ms * 1e6));
  }
  return result.bytes == 0 ? "" : fmt::format("{:.1f} GB/s", result.gigabytes_per_second);
}

std::string ceiling_text(const TimingRecord& record, const BenchResult& result) {
  if (counted_in(result.kernel) != nullptr) return "";
  const auto part = fraction_of_ceiling(record, result);
  return part ? fmt::format("{:.1f} %", 100 * *part) : "";
}

std::string rival_text(const TimingRecord& record, const BenchResult& result) {
  const auto ratio = ratio_to_rival(record, result);
  return ratio ? fmt::format("{:.2f}", *ratio) : "";
}

/// One line for each kernel that was timed with three choices of its parameters or more.
void print_correlations(std::ostream& out, const TimingRecord& record) {
  struct Pairs {
    std::vector<double> wavefronts, milliseconds;
  };
  std::map<std::pair<std::string, std::int64_t>, Pairs> kernels;
  for (const BenchResult& result : record.results) {
    if (result.wavefronts == 0) continue;
    Pairs& pairs = kernels[{result.kernel, result.size}];
    pairs.wavefronts.push_back(static_cast<double>(result.wavefronts));
    pairs.milliseconds.push_back(result.median_ms);
  }
  for (const auto& [kernel, pairs] : kernels) {
    const auto found = correlation(pairs.wavefronts, pairs.milliseconds);
    if (!found) continue;
    fmt::print(out, "\nModelled wavefronts and measured times of {}, {}: correlation {:.3f}.\n",
               kernel.first, bench_size_text(kernel.second), *found);
  }
}

/// One line for each kernel that was timed without its conflicts, too.
void print_conflict_shares(std::ostream& out, const TimingRecord& record) {
  if (is_what_if(record)) fmt::print(out, "\n{}\n", wrapped(record.note, terminal_columns, ""));
  for (const BenchResult& result : record.results) {
    const auto share = conflict_share(record, result);
    if (!share) continue;
    fmt::print(out, "Bank conflicts take {:.0f} % of the time of {}, {}{}{}.\n",
               100 * std::max(0.0, *share), result.kernel, bench_size_text(result.size),
               result.parameters.empty() ? "" : ", ", parameters_text(result));
  }
}

}  // namespace

void print_bench(std::ostream& out, const TimingRecord& record) {
  fmt::print(out, "Measured on {}, median of {} runs.\n\n", record.device,
             record.results.empty() ? 0 : record.results.front().repetitions);
  Table table("lrrlrrrrr");
  table.row({"Subject", "size", "block", "parameters", "ms", "quartiles", "rate", "of ceiling",
             "× library"});
  for (const BenchResult& result : record.results) {
    table.row({result.kernel, bench_size_text(result.size),
               result.block > 0 ? fmt::format("{}", result.block) : "",
               joined(parameters_text(result), result.what_if),
               fmt::format("{:.4f}", result.median_ms),
               fmt::format("{:.4f}–{:.4f}", result.first_quartile_ms, result.third_quartile_ms),
               rate_text(result), ceiling_text(record, result), rival_text(record, result)});
  }
  table.print(out);
  print_correlations(out, record);
  print_conflict_shares(out, record);
  if (!record.skipped.empty()) fmt::print(out, "\nSkipped:\n");
  for (const SkippedBench& each : record.skipped) {
    fmt::print(out, "  {}\n",
               wrapped(fmt::format("{}, {}: {}", each.kernel, bench_size_text(each.size), each.why),
                       terminal_columns - 2, "    "));
  }
  if (!record.ended.empty()) fmt::print(out, "\nIt ended early: {}\n", record.ended);
}

}  // namespace warpscope
