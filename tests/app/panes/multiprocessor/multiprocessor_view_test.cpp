#include "app/panes/multiprocessor/multiprocessor_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/commands/session_commands.hpp"
#include "app/subject/resources.hpp"
#include "kernels/catalogue.hpp"

#include "app/panes/view_list.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::middle_of;
using test::Shown;

void set(Shown& shown, std::string_view id, int value) {
  auto sliders = shown.look.get<SliderSettings>();
  sliders.values[std::string(id)] = value;
  shown.look.set(sliders);
}

class MultiprocessorViewTest : public testing::Test {
 protected:
  MultiprocessorViewTest() { view_.on_document(*document_); }
  RecordingCanvas draw() { return shown_.draw(view_, *document_, 0); }

  DocumentPtr document_ = emulated("matmul_tiled");
  MultiprocessorView view_;
  Shown shown_{.area = {20, 20, 925, 560}};
};

TEST_F(MultiprocessorViewTest, TakesBlockSharedMemoryAndRegistersFromTheKernelOnShow) {
  const Launch& launch = document_->trace->launches.front();
  const auto resources = find_resources(*document_->trace, launch.kernel);
  ASSERT_TRUE(resources);
  EXPECT_EQ(resources->registers, 31);
  EXPECT_EQ(resources->architecture, "sm_90");
  const OccupancyChoice choice = occupancy_choice({}, *document_, 0);
  EXPECT_EQ(choice.request.threads, launch.threads());
  EXPECT_EQ(choice.request.dynamic_shared, static_cast<int>(launch.shared_bytes));
  EXPECT_EQ(choice.request.registers, 31);
  EXPECT_EQ(choice.machine->major, 9);
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("9.0"));
  EXPECT_TRUE(canvas.says("modelled, from NVIDIA's tables"));
  EXPECT_TRUE(canvas.says("registers: CUDA 13.0 for sm_90"));
  EXPECT_FALSE(canvas.says("may differ")) << "sm_90 is what the page shows";
  EXPECT_FALSE(canvas.says("reset to the kernel"));
  Frame frame;
  frame.document = document_.get();
  EXPECT_NE(view_.subtitle(frame).find("modelled"), std::string::npos);
}

TEST_F(MultiprocessorViewTest, FollowsTheBankModelUntilACapabilityIsSet) {
  const auto old = emulated("matmul_tiled", 32, 256, BankModel::cc1);
  EXPECT_EQ(occupancy_choice({}, *old, 0).machine->major, 1);
  set(shown_, "capability", 23);
  EXPECT_EQ(occupancy_choice(shown_.look, *old, 0).machine->major, 9);
}

TEST_F(MultiprocessorViewTest, NamesWhatLimitsAndWhyNothingRuns) {
  set(shown_, "threads", 256);
  set(shown_, "registers", 40);
  EXPECT_TRUE(draw().says("75 %"));
  EXPECT_TRUE(draw().says("limited by registers"));
  EXPECT_TRUE(draw().says("6 blocks of 8 warps: 48 of 64 warp slots"));
  set(shown_, "shared", 100 * 1024);
  EXPECT_TRUE(draw().says("limited by shared memory"));
  set(shown_, "threads", 1024);
  set(shown_, "registers", 128);
  EXPECT_TRUE(draw().says("cannot run: 131,072 registers per block, the limit is 65,536"));
}

TEST_F(MultiprocessorViewTest, NamesAllThatABlockHasTooMuchOf) {
  set(shown_, "capability", 0);  // 1.0
  set(shown_, "threads", 1024);
  set(shown_, "shared", 227 * 1024);
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("threads 1,024 > 512"));
  EXPECT_TRUE(canvas.says("shared memory 227 KiB > 16 KiB"));
  EXPECT_TRUE(canvas.says("for CC 1.0 their number may differ"));
  EXPECT_FALSE(canvas.says("reserved by CUDA")) << "nothing of it is drawn";
}

TEST_F(MultiprocessorViewTest, AValueBeyondACurveHasItsNumberAtTheEdge) {
  const auto edge_says = [&](std::string_view number) {
    const RecordingCanvas canvas = draw();
    return std::ranges::any_of(canvas.texts(), [&](const RecordingCanvas::Text& text) {
      return text.text == number && text.style.color == dark_theme().now;
    });
  };
  EXPECT_FALSE(edge_says("31"));
  set(shown_, "capability", 6);  // 3.0
  set(shown_, "registers", 255);
  EXPECT_TRUE(edge_says("255"));
}

TEST_F(MultiprocessorViewTest, FullIsGreenInWordsAndOverThePicture) {
  const auto color_of = [](const RecordingCanvas& canvas, std::string_view part) {
    for (const RecordingCanvas::Text& text : canvas.texts()) {
      if (text.text.find(part) != std::string::npos) return text.style.color;
    }
    return Color{};
  };
  const RecordingCanvas full = draw();
  EXPECT_EQ(color_of(full, "all warp slots taken"), dark_theme().free);
  EXPECT_EQ(color_of(full, "64/64"), dark_theme().free);
  EXPECT_EQ(color_of(full, "65,536/65,536"), dark_theme().text);
  set(shown_, "registers", 40);
  const RecordingCanvas less = draw();
  EXPECT_EQ(color_of(less, "limited by registers"), dark_theme().costly);
  EXPECT_EQ(color_of(less, "/65,536"), dark_theme().costly);
}

TEST_F(MultiprocessorViewTest, TheSplitOfSharedMemoryCounts) {
  set(shown_, "threads", 256);
  set(shown_, "registers", 32);
  set(shown_, "shared", 15 * 1024);
  EXPECT_TRUE(draw().says("100 %"));
  set(shown_, "split", 5);  // 64 KiB
  EXPECT_TRUE(draw().says("64/64 KiB"));
  EXPECT_TRUE(draw().says("limited by shared memory"));
}

TEST_F(MultiprocessorViewTest, DraggingAndWheelMoveASliderAndAClickSetsAll) {
  const Point label = middle_of(draw(), "registers per thread");
  shown_.pointer = {.at = {label.x + 160, label.y}, .inside = true, .pressed = true, .down = true};
  draw();
  ASSERT_TRUE(shown_.wishes.slider);
  EXPECT_EQ(shown_.wishes.slider->slider->id, "registers");
  // The mouse may leave the row while it holds the slider.
  shown_.pointer = {.at = {900, label.y + 300}, .inside = true, .down = true};
  draw();
  ASSERT_TRUE(shown_.wishes.slider);
  EXPECT_EQ(shown_.wishes.slider->value, 255);
  shown_.pointer = {.at = label, .inside = true, .wheel = 1};
  draw();
  ASSERT_TRUE(shown_.wishes.slider);
  EXPECT_EQ(shown_.wishes.slider->value, 32);
  set(shown_, "registers", 64);
  shown_.pointer = {};
  const Point button = middle_of(draw(), "reset to the kernel");
  shown_.pointer = {.at = button, .inside = true, .pressed = true, .down = true};
  draw();
  EXPECT_EQ(shown_.wishes.command, "slider.reset");
}

TEST_F(MultiprocessorViewTest, AClickOnACurveSetsItsSlider) {
  const Point title = middle_of(draw(), "by threads per block");
  shown_.pointer = {
      .at = {title.x + 40, title.y + 60}, .inside = true, .pressed = true, .down = true};
  draw();
  ASSERT_TRUE(shown_.wishes.slider);
  EXPECT_EQ(shown_.wishes.slider->slider->id, "threads");
  EXPECT_NE(shown_.wishes.tooltip.find("threads per block"), std::string::npos);
}

TEST_F(MultiprocessorViewTest, OfAProgramItSaysThatRegistersAreAssumed) {
  Trace trace = *document_->trace;
  trace.header.program = "mine.cu";
  const DocumentPtr own = test::document_of(std::move(trace));
  MultiprocessorView view;
  view.on_document(*own);
  const RecordingCanvas canvas = shown_.draw(view, *own, 0);
  EXPECT_TRUE(canvas.says("assumed 32"));
  EXPECT_TRUE(canvas.says("registers are not known"));
  EXPECT_EQ(occupancy_choice({}, *own, 0).request.threads,
            document_->trace->launches.front().threads());
}

TEST_F(MultiprocessorViewTest, IsReadableOnEachMachineInPanesOfAllSizes) {
  for (const char* language : {"en", "ru"}) {
    shown_.language = language;
    for (int place = 0; place < static_cast<int>(capability_names.size()); ++place) {
      set(shown_, "capability", place);
      set(shown_, "threads", place % 3 == 0 ? 96 : 256);
      set(shown_, "registers", place % 5 == 0 ? 255 : 24);
      for (const Rect area : {Rect{16, 44, 270, 118},
                              {16, 44, 480, 130},
                              {16, 44, 610, 150},
                              {16, 44, 590, 280},
                              {16, 44, 420, 620},
                              {16, 44, 925, 560}}) {
        SCOPED_TRACE(testing::Message()
                     << language << ' ' << capability_names.at(static_cast<std::size_t>(place))
                     << ' ' << area.w << " x " << area.h);
        shown_.area = area;
        expect_readable(draw(), area);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(Resources, AreKnownOfEveryKernelOfTheCatalogue) {
  for (const KernelInfo* kernel : catalogue()) {
    Trace trace;
    trace.header.kernel = kernel->id;
    const auto found = find_resources(trace, kernel->id);
    ASSERT_TRUE(found) << kernel->id << ": run warpscope bench --device";
    EXPECT_GE(found->registers, found->fewest_registers);
    EXPECT_GT(found->fewest_registers, 0);
    EXPECT_LE(found->registers, 255);
  }
  EXPECT_FALSE(find_resources(Trace{}, "nobody"));
}

TEST(Sliders, KeysChooseMoveAndReset) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  session.recording.show({Options{}, emulated("matmul_tiled"), nullptr, nullptr, {}});
  const auto settings = [&] { return session.views.look.get<SliderSettings>(); };
  ASSERT_TRUE(commands.press(chord("Q")));
  EXPECT_EQ(settings().chosen, "capability");
  const auto tabs = views_of(Slot::memory);
  EXPECT_EQ(session.views.in_front(tabs), "multiprocessor");
  ASSERT_TRUE(commands.press(chord("Q")));
  EXPECT_EQ(settings().chosen, "threads");
  const int threads = occupancy_choice({}, *session.playback.left().document(), 0).request.threads;
  ASSERT_TRUE(commands.press(chord("Alt+.")));
  EXPECT_EQ(settings().find("threads"), threads + 32);
  ASSERT_TRUE(commands.press(chord("Alt+,")));
  ASSERT_TRUE(commands.press(chord("Alt+,")));
  EXPECT_EQ(settings().find("threads"), threads - 32);
  ASSERT_TRUE(commands.press(chord("Shift+Q")));
  EXPECT_EQ(settings().find("threads"), std::nullopt);
  EXPECT_EQ(settings().chosen, "threads");
  ASSERT_TRUE(commands.press(chord("Ctrl+Z")));
  EXPECT_EQ(settings().find("threads"), threads - 32);
  ASSERT_TRUE(commands.press(chord("Ctrl+Z")));
  EXPECT_EQ(settings().find("threads"), std::nullopt) << "keys that follow one another are a step";
}

TEST(Sliders, UndoAndRedoOpenThePageOfTheSliderThatTheyMove) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  session.recording.show({Options{}, emulated("matmul_tiled"), nullptr, nullptr, {}});
  const auto press = [&](const char* keys) { ASSERT_TRUE(commands.press(chord(keys))) << keys; };
  const auto page = [&] { return session.views.look.get<MultiprocessorPage>(); };
  press("Alt+.");
  press("Alt+W");
  press("Alt+.");
  press("Alt+E");
  ASSERT_EQ(page(), MultiprocessorPage::memory);
  press("Ctrl+Z");
  EXPECT_EQ(page(), MultiprocessorPage::latency);
  press("Ctrl+Z");
  EXPECT_EQ(page(), MultiprocessorPage::occupancy);
  press("Alt+Y");
  press("Ctrl+Shift+Z");
  EXPECT_EQ(page(), MultiprocessorPage::occupancy);
  press("Ctrl+Shift+Z");
  EXPECT_EQ(page(), MultiprocessorPage::latency);
  EXPECT_EQ(session.views.in_front(views_of(Slot::memory)), "multiprocessor");
}

TEST(Sliders, AreShownOnDemand) {
  for (const auto& [view, slider] : look_sliders(view_lists().views)) {
    SCOPED_TRACE(slider->id);
    Look look;
    slider->show(look);
    EXPECT_TRUE(slider->shown(look));
  }
}

TEST(Multiprocessor, KeysOfAPageOpenIt) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  session.recording.show({Options{}, emulated("matmul_tiled"), nullptr, nullptr, {}});
  ASSERT_TRUE(commands.press(chord("Alt+N")));
  EXPECT_EQ(session.views.look.get<MultiprocessorPage>(), MultiprocessorPage::copies);
  EXPECT_EQ(session.views.look.get<ShownStreams>(), ShownStreams::one);
  EXPECT_EQ(session.views.in_front(views_of(Slot::memory)), "multiprocessor");
  ASSERT_TRUE(commands.press(chord("Alt+R")));
  EXPECT_EQ(session.views.look.get<MultiprocessorPage>(), MultiprocessorPage::latency);
  EXPECT_EQ(session.views.look.get<LatencyPart>(), LatencyPart::stamps);
}

TEST(Sliders, ADragIsGoneOnWithUntilTheMouseLetsGo) {
  const DocumentPtr document = emulated("matmul_tiled");
  OccupancyPage page;
  page.on_document(*document);
  Shown shown{.area = {20, 20, 925, 560}};
  const RecordingCanvas canvas = shown.draw(page, *document, 0);
  const Point label = test::middle_of(canvas, "threads per block");
  const auto moved = [&](float x, bool pressed) {
    shown.pointer = {.at = {x, label.y}, .inside = true, .pressed = pressed, .down = true};
    shown.draw(page, *document, 0);
    return shown.wishes.slider;
  };
  const auto first = moved(250, true), second = moved(290, false);
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(first->goes_on);
  EXPECT_TRUE(second->goes_on);
  EXPECT_GT(second->value, first->value);
}

TEST(Sliders, GoFromStopToStopAndHaltAtTheEnds) {
  constexpr SliderState between{48, 32, 512, 32};
  static_assert(between.moved(1) == 64 && between.moved(-1) == 32 && between.moved(-5) == 32);
  static_assert(between.moved(100) == 512);
  EXPECT_EQ(between.at(0), 32);
  EXPECT_EQ(between.at(1), 512);
  EXPECT_EQ(between.at(0.5F), 288);
  EXPECT_EQ((SliderState{16, 32, 512, 32}.share()), 0) << "a launch may lie beyond";
  std::set<std::string_view> ids;
  for (const auto& [view, slider] : look_sliders(view_lists().views)) {
    EXPECT_TRUE(ids.insert(slider->id).second) << slider->id;
    EXPECT_LT(slider->low, slider->high) << slider->id;
  }
}

}  // namespace
}  // namespace warpscope
