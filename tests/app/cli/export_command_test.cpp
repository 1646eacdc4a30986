#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/look/slider.hpp"
#include "instrumentation/process/process.hpp"
#include "tests/app/cli_harness.hpp"

namespace warpscope {
namespace {

Invoked export_of(const std::string& output, const std::vector<std::string>& more = {}) {
  std::vector<std::string> args{"export", "reduce_strided", "--machine", "emulator", "-o", output};
  args.insert(args.end(), more.begin(), more.end());
  return invoke(args);
}

std::string contents(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TEST(CliExportText, WritesTablesOfTotalsAndOfLines) {
  const TemporaryFolder folder;
  const std::string file = folder.file("a.csv");
  ASSERT_EQ(export_of(file).code, 0);
  EXPECT_NE(contents(file).find("shared_load_wavefronts"), std::string::npos);
  ASSERT_EQ(export_of(file, {"--view", "lines", "--elements", "512"}).code, 0);
  EXPECT_NE(contents(file).find("reduce_strided,512,cc5,reduce_strided.cuh,"), std::string::npos);
}

TEST(CliExportText, WritesATraceForPerfetto) {
  const TemporaryFolder folder;
  const Invoked invoked = export_of(folder.file("a.json"));
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_NE(invoked.out.find("perfetto"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(contents(folder.file("a.json"))).contains("traceEvents"));
  ASSERT_EQ(export_of(folder.file("b"), {"--format", "chrome"}).code, 0);
  EXPECT_EQ(contents(folder.file("a.json")), contents(folder.file("b")));
}

TEST(CliExportSlider, SaysWhatASliderMayBe) {
  const auto error = [](const std::string& view, const std::string& slider) {
    const Invoked invoked = export_of("x.svg", {"--view", view, "--slider", slider});
    EXPECT_EQ(invoked.code, 2);
    return invoked.err;
  };
  EXPECT_NE(error("multiprocessor", "registers=0").find("1 to 255"), std::string::npos);
  EXPECT_NE(error("multiprocessor", "registers").find("1 to 255"), std::string::npos);
  EXPECT_NE(error("multiprocessor", "capability=4.0").find("12.1"), std::string::npos);
  EXPECT_NE(error("multiprocessor", "threads=64,register=3").find("registers"), std::string::npos);
  EXPECT_NE(error("banks", "registers=40").find("--slider"), std::string::npos);
}

TEST(CliExportSlider, SetsSlidersOfAPicture) {
  const TemporaryFolder folder;
  const Invoked invoked = export_of(
      folder.file("a.svg"),
      {"--view", "multiprocessor", "--slider", "capability=1.0,threads=256,registers=11"});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  const auto sliders = invoked.pictures.front().look.get<SliderSettings>();
  EXPECT_EQ(sliders.find("capability"), 0);
  EXPECT_EQ(sliders.find("threads"), 256);
  EXPECT_EQ(sliders.find("registers"), 11);
  EXPECT_EQ(sliders.find("shared"), std::nullopt) << "as the kernel has it";
}

TEST(CliExportText, OptionsThatSayNothingAreTold) {
  const auto error = [](const std::string& output, const std::vector<std::string>& more) {
    const Invoked invoked = export_of(output, more);
    EXPECT_EQ(invoked.code, 2);
    return invoked.err;
  };
  EXPECT_NE(error("x.csv", {"--step", "3"}).find("--step"), std::string::npos);
  EXPECT_NE(error("x.csv", {"--view", "stage"}).find("totals or lines"), std::string::npos);
  EXPECT_NE(error("x.json", {"--view", "stage"}).find("--view"), std::string::npos);
  EXPECT_NE(error("x.json", {"--theme", "light"}).find("--theme"), std::string::npos);
  EXPECT_NE(error("x.png", {"--fps", "10"}).find("--fps"), std::string::npos);
  EXPECT_NE(error("x.mp4", {"--step", "3"}).find("--steps"), std::string::npos);
  EXPECT_NE(error("x.mp4", {"--fps", "61"}).find("60"), std::string::npos);
  EXPECT_NE(error("x.gif", {"--fps", "51"}).find("50"), std::string::npos);
  EXPECT_NE(error("x.mp4", {"--speed", "0"}).find("0.25"), std::string::npos);
  EXPECT_NE(error("x.mp4", {"--steps", "3:54"}).find("0 to 53"), std::string::npos);
  const std::string endless =
      invoke({"export", "bitonic_shared", "--machine", "emulator", "-o", "x.mp4", "--elements",
              "1024", "--speed", "0.25", "--fps", "60"})
          .err;
  EXPECT_NE(endless.find("--steps A:B"), std::string::npos) << endless;
}

TEST(CliExportFilm, IsDrawnAtAnEvenSizeAndWritten) {
  if (find_program("ffmpeg").empty()) GTEST_SKIP() << "There is no ffmpeg in PATH.";
  const TemporaryFolder folder;
  const Invoked invoked = export_of(folder.file("a.mp4"), {"--view", "stage", "--size", "201x161",
                                                           "--steps", "8:9", "--fps", "10"});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  ASSERT_EQ(invoked.films.size(), 1U);
  EXPECT_EQ(invoked.films[0].view, "stage");
  EXPECT_EQ(invoked.films[0].width, 202);
  EXPECT_EQ(invoked.films[0].height, 162);
  EXPECT_NE(invoked.out.find("accesses 8 to 9"), std::string::npos) << invoked.out;
  EXPECT_GT(std::filesystem::file_size(folder.file("a.mp4")), 100U);
  EXPECT_EQ(folder.names().size(), 1U);
}

TEST(CliExportFilm, WithoutFfmpegItExitsWithThreeBeforeAnythingIsDrawn) {
  const TemporaryFolder folder;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.file("none").c_str(), 1);
  const Invoked invoked =
      export_of(folder.file("a.gif"), {"--size", "160x160", "--steps", "0:1", "--fps", "2"});
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(invoked.code, 3);
  EXPECT_NE(invoked.err.find("Install ffmpeg"), std::string::npos) << invoked.err;
  EXPECT_TRUE(invoked.films.empty()) << "no picture is opened, let alone drawn";
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace warpscope
