#include <gtest/gtest.h>

#include <fstream>

#include "app/panes/timing/timing_picture.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

std::string recorded(const TestFolder& folder, const std::string& name,
                     const std::vector<std::string>& more = {}) {
  std::vector<std::string> args{"trace",           "reduce_strided", "-o",
                                folder.file(name), "--machine",      "emulator"};
  args.insert(args.end(), more.begin(), more.end());
  const Invoked invoked = invoke(args);
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  return folder.file(name);
}

TEST(CliTrace, WritesAFileThatInfoReads) {
  const TestFolder folder;
  const std::string file = recorded(folder, "a.wscope", {"--size", "128"});
  const Invoked invoked = invoke({"info", file, "--json"});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  const auto info = invoked.json();
  EXPECT_EQ(info["kernel"], "reduce_strided");
  EXPECT_EQ(info["size"], 128);
  EXPECT_EQ(info["machine"], "emulator");
  EXPECT_EQ(info["parameters"]["type"], "int");
  EXPECT_GT(info["accesses"].get<int>(), 0);
  EXPECT_EQ(info["file_bytes"].get<std::uintmax_t>(), std::filesystem::file_size(file));
  EXPECT_NE(invoke({"info", file}).out.find("reduce_strided"), std::string::npos);
}

TEST(CliTrace, ReportReadsTheFileAsItReadsTheKernel) {
  const TestFolder folder;
  const std::string file = recorded(folder, "a.wscope");
  EXPECT_EQ(invoke({"report", file, "--json"}).json(),
            invoke({"report", "reduce_strided", "--machine", "emulator", "--json"}).json());
  EXPECT_EQ(invoke({"report", file, "--size", "128"}).code, 2);
}

TEST(CliTrace, LeavesNothingWhereItCannotWrite) {
  const TestFolder folder;
  const Invoked invoked = invoke(
      {"trace", "reduce_strided", "--machine", "emulator", "-o", folder.file("none/a.wscope")});
  EXPECT_NE(invoked.code, 0);
  EXPECT_NE(invoked.err.find("a.wscope"), std::string::npos);
  EXPECT_TRUE(folder.names().empty());
}

TEST(CliDiff, EqualTracesGiveZeroAndOthersOne) {
  const TestFolder folder;
  const std::string a = recorded(folder, "a.wscope"), same = recorded(folder, "b.wscope");
  const std::string other = recorded(folder, "c.wscope", {"--seed", "8"});
  EXPECT_EQ(invoke({"diff", a, same}).code, 0);
  EXPECT_EQ(invoke({"diff", a, same, "--json"}).json()["equal"], true);
  const Invoked differing = invoke({"diff", a, other});
  EXPECT_EQ(differing.code, 1);
  EXPECT_NE(differing.out.find("line"), std::string::npos) << differing.out;
  const auto json = invoke({"diff", a, other, "--json"}).json();
  EXPECT_EQ(json["equal"], false);
  EXPECT_FALSE(json["what"].get<std::string>().empty());
}

TEST(CliDiff, DamagedFilesAreOneSentence) {
  const TestFolder folder;
  const std::string good = recorded(folder, "a.wscope"), empty = folder.file("empty.wscope");
  std::ofstream(empty).flush();
  for (const std::string& bad : {empty, folder.file("missing.wscope")}) {
    for (const auto& args : std::vector<std::vector<std::string>>{
             {"diff", good, bad}, {"info", bad}, {"report", bad}, {"export", bad, "-o", "x.png"}}) {
      const Invoked invoked = invoke(args);
      EXPECT_EQ(invoked.code, 2) << args[0];
      EXPECT_EQ(std::ranges::count(invoked.err, '\n'), 1) << invoked.err;
      EXPECT_EQ(invoked.out, "");
    }
  }
}

TEST(CliInfo, TellsOfLaunchesSourcesAndTheHost) {
  const TestFolder folder;
  const std::string file = folder.file("a.wscope");
  ASSERT_EQ(
      invoke({"trace", "scan_distribute", "--size", "2048", "--machine", "emulator", "-o", file})
          .code,
      0);
  const auto json = invoke({"info", file, "--json"}).json();
  EXPECT_EQ(json["launches"].size(), 3U);
  EXPECT_EQ(json["launches"][2]["source_file"], "scan_distribute.cuh");
  EXPECT_EQ(json["source_files"].size(), 2U);
  ASSERT_FALSE(json["host"].empty());
  EXPECT_EQ(json["host"][0]["before_launch"], 0);
  EXPECT_EQ(json["host"].back()["before_launch"], 3);
  const std::string text = invoke({"info", file}).out;
  EXPECT_NE(text.find("launches scan_distribute on 3 blocks of 512 threads"), std::string::npos)
      << text;
}

TEST(CliExport, AsksForTheViewMomentAndSize) {
  const TestFolder folder;
  const Invoked invoked = invoke({"export", "reduce_strided", "--view", "stage", "--step", "20",
                                  "--size", "640x480", "--theme", "light", "--stage", "network",
                                  "--machine", "emulator", "-o", folder.file("out.svg")});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  ASSERT_EQ(invoked.pictures.size(), 1U);
  const PictureRequest& picture = invoked.pictures.front();
  EXPECT_EQ(picture.view, "stage");
  EXPECT_EQ(picture.access, 20U);
  EXPECT_EQ(picture.width, 640);
  EXPECT_EQ(picture.height, 480);
  EXPECT_EQ(picture.theme, "light");
  EXPECT_EQ(picture.stage, "network");
  EXPECT_EQ(picture.format, "svg");
  EXPECT_EQ(std::filesystem::file_size(folder.file("out.svg")), 3U);
}

TEST(CliExport, AsksForAPictureOfTheTimes) {
  const TestFolder folder;
  const Invoked invoked =
      invoke({"export", "reduce_strided", "--view", "timing", "--timing", "roofline", "--machine",
              "emulator", "-o", folder.file("out.svg")});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_EQ(invoked.pictures.front().look.get<TimingPicture>(), TimingPicture::roofline);
}

TEST(CliExport, ShowsTheCostliestAccessUnlessToldOtherwise) {
  const TestFolder folder;
  const Invoked invoked = invoke({"export", "reduce_strided", "--machine", "emulator", "--elements",
                                  "256", "-o", folder.file("out.png")});
  ASSERT_EQ(invoked.pictures.size(), 1U) << invoked.err;
  const PictureRequest& picture = invoked.pictures.front();
  EXPECT_EQ(picture.view, "window");
  EXPECT_EQ(picture.document->summary.accesses[picture.access].degree, 8);
}

TEST(CliExport, NumbersASeries) {
  const TestFolder folder;
  const Invoked invoked = invoke({"export", "reduce_strided", "--steps", "8:10", "--machine",
                                  "emulator", "-o", folder.file("out.png")});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  auto names = folder.names();
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"out-0008.png", "out-0009.png", "out-0010.png"}));
}

TEST(CliExport, DrawsAComparisonWithAKernelAFileOrAChange) {
  const TestFolder folder;
  const std::string file = recorded(folder, "a.wscope");
  const auto compared = [&](const std::string& what, const std::string& with) {
    const Invoked invoked = invoke({"export", what, "--compare", with, "-o", folder.file("a.svg")});
    EXPECT_EQ(invoked.code, 0) << with << ": " << invoked.err;
    return invoked.pictures.empty() ? nullptr : invoked.pictures.front().comparison;
  };
  const std::vector<std::string> all{"reduce_sequential", file,        "pad=16",
                                     "drop-barrier=42",   "block=128", "banks=cc1"};
  for (const std::string& with : all) {
    const auto shown = compared("reduce_strided", with);
    ASSERT_NE(shown, nullptr);
    EXPECT_NE(shown->left, nullptr) << with;
    EXPECT_NE(shown->right, nullptr) << with;
    EXPECT_NE(shown->comparison, nullptr) << with;
  }
  EXPECT_EQ(compared("reduce_strided", "block=128")->right->request.block, 128);
  EXPECT_EQ(compared(file, "pad=16")->right->trace->header.parameters.count("padded"), 1U);
  EXPECT_EQ(compared("reduce_strided", "banks=cc1")->right->summary.model, BankModel::cc1);
}

TEST(CliExport, SpeaksRussianWhereItIsAsked) {
  const TestFolder folder;
  const std::string out = folder.file("a.svg");
  const Invoked russian = invoke({"export", "reduce_strided", "--language", "ru", "-o", out});
  ASSERT_EQ(russian.pictures.size(), 1U) << russian.err;
  EXPECT_EQ(russian.pictures[0].language, "ru");
  const Invoked english = invoke({"export", "reduce_strided", "-o", out});
  ASSERT_EQ(english.pictures.size(), 1U) << english.err;
  EXPECT_EQ(english.pictures[0].language, "en");
}

TEST(CliExport, SaysOfEachOptionThatWouldChangeNothing) {
  using Args = std::vector<std::string>;
  for (const auto& [more, said] : std::vector<std::pair<Args, std::string>>{
           {{"--answered"}, "--answered"},
           {{"--language", "de"}, "en or ru"},
           {{"--lessons", "/tmp"}, "--lessons"},
           {{"--with-banks"}, "--layout lecture"},
           {{"--with-banks", "--layout", "lecture", "--view", "banks"}, "Only banks"},
           {{"--stage", "tree", "--view", "memory"}, "--stage"},
           {{"--scale", "2", "--view", "memory"}, "--scale"},
           {{"--layout", "inspect", "--view", "memory"}, "--layout inspect"},
           {{"--compare", "pad=32", "--view", "banks"}, "--compare"},
           {{"--stop", "1", "--view", "banks"}, "--stop"},
           {{"--stop", "1", "--compare", "pad=32"}, "--compare"},
           {{"--stop", "1", "--steps", "1:2"}, "--steps"},
           {{"--stop", "1", "--elements", "64"}, "--elements"},
           {{"--stop", "1", "--banks", "cc1"}, "--banks"},
           {{"--compare", "padd=32"}, "pad=N"},
           {{"--compare", "pad="}, "from 1 to 1024"},
           {{"--compare", "pad=0"}, "from 1 to 1024"},
           {{"--compare", "banks=cc9"}, "cc3x4"},
           {{"--compare", "block=7"}, "no blocks of 7"},
           {{"--compare", "block=256"}, "already"},
           {{"--compare", "drop-barrier=1"}, "lines 34, 42"},
           {{"--compare", "reduce_sequentia"}, "reduce_sequential"}}) {
    Args args{"export", "reduce_strided", "-o", "x.png"};
    args.insert(args.end(), more.begin(), more.end());
    const Invoked invoked = invoke(args);
    EXPECT_EQ(invoked.code, 2) << more[0];
    EXPECT_NE(invoked.err.find(said), std::string::npos) << more[0] << ": " << invoked.err;
    EXPECT_TRUE(invoked.pictures.empty());
  }
}

TEST(CliExport, SaysWhatIsAllowed) {
  const auto error = [](std::vector<std::string> more) {
    std::vector<std::string> args{"export", "reduce_strided", "--machine", "emulator"};
    args.insert(args.end(), more.begin(), more.end());
    const Invoked invoked = invoke(args);
    EXPECT_EQ(invoked.code, 2);
    EXPECT_TRUE(invoked.pictures.empty());
    return invoked.err;
  };
  EXPECT_NE(error({"-o", "x.bmp"}).find("png, svg"), std::string::npos);
  EXPECT_NE(error({"-o", "x"}).find("--format"), std::string::npos);
  EXPECT_NE(error({"-o", "x.png", "--view", "bank"}).find("\"banks\""), std::string::npos);
  EXPECT_NE(error({"-o", "x.png", "--theme", "drak"}).find("\"dark\""), std::string::npos);
  EXPECT_NE(error({"-o", "x.png", "--stage", "netwrok"}).find("\"network\""), std::string::npos);
  EXPECT_NE(error({"-o", "x.png", "--timing", "roofl"}).find("\"roofline\""), std::string::npos);
  EXPECT_NE(
      error({"-o", "x.png", "--view", "banks", "--timing", "time"}).find("--timing says nothing"),
      std::string::npos);
  EXPECT_NE(error({"-o", "x.png", "--size", "512"}).find("--elements"), std::string::npos);
  EXPECT_NE(error({"-o", "x.png", "--size", "1x1"}).find("160"), std::string::npos);
  EXPECT_NE(error({"-o", "x.png", "--step", "54"}).find("0 to 53"), std::string::npos);
  EXPECT_NE(error({"-o", "x.png", "--step", "1:2"}).find("--steps"), std::string::npos);
  EXPECT_NE(error({"-o", "x.png", "--steps", "2:1"}).find("second"), std::string::npos);
}

TEST(CliWindow, OpensEmptyWithAKernelOrWithAFile) {
  EXPECT_EQ(invoke({}).windows.size(), 1U);
  const Invoked kernel = invoke({"scan_blelloch", "--size", "512", "--banks", "cc1"});
  ASSERT_EQ(kernel.windows.size(), 1U) << kernel.err;
  EXPECT_EQ(kernel.windows[0].request.kernel, "scan_blelloch");
  EXPECT_EQ(kernel.windows[0].request.size, 512);
  EXPECT_EQ(kernel.windows[0].model, BankModel::cc1);
  const TestFolder folder;
  const std::string file = recorded(folder, "a.wscope");
  const Invoked opened = invoke({file});
  ASSERT_EQ(opened.windows.size(), 1U) << opened.err;
  EXPECT_EQ(opened.windows[0].subject->file(), file);
  EXPECT_EQ(invoke({folder.file("missing.wscope")}).code, 2);
}

}  // namespace
}  // namespace warpscope
