#include <gtest/gtest.h>

#include <algorithm>

#include "app/commands/session_commands.hpp"
#include "app/lesson/lesson_place.hpp"
#include "app/look/source_words.hpp"
#include "app/panes/source/source_view.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/subject/cuda_twin.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class SourceTwinTest : public testing::Test {
 protected:
  void show(const char* kernel) {
    ASSERT_TRUE(session_.choose_kernel(kernel));
    test::settle(session_);
  }
  RecordingCanvas draw(Pointer pointer = {}, float width = 1280, float height = 720) {
    const InLanguage scope(*find_language(session_.settings.language));
    RecordingCanvas canvas({0, 0, width, height}, fonts_);
    scene_.draw(canvas, {.width = width, .height = height, .pointer = pointer, .still = true});
    return canvas;
  }

  const Fonts fonts_;
  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
};

TEST_F(SourceTwinTest, AKeyShowsThePlainCudaAndAgainOurSource) {
  show("reduce_strided");
  EXPECT_TRUE(draw().says("reduce_strided.cuh"));
  EXPECT_TRUE(draw().says("as in CUDA"));
  ASSERT_TRUE(commands_.press(chord("Shift+S")));
  const RecordingCanvas twin = draw();
  EXPECT_TRUE(twin.says("plain CUDA"));
  EXPECT_TRUE(twin.says("__syncthreads"));
  EXPECT_TRUE(twin.says("by hand"));
  EXPECT_TRUE(twin.says("as traced"));
  EXPECT_FALSE(twin.says("active lanes")) << "there are no costs beside it";
  EXPECT_FALSE(twin.says("block.sync"));
  EXPECT_TRUE(session_.settings.cuda_twin) << "it is remembered";
  ASSERT_TRUE(commands_.press(chord("Shift+S")));
  EXPECT_TRUE(draw().says("block.sync"));
}

TEST_F(SourceTwinTest, AClickOnTheTitleDoesSo) {
  show("reduce_strided");
  const Point at = test::middle_of(draw(), "as in CUDA");
  draw({.at = at, .inside = true, .pressed = true, .down = true});
  EXPECT_TRUE(draw().says("plain CUDA"));
}

TEST_F(SourceTwinTest, ARecordedKernelThatIsNotOfTheCatalogueHasNone) {
  show("scan_lookback");
  const TestFolder folder;
  Trace trace = *session_.playback.left().document()->trace;
  trace.header.kernel = "my_own_scan";
  ASSERT_TRUE(write_trace(trace, folder.path() / "own.wscope"));
  ASSERT_TRUE(session_.open(folder.path() / "own.wscope"));
  test::settle(session_);
  session_.settings.cuda_twin = true;  // from another kernel
  const RecordingCanvas canvas = draw();
  EXPECT_FALSE(canvas.says("as in CUDA"));
  EXPECT_FALSE(canvas.says("as traced"));
  EXPECT_TRUE(canvas.says("scan_lookback.cuh"));
  ASSERT_TRUE(commands_.press(chord("Shift+S")));
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_NE(session_.notices.toast()->text.text().find("none of the catalogue's"),
            std::string::npos)
      << session_.notices.toast()->text.text();
  EXPECT_TRUE(session_.settings.cuda_twin) << "it stays as it was for the others";
}

TEST_F(SourceTwinTest, ALineThatIsPointedAtIsOneOfOurs) {
  show("reduce_strided");
  session_.settings.cuda_twin = true;
  session_.places.read({"reduce_strided.cuh", 3});
  EXPECT_TRUE(draw().says("reduce_strided.cuh"));
}

// A pane that became lower, as one does when a lesson begins, left the line below its edge.
TEST_F(SourceTwinTest, WhatIsPointedAtStaysInSightInALowPane) {
  const DocumentPtr document = test::emulated("reduce_strided");
  FoundMarks marks;
  marks.cuda = "__syncthreads";
  SourceView view;
  view.on_document(*document);
  test::Shown shown{.area = {0, 0, 320, 600}, .marks = &marks};
  shown.look.set(SourceWords::cuda);
  ASSERT_TRUE(shown.draw(view, *document, 0).says("__syncthreads"));
  shown.area.h = 110;
  const RecordingCanvas low = shown.draw(view, *document, 0);
  EXPECT_TRUE(std::ranges::any_of(low.texts(), [](const RecordingCanvas::Text& text) {
    return text.visible() && text.text.find("__syncthreads") != std::string::npos;
  }));
}

TEST_F(SourceTwinTest, ItsLinesCanBeCopied) {
  show("reduce_strided");
  session_.settings.cuda_twin = true;
  const Point at = test::middle_of(draw(), "__syncthreads");
  draw({.at = at, .inside = true, .menu = true});
  const auto entry = [&](std::string_view title) {
    const auto& all = scene_.menu().entries;
    const auto found = std::ranges::find(all, title, &MenuEntry::title);
    EXPECT_NE(found, all.end()) << title;
    return found->run;
  };
  entry("Copy the line")();
  EXPECT_EQ(scene_.take_copied(), "__syncthreads();");
  entry("Copy all of the source")();
  EXPECT_EQ(scene_.take_copied(), cuda_twin("reduce_strided"));
}

TEST_F(SourceTwinTest, CanBeReadInEveryLanguageAndPane) {
  for (const char* kernel :
       {"reduce_strided", "poisson_fft", "scan_padded16_twice", "scan_lookback", "pcr_hybrid"}) {
    show(kernel);
    session_.settings.cuda_twin = true;
    for (const char* language : {"en", "ru", "pseudo"}) {
      session_.settings.language = language;
      for (const float width : {1024.0F, 1280.0F, 1920.0F}) {
        const RecordingCanvas canvas = draw({}, width, width * 0.6F);
        for (const std::string& fault : canvas.faults()) {
          ADD_FAILURE() << kernel << ", " << language << ", " << width << ": " << fault;
        }
      }
    }
  }
}

TEST_F(SourceTwinTest, OpensAtTheKernelAndScrollsToBothEnds) {
  show("scan_padded16");
  session_.settings.cuda_twin = true;
  const Point at = test::middle_of(draw(), "__global__");
  EXPECT_FALSE(draw().says("__align__")) << "it opens at the kernel";
  EXPECT_FALSE(draw().says("// Launched as"));
  draw({.at = at, .inside = true, .wheel = -100});
  EXPECT_TRUE(draw().says("// Launched as"));
  draw({.at = at, .inside = true, .wheel = 100});
  EXPECT_TRUE(draw().says("__align__"));
}

}  // namespace
}  // namespace warpscope
