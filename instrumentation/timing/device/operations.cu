#include <string>

#include "instrumentation/timing/device/arithmetic_chains.cuh"
#include "instrumentation/timing/device/chain_bench.cuh"
#include "instrumentation/timing/device/memory_chains.cuh"
#include "instrumentation/timing/device/sections.cuh"

namespace warpscope {
namespace {

struct OperationRow {
  const char* id;  ///< in device_operations()
  ChainFigures (ChainBench::*measure)(const Given& given);
};
template <class Operation>
constexpr OperationRow row(const char* id) {
  return {id, &ChainBench::measure<Operation>};
}

constexpr OperationRow rows[] = {
    row<Fp32Add>("fp32_add"),
    row<Fp32Multiply>("fp32_multiply"),
    row<Fp32MultiplyAdd>("fp32_multiply_add"),
    row<Fp32Divide>("fp32_divide"),
    row<Fp32DivideFast>("fp32_divide_fast"),
    row<Fp32SquareRoot>("fp32_square_root"),
    row<Fp32ReciprocalSquareRoot>("fp32_reciprocal_square_root"),
    row<Fp32Sine>("fp32_sine"),
    row<Fp32SineFast>("fp32_sine_fast"),
    row<Fp32ExpFast>("fp32_exp_fast"),
    row<Fp32LogFast>("fp32_log_fast"),
    row<Fp64Add>("fp64_add"),
    row<Fp64Multiply>("fp64_multiply"),
    row<Fp64MultiplyAdd>("fp64_multiply_add"),
    row<Fp64Divide>("fp64_divide"),
    row<Half2MultiplyAdd>("half2_multiply_add"),
    row<IntAdd>("int_add"),
    row<IntBitwise>("int_bitwise"),
    row<IntShift>("int_shift"),
    row<IntCompare>("int_compare"),
    row<IntMin>("int_min"),
    row<IntMultiply>("int_multiply"),
    row<IntMultiplyAdd>("int_multiply_add"),
    row<IntDivide>("int_divide"),
    row<IntRemainder>("int_remainder"),
    row<IntCountBits>("int_count_bits"),
    row<IntToFp32>("int_to_fp32"),
    row<Fp32ToInt>("fp32_to_int"),
    row<SharedLoad<1>>("shared_load"),
    row<SharedLoad<2>>("shared_load_2"),
    row<SharedLoad<32>>("shared_load_32"),
    row<SharedAtomicAdd>("shared_atomic_add"),
    row<SharedAtomicAddOneWord>("shared_atomic_add_one_word"),
    row<GlobalAtomicAdd>("global_atomic_add"),
    row<Shuffle>("shuffle"),
    row<Vote>("vote"),
    row<Barrier>("barrier"),
};

}  // namespace

void measure_operations(DeviceRecord& record) {
  ChainBench bench;
  const CudaMemory words(static_cast<std::size_t>(bench.most_blocks()) * chain_threads *
                         sizeof(unsigned));
  words.clear();
  Given given;
  given.memory = words.as<void>();
  for (const OperationRow& each : rows) {
    const ChainFigures figures = (bench.*each.measure)(given);
    record.operations.push_back(
        {.operation = each.id, .cycles = figures.cycles, .latency = figures.latency});
  }
}

}  // namespace warpscope
