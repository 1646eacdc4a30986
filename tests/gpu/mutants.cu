// Runs the mutants of tests/mutants natively. racecheck watches it (sanitizers.py): it must see
// what the emulator sees.
// Use: mutants list | mutants NUMBER

#include <cstdio>
#include <cstdlib>
#include <string>

#include "instrumentation/run/native_machine.cuh"
#include "instrumentation/run/plan.hpp"
#include "tests/mutants/mutants.hpp"

int main(int argc, char** argv) {
  using namespace warpscope;
  const auto all = mutants::all_mutants<NativeMachine>();
  const std::string what = argc == 2 ? argv[1] : "";
  if (what == "list") {
    for (const auto& mutant : all) {
      std::printf("%s without %s\n", std::string(mutant.id).c_str(),
                  std::string(mutant.dropped).c_str());
    }
    return 0;
  }
  const auto number = static_cast<std::size_t>(std::atoi(what.c_str()));
  if (what.empty() || number >= all.size()) {
    std::fprintf(stderr, "mutants: say list, or a number below %zu\n", all.size());
    return 2;
  }
  try {
    RunRequest request;
    request.kernel = std::string(all[number].id);
    const Plan plan = make_plan(request).value();
    NativeMachine machine;
    all[number].run(machine, make_setup(request.input, plan).value());
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "mutants: %s\n", error.what.c_str());
    return 1;
  }
  std::printf("1 runs, all right\n");  // what is right is not asked of a mutant
  return 0;
}
