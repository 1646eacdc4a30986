#include "app/stage/stage_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <thread>

#include "instrumentation/executor/executor.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/cut_trace.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::Shown;

/// One warp that writes the same words again and again.
DocumentPtr long_document() {
  test::TraceMaker make(warp_lanes);
  const int data = make.shared("data", warp_lanes);
  const auto own = [](int lane) { return lane; };
  for (std::int64_t step = 0; step < 1001; ++step) {
    for (int i = 0; i < 100; ++i) make.store(data, 12, all_lanes, own, test::Lanes{});
    make.barrier("write", step);
  }
  return test::document_of(make.take());
}

constexpr const char* waiting = "Preparing";

TEST(StageView, PreparesALongTraceInTheBackground) {
  const DocumentPtr document = long_document();
  StageView view;
  view.on_document(*document);
  Shown shown;
  bool asked_again = false;
  for (int tries = 0; tries < 6000 && shown.draw(view, *document, 0).says(waiting); ++tries) {
    asked_again = shown.wishes.animate;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(asked_again) << "else nobody would look whether it is ready";
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  EXPECT_FALSE(canvas.says(waiting));
  EXPECT_GT(canvas.shapes(), 10U);
}

TEST(StageView, APictureThatIsDrawnOnceWaits) {
  const DocumentPtr document = long_document();
  StageView view;
  view.on_document(*document);
  Shown shown{.stage = "network", .still = true};
  EXPECT_FALSE(shown.draw(view, *document, 0).says(waiting));
}

// 63 additions: 32 in the first step, after which 16, 8, … are left.
TEST(StageView, CountsTheWorkThatIsDone) {
  const DocumentPtr document = test::emulated("reduce_strided", 64, 64);
  StageView view;
  view.on_document(*document);
  const auto subtitle_at = [&](std::uint32_t access) {
    Frame frame;
    frame.document = document.get();
    frame.access = access;
    return view.subtitle(frame);
  };
  const auto first_of = [&](std::int64_t stride) {
    const Trace& trace = *document->trace;
    const auto in_step = [&](const Access& access) {
      return trace.steps[access.step].value == stride;
    };
    return static_cast<std::uint32_t>(std::ranges::find_if(trace.accesses, in_step) -
                                      trace.accesses.begin());
  };
  EXPECT_TRUE(subtitle_at(0).starts_with("work 0 of 63,  ")) << subtitle_at(0);
  EXPECT_TRUE(subtitle_at(first_of(1)).starts_with("work 32 of 63,  ")) << subtitle_at(first_of(1));
  EXPECT_TRUE(subtitle_at(first_of(2)).starts_with("work 48 of 63,  ")) << subtitle_at(first_of(2));
}

TEST(StageView, DrawsTheFirstPictureWhereNoKnownOneIsAskedFor) {
  const DocumentPtr document = test::emulated("reduce_strided", 64, 64);
  StageView view;
  view.on_document(*document);
  const auto texts = [&](std::string stage) {
    Shown shown{.stage = std::move(stage)};
    const RecordingCanvas canvas = shown.draw(view, *document, test::last_access(*document));
    std::string all;
    for (const auto& text : canvas.texts()) all += text.text + '\n';
    return all;
  };
  const std::string first = texts(std::string(stage_infos().front().id));
  EXPECT_EQ(texts(""), first);
  EXPECT_EQ(texts("nonsense"), first);
  EXPECT_NE(texts(std::string(stage_infos().back().id)), first);
}

// Without its edges, a picture looks as if nothing had been read.
TEST(StageView, SaysBelowEveryPictureThatEdgesAreLeftOut) {
  const DocumentPtr cut = test::document_of(test::sums_of_many(2048, 8));
  const DocumentPtr whole = test::document_of(test::sums_of_many(64, 8));
  StageView view;
  for (const StageInfo& kind : stage_infos()) {
    SCOPED_TRACE(kind.id);
    view.on_document(*cut);
    Shown shown{.stage = std::string(kind.id)};
    const RecordingCanvas canvas = shown.draw(view, *cut, test::last_access(*cut));
    EXPECT_TRUE(canvas.says("Edges into 12 values are left out: too many loads feed them."));
    test::expect_readable(canvas, shown.area);
    shown.pointer = {.at = test::middle_of(canvas, "Edges into 12"), .inside = true};
    (void)shown.draw(view, *cut, test::last_access(*cut));
    EXPECT_NE(shown.wishes.tooltip.find("64 loads share 500,000 edges"), std::string::npos)
        << shown.wishes.tooltip;
    view.on_document(*whole);
    EXPECT_FALSE(shown.draw(view, *whole, test::last_access(*whole)).says("left out"));
  }
}

/// A picture that is prepared only when it may be.
class SlowPicture final : public StagePicture {
 public:
  explicit SlowPicture(std::shared_ptr<std::atomic<bool>> may) : may_(std::move(may)) {}
  [[nodiscard]] std::string subtitle(const Frame&) const override { return ""; }
  void on_document(const Document& document) override {
    may_->wait(false);
    accesses_ = document.trace->accesses.size();
  }
  void draw(Canvas&, Rect, const Frame&, Wishes&) override {}

 private:
  std::shared_ptr<std::atomic<bool>> may_;
  std::size_t accesses_ = 0;
};

TEST(StageView, NeitherAnotherDocumentNorItsEndWaitsForWhatIsPrepared) {
  const auto may = std::make_shared<std::atomic<bool>>(false);
  const auto make = [&](std::string_view) { return std::make_unique<SlowPicture>(may); };
  DocumentPtr document = long_document();
  const DocumentPtr other = long_document();
  Shown shown;
  {
    StageView view(make);
    view.on_document(*document);
    EXPECT_TRUE(shown.draw(view, *document, 0).says(waiting));
    view.on_document(*other);  // were it to wait, it would wait for ever
    EXPECT_TRUE(shown.draw(view, *other, 0).says(waiting));
    document.reset();  // who prepares it keeps it
  }
  *may = true;
  may->notify_all();
  executor().finish();
}

TEST(StageView, SaysThatMemoryIsLackingAndLivesOn) {
  class Hungry final : public StagePicture {
   public:
    [[nodiscard]] std::string subtitle(const Frame&) const override { return ""; }
    void on_document(const Document&) override { throw std::bad_alloc(); }
    void draw(Canvas&, Rect, const Frame&, Wishes&) override { FAIL() << "it is not prepared"; }
  };
  const DocumentPtr document = long_document();
  StageView view([](std::string_view) { return std::make_unique<Hungry>(); });
  view.on_document(*document);
  Shown shown;
  static_cast<void>(shown.draw(view, *document, 0));
  executor().finish();
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  EXPECT_TRUE(canvas.says("not enough memory"));
  EXPECT_FALSE(shown.wishes.animate) << "nothing more comes";
}

TEST(StageView, GoesOnToAnotherDocumentWhileOneIsPrepared) {
  const DocumentPtr document = long_document();
  const DocumentPtr other = test::emulated("reduce_strided", 64, 64);
  StageView view;
  view.on_document(*document);
  Shown shown;
  static_cast<void>(shown.draw(view, *document, 0));
  view.on_document(*other);
  EXPECT_FALSE(shown.draw(view, *other, 0).says(waiting));
}

/// The red frames of a picture of the racing program; its race is at accesses 1 and 2.
std::ptrdiff_t red_frames(const RecordingCanvas& canvas) {
  return std::ranges::count(canvas.strokes(), dark_theme().costly, &RecordingCanvas::Box::color);
}

TEST(StageView, EveryPictureMarksWhatGoesWrongInTheStep) {
  const DocumentPtr document = test::document_of(test::racing_trace());
  for (const std::string id : {"tree", "network", "grid", "bins"}) {
    StageView view;
    view.on_document(*document);
    Shown shown{.stage = id};
    const RecordingCanvas wrong = shown.draw(view, *document, 2);
    EXPECT_EQ(red_frames(wrong), 2) << id << ": tile[3], and the legend";
    EXPECT_TRUE(wrong.says("Race: tile[3]")) << id;
    const RecordingCanvas later = shown.draw(view, *document, 3);
    EXPECT_EQ(red_frames(later), 0) << id << ": the next step is as it should be";
    EXPECT_FALSE(later.says("Race")) << id;
  }
}

TEST(StageView, APictureOfFaultsAloneNeedsNoLegendOfThem) {
  const DocumentPtr document = test::document_of(test::racing_trace());
  StageView view;
  view.on_document(*document);
  Shown shown{.stage = "fault"};
  const RecordingCanvas canvas = shown.draw(view, *document, 2);
  EXPECT_LE(std::ranges::count(canvas.texts(), "Race: tile[3]", &RecordingCanvas::Text::text), 1);
}

TEST(StageView, TheLegendOfAFaultTellsAllAndLeadsThere) {
  const DocumentPtr document = test::document_of(test::racing_trace());
  StageView view;
  view.on_document(*document);
  Shown shown{.stage = "bins"};
  const Point legend = test::middle_of(shown.draw(view, *document, 2), "Race: tile[3]");
  shown.pointer = {.at = legend, .inside = true, .pressed = true};
  shown.draw(view, *document, 2);
  EXPECT_EQ(shown.wishes.tooltip, "Threads 3 and 35 use tile[3] on line 5 and line 8.");
  EXPECT_EQ(shown.wishes.seek, 2U);
}

}  // namespace
}  // namespace warpscope
