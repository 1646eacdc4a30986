// Figures in lessons on the machine itself that take more than an expression; the others are claims in the lessons.
#include <algorithm>
#include <string>
#include <string_view>

#include "app/panes/multiprocessor/copies_layout.hpp"
#include "app/panes/multiprocessor/hiding_figures.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/subject/timings.hpp"
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
     "целочисленное умножение одного варпа занимает мультипроцессор H200 на {} такта, Tesla C2050 "
     "— на {}; быстрый синус — на {}, sinf — на {}. Латентность результата: {}; {} и {} такта.",
     [](const SaidAt&) -> MachineFigures {
       const auto& product = measured_operation("int_multiply");
       const auto& fast = measured_operation("fp32_sine_fast");
       const auto& sine = measured_operation("fp32_sine");
       return {figure(product.cycles, 2),  std::to_string(lecture_of("int_multiply")->c2050),
               figure(fast.cycles, 2),     figure(sine.cycles, 2),
               figure(product.latency, 1), figure(fast.latency, 1),
               figure(sine.latency, 1)};
     }},
    {"poisson_fft",
     "256 MiB of pinned memory go there at {} GB/s, pageable at {}. {} MiB in {} chunks, in, "
     "computed on and out, take {} ms on one stream, {} on 8, where copies and kernels overlap; {} "
     "would be ideal.",
     "256 МиБ закреплённой (pinned) памяти идут туда со скоростью {} ГБ/с, выгружаемой (pageable) "
     "— {}. {} МиБ в {} частях (туда, расчёт, обратно) — это {} мс на одном потоке и {} на 8, где "
     "копирование и ядра перекрываются; идеал — {}.",
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
};

TEST(FiguresOfTheMachine, AreThoseOfTheRecord) {
  for (const FigureClaim& claim : of_the_machine) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test
