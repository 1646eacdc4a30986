#include <fmt/chrono.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>

#include "app/cli/command.hpp"
#include "app/cli/numbers.hpp"
#include "app/cli/run_options.hpp"
#include "app/cli/table.hpp"
#include "instrumentation/run/nearest.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/run/timing_record.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

struct BenchOptions {
  std::vector<std::string> names, parameters;
  std::string sizes, block, repetitions = "30";
  bool json = false;
};

Error unknown_name(const std::string& wanted) {
  std::vector<std::string> known;
  for (const KernelInfo* kernel : catalogue()) {
    const std::string family(name(kernel->family));
    if (std::ranges::count(known, family) == 0) known.push_back(family);
    known.emplace_back(kernel->id);
  }
  return {ErrorKind::usage,
          fmt::format("There is no kernel or family \"{}\". {} warpscope list shows them all.",
                      wanted, did_you_mean(wanted, known))};
}

/// The kernels that ids and family names stand for; all where none is given.
Result<std::vector<const KernelInfo*>> chosen_kernels(const std::vector<std::string>& names) {
  std::vector<const KernelInfo*> chosen;
  if (names.empty()) chosen.assign(catalogue().begin(), catalogue().end());
  for (const std::string& wanted : names) {
    const std::size_t before = chosen.size();
    for (const KernelInfo* kernel : catalogue()) {
      if (wanted == kernel->id || wanted == name(kernel->family)) chosen.push_back(kernel);
    }
    if (chosen.size() == before) return unknown_name(wanted);
  }
  return chosen;
}

/// The sizes that were asked for; else those that keep a GPU busy.
Result<NumberRange> sizes_of(const KernelInfo& kernel, const std::string& asked) {
  if (!asked.empty()) return parse_range("--sizes", asked, 1);
  const bool matrix = kernel.shape == Shape::square;  // its size is a side
  const NumberRange usual = matrix ? NumberRange{256, 4096} : NumberRange{1 << 20, 1 << 26};
  if (kernel.max_size < usual.first) return NumberRange{kernel.default_size, kernel.max_size};
  return NumberRange{usual.first, std::min(usual.last, kernel.max_size)};
}

/// Blocks of 192 threads, say, take no power of two: then the largest size below it that they do.
std::int64_t legal_below(const KernelInfo& kernel, RunRequest request, std::int64_t size) {
  request.size = kernel.default_size;
  const auto whole = complete(request);
  if (!whole || kernel.shape != Shape::segments || kernel.max_grid > 0) return size;
  const std::int64_t rest = size % tile_of(kernel, *whole->block, whole->parameters);
  return rest < size ? size - rest : size;
}

/// One request per size that the kernel takes; an error where it takes none of them.
Status add_requests(const KernelInfo& kernel, const BenchOptions& options, int repetitions,
                    std::vector<BenchRequest>& list) {
  RunOptions run;
  run.block = options.block;
  run.parameters = options.parameters;
  Result<RunRequest> request = run_request(std::string(kernel.id), run);
  if (!request) return request.error();
  const Result<NumberRange> sizes = sizes_of(kernel, options.sizes);
  if (!sizes) return sizes.error();
  std::optional<Error> refused;
  bool any = false;
  // Doubled as long as it stays within the range; beyond 2^62 there is no number.
  for (std::int64_t size = sizes->first, next = 0; size > 0; size = next) {
    next = size <= sizes->last / 2 ? 2 * size : 0;
    request->size = size;
    if (!complete(request.value())) {
      request->size = legal_below(kernel, request.value(), size);
    }
    if (const auto legal = complete(request.value()); !legal) {
      if (!refused) refused = legal.error();
      continue;
    }
    any = true;
    list.push_back({.run = request.value(), .repetitions = repetitions});
  }
  if (!any && refused) return *refused;
  return Done{};
}

Result<std::vector<BenchRequest>> requests(const BenchOptions& options) {
  const auto kernels = chosen_kernels(options.names);
  if (!kernels) return kernels.error();
  const auto repetitions = parse_number("--repetitions", options.repetitions, 30, 10000);
  if (!repetitions) return repetitions.error();
  std::vector<BenchRequest> list;
  for (const KernelInfo* kernel : kernels.value()) {
    const Status added =
        add_requests(*kernel, options, static_cast<int>(repetitions.value()), list);
    if (!added) return added.error();
  }
  return list;
}

TimingRecord record_of(std::vector<BenchResult> results, const std::string& command_line) {
  const CudaStatus& cuda = cuda_status();
  return {.device = cuda.device,
          .compute = cuda.compute,
          .driver = cuda.driver,
          .runtime = cuda.runtime,
          .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .command = command_line,
          .note = {},
          .results = std::move(results)};
}

/// "add int", "4 8": the values alone, in the order of their names.
std::string parameters_text(const BenchResult& result) {
  std::string text;
  for (const auto& [name, value] : result.parameters) text += (text.empty() ? "" : " ") + value;
  return text;
}

void print_results(std::ostream& out, const std::vector<BenchResult>& results) {
  fmt::print(out, "Measured on {}, median of {} runs, native kernels.\n\n", cuda_status().device,
             results.empty() ? 0 : results.front().repetitions);
  Table table("lrrlrrr");
  table.row({"Kernel", "size", "block", "parameters", "ms", "quartiles", "GB/s"});
  for (const BenchResult& result : results) {
    table.row({result.kernel, fmt::format("{}", result.size), fmt::format("{}", result.block),
               parameters_text(result), fmt::format("{:.4f}", result.median_ms),
               fmt::format("{:.4f}–{:.4f}", result.first_quartile_ms, result.third_quartile_ms),
               fmt::format("{:.1f}", result.gigabytes_per_second)});
  }
  table.print(out);
}

Result<int> measure(const BenchOptions& options, const Invocation& invocation) {
  const auto list = requests(options);
  if (!list) return list.error();
  std::vector<BenchResult> results;
  for (const BenchRequest& request : list.value()) {
    Result<BenchResult> result = bench(request);
    if (!result) return result.error();
    results.push_back(std::move(result).value());
  }
  if (options.json) {
    invocation.out << timing_json(record_of(std::move(results), invocation.command_line)) << '\n';
  } else {
    print_results(invocation.out, results);
  }
  return 0;
}

}  // namespace

void add_bench(CLI::App& program, Invocation& invocation) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App& command = *program.add_subcommand("bench", "Native kernels, timed on the GPU");
  command.add_option("KERNEL|FAMILY", options->names, "Kernels or families; all unless given")
      ->type_name("");
  command
      .add_option("--sizes", options->sizes,
                  "Elements, doubling from A to B, as far as a kernel takes them, or the next size "
                  "below that it takes; 2^20:2^26 unless given, for matrices 2^8:2^12")
      ->type_name("A:B");
  command.add_option("--block", options->block, "Threads per block")->type_name("B");
  add_parameter_option(command, options->parameters);
  command
      .add_option("--repetitions", options->repetitions, "Timed runs after warm-up; at least 30")
      ->type_name("N");
  command.add_flag("--json", options->json, "Print one JSON record with device, driver and date");
  command.footer(
      "The window's Timing view shows the records below assets/measurements, and\n"
      "those that you write to ~/.local/share/warpscope/measurements/NAME.json.\n\n"
      "Examples:\n"
      "  warpscope bench reduction\n"
      "  warpscope bench reduce_vectorized --sizes 2^20:2^28 --json");
  command.callback([options, &invocation] {
    invocation.action = [options, &invocation] { return measure(*options, invocation); };
  });
}

}  // namespace warpscope
