// Figures in lessons on scans that take more than an expression; the others are claims in the lessons.
#include <fstream>
#include <set>

#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

/// How much faster the scan became when each status had a sector of its own, in percent, as
/// docs/performance.md tells it: the rates of the first row and of that one.
double gain_of_statuses_apart() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/docs/performance.md");
  double first = 0;
  for (std::string line; std::getline(file, line);) {
    std::smatch rate;
    const bool row = std::regex_search(line, rate, std::regex(R"(([0-9]),([0-9]{3})[^|]*\|$)"));
    if (!row) continue;
    const double value = std::stod(rate[1].str() + rate[2].str());
    if (line.find("ticket, look-back over 32 tiles") != std::string::npos) first = value;
    if (line.find("statuses 32 bytes apart") == std::string::npos) continue;
    // "3,350, with 32 floats a thread 3,570": the first of the two
    const std::size_t cell = line.rfind('|', line.size() - 2);
    EXPECT_TRUE(std::regex_search(line.cbegin() + static_cast<std::ptrdiff_t>(cell), line.cend(),
                                  rate, std::regex("([0-9]),([0-9]{3})")));
    return 100 * (std::stod(rate[1].str() + rate[2].str()) / first - 1);
  }
  return 0;
}

constexpr FigureClaim of_scans[] = {
    {"scan_padded16",
     "2-way conflicts are left at d = {}, {}, {} and {}. The words that collide are {} elements "
     "apart: {} pads lie between them",
     "Остаются конфликты 2-го порядка при d = {}, {}, {} и {}. Слова одного банка разделяют {} "
     "элементов и {} выравнивающих",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       EXPECT_EQ(array_of(trace, at.entry()), "temp");
       EXPECT_EQ(at.cost().degree, 2);
       Figures figures;
       for (const std::int64_t d : values_with_degree(*at.document, 2))
         figures.push_back(figure(d));
       std::set<int> apart;  // of colliding words, in every access of temp
       for (const Access& access : trace.accesses) {
         if (!shared_access(trace, access)) continue;
         const auto words = trace.lane_indices(access);
         for_each_lane(access.mask, [&](int a, int i) {
           for_each_lane(access.mask, [&](int b, int k) {
             const int difference = words[k] - words[i];
             if (a / 16 == b / 16 && difference > 0 && difference % 16 == 0)
               apart.insert(difference);
           });
         });
       }
       EXPECT_EQ(apart.size(), 1U);
       figures.push_back(figure(*apart.begin() / 17 * 16));
       figures.push_back(figure(*apart.begin() / 17));
       return figures;
     }},
    {"scan_lookback", "On an H200 a sector each gave {} % more speed",
     "На H200 так быстрее на {} %",
     [](const SaidAt&) -> Figures { return {figure(gain_of_statuses_apart(), 0)}; }},
};

TEST(FiguresOfScans, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_scans) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
