#include "app/panes/totals/totals_view.hpp"

#include <gtest/gtest.h>

#include "app/session/session.hpp"
#include "app/subject/figure_scope.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/say.hpp"
#include "kernels/problem.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/app/timing_samples.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;

/// Text at the right of a label, in the column whose right end is nearest to `x`.
std::string beside(const RecordingCanvas& canvas, std::string_view label, float x) {
  const RecordingCanvas::Text* row = nullptr;
  const RecordingCanvas::Text* found = nullptr;
  for (const auto& text : canvas.texts()) {
    if (text.text == label) row = &text;
  }
  if (row == nullptr) return "no such row";
  for (const auto& text : canvas.texts()) {
    if (std::abs(text.rect.center().y - row->rect.center().y) > 4 || &text == row) continue;
    const auto off = [x](const auto& t) { return std::abs(t.rect.right() - x); };
    if (found == nullptr || off(text) < off(*found)) found = &text;
  }
  return found == nullptr ? "" : found->text;
}

TEST(TotalsView, IsReadableAtEverySize) {
  for (const char* kernel : {"reduce_strided", "reduce_shuffle", "reduce_unrolled"}) {
    const auto document = emulated(kernel, 512, 256);
    for (const Rect area : {Rect{20, 20, 436, 189}, Rect{20, 20, 276, 83}, Rect{0, 0, 232, 400}}) {
      for (const bool lecture : {false, true}) {
        TotalsView view;
        view.on_document(*document);
        Shown shown{.area = area, .lecture = lecture};
        expect_readable(shown.draw(view, *document, 0), area);
      }
    }
  }
}

TEST(TotalsView, SaysWhatTheMeasuredColumnAndItsDashesAre) {
  const Rect area{0, 0, 436, 260};
  const auto told = [&](const Document& document) {
    TotalsView view;
    view.on_document(document);
    Shown shown{.area = area, .pointer = {.at = {430, 8}, .inside = true}};
    static_cast<void>(shown.draw(view, document, 0));
    return shown.wishes.tooltip;
  };
  EXPECT_NE(told(*emulated("reduce_strided", 256, 256)).find("counted for the same size"),
            std::string::npos);
  EXPECT_NE(told(*emulated("reduce_strided", 64, 64)).find("not recorded for this size"),
            std::string::npos);
}

/// Totals said 17088 beside the Difference's 1,024.
TEST(TotalsView, GroupsDigitsAsTheLanguageDoes) {
  Document document(*emulated("matmul_tiled", 64, 256));
  document.measured.reset();
  ASSERT_EQ(document.summary.totals.shared_load.wavefronts, 1024U);
  TotalsView view;
  view.on_document(document);
  Shown shown{.area = {0, 0, 436, 400}};
  EXPECT_EQ(beside(shown.draw(view, document, 0), "Load wavefronts", 436), "1,024");
}

TEST(TotalsView, LeavesTheMeasuredColumnOutWhereNothingIsMeasured) {
  Document unmeasured(*emulated("reduce_strided", 256, 256));
  unmeasured.measured.reset();
  const Document* document = &unmeasured;
  const Totals& totals = document->summary.totals;
  TotalsView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 436, 260}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  EXPECT_EQ(beside(canvas, "Load wavefronts", 436), std::to_string(totals.shared_load.wavefronts));
  EXPECT_EQ(beside(canvas, "Barriers", 436), std::to_string(totals.barriers));
  EXPECT_FALSE(canvas.says("measured"));
  EXPECT_FALSE(canvas.says("–"));
  EXPECT_TRUE(canvas.says("result equals the CPU reference"));
}

TEST(TotalsView, ShowsConstantMemoryAndAtomicsWhereTheyAreUsed) {
  const auto document = test::document_of(test::several_launches());
  TotalsView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 436, 400}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  EXPECT_EQ(beside(canvas, "Constant wavefronts", 320), "3");
  EXPECT_EQ(beside(canvas, "Atomic sectors", 320), "4");
  const auto plain = emulated("global_stride", 128, 128);
  view.on_document(*plain);
  const RecordingCanvas without = shown.draw(view, *plain, 0);
  EXPECT_FALSE(without.says("Constant wavefronts"));
  EXPECT_FALSE(without.says("Atomic sectors"));
  EXPECT_FALSE(without.says("Load wavefronts")) << "it has no shared memory";
}

TEST(TotalsView, AFindingAboutTheResultLeadsNowhere) {
  Trace trace = test::several_launches();
  trace.findings.push_back(
      {.kind = FindingKind::numerics, .thread = -1, .message = say("Singular.")});
  const auto document = test::document_of(trace);
  TotalsView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 436, 400}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  for (const auto& text : canvas.texts()) {
    if (text.text == "Singular.") {
      shown.pointer = {.at = text.rect.center(), .inside = true, .pressed = true};
    }
  }
  static_cast<void>(shown.draw(view, *document, 0));
  EXPECT_EQ(shown.wishes.tooltip, "Singular.\nseen 1 time");
  EXPECT_FALSE(shown.wishes.seek);
}

TEST(TotalsView, ShowsWhatWasMeasuredBesideTheModel) {
  Document document(*emulated("reduce_strided", 256, 256));
  document.measured.emplace();
  document.measured->device = "H200";
  document.measured->load_wavefronts = 1234;
  TotalsView view;
  view.on_document(document);
  Shown shown{.area = {0, 0, 436, 260}};
  const RecordingCanvas canvas = shown.draw(view, document, 0);
  EXPECT_TRUE(canvas.says("H200"));
  EXPECT_EQ(beside(canvas, "Load wavefronts", 436), "1,234");
  EXPECT_EQ(beside(canvas, "Store wavefronts", 436), "–");
  document.measured.reset();
  view.on_document(document);
  EXPECT_FALSE(shown.draw(view, document, 0).says("1,234"));
}

TEST(TotalsView, TellsTheWorstConflict) {
  TotalsView view;
  Shown shown{.area = {0, 0, 436, 400}};
  const auto strided = emulated("reduce_strided", 256, 256);
  view.on_document(*strided);
  EXPECT_EQ(beside(shown.draw(view, *strided, 0), "Worst conflict", 320), "8-way");
  const auto sequential = emulated("reduce_sequential", 256, 256);
  view.on_document(*sequential);
  EXPECT_EQ(beside(shown.draw(view, *sequential, 0), "Worst conflict", 320), "none");
}

TEST(TotalsView, WhatIsOutOfSightIsMarkedAndTheWheelBringsIt) {
  const auto document = emulated("reduce_strided", 256, 256);
  TotalsView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 276, 83}};
  const auto arrows = [&](float wheel) {
    shown.pointer = {.at = {20, 50}, .inside = true, .wheel = wheel};
    const auto canvas = shown.draw(view, *document, 0);
    return std::pair{canvas.says("Load wavefronts"), canvas.says("Active lanes")};
  };
  EXPECT_EQ(arrows(0), (std::pair{true, false}));
  EXPECT_EQ(arrows(-20), (std::pair{false, true}));
  EXPECT_EQ(arrows(20), (std::pair{true, false}));
}

/// A lesson of one question about the whole run, whose panes are small.
TEST(TotalsView, WhatALessonAsksIsBroughtIntoSightAndToldOnlyThen) {
  Session session;
  const auto settle = [&] { test::settle(session); };
  ASSERT_TRUE(session.choose_kernel("reduce_shuffle"));
  settle();
  session.lesson.start();
  settle();
  const auto asks_for_barriers = [&] {
    return session.lesson.asks() && session.lesson.stop().question->ask == "barriers";
  };
  while (!asks_for_barriers() && session.lesson.has_next()) {
    session.lesson.next();
    settle();
  }
  ASSERT_TRUE(asks_for_barriers()) << "the lesson of reduce_shuffle asks for them";
  const Document& document = *session.playback.left().document();
  const std::string barriers = std::to_string(document.summary.totals.barriers);
  TotalsView view;
  view.on_document(document);
  Shown shown{.area = {0, 0, 276, 83}};
  shown.lesson_guide = &session.lesson;
  shown.untold = session.lesson.untold();
  const auto asking = shown.draw(view, document, session.playback.left().position());
  EXPECT_EQ(beside(asking, "Barriers", 200), "?");
  session.lesson.tell();
  settle();
  shown.untold = session.lesson.untold();
  ASSERT_FALSE(session.lesson.asks());
  const auto told = shown.draw(view, document, session.playback.left().position());
  EXPECT_EQ(beside(told, "Barriers", 200), barriers);
}

TEST(TotalsView, FindingsAreNotCut) {
  const auto document = emulated("reduce_unrolled", 512, 256);
  ASSERT_FALSE(document->trace->findings.empty());
  TotalsView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 276, 400}};
  const auto canvas = shown.draw(view, *document, 0);
  for (const auto& text : canvas.texts()) EXPECT_FALSE(text.text.ends_with("…")) << text.text;
}

TEST(TotalsView, ARaceOfTwoLinesIsOneRowWithItsCount) {
  Trace trace = test::several_launches();
  const auto race = [](std::uint32_t line, std::uint32_t other, int array, std::uint64_t times) {
    return Finding{.kind = FindingKind::race,
                   .line = line,
                   .other_line = other,
                   .array = array,
                   .times = times,
                   .message = Sentence("Threads use line " + std::to_string(line) + ".")};
  };
  trace.findings = {race(5, 8, 0, 2), race(8, 5, 0, 30), race(5, 9, 0, 1), race(5, 8, 1, 1)};
  const std::string array = trace.arrays[0].name;
  ASSERT_NE(trace.arrays[1].name, array);
  const auto document = test::document_of(trace);
  TotalsView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 520, 400}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  EXPECT_TRUE(canvas.says("race in " + array + ": lines 5 and 8, 32 times"));
  EXPECT_FALSE(canvas.says("Threads use line 8.")) << "joined with the first";
  std::size_t alone = 0;
  for (const auto& text : canvas.texts()) alone += text.text == "Threads use line 5." ? 1 : 0;
  EXPECT_EQ(alone, 2U) << "of other lines, and of another array";
}

TEST(TotalsView, SaysWhoseDoingTheFiguresCountHoweverNarrow) {
  const auto of_kernel = emulated("reduce_strided", 1024, 128);
  TotalsView view;
  view.on_document(*of_kernel);
  const std::string scope = block_scope_text(*of_kernel->trace);
  EXPECT_NE(scope, "");
  for (const float width : {320.0F, 460.0F}) {
    Shown shown{.area = {20, 20, width, 300}};
    EXPECT_TRUE(shown.draw(view, *of_kernel, 0).says(scope)) << width;
  }
}

TEST(TotalsView, TellsOfAWrongResult) {
  const auto right = emulated("reduce_strided", 256, 256);
  const Sentence difference = first_mismatch({4}, {{5}});
  const Document wrong(Recorded{.subject = right->subject,
                                .request = right->request,
                                .trace = right->trace,
                                .checked = true,
                                .mismatch = difference.english(),
                                .wrong = difference},
                       BankModel::cc5);
  TotalsView view;
  view.on_document(wrong);
  Shown shown{.area = {0, 0, 436, 260}};
  const RecordingCanvas canvas = shown.draw(view, wrong, 0);
  EXPECT_TRUE(canvas.says("Result 0 is 4, the reference says 5."));
  shown.language = "pseudo";
  const RecordingCanvas other = shown.draw(view, wrong, 0);
  EXPECT_TRUE(other.says("⟦Result 0 is 4, the")) << "it follows the language";
  EXPECT_FALSE(canvas.says("result equals the CPU reference"));
}

TEST(TotalsView, ClickOnAFindingGoesThere) {
  const auto document = emulated("reduce_unrolled", 512, 256);
  const Trace& trace = *document->trace;
  ASSERT_FALSE(trace.findings.empty());
  TotalsView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 436, 400}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  const auto& texts = canvas.texts();
  const auto remark = std::find_if(texts.begin(), texts.end(), [](const auto& text) {
    return text.style.color == dark_theme().costly && text.rect.x < 40;
  });
  ASSERT_NE(remark, texts.end());
  shown.pointer = {.at = remark->rect.center(), .inside = true, .pressed = true, .down = true};
  static_cast<void>(shown.draw(view, *document, 0));
  ASSERT_TRUE(shown.wishes.seek);
  const Access& access = trace.accesses[*shown.wishes.seek];
  EXPECT_EQ(access.step, trace.findings[0].step);
  EXPECT_EQ(trace.line_of(access), trace.findings[0].line);
  EXPECT_NE(shown.wishes.tooltip.find(trace.findings[0].message.english()), std::string::npos);
}

TEST(TotalsView, TakesOverATimeThatIsMeasuredMeanwhile) {
  const auto document = emulated("reduce_strided", 256, 256);
  const Timings before = *recorded_timings();
  TotalsView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 436, 400}};
  EXPECT_FALSE(shown.draw(view, *document, 0).says("Time, n = 2^40"));
  Timings after = before;
  after.records.push_back({.device = document->measured ? document->measured->device : "A GPU",
                           .date = "2026-11-22T10:00:00Z",
                           .command = "warpscope bench"});
  after.records.back().results.push_back(
      test::timed("reduce_strided", std::int64_t{1} << 40, 1234.0));
  show_timings(after);
  EXPECT_TRUE(shown.draw(view, *document, 0).says("Time, n = 2^40"));
  show_timings(before);
  EXPECT_FALSE(shown.draw(view, *document, 0).says("Time, n = 2^40"));
}

}  // namespace
}  // namespace warpscope
