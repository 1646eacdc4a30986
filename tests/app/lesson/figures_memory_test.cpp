// The figures in lessons on memory are those of the emulator's traces and of the H200's times.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "app/formula/formula_patterns.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/warp_schedule.hpp"
#include "kernels/memory/local_array.cuh"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

constexpr std::int64_t two_to_26 = std::int64_t{1} << 26;
constexpr std::int64_t two_to_22 = std::int64_t{1} << 22;

/// Of global_stride on the H100, in blocks of 1,024 or of 128.
double strided_ms(const char* stride, const char* element = "float", bool large_blocks = true) {
  return h100_ms(large_blocks ? "stride_1024" : "stride", "global_stride", two_to_22,
                 {{"element", element}, {"stride", stride}});
}

Figures times_of_strides(const SaidAt&) {
  Figures times;
  for (const char* stride : {"1", "2", "4", "8", "16", "32"}) {
    times.push_back(figure(strided_ms(stride), 3));
    EXPECT_EQ(measured("h100/timing_stride_1024.json", "global_stride", two_to_22,
                       {{"element", "float"}, {"stride", stride}})
                  .at("block"),
              1024);
  }
  EXPECT_GT(strided_ms("16"), 1.8 * strided_ms("8"));  // though a warp's sectors are as many
  return times;
}

/// A block of a long run takes this long, whatever it does.
double nanoseconds_a_block() {
  const auto of = [](const char* table, const char* kernel, std::int64_t size,
                     const std::map<std::string, std::string>& parameters) {
    const auto line =
        measured(std::string("h100/timing_") + table + ".json", kernel, size, parameters);
    return 1e6 * line.at("median_ms").get<double>() * line.at("block").get<double>() /
           static_cast<double>(size);
  };
  const double one = of("offset", "global_offset", two_to_26, {{"offset", "0"}});
  EXPECT_NEAR(of("offset", "global_offset", two_to_26, {{"offset", "31"}}), one, 0.01);
  EXPECT_NEAR(of("block_shapes", "block_shape", 1 << 24, {{"shape", "32x1"}, {"pad", "0"}}), one,
              0.02)
      << "blocks half as large";
  return one;
}

Figures blocks_set_the_time(const SaidAt& at) {
  const int block = at.document->trace->launches.front().threads();
  const auto line = measured("h100/timing_stride.json", "global_stride", two_to_22,
                             {{"element", "float"}, {"stride", "2"}});
  EXPECT_EQ(line.at("block"), block);
  const std::string one = figure(strided_ms("1", "float", false), 3);
  EXPECT_EQ(figure(strided_ms("2", "float", false), 3), one);
  return {figure(block), one, figure(two_to_22 / block), figure(nanoseconds_a_block(), 1)};
}

Figures times_of_shapes(const SaidAt& at) {
  constexpr std::int64_t size = 1 << 24;
  const auto time = [](const char* shape) {
    return figure(h100_ms("block_shapes", "block_shape", size, {{"shape", shape}, {"pad", "0"}}),
                  3);
  };
  for (const char* shape : {"16x2", "8x4", "4x8"}) EXPECT_EQ(time(shape), time("32x1"));
  const std::int64_t blocks = size / at.document->trace->launches.front().threads();
  EXPECT_NEAR(h100_ms("block_shapes", "block_shape", size, {{"shape", "32x1"}, {"pad", "0"}}),
              1e-6 * nanoseconds_a_block() * static_cast<double>(blocks), 0.01);
  return {time("32x1"), figure(blocks), time("2x16"), time("1x32")};
}

Figures times_of_both_orders(const SaidAt&) {
  const auto time = [](const char* order, const char* arithmetic) {
    return figure(h100_ms("latency_orders", "latency_hiding", 1 << 24,
                          {{"order", order}, {"arithmetic", arithmetic}}),
                  3);
  };
  return {time("dependent", "3"), time("independent", "3"), "63", time("dependent", "63"),
          time("independent", "63")};
}

/// The run of a stop, with other parameters.
DocumentPtr beside(const SaidAt& at, const std::map<std::string, std::string>& parameters,
                   const std::string& kernel = {}) {
  RunRequest request = at.document->request;
  if (!kernel.empty()) request.kernel = kernel;
  request.parameters = parameters;
  return emulated_run(request, at.document->summary.model);
}

Figures stride_times(const SaidAt&) {
  const auto of = [](const char* stride) {
    return h200_ms("bank_stride", "bank_stride", std::int64_t{1} << 22, {{"stride", stride}});
  };
  return {figure(of("2") / of("1"), 2), figure(of("32") / of("1"), 1)};
}

/// With the odd threads in the first arm, and with the odd warps.
Figures requests_of_both_arms(const SaidAt& at) {
  const auto odd = beside(at, {{"pattern", "odd"}});
  const std::size_t agreed = at.document->trace->accesses.size();
  const std::size_t parted = odd->trace->accesses.size();
  EXPECT_EQ(parted, 2 * agreed);
  for (const char* arm : {"if", "else"}) {  // other threads take them, but as many
    const auto takers = [&](const Trace& trace) {
      return lanes_of(accesses_that(trace, [&](const Access& access) {
        return step_of(trace, access).name == arm && access.operation == Operation::load;
      }));
    };
    EXPECT_EQ(takers(*odd->trace), takers(*at.document->trace)) << arm;
  }
  return {figure(std::uint64_t{agreed}), figure(std::uint64_t{parted})};
}

Figures three_requests(const SaidAt& at) {
  const GlobalRequest request = global_request(*at.document->trace, at.entry());
  EXPECT_EQ(request.requests, 3);
  return {figure(request.sectors), figure(request.ideal)};
}

/// The most and the fewest sectors of 32 floats in a row.
Figures sectors_of_any_offset(const SaidAt& at) {
  int most = 0, fewest = 32;
  for (int offset = 0; offset < 32; ++offset) {
    const auto moved = beside(at, {{"offset", std::to_string(offset)}});
    const int touched = sectors(*moved->trace, moved->trace->accesses.front());
    most = std::max(most, touched);
    fewest = std::min(fewest, touched);
  }
  EXPECT_EQ(most, 5);
  EXPECT_EQ(4 * (most - fewest), fewest);  // a quarter more
  return {};
}

Figures quarter_of_the_cost(const SaidAt& at) {
  EXPECT_EQ(shared_wavefronts(*at.document), 4 * shared_wavefronts(*at.rival));
  EXPECT_EQ(at.totals().global_load.sectors, 4 * at.rival->summary.totals.global_load.sectors);
  const double fields = h200_ms("memory", "vector_aos", two_to_26, {{"access", "fields"}});
  const double repeats = h200_ms("memory", "limit_read", 4 * two_to_26);
  EXPECT_LT(2 * fields, repeats) << "so memory cannot have sent every sector four times";
  return {figure(fields, 3), figure(h200_ms("memory", "vector_soa", two_to_26), 3),
          figure(repeats, 2)};
}

Figures layouts_of_vectors(const SaidAt& at) {
  EXPECT_EQ(at.totals().max_degree, 1);
  const auto whole = beside(at, {{"access", "whole"}}, "vector_aos");
  EXPECT_EQ(whole->summary.totals.max_degree, 1);
  return {figure(h200_ms("memory", "vector_soa", two_to_26), 3),
          figure(h200_ms("memory", "vector_aos", two_to_26, {{"access", "fields"}}), 3)};
}

Figures last_row_of_a_block(const SaidAt& at) {
  const Dim3 block = at.document->trace->launches.front().block;
  const Dim3 first = coordinates(warp_lanes, block);
  const auto last = static_cast<int>(block.count()) - 1;
  EXPECT_EQ(at.entry().warp, 1);
  EXPECT_EQ(coordinates(last, block), (Dim3{7, 7, 0}));
  return {figure(warp_lanes), figure(first.x), figure(block.x), figure(first.y), figure(last)};
}

WarpSchedule block_alone(const Document& document) {
  const BlockStream stream =
      block_stream(*document.trace, document.summary, document.flow, 0, LoadWait::use);
  const int warps = static_cast<int>(stream.warps.size());
  return schedule_warps(stream, machine_model(document.summary.model),
                        {.warps = warps, .arithmetic = 3, .rounds = 1});
}

Figures latencies_of_both_orders(const SaidAt& at) {
  const auto dependent =
      beside(at, {{"order", "dependent"}, {"arithmetic", "3"}, {"rounds", "1"}}, "latency_hiding");
  EXPECT_EQ(at.document->request.parameters.at("order"), "independent");
  const WarpSchedule own = block_alone(*at.document), slow = block_alone(*dependent);
  EXPECT_LT(3 * own.first_round, slow.first_round);
  const auto latency =
      static_cast<std::uint32_t>(machine_model(BankModel::cc5).memory(Space::global).latency);
  EXPECT_GE(own.first_round, latency);
  EXPECT_LT(own.first_round, 2 * latency);
  EXPECT_GE(slow.first_round, 4 * latency);
  EXPECT_LT(slow.first_round, 5 * latency);
  EXPECT_EQ(machine_model(BankModel::cc5).schedulers, 4);
  return {};
}

Figures bytes_under_way_on_an_h200(const SaidAt& at) {
  const MachineModel& machine = machine_model(at.document->summary.model);
  EXPECT_EQ(machine.device, "H200");
  return {figure(machine.memory(Space::global).latency), figure(machine.bytes_per_cycle, 1),
          figure(bytes_under_way(machine) / 1024, 1)};
}

Figures every_fourth_instruction(const SaidAt&) {
  const MachineModel& machine = book_machine();
  const LoadLoop goes_on{.arithmetic = 3, .arithmetic_waits = false}, waits{.arithmetic = 3};
  const double warps = warps_that_hide(machine, goes_on);
  return {figure(4 * std::int64_t{machine.issue_cycles}),
          figure(machine.memory(Space::global).latency),
          figure(warps, 1),
          figure(std::ceil(warps), 0),
          figure(loop_period(machine, waits), 0),
          figure(std::ceil(warps_that_hide(machine, waits)), 0)};
}

/// The first two lanes that want different words of a bank, and how many banks have such lanes.
Figures pairs_of_stride_3(const SaidAt& at) {
  EXPECT_EQ(at.cost().degree, 2);
  EXPECT_EQ(pattern_answer(FormulaPattern::stride_3_by_4).cost.degree, 1) << "in 4-byte mode";
  const auto indices = at.document->trace->lane_indices(at.entry());
  const std::vector<int> banks = banks_of(at, at.entry());
  constexpr std::int64_t row_words = 64;  // of 32 banks of 8 bytes, which a wavefront delivers
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < banks.size(); ++a) {
    for (std::size_t b = a + 1; b < banks.size(); ++b) {
      if (banks[a] == banks[b] && indices[a] / row_words != indices[b] / row_words) {
        pairs.emplace_back(a, b);
      }
    }
  }
  EXPECT_EQ(pairs.size(), 5U);
  const auto [first, second] = pairs.front();
  return {figure(indices[first]), figure(indices[second]), figure(static_cast<std::int64_t>(first)),
          figure(static_cast<std::int64_t>(second))};
}

constexpr FigureClaim of_memory[] = {
    {"latency_hiding", "which takes {} cycles. Bars: it waits for its load, {} cycles.",
     "это {} такта. Полосы: он ждёт своё чтение, {} тактов.",
     [](const SaidAt&) {
       return Figures{figure(book_machine().issue_cycles),
                      figure(book_machine().memory(Space::global).latency)};
     }},
    {"latency_hiding", "{0} / {1} = {2} warps fill every slot. But 1.x holds at most {3}.",
     "{0} / {1} = {2} варпов занимают все слоты. Но на 1.x их не больше {3}.",
     [](const SaidAt&) {
       const MachineModel& machine = book_machine();
       const double warps = warps_that_hide(machine, {});
       EXPECT_EQ(warps, 50);
       return Figures{figure(machine.memory(Space::global).latency), figure(machine.issue_cycles),
                      figure(warps, 0), figure(machine_model(BankModel::cc1).max_warps)};
     }},
    {"latency_hiding",
     "a warp fills {0} cycles of {1}: {1} / {0} = {2}, so {3} warps. If the arithmetic needs the "
     "value, a round takes {4} cycles, and it takes {5}.",
     "варп занимает {0} тактов из {1}: {1} / {0} = {2}, нужно {3} варпов. Если арифметике нужно "
     "прочитанное значение, раунд длится {4} тактов и варпов нужно {5}.",
     every_fourth_instruction},
    {"latency_hiding", "less than a third of the cycles that it takes in the dependent order",
     "меньше чем за треть тактов, которые нужны ему при зависимых чтениях",
     latencies_of_both_orders},
    {"latency_hiding", "{} cycles × {} bytes = {} KiB on a multiprocessor of an H200;",
     "{} тактов × {} байта = {} КиБ на мультипроцессор H200;", bytes_under_way_on_an_h200},
    {"local_array", "so they use one row: {} words side by side, {} sectors.",
     "обращаются к одной строке: {} слова подряд, {} сектора.",
     [](const SaidAt& at) {
       return Figures{figure(at.entry().active()),
                      figure(sectors(*at.document->trace, at.entry()))};
     }},
    {"local_array", "same index in all lanes: {} sectors each time, whatever was counted.",
     "индекс у всех нитей один: всегда {} сектора.",
     [](const SaidAt& at) {
       const Trace& trace = *at.document->trace;
       for (const Access& access : trace.accesses) {
         if (access.step != at.entry().step) continue;
         EXPECT_EQ(sectors(trace, access), sectors(trace, at.entry()));
       }
       return Figures{figure(sectors(trace, at.entry()))};
     }},
    {"local_array", "a stack frame of {} bytes before, {} bytes now.",
     "кадр стека в {} байта раньше и {} байтов теперь.",
     [](const SaidAt& at) {
       const auto local = beside(at, {{"index", "runtime"}}, "local_array");
       const auto bytes = [](const Trace& trace) {
         std::int64_t sum = 0;  // of a thread's arrays
         for (const Array& array : trace.arrays) {
           if (array.space == Space::local) sum += array.extents[1] * array.type.bytes();
         }
         return sum;
       };
       return Figures{figure(bytes(*local->trace)), figure(bytes(*at.document->trace))};
     }},
    {"local_array",
     "Measured on an H200: {} cycles for a load of local memory that the L1 cache holds, {} for "
     "shared memory.",
     "Измерено на H200: чтение локальной памяти из кэша L1 занимает {} такта, разделяемой — {}.",
     [](const SaidAt&) {  // MachineModel.OfAnH200IsThatOfItsRecord holds both against the record
       const MachineModel& machine = machine_model(BankModel::cc5);
       return Figures{figure(machine.memory(Space::local).latency),
                      figure(machine.memory(Space::shared).latency)};
     }},
    {"local_array",
     "For 2^24 numbers an H200 takes {} ms with the array in local memory, {} with it in "
     "registers: {} times faster, though constant indices make {} comparisons and additions of "
     "each number, not one.",
     "Для 2^24 чисел H200 нужно {} мс, если массив в локальной памяти, и {}, если он в регистрах: "
     "в {} раза быстрее, хотя с константами на число идёт {} сравнений и сложений, а не одно.",
     [](const SaidAt&) {
       const auto time = [](const char* index) {
         return h200_ms("local_array", "local_array", std::int64_t{1} << 24, {{"index", index}});
       };
       return Figures{figure(time("runtime"), 3), figure(time("constant"), 3),
                      figure(time("runtime") / time("constant"), 1), figure(local_array_counts)};
     }},
    {"block_shape",
     "{0} = {1} + {2}·{3}, so x is {1} and y is {3}. Warp 1 is the lower half of the block, down "
     "to "
     "its last thread, (7, 7), whose number is {4}.",
     "{0} = {1} + {2}·{3}, значит, x равен {1}, а y равен {3}. Варп 1 — нижняя половина блока до "
     "последней нити (7, 7) с номером {4}.",
     last_row_of_a_block},
    {"block_shape", "whatever y: {} threads queue at each of {} banks.",
     "к каждому из {1} банков стоят в очереди {0} нити.",
     [](const SaidAt& at) {
       const std::vector<int> banks = banks_of(at, at.entry());
       const std::set<int> different(banks.begin(), banks.end());
       return Figures{figure(at.cost().degree), figure(std::ssize(different))};
     }},
    {"block_shape", "that equals the block's width is always conflict-free.",
     "Если пустых слов столько, сколько нитей в строке блока, конфликтов нет.",
     [](const SaidAt& at) {
       for (const int width : {1, 2, 4, 8, 16, 32}) {
         const auto padded =
             beside(at,
                    {{"shape", std::to_string(width) + "x" + std::to_string(32 / width)},
                     {"pad", std::to_string(width)}},
                    "block_shape");
         EXPECT_EQ(padded->summary.totals.max_degree, 1) << width;
       }
       return Figures{};
     }},
    {"block_shape", "In the tile it is a {}-way conflict",
     "В подматрице это конфликт {}-го порядка",
     [](const SaidAt& at) { return Figures{figure(at.totals().max_degree)}; }},
    {"bank_stride", "all words lie in one bank, as in a column of a matrix 32 words wide.",
     "все слова лежат в одном банке, как столбец матрицы шириной 32 слова.",
     [](const SaidAt& at) {
       const std::vector<int> banks = banks_of(at, at.entry());
       EXPECT_EQ((std::set<int>(banks.begin(), banks.end()).size()), 1U);
       EXPECT_EQ(at.cost().degree, 32);
       return Figures{};
     }},
    {"bank_stride", "two lanes queue at each of {} banks, so each half-warp takes two wavefronts.",
     "у каждого из {} банков ждут две нити, и обращение полуварпа занимает две волны.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().degree, 2);
       EXPECT_EQ(at.cost().wavefronts, 2 * 2);
       EXPECT_EQ(pattern_answer(FormulaPattern::x2).cost.degree, 2) << "which the stop shows";
       const std::vector<int> banks = banks_of(at, at.entry());
       return Figures{figure(std::ssize(std::set<int>(banks.begin(), banks.end())))};
     }},
    {"bank_stride",
     "A stride of {0} runs here: ×{1} again, gcd({0}, {2}). No stride gives ×{3}: six lanes of a "
     "half-warp want different words of bank 0, and ten for which one wavefront would do wait with "
     "them. The row at the bottom: {4} banks would make ×{5} of it.",
     "В прогоне шаг обращения {0}: снова ×{1}, то есть НОД({0}, {2}). А ×{3} никакой шаг обращения "
     "не даст: шести нитям полуварпа нужны разные слова банка 0, и с ними ждут десять, которым "
     "хватило бы одной волны. Нижняя строка: на {4} банках вышло бы ×{5}.",
     [](const SaidAt& at) {
       const FormulaAnswer six = pattern_answer(FormulaPattern::x6);
       const std::string stride = at.document->trace->header.parameters.at("stride");
       EXPECT_EQ(std::gcd(std::stoi(stride), 16), at.cost().degree);
       return Figures{stride,
                      figure(at.cost().degree),
                      figure(bank_count(at.document->summary.model)),
                      figure(six.cost.degree),
                      figure(bank_count(BankModel::cc5)),
                      figure(wavefronts(BankModel::cc5, six.request).degree)};
     }},
    {"bank_stride",
     "Two: words {} and {}, of lanes {} and {}, lie in one bank, and four other pairs do.",
     "Два: слово {0} (нить {2}) и слово {1} (нить {3}) лежат в одном банке; таких пар ещё четыре.",
     pairs_of_stride_3},
    {"bank_stride", "takes two neighbouring banks, and {} pairs serve {} lanes.",
     "занимает два соседних банка, и {} пар обслуживают {} нити.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().degree, 2);
       EXPECT_EQ(pattern_answer(FormulaPattern::column_by_8).cost.degree, 1);
       return Figures{figure(bank_count(BankModel::cc3x4) / 2), figure(at.entry().active())};
     }},
    {"bank_stride", "An H200 needs {} and {} times:", "На H200 — в {} и {} раза:", stride_times},
    {"bank_broadcast", "are one word for the bank: again a single wavefront.",
     "для банка — одно слово: снова одна волна.",
     [](const SaidAt& at) {
       EXPECT_EQ(indices_of(*at.document->trace, at.entry()).size(), 4U);  // bytes
       EXPECT_EQ(at.cost().wavefronts, 1);
       return Figures{};
     }},
    {"bank_broadcast", "the same access takes two wavefronts for each half-warp.",
     "то же обращение занимало бы две волны на каждый полуварп.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().degree, 2);
       EXPECT_EQ(at.cost().wavefronts, 4);
       return Figures{};
     }},
    {"branch_divergence",
     "As many threads take each arm as before, with half the requests: {} in the block instead of "
     "{}.",
     "В каждую ветвь идёт столько же нитей, как и прежде, но обращений вдвое меньше: {} на блок "
     "вместо {}.",
     requests_of_both_arms},
    {"global_stride", "a sector of its own: {} sectors, and {} of each {} bytes are used.",
     "у каждой нити свой сектор: {0} сектора, и из каждых {2} байт нужны {1}.",
     [](const SaidAt& at) {
       const GlobalRequest request = global_request(*at.document->trace, at.entry());
       EXPECT_EQ(request.sectors, at.entry().active());
       return Figures{figure(request.sectors), figure(request.bytes / request.sectors),
                      figure(sector_bytes)};
     }},
    {"global_stride", "a float3 is three requests, together {} sectors where {} would do.",
     "float3 — это три запроса, вместе {} секторов там, где хватило бы {}.", three_requests},
    {"global_stride", "on an H100 2^22 float3 take {} ms, as many float4 {}.",
     "на H100 2^22 float3 занимают {} мс, столько же float4 — {}.",
     [](const SaidAt&) {
       return Figures{figure(strided_ms("1", "float3"), 3), figure(strided_ms("1", "float4"), 3)};
     }},
    {"global_stride",
     "at strides of 1, 2, 4, 8, 16 and 32: {}, {}, {}, {}, {} and {} ms (blocks of 1,024). From 8 "
     "to 16 the sectors stay 32, the time does not:",
     "при шаге 1, 2, 4, 8, 16 и 32 занимают {}; {}; {}; {}; {} и {} мс (блоки по 1024). С 8 до 16 "
     "секторов по-прежнему 32, а времени больше:",
     times_of_strides},
    {"global_stride", "a counter says that memory reads {} bytes an element, not {}",
     "по счётчику память читает {} байта на элемент, а не {}",
     [](const SaidAt&) {
       const auto record = measurement("h100/stride_memory.json");
       const auto bytes_at = [&](int stride) {
         for (const auto& each : record.at("strides")) {
           for (const auto& known : each.at("strides")) {
             if (known != stride) continue;
             const auto size = record.at("size").get<double>();
             const double least = each.at("dram_bytes_read").at(0).get<double>() / size;
             EXPECT_NEAR(each.at("dram_bytes_read").at(1).get<double>() / size, least, 0.1);
             return figure(least, 0);
           }
         }
         return std::string();
       };
       return Figures{bytes_at(16), bytes_at(8)};
     }},
    {"global_stride",
     "In blocks of {}, as here, an H100 takes {} ms at strides 1 and 2 alike: {} blocks start, one "
     "each {} ns,",
     "С блоками по {}, как здесь, H100 нужно при шаге 1 и 2 одинаково, {} мс: {} блоков "
     "запускаются "
     "по одному за {} нс,",
     blocks_set_the_time},
    {"global_offset",
     "2^26 floats take {} ms from a sector's start and {} moved by 31 (blocks of 1,024). A quarter "
     "more sectors, {} % more time:",
     "2^26 float занимают {} мс с начала сектора и {} со сдвигом 31 (блоки по 1024). Секторов на "
     "четверть больше, времени — на {} %:",
     [](const SaidAt& at) {
       const auto time = [](const char* offset) {
         return h100_ms("offset_1024", "global_offset", two_to_26, {{"offset", offset}});
       };
       // The fifth sector of a warp is the first of the next.
       EXPECT_EQ(at.cost().sectors, 5);
       EXPECT_EQ(at.document->trace->lane_indices(at.entry()).back() / 8,
                 (at.document->trace->lane_indices(at.entry()).front() + 32) / 8);
       return Figures{figure(time("0"), 3), figure(time("31"), 3),
                      figure(100 * (time("31") / time("0") - 1), 0)};
     }},
    {"branch_divergence",
     "2^26 numbers take {} ms if every second thread parts, {} if every second warp does (blocks "
     "of 1,024): an arm is a load, an operation and a store, and copying alone takes {}.",
     "2^26 чисел занимают {} мс, если расходятся нити через одну, и {}, если варпы через один "
     "(блоки по 1024): ветвь — это чтение, операция и запись, а одно копирование занимает {}.",
     [](const SaidAt&) {
       const auto time = [](const char* pattern) {
         return figure(h100_ms("divergence_1024", "branch_divergence", two_to_26,
                               {{"pattern", pattern}, {"block", "1024"}}),
                       3);
       };
       return Figures{time("odd"), time("warp"),
                      figure(h100_ms("divergence_1024", "limit_copy", two_to_26), 3)};
     }},
    {"block_shape",
     "On an H100 2^24 ints take {} ms in rows of 32 down to 4 threads, as long as {} blocks take "
     "to start; in rows of 2 threads {}, of 1 thread {}.",
     "На H100 2^24 int занимают {} мс при строках от 32 до 4 нитей: столько запускаются {} блока; "
     "при строках по 2 нити — {}, по 1 — {}.",
     times_of_shapes},
    {"latency_hiding",
     "On an H100 n = 2^24 takes {} ms in the dependent order, {} in the other; with {} "
     "multiply-adds a load {} and {}.",
     "На H100 n = 2^24 занимает {} мс с зависимыми чтениями и {} с независимыми, а при {} "
     "умножениях со сложением на чтение — {} и {}.",
     times_of_both_orders},
    {"global_offset", "So does each row of a grid 1,000 floats wide",
     "Так же начинается и каждая строка сетки шириной 1000 чисел float",
     [](const SaidAt& at) {
       EXPECT_EQ(1000 * 4 % sector_bytes, 0);
       EXPECT_EQ(sectors(*at.document->trace, at.entry()), 4);
       return Figures{};
     }},
    {"global_offset",
     "neighbours never touch more than five sectors. Today a misaligned row costs a quarter more "
     "sectors",
     "затрагивают не больше пяти секторов. Сегодня невыровненная строка требует на четверть больше "
     "секторов",
     sectors_of_any_offset},
    {"vector_aos", "four wavefronts are the fewest for {} bytes.",
     "четыре волны — минимум для {} байт.",
     [](const SaidAt& at) {
       EXPECT_EQ(at.cost().wavefronts, 4);
       EXPECT_EQ(at.cost().ideal, 4);
       return Figures{figure(16 * std::int64_t{at.entry().active()})};
     }},
    {"vector_aos",
     "Wavefronts and loaded sectors fall to a quarter; the time hardly: {} and {} ms on an H200 "
     "(2²⁶ floats). Fetching all four times from memory would take it {}:",
     "Волн и прочитанных секторов вчетверо меньше, а время почти то же: {} и {} мс на H200 (2²⁶ "
     "float). Читай память всё четыре раза, ушло бы {}:",
     quarter_of_the_cost},
    {"vector_soa", "On an H200: {} ms, by fields of structures {} (2²⁶ floats).",
     "На H200: {} мс, по полям структур {} (2²⁶ float).", layouts_of_vectors},
};

TEST(FiguresOfMemory, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_memory) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
