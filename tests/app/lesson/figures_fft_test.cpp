// The figures in lessons on Fourier transforms are those of their traces.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

std::string whole_figure(std::int64_t count) { return figure(static_cast<std::uint64_t>(count)); }

std::int64_t size_of(const SaidAt& at) { return at.document->trace->header.size; }
std::int64_t stages_of(const SaidAt& at) { return steps_named(*at.document->trace, "butterflies"); }
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
    {"fft_stockham", "{} places for {} numbers", "{} места на {} чисел",
     [](const SaidAt& at) -> Figures {
       const Array& array = at.document->trace->arrays[at.entry().array];
       return {whole_figure(array.count), whole_figure(size_of(at))};
     }},
    {"fft_stockham",
     "{} results are spread over {} places, so two meet in each bank that is used. It is so in {} "
     "of {} stages; the last one stores {} neighbours",
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
    {"fft_stockham", "At n = 1,024 there are {} operations for each number of 8 bytes",
     "При n = 1024 на число из 8 байт приходится {} операций",
     [](const SaidAt&) -> Figures { return {figure(std::uint64_t{5 * 10})}; }},
};

TEST(FiguresOfFourierTransforms, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_transforms) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
