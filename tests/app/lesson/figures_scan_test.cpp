// Figures in lessons on scans that take more than an expression; the others are claims in the lessons.
#include <set>

#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

constexpr FigureClaim of_scans[] = {
    {"scan_padded16",
     "2-way conflicts are left at d\u00a0=\u00a0{}, {}, {} and {}. The words that collide are {} "
     "elements apart: {} pads lie between them",
     "Остаются конфликты 2-го порядка при d\u00a0=\u00a0{}, {}, {} и {}. Слова одного банка "
     "разделяют {} элементов и {} дополнительных",
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
};

TEST(FiguresOfScans, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_scans) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
