// Every text can be read on the ground behind it, in every theme and layout.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "app/ui/recording_canvas.hpp"
#include "tests/app/shell/window_pictures.hpp"
#include "tests/app/ui/sight.hpp"

namespace warpscope {
namespace {

/// Large text by the standard: 24 pixels, or 18.66 bold.
double least_contrast(const TextStyle& style) {
  return style.size >= 24 || (style.face == Face::sans_bold && style.size >= 18.66F) ? 3.0 : 4.5;
}

class ContrastTest : public testing::TestWithParam<const Theme*> {};

TEST_P(ContrastTest, EveryTextIsReadOnItsGround) {
  std::map<std::string, std::string> faults;  // each text once
  std::size_t texts = 0;
  const auto check = [&](const RecordingCanvas& canvas, const std::string& what) {
    for (const RecordingCanvas::Text& text : canvas.texts()) {
      if (!text.visible() || canvas.hidden(text)) continue;
      if (text.style.color.a < 255) continue;  // what is off is faint
      ++texts;
      const double found = canvas.contrast_of(text);
      if (found >= least_contrast(text.style) - 0.01) continue;
      faults.emplace('"' + text.text + '"',
                     fmt::format("{}: {:.2f}, {} on {}", what, found, test::hex(text.style.color),
                                 test::hex(canvas.ground(text))));
    }
  };
  test::WindowPictures(*GetParam(), check).draw_all();
  EXPECT_GT(texts, 10000U);
  for (const auto& [text, fault] : faults) ADD_FAILURE() << text << ", " << fault;
}

INSTANTIATE_TEST_SUITE_P(Themes, ContrastTest,
                         testing::ValuesIn(all_themes().begin(), all_themes().end()),
                         [](const auto& tested) { return std::string(tested.param->id); });

}  // namespace
}  // namespace warpscope
