// Times whole host programs, as `bench` runs them, against the same programs with twins written by
// hand in place of their kernels, and compares all that they wrote, bit for bit. Prints JSON:
// {"device", "repetitions", "programs": [{...}]}. native_is_free.py judges.
// Use: twin_programs [REPETITIONS [KERNEL…]]

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "instrumentation/run/plan.hpp"
#include "tests/gpu/twin_machine.cuh"

namespace {

using namespace warpscope;

struct Case {
  Program<TwinMachine> program;
  std::int64_t size;
};

/// Sizes at which a launch takes long enough for 1 % to be seen, or the largest that is allowed.
std::vector<Case> cases() {
  constexpr std::int64_t large = std::int64_t{1} << 26;
  std::vector<Case> all;
  const Choices sums{{"type", "int"}, {"op", "add"}};
  const auto add = [&]<class HostProgram, class T>(const KernelInfo& info, Choices choices,
                                                   std::int64_t size) {
    all.push_back({{info.id, choices, run_program<HostProgram, T, TwinMachine>}, size});
  };
#define WITH(HostProgram, T, Kernel, choices, size) \
  add.operator()<HostProgram, T>(Kernel::info, choices, size)
  using ToOne = ReductionToOne<int, Add>;
  using LastBlock = ReductionLastBlock<int, Add>;
  using Reductions = BlockScan<ScanReductions, int>;
  using Merging = BlockScan<ScanMerging, int>;
  using Shuffle = BlockScan<ScanWarpShuffle, int>;
  WITH(ToOne, int, ReduceToOne, sums, 4 * large);
  WITH(LastBlock, int, ReduceLastBlock, sums, 4 * large);
  WITH(Reductions, int, ScanReductions, sums, large / 8);
  WITH(Merging, int, ScanMerging, sums, large);
  WITH(Shuffle, int, ScanWarpShuffle, sums, large);
  WITH(LargeScan<int>, int, ScanBlockSums, sums, large);
  WITH(SegmentedScan<int>, int, ScanSegmented, sums, large);
  WITH(Compaction<int>, int, Compact, (Choices{{"type", "int"}}), large);
  WITH(LookbackScan<int>, int, ScanLookback, sums, 4 * large);
  WITH(BlockShapeProgram, int, BlockShape, {}, large);
  WITH(LatencyHidingProgram<DependentLoads>, int, LatencyHiding, (Choices{{"order", "dependent"}}),
       large);
  WITH(LatencyHidingProgram<IndependentLoads>, int, LatencyHiding,
       (Choices{{"order", "independent"}}), large);
  WITH(LocalArrayProgram<RuntimeIndex>, int, LocalArray, (Choices{{"index", "runtime"}}), large);
  WITH(LocalArrayProgram<ConstantIndex>, int, LocalArray, (Choices{{"index", "constant"}}), large);
  WITH(RegisterTiledProduct, float, MatmulRegisterTiled, {}, 4096);
  WITH(RadixFloatSort, float, RadixFloat, {}, large / 4);
  WITH(OnesweepSort, int, RadixOnesweep, {}, large);
  WITH(TridiagonalSolver<PcrHybrid>, float, PcrHybrid, {}, large);
  WITH(ThomasSolver, float, Thomas, {}, large);
  WITH(SimpleIterationSolver, float, SimpleIteration, {}, large);
  WITH(PowerSolver, float, PowerMethod, {}, large);
  WITH(Spmv<SpmvScalar>, float, SpmvScalar, {}, large);
  WITH(Spmv<SpmvWarp>, float, SpmvWarp, {}, large);
  WITH(CoordinateSpmv, float, SpmvCoo, {}, large);
  WITH(TriangularSolver, float, SptrsvLevels, {}, large);
  WITH(Transform<FftStockham>, float, FftStockham, {}, large / 2);
  WITH(Transform<FftBitReversed>, float, FftBitReversed, {}, large / 2);
  WITH(Transform<FftPadded>, float, FftPadded, {}, large / 2);
  WITH(Transform<FftRadix4>, float, FftRadix4, {}, large / 2);
  WITH(PoissonSolver, float, PoissonFft, {}, large);
  const Choices uniform{{"distribution", "uniform"}};
  WITH(PhiloxNumbers<UniformNumbers>, std::uint32_t, RandomPhilox, uniform, 2 * large);
  WITH(SensorReadings<UniformReadings>, std::uint32_t, RandomXorwow, uniform, large / 64);
  WITH(PiEstimates, std::uint32_t, MonteCarloPi, {}, large);
#undef WITH
  return all;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// What was enqueued, as a graph, so that the host's pace does not count.
class Recorded {
 public:
  template <class Enqueue>
  Recorded(cudaStream_t stream, const Enqueue& enqueue) : stream_(stream) {
    enqueue(stream);  // loads the kernels
    check(cudaStreamSynchronize(stream), "running it for the first time");
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "recording");
    enqueue(stream);
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(stream, &graph), "recording");
    check(cudaGraphInstantiate(&graph_, graph, 0), "making a graph");
    cudaGraphDestroy(graph);
    check(cudaEventCreate(&begin_), "making a clock");
    check(cudaEventCreate(&end_), "making a clock");
  }
  ~Recorded() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
    cudaGraphExecDestroy(graph_);
  }
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

  /// Milliseconds of one of so many rounds.
  [[nodiscard]] double milliseconds(int rounds) const {
    check(cudaEventRecord(begin_, stream_), "starting the clock");
    for (int i = 0; i < rounds; ++i) check(cudaGraphLaunch(graph_, stream_), "launching");
    check(cudaEventRecord(end_, stream_), "stopping the clock");
    check(cudaEventSynchronize(end_), "running");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "reading the clock");
    return static_cast<double>(milliseconds) / rounds;
  }

 private:
  cudaStream_t stream_;
  cudaGraphExec_t graph_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

struct Times {
  double native = 0, twin = 0;
  int rounds = 1;
};

Times time(const TwinMachine& machine, const Recorded& native, const Recorded& twin,
           cudaStream_t stream, int repetitions) {
  constexpr double long_enough = 1;  // milliseconds
  const auto timed = [&](const Recorded& one, int rounds) {
    machine.restore(stream);
    return one.milliseconds(rounds);
  };
  Times times;
  timed(native, 1);
  times.rounds = std::max(1, static_cast<int>(std::ceil(long_enough / timed(native, 1))));
  std::vector<double> natives, twins;
  for (int i = -5; i < repetitions; ++i) {
    // Swapped every other time, so that neither always runs after the other.
    const bool native_first = i % 2 == 0;
    const double a = timed(native_first ? native : twin, times.rounds);
    const double b = timed(native_first ? twin : native, times.rounds);
    if (i < 0) continue;
    natives.push_back(native_first ? a : b);
    twins.push_back(native_first ? b : a);
  }
  times.native = median(natives);
  times.twin = median(twins);
  return times;
}

std::vector<std::byte> result_of(const TwinMachine& machine, const Recorded& recorded,
                                 cudaStream_t stream) {
  machine.spoil(stream);
  machine.restore(stream);
  static_cast<void>(recorded.milliseconds(1));
  return machine.contents();
}

/// Whether both gave the same.
bool compare(const Case& one, cudaStream_t stream, int repetitions, bool first) {
  const KernelInfo& info = *find_kernel(one.program.id).value();
  RunRequest request;
  request.kernel = std::string(info.id);
  request.machine = MachineKind::cuda;
  request.size = info.max_size > 0 ? std::min(info.max_size, one.size) : one.size;
  if (info.full_speed_block > 0) request.block = info.full_speed_block;
  for (const auto& [name, value] : one.program.choices) {
    request.parameters[std::string(name)] = std::string(value);
  }
  const auto plan = make_plan(request);
  if (!plan) throw DeviceError{cudaErrorUnknown, plan.error().message};
  const Setup setup = make_setup(request.input, plan.value()).value();
  TwinMachine machine;
  one.program.run(machine, setup, false);
  check(cudaDeviceSynchronize(), "uploading the input");
  machine.restore(stream);
  const Recorded native(stream, [&](cudaStream_t on) { machine.replay(on); });
  machine.restore(stream);
  const Recorded twin(stream, [&](cudaStream_t on) { machine.replay_twins(on); });
  const bool equal = result_of(machine, native, stream) == result_of(machine, twin, stream);
  const Times times = time(machine, native, twin, stream, repetitions);
  std::printf(
      "%s\n    {\"kernel\": \"%s\", \"size\": %lld, \"block\": %d, \"rounds\": %d, "
      "\"native_ms\": %.5f, \"twin_ms\": %.5f, \"ratio\": %.4f, \"equal\": %s}",
      first ? "" : ",", request.kernel.c_str(), static_cast<long long>(plan->size), plan->block,
      times.rounds, times.native, times.twin, times.native / times.twin, equal ? "true" : "false");
  std::fflush(stdout);
  return equal;
}

void run(int repetitions, const std::vector<std::string>& wanted) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "asking for the device");
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
  std::printf("{\n  \"device\": \"%s\",\n  \"repetitions\": %d,\n  \"programs\": [",
              properties.name, repetitions);
  bool first = true, all_equal = true;
  for (const Case& one : cases()) {
    if (!wanted.empty() && std::ranges::count(wanted, one.program.id) == 0) continue;
    all_equal = compare(one, stream, repetitions, first) && all_equal;
    first = false;
  }
  std::printf("\n  ]\n}\n");
  if (!all_equal)
    throw DeviceError{cudaErrorUnknown, "a program and its twins gave different results"};
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? std::atoi(argv[1]) : 31, {argv + std::min(argc, 2), argv + argc});
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "twin_programs: %s\n", error.what.c_str());
    return 1;
  }
  return 0;
}
