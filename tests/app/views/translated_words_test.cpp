// In the pseudo-language every message stands between ⟦ and ⟧: what stands outside must be data.
#include <gtest/gtest.h>

#include <set>

#include "app/panes/view_list.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/app/trace_names.hpp"
#include "tests/support/pseudo_words.hpp"

namespace warpscope {
namespace {

using test::names_in, test::outside_brackets, test::words_of;

TEST(WordsOutside, AreThoseBetweenNoBrackets) {
  EXPECT_EQ(outside_brackets("⟦Lanes ~~⟧"), "");
  EXPECT_EQ(outside_brackets("data, ⟦read by ⟦line 7⟧ ~⟧ twice"), "data,  twice");
  EXPECT_EQ(outside_brackets("⟦Shared mem"), "");
  EXPECT_EQ(outside_brackets("of it ~~⟧, data"), ", data");
  EXPECT_EQ(words_of("data[64], 3 ways to s"), (std::vector<std::string>{"data", "ways"}));
}

class TranslatedWords : public testing::TestWithParam<const char*> {};

TEST_P(TranslatedWords, LeaveOnlyDataOutside) {
  const DocumentPtr document = test::emulated(GetParam());
  const std::string names = names_in(*document->trace);
  // Names, units and words of formulas, which are the same everywhere.
  const std::set<std::string> everywhere{"CUB",   "CUDA", "CPU",  "GPU",     "TFLOP",
                                         "GFLOP", "mod",  "lane", "recorded"};
  // Captions have a grammar for each language, and are English in one that has none.
  const std::set<std::string_view> apart{"caption", "lesson"};
  const Caption said = caption(*document->trace, document->summary, document->telling.access);
  std::set<std::string> left_out;
  std::size_t texts = 0;
  for (const ViewInfo& info : view_lists().views) {
    if (apart.contains(info.id)) continue;
    const std::unique_ptr<View> view = make_view(info.id);
    view->on_document(*document);
    for (const Rect area : {Rect{0, 0, 560, 420}, Rect{0, 0, 1500, 900}}) {
      test::Shown shown{.area = area, .language = "pseudo"};
      shown.still = true;
      const RecordingCanvas canvas = shown.draw(*view, *document, document->telling.access);
      for (const RecordingCanvas::Text& text : canvas.texts()) {
        ++texts;
        if (text.text == said.verdict || text.text == said.detail) continue;
        for (const std::string& word : words_of(outside_brackets(text.text))) {
          if (everywhere.contains(word) || names.find(word) != std::string::npos) continue;
          left_out.insert(std::string(info.id) + ": " + word + " in: " + text.text);
        }
      }
    }
  }
  EXPECT_GT(texts, 100U);
  for (const std::string& word : left_out) ADD_FAILURE() << word;
}

INSTANTIATE_TEST_SUITE_P(Kernels, TranslatedWords,
                         testing::Values("reduce_strided", "bitonic_shared", "matmul_tiled"));

}  // namespace
}  // namespace warpscope
