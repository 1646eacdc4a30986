#include "app/cli/bench_table.hpp"

#include <fmt/ostream.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
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
    return fmt::format("{} G{}/s",
                       fixed_text(static_cast<double>(count) / (result.median_ms * 1e6), 1),
                       counted_in(result.kernel)->what);
  }
  constexpr std::uint64_t many = 8;  // operations a byte
  if (result.operations > many * result.bytes) {
    return tr("{} GFLOP/s",
              fixed_text(static_cast<double>(result.operations) / (result.median_ms * 1e6), 1));
  }
  return result.bytes == 0 ? "" : tr("{} GB/s", fixed_text(result.gigabytes_per_second, 1));
}

std::string ceiling_text(const TimingRecord& record, const BenchResult& result) {
  if (counted_in(result.kernel) != nullptr) return "";
  const auto part = fraction_of_ceiling(record, result);
  return part ? fmt::format("{} %", fixed_text(100 * *part, 1)) : "";
}

std::string rival_text(const TimingRecord& record, const BenchResult& result) {
  const auto ratio = ratio_to_rival(record, result);
  return ratio ? fixed_text(*ratio, 2) : "";
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
    fmt::print(out, "\n{}\n",
               tr("Modelled wavefronts and measured times of {0}, {1}: correlation {2}.",
                  kernel.first, bench_size_text(kernel.second), fixed_text(*found, 3)));
  }
}

/// One line for each kernel that was timed without its conflicts, too.
void print_conflict_shares(std::ostream& out, const TimingRecord& record) {
  if (is_what_if(record))
    fmt::print(out, "\n{}\n", wrapped(tr(std::string_view(record.note)), terminal_columns, ""));
  for (const BenchResult& result : record.results) {
    const auto share = conflict_share(record, result);
    if (!share) continue;
    fmt::print(
        out, "{}\n",
        tr("Bank conflicts take {0} % of the time of {1}, {2}{3}.",
           fixed_text(100 * std::max(0.0, *share), 0), result.kernel, bench_size_text(result.size),
           (result.parameters.empty() ? "" : ", ") + parameters_text(result)));
  }
}

}  // namespace

void print_bench(std::ostream& out, const TimingRecord& record) {
  const std::int64_t runs = record.results.empty() ? 0 : record.results.front().repetitions;
  fmt::print(out, "{}\n\n",
             tr_n("Measured on {1}, median of {0} run.", "Measured on {1}, median of {0} runs.",
                  runs, record.device));
  Table table("lrrlrrrrr");
  table.row({tr_c("column of a table", "Subject"), tr_c("column of a table", "size"),
             tr_c("column of a table", "block"), tr_c("column of a table", "parameters"), tr("ms"),
             tr_c("column of a table", "quartiles"), tr_c("column of a table", "rate"),
             tr_c("column of a table", "of ceiling"), tr_c("column of a table", "× library")});
  for (const BenchResult& result : record.results) {
    table.row({result.kernel, bench_size_text(result.size),
               result.block > 0 ? whole_text(result.block) : "",
               joined(parameters_text(result), result.what_if), fixed_text(result.median_ms, 4),
               fmt::format("{}–{}", fixed_text(result.first_quartile_ms, 4),
                           fixed_text(result.third_quartile_ms, 4)),
               rate_text(result), ceiling_text(record, result), rival_text(record, result)});
  }
  table.print(out);
  print_correlations(out, record);
  print_conflict_shares(out, record);
  if (!record.skipped.empty()) fmt::print(out, "\n{}\n", tr("Skipped:"));
  for (const SkippedBench& each : record.skipped) {
    fmt::print(out, "  {}\n",
               wrapped(fmt::format("{}, {}: {}", each.kernel, bench_size_text(each.size), each.why),
                       terminal_columns - 2, "    "));
  }
  if (!record.ended.empty()) fmt::print(out, "\n{}\n", tr("It ended early: {}", record.ended));
}

}  // namespace warpscope
