// Runs kernels natively or traced, for int and float and every operator, in two geometries, and
// checks the results. compute-sanitizer watches it (sanitizers.py).
// Use: all_kernels native|traced [KERNEL…]    (a leading "not": all but these)

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "instrumentation/run/cuda_programs.cuh"
#include "instrumentation/run/plan.hpp"

namespace {

using namespace warpscope;

struct Choice {
  std::vector<std::string> ids;
  bool excluded = false;
  [[nodiscard]] bool takes(std::string_view id) const {
    if (ids.empty()) return true;
    return (std::find(ids.begin(), ids.end(), id) != ids.end()) != excluded;
  }
};

template <class Run>
int run_programs(const Choice& choice, const Run& run_one, const auto& programs) {
  int runs = 0;
  for (const auto& program : programs) {
    if (!choice.takes(program.id)) continue;
    const KernelInfo& info = *find_kernel(program.id).value();
    for (const int block : {64, 256}) {
      RunRequest request;
      request.kernel = std::string(program.id);
      request.block = block;
      request.size = std::int64_t{2} * block * info.elements_per_thread;
      request.parameters = {{"type", std::string(program.type)}, {"op", std::string(program.op)}};
      const Plan plan = make_plan(request).value();
      const Setup setup{make_input(request.input, plan.type, plan.size).value(), plan.size,
                        plan.grid, plan.block};
      const Outcome outcome = run_one(program, setup);
      if (!outcome.mismatch.empty())
        throw DeviceError{cudaErrorUnknown, request.kernel + ": " + outcome.mismatch};
      ++runs;
    }
  }
  return runs;
}

template <class T>
int run_type(bool traced, const Choice& choice) {
  if (!traced) {
    return run_programs(
        choice,
        [](const auto& program, const Setup& setup) {
          NativeMachine machine;
          return program.run(machine, setup, true);
        },
        make_programs<NativeMachine, T>());
  }
  return run_programs(
      choice,
      [](const auto& program, const Setup& setup) {
        TraceBuilder builder({});
        TracedMachine machine(builder, std::string(program.id), 1);
        return program.run(machine, setup, true);
      },
      make_programs<TracedMachine, T>());
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
    const int runs =
        run_type<int>(machine == "traced", choice) + run_type<float>(machine == "traced", choice);
    std::printf("%d runs, all right\n", runs);
    return runs > 0 ? 0 : 1;
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "all_kernels: %s\n", error.what.c_str());
    return 1;
  }
}
