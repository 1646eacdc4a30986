// Launches the faithful build (every access of the source, in order) of every program on its
// defaults and on two seeded cases, for ncu to count; writes what the cc5 model says of the same
// launches, summed over all blocks. counters.py runs it under ncu and compares.
// Use: faithful MODEL.json [KERNEL…]

#include <algorithm>
#include <all_families.hpp>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/emulated_programs.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/run/native_machine.cuh"
#include "instrumentation/run/plan.hpp"
#include "kernels/family_programs.hpp"

namespace {

using namespace warpscope;
using FaithfulMachine = BasicNativeMachine<FaithfulBlock>;

/// The model's figures for one launch: all of its blocks.
struct Model {
  std::string kernel;
  int grid = 0, block = 0;
  Totals totals;
};

void add_access(Totals& totals, const Trace& trace, const Access& access) {
  if (const auto request = shared_request(trace, access)) {
    const Wavefronts cost = wavefronts(BankModel::cc5, *request);
    SharedTotals& sum = access.operation == Operation::load    ? totals.shared_load
                        : access.operation == Operation::store ? totals.shared_store
                                                               : totals.shared_atomic;
    ++sum.requests;
    sum.wavefronts += static_cast<std::uint64_t>(cost.actual);
    sum.ideal += static_cast<std::uint64_t>(cost.ideal);
  } else if (moves_sectors(trace.arrays[access.array].space)) {
    const GlobalRequest cost = global_request(trace, access);
    const bool local = trace.arrays[access.array].space == Space::local;
    const bool load = access.operation == Operation::load;
    GlobalTotals& sum = local  ? (load ? totals.local_load : totals.local_store)
                        : load ? totals.global_load
                        : access.operation == Operation::store ? totals.global_store
                                                               : totals.global_atomic;
    sum.requests += static_cast<std::uint64_t>(cost.requests);
    sum.sectors += static_cast<std::uint64_t>(cost.sectors);
  }
}

/// Each block of each launch, from one emulated run per block of the widest launch.
std::vector<Model> emulate(const Plan& plan, const Setup& setup) {
  std::vector<Model> models;
  const auto* program = find_program(emulated_programs(), plan.kernel->id, plan.parameters);
  for (int block = 0, widest = 1; block < widest; ++block) {
    TraceBuilder builder({});
    EmulatorMachine machine(builder, block, {}, {});
    program->run(machine, setup, false);
    const Trace trace = builder.build();
    models.resize(trace.launches.size());
    for (std::size_t k = 0; k < trace.launches.size(); ++k) {
      models[k].kernel = trace.launches[k].kernel;
      models[k].grid = static_cast<int>(trace.launches[k].blocks());
      models[k].block = trace.launches[k].threads();
      widest = std::max(widest, models[k].grid);
    }
    for (const Access& access : trace.accesses) {
      const std::uint32_t launch = trace.steps[access.step].launch;
      // A launch with fewer blocks traces its last one again.
      if (trace.launches[launch].traced_block != block) continue;
      add_access(models[launch].totals, trace, access);
    }
  }
  return models;
}

nlohmann::json to_json(const Model& model, const RunRequest& request, const Plan& plan) {
  const Totals& t = model.totals;
  return {{"entry", plan.kernel->id},
          {"kernel", model.kernel},
          {"parameters", plan.parameters},
          {"input",
           request.input.kind.empty() ? input_kinds(*plan.kernel).front() : request.input.kind},
          {"seed", request.input.seed},
          {"size", plan.size},
          {"block", model.block},
          {"grid", model.grid},
          {"blocks_wait", plan.kernel->blocks_wait && model.kernel == plan.kernel->id},
          {"shared_load_wavefronts", t.shared_load.wavefronts},
          {"shared_load_conflicts", t.shared_load.conflicts()},
          {"shared_store_wavefronts", t.shared_store.wavefronts},
          {"shared_store_conflicts", t.shared_store.conflicts()},
          {"shared_atomic_wavefronts", t.shared_atomic.wavefronts},
          {"shared_atomic_conflicts", t.shared_atomic.conflicts()},
          {"global_load_requests", t.global_load.requests},
          {"global_load_sectors", t.global_load.sectors},
          {"global_store_requests", t.global_store.requests},
          {"global_store_sectors", t.global_store.sectors},
          {"global_atomic_requests", t.global_atomic.requests},
          {"global_atomic_sectors", t.global_atomic.sectors},
          {"local_load_requests", t.local_load.requests},
          {"local_load_sectors", t.local_load.sectors},
          {"local_store_requests", t.local_store.requests},
          {"local_store_sectors", t.local_store.sectors}};
}

/// `wanted` empty: all of them.
nlohmann::json run_all(const std::vector<std::string>& wanted) {
  auto all = nlohmann::json::array();
  for (const auto& program : all_programs<FaithfulMachine>()) {
    const KernelInfo& info = *find_kernel(program.id).value();
    if (!info.runs.empty()) continue;  // the same launches as another entry's
    if (!wanted.empty() && std::ranges::count(wanted, info.id) == 0) continue;
    for (int i = 0; i < 3; ++i) {
      RunRequest request;
      request.kernel = std::string(info.id);
      if (i > 0) request = random_case(info, 1, i);
      for (const auto& [name, value] : program.choices) {
        request.parameters[std::string(name)] = std::string(value);
      }
      request.traced_block = 0;
      const auto plan = make_plan(request);
      if (!plan) throw DeviceError{cudaErrorUnknown, plan.error().message};
      const Setup setup = make_setup(request.input, plan.value()).value();
      FaithfulMachine machine;
      const Outcome outcome = program.run(machine, setup, true);
      if (!outcome.mismatch.empty())
        throw DeviceError{cudaErrorUnknown, request.kernel + ": " + outcome.mismatch.english()};
      for (const Model& model : emulate(plan.value(), setup)) {
        all.push_back(to_json(model, request, plan.value()));
      }
    }
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "faithful: name the file for the model's figures\n");
    return 2;
  }
  try {
    std::ofstream(argv[1]) << run_all({argv + 2, argv + argc}).dump(1);
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "faithful: %s\n", error.what.c_str());
    return 1;
  }
  return 0;
}
