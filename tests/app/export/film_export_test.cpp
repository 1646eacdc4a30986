#include "app/export/film_export.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "app/export/series_export.hpp"
#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// Grey pictures, brighter with the access.
class GreyPictures final : public PictureSource {
 public:
  explicit GreyPictures(int width = 32, int height = 16) : width_(width), height_(height) {}
  Result<Image> image(const FilmFrame& frame) override {
    const auto grey = static_cast<std::uint8_t>(frame.access * 16);
    Image picture{width_, height_, {}};
    picture.rgba.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4,
                        grey);
    return picture;
  }
  std::string svg(const FilmFrame& frame) override { return std::to_string(frame.access); }
  Result<std::string> pdf(std::span<const FilmFrame> frames) override {
    return "pages: " + std::to_string(frames.size());
  }

 private:
  int width_, height_;
};

/// PATH holds the test's own programs, and the tools that scripts need.
class FilmTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(folder_.file("bin"));
    fs::create_directory(folder_.file("scratch"));
    ::setenv("TMPDIR", folder_.file("scratch").c_str(), 1);
  }

  void only_own_programs() { ::setenv("PATH", folder_.file("bin").c_str(), 1); }
  /// A script that takes ffmpeg's place.
  void fake_ffmpeg(const std::string& script) {
    const std::string file = folder_.file("bin/ffmpeg");
    std::ofstream(file) << "#!/bin/sh\n"
                        << "PATH=/usr/bin:/bin\n"
                        << script << '\n';
    fs::permissions(file, fs::perms::owner_all);
    only_own_programs();
  }
  [[nodiscard]] FilmRequest request(const std::string& name, bool gif = false) const {
    Summary summary;
    summary.accesses.resize(6, {.wavefronts = 1});
    return {
        {gif, 32, 16, 10}, FilmPlan::make(summary, 2, 5, {.fps = 10}).value(), folder_.file(name)};
  }
  static Status drive(ExportJob& job) {
    while (true) {
      const auto turn = job.advance();
      if (!turn) return turn.error();
      if (turn.value() == ExportJob::Turn::done) return Done{};
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  [[nodiscard]] Status make(FilmRequest wanted) const {
    auto film = FilmExport::start(std::move(wanted), std::make_unique<GreyPictures>());
    if (!film) return film.error();
    Status made = drive(*film.value());
    EXPECT_TRUE(!made || film.value()->drawn() == film.value()->total());
    return made;
  }
  /// All but the fake programs.
  [[nodiscard]] std::vector<std::string> left() const {
    EXPECT_TRUE(fs::is_empty(folder_.file("scratch")));
    auto names = folder_.names();
    std::erase(names, "bin");
    std::erase(names, "scratch");
    std::erase(names, "log");
    std::ranges::sort(names);
    return names;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(folder_.file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TestFolder folder_;
  KeptEnvironment environment_{"PATH", "TMPDIR"};
};

TEST_F(FilmTest, EveryFrameReachesFfmpegAsRawPixels) {
  // The last argument is the output: file:PATH.
  fake_ffmpeg("for last; do :; done; cat > \"${last#file:}\"");
  const FilmRequest wanted = request("film.mp4");
  ASSERT_TRUE(make(wanted));
  EXPECT_EQ(left(), std::vector<std::string>{"film.mp4"});
  const std::string bytes = read("film.mp4");
  ASSERT_EQ(bytes.size(), wanted.plan.frame_count() * 32 * 16 * 4);
  EXPECT_EQ(static_cast<int>(bytes.front()), 2 * 16);
  EXPECT_EQ(static_cast<int>(bytes.back()), 5 * 16);
}

TEST_F(FilmTest, AGifsColoursAreChosenFirst) {
  fake_ffmpeg(
      "for last; do :; done\n"
      "echo \"$@\" >> " +
      folder_.file("log") +
      "\n"
      "cat > \"${last#file:}\"");
  ASSERT_TRUE(make(request("film.gif", true)));
  const std::string log = read("log");
  EXPECT_LT(log.find("palettegen"), log.find("paletteuse"));
  EXPECT_NE(log.find("paletteuse"), std::string::npos);
  EXPECT_EQ(left(), std::vector<std::string>{"film.gif"});
}

TEST_F(FilmTest, ItsLastWordsAreSaidWhenFfmpegFailsAndNothingIsLeft) {
  for (const bool gif : {false, true}) {
    // One fails at once, the other after it has read everything.
    fake_ffmpeg(std::string(gif ? "" : "cat > /dev/null\n") +
                "echo first >&2; echo 'Unknown encoder libx264' >&2; exit 7");
    const Status made = make(request("film", gif));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, ErrorKind::failed);
    EXPECT_NE(made.error().message.find("Unknown encoder libx264"), std::string::npos);
    EXPECT_EQ(made.error().message.find("first"), std::string::npos);
    EXPECT_TRUE(left().empty()) << left().front();
  }
  fake_ffmpeg("cat > /dev/null; exit 7");
  EXPECT_NE(make(request("film")).error().message.find("exit code 7"), std::string::npos);
}

TEST_F(FilmTest, AnOldFilmSurvivesAFailure) {
  std::ofstream(folder_.file("film.mp4")) << "old";
  fake_ffmpeg("exit 1");
  EXPECT_FALSE(make(request("film.mp4")));
  EXPECT_EQ(read("film.mp4"), "old");
}

TEST_F(FilmTest, WithoutFfmpegItIsRefusedBeforeAnythingIsDrawn) {
  only_own_programs();
  for (const std::string& place : {folder_.file("my film.mp4"), std::string("/dev/full")}) {
    FilmRequest wanted = request("");
    wanted.output = place;
    const auto film = FilmExport::start(wanted, std::make_unique<GreyPictures>());
    ASSERT_FALSE(film);
    EXPECT_EQ(film.error().kind, ErrorKind::unavailable);
    EXPECT_NE(film.error().message.find(place), std::string::npos);
    EXPECT_TRUE(left().empty());
  }
  EXPECT_FALSE(fs::exists("/dev/full-frames"));
}

TEST_F(FilmTest, WhatAKilledProcessLeftIsRemovedByTheNextFilm) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto scratch = TemporaryFolder::make();
    ::raise(SIGKILL);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ASSERT_FALSE(fs::is_empty(folder_.file("scratch"))) << "else there is nothing to remove";
  fake_ffmpeg("for last; do :; done; cat > \"${last#file:}\"");
  ASSERT_TRUE(make(request("film.mp4")));
  EXPECT_TRUE(fs::is_empty(folder_.file("scratch")));
}

TEST_F(FilmTest, OneThatIsGivenUpLeavesNothing) {
  for (const bool hangs : {false, true}) {
    // One reads everything and writes, the other never reads.
    fake_ffmpeg(hangs ? "exec sleep 600" : "for last; do :; done; cat > \"${last#file:}\"");
    FilmRequest wanted = request("film.mp4");
    wanted.format.width = wanted.format.height = 512;
    auto film = FilmExport::start(wanted, std::make_unique<GreyPictures>(512, 512));
    ASSERT_TRUE(film);
    for (int turns = 0; turns < 6; ++turns) {
      EXPECT_TRUE(film.value()->advance());
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    film.value().reset();  // comes back although the program hangs
    EXPECT_TRUE(left().empty());
  }
}

TEST_F(FilmTest, APlaceThatCannotBeWrittenIsSaidBeforeAnythingIsDrawn) {
  fake_ffmpeg("cat > /dev/null");
  for (const char* place : {"missing/film.mp4", "bin"}) {
    const auto film = FilmExport::start(request(place), std::make_unique<GreyPictures>());
    ASSERT_FALSE(film) << place;
    EXPECT_EQ(film.error().kind, ErrorKind::usage);
    EXPECT_NE(film.error().message.find("cannot be written"), std::string::npos);
  }
}

TEST_F(FilmTest, TheRealFfmpegMakesFilmsThatItCanReadBack) {
  if (find_program("ffmpeg").empty() || find_program("ffprobe").empty()) {
    GTEST_SKIP() << "There is no ffmpeg in PATH.";
  }
  for (const bool gif : {false, true}) {
    const FilmRequest wanted = request(gif ? "film.gif" : "film.mp4", gif);
    const Status made = make(wanted);
    ASSERT_TRUE(made) << made.error().message;
    const std::string probe =
        "[ \"$(ffprobe -v error -count_frames -select_streams v -show_entries "
        "stream=width,height,nb_read_frames -of csv=p=0 '" +
        wanted.output.string() + "')\" = 32,16," + std::to_string(wanted.plan.frame_count()) + " ]";
    EXPECT_EQ(std::system(probe.c_str()), 0);
  }
}

TEST(FilmSize, IsEvenWhereTheFormatWantsIt) {
  EXPECT_EQ(film_side(false, 641), 642);
  EXPECT_EQ(film_side(false, 640), 640);
  EXPECT_EQ(film_side(true, 641), 641);
}

TEST(SeriesExportOf, WritesOnePictureOrNumbersSeveral) {
  const TestFolder folder;
  const auto write = [&](const SeriesExport::Request& request) {
    auto series = SeriesExport::start(request, std::make_unique<GreyPictures>());
    ASSERT_TRUE(series) << series.error().message;
    for (auto turn = series.value()->advance(); turn.value() != ExportJob::Turn::done;
         turn = series.value()->advance()) {
      std::this_thread::yield();
    }
  };
  write({.format = "svg", .first = 4, .last = 4, .output = folder.file("one.svg")});
  write({.first = 8, .last = 10, .numbered = true, .output = folder.file("many.png")});
  auto names = folder.names();
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"many-0008.png", "many-0009.png", "many-0010.png",
                                             "one.svg"}));
}

}  // namespace
}  // namespace warpscope
