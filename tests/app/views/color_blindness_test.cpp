// What full colours tell apart in a picture, people who lack one of the three cones tell apart too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "app/panes/view_list.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/app/ui/sight.hpp"

namespace warpscope {
namespace {

/// CIE 1976: 2.3 is just noticeable. What is so far apart in full colours may carry a meaning, and then
/// a shade must remain that is seen without looking for it.
constexpr double means_something = 25, least_left = 5;

class ColorBlindness : public testing::TestWithParam<const Theme*> {
 protected:
  /// Each view of a kernel, each picture of the stage, each choice of how a view shows it.
  template <class Check>
  void draw_all(const Document& document, Check check) {
    const auto draw = [&](View& view, std::string name,
                          const std::function<void(test::Shown&)>& set) {
      test::Shown shown{.theme = GetParam()};
      shown.still = true;
      set(shown);
      check(shown.draw(view, document, document.telling.access), name);
    };
    for (const ViewInfo& info : view_lists().views) {
      const auto view = make_view(info.id);
      view->on_document(document);
      draw(*view, std::string(info.id), [](test::Shown&) {});
      for (const LookOption& option : info.options) {
        for (std::size_t choice = 0; choice < option.choices.size(); ++choice) {
          draw(*view, fmt::format("{}, {}", info.id, option.choices[choice].id), [&](auto& shown) {
            if (option.open != nullptr) option.open(shown.look);
            option.choose(shown.look, choice);
          });
        }
      }
    }
    const auto stage = make_view("stage");
    stage->on_document(document);
    for (const StageInfo& info : view_lists().stages) {
      draw(*stage, std::string(info.id), [&](test::Shown& shown) { shown.stage = info.id; });
    }
  }
};

TEST_P(ColorBlindness, LeavesTheColoursOfAPictureApart) {
  std::set<std::string> faults;
  std::size_t pairs = 0;
  const auto compare = [&](Color a, Color b, const std::string& picture) {
    const double full = test::distance(a, b, test::sights[0]);
    if (full < means_something) return;
    ++pairs;
    for (const test::Sight& sight : test::sights) {
      const double left = test::distance(a, b, sight);
      if (left >= least_left) continue;
      faults.insert(fmt::format("{}: {} and {} are {:.0f} apart, {:.1f} with {}", picture,
                                test::hex(a), test::hex(b), full, left, sight.name));
    }
  };
  for (const char* kernel : {"reduce_strided", "bitonic_shared", "radix_split", "matmul_tiled",
                             "histogram256_tagged", "spmv_scalar"}) {
    const DocumentPtr document = test::emulated(kernel);
    draw_all(*document, [&](const RecordingCanvas& canvas, const std::string& picture) {
      const std::vector<Color> colors = canvas.colors();
      for (std::size_t i = 0; i < colors.size(); ++i) {
        for (std::size_t j = i + 1; j < colors.size(); ++j) compare(colors[i], colors[j], picture);
      }
    });
  }
  EXPECT_GT(pairs, 1000U);
  for (const std::string& fault : faults) ADD_FAILURE() << fault;
}

INSTANTIATE_TEST_SUITE_P(Themes, ColorBlindness,
                         testing::ValuesIn(all_themes().begin(), all_themes().end()),
                         [](const auto& tested) { return std::string(tested.param->id); });

}  // namespace
}  // namespace warpscope
