#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/table.hpp"
#include "app/cli/typed_run_options.hpp"
#include "instrumentation/analysis/replay.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/run/numbers.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

struct VerifyOptions {
  std::vector<std::string> kernels;
  std::string machine, cases = "20", seed = "1";
  bool json = false;
};

/// The options of verify, parsed.
struct Task {
  std::vector<const KernelInfo*> kernels;
  MachineKind machine = MachineKind::emulator;
  int cases = 0;
  std::uint64_t seed = 0;
};

/// Cases of one kernel in which something differed from what it should be.
struct Tally {
  int result = 0;    ///< output against the reference
  int replay = 0;    ///< stores between two snapshots against the second
  int findings = 0;  ///< a kernel that should have none has some
  int parity = 0;    ///< emulator trace against GPU trace
  std::string first_problem;

  [[nodiscard]] int sum() const { return result + replay + findings + parity; }
  void count(int& aspect, const RunRequest& request, const std::string& what) {
    ++aspect;
    if (!first_problem.empty()) return;
    first_problem = tr("{0} Repeat with: warpscope report {1}", what, arguments_of(request));
  }
};

Status check_parity(const RunRequest& request, const Trace& gpu, Tally& tally) {
  RunRequest emulated = request;
  emulated.machine = MachineKind::emulator;
  const Result<RunResult> result = run(emulated);
  if (!result) return result.error();
  if (const auto divergence = first_divergence(*result->trace, gpu)) {
    tally.count(tally.parity, request, tr("Emulator against GPU: {}", divergence->what.text()));
  }
  return Done{};
}

Status check_case(const KernelInfo& kernel, const RunRequest& request, Tally& tally) {
  const Result<RunResult> result = run(request);
  if (!result) return result.error();
  const Trace& trace = *result->trace;
  if (!result->mismatch.empty()) tally.count(tally.result, request, result->mismatch);
  if (const std::string violation = replay_violation(trace); !violation.empty()) {
    tally.count(tally.replay, request, violation);
  }
  if (kernel.wrong_on_purpose)
    return Done{};  // its findings are its lesson, and races have no parity
  const auto fault = std::ranges::find_if(trace.findings, is_fault);
  if (fault != trace.findings.end()) {
    tally.count(tally.findings, request, fault->message.text());
  }
  return request.machine == MachineKind::cuda ? check_parity(request, trace, tally) : Done{};
}

Result<Tally> check_kernel(const KernelInfo& kernel, const Task& task) {
  Tally tally;
  for (int i = 0; i < task.cases; ++i) {
    RunRequest request = random_case(kernel, task.seed, i);
    request.machine = task.machine;
    if (Status status = check_case(kernel, request, tally); !status) {
      return Error{status.error().kind, tr("{0} Repeat with: warpscope report {1}",
                                           status.error().message, arguments_of(request))};
    }
  }
  return tally;
}

Result<Task> make_task(const VerifyOptions& options) {
  Task task;
  for (const std::string& wanted : options.kernels) {
    const Result<const KernelInfo*> kernel = find_kernel(wanted);
    if (!kernel) return kernel.error();
    task.kernels.push_back(kernel.value());
  }
  if (task.kernels.empty()) task.kernels.assign(catalogue().begin(), catalogue().end());
  RunRequest request;
  if (!options.machine.empty()) {
    const Status read = run_option("machine").read("--machine", options.machine, request);
    if (!read) return read.error();
  }
  const Result<std::int64_t> cases = parse_number("--cases", options.cases, 1, 1'000'000);
  if (!cases) return cases.error();
  const Result<std::uint64_t> seed = parse_seed("--seed", options.seed);
  if (!seed) return seed.error();
  const bool usable = cuda_status().usable;
  if (request.machine == MachineKind::cuda && !usable) {
    return Error{ErrorKind::unavailable, tr("{} --machine emulator works here.",
                                            tr(std::string_view(cuda_status().problem)))};
  }
  task.machine = request.machine;
  if (task.machine == MachineKind::automatic) {
    task.machine = usable ? MachineKind::cuda : MachineKind::emulator;
  }
  task.cases = static_cast<int>(cases.value());
  task.seed = seed.value();
  return task;
}

Json tally_json(const KernelInfo& kernel, const Tally& tally, int cases) {
  return {{"kernel", kernel.id},
          {"cases", cases},
          {"differences",
           {{"result", tally.result},
            {"replay", tally.replay},
            {"findings", tally.findings},
            {"parity", tally.parity}}},
          {"first_problem", tally.first_problem}};
}

/// A line of a table that appears while its other lines are not known yet.
using VerifyCells = std::array<std::string, 6>;

void print_cells(std::ostream& out, const VerifyCells& cells) {
  const auto& [kernel, cases, result, replay, findings, parity] = cells;
  // What may stand in a column besides numbers, in the current language
  const int verdict = std::max({9, text_columns(tr("on purpose")),
                                text_columns(tr_c("column of a table", "result")),
                                text_columns(tr_c("column of a table", "replay")),
                                text_columns(tr_c("column of a table", "findings"))});
  fmt::print(out, "{} {}  {}  {}  {}  {}\n", padded(kernel, 26), padded_left(cases, 6),
             padded(result, verdict), padded(replay, verdict), padded(findings, verdict), parity);
}

void print_tally(std::ostream& out, const KernelInfo& kernel, const Tally& tally,
                 const Task& task) {
  const auto verdict = [](int differing) {
    return differing == 0 ? std::string(tr("ok")) : tr_n("{0} differs", "{0} differ", differing);
  };
  const bool on_gpu = task.machine == MachineKind::cuda;
  print_cells(out, {std::string(kernel.id), whole_text(task.cases), verdict(tally.result),
                    verdict(tally.replay),
                    kernel.wrong_on_purpose ? tr("on purpose") : verdict(tally.findings),
                    on_gpu && !kernel.wrong_on_purpose ? verdict(tally.parity) : "–"});
  if (!tally.first_problem.empty()) {
    fmt::print(out, "  {}\n", wrapped(tally.first_problem, terminal_columns - 2, "  "));
  }
  out.flush();  // a line as soon as its kernel is done
}

Result<int> verify(const VerifyOptions& options, std::ostream& out) {
  const Result<Task> task = make_task(options);
  if (!task) return task.error();
  std::optional<InLanguage> speaking;
  if (options.json) speaking.emplace(english);
  const bool on_gpu = task->machine == MachineKind::cuda;
  const std::string device = on_gpu ? cuda_status().device : std::string("the emulator");
  if (!options.json) {
    fmt::print(out, "{}\n\n",
               on_gpu ? tr("On {0}, seed {1}", device, task->seed)
                      : tr("On the emulator, seed {}", task->seed));
    print_cells(out, {tr_c("column of a table", "Kernel"), tr_c("column of a table", "cases"),
                      tr_c("column of a table", "result"), tr_c("column of a table", "replay"),
                      tr_c("column of a table", "findings"), tr_c("column of a table", "parity")});
  }
  Json kernels = Json::array();
  int differences = 0;
  for (const KernelInfo* kernel : task->kernels) {
    const Result<Tally> tally = check_kernel(*kernel, task.value());
    if (!tally) return tally.error();
    differences += tally->sum();
    if (!options.json) print_tally(out, *kernel, tally.value(), task.value());
    kernels.push_back(tally_json(*kernel, tally.value(), task->cases));
  }
  if (options.json) {
    const Json json{{"device", device},
                    {"seed", task->seed},
                    {"differences", differences},
                    {"kernels", std::move(kernels)}};
    out << json_text(json, 2) << '\n';
  } else {
    fmt::print(out, "{}\n",
               differences == 0 ? std::string(tr("All equal."))
                                : tr_n("{0} difference.", "{0} differences.", differences));
  }
  return differences == 0 ? 0 : 1;
}

}  // namespace

void add_verify(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<VerifyOptions>();
  Arguments command = program.subcommand(
      "verify",
      tr("Random cases: results against references, snapshots against replay, the emulator "
         "against the GPU; exit code 1 when something differs"));
  command.words("KERNEL", options->kernels, tr("Kernels of warpscope list; all unless given"));
  add_run_option(command, "machine", options->machine);
  command.option("--cases", options->cases, "N", tr("Cases of each kernel; 20 unless given"));
  command.option("--seed", options->seed, "S", tr("Seed of the cases; 1 unless given"));
  command.flag("--json", options->json, tr("Print JSON"));
  command.footer(examples_text(
      {"warpscope verify", "warpscope verify reduce_shuffle --machine cuda --cases 200"}));
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return verify(*options, invocation.out); };
  });
}

}  // namespace warpscope
