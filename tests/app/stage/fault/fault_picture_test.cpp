#include "app/stage/fault/fault_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "tests/app/racing_program.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

bool says(const RecordingCanvas& canvas, std::string_view words) {
  return std::ranges::any_of(
      canvas.texts(), [&](const auto& text) { return text.text.find(words) != std::string::npos; });
}

TEST(FaultPicture, OfARaceNamesBothThreadsAndSaysThatNothingOrdersThem) {
  const DocumentPtr document = test::document_of(test::racing_trace());
  FaultPicture picture;
  picture.on_document(*document);
  test::Shown shown{};
  const RecordingCanvas canvas = shown.draw(picture, *document, 2);
  for (const char* words :
       {"thread 3", "thread 35", "writes", "reads", "no order: no barrier stands between"}) {
    EXPECT_TRUE(says(canvas, words)) << words;
  }
}

// "no barrier and no syncwarp stands between" stood beside the advice to take an atomic operation.
TEST(FaultPicture, OfAnUpdateAsksForNoBarrier) {
  test::TraceMaker make(32);
  const int bins = make.global("bins", 16);
  const auto first = [](int) { return 0; };
  make.load(bins, 5, all_lanes, first);
  make.store(bins, 5, all_lanes, first, test::all(1));
  Trace trace = make.take();
  trace.header.program = "hist.cu";
  trace.findings.push_back({.kind = FindingKind::race,
                            .line = 5,
                            .other_line = 5,
                            .thread = 0,
                            .other_thread = 28,
                            .array = bins});
  const DocumentPtr document = test::document_of(std::move(trace));
  test::expect_readable_at_all_moments<FaultPicture>(*document, "update", test::all_places, 300, 1);
  FaultPicture picture;
  picture.on_document(*document);
  test::Shown shown{};
  const RecordingCanvas canvas = shown.draw(picture, *document, 1);
  EXPECT_TRUE(says(canvas, "atomic"));
  EXPECT_FALSE(says(canvas, "barrier"));
}

TEST(FaultPicture, IsReadableInAllPlaces) {
  const DocumentPtr document = test::document_of(test::racing_trace());
  test::expect_readable_at_all_moments<FaultPicture>(*document, "race", test::all_places, 600, 3);
}

TEST(FaultPicture, AClickOnAnAccessGoesThere) {
  const DocumentPtr document = test::document_of(test::racing_trace());
  FaultPicture picture;
  picture.on_document(*document);
  test::Shown shown{};
  Point writes;
  const RecordingCanvas canvas = shown.draw(picture, *document, 2);
  for (const auto& text : canvas.texts()) {
    if (text.text == "writes") writes = text.rect.center();
  }
  shown.pointer.inside = shown.pointer.pressed = true;
  shown.pointer.at = writes;
  (void)shown.draw(picture, *document, 2);
  EXPECT_EQ(shown.wishes.seek, 1U);
}

TEST(FaultPicture, DrawsCellsBeyondAnArray) {
  Trace trace = test::racing_trace();
  Access& access = trace.accesses[2];
  access.mask = 0xff;
  access.first_index = trace.indices.size();
  for (ElementIndex k = 0; k < 8; ++k) trace.indices.push_back(992 + k);
  trace.arrays[access.array].count = 1000;
  trace.arrays[access.array].extents.clear();
  Finding& finding = trace.findings.front();
  finding.kind = FindingKind::out_of_bounds;
  finding.thread = access.warp * warp_lanes + 8;
  finding.other_line = 0;
  finding.other_thread = -1;
  finding.index = 1000;
  finding.times = 24;
  const DocumentPtr document = test::document_of(std::move(trace));
  FaultPicture picture;
  picture.on_document(*document);
  test::Shown shown{};
  const RecordingCanvas canvas = shown.draw(picture, *document, 2);
  test::expect_readable(canvas, shown.area);
  for (const char* words : {"24 at fault", "1,000", "1,023", "elements 0 to 999"}) {
    EXPECT_TRUE(says(canvas, words)) << words;
  }
}

TEST(FaultPicture, OfABarrierHasWhoWaitsAndWhoPasses) {
  Trace trace = test::racing_trace();
  Finding& finding = trace.findings.front();
  finding.kind = FindingKind::barrier_divergence;
  finding.array = -1;
  for (const std::uint32_t on : {5U, 0U}) {
    finding.other_line = on;
    const DocumentPtr document = test::document_of(trace);
    test::expect_readable_at_all_moments<FaultPicture>(*document, "barrier", test::all_places, 300,
                                                       1);
    FaultPicture picture;
    picture.on_document(*document);
    test::Shown shown{};
    const RecordingCanvas canvas = shown.draw(picture, *document, 2);
    EXPECT_TRUE(says(canvas, "thread 35"));
    EXPECT_TRUE(says(canvas, "barrier of line 8"));
    EXPECT_TRUE(says(canvas, on > 0 ? "goes on to line 5" : "never comes here"));
  }
}

TEST(FaultPicture, OfAnElementThatWasNeverWrittenSaysSo) {
  Trace trace = test::racing_trace();
  Finding& finding = trace.findings.front();
  finding.other_line = 0;
  finding.other_thread = -1;
  for (const FindingKind kind :
       {FindingKind::uninitialised_read, FindingKind::use_after_free, FindingKind::foreign_memory,
        FindingKind::unfinished_copy, FindingKind::misaligned}) {
    finding.kind = kind;
    const DocumentPtr document = test::document_of(trace);
    FaultPicture picture;
    picture.on_document(*document);
    test::Shown shown{};
    const RecordingCanvas canvas = shown.draw(picture, *document, 2);
    EXPECT_TRUE(says(canvas, cell_fault_text(kind))) << cell_fault_text(kind);
    test::expect_readable(canvas, shown.area);
  }
}

TEST(FaultPicture, OffersToRecordTheBlockAtFault) {
  Trace trace = test::racing_trace();
  trace.findings.front().block = 1;
  trace.launches[1].grid = {2, 1, 1};
  const DocumentPtr document = test::document_of(std::move(trace));
  FaultPicture picture;
  picture.on_document(*document);
  test::Shown shown{};
  Point offer;
  const RecordingCanvas canvas = shown.draw(picture, *document, 2);
  for (const auto& text : canvas.texts()) {
    if (text.text.starts_with("Record block 1")) offer = text.rect.center();
  }
  shown.pointer.inside = shown.pointer.pressed = true;
  ASSERT_GT(offer.x, 0);
  shown.pointer.at = offer;
  (void)shown.draw(picture, *document, 2);
  EXPECT_EQ(shown.wishes.record_block, (Dim3{1, 0, 0}));
}

}  // namespace
}  // namespace warpscope
