#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>
#include <utility>
#include <vector>

#include "app/look/slider.hpp"
#include "app/panes/multiprocessor/multiprocessor_page.hpp"
#include "app/panes/view_list.hpp"
#include "instrumentation/process/process.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/support/test_folder.hpp"

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

TEST(CliExportText, WritesAllAccessesOfAnElement) {
  const TestFolder folder;
  const std::string file = folder.file("a.csv");
  ASSERT_EQ(export_of(file, {"--view", "cell", "--pin", "data[0]"}).code, 0);
  const std::string table = contents(file);
  EXPECT_TRUE(table.starts_with("element,access,launch,step,"));
  EXPECT_NE(table.find("\r\ndata[0],"), std::string::npos);
  EXPECT_NE(table.find(",store,"), std::string::npos);
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--view", "cell"},
                                                {"--view", "cell", "--pin", "lane 5"},
                                                {"--view", "lines", "--pin", "data[0]"}}) {
    const Invoked failed = export_of(file, wrong);
    EXPECT_EQ(failed.code, 2);
    EXPECT_NE(failed.err.find("--pin"), std::string::npos) << failed.err;
  }
}

TEST(CliExportText, ComparesTwoRunsInATable) {
  const TestFolder folder;
  const std::string file = folder.file("a.csv");
  ASSERT_EQ(export_of(file, {"--view", "lines", "--compare", "reduce_sequential"}).code, 0);
  EXPECT_NE(contents(file).find("left_line"), std::string::npos);
  EXPECT_NE(contents(file).find("reduce_strided,reduce_sequential,"), std::string::npos);
  ASSERT_EQ(export_of(file, {"--compare", "pad=32"}).code, 0);
  EXPECT_NE(contents(file).find("Load wavefronts"), std::string::npos);
  const Invoked failed =
      export_of(file, {"--view", "cell", "--pin", "data[0]", "--compare", "pad=32"});
  EXPECT_EQ(failed.code, 2);
  EXPECT_NE(failed.err.find("--compare"), std::string::npos) << failed.err;
}

TEST(CliExport, PinsWhatItIsTold) {
  const TestFolder folder;
  const auto pin_of = [&](const std::string& typed) {
    const Invoked invoked = export_of(folder.file("a.svg"), {"--pin", typed});
    EXPECT_EQ(invoked.pictures.size(), 1U) << invoked.err;
    return invoked.pictures.empty() ? Pin{} : invoked.pictures.front().pin;
  };
  EXPECT_EQ(pin_of("5"), Pin(PinnedLane{5}));
  EXPECT_EQ(pin_of("data[8]"), Pin(PinnedCell{"data", Space::shared, 8}));
  EXPECT_EQ(export_of(folder.file("a.svg"), {"--pin", "lane 77"}).code, 2);
}

TEST(CliExportText, WritesTablesOfTotalsAndOfLines) {
  const TestFolder folder;
  const std::string file = folder.file("a.csv");
  ASSERT_EQ(export_of(file).code, 0);
  EXPECT_NE(contents(file).find("shared_load_wavefronts"), std::string::npos);
  ASSERT_EQ(export_of(file, {"--view", "lines", "--elements", "512"}).code, 0);
  EXPECT_NE(contents(file).find("reduce_strided,512,cc5,reduce_strided.cuh,"), std::string::npos);
}

TEST(CliExportText, WritesATraceForPerfetto) {
  const TestFolder folder;
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
  const TestFolder folder;
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

std::vector<std::string> fronts_of(std::vector<std::string> more) {
  const TestFolder folder;
  const Invoked invoked = export_of(folder.file("a.svg"), more);
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  return invoked.pictures.empty() ? std::vector<std::string>{} : invoked.pictures.front().fronts;
}

TEST(CliExportShown, OptionsBringTheirViewForward) {
  using Views = std::vector<std::string>;
  EXPECT_EQ(fronts_of({}), Views{});
  EXPECT_EQ(fronts_of({"--multiprocessor", "latency"}), Views{"multiprocessor"});
  EXPECT_EQ(fronts_of({"--slider", "registers=40"}), Views{"multiprocessor"});
  EXPECT_EQ(fronts_of({"--heat", "banks"}), Views{"heat"});
  EXPECT_EQ(fronts_of({"--timing", "time", "--sort", "line"}), (Views{"lines", "timing"}));
  EXPECT_EQ(fronts_of({"--timing", "time", "--layout", "lecture"}), Views{"timing"});
  EXPECT_EQ(fronts_of({"--view", "heat", "--heat", "banks"}), Views{});
}

/// Each option and each slider of a view, so that a new one is not forgotten.
TEST(CliExportShown, EveryOptionAndSliderIsShown) {
  for (const auto& [view, option] : look_options(view_lists().views)) {
    if (view->slot == Slot::console) continue;  // which the window has of programs only
    for (const LookChoice& choice : option->choices) {
      EXPECT_EQ(fronts_of({"--" + std::string(option->id), std::string(choice.id)}),
                std::vector{std::string(view->id)});
    }
  }
  for (const auto& [view, slider] : look_sliders(view_lists().views)) {
    const std::string value =
        slider->names.empty() ? std::to_string(slider->low) : std::string(slider->names.front());
    const TestFolder folder;
    const Invoked invoked =
        export_of(folder.file("a.svg"), {"--slider", std::string(slider->id) + "=" + value});
    ASSERT_EQ(invoked.pictures.size(), 1U) << slider->id << ": " << invoked.err;
    EXPECT_EQ(invoked.pictures[0].fronts, std::vector{std::string(view->id)});
    EXPECT_TRUE(slider->shown(invoked.pictures[0].look)) << slider->id << ": its page is open";
  }
}

TEST(CliExportShown, OptionsOpenTheirPage) {
  const TestFolder folder;
  for (const auto& [option, value, page] :
       {std::tuple{"--streams", "2", MultiprocessorPage::copies},
        {"--hiding", "throughput", MultiprocessorPage::latency},
        {"--slider", "resident=3", MultiprocessorPage::latency}}) {
    const Invoked invoked =
        export_of(folder.file("a.svg"), {"--view", "multiprocessor", option, value});
    ASSERT_EQ(invoked.pictures.size(), 1U) << option << ": " << invoked.err;
    EXPECT_EQ(invoked.pictures[0].look.get<MultiprocessorPage>(), page) << option;
  }
}

TEST(CliExportShown, OptionsThatCannotAllBeShownAreTold) {
  using Args = std::vector<std::string>;
  for (const auto& [more, said] : std::vector<std::pair<Args, std::string>>{
           {{"--multiprocessor", "occupancy", "--slider", "resident=3"},
            "--multiprocessor latency"},
           {{"--view", "multiprocessor", "--multiprocessor", "memory", "--streams", "2"},
            "--multiprocessor copies"},
           {{"--hiding", "throughput", "--streams", "2"}, "another page"},
           {{"--slider", "resident=3,registers=40"}, "another page"},
           {{"--heat", "banks", "--multiprocessor", "memory"}, "share one place"},
           {{"--heat", "banks", "--timing", "time"}, "leave one of them out"},
           {{"--sort", "line", "--heat", "banks", "--compare", "pad=32"}, "share one place"},
           {{"--sort", "line", "--timing", "time", "--layout", "lecture"}, "no place left"},
           {{"--timing", "time", "--with-banks", "--layout", "lecture"}, "no place left"},
           {{"--view", "heat", "--slider", "registers=40"}, "Only heat"}}) {
    const Invoked invoked = export_of("x.svg", more);
    EXPECT_EQ(invoked.code, 2) << more[0];
    EXPECT_NE(invoked.err.find(said), std::string::npos) << more[0] << ": " << invoked.err;
    EXPECT_TRUE(invoked.pictures.empty());
  }
}

TEST(CliExportShown, AStopKeepsWhatItSets) {
  const auto error = [](const std::vector<std::string>& more) {
    Invoked invoked = invoke([&] {
      std::vector<std::string> args{"export", "latency_hiding", "-o", "x.svg", "--stop", "2"};
      args.insert(args.end(), more.begin(), more.end());
      return args;
    }());
    EXPECT_EQ(invoked.code, 2) << more[0];
    return invoked.err;
  };
  EXPECT_NE(error({"--multiprocessor", "copies"}).find("The lesson says --multiprocessor"),
            std::string::npos);
  EXPECT_NE(error({"--slider", "resident=3"}).find("leave --slider out"), std::string::npos);
}

TEST(CliExportText, OptionsThatSayNothingAreTold) {
  const auto error = [](const std::string& output, const std::vector<std::string>& more) {
    const Invoked invoked = export_of(output, more);
    EXPECT_EQ(invoked.code, 2);
    return invoked.err;
  };
  EXPECT_NE(error("x.csv", {"--step", "3"}).find("--step"), std::string::npos);
  EXPECT_NE(error("x.csv", {"--view", "stage"}).find("totals, lines or cell"), std::string::npos);
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
  const TestFolder folder;
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
  const TestFolder folder;
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
