#include "instrumentation/analysis/machine_model.hpp"

#include <algorithm>

namespace warpscope {
namespace {

// Sources, as the pictures name them.
constexpr std::string_view guide_issue =
    "CUDA C Programming Guide 5.0, multiprocessor level: 1.x issues an instruction of a warp in 4 "
    "cycles; the lecture's table 6.1 says the same";
constexpr std::string_view guide_issue_2 =
    "CUDA C Programming Guide 5.0, multiprocessor level: 2.0 issues for two warps every 2 cycles; "
    "the lecture's table 6.1 has 1 cycle a warp";
constexpr std::string_view guide_issue_3 =
    "CUDA C Programming Guide 5.0, compute capability 3.x: four schedulers";
constexpr std::string_view guide_issue_9 =
    "CUDA C++ Programming Guide 12, compute capability 9.0: four schedulers, one instruction each "
    "per cycle";
constexpr std::string_view guide_arithmetic =
    "CUDA C Programming Guide 5.0, multiprocessor level: about 22 cycles on 1.x and 2.x";
constexpr std::string_view guide_arithmetic_3 =
    "CUDA C Programming Guide 5.0, multiprocessor level: about 11 cycles on 3.x";
constexpr std::string_view guide_constant =
    "CUDA C Best Practices Guide: a word of the constant cache that all lanes want is as fast as a "
    "register";
constexpr std::string_view wong =
    "GTX 280: Wong et al., Demystifying GPU Microarchitecture through Microbenchmarking, 2010";
constexpr std::string_view mei =
    "Mei and Chu, Dissecting GPU Memory Hierarchy through Microbenchmarking, 2017";
constexpr std::string_view measured =
    "measured on an H200, 2026-11-24, warpscope bench --device: "
    "assets/measurements/h200/device.json";
constexpr std::string_view measured_global =
    "measured on an H200, 2026-11-24, warpscope bench --device: a chain of loads over 1 GiB, "
    "beyond all "
    "caches";
constexpr std::string_view guide_global_2 =
    "CUDA C Programming Guide 5.0, multiprocessor level: 400 to 800 cycles on 2.x; the middle";
constexpr std::string_view guide_global_3 =
    "CUDA C Programming Guide 5.0, multiprocessor level: 200 to 400 cycles on 3.x; the middle";
constexpr std::string_view as_shared =
    "assumed: as shared memory, through which lanes exchange values without shuffles";
constexpr std::string_view shuffle_as_shared = "assumed: as shared memory, whose crossbar it uses";

constexpr std::string_view local_as_shared =
    "assumed: as shared memory, beside which the L1 cache lies";
constexpr std::string_view local_as_global =
    "1.x has no L1 cache: local memory is as slow as global memory";

constexpr int sector_size = 32, sectors_of_a_pass = 4;

/// By Space: shared, global, registers (shuffles), constant, local. Local memory has the pipe of
/// `local`: that of the L1 cache, which moves in a pass as much as shared memory does.
constexpr auto memories(MemoryTiming shared, MemoryTiming global, double bytes_per_cycle,
                        MemoryTiming shuffle, MemoryTiming constant, MemoryTiming local) {
  global.pipe_cycles = sector_size / bytes_per_cycle;
  local.pipe_cycles =
      local.source == local_as_global ? global.pipe_cycles : shared.pipe_cycles / sectors_of_a_pass;
  return std::array{shared, global, shuffle, constant, local};
}
static_assert(Space::shared == Space(0) && Space::global == Space(1) &&
              Space::registers == Space(2) && Space::constant == Space(3) &&
              Space::local == Space(4));

constexpr double gtx_280 = 141.7 / (30 * 1.296);
constexpr double c2050 = 144.0 / (14 * 1.15);
constexpr double k20 = 208.0 / (13 * 0.706);
constexpr double h200 = 17.95;

constexpr std::array models = std::to_array<MachineModel>({
    {.capability = "1.3",
     .device = "GTX 280",
     .schedulers = 1,
     .issue_cycles = 4,
     .max_warps = 32,
     .issue_source = guide_issue,
     .arithmetic_latency = 22,
     .arithmetic_source = guide_arithmetic,
     .bytes_per_cycle = gtx_280,
     .bandwidth_source = "GTX 280: 141.7 GB/s, 30 multiprocessors, 1.296 GHz",
     // A bank delivers a word every two cycles, and a warp makes two requests of 16 lanes.
     .memories = memories({38, 2, wong}, {440, 1, wong}, gtx_280, {38, 4, as_shared},
                          {22, 4, guide_constant}, {440, 1, local_as_global})},
    {.capability = "2.0",
     .device = "Tesla C2050",
     .schedulers = 2,
     .issue_cycles = 2,
     .max_warps = 48,
     .issue_source = guide_issue_2,
     .arithmetic_latency = 22,
     .arithmetic_source = guide_arithmetic,
     .bytes_per_cycle = c2050,
     .bandwidth_source = "Tesla C2050: 144 GB/s, 14 multiprocessors, 1.15 GHz",
     .memories = memories({50, 2, mei}, {600, 1, guide_global_2}, c2050, {50, 2, as_shared},
                          {22, 2, guide_constant}, {50, 1, local_as_shared})},
    {.capability = "3.5",
     .device = "Tesla K20",
     .schedulers = 4,
     .issue_cycles = 1,
     .max_warps = 64,
     .issue_source = guide_issue_3,
     .arithmetic_latency = 11,
     .arithmetic_source = guide_arithmetic_3,
     .bytes_per_cycle = k20,
     .bandwidth_source = "Tesla K20: 208 GB/s, 13 multiprocessors, 0.706 GHz",
     .memories = memories({47, 1, mei}, {300, 1, guide_global_3}, k20, {47, 1, shuffle_as_shared},
                          {11, 1, guide_constant}, {47, 1, local_as_shared})},
    {.capability = "9.0",
     .device = "H200",
     .schedulers = 4,
     .issue_cycles = 1,
     .max_warps = 64,
     .issue_source = guide_issue_9,
     .arithmetic_latency = 4,
     .arithmetic_source = measured,
     .bytes_per_cycle = h200,
     .bandwidth_source = measured,
     .memories = memories({23, 1, measured}, {687, 1, measured_global}, h200, {26, 1, measured},
                          {28, 1, measured}, {32, 1, measured})},
});

constexpr std::string_view book =
    "Boreskov et al., chapter 6.1: 4 cycles an instruction, 200 cycles of latency, nothing else";
constexpr MemoryTiming of_book{200, 0, book};
constexpr MachineModel books_machine{
    .capability = "1.x",
    .device = "the book's example",
    .schedulers = 1,
    .issue_cycles = 4,
    .max_warps = 64,
    .issue_source = book,
    .arithmetic_latency = 4,
    .arithmetic_source = book,
    .bandwidth_source = book,
    .memories = {MemoryTiming{4, 0, book}, of_book, MemoryTiming{4, 0, book},
                 MemoryTiming{4, 0, book}, of_book}};

/// Cycles from one arithmetic instruction of a chain to the next.
double chain_cycles(const MachineModel& machine) {
  return std::max(machine.issue_cycles, machine.arithmetic_latency);
}

double loop_issue(const MachineModel& machine, const LoadLoop& loop) {
  return static_cast<double>(loop.arithmetic + 1) * machine.issue_cycles;
}

}  // namespace

std::span<const MachineModel> machine_models() { return models; }

const MachineModel& book_machine() { return books_machine; }

const MachineModel& machine_model(BankModel banks) {
  switch (banks) {
    case BankModel::cc1: return models[0];
    case BankModel::cc2: return models[1];
    case BankModel::cc3x4:
    case BankModel::cc3x8: return models[2];
    case BankModel::cc5: break;
  }
  return models[3];
}

double loop_period(const MachineModel& machine, const LoadLoop& loop) {
  const double latency = std::max(machine.issue_cycles, machine.memory(Space::global).latency);
  const double chain = loop.arithmetic * chain_cycles(machine);
  return loop.arithmetic_waits ? latency + chain : std::max(latency, machine.issue_cycles + chain);
}

double loop_utilisation(const MachineModel& machine, const LoadLoop& loop, int warps) {
  const double share = loop_issue(machine, loop) / loop_period(machine, loop);
  double sum = 0;
  for (int s = 0; s < machine.schedulers; ++s) {
    const int own = (warps - s + machine.schedulers - 1) / machine.schedulers;
    sum += std::min(1.0, std::max(0, own) * share);
  }
  return sum / machine.schedulers;
}

double warps_that_hide(const MachineModel& machine, const LoadLoop& loop) {
  return machine.schedulers * loop_period(machine, loop) / loop_issue(machine, loop);
}

double bytes_under_way(const MachineModel& machine) {
  return machine.memory(Space::global).latency * machine.bytes_per_cycle;
}

}  // namespace warpscope
