// The figures in lessons on Fourier transforms are those of their traces.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "instrumentation/analysis/coalescing.hpp"
#include "kernels/fft/in_place_fft.cuh"
#include "kernels/fft/poisson.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

std::string whole_figure(std::int64_t count) { return figure(static_cast<std::uint64_t>(count)); }

std::int64_t size_of(const SaidAt& at) { return at.document->trace->header.size; }
std::int64_t stages_of(const SaidAt& at) { return steps_named(*at.document->trace, "butterflies"); }
std::string shared_bytes(const Document& document) {
  return figure(std::uint64_t{document.trace->launches.front().shared_bytes});
}
double float_of(const Trace& trace, const Access& access, int lane) {
  return static_cast<double>(std::bit_cast<float>(trace.lane_value(access, lane).front()));
}

/// The numbers that a launch, from 1, stores to an array, by place.
std::map<std::int64_t, double> numbers_stored(const Trace& trace, std::uint32_t launch,
                                              std::string_view array) {
  std::map<std::int64_t, double> numbers;
  for (const Access& access : trace.accesses) {
    if (step_of(trace, access).launch + 1 != launch || access.operation != Operation::store ||
        array_of(trace, access) != array) {
      continue;
    }
    const auto indices = trace.lane_indices(access);
    for (std::size_t lane = 0; lane < indices.size(); ++lane) {
      numbers[indices[lane]] = float_of(trace, access, static_cast<int>(lane));
    }
  }
  return numbers;
}
/// Places of numbers that are more than roundings.
std::vector<std::int64_t> places_above(const std::map<std::int64_t, double>& numbers,
                                       double least) {
  std::vector<std::int64_t> places;
  for (const auto& [at, number] : numbers) {
    if (std::abs(number) > least) places.push_back(at);
  }
  return places;
}

/// The sectors of a warp's loads of factors, stage by stage.
std::vector<int> factor_sectors(const SaidAt& at) {
  const Trace& trace = *at.document->trace;
  std::vector<int> sectors;
  for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
    const Access& access = trace.accesses[a];
    if (access.warp == 0 && array_of(trace, access) == "w_re") {
      sectors.push_back(at.document->summary.accesses[a].sectors);
    }
  }
  return sectors;
}

constexpr FigureClaim of_transforms[] = {
    {"fft_stockham", "the fastest that {} numbers can hold. The spectrum says so: {} at place {}",
     "самая быстрая для {} чисел. Так говорит и спектр: {} на месте {}",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const auto re = numbers_stored(trace, 1, "out_re");
       const auto im = numbers_stored(trace, 1, "out_im");
       EXPECT_EQ(re, im);
       const auto places = places_above(re, 0);
       EXPECT_EQ(places.size(), 1U);
       return {whole_figure(size_of(at)), figure(re.at(places.front()), 0),
               whole_figure(places.front())};
     }},
    {"fft_stockham",
     "log2({0}), with {1} butterflies of 10 operations each: {2}. The definition, {0} sums of {0} "
     "complex products, takes {3}",
     "log2({0}), в каждом {1} бабочек по 10 операций: {2}. По определению, {0} сумм по {0} "
     "комплексных произведений, их {3}",
     [](const SaidAt& at) -> Figures {
       const std::int64_t n = size_of(at);
       EXPECT_EQ(std::int64_t{1} << stages_of(at), n);
       EXPECT_EQ(at.entry().active(), n / 2);
       // 4 products and 4 sums for each complex product that is added.
       return {whole_figure(n), whole_figure(n / 2), whole_figure(stages_of(at) * n / 2 * 10),
               whole_figure(8 * n * n)};
     }},
    {"fft_stockham", "writes the other: {} places for {} numbers",
     "пишет в другую: {} места на {} чисел",
     [](const SaidAt& at) -> Figures {
       const Array& array = at.document->trace->arrays[at.entry().array];
       return {whole_figure(array.count), whole_figure(size_of(at))};
     }},
    {"fft_stockham",
     "{} results are spread over {} places, so two meet in each bank that is used. That happens in "
     "{} of {} stages; the last one stores {} neighbours",
     "{} результата разложены по {} местам, и в каждом занятом банке их два. Так в {} этапах из "
     "{}; последний пишет {} соседних",
     [](const SaidAt& at) -> Figures {
       const auto conflicting = values_with_degree(*at.document, 2);
       EXPECT_EQ(conflicting, (std::vector<std::int64_t>{32, 16, 8, 4, 2}));
       EXPECT_EQ(at.totals().shared_load.conflicts(), 0U);
       return {whole_figure(at.entry().active()), whole_figure(size_of(at)),
               figure(conflicting.size()), whole_figure(stages_of(at)),
               whole_figure(at.entry().active())};
     }},
    {"fft_stockham", "{} numbers. The host has made a table of {} factors w; this stage needs {}",
     "{} числа. Хост сделал таблицу из {} множителей w; этому этапу нужны {}",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       return {whole_figure(size_of(at)), whole_figure(trace.arrays[at.entry().array].count),
               whole_figure(*step_of(trace, at.entry()).value / 2)};
     }},
    {"fft_stockham",
     "They lie {} apart. Shorter transforms need fewer factors, longer ones closer "
     "ones: {} sector in the first stage, {} in the last",
     "Они отстоят на {}. Коротким преобразованиям нужно меньше множителей, длинным — более "
     "близкие: "
     "в первом этапе {} сектор, в последнем {}",
     [](const SaidAt& at) -> Figures {
       const auto indices = at.document->trace->lane_indices(at.entry());
       const std::vector<int> sectors = factor_sectors(at);
       return {whole_figure(indices[1] - indices[0]), whole_figure(sectors.front()),
               whole_figure(sectors.back())};
     }},
    {"fft_bit_reversed", "number {}, 000001, at place {}, 100000",
     "число {}, 000001, стоит на месте {}, 100000",
     [](const SaidAt& at) -> Figures {
       const auto indices = at.document->trace->lane_indices(at.entry());
       EXPECT_EQ(indices[1], reversed_bits(1, 64));
       return {figure(std::uint64_t{1}), whole_figure(indices[1])};
     }},
    {"fft_bit_reversed", "{} numbers: partners stand {}, {}, {}, {} apart",
     "{} чисел: партнёры отстоят на {}, {}, {}, {}",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       Figures figures{whole_figure(size_of(at))};
       std::int64_t first = -1;
       for (const Access& access : trace.accesses) {  // the first lane's a, then its b
         if (access.operation != Operation::load || array_of(trace, access) != "re" ||
             step_of(trace, access).name != "butterflies") {
           continue;
         }
         const std::int64_t place = trace.lane_indices(access).front();
         if (first < 0) {
           first = place;
         } else {
           figures.push_back(whole_figure(place - first));
           first = -1;
         }
       }
       return figures;
     }},
    {"fft_bit_reversed",
     "joins the transform of the even places, in the first half, and that of the odd ones",
     "с чётными номерами, в первой половине, и с нечётными",
     [](const SaidAt& at) -> Figures {
       const auto n = static_cast<int>(size_of(at));
       for (int number = 0; number < n; ++number) {
         EXPECT_EQ(number % 2 == 0, reversed_bits(number, n) < n / 2) << number;
       }
       return {};
     }},
    {"fft_bit_reversed",
     "32 lanes read every second word, two from every second bank. With {} numbers the "
     "permutation is no worse: its places are {} apart as well",
     "32 нити читают каждое второе слово, по два из каждого второго банка. При {} числах и "
     "перестановка не хуже: места тоже отстоят на {}",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.cost().degree, 2);
       EXPECT_EQ(at.totals().max_degree, 2);
       const Trace& trace = *at.document->trace;
       const auto first = accesses_that(trace, [&](const Access& access) {
         return step_of(trace, access).name == "permute" && array_of(trace, access) == "re";
       });
       auto places = trace.lane_indices(first.front());
       std::vector<std::int64_t> sorted(places.begin(), places.end());
       std::ranges::sort(sorted);
       return {whole_figure(size_of(at)), whole_figure(sorted[1] - sorted[0])};
     }},
    {"fft_bit_reversed", "with its {} loads and {} stores of re and im",
     "с его {} загрузками и {} записями re и im",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const auto count = [&](Operation operation) {
         return accesses_that(trace,
                              [&](const Access& access) {
                                return access.step == at.entry().step &&
                                       access.operation == operation &&
                                       shared_access(trace, access);
                              })
             .size();
       };
       return {figure(count(Operation::load)), figure(count(Operation::store))};
     }},
    {"fft_bit_reversed", "partners stand {0} apart, and {0} lanes read {0} neighbours",
     "партнёры отстоят на {0}, и {0} нити читают {0} соседних слова",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.cost().degree, 1);
       return {whole_figure(*step_of(*at.document->trace, at.entry()).value / 2)};
     }},
    {"fft_bit_reversed",
     "{} wavefronts above the ideal instead of {}, and no permutation, for {} bytes of shared "
     "memory instead of {}",
     "{} волн (wavefronts) сверх идеала вместо {} и нет перестановки, но разделяемой памяти {} "
     "байта вместо {}",
     [](const SaidAt& at) -> Figures {
       return {figure(conflicts(*at.rival)), figure(conflicts(*at.document)),
               shared_bytes(*at.rival), shared_bytes(*at.document)};
     }},
    {"fft_padded",
     "The permutation stores {} words apart; beyond word 32 the pad moves them to the odd",
     "Перестановка пишет через слово",
     [](const SaidAt& at) -> Figures {
       const auto places = at.document->trace->lane_indices(at.entry());
       std::vector<std::int64_t> sorted(places.begin(), places.end());
       std::ranges::sort(sorted);
       for (std::size_t i = 0; i < sorted.size(); ++i) {
         EXPECT_EQ(sorted[i] % 32 % 2, i < 16 ? 0 : 1) << i;
       }
       EXPECT_EQ(at.cost().degree, 1);
       return {whole_figure(sorted[1] - sorted[0])};
     }},
    {"fft_padded",
     "The places lie 32 apart, with a pad word between each two: {}, a bank of its own for each "
     "lane. With 2,048 numbers they lie 64 apart",
     "Места отстоят на 32, и между ними по выравнивающему элементу: {}, у каждой нити свой",
     [](const SaidAt& at) -> Figures {
       const auto places = at.document->trace->lane_indices(at.entry());
       std::vector<std::int64_t> sorted(places.begin(), places.end());
       std::ranges::sort(sorted);
       const auto longer = emulated_run({.kernel = "fft_padded", .size = 2048, .block = 1024});
       for (std::size_t a = 0; a < longer->trace->accesses.size(); ++a) {
         const Access& access = longer->trace->accesses[a];
         if (step_of(*longer->trace, access).name == "permute" &&
             shared_access(*longer->trace, access)) {
           EXPECT_EQ(longer->summary.accesses[a].degree, 2);
         }
       }
       return {whole_figure(sorted[1] - sorted[0])};
     }},
    {"fft_padded",
     "So {} banks are wanted twice, and the {} stages whose partners stand {} to {} apart",
     "{} банков нужны дважды, и {} этапа, где партнёры отстоят на {}–{}",
     [](const SaidAt& at) -> Figures {
       std::map<std::int64_t, int> lanes;
       for (const auto place : at.document->trace->lane_indices(at.entry())) ++lanes[place % 32];
       const auto twice =
           std::ranges::count_if(lanes, [](const auto& bank) { return bank.second == 2; });
       const auto conflicting = values_with_degree(*at.document, 2);
       return {whole_figure(twice), figure(conflicting.size()),
               whole_figure(conflicting.back() / 2), whole_figure(conflicting.front() / 2)};
     }},
    {"fft_padded", "1,024 numbers: {} wavefronts above the ideal instead of {}",
     "1024 числа: {} волн (wavefronts) сверх идеала вместо {}",
     [](const SaidAt& at) -> Figures {
       return {figure(conflicts(*at.document)), figure(conflicts(*at.rival))};
     }},
    {"fft_padded",
     "Stockham's kernel has {}, without any pad: it permutes nothing, and only its stores "
     "conflict. "
     "In place needs {} bytes of shared memory, Stockham {}",
     "У ядра Стокхэма их {} без всякого выравнивания: оно ничего не переставляет, и конфликты дают "
     "только записи. На месте нужно {} байт разделяемой памяти, по Стокхэму {}",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(at.rival->summary.totals.shared_load.conflicts(), 0U);
       return {figure(conflicts(*at.rival)), shared_bytes(*at.document), shared_bytes(*at.rival)};
     }},
};

constexpr FigureClaim of_radix4[] = {
    {"fft_radix4",
     "Half of log2({0}), and so half the barriers. A butterfly of four takes {1} operations; the "
     "four butterflies of two that it replaces take {2}",
     "Вдвое меньше, чем log2({0}), и барьеров тоже вдвое меньше. Бабочка на четыре числа — это {1} "
     "операции, а четыре обычные, которые она заменяет, — {2}",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(std::int64_t{1} << (2 * stages_of(at)), size_of(at));
       EXPECT_EQ(at.totals().barriers, static_cast<std::uint64_t>(stages_of(at)));
       return {whole_figure(size_of(at)), figure(std::uint64_t{3 * 6 + 8 * 2}),
               figure(std::uint64_t{4 * 10})};
     }},
    {"fft_radix4",
     "The next stage is {}-way as well, the third {}-way, and the last two are conflict-free",
     "В следующем этапе степень тоже {}, в третьем {}, в двух последних конфликтов нет",
     [](const SaidAt& at) -> Figures {
       EXPECT_EQ(values_with_degree(*at.document, 4), (std::vector<std::int64_t>{16, 4}));
       EXPECT_EQ(values_with_degree(*at.document, 2), (std::vector<std::int64_t>{64}));
       return {"4", "2"};
     }},
    {"fft_radix4",
     "{} wavefronts of shared memory, where radix 2 takes {}; with {} barriers instead of {}",
     "{} волн (wavefronts) разделяемой памяти, а по основанию 2 их {}; барьеров {} вместо {}",
     [](const SaidAt& at) -> Figures {
       const auto two = emulated_run({.kernel = "fft_stockham", .size = 1024, .block = 512});
       EXPECT_EQ(size_of(at), 1024);
       return {figure(shared_wavefronts(*at.document)), figure(shared_wavefronts(*two)),
               figure(at.totals().barriers), figure(two->summary.totals.barriers)};
     }},
};

constexpr FigureClaim of_poisson[] = {
    {"poisson_fft",
     "{} sectors, where {} would do, here and in later launches: a warp has {} numbers of each of "
     "{} "
     "rows, half a sector a row",
     "{} секторов вместо {}, здесь и в следующих запусках: у варпа по {} числа из {} строк, "
     "полсектора на строку",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       std::set<std::int64_t> rows;
       for (const ElementIndex index : trace.lane_indices(at.entry())) {
         rows.insert(index / size_of(at));
       }
       const auto a_row = at.entry().active() / std::ssize(rows);
       EXPECT_EQ(a_row * 4, sector_bytes / 2);
       return {whole_figure(at.cost().sectors),
               whole_figure(global_request(trace, at.entry()).ideal), whole_figure(a_row),
               whole_figure(std::ssize(rows))};
     }},
    {"poisson_fft",
     "1 period across and 1 down is two numbers of re, in (1, 1) and ({0}, {0}); the other, {1} "
     "down, is two of im",
     "1 периодом поперёк и 1 вниз — это два числа re, в (1, 1) и ({0}, {0}); другая, {1} вниз, — "
     "два числа im",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const std::int64_t n = size_of(at);
       const auto re = places_above(numbers_stored(trace, 3, "re"), 1e-3);
       const auto im = places_above(numbers_stored(trace, 3, "im"), 1e-3);
       EXPECT_EQ(re, (std::vector<std::int64_t>{n + 1, n * n - 1}));
       EXPECT_EQ(im, (std::vector<std::int64_t>{2 * n, (n - 2) * n}));
       return {whole_figure(re.back() % n), whole_figure(im.front() / n)};
     }},
    {"poisson_fft", "the kernel divides: (1, 1) by {}, (4, 4) by {}",
     "ядро делит: (1, 1) на {}, (4, 4) на {}",
     [](const SaidAt& at) -> Figures {
       const std::vector<float> eigenvalues = poisson_eigenvalues(size_of(at));
       EXPECT_EQ(numbers_stored(*at.document->trace, 4, "re").at(0), 0);
       return {figure(2 * static_cast<double>(eigenvalues[1]), 2),
               figure(2 * static_cast<double>(*std::ranges::max_element(eigenvalues)), 0)};
     }},
    {"poisson_fft", "no number is off by more than {}, and u reaches up to {}",
     "ни одно число не отличается больше чем на {}, а u доходит до {}",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       double largest = 0, error = 0;
       for (const auto& [place, number] : numbers_stored(trace, 6, "re")) {
         largest = std::max(largest, std::abs(number));
       }
       for (const auto& [place, number] : numbers_stored(trace, 7, "error")) {
         error = std::max(error, number);
       }
       EXPECT_GT(error, 0);
       return {figure(std::ceil(error * 1e6) / 1e6, 6), figure(largest, 0)};
     }},
    {"poisson_fft", "a warp has {} numbers of each of {} rows. It read them from {} sectors",
     "у варпа по {} чисел из {} строк. Он прочёл их из {} секторов",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       std::uint64_t sectors = 0;
       for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
         const Access& access = trace.accesses[a];
         if (step_of(trace, access).launch == 1 && array_of(trace, access) == "re") {
           sectors = at.document->summary.accesses[a].sectors;
         }
       }
       const std::int64_t rows = 32 / (size_of(at) / 2);
       return {whole_figure(32 / rows), whole_figure(rows), figure(sectors)};
     }},
    {"poisson_fft", "{} columns, and in each the {} rows share a sector",
     "{} столбцов, и в каждом {} строки делят сектор",
     [](const SaidAt& at) -> Figures {
       return {whole_figure(at.cost().sectors), whole_figure(32 / at.cost().sectors)};
     }},
};

TEST(FiguresOfFourierTransforms, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_transforms) expect_said(claim);
  for (const FigureClaim& claim : of_radix4) expect_said(claim);
}
/// Of 2^24 numbers in signals of 256.
std::string fft_time(const char* who) { return ms("fft", who, 1 << 24, 3); }

constexpr FigureClaim of_fft_times[] = {
    {"fft_stockham",
     "2^24 numbers in signals of {} take {} ms, cuFFT {}, and copying them {}. So memory could set "
     "the time, but here the stages do: {} of them, with a barrier each. Bank conflicts do not: "
     "without them it is "
     "no faster.",
     "2^24 чисел сигналами по {} занимают {} мс, cuFFT — {}, а их копирование — {}. Время могла бы "
     "задавать память, но здесь его задают этапы: их {}, и после каждого барьер. Не конфликты "
     "банков: "
     "без них не быстрее.",
     [](const SaidAt&) -> Figures {
       EXPECT_LT(h200_conflict_share("vectors", "fft_stockham", 1 << 22), 0);
       return {"256", fft_time("fft_stockham"), fft_time("cufft_c2c"),
               ms("fft", "limit_copy", 1 << 25, 3), "8"};
     }},
    {"fft_bit_reversed",
     "take {} ms; padded it is {}, and Stockham takes {}. The butterflies are the same to the bit. "
     "Bank conflicts are {} % of the time (2^22 numbers).",
     "занимают {} мс; с выравниванием {}, по Стокхэму {}. Бабочки в них одинаковы до бита. "
     "Конфликты банков — это {} % времени (2^22 чисел).",
     [](const SaidAt&) -> Figures {
       return {fft_time("fft_bit_reversed"), fft_time("fft_padded"), fft_time("fft_stockham"),
               conflict_share("fft_bit_reversed")};
     }},
    {"fft_padded",
     "take {} ms, and {} without the pad. Stockham needs twice the shared memory, and takes {}",
     "занимают {} мс, а без выравнивания {}. Стокхэму нужно вдвое больше разделяемой памяти, и всё "
     "же "
     "ему хватает {}",
     [](const SaidAt&) -> Figures {
       return {fft_time("fft_padded"), fft_time("fft_bit_reversed"), fft_time("fft_stockham")};
     }},
    {"fft_radix4", "take {} ms, with radix 2 it is {}, with cuFFT {}",
     "занимают {} мс, с основанием 2 — {}, у cuFFT — {}",
     [](const SaidAt&) -> Figures {
       return {fft_time("fft_radix4"), fft_time("fft_stockham"), fft_time("cufft_c2c")};
     }},
    {"poisson_fft",
     "2,048 × 2,048 points take {} ms, 64 × 64 take {}: {} times the points, {} times the time",
     "2048 × 2048 точек занимают {} мс, 64 × 64 — {}: точек в {} раза больше, времени — в {} раза",
     [](const SaidAt&) -> Figures {
       const double large = h200_ms("poisson", "poisson_fft", 2048);
       const double small = h200_ms("poisson", "poisson_fft", 64);
       return {figure(large, 3), figure(small, 3), figure(std::uint64_t{(2048 / 64) * (2048 / 64)}),
               figure(large / small, 0)};
     }},
};

TEST(FiguresOfTransformTimes, AreWhatWasMeasured) {
  for (const FigureClaim& claim : of_fft_times) expect_said(claim);
}

TEST(FiguresOfPoissonsEquation, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_poisson) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
