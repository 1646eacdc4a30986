#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/picture.hpp"
#include "app/shell/scene.hpp"
#include "app/subject/catalogue_subject.hpp"
#include "app/subject/find_subject.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

TEST(SceneOfSubjects, SaysWhichFileIsBeingOpened) {
  std::atomic<bool> release = false;
  Session session({}, [&](const Options&, const Recording&, std::stop_token) {
    while (!release) std::this_thread::yield();
    return Result<Recording>(Error{ErrorKind::failed, "It was stopped."});
  });
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  Options next = session.options();
  next.request.kernel = "reduce_strided";
  next.opened = file_subject("runs/large.wscope");
  ASSERT_TRUE(session.change(next));
  bool said = false;
  for (int i = 0; i < 1000 && !said; ++i) {
    RecordingCanvas canvas({0, 0, 1280, 720}, fonts);
    scene.draw(canvas, {1280, 720, {}, 0});
    EXPECT_FALSE(canvas.says("Recording")) << "that one is not run";
    said = canvas.says("Opening large.wscope");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  release = true;
  EXPECT_TRUE(said);
}

TEST(PictureOfSubjects, TheWindowOfATraceFileNamesItsRun) {
  RunRequest request;
  request.kernel = "reduce_strided";
  request.size = 128;
  request.machine = MachineKind::emulator;
  const TestFolder folder;
  const auto file = folder.path() / "picture_of_subject.wscope";
  ASSERT_TRUE(write_trace(*run(request)->trace, file));
  const auto picture_of = [](const SubjectPtr& subject, const RunRequest& how) {
    PictureRequest picture;
    picture.document = make_document(*subject, how, BankModel::cc5).value();
    picture.view = "window";
    picture.format = "svg";
    picture.width = 1920;
    picture.height = 1080;
    picture.theme = "dark";
    const auto bytes = render_picture(picture);
    EXPECT_TRUE(bytes) << bytes.error().message;
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  };
  const std::string read = picture_of(file_subject(file), {});
  const std::string ran = picture_of(catalogue_subject("reduce_strided"), request);
  for (const char* text : {">Reduction · 2 strided<", ">random #7<"}) {
    EXPECT_NE(ran.find(text), std::string::npos) << text;
    EXPECT_NE(read.find(text), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace warpscope
