// Runs every program natively or traced on three seeded cases and checks the results.
// compute-sanitizer watches it (sanitizers.py).
// Use: all_kernels native|traced [KERNEL…]    (a leading "not": all but these)

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "instrumentation/run/cases.hpp"
#include "instrumentation/run/cuda_programs.cuh"
#include "instrumentation/run/plan.hpp"

namespace {

using namespace warpscope;

constexpr int cases = 3;

struct Choice {
  std::vector<std::string> ids;
  bool excluded = false;
  [[nodiscard]] bool takes(std::string_view id) const {
    if (ids.empty()) return true;
    return (std::find(ids.begin(), ids.end(), id) != ids.end()) != excluded;
  }
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

template <class Machine>
int run_programs(const Choice& choice) {
  int runs = 0;
  for (const Program<Machine>& program : cuda_programs<Machine>()) {
    if (!choice.takes(program.id)) continue;
    const KernelInfo& info = *find_kernel(program.id).value();
    for (int i = 0; i < cases; ++i) {
      RunRequest request = random_case(info, 1, i);
      for (const auto& [name, value] : program.choices) {
        request.parameters[std::string(name)] = std::string(value);
      }
      request.traced_block = 0;
      const auto plan = make_plan(request);
      if (!plan) throw DeviceError{cudaErrorInvalidValue, plan.error().message};
      const Outcome outcome = run_on(program, make_setup(request.input, plan.value()).value());
      if (!outcome.mismatch.empty())
        throw DeviceError{cudaErrorUnknown, request.kernel + ": " + outcome.mismatch};
      ++runs;
    }
  }
  return runs;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string machine = argc > 1 ? argv[1] : "";
  if (machine != "native" && machine != "traced") {
    std::fprintf(stderr, "all_kernels: say native or traced\n");
    return 2;
  }
  Choice choice;
  for (int i = 2; i < argc; ++i) {
    if (i == 2 && std::string(argv[i]) == "not")
      choice.excluded = true;
    else
      choice.ids.emplace_back(argv[i]);
  }
  try {
    const int runs = machine == "traced" ? run_programs<TracedMachine>(choice)
                                         : run_programs<NativeMachine>(choice);
    std::printf("%d runs, all right\n", runs);
    return runs > 0 ? 0 : 1;
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "all_kernels: %s\n", error.what.c_str());
    return 1;
  }
}
