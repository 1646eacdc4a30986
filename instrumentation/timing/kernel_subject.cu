#include "instrumentation/timing/kernel_subject.hpp"

#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "instrumentation/run/cuda_programs.cuh"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/timing/cuda_stream.hpp"
#include "instrumentation/timing/launch_graph.cuh"
#include "instrumentation/timing/subject_error.cuh"

namespace warpscope {
namespace {

constexpr std::size_t small_bytes = std::size_t{64} << 20U;

struct KernelSet {
  KernelSet(const Program<NativeMachine>& program, NativeForm form, Setup given)
      : machine(NativeMode::record, form),
        setup(std::move(given)),
        outcome(program.run(machine, setup, false)) {
    // The stream does not wait for the uploads, which are on the default one.
    check(cudaDeviceSynchronize(), "uploading the input");
    machine.restore(timing_stream());
    graph.emplace([this](cudaStream_t stream) { machine.replay(stream); });
  }
  NativeMachine machine;
  Setup setup;
  Outcome outcome;
  std::optional<LaunchGraph> graph;
};

class KernelSubject final : public Timeable {
 public:
  KernelSubject(const Program<NativeMachine>& program, NativeForm form)
      : program_(program), form_(form) {}

  void add_set(const Setup& setup) {
    sets_.push_back(std::make_unique<KernelSet>(program_, form_, setup));
  }
  [[nodiscard]] const KernelSet& first() const { return *sets_.front(); }

  [[nodiscard]] int sets() const override { return static_cast<int>(sets_.size()); }
  void prepare(int set) override {
    try {
      at(set).machine.restore(timing_stream());
      last_ = set;
    } catch (const DeviceError& error) {
      throw TimingStopped{error.what};
    }
  }
  void start(int set) override { at(set).graph->launch(); }

  /// Checks the set that ran last: what was timed is what is checked.
  [[nodiscard]] std::string mismatch() {
    try {
      check(cudaStreamSynchronize(timing_stream()), "running the kernel");
      KernelSet& set = at(last_);
      set.machine.reread();
      return program_.run(set.machine, set.setup, true).mismatch.english();
    } catch (const DeviceError& error) {
      return "Its result could not be read: " + error.what + ".";
    }
  }

 private:
  [[nodiscard]] KernelSet& at(int set) { return *sets_[static_cast<std::size_t>(set)]; }

  const Program<NativeMachine>& program_;
  NativeForm form_;
  std::vector<std::unique_ptr<KernelSet>> sets_;
  int last_ = 0;
};

/// As many sets as the header says; a second one that does not fit is left out.
void add_other_sets(KernelSubject& subject, const InputSpec& input, const Plan& plan) {
  const int wanted = subject.first().machine.bytes() <= small_bytes ? 3 : 2;
  InputSpec next = input;
  while (subject.sets() < wanted) {
    ++next.seed;
    const auto setup = make_setup(next, plan);
    if (!setup) return;
    try {
      subject.add_set(setup.value());
    } catch (const DeviceError& error) {
      if (error.code != cudaErrorMemoryAllocation) throw;
      cudaGetLastError();
      return;
    }
  }
}

BenchResult result_of(const Plan& plan, const RunRequest& request, const Outcome& outcome) {
  BenchResult result{.kernel = std::string(plan.kernel->id),
                     .size = plan.size,
                     .block = plan.block,
                     .parameters = plan.parameters,
                     .bytes = outcome.bytes,
                     .operations = outcome.operations};
  if (!request.input.kind.empty() && request.input.kind != input_kinds(*plan.kernel).front()) {
    result.parameters["input"] = request.input.kind;
  }
  return result;
}

Result<MadeSubject> make_form(const RunRequest& wanted, NativeForm form, bool check_all) {
  RunRequest request = wanted;
  request.machine = MachineKind::cuda;
  const auto plan = make_plan(request);
  if (!plan) return plan.error();
  const auto setup = make_setup(request.input, plan.value());
  if (!setup) return setup.error();
  const auto* program =
      find_program(cuda_programs<NativeMachine>(), request.kernel, plan->parameters);
  if (program == nullptr) {
    return Error{ErrorKind::usage, request.kernel + " is not built for these parameters."};
  }
  try {
    auto subject = std::make_unique<KernelSubject>(*program, form);
    subject->add_set(setup.value());
    add_other_sets(*subject, request.input, plan.value());
    MadeSubject made{.timeable = nullptr,
                     .result = result_of(plan.value(), request, subject->first().outcome)};
    if (form == NativeForm::conflict_free) {
      made.result.what_if = conflict_free;
    } else if (check_all || quickly_checked(made.result)) {
      made.mismatch = [of = subject.get()] { return of->mismatch(); };
    }
    made.timeable = std::move(subject);
    return Result<MadeSubject>(std::move(made));
  } catch (const DeviceError& error) {
    return subject_error(request.kernel, error);
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::unavailable,
                 request.kernel + " needs more memory than this computer has."};
  }
}

}  // namespace

Result<MadeSubject> make_kernel(const RunRequest& request, bool check_all) {
  return make_form(request, NativeForm::as_written, check_all);
}

Result<MadeSubject> make_conflict_free(const RunRequest& request) {
  if (!has_conflicts(request.kernel)) {
    return Error{ErrorKind::usage, request.kernel + " has no bank conflicts to be freed of."};
  }
  return make_form(request, NativeForm::conflict_free, false);
}

}  // namespace warpscope
