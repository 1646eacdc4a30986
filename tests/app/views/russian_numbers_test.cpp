#include <gtest/gtest.h>

#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "app/look/stage_focus.hpp"
#include "app/panes/view_list.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

/// What is no number of a sentence: a compute capability ("9.0", "1.x"), the table of a book.
std::string without_names(std::string text) {
  static const std::regex names(
      R"((1\.[0-3x]|2\.[01x]|3\.[0257x]|5\.[023x]|6\.[0-2x]|7\.[025x]|8\.[0679x]|9\.[0x]|10\.[03x]|12\.[01x])(?![0-9]))");
  return std::regex_replace(text, names, "");
}

/// 1.5, or 1,024; but 0,253 is a Russian number.
bool is_english(const std::string& text) {
  static const std::regex english(R"([0-9]\.[0-9]|(^|[^0-9,])[1-9][0-9]{0,2},[0-9]{3}($|[^0-9]))");
  return std::regex_search(without_names(text), english);
}

TEST(EnglishNumber, IsToldFromARussianOne) {
  for (const char* text : {"0.8 %", "1,024", "65,536/65,536", "1.74 мс", "такты 1,000 … 2"}) {
    EXPECT_TRUE(is_english(text)) << text;
  }
  for (const char* text : {"0,253", "1\u202f024", "9.0 (H200)", "17,9", "2026-11-24", "1.x"}) {
    EXPECT_FALSE(is_english(text)) << text;
  }
}

/// Every look that one option of a view may have, each with the rest as it is.
std::vector<Look> looks_of(const ViewInfo& view) {
  std::vector<Look> looks{Look{}};
  for (const LookOption& option : view.options) {
    for (std::size_t choice = 0; choice < option.choices.size(); ++choice) {
      Look look;
      if (option.open != nullptr) option.open(look);
      if (option.chosen(look) != choice) option.choose(look, choice);
      looks.push_back(look);
    }
  }
  return looks;
}

class RussianNumbers : public testing::TestWithParam<const char*> {};

TEST_P(RussianNumbers, AreWrittenAsInRussian) {
  const DocumentPtr document = test::emulated(GetParam());
  std::size_t texts = 0;
  for (const ViewInfo& info : view_lists().views) {
    if (info.id == "memory") continue;  // shows data, which are written as in C++
    const std::unique_ptr<View> view = make_view(info.id);
    view->on_document(*document);
    for (const Look& look : looks_of(info)) {
      // What is large shows data as well.
      if (info.id == "stage" && look.get<StageFocus>() == StageFocus::on) continue;
      for (const Rect area : {Rect{0, 0, 560, 420}, Rect{0, 0, 1500, 900}}) {
        test::Shown shown{.area = area, .look = look, .language = "ru"};
        shown.still = true;
        const RecordingCanvas canvas = shown.draw(*view, *document, document->telling.access);
        for (const RecordingCanvas::Text& text : canvas.texts()) {
          EXPECT_FALSE(is_english(text.text)) << info.id << ": " << text.text;
          ++texts;
        }
      }
    }
  }
  EXPECT_GT(texts, 200U);
}

INSTANTIATE_TEST_SUITE_P(Kernels, RussianNumbers,
                         testing::Values("latency_hiding", "matmul_tiled", "local_array"));

}  // namespace
}  // namespace warpscope
