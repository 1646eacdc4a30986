// Figures in lessons on the machine itself that take more than an expression; the others are claims in the lessons.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/panes/multiprocessor/copies_layout.hpp"
#include "app/panes/multiprocessor/hiding_figures.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/subject/resources.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/occupancy.hpp"
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

/// A file below assets/measurements.
nlohmann::json record_of(const std::string& file) {
  std::ifstream text(WARPSCOPE_SOURCE_DIR "/assets/measurements/" + file);
  return nlohmann::json::parse(text);
}

/// What such a record says of a kernel or limit at a size; `parameters` tell its lines apart.
nlohmann::json recorded_line(const std::string& file, const std::string& kernel, std::int64_t size,
                             const std::map<std::string, std::string>& parameters = {}) {
  nlohmann::json found;
  int lines = 0;
  const nlohmann::json record = record_of(file);
  for (const auto& line : record.at("results")) {
    bool same = line.value("kernel", line.value("subject", "")) == kernel &&
                line.at("size") == size && !line.contains("what_if");
    for (const auto& [name, value] : parameters) {
      same = same && line.at("parameters").value(name, "") == value;
    }
    if (!same) continue;
    found = line;
    ++lines;
  }
  EXPECT_EQ(lines, 1) << "records of " << kernel << " at " << size << " in " << file;
  return found;
}

double recorded_ms(const std::string& file, const std::string& kernel, std::int64_t size,
                   const std::map<std::string, std::string>& parameters = {}) {
  const auto line = recorded_line(file, kernel, size, parameters);
  return line.is_null() ? 0 : line.at("median_ms").get<double>();
}

double strided_float_ms(const char* stride) {
  return recorded_ms("h100/timing_stride.json", "global_stride", 1 << 22,
                     {{"element", "float"}, {"stride", stride}});
}

/// Of what the occupancy page shows: resident blocks, warps and percent of the warp slots.
struct Resident {
  int blocks = 0, warps = 0;
  double percent = 0;
};
Resident resident(const OccupancyRequest& request) {
  const Occupancy found = occupancy_of(*find_multiprocessor(9, 0), request);
  const int warps = found.blocks * found.block_warps;
  return {found.blocks, warps, 100.0 * warps / found.warp_slots};
}

double product_ms(const char* kernel) {
  return recorded_ms("h200/timing_matrix.json", kernel, 2048);
}

constexpr double product_operations = 2.0 * 2048 * 2048 * 2048;

double peak() {
  const auto line = recorded_line("h200/timing_matrix.json", "limit_fp32", 0);
  return line.at("operations").get<double>() / line.at("median_ms").get<double>() / 1e9;
}

constexpr FigureClaim of_the_machine[] = {
    {"caches", "a load takes {} cycles if L1 has the data, {} if L2 has it, {} from memory.",
     "чтение занимает {} такта, если данные есть в L1, {} — если в L2, {} — из памяти.",
     [](const SaidAt&) -> MachineFigures {
       return {figure(load_cycles("first_level", 16384), 0),
               figure(load_cycles("second_level", 2 << 20), 0),
               figure(load_cycles("global", 1 << 30), 0)};
     }},
    {"caches",
     "At a stride of 32 an H100 takes {} ms (blocks of 128). Memory reads {} MB for {} MB wanted: "
     "{} bytes",
     "При шаге обращения 32 у H100 уходит {} мс (блоки по 128). Память читает {} МБ ради нужных "
     "{}: по {} байта",
     [](const SaidAt&) -> MachineFigures {
       const auto record = record_of("h100/stride_memory.json");
       const double read = record.at("strides").back().at("dram_bytes_read").at(0).get<double>();
       EXPECT_EQ(record.at("strides").back().at("strides").back(), 32);
       const auto size = record.at("size").get<double>();
       return {figure(strided_float_ms("32"), 3), figure(read / 1e6, 0), figure(4 * size / 1e6, 0),
               figure(read / size, 0)};
     }},
    {"caches",
     "a warp of the plain product asks for {} sectors: at n = 2,048 that is {} GB in {} ms on an "
     "H200, {} TB/s. Memory gives at most {},",
     "варп простого произведения просит {} сектора: при n = 2048 это {} ГБ за {} мс на H200, {} "
     "ТБ/с. Память даёт не больше {}:",
     [](const SaidAt& at) -> MachineFigures {
       const auto& costs = at.document->summary.accesses;
       const int both = costs[0].sectors + costs[1].sectors;  // of A and of B
       const double bytes = product_operations / 2 / warp_lanes * both * sector_bytes;
       const double time = product_ms("matmul_naive");
       return {std::to_string(both), figure(bytes / 1e9, 1), figure(time, 2),
               figure(bytes / time / 1e9, 1),
               figure(std::ranges::find(h200().memories, "global", &MemoryFigure::memory)
                              ->gigabytes_per_second /
                          1000,
                      1)};
     }},
    {"occupancy", "here {} blocks of {} warps, all of them.",
     "здесь {} блоков по {} варпов, все места.",
     [](const SaidAt&) -> MachineFigures {
       const Resident found = resident({.threads = 256, .registers = 32});
       EXPECT_EQ(found.percent, 100);
       return {std::to_string(found.blocks), std::to_string(found.warps / found.blocks)};
     }},
    {"occupancy", "one more, {}, a thread gets 40, and only {} blocks fit: {} %.",
     "нужен ещё один, {}, нить получает 40, и помещается только {} блоков: {} %.",
     [](const SaidAt&) -> MachineFigures {
       const Resident found = resident({.threads = 256, .registers = 33});
       return {"33", std::to_string(found.blocks), figure(found.percent, 0)};
     }},
    {"occupancy",
     "48 KiB of shared memory for a block, and 1 KiB that CUDA takes for each: 228 KiB "
     "hold four such blocks, {} warps. So it is at most {} %,",
     "48 КиБ разделяемой памяти на блок и ещё 1 КиБ, который CUDA берёт для каждого: в 228 КиБ "
     "помещается четыре таких блока, {} варпа. Значит, не больше {} %,",
     [](const SaidAt&) -> MachineFigures {
       const Resident found =
           resident({.threads = 256, .registers = 32, .dynamic_shared = 48 * 1024});
       EXPECT_EQ(found.blocks, 4);
       return {std::to_string(found.warps), figure(found.percent, 0)};
     }},
    {"occupancy", "At most {} blocks are resident, however small.",
     "Резидентных блоков не больше {}, как бы малы они ни были.",
     [](const SaidAt&) -> MachineFigures {
       const Resident found = resident({.threads = 32, .registers = 32});
       EXPECT_EQ(found.percent, 50);
       EXPECT_EQ(resident({.threads = 64, .registers = 32}).percent, 100);
       return {std::to_string(found.blocks)};
     }},
    {"occupancy",
     "needs {} registers a thread: {} blocks of {} warps, {} %. It is {} times as fast as "
     "matmul_tiled,",
     "нужно {} регистров на нить: {} блока по {} варпа, {} %. Но оно в {} раза быстрее "
     "matmul_tiled:",
     [](const SaidAt& at) -> MachineFigures {
       const Launch& launch = at.document->trace->launches.front();
       const int registers = find_resources(*at.document->trace, launch.kernel)->registers;
       const Resident found = resident({.threads = launch.threads(),
                                        .registers = registers,
                                        .dynamic_shared = static_cast<int>(launch.shared_bytes)});
       return {std::to_string(registers), std::to_string(found.blocks),
               std::to_string(found.warps / found.blocks), figure(found.percent, 1),
               figure(product_ms("matmul_tiled") / product_ms("matmul_register_tiled"), 1)};
     }},
    {"roofline", "the flat peak of {} TFLOP/s.", "плоская часть — пик {} Тфлопс.",
     [](const SaidAt&) -> MachineFigures { return {figure(peak(), 1)}; }},
    {"roofline", "That is n\u00a0/\u00a06 operations a byte, {} here:",
     "Это n\u00a0/\u00a06 операций на байт, здесь {}:",
     [](const SaidAt&) -> MachineFigures {
       return {figure(product_operations / (3.0 * 4 * 2048 * 2048), 0)};
     }},
    {"roofline", "Yet this kernel reaches {} % of the peak.", "Но ядро достигает {} % пика.",
     [](const SaidAt&) -> MachineFigures {
       return {figure(100 * product_operations / product_ms("matmul_naive") / 1e9 / peak(), 0)};
     }},
    {"roofline", "cut the loads from global memory by {}, the time only from {} to {} ms:",
     "сокращают чтения из глобальной памяти в {} раз, а время — лишь с {} до {} мс:",
     [](const SaidAt& at) -> MachineFigures {
       RunRequest plain = at.document->request;
       plain.kernel = "matmul_naive";
       const auto loads = [](const Document& run) {
         return run.summary.totals.global_load.requests;
       };
       return {figure(loads(*emulated_run(plain)) / loads(*at.document)),
               figure(product_ms("matmul_naive"), 2), figure(product_ms("matmul_tiled"), 2)};
     }},
    {"roofline", "multiply-adds. {} ms, {} % of the peak:", "сложением. {} мс, {} % пика:",
     [](const SaidAt&) -> MachineFigures {
       const double time = product_ms("matmul_register_tiled");
       return {figure(time, 3), figure(100 * product_operations / time / 1e9 / peak(), 0)};
     }},
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
