// The figures in lessons on the machine itself are those of the recorded H200.
#include <algorithm>
#include <string>
#include <string_view>

#include "app/panes/multiprocessor/copies_layout.hpp"
#include "app/panes/multiprocessor/hiding_figures.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "kernels/memory/local_array.cuh"
#include "tests/app/lesson/lesson_figures.hpp"

namespace warpscope::test {
namespace {

using MachineFigures = std::vector<std::string>;

/// What `bench --device` recorded of an H200.
const DeviceRecord& h200() {
  static const Timings timings = read_timings({});
  const DeviceRecord& record = timings.devices.at(0);
  EXPECT_EQ(record.device.name, "NVIDIA H200");
  return record;
}

const OperationFigure& measured_operation(std::string_view id) {
  return *std::ranges::find(h200().operations, id, &OperationFigure::operation);
}

double load_cycles(std::string_view memory, std::int64_t bytes) {
  for (const LatencyFigure& each : h200().latencies) {
    if (each.memory == memory && each.bytes == bytes) return each.cycles;
  }
  ADD_FAILURE() << memory << " over " << bytes;
  return 0;
}

double bytes_per_cycle(std::string_view memory) {
  return std::ranges::find(h200().memories, memory, &MemoryFigure::memory)->bytes_per_cycle;
}

double copy_rate(bool pinned) {
  for (const CopyFigure& each : h200().copies) {
    if (each.direction == "to_device" && each.pinned == pinned && each.bytes == 256 << 20) {
      return each.gigabytes_per_second;
    }
  }
  ADD_FAILURE() << "no copy of 256 MiB";
  return 0;
}

const StreamRun& run_on(int streams) {
  return *std::ranges::find(h200().streams, streams, &StreamRun::streams);
}

double hidden_loads(int warps, int arithmetic) {
  for (const HidingFigure& each : h200().hiding) {
    if (each.warps == warps && each.arithmetic == arithmetic) return each.loads_per_cycle;
  }
  ADD_FAILURE() << warps << " warps, " << arithmetic;
  return 0;
}

MachineFigures measured_hiding(const SaidAt& at) {
  const MachineModel& machine = machine_model(at.document->summary.model);
  EXPECT_EQ(machine.capability, h200().device.compute);
  const double few = hidden_loads(64, 4), many = hidden_loads(64, 64);
  return {figure(few / hidden_loads(1, 4), 0), figure(few / modelled_loads(machine, 4, 64), 2),
          figure(many / hidden_loads(1, 64), 0),
          figure(100 * 64 * measured_operation("int_multiply_add").cycles * many, 0)};
}

constexpr FigureClaim of_the_machine[] = {
    {"latency_hiding",
     "with 4 multiply-adds between loads, 64 warps load {} times as often as one, {} of what the "
     "model says. With 64 between them, only {} times: the multipliers are {} % busy.",
     "при 4 умножениях со сложением между чтениями 64 варпа читают в {} раз чаще одного: {} от "
     "предсказанного моделью. При 64 умножениях — лишь в {} раз: умножители заняты на {} %.",
     measured_hiding},
    {"random_philox",
     "takes {} cycles of an H200's multiprocessor, {} of a Tesla C2050's. The fast sine takes {}, "
     "sinf {}. A result is there after its latency: {}, {} and {} cycles.",
     "занимает у варпа {} такта мультипроцессора H200, а на Tesla C2050 — {}. Быстрый синус — {}, "
     "sinf — {}. Результат готов через латентность: {}, {} и {} такта.",
     [](const SaidAt&) -> MachineFigures {
       const auto& product = measured_operation("int_multiply");
       const auto& fast = measured_operation("fp32_sine_fast");
       const auto& sine = measured_operation("fp32_sine");
       return {figure(product.cycles, 2),  std::to_string(lecture_of("int_multiply")->c2050),
               figure(fast.cycles, 2),     figure(sine.cycles, 2),
               figure(product.latency, 1), figure(fast.latency, 1),
               figure(sine.latency, 1)};
     }},
    {"constant_broadcast",
     "a load takes {} cycles while 1 KiB of constants is in use, {} from 8 KiB on; from shared "
     "memory {}, and twice the bytes a cycle.",
     "чтение занимает {} тактов, пока обходят 1 КиБ констант, и {} — от 8 КиБ; у разделяемой "
     "памяти — {}, и вдвое больше байт за такт.",
     [](const SaidAt&) -> MachineFigures {
       EXPECT_NEAR(load_cycles("constant", 8192), load_cycles("constant", 32768), 0.5);
       EXPECT_NEAR(bytes_per_cycle("shared") / bytes_per_cycle("constant"), 2, 0.05);
       return {figure(load_cycles("constant", 1024), 0), figure(load_cycles("constant", 8192), 0),
               figure(load_cycles("shared", 4096), 0)};
     }},
    {"poisson_fft",
     "256 MiB of pinned memory go there at {} GB/s, pageable at {}. {} MiB in {} chunks, in, "
     "computed on and out, take {} ms on one stream, {} on 8, where copies and kernels overlap; {} "
     "would be ideal.",
     "256 МиБ закреплённой памяти идут туда со скоростью {} ГБ/с, обычной — {}. {} МиБ в {} частях "
     "(туда, расчёт, обратно) — это {} мс на одном потоке и {} на 8, где копии и ядра "
     "перекрываются; идеал — {}.",
     [](const SaidAt&) -> MachineFigures {
       EXPECT_EQ(run_on(1).bytes, run_on(8).bytes);
       return {figure(copy_rate(true), 1),
               figure(copy_rate(false), 1),
               std::to_string(run_on(8).bytes >> 20),
               std::to_string(run_on(8).chunks),
               figure(run_on(1).device_ms, 2),
               figure(run_on(8).device_ms, 2),
               figure(ideal_ms(run_on(8)), 2)};
     }},
    {"latency_hiding",
     "in the {} cycles over {} MiB, with less translation of addresses, {}. A warp's load is {} "
     "bytes: even {} warps",
     "за {} такт ({} МиБ, меньше трансляции адресов) — {}. Чтение варпа — {} байт: даже {} варпов",
     [](const SaidAt& at) -> MachineFigures {
       const MachineModel& machine = machine_model(at.document->summary.model);
       constexpr std::int64_t footprint = 128 << 20;
       EXPECT_GT(footprint, h200().device.second_level_bytes);
       const double cycles = load_cycles("global", footprint);
       const double under_way = cycles * machine.bytes_per_cycle;
       const int bytes = sector_bytes * sectors(*at.document->trace, at.entry());
       EXPECT_LT(machine.max_warps * bytes, under_way);
       return {figure(cycles, 0), std::to_string(footprint >> 20), figure(under_way / 1024, 1),
               std::to_string(bytes), std::to_string(machine.max_warps)};
     }},
    {"local_array", "All local accesses here are the array's: {} registers suffice.",
     "Все локальные обращения здесь — к массиву: хватает {} регистров.",
     [](const SaidAt& at) -> MachineFigures {
       EXPECT_EQ(at.document->request.parameters.at("index"), "runtime");
       for (const KernelResources& each : h200().resources) {
         if (each.kernel != "local_array" || each.parameters.at("index") != "runtime") continue;
         EXPECT_EQ(each.local_bytes, 4 * local_array_counts) << "the array, and nothing spilled";
         return {std::to_string(each.registers)};
       }
       return {};
     }},
};

TEST(FiguresOfTheMachine, AreThoseOfTheRecord) {
  for (const FigureClaim& claim : of_the_machine) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test
