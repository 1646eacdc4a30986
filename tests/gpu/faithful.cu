// Launches the faithful build (every shared access of the source, in order) of every kernel in
// several geometries, for ncu to count; writes what the cc5 model says of the same launches, summed
// over all blocks. counters.py runs it under ncu and compares.
// Use: faithful MODEL.json

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/native_machine.cuh"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/run/program_table.hpp"
#include "kernels/catalogue.hpp"

namespace {

using namespace warpscope;
using FaithfulMachine = BasicNativeMachine<FaithfulBlock>;

/// Blocks 0: the kernel's defaults.
struct Geometry {
  int block = 0;
  int blocks = 0;
};

/// Sums of the model over the blocks of a launch, from one emulated trace per block.
struct Model {
  SharedTotals load, store;
  std::uint64_t global_load_requests = 0, global_load_sectors = 0;
  std::uint64_t global_store_requests = 0, global_store_sectors = 0;
};

Model emulate(RunRequest request, int grid) {
  Model model;
  request.machine = MachineKind::emulator;
  for (request.traced_block = 0; request.traced_block < grid; ++request.traced_block) {
    const auto result = run(request);
    if (!result) throw DeviceError{cudaErrorUnknown, result.error().message};
    const Totals totals = summarize(*result->trace, BankModel::cc5).totals;
    const auto add = [](SharedTotals& sum, const SharedTotals& more) {
      sum.requests += more.requests;
      sum.wavefronts += more.wavefronts;
      sum.ideal += more.ideal;
    };
    add(model.load, totals.shared_load);
    add(model.store, totals.shared_store);
    model.global_load_requests += totals.global_load.requests;
    model.global_load_sectors += totals.global_load.sectors;
    model.global_store_requests += totals.global_store.requests;
    model.global_store_sectors += totals.global_store.sectors;
  }
  return model;
}

nlohmann::json run_all() {
  auto all = nlohmann::json::array();
  for (const auto& program : make_programs<FaithfulMachine, int>()) {
    if (program.op != "add") continue;
    const KernelInfo& info = *find_kernel(program.id).value();
    // What the program shows at its start, small blocks and many, large ones and few.
    for (const Geometry geometry : {Geometry{}, Geometry{64, 8}, Geometry{1024, 3}}) {
      RunRequest request;
      request.kernel = std::string(info.id);
      if (geometry.blocks > 0) {
        request.block = geometry.block;
        request.size = std::int64_t{geometry.block} * geometry.blocks * info.elements_per_thread;
      }
      const auto plan = make_plan(request);
      if (!plan) throw DeviceError{cudaErrorUnknown, plan.error().message};
      const Setup setup{make_input(request.input, "int", plan->size).value(), plan->size,
                        plan->grid, plan->block};
      FaithfulMachine machine;
      const Outcome outcome = program.run(machine, setup, true);
      if (!outcome.mismatch.empty())
        throw DeviceError{cudaErrorUnknown, request.kernel + ": " + outcome.mismatch};
      const Model m = emulate(request, plan->grid);
      all.push_back({{"kernel", info.id},
                     {"size", plan->size},
                     {"block", plan->block},
                     {"grid", plan->grid},
                     {"shared_load_wavefronts", m.load.wavefronts},
                     {"shared_load_conflicts", m.load.conflicts()},
                     {"shared_store_wavefronts", m.store.wavefronts},
                     {"shared_store_conflicts", m.store.conflicts()},
                     {"global_load_requests", m.global_load_requests},
                     {"global_load_sectors", m.global_load_sectors},
                     {"global_store_requests", m.global_store_requests},
                     {"global_store_sectors", m.global_store_sectors}});
    }
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "faithful: name the file for the model's figures\n");
    return 2;
  }
  try {
    std::ofstream(argv[1]) << run_all().dump(1);
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "faithful: %s\n", error.what.c_str());
    return 1;
  }
  return 0;
}
