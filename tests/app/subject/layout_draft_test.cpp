#include "app/subject/layout_draft.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "app/subject/layout_offers.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

/// Two tiles; the columns of `tile` are read, and of `wide` every second element of a row.
DocumentPtr document_of_two_tiles() {
  test::TraceMaker maker(32);
  const int tile = maker.matrix("tile", 32, 32), wide = maker.matrix("wide", 8, 64);
  maker.load(tile, 5, all_lanes, [](int lane) { return 32 * lane; });
  maker.load(tile, 6, all_lanes, [](int lane) { return lane; });
  maker.load(wide, 7, all_lanes, [](int lane) { return 2 * lane; });
  maker.barrier("read");
  return test::document_of(maker.take());
}

DraftAnswer settled(LayoutDraft& draft, std::size_t array, const std::string& formula) {
  while (!draft.answer(array, formula).effect.known) std::this_thread::yield();
  return draft.answer(array, formula);
}

TEST(LayoutDraft, ListsTheArraysThatOfThePresentAccessFirst) {
  const DocumentPtr document = document_of_two_tiles();
  LayoutDraft draft(document);
  ASSERT_EQ(draft.arrays().size(), 2U);
  EXPECT_EQ(draft.arrays()[0].array->name, "tile") << "it loses most";
  EXPECT_EQ(draft.arrays()[0].wavefronts, 33U);
  EXPECT_EQ(draft.arrays()[0].ideal, 2U);
  EXPECT_NE(draft.arrays()[0].shape.find("tile[32][32]"), std::string::npos);
  EXPECT_EQ(LayoutDraft(document, 2).arrays()[0].array->name, "wide");
}

TEST(LayoutDraft, AFormulaTellsTheRunAndEachLine) {
  LayoutDraft draft(document_of_two_tiles());
  const DraftAnswer now = settled(draft, 0, "");
  EXPECT_FALSE(now.effect.effect);
  ASSERT_EQ(now.lines.size(), 2U);
  EXPECT_EQ(now.lines[0], (DraftLine{5, Operation::load, 32, 32, 1}));
  const DraftAnswer padded = settled(draft, 0, "row*(W+1) + col");
  ASSERT_TRUE(padded.good());
  ASSERT_TRUE(padded.effect.effect);
  EXPECT_EQ(padded.effect.effect->before, 33U);
  EXPECT_EQ(padded.effect.effect->after, 2U);
  EXPECT_EQ(padded.lines[0], (DraftLine{5, Operation::load, 32, 1, 1}));
  EXPECT_EQ(padded.lines[1], (DraftLine{6, Operation::load, 1, 1, 1}));
  const DraftAnswer turned = settled(draft, 0, "col*H + row");
  EXPECT_EQ(turned.lines[0].after, 1);
  EXPECT_EQ(turned.lines[1].after, 32) << "the conflict moves to the other line";
}

TEST(LayoutDraft, AMistakeIsNamed) {
  LayoutDraft draft(document_of_two_tiles());
  const DraftAnswer& unknown = draft.answer(0, "row*W + column");
  ASSERT_TRUE(unknown.problem);
  EXPECT_EQ(unknown.problem->column, 8);
  const DraftAnswer& twice = draft.answer(0, "col");
  ASSERT_TRUE(twice.problem);
  EXPECT_EQ(twice.problem->sentence, "tile[0][0] and tile[1][0] would both lie at place 0.");
  EXPECT_TRUE(draft.answer(0, "").good()) << "the array as it is";
  EXPECT_NE(settled(draft, 0, "i*20").refusal.find("bytes of shared memory"), std::string::npos);
}

TEST(LayoutDraft, SeveralArraysLieOtherwiseTogether) {
  LayoutDraft draft(document_of_two_tiles());
  const std::vector<std::string> both{"row*(W+1) + col", "row*W + (col ^ col/32)"};
  while (!draft.together(both).known) std::this_thread::yield();
  const KnownEffect all = draft.together(both);
  ASSERT_TRUE(all.effect);
  EXPECT_EQ(all.effect->before, 35U);
  EXPECT_EQ(all.effect->after, 3U);
  EXPECT_EQ(text(draft.layouts(both)),
            "tile:index=row*(W+1) + col; wide:index=row*W + (col ^ col/32)");
  EXPECT_EQ(draft.refusal(both), "");
  EXPECT_NE(draft.refusal({"i*9", "i*9"}).find("bytes of shared memory"), std::string::npos);
  EXPECT_TRUE(draft.layouts({"", ""}).empty());
}

TEST(LayoutDraft, VectorsStayWhole) {
  test::TraceMaker maker(32);
  const int tile = maker.matrix("tile", 32, 32);
  maker.load(tile, 5, all_lanes, [](int lane) { return lane * 32; });
  maker.barrier("read");
  Trace trace = maker.take();
  trace.accesses[0].elements = 4;
  trace.words.assign(4 * warp_lanes, 0);
  LayoutDraft draft(test::document_of(std::move(trace)));
  const DraftAnswer& torn = draft.answer(0, "row*(W+1) + col");
  ASSERT_TRUE(torn.problem);
  EXPECT_NE(torn.problem->sentence.find("Line 5 moves 4 elements at once"), std::string::npos);
  EXPECT_TRUE(settled(draft, 0, "row*(W+4) + col").good());
}

}  // namespace
}  // namespace warpscope
