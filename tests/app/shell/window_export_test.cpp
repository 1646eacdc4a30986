#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/workbench.hpp"
#include "app/ui/offscreen_ui.hpp"
#include "instrumentation/process/process.hpp"
#include "tests/app/ui/offscreen.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

std::unique_ptr<Session> shown(const char* kernel) {
  auto session = std::make_unique<Session>(Settings{}, record_with_views);
  EXPECT_TRUE(session->choose_kernel(kernel));
  while (session->recording.on()) session->tick(0.01F);
  session->tick(0);
  session->playback.seek(0);  // from where it opens
  return session;
}

const ExportFormat& format(const char* id) { return *find_export_format(id); }

TEST(AccessRangeTyped, CountsFromZeroAsTheCommandLineDoes) {
  EXPECT_EQ(parse_accesses("12", 54)->first, 12U);
  EXPECT_EQ(parse_accesses("12", 54)->last, 12U);
  EXPECT_EQ(parse_accesses("0:53", 54)->first, 0U);
  EXPECT_EQ(parse_accesses("0:53", 54)->last, 53U);
  for (const char* wrong : {"", "54", "55", "5:3", "0:54", "1:", ":2", "x", "1:2:3", "-1"}) {
    const auto range = parse_accesses(wrong, 54);
    ASSERT_FALSE(range) << wrong;
    EXPECT_NE(range.error().message.find("0:53"), std::string::npos);
  }
}

TEST(ExportFormOf, OffersWhatTheFormatCanShow) {
  const auto session = shown("reduce_strided");
  session->playback.seek(4);
  ExportForm form;
  form.open(*session);
  EXPECT_EQ(form.path, "reduce_strided.png");
  EXPECT_EQ(form.accesses, "4") << "as --step 4";
  std::vector<std::string> offered;
  for (const ExportForm::Subject& subject : form.subjects()) offered.push_back(subject.id);
  EXPECT_EQ(offered.front(), "window");
  EXPECT_EQ(std::ranges::count(offered, "banks"), 1);
  for (const char* of_programs : {"output", "findings", "launches", "since_save"}) {
    EXPECT_EQ(std::ranges::count(offered, of_programs), 0) << "a kernel has none";
  }
  EXPECT_EQ(std::ranges::count(offered, "lesson"), 0) << "none is on";
  form.choose(format("csv"));
  EXPECT_EQ(form.path, "reduce_strided.csv");
  EXPECT_EQ(form.subjects().size(), 2U);
  form.choose(format("chrome"));
  EXPECT_EQ(form.path, "reduce_strided.json");
  EXPECT_TRUE(form.subjects().empty());
  EXPECT_EQ(form.subject(), -1);
  EXPECT_TRUE(form.wish(*session));
}

TEST(ExportFormOf, OffersAHandoutInALessonOnly) {
  const auto session = shown("reduce_strided");
  ExportForm form;
  form.offer_handouts("/bin/true");
  const auto offers = [&] {
    form.open(*session);
    return std::ranges::count(form.subjects(), "handout", &ExportForm::Subject::id);
  };
  EXPECT_EQ(offers(), 0);
  session->lesson.start();
  ASSERT_TRUE(session->lesson.on());
  EXPECT_EQ(offers(), 1);
  form.choose_subject(static_cast<int>(form.subjects().size()) - 1);
  EXPECT_TRUE(form.is_handout());
  form.width = "nothing";  // pages have their own size
  form.choose(format("pdf"));
  form.answers = true;
  const auto wish = form.wish(*session);
  ASSERT_TRUE(wish) << wish.error().message;
  EXPECT_EQ(wish->lesson, session->lesson.lesson().id);
  EXPECT_EQ(wish->theme, "light") << "paper is light, the window may be dark";
  EXPECT_TRUE(wish->answers);
  EXPECT_FALSE(wish->numbered);
  EXPECT_EQ(ExportForm::summary(wish.value()),
            std::to_string(session->lesson.lesson().stops.size()) + " pages of A4");
  form.choose(format("gif"));
  EXPECT_FALSE(form.is_handout()) << "a film has no pages";
  EXPECT_EQ(std::ranges::count(form.subjects(), "handout", &ExportForm::Subject::id), 0);
  ExportForm without;
  without.open(*session);
  EXPECT_EQ(std::ranges::count(without.subjects(), "handout", &ExportForm::Subject::id), 0)
      << "nobody could print it";
}

TEST(ExportFormOf, SaysWhatIsWrong) {
  const auto session = shown("reduce_strided");
  const auto problem = [&](auto change) {
    ExportForm form;
    form.open(*session);
    form.choose(format("mp4"));
    form.accesses = "0:9";
    EXPECT_TRUE(form.wish(*session));
    change(form);
    const auto wish = form.wish(*session);
    EXPECT_FALSE(wish);
    return wish ? "" : wish.error().message;
  };
  EXPECT_NE(problem([](ExportForm& f) { f.width = "9000"; }).find("8192"), std::string::npos);
  EXPECT_NE(problem([](ExportForm& f) { f.height = "ten"; }).find("ten"), std::string::npos);
  EXPECT_NE(problem([](ExportForm& f) { f.fps = "61"; }).find("60"), std::string::npos);
  EXPECT_NE(problem([](ExportForm& f) { f.accesses = "54"; }).find("0:53"), std::string::npos);
  EXPECT_NE(problem([](ExportForm& f) { f.path.clear(); }).find("file"), std::string::npos);
  EXPECT_NE(problem([](ExportForm& f) { f.path = "/none/a.mp4"; }).find("cannot be written"),
            std::string::npos);
}

TEST(ExportFormOf, AFilmIsEvenAndSaysHowLongItLasts) {
  const auto session = shown("reduce_strided");
  ExportForm form;
  form.open(*session);
  form.choose(format("mp4"));
  form.width = "641";
  form.accesses = "0:15";  // none has more than one wavefront
  const auto wish = form.wish(*session);
  ASSERT_TRUE(wish) << wish.error().message;
  EXPECT_EQ(wish->width, 642);
  EXPECT_EQ(ExportForm::summary(wish.value()),
            "16 accesses, 6.3 s, 190 frames of 642 × 1080 pixels");
}

/// Exports in a window that nobody sees.
class WindowExportTest : public OffscreenTest {
 protected:
  void SetUp() override {
    start(1280, 720);
    if (ui_ == nullptr) return;
    session_ = shown("reduce_strided");
    commands_ = make_commands(*session_, view_lists());
    bench_ = std::make_unique<Workbench>(*session_, commands_, ui_->fonts());
    frame();
  }
  void frame(const FakeInput& input = {}) {
    session_->tick(1 / 60.0F);
    ui_->build([this] { bench_->frame(1 / 60.0F); }, input);
  }
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame();
    frame(input);
  }
  void hit(Key key) {
    FakeInput input;
    input.keys = {key};
    frame(input);
    frame();
  }
  ExportWish wish(const char* kind, const char* view, std::uint32_t first, std::uint32_t last) {
    ExportWish wanted;
    wanted.format = &format(kind);
    wanted.view = view;
    wanted.output = folder_.file(std::string("out.") + kind);
    wanted.width = 480;
    wanted.height = 360;
    wanted.first = first;
    wanted.last = last;
    const Summary& summary = session_->playback.left().document()->summary;
    if (wanted.format->kind == ExportKind::film) {
      wanted.plan = FilmPlan::make(summary, first, last, {.fps = 5}).value();
    }
    wanted.numbered = first != last;
    return wanted;
  }
  Status run(ExportWish wanted) {
    WindowExport job(*session_, std::move(wanted));
    while (!job.result()) {
      job.advance(std::chrono::milliseconds(12));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return *job.result();
  }

  TestFolder folder_;
  std::unique_ptr<Session> session_;
  Commands commands_;
  std::unique_ptr<Workbench> bench_;
};

TEST_F(WindowExportTest, ATypedFileIsWrittenAndAToastSaysSo) {
  bench_->press(chord("Ctrl+E"));
  frame();
  type(folder_.file("now.png"));
  hit(Key::enter);
  while (!session_->notices.toast()) frame();
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"now.png"});
  EXPECT_EQ(session_->popup.shown, Popup::none);
  ASSERT_TRUE(session_->notices.toast());
  EXPECT_FALSE(session_->notices.toast()->error);
  EXPECT_NE(session_->notices.toast()->text.text().find("now.png"), std::string::npos);
  frame();  // the window's own contexts are back
  EXPECT_TRUE(ui_->render({}, [this] { bench_->frame(1 / 60.0F); }));
}

TEST_F(WindowExportTest, AnUnwritablePlaceKeepsTheSheetOpen) {
  bench_->press(chord("Ctrl+E"));
  frame();
  type(folder_.file("none/now.png"));
  hit(Key::enter);
  for (int i = 0; i < 5; ++i) frame();
  EXPECT_EQ(session_->popup.shown, Popup::picture);
  EXPECT_TRUE(folder_.names().empty());
}

/// Ctrl+E, twice: one scan_blelloch.png was kept.
TEST_F(WindowExportTest, ASecondExportKeepsTheFirst) {
  const auto export_to = [&](const std::string& file) {
    session_->notices.dismiss();
    bench_->press(chord("Ctrl+E"));
    frame();
    type(file);
    hit(Key::enter);
    while (!session_->notices.toast()) frame();
    EXPECT_FALSE(session_->notices.toast()->error) << session_->notices.toast()->text.text();
  };
  const std::string file = folder_.file("now.png");
  std::ofstream(file) << "mine";
  export_to(file);
  EXPECT_NE(session_->notices.toast()->text.text().find("now-2.png"), std::string::npos)
      << "it says where";
  export_to(file);
  auto names = folder_.names();
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"now-2.png", "now-3.png", "now.png"}));
  std::string kept;
  std::ifstream(file) >> kept;
  EXPECT_EQ(kept, "mine");
}

TEST_F(WindowExportTest, ASecondTraceKeepsTheFirst) {
  const std::string file = folder_.file("run.wscope");
  for (int save = 0; save < 2; ++save) {
    session_->notices.dismiss();
    bench_->press(chord("Ctrl+S"));
    frame();
    type(file);
    hit(Key::enter);
    while (!session_->notices.toast()) frame();
    EXPECT_FALSE(session_->notices.toast()->error) << session_->notices.toast()->text.text();
  }
  auto names = folder_.names();
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"run-2.wscope", "run.wscope"}));
}

TEST_F(WindowExportTest, APictureMayHaveAnotherStyleThanTheWindow) {
  const auto written = [&](const std::function<void(ExportWish&)>& change) {
    ExportWish wanted = wish("svg", "window", 0, 0);
    change(wanted);
    EXPECT_TRUE(run(wanted));
    std::ifstream file(wanted.output);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string own = written([](ExportWish&) {});
  EXPECT_NE(own.find(">Totals<"), std::string::npos);
  const std::string russian = written([](ExportWish& w) { w.language = "ru"; });
  EXPECT_EQ(russian.find(">Totals<"), std::string::npos);
  EXPECT_NE(russian.find("Шаг 1 из"), std::string::npos);
  const std::string lecture = written([](ExportWish& w) { w.layout = LayoutKind::lecture; });
  EXPECT_EQ(lecture.find(">Totals<"), std::string::npos) << "it has no room there";
  const std::string light = written([](ExportWish& w) { w.theme = "light"; });
  EXPECT_NE(light, own);
  EXPECT_EQ(session_->settings.theme, "dark");
  EXPECT_EQ(session_->settings.language, "en");
  EXPECT_EQ(session_->views.layout, LayoutKind::study);
}

TEST(ExportFormOf, KnowsWhatItWouldReplace) {
  const auto session = shown("reduce_strided");
  TestFolder folder;
  ExportForm form;
  form.open(*session);
  form.path = folder.file("a.png");
  EXPECT_TRUE(ExportForm::replaced(form.wish(*session).value()).empty());
  std::ofstream(folder.file("a.png")) << "x";
  std::ofstream(folder.file("a-2.png")) << "x";
  const ExportWish wish = form.wish(*session).value();
  EXPECT_EQ(ExportForm::replaced(wish).filename(), "a.png");
  EXPECT_EQ(ExportForm::beside(wish).output, folder.file("a-3.png"));
  // Of several pictures, each has a name of its own.
  form.accesses = "3:5";
  EXPECT_TRUE(ExportForm::replaced(form.wish(*session).value()).empty());
  std::ofstream(folder.file("a-0004.png")) << "x";
  EXPECT_EQ(ExportForm::replaced(form.wish(*session).value()).filename(), "a-0004.png");
  EXPECT_EQ(ExportForm::beside(form.wish(*session).value()).output.filename(), "a-2.png")
      << "its pictures are a-2-0003.png and so on";
}

TEST_F(WindowExportTest, PicturesOfAllKindsAreWritten) {
  ASSERT_TRUE(run(wish("svg", "stage", 3, 3)));
  ASSERT_TRUE(run(wish("png", "window", 3, 5)));
  ASSERT_TRUE(run(wish("csv", "lines", 0, 0)));
  ASSERT_TRUE(run(wish("chrome", "", 0, 0)));
  auto names = folder_.names();
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"out-0003.png", "out-0004.png", "out-0005.png",
                                             "out.chrome", "out.csv", "out.svg"}));
  EXPECT_EQ(session_->playback.left().position(), 0U) << "the window's own playhead has moved";
}

TEST_F(WindowExportTest, AFilmIsMadeWhileTheWindowDraws) {
  if (find_program("ffmpeg").empty()) GTEST_SKIP() << "There is no ffmpeg in PATH.";
  WindowExport job(*session_, wish("gif", "banks", 8, 10));
  int frames = 0;
  while (!job.result()) {
    job.advance(std::chrono::milliseconds(12));
    frame();  // between its pictures
    ++frames;
  }
  ASSERT_TRUE(*job.result()) << job.result()->error().message;
  EXPECT_GT(frames, 1);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"out.gif"});
  EXPECT_EQ(job.drawn(), job.total());
}

TEST_F(WindowExportTest, APictureIsCopiedAndTheFileIsGone) {
  std::atomic<int> copies = 0;
  fs::path copied;
  bench_ = std::make_unique<Workbench>(*session_, commands_, ui_->fonts(),
                                       ExportHost{.copy = [&](const fs::path& png) -> Status {
                                         std::ifstream file(png, std::ios::binary);
                                         std::string begin(4, '\0');
                                         file.read(begin.data(), 4);
                                         EXPECT_EQ(begin, "\x89PNG");
                                         copied = png;
                                         ++copies;
                                         return Done{};
                                       }});
  frame();
  ASSERT_TRUE(commands_.press(chord("Alt+Shift+E")));
  EXPECT_EQ(bench_->seconds_until_change(), 0) << "nobody has to move the mouse for it";
  const auto said = [&] {
    return session_->notices.toast() &&
           session_->notices.toast()->text.text().find("in the clipboard") != std::string::npos;
  };
  for (int k = 0; k < 500 && !said(); ++k) {
    frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(said());
  EXPECT_EQ(copies, 1);
  EXPECT_FALSE(fs::exists(copied));
}

TEST_F(WindowExportTest, OneThatIsGivenUpLeavesNothing) {
  {
    WindowExport job(*session_, wish("mp4", "window", 0, 50));
    while (job.drawn() < 2 && !job.result()) job.advance(std::chrono::milliseconds(12));
  }
  EXPECT_EQ(session_->playback.left().position(), 0U);
  EXPECT_TRUE(folder_.names().empty());
}

}  // namespace
}  // namespace warpscope
