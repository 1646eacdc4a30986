#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

#include "app/cli/bench_plan.hpp"
#include "app/cli/bench_table.hpp"
#include "app/cli/build_commit.hpp"
#include "app/cli/command.hpp"
#include "app/cli/device_bench.hpp"
#include "app/cli/end_on_signal.hpp"
#include "app/cli/table.hpp"
#include "app/cli/typed_run_options.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/numbers.hpp"
#include "instrumentation/timing/bench.hpp"
#include "instrumentation/timing/bench_sources.hpp"
#include "instrumentation/timing/device_record.hpp"
#include "instrumentation/timing/modelled.hpp"
#include "instrumentation/timing/processor_clock.hpp"

namespace warpscope {
namespace {

struct Format {
  bool json = false, json_lines = false, device = false;
};

/// Fails if an option is given that says nothing of the device.
Status device_alone(const BenchOptions& options, const Format& format) {
  const BenchOptions none;
  const bool more = !options.sizes.empty() || !options.block.empty() || !options.input.empty() ||
                    !options.seed.empty() || !options.parameters.empty() ||
                    !options.what_if.empty() || options.repetitions != none.repetitions ||
                    options.alone || options.no_processor || options.check_all || format.json_lines;
  if (!more) return Done{};
  return usage_error(tr(
      "--device measures the device itself, so that no option of a kernel's timing goes with it, "
      "only sections and --json."));
}

TimingRecord empty_record(const std::string& command_line) {
  const CudaStatus& cuda = cuda_status();
  TimingRecord record{.device = cuda.device, .compute = cuda.compute, .driver = cuda.driver};
  record.runtime = cuda.runtime;
  record.date = utc_now();
  record.command = command_line;
  record.commit = build_commit();
  return record;
}

/// Keeps the record; prints JSON lines, progress and the final record.
class Reporter {
 public:
  Reporter(TimingRecord record, const Invocation& invocation, const Format& format, int total)
      : record_(std::move(record)),
        invocation_(invocation),
        format_(format),
        terminal_(&invocation.err == &std::cerr && isatty(STDERR_FILENO) != 0) {
    invocation_.own_progress();
    tell(begin_event(record_, total));
  }

  void result(const BenchResult& result) {
    record_.results.push_back(result);
    tell(result_event(result));
  }
  void skipped(const SkippedBench& skipped) {
    record_.skipped.push_back(skipped);
    wrong_ = wrong_ || skipped.wrong;
    tell(skipped_event(skipped));
  }
  void progress(int done, int total, const std::string& what) {
    tell(progress_event(done, total, what));
    // Erases the previous line, which may have been longer.
    if (terminal_) fmt::print(invocation_.err, "\r\x1b[K{}/{}  {}", done, total, what);
    // Readers of JSON lines get the progress there.
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ && !format_.json_lines && &invocation_.err == &std::cerr && now >= next_) {
      fmt::print(invocation_.err, "warpscope: {}\n", tr("{0} of {1}, {2}", done, total, what));
      next_ = now + pause;
    }
    invocation_.err.flush();
  }
  void end(const std::string& why) {
    record_.ended = why;
    tell(end_event(why));
    if (terminal_) invocation_.err << "\r\x1b[K" << std::flush;
    if (format_.json_lines) return;
    if (format_.json) {
      invocation_.out << timing_json(record_) << '\n';
    } else {
      print_bench(invocation_.out, record_);
    }
  }

  /// True if a result differed from the reference's.
  [[nodiscard]] bool wrong() const { return wrong_; }

 private:
  void tell(const std::string& line) const {
    if (format_.json_lines) invocation_.out << line << '\n' << std::flush;
  }

  TimingRecord record_;
  const Invocation& invocation_;
  const Format& format_;
  bool terminal_;
  static constexpr std::chrono::seconds pause{5};
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + pause;
  bool wrong_ = false;
};

Result<int> run_measuring(const BenchOptions& options, const Format& format,
                          const Invocation& invocation) {
  std::optional<InLanguage> speaking;  // what is skipped, and why it ended, stand in the record
  if (format.json || format.json_lines) speaking.emplace(english);
  if (format.device) {
    const auto alone = device_alone(options, format);
    if (!alone) return alone.error();
    return bench_device(options.names, format.json, invocation);
  }
  const auto schedule = bench_schedule(options);
  if (!schedule) return schedule.error();
  const auto repetitions = parse_number("--repetitions", options.repetitions, 30, 10000);
  if (!repetitions) return repetitions.error();
  const auto clock = make_gpu_clock();
  if (!clock) return clock.error();
  ProcessorClock processor;
  const BenchSources sources{
      .make = make_subject,
      .wavefronts = [](const BenchItem& item) { return modelled_wavefronts(item.run); },
      .gpu = clock.value().get(),
      .processor = &processor};

  int total = 0;
  for (const BenchGroup& group : schedule->groups) total += static_cast<int>(group.items.size());
  TimingRecord record = empty_record(invocation.command_line);
  if (!options.what_if.empty()) record.note = std::string(conflict_free_note);
  Reporter reporter(std::move(record), invocation, format, total);
  for (const SkippedBench& each : schedule->skipped) reporter.skipped(each);
  const EndOnSignal signals;
  std::stop_source stop;
  const BenchListener listener{
      .result = [&](const BenchResult& result) { reporter.result(result); },
      .skipped = [&](const SkippedBench& skipped) { reporter.skipped(skipped); },
      .progress =
          [&](int done, int all, const std::string& what) {
            reporter.progress(done, all, what);
            if (EndOnSignal::asked()) stop.request_stop();
          }};
  const BenchSettings settings{.repetitions = static_cast<int>(repetitions.value()),
                               .limits = !options.alone && options.what_if.empty()};
  const std::string ended =
      measure_groups(schedule->groups, sources, settings, listener, stop.get_token());
  reporter.end(ended);
  return ended.empty() && !reporter.wrong() ? 0 : 1;
}

void describe(Arguments& command, BenchOptions& options, Format& format) {
  command.words("KERNEL|FAMILY", options.names,
                tr("Kernels or families; with --device, sections; all unless given"));
  command.flag("--device", format.device,
               tr("Measure the device itself instead: what its operations, memories and copies "
                  "take"));
  command.option(
      "--sizes", options.sizes, "A:B",
      tr("Elements, doubling from A to B, as far as a kernel takes them, or the next size "
         "below that it takes; 2^20:2^26 unless given, for matrices 2^8:2^12"));
  command.option("--block", options.block, "B",
                 tr("Threads per block; unless given, what each kernel is fastest with"));
  command.option("--input", options.input, "KIND",
                 tr("What the elements are, such as random or ones"));
  add_run_option(command, "seed", options.seed);
  command.repeated("--param", options.parameters, "K=V",
                   tr("Set a parameter, such as type=float; with several values, such as "
                      "stride=1,2,4, each is timed; may be repeated"));
  command.option("--repetitions", options.repetitions, "N",
                 tr("Timed runs after warm-up; at least 30"));
  command.option("--what-if", options.what_if, "conflict-free",
                 tr("Time kernels also with shared indices that have no bank conflicts; alone"));
  command.flag("--alone", options.alone, tr("Without libraries, processor and limits"));
  command.flag("--no-processor", options.no_processor, tr("Without what runs on the processor"));
  command.flag("--check-all", options.check_all,
               tr("Check results of every size; those above 64 MiB take seconds each"));
  command.flag("--json", format.json, tr("Print one JSON record with device, driver and date"));
  command.flag("--json-lines", format.json_lines,
               tr("Print each result as it comes, as one JSON object a line"));
}

}  // namespace

void add_bench(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<BenchOptions>();
  auto format = std::make_shared<Format>();
  Arguments command =
      program.subcommand("bench", tr("Native kernels beside libraries and limits, timed"));
  describe(command, *options, *format);
  const std::string turns = tr(
      "Everything of one family and size is timed in turns, with the device's limits measured "
      "beside "
      "it: \"of ceiling\" says how near a time comes to them, and \"× library\" how many times as "
      "fast as the library it is.");
  const std::string records =
      tr("The window's Timing view shows the records below assets/measurements, and those that you "
         "write "
         "to ~/.local/share/warpscope/measurements/NAME.json.");
  std::vector<std::string> names;
  for (const DeviceSection section : device_sections) names.emplace_back(name(section));
  const std::string sections = tr("Sections of --device: {}; docs/timing.md says what they are.",
                                  fmt::format("{}", fmt::join(names, ", ")));
  command.footer(
      wrapped(turns, terminal_columns) + "\n\n" + wrapped(records, terminal_columns) + "\n\n" +
      wrapped(sections, terminal_columns) + "\n\n" +
      examples_text({"warpscope bench reduction",
                     "warpscope bench reduce_vectorized --sizes 2^20:2^28 --json",
                     "warpscope bench bank_stride --param stride=1,2,4,8,16,32 --param rounds=512",
                     "warpscope bench transpose_tiled --what-if conflict-free",
                     "warpscope bench --device operations latencies"}));
  command.on_chosen([options, format, &invocation] {
    invocation.action = [options, format, &invocation] {
      return run_measuring(*options, *format, invocation);
    };
  });
}

}  // namespace warpscope
