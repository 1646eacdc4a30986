// Runs every program natively or traced on three seeded cases and checks the results; prints the
// emulator's findings in the same cases. compute-sanitizer watches it (sanitizers.py).
// Use: all_kernels native|traced [KERNEL…]

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "instrumentation/run/cuda_programs.cuh"
#include "instrumentation/run/emulated_programs.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/run/plan.hpp"
#include "tests/gpu/need_device.hpp"

namespace {

using namespace warpscope;

constexpr int cases = 3;

/// The runs made, and the emulator's findings in them.
struct Tally {
  int runs = 0;
  std::set<std::string_view> findings;
};

Outcome run_on(const Program<NativeMachine>& program, const Setup& setup) {
  NativeMachine machine;
  return program.run(machine, setup, true);
}
Outcome run_on(const Program<TracedMachine>& program, const Setup& setup) {
  TraceBuilder builder({});
  TracedMachine machine(builder, 1);
  return program.run(machine, setup, true);
}

void emulate(const Plan& plan, const Setup& setup, Tally& tally) {
  TraceBuilder builder({});
  EmulatorMachine machine(builder, 0, {}, {});
  find_program(emulated_programs(), plan.kernel->id, plan.parameters)->run(machine, setup, false);
  const Trace trace = builder.build();
  for (const Finding& finding : trace.findings) tally.findings.insert(name(finding.kind));
}

/// `wanted` empty: all of them.
template <class Machine>
Tally run_programs(const std::vector<std::string>& wanted) {
  Tally tally;
  for (const Program<Machine>& program : cuda_programs<Machine>()) {
    if (!wanted.empty() && std::ranges::count(wanted, program.id) == 0) continue;
    const KernelInfo& info = *find_kernel(program.id).value();
    for (int i = 0; i < cases; ++i) {
      RunRequest request = random_case(info, 1, i);
      for (const auto& [name, value] : program.choices) {
        request.parameters[std::string(name)] = std::string(value);
      }
      request.traced_block = 0;
      const auto plan = make_plan(request);
      if (!plan) throw DeviceError{cudaErrorInvalidValue, plan.error().message};
      const Setup setup = make_setup(request.input, plan.value()).value();
      const Outcome outcome = run_on(program, setup);
      if (!outcome.mismatch.empty())
        throw DeviceError{cudaErrorUnknown, request.kernel + ": " + outcome.mismatch.english()};
      emulate(plan.value(), setup, tally);
      ++tally.runs;
    }
  }
  return tally;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string machine = argc > 1 ? argv[1] : "";
  if (machine != "native" && machine != "traced") {
    std::fprintf(stderr, "all_kernels: say native or traced\n");
    return 2;
  }
  if (!device_answers()) return skipped;
  const std::vector<std::string> wanted(argv + 2, argv + argc);
  try {
    const Tally tally = machine == "traced" ? run_programs<TracedMachine>(wanted)
                                            : run_programs<NativeMachine>(wanted);
    std::printf("%d runs, all right\n", tally.runs);
    for (const std::string_view finding : tally.findings) {
      std::printf("emulator: %s\n", std::string(finding).c_str());
    }
    return tally.runs > 0 ? 0 : 1;
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "all_kernels: %s\n", error.what.c_str());
    return 1;
  }
}
