#include "app/panes/caption/caption_view.hpp"

#include <gtest/gtest.h>

#include "app/layout/text_wrap.hpp"
#include "app/panes/banks/banks_view.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;

TEST(WrapText, BreaksAtBlanksWithinTheRoom) {
  const auto measure = [](std::string_view text) { return static_cast<float>(text.size()); };
  const auto wrap = [&](std::string_view text, float room, int lines) {
    return wrap_text(text, room, lines, measure);
  };
  using Texts = std::vector<std::string_view>;
  EXPECT_EQ(wrap("one two three", 7, 9), (Texts{"one two", "three"}));
  EXPECT_EQ(wrap("one two three", 7, 1), (Texts{"one two three"}));
  EXPECT_EQ(wrap("unbreakable it is", 5, 9), (Texts{"unbreakable", "it is"}));
  EXPECT_EQ(wrap("fits", 4, 2), (Texts{"fits"}));
  EXPECT_TRUE(wrap("", 4, 2).empty());
}

TEST(WholeParts, LeavesOutPartsButCutsNone) {
  const auto measure = [](std::string_view text) { return static_cast<float>(text.size()); };
  const auto fit = [&](std::string_view text, float room) {
    return std::string(whole_parts(text, room, measure));
  };
  EXPECT_EQ(fit("32 x 4 B (5.x and later)", 30), "32 x 4 B (5.x and later)");
  EXPECT_EQ(fit("32 x 4 B (5.x and later)", 20), "32 x 4 B");
  EXPECT_EQ(fit("shared store, data, row 3", 24), "shared store, data");
  EXPECT_EQ(fit("shared store, data, row 3", 14), "shared store");
  EXPECT_EQ(fit("data[8] int,  rows 1 of 9", 20), "data[8] int");
  EXPECT_EQ(fit("shared store, data", 5), "");
  EXPECT_EQ(fit("", 5), "");
  EXPECT_EQ(fit("block (0, 0) of 4, by line", 20), "block (0, 0) of 4");
  EXPECT_EQ(fit("block (0, 0) of 4", 12), "block") << "nothing within brackets";
}

TEST(CaptionView, SaysTheWholeSentenceWhereItFits) {
  const auto document = emulated("reduce_strided", 256, 256);
  const Caption words = caption(*document->trace, document->summary, 20);
  CaptionView view;
  Shown shown{.area = {0, 0, 1860, 56}};
  const RecordingCanvas canvas = shown.draw(view, *document, 20);
  EXPECT_TRUE(canvas.says(words.step));
  EXPECT_TRUE(canvas.says(words.sentence));
}

TEST(CaptionView, ALongPlaceLosesWholePartsAndTheMouseTellsThem) {
  test::TraceMaker make;
  make.source(
      "__global__ void k() {\n  // ---- phase 1: load all that the block needs\n  a();\n}\n");
  const int data = make.shared("data", 32);
  make.load(data, 3, all_lanes, [](int lane) { return lane; });
  make.barrier("barrier of line 3");
  Trace trace = make.take();
  trace.header.program = "k.cu";
  const auto document = test::document_of(std::move(trace));
  CaptionView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 470, 60}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  EXPECT_TRUE(canvas.says("Step 1 of 1 · phase 1: load all that the block needs"));
  expect_readable(canvas, shown.area);
  shown.pointer = {.at = {20, 20}, .inside = true};
  shown.draw(view, *document, 0);
  EXPECT_EQ(shown.wishes.tooltip.rfind("Step 1 of 1 · phase 1: load all that the block needs "
                                       "(lines 2–4) · barrier of line 3\n",
                                       0),
            0U)
      << shown.wishes.tooltip;
  shown.area.w = 1860;
  shown.draw(view, *document, 0);
  EXPECT_EQ(shown.wishes.tooltip, "") << "all of it stands there";
}

TEST(CaptionView, TellsWhatTheHostDidWhereALaunchBegins) {
  const auto document = test::document_of(test::several_launches());
  CaptionView view;
  for (const bool lecture : {false, true}) {
    Shown shown{.area = {0, 0, 1860, lecture ? 156.0F : 60.0F}, .lecture = lecture};
    for (const std::uint32_t access : {0U, 5U, 8U, 12U}) {
      const Caption words = caption(*document->trace, document->summary, access);
      ASSERT_FALSE(words.host.empty());
      const RecordingCanvas canvas = shown.draw(view, *document, access);
      expect_readable(canvas, shown.area);
      EXPECT_TRUE(canvas.says(words.host)) << access;
      EXPECT_TRUE(canvas.says(words.step));
      EXPECT_TRUE(canvas.says("Warp 0 "));
    }
    EXPECT_FALSE(shown.draw(view, *document, 6).says("Host"));
  }
}

TEST(CaptionView, CutsTheHostNotTheSentence) {
  const auto document = test::document_of(test::several_launches());
  const Caption words = caption(*document->trace, document->summary, 0);
  CaptionView view;
  Shown shown{.area = {0, 0, 700, 60}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  expect_readable(canvas, shown.area);
  EXPECT_FALSE(canvas.says(words.host));
  EXPECT_TRUE(canvas.says("the fewest possible."));
}

TEST(CaptionView, SaysFirstWhatIsWrongAtABarrier) {
  Trace trace = test::racing_trace();
  Finding& barrier = trace.findings.front();
  barrier.kind = FindingKind::barrier_divergence;
  barrier.line = 99;
  barrier.array = -1;
  const std::string wrong = barrier.message.text();
  const DocumentPtr document = test::document_of(std::move(trace));
  CaptionView caption;
  BanksView banks;
  caption.on_document(*document);
  banks.on_document(*document);
  Shown shown{.area = {0, 0, 1860, 60}};
  EXPECT_TRUE(shown.draw(caption, *document, 2).says(wrong));
  EXPECT_FALSE(shown.draw(caption, *document, 3).says(wrong));
  shown.area = {0, 0, 300, 300};
  const auto judged = shown.draw(banks, *document, 2);
  EXPECT_TRUE(judged.says("Barrier divergence"));
  EXPECT_FALSE(judged.says("conflict-free"));
}

TEST(CaptionView, IsReadableAtEverySize) {
  for (const char* kernel : {"reduce_strided", "reduce_shuffle", "scan_blelloch"}) {
    const auto document = emulated(kernel, 512, 256);
    for (std::uint32_t access = 0; access < document->trace->accesses.size(); access += 7) {
      CaptionView view;
      for (const float width : {1860.0F, 1220.0F, 960.0F}) {
        Shown desk{.area = {0, 0, width, 60}};
        expect_readable(desk.draw(view, *document, access), desk.area);
        Shown hall{.area = {0, 0, width, 156}, .lecture = true};
        expect_readable(hall.draw(view, *document, access), hall.area);
      }
    }
  }
}

}  // namespace
}  // namespace warpscope
