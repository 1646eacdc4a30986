#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "app/session/session_commands.hpp"
#include "app/shell/picture.hpp"
#include "app/shell/scene.hpp"
#include "app/subject/subjects.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"

namespace warpscope {
namespace {

TEST(SceneOfSubjects, SaysWhichFileIsBeingOpened) {
  std::atomic<bool> release = false;
  Session session({}, [&](const Options&, const Recording&, std::stop_token) {
    while (!release) std::this_thread::yield();
    return Result<Recording>(Error{ErrorKind::failed, "It was stopped."});
  });
  const Commands commands = make_commands(session);
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
    EXPECT_FALSE(canvas.says("Recording reduce_strided")) << "that one is not run";
    said = canvas.says("Opening runs/large.wscope");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  release = true;
  EXPECT_TRUE(said);
}

}  // namespace
}  // namespace warpscope
