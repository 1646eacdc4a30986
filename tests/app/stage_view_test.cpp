#include "app/views/stage_view.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/app/shown_view.hpp"
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
  Shown shown{.stage = StageKind::network, .still = true};
  EXPECT_FALSE(shown.draw(view, *document, 0).says(waiting));
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

}  // namespace
}  // namespace warpscope
