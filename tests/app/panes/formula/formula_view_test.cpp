#include "app/panes/formula/formula_view.hpp"

#include <gtest/gtest.h>

#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;
using test::with_degree;

TEST(FormulaView, ShowsThePresentAccessAtFirst) {
  const auto document = emulated("reduce_strided", 256, 256);
  const std::uint32_t access = with_degree(*document, 8);
  FormulaView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 436, 503}};
  const RecordingCanvas canvas = shown.draw(view, *document, access);
  expect_readable(canvas, shown.area);
  EXPECT_TRUE(canvas.says("recorded"));
  EXPECT_TRUE(canvas.says("8-way conflict"));
  EXPECT_TRUE(canvas.says("8 wavefronts, ideal 1"));
}

TEST(FormulaView, FollowsTheFormulaAndThePlayhead) {
  const auto document = emulated("reduce_strided", 256, 256);
  const std::uint32_t access = with_degree(*document, 8);
  FormulaView view;
  view.on_document(*document);
  Playground question{"lane * 32", "stride = 2"};
  Shown shown{.area = {20, 20, 436, 503}};
  shown.formula = &question;
  EXPECT_TRUE(shown.draw(view, *document, access).says("-way conflict"));
  question.formula = "lane * 33";
  EXPECT_TRUE(shown.draw(view, *document, access).says("conflict-free"));
  question.formula = "recorded + (recorded >> 5)";
  EXPECT_FALSE(shown.draw(view, *document, access).says("8-way conflict"));
  question.formula = "lane +";
  const RecordingCanvas wrong = shown.draw(view, *document, access);
  EXPECT_TRUE(wrong.says("Column 7: Something is missing at the end."));
  expect_readable(wrong, shown.area);
}

TEST(FormulaView, ShowsAPatternWithItsBanksAndOtherGenerations) {
  const auto document = emulated("reduce_strided", 256, 256);
  FormulaView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 436, 503}};
  shown.look.set(FormulaPattern::x6);
  const RecordingCanvas six = shown.draw(view, *document, 0);
  for (const char* text :
       {"1.x: six lanes at one bank, ×6", "6-way conflict", "12 wavefronts, ideal 2",
        "lane % 16 < 6 ? lane % 16 * 16 : lane % 16", "×6", "×3", "3.x, 8 B"}) {
    EXPECT_TRUE(six.says(text)) << text;
  }
  expect_readable(six, shown.area);
  shown.look.set(FormulaPattern::column_by_8);
  EXPECT_TRUE(shown.draw(view, *document, 0).says("conflict-free"));
  shown.look.set(FormulaPattern::own);
  EXPECT_TRUE(shown.draw(view, *document, 0).says("the present access"));
}

TEST(FormulaView, AClickOnThePatternGoesToTheNext) {
  const auto document = emulated("reduce_strided", 256, 256);
  FormulaView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 436, 503}};
  shown.pointer = {.at = {60, 32}, .inside = true, .pressed = true, .down = true};
  static_cast<void>(shown.draw(view, *document, 0));
  EXPECT_EQ(shown.wishes.command, "formula.next");
}

TEST(FormulaView, EveryPatternIsReadableWhereverItStands) {
  const auto document = emulated("reduce_strided", 256, 256);
  for (const Rect area : {Rect{20, 20, 436, 503}, Rect{20, 20, 276, 261}, Rect{0, 0, 232, 64}}) {
    for (const bool lecture : {false, true}) {
      for (const auto& pattern : formula_patterns) {
        FormulaView view;
        view.on_document(*document);
        Shown shown{.area = area, .lecture = lecture, .motion = 0.4F};
        shown.look.set(pattern.value);
        SCOPED_TRACE(pattern.id);
        expect_readable(shown.draw(view, *document, 9), area);
      }
    }
  }
}

TEST(FormulaView, AClickOnTheFormulaAsksForTheFields) {
  const auto document = emulated("reduce_strided", 256, 256);
  FormulaView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 436, 503}};
  shown.pointer = {.at = {60, 60}, .inside = true, .pressed = true, .down = true};
  static_cast<void>(shown.draw(view, *document, 0));
  EXPECT_EQ(shown.wishes.command, "formula");
}

TEST(FormulaView, IsReadableWhateverIsAsked) {
  const auto document = emulated("reduce_vectorized", 1024, 128);
  const auto last = static_cast<std::uint32_t>(document->trace->accesses.size()) - 1;
  for (const Rect area : {Rect{20, 20, 436, 503}, Rect{20, 20, 276, 261}, Rect{0, 0, 232, 64}}) {
    for (const bool lecture : {false, true}) {
      for (const char* formula : {"recorded", "tid * stride + (tid * stride >> 5)", "1 +",
                                  "lane * 32 + (lane ^ 12345678) * 0 + lane - lane + lane",
                                  "lane - 99", "lane + unknown_name_that_is_rather_long"}) {
        for (const BankModel model : {BankModel::cc1, BankModel::cc3x8, BankModel::cc5}) {
          for (const int bytes : {1, 4, 16}) {
            for (const std::uint32_t access : {0U, 9U, last}) {
              const Playground question{formula, "stride = 2", bytes, false, model, true};
              FormulaView view;
              view.on_document(*document);
              Shown shown{.area = area, .lecture = lecture, .motion = 0.4F};
              shown.formula = &question;
              SCOPED_TRACE(formula);
              expect_readable(shown.draw(view, *document, access), area);
              if (testing::Test::HasFailure()) return;
            }
          }
        }
      }
    }
  }
}

TEST(FormulaView, PrintsNoNameThatTheFormulaDoesNotUse) {
  const auto document = emulated("reduce_strided", 256, 256);
  FormulaView view;
  view.on_document(*document);
  Playground question{.formula = "tid * 64 + tid / 4"};
  Shown shown{.area = {0, 0, 420, 400}, .formula = &question};
  EXPECT_FALSE(shown.draw(view, *document, 20).says("stride"));
  question.formula = "tid * stride";
  EXPECT_TRUE(shown.draw(view, *document, 20).says("stride = 2"));
  Frame frame;
  frame.document = document.get();
  frame.lent.lend<Playground>(&question);
  EXPECT_NE(view.subtitle(frame).find("not the run"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
